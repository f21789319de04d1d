"""The core's clock, which SPI follows on a Pi 4 and older: where it floats, lamps do.

What is not set has its default, by Raspberry Pi's own table of them; it floats where
its highest and its lowest value differ.
"""

from typing import NamedTuple

from controller.tools.doctor.boot import BootConfig
from controller.tools.doctor.finding import Finding, remark, well
from hardware.pi_model import Pi


class Clock(NamedTuple):
    highest: int  # MHz
    lowest: int


class _Model(NamedTuple):
    section: str  # of config.txt
    usual: Clock
    steady: int  # MHz; what to fix it at


MODELS = {
    "3": _Model("pi3", Clock(400, 250), 250),
    "Zero 2 W": _Model("pi02", Clock(400, 250), 250),
    "4": _Model("pi4", Clock(500, 200), 500),
}
# A Pi 4 needs more for a display of 4K at 60 Hz.
_BIG_DISPLAY = "hdmi_enable_4kp60"
_BIG_DISPLAY_MHZ = 550


def core_clock(config: BootConfig, path: str, pi: Pi) -> Finding:
    model = MODELS.get(pi.generation or "")
    if model is None:
        return well("core clock", "a strip on SPI does not depend on it on this Pi")
    model = _for_display(model, config)
    clock = _clock(config, model)
    if clock.highest == clock.lowest:
        return well("core clock", f"steady at {clock.highest} MHz, as SPI needs it")
    lines = [
        f"{key}={model.steady}"
        for key, value in zip(("core_freq", "core_freq_min"), clock, strict=True)
        if value != model.steady
    ]
    text = "".join(f"{line}\\n" for line in (f"[{model.section}]", *lines, "[all]"))
    return remark(
        "core clock",
        f"it goes from {clock.lowest} to {clock.highest} MHz, on this Pi SPI follows "
        f"it, and colours may flicker; write {' and '.join(lines)} below "
        f"[{model.section}] at the end of /{path}",
        f"printf '{text}' | sudo tee -a /{path}",
        "sudo reboot",
    )


def _for_display(model: _Model, config: BootConfig) -> _Model:
    if model.section != "pi4" or config.settings.get(_BIG_DISPLAY) != "1":
        return model
    usual = model.usual._replace(highest=_BIG_DISPLAY_MHZ)
    return model._replace(usual=usual, steady=_BIG_DISPLAY_MHZ)


def _clock(config: BootConfig, model: _Model) -> Clock:
    highest = _set(config, ("core_freq", "gpu_freq"), model.usual.highest)
    lowest = _set(config, ("core_freq_min", "gpu_freq_min"), model.usual.lowest)
    # Turbo holds all clocks at their highest.
    is_turbo = config.settings.get("force_turbo") == "1"
    return Clock(highest, highest if is_turbo else lowest)


def _set(config: BootConfig, keys: tuple[str, str], usual: int) -> int:
    """What the core's own key says, else the one for it and its neighbours."""
    for key in keys:
        value = config.settings.get(key, "")
        if value.isdecimal():
            return int(value)
    return usual
