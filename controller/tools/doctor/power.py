"""Whether the Pi gets enough power and stays cool enough."""

import re
from collections.abc import Iterator

from controller.tools.doctor.case import Case
from controller.tools.doctor.finding import Finding, remark, well, wrong
from controller.tools.doctor.machine import Machine

# The bits of the firmware's word; the same ones 16 higher: since the last start.
_LOW_VOLTAGE = 1 << 0
_CAPPED = 1 << 1
_THROTTLED = 1 << 2
_WARM = 1 << 3
_SINCE_START = 16
_WORDS = {
    _CAPPED: "its speed is capped",
    _THROTTLED: "it is throttled",
    _WARM: "it is at its temperature limit",
}

# A Pi slows down from here on.
_HOT_C = 80.0

_SUPPLY = (
    "fit the supply that was made for this Pi and a short, thick cable, "
    "and feed the lamps from a supply of their own"
)
_LOOK_AGAIN = "vcgencmd get_throttled  # 0x0 is well; it remembers until a restart"


def power(case: Case) -> Iterator[Finding]:
    if case.pi is None:
        return
    bits = _throttled(case.machine)
    if bits is None:
        yield _alarm_only(case.machine)
        return
    if bits & _LOW_VOLTAGE:
        yield wrong("power", f"the voltage is too low now; {_SUPPLY}", _LOOK_AGAIN)
    elif bits >> _SINCE_START & _LOW_VOLTAGE:
        says = f"the voltage was too low at some time since the start; {_SUPPLY}"
        yield remark("power", says, _LOOK_AGAIN)
    else:
        yield well("power", "the voltage has been high enough since the start")


def speed(case: Case) -> Iterator[Finding]:
    if case.pi is None:
        return
    bits = _throttled(case.machine)
    if bits is None:
        return
    now = [words for bit, words in _WORDS.items() if bits & bit]
    if now:
        says = f"{', '.join(now)}; cool the Pi and see to its power"
        yield remark("speed", says, _LOOK_AGAIN)
    elif any(bits >> _SINCE_START & bit for bit in _WORDS):
        says = "full now, but the Pi was slowed down at some time since the start"
        yield remark("speed", says, _LOOK_AGAIN)
    else:
        yield well("speed", "full; the Pi was not slowed down since the start")


def temperature(case: Case) -> Iterator[Finding]:
    if case.pi is None:
        return
    for _, text in case.machine.texts("sys/class/thermal/thermal_zone0/temp"):
        celsius = int(text) / 1000
        if celsius >= _HOT_C:
            says = f"{celsius:.0f} °C; a Pi slows down from {_HOT_C:.0f} °C, cool it"
            yield remark("temperature", says)
        else:
            yield well("temperature", f"{celsius:.0f} °C")


def _throttled(machine: Machine) -> int | None:
    """The firmware's word, from wherever it can be had."""
    # The kernel's own file first: the command may lack the rights that it needs.
    for _, text in machine.texts("sys/devices/platform/soc*/*firmware/get_throttled"):
        return int(text, 16)
    answer = machine.run(["vcgencmd", "get_throttled"])
    word = re.search(r"throttled=0x([0-9a-fA-F]+)", answer.out)
    return int(word[1], 16) if word else None


def _alarm_only(machine: Machine) -> Finding:
    for path, name in machine.texts("sys/class/hwmon/hwmon*/name"):
        alarm = path.with_name("in0_lcrit_alarm").relative_to(machine.root)
        if name != "rpi_volt":
            continue
        if machine.text(str(alarm)) == "1":
            return wrong("power", f"the voltage is too low now; {_SUPPLY}", _LOOK_AGAIN)
        return well("power", "the voltage is high enough now")
    return remark("power", "this system does not tell whether the voltage is too low")
