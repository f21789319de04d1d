"""`undertow doctor`: the whole report, its JSON, its status, and that it only looks."""

import json
import shlex
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from controller.tools.doctor.case import Case, Finding, remark, well, wrong
from controller.tools.doctor.examine import examine
from controller.tools.doctor.machine import Machine, Result
from controller.tools.doctor.report import doctor
from tests.support.doctor_machines import (
    PACKAGES,
    PI_3,
    PI_4,
    PI_5,
    PORTS,
    ZERO_2,
    a_laptop,
    a_pi,
    all_modules,
    answers,
    board_with,
    look_at,
    put,
)
from wiring import boardmap

__all__ = ["all_modules"]  # a fixture is used by being named

BROKEN_PI = """\
Machine
  ✓ model               Raspberry Pi 4 Model B Rev 1.4
  ✓ system              Debian GNU/Linux 12, Linux 6.6.31+rpt-rpi-v8 aarch64,
                        64-bit programs
  ✗ power               the voltage is too low now; fit the supply that was made
                        for this Pi and a short, thick cable, and feed the lamps
                        from a supply of their own
                          $ vcgencmd get_throttled  # 0x0 is well; it remembers until a restart
  ! speed               it is throttled; cool the Pi and see to its power
                          $ vcgencmd get_throttled  # 0x0 is well; it remembers until a restart
  ✓ temperature         48 °C
  ✓ clock               2026-11-16 20:15 UTC, synchronised

Program
  ✓ python              3.11.2, /opt/undertow/.venv/bin/python, in an
                        environment of its own
  ✓ packages            gpiozero 2.0.1.post3, lgpio 0.2.2.0, adafruit-blinka
                        10.0.0, websockets 15.0.1
  ✓ service             undertow.service is running
  ✓ port                8137 is free for the table's page
  ✓ disk                state: 9.0 GB free, can be written
  ✓ journal             none yet; the first game starts it

Table
  ✓ board map           wiring/maps/mark1.toml (mark 1): 159 pixels, 10 buttons,
                        3 sensor boards, an Eliminator
  ✓ groups              ada is in gpio, spi, dialout
  ✓ buttons             gpiozero over lgpio, 10 pins
  ✓ eliminator          software PWM on GPIO13, with a guardian process
  ✗ strip               there is no /dev/spidev0.0: SPI is switched off
                          $ sudo raspi-config nonint do_spi 0
  ✓ core clock          steady at 500 MHz, as SPI needs it
  ✓ speaker             plughw:CARD=MAX98357A; try it with: speaker-test -D
                        plughw:CARD=MAX98357A -l 1
  ✓ speech              by espeak-ng
  ✓ sensor board depth  USB serial E66138528361A32D on /dev/ttyACM0
  ✓ sensor board grid   USB serial E6613852836F4B21 on /dev/ttyACM1
  ✓ sensor board cards  USB serial E66138528350C92C on /dev/ttyACM2

2 things are wrong; 1 remark.
Mend from the top down, then look again: undertow doctor
"""  # noqa: E501 - commands are never broken


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A terminal of 80 columns, and paths that are the same on each machine."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    (tmp_path / "wiring/maps").mkdir(parents=True)
    (tmp_path / "wiring/maps/mark1.toml").write_text(boardmap.DEFAULT.read_text())
    monkeypatch.chdir(tmp_path)


def examined(machine: Machine, **asked: Any) -> int:
    board = asked.pop("board", Path("wiring/maps/mark1.toml"))
    return doctor(board, Path("state"), 8137, asked.pop("as_json", False), machine)


@pytest.mark.usefixtures("all_modules")
def test_a_broken_pi_is_told_line_by_line_with_what_mends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = answers(systemctl="LoadState=loaded\nActiveState=active")
    machine = a_pi(tmp_path / "pi", run=running)
    put(machine.root, "sys/devices/platform/soc/soc:firmware/get_throttled", "5")
    (machine.root / "dev/spidev0.0").unlink()
    assert examined(machine) == 1
    assert capsys.readouterr().out == BROKEN_PI


@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5, ZERO_2])
@pytest.mark.usefixtures("all_modules")
def test_a_pi_with_which_all_is_well_ends_in_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], model: str
) -> None:
    machine = a_pi(tmp_path / "pi", model)
    assert examined(machine) == 0
    out = capsys.readouterr().out
    assert out.endswith("\nNothing is wrong.\n")
    assert "✗" not in out


def test_a_laptop_has_one_remark_and_ends_in_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert examined(a_laptop(tmp_path / "laptop")) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "Machine\n  ! model      no Pi here; the simulated table is available\n"
        "                 $ undertow play\n"
    )
    assert out.endswith("\nNothing is wrong; 1 remark.\n")


@pytest.mark.parametrize(
    ("changes", "subject"),
    [
        ({"now": datetime(1970, 1, 1, tzinfo=UTC)}, "clock"),
        ({"free_bytes": lambda folder: 0}, "disk"),
        ({"gids": frozenset({1000})}, "groups"),
        ({"packages": PACKAGES | {"rpi-gpio": "1", "rpi-lgpio": "1"}}, "packages"),
        ({"ports": lambda: PORTS[:2]}, "sensor board cards"),
    ],
)
@pytest.mark.usefixtures("all_modules")
def test_each_thing_that_is_wrong_ends_in_1(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changes: dict[str, Any],
    subject: str,
) -> None:
    assert examined(a_pi(tmp_path / "pi", **changes), as_json=True) == 1
    said = json.loads(capsys.readouterr().out)
    states = {found["subject"]: found["state"] for found in said["findings"]}
    assert {s for s, state in states.items() if state == "wrong"} == {subject}
    assert said["ok"] is False


def test_a_bad_board_map_is_wrong_on_a_laptop_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = board_with(tmp_path, ("gpio = 17", "gpio = 4"))
    assert examined(a_laptop(tmp_path / "laptop"), board=board) == 1
    assert "GPIO4 is claimed by both" in capsys.readouterr().out


# JSON


def test_the_json_says_the_same_as_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert examined(a_laptop(tmp_path / "laptop"), as_json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["ok", "machine", "findings"]
    assert said["ok"] is True
    assert said["machine"] == {
        "model": None,
        "system": "Debian GNU/Linux 12",
        "kernel": "Linux 6.6.31+rpt-rpi-v8 aarch64",
        "bits": 64,
        "python": "3.11.2",
        "undertow": "0.1.0",
        "user": "ada",
        "board": "wiring/maps/mark1.toml",
        "state": "state",
    }
    assert said["findings"][0] == {
        "subject": "model",
        "state": "remark",
        "says": "no Pi here; the simulated table is available",
        "mend": ["undertow play"],
    }
    assert [found["subject"] for found in said["findings"]] == [
        "model",
        "system",
        "clock",
        "python",
        "packages",
        "port",
        "disk",
        "journal",
        "board map",
    ]


def test_the_json_names_the_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    examined(a_pi(tmp_path / "pi"), as_json=True)
    assert json.loads(capsys.readouterr().out)["machine"]["model"] == PI_4


# A check that breaks


def test_a_check_that_breaks_is_a_finding_and_the_others_go_on(tmp_path: Path) -> None:
    def first(case: Case) -> list[Finding]:
        return [well("first", "fine")]

    def the_second(case: Case) -> list[Finding]:
        raise RuntimeError("no\nluck")

    def third(case: Case) -> list[Finding]:
        return [wrong("third", "bad")]

    case = look_at(a_laptop(tmp_path / "laptop"))
    assert examine(case, {"All": (first, the_second, third)}) == {
        "All": [
            well("first", "fine"),
            remark("the second", "could not be checked (RuntimeError: no luck)"),
            wrong("third", "bad"),
        ]
    }


RUBBISH = (
    "proc/device-tree/model",
    "etc/group",
    "etc/os-release",
    "proc/mounts",
    "proc/net/tcp",
    "sys/devices/platform/soc/soc:firmware/get_throttled",
    "sys/class/thermal/thermal_zone0/temp",
    "sys/module/spidev/parameters/bufsiz",
    "boot/firmware/config.txt",
)


@pytest.mark.parametrize("path", RUBBISH)
@pytest.mark.parametrize("rubbish", [b"", b"\xff\0=:[\n:::\n= =\n", b"a " * 5000])
@pytest.mark.usefixtures("all_modules")
def test_no_rubbish_stops_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, rubbish: bytes
) -> None:
    machine = a_pi(tmp_path / "pi")
    (machine.root / path).write_bytes(rubbish)
    assert examined(machine) in (0, 1)
    assert " wrong" in capsys.readouterr().out.rpartition("\n\n")[2]


@pytest.mark.parametrize("answer", [Result(1, ""), Result(0, "\0\n=rubbish"), ""])
@pytest.mark.usefixtures("all_modules")
def test_no_answer_of_a_command_stops_the_report(
    tmp_path: Path, answer: Result | str
) -> None:
    commands = dict.fromkeys(("uname", "vcgencmd", "systemctl", "timedatectl"), answer)
    assert examined(a_pi(tmp_path / "pi", run=answers(**commands))) == 0


def test_ports_that_cannot_be_listed_are_a_finding(tmp_path: Path) -> None:
    def ports() -> None:
        raise ModuleNotFoundError("No module named 'serial'")

    case = look_at(a_pi(tmp_path / "pi", ports=ports))
    assert examine(case)["Table"][-1] == remark(
        "sensor boards",
        "could not be checked (ModuleNotFoundError: No module named 'serial')",
    )


# Every finding


@pytest.mark.usefixtures("all_modules")
def test_every_command_can_be_given_to_a_shell(tmp_path: Path) -> None:
    machine = a_pi(
        tmp_path / "a pi",
        now=datetime(1970, 1, 1, tzinfo=UTC),
        free_bytes=lambda folder: 0,
        gids=frozenset({1000}),
        packages={"rpi-gpio": "1", "rpi-lgpio": "1", "lgpio": "0.0.0.2"},
        ports=lambda: (PORTS[0]._replace(usb_serial="ABC"),),
        run=answers(systemctl="LoadState=loaded\nActiveState=failed"),
    )
    put(machine.root, "boot/firmware/config.txt", "")
    put(machine.root, "sys/devices/platform/soc/soc:firmware/get_throttled", "5000f")
    commands = [
        command
        for group in examine(look_at(machine)).values()
        for finding in group
        for command in finding.mend
    ]
    for command in commands:
        assert shlex.split(command, comments=True)
        subprocess.run(["sh", "-n", "-c", command], check=True)
