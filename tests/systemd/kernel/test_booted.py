"""The installed table under a real kernel and a real systemd, on pins of that kernel.

User-mode Linux boots a small Debian with the package in it. Its device tree says that
this is a Raspberry Pi 4, its pins are the kernel's simulated ones, and the strip's SPI
goes out over two of them, bit by bit. So the program, its drivers and its unit are
those of a Pi, and nothing of them is faked.

These need root and take minutes: `make kernel-test` builds all of it and runs them, and
`make test` does not. They build on each other, from the first boot to the purge.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT
from tests.systemd.deb.root import DebianRoot, File, Key, build, copy_of_the_checkout
from tests.systemd.deb.test_installed import before, folder, root
from tests.systemd.kernel.machine import ANSWER_S, Machine
from tests.systemd.machine import wait_until
from wiring import boardmap

__all__ = ["before", "folder", "root"]  # fixtures are used by being named

pytestmark = pytest.mark.kernel

RELEASE = os.environ.get("UNDERTOW_DEBIAN", "")
BOARD = boardmap.load()
GPIO = {button.control: button.gpio for button in BOARD.buttons}
# No sensor board is plugged in and there is no sound card, and the table says so.
ABSENT = {"speaker", *(f"sensor board {board.name}" for board in BOARD.boards)}
NEWER = "99.1"
# What systemd keeps for itself from boot to boot.
OTHERS = (
    "/etc/machine-id",
    "/tmp/",
    "/var/lib/dbus/machine-id",
    "/var/lib/systemd/",
    "/var/tmp/",
)
# Users and groups are kept with a copy of how they were before. A disk
# is mounted where the games were, and another for the tests: their folders stay.
LEFT = {"/etc/group-", "/etc/gshadow-", "/etc/passwd-", "/etc/shadow-"}
LEFT |= {"/etc/fstab", "/probe", "/var/lib/undertow"}


def lock_for_a_pi_of_this_kind(folder: Path) -> Path:
    """A Pi's drivers, as they are locked, for the machine that this one is."""
    text = (ROOT / "systemd/deb/pi.lock").read_text()
    packages = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    # This one is made for a Pi 5 alone.
    kept = [words for words in packages if "pi5-neopixel==" not in words]
    path = folder / "pi.lock"
    here = f"platform_machine == '{os.uname().machine}'"
    path.write_text("".join(kept).replace("platform_machine == 'aarch64'", here))
    return path


@pytest.fixture(scope="module")
def machine(
    root: DebianRoot, folder: Path, before: dict[str, File]
) -> Iterator[Machine]:
    lock = str(lock_for_a_pi_of_this_kind(folder))
    newer = copy_of_the_checkout(folder / "newer", NEWER)
    root.install(build(ROOT, root.python, folder / "package", LOCK=lock))
    upgrade = build(newer, root.python, folder / "package", LOCK=lock)
    machine = Machine(root, folder)
    upgrade.rename(machine.probe / "upgrade.deb")
    try:
        machine.boot()
        yield machine
    finally:
        machine.pull_the_plug()


def driver_says(text: str) -> list[Any]:
    """As it goes over the wire: a driver's words are for makers, and not translated."""
    return ["as-it-is", {"text": text}]


def in_trouble(seen: dict[str, Any]) -> set[str]:
    """The parts with which something is wrong."""
    return {part["name"] for part in seen["parts"]["parts"] if part["trouble"]}


def is_offered(machine: Machine) -> None:
    """The game with red's card is there, and waits to be gone on with."""
    position = machine.look()["position"]
    assert position["phase"] == "offer"
    assert position["state"]["chosen"] == ["red"]


def test_the_unit_becomes_ready_by_itself_as_its_own_user(machine: Machine) -> None:
    assert machine.unit("NRestarts") == "0"
    status = machine.do(f"cat /proc/{machine.unit('MainPID')}/status")
    fields = dict(line.split(":\t", 1) for line in status.splitlines())
    uid = machine.do("id --user undertow").strip()
    assert fields["Uid"].split() == [uid] * 4
    assert uid != "0"
    assert (fields["NoNewPrivs"], fields["Seccomp"]) == ("1", "2")
    assert {fields[f"Cap{of}"] for of in ("Prm", "Eff", "Bnd")} == {"0" * 16}


def test_the_disk_for_the_games_is_given_to_its_user(machine: Machine) -> None:
    owner = machine.do("stat --format='%U %G %a' /var/lib/undertow").strip()
    assert owner == "undertow undertow 700"
    assert machine.do("findmnt -n -o FSTYPE /var/lib/undertow").strip() == "ext4"


def test_systemd_leaves_nothing_of_the_unit_out(machine: Machine) -> None:
    said = machine.do("journalctl --boot --no-pager --output=cat")
    wrong = re.findall(r".*undertow\.service.*(?:[Ii]gnor|[Uu]nknown|[Ff]ail).*", said)
    assert wrong == []


def test_pins_and_strip_are_those_of_a_pi_4(machine: Machine) -> None:
    seen = machine.look()
    says = {part["name"]: part["says"] for part in seen["parts"]["parts"]}
    assert says["buttons"] == driver_says("gpiozero over lgpio, 10 pins")
    assert says["strip"] == driver_says("SPI on GPIO10, 159 pixels, no root")
    assert in_trouble(seen) == ABSENT
    model = machine.do("cat /proc/device-tree/model")
    assert model.startswith("Raspberry Pi 4 Model B")


def test_the_table_sees_no_device_but_its_own(machine: Machine) -> None:
    """The kernel refuses the others to its group of processes, whoever owns them."""
    pid = machine.unit("MainPID")
    group = machine.do(f"cut -d: -f3 /proc/{pid}/cgroup").strip()
    inside = f"echo $$ >/sys/fs/cgroup{group}/cgroup.procs"
    assert machine.ask(f"sh -c '{inside} && : </dev/gpiochip0'").status == 0
    refused = machine.ask(f"sh -c '{inside} && : </dev/kmsg'")
    assert "Operation not permitted" in refused.text


def test_the_modules_of_its_devices_come_before_the_table(machine: Machine) -> None:
    """A kind of device that comes later is shut out for good."""
    started = int(machine.unit("ExecMainStartTimestampMonotonic"))
    for module in ("spidev", "cdc_acm", "usbserial", "rp1_pio"):
        unit = f"modprobe@{module}.service"
        keys = "ConditionTimestampMonotonic,InactiveEnterTimestampMonotonic"
        said = machine.do(f"systemctl show {unit} --property={keys} --value").split()
        assert all(0 < int(moment) < started for moment in said), f"{unit}: {said}"


def test_a_finger_on_a_pin_lights_its_lamp_on_the_wire(machine: Machine) -> None:
    first = 3 * BOARD.pixels["seat:0"]
    lamp = slice(first, first + 3)
    before = bytes.fromhex(machine.look()["frame"])[lamp]
    machine.watch_the_wire()
    machine.pull(GPIO["seat:0"], down=True)
    shown = bytes.fromhex(machine.look()["frame"])
    machine.do("sleep 2")
    wire = machine.wire()
    machine.pull(GPIO["seat:0"], down=False)
    assert {len(frame) for frame in wire} == {3 * BOARD.strip.pixels}
    # White as bright as it may be, for the finger is still on it.
    assert wire[-1][lamp] == bytes([round(255 * BOARD.strip.brightness)] * 3)
    assert wire[-1][lamp] != before
    # The page is drawn from the very bytes that are on the wire.
    assert shown in wire


def test_held_and_counted_presses_on_pins_play_a_card(machine: Machine) -> None:
    # A table that was told of no game points at the first one, and `ok` plays it.
    machine.press(GPIO["ok"])
    position = machine.look()["position"]
    assert (position["phase"], position["state"]["chosen"]) == ("play", [])
    machine.pull(GPIO["seat:0"], down=True)
    for control in ("next", "next", "ok"):
        machine.press(GPIO[control])
    machine.pull(GPIO["seat:0"], down=False)
    assert machine.look()["position"]["state"]["chosen"] == ["red"]


def test_a_bot_thinks_in_the_sandbox(machine: Machine) -> None:
    """A process of its own, which may do no more than the table itself."""
    said = json.loads(machine.do("/usr/lib/undertow/bin/python /probe/hint.py"))
    assert said["type"] == "hint", said
    assert said["action"]["seat"] == 1


def test_a_hung_loop_is_ended_by_the_watchdog_and_the_game_is_offered(
    machine: Machine,
) -> None:
    machine.start_with("Environment=PYTHONPATH=/probe", "WatchdogSec=12")
    is_offered(machine)
    machine.do("systemctl kill --kill-whom=main --signal=USR2 undertow")
    machine.wait_for("systemctl show undertow -P NRestarts", "1")
    is_offered(machine)
    said = machine.do("journalctl --unit=undertow --boot --no-pager --output=cat")
    assert "Watchdog timeout (limit 12s)" in said
    # Its last words say where it stood.
    assert re.search(r'File "/probe/sitecustomize.py", line \d+ in hang', said)
    machine.start_with()


def test_a_killed_table_comes_back_and_a_finger_goes_on_with_the_game(
    machine: Machine,
) -> None:
    is_offered(machine)
    machine.do("systemctl kill --kill-whom=main --signal=KILL undertow")
    machine.wait_for("systemctl show undertow -P NRestarts", "1")
    is_offered(machine)
    machine.press(GPIO["ok"])
    position = machine.look()["position"]
    assert (position["phase"], position["state"]["chosen"]) == ("play", ["red"])


# As a Pi's kernel would keep the line: it is high if nobody drives it low.
ALL, STOPPED, FIRST = "everything", "the guardian is stopped", "the guardian first"
WITHOUT = "ExecStopPost="


@pytest.mark.parametrize(
    ("killed", "settings", "level"),
    [
        pytest.param(ALL, [], 0, id="the unit's last command drives it low"),
        pytest.param(STOPPED, [WITHOUT], 0, id="a guardian that is slow drives it low"),
        pytest.param(STOPPED, [], 0, id="a slow guardian and the last command do"),
        pytest.param(FIRST, [], 0, id="without a guardian the last command does"),
        pytest.param(FIRST, [WITHOUT], 1, id="without a guardian nobody else does"),
        pytest.param(ALL, [WITHOUT], 1, id="without both it stays high"),
    ],
)
def test_killed_in_the_high_part_of_a_servo_s_pulse_the_line_is_low(
    machine: Machine, killed: str, settings: list[str], level: int
) -> None:
    assert BOARD.eliminator
    servo = BOARD.eliminator.servo
    assert servo is not None
    machine.start_with("Environment=PYTHONPATH=/probe", "Restart=no", *settings)
    machine.wait_for("systemctl is-active undertow", "active")
    machine.pull(servo, down=False)
    group = f"/sys/fs/cgroup{machine.unit('ControlGroup')}"
    pid = machine.unit("MainPID")
    others = f"$(grep -v '^{pid}$' {group}/cgroup.procs)"
    kill = {
        ALL: f"echo 1 >{group}/cgroup.kill",
        # The guardian stands still until systemd has seen to the table's death.
        STOPPED: f"kill -STOP {others} && kill -KILL {pid}",
        # The table stands still meanwhile, since it would release the servo.
        FIRST: f"kill -STOP {pid} && kill -KILL {others} && kill -KILL {pid}",
    }
    machine.do(f"kill -USR1 {pid} && {machine.once_high(servo)} && {kill[killed]}")
    machine.wait_for("systemctl show undertow -P ActiveState", "failed")
    machine.wait_for(f"cat {group}/cgroup.procs 2>&- | wc -l", "0")
    assert machine.level(servo) == level
    last = machine.unit("ExecStopPost")
    assert "status=0" in last if not settings else last == ""
    machine.start_with()


def test_a_power_cut_loses_nothing_where_only_the_games_can_be_written(
    machine: Machine,
) -> None:
    machine.pull_the_plug()
    machine.boot(read_only=True)
    assert machine.ask("touch /etc/x /usr/x /var/x /opt/x").text.count("Read-only") == 4
    is_offered(machine)
    machine.press(GPIO["ok"])
    seen = machine.look()
    assert seen["position"]["phase"] == "play"
    assert in_trouble(seen) == ABSENT
    machine.pull_the_plug()
    machine.boot()
    is_offered(machine)


LAST = "/var/lib/undertow-update/last"


def test_what_the_page_asks_for_is_looked_for_by_root(machine: Machine) -> None:
    """There is neither a stick nor a repository, and it says so."""
    request = "/var/lib/undertow/update-request"
    machine.do(f"setpriv --reuid=undertow touch {request}")
    machine.wait_for(f"cut -d: -f2 {LAST}", '"no-package"}')
    assert machine.ask(f"test -e {request}").status == 1


def test_an_update_stops_the_table_and_tries_the_new_one_with_its_game(
    machine: Machine, folder: Path
) -> None:
    Key(folder / "gpg").sign(machine.probe / "upgrade.deb")
    shutil.copy(folder / "gpg/update.gpg", machine.probe)
    machine.do("cp /probe/update.gpg /etc/undertow/update.gpg")
    old = machine.unit("MainPID")
    said = machine.ask("undertow update /probe/upgrade.deb", 3 * ANSWER_S)
    assert said.status == 0, said.text
    assert machine.do("undertow --version") == f"undertow {NEWER}\n"
    assert machine.do("systemctl is-active undertow") == "active\n"
    assert machine.unit("MainPID") != old
    is_offered(machine)


def test_an_update_that_is_cut_off_goes_on_before_the_table_starts(
    machine: Machine,
) -> None:
    """As if the plug had been pulled while dpkg installed it."""
    state = {"step": "install", "new": NEWER, "old": "0", "runs": True, "page": True}
    state["new"] = machine.do("dpkg-query -W -f='${Version}' undertow").strip()
    folder = LAST.rpartition("/")[0]
    machine.do(f"cp /probe/upgrade.deb {folder}/new.deb && rm {LAST}")
    machine.do(f"echo '{json.dumps(state)}' >{folder}/state")
    machine.do("dpkg --unpack --force-all /probe/upgrade.deb; sync")
    machine.pull_the_plug()
    machine.boot()
    assert machine.do("dpkg-query -W -f='${db:Status-Status}' undertow") == "installed"
    is_offered(machine)
    wait_until(lambda: machine.ask(f"grep installed {LAST}").status == 0, ANSWER_S)
    assert machine.unit("NRestarts") == "0"


def test_undo_that_is_held_at_the_start_leads_to_safe_mode(machine: Machine) -> None:
    """The simulated pin has to be pulled down before the unit looks."""
    assert "undertow.toml.good" in machine.do("ls /etc/undertow")
    machine.do("echo 'board = 7' | tee -a /etc/undertow/undertow.toml")
    unit = "/etc/systemd/system/undertow-safe.service.d"
    pull = f"/sys/devices/platform/gpio-sim/gpiochip0/sim_gpio{GPIO['undo']}/pull"
    finger = f"[Service]\nExecStartPre=/bin/sh -c 'echo pull-down >{pull}'"
    machine.do(f'mkdir {unit} && printf "{finger}" >{unit}/finger.conf && sync')
    machine.pull_the_plug()
    machine.boot()
    is_offered(machine)
    seen = machine.look()
    assert in_trouble(seen) == set(), "nothing is real, so nothing is broken"
    machine.do(f"rm -r {unit}; sed -i '$d' /etc/undertow/undertow.toml; sync")
    machine.pull_the_plug()
    machine.boot()
    assert in_trouble(machine.look()) == ABSENT


def test_a_purge_stops_it_and_leaves_nothing(
    machine: Machine, root: DebianRoot, before: dict[str, File]
) -> None:
    pid = machine.unit("MainPID")
    machine.do("rm /etc/systemd/system/multi-user.target.wants/probe.service")
    machine.do("rm /etc/systemd/system/probe.service")
    machine.do("dpkg --purge undertow")
    assert machine.ask(f"test -e /proc/{pid}").status == 1
    assert machine.unit("LoadState") == "not-found"
    assert machine.ask("id undertow").status == 1
    assert machine.do("ls -A /var/lib/undertow") == ""
    # The machine's own disk is this folder; what it has not written yet, it does now.
    machine.do("sync")
    wait_until(lambda: not left(root, before), 10, lambda: str(left(root, before)))


def left(root: DebianRoot, before: dict[str, File]) -> set[str]:
    changed = root.files().keys() ^ before.keys()
    return {name for name in changed - LEFT if not f"{name}/".startswith(OTHERS)}
