"""A program that is killed or hangs mid-stroke leaves a servo without pulses behind.

These tests kill real processes. They wait on pipes and never sleep.
"""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.cli.commands.building import servo_off
from hardware.parts.guardian import SILENCE_S, Guardian, GuardianGone, Quiet
from tests.support import ROOT, fake_lines
from tests.support.fake_servos import PI_4, make_sysfs
from tests.support.fakepi import file_system
from wiring import boardmap

LONG_S = 600.0  # a guardian that would not be impatient in time
# How long a test waits for what should come at once; a busy machine may be slow.
PATIENCE_S = 60.0


class Driving(NamedTuple):
    """A program in the middle of a stroke."""

    process: subprocess.Popen[str]
    guardian: int  # its process id


@contextmanager
def driving(driver: str, root: Path, silence_s: float) -> Iterator[Driving]:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.support.fake_servos",
            driver,
            str(root),
            str(silence_s),
        ],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        state, guardian = process.stdout.readline().split()
        assert state == "striking"
        yield Driving(process, int(guardian))
    finally:
        process.kill()
        process.communicate()


class Fifo:
    """A file each of whose writes can be waited for."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        self.path = path
        # For both ways: so it is never at its end, and nobody waits to open it.
        self._fd = os.open(path, os.O_RDWR)

    def written(self, size: int = 2) -> bytes:
        """Return the next bytes, or nothing after a long wait."""
        ready, _, _ = select.select([self._fd], [], [], PATIENCE_S)
        return os.read(self._fd, size) if ready else b""

    def is_quiet(self) -> bool:
        return not select.select([self._fd], [], [], 0)[0]

    def close(self) -> None:
        os.close(self._fd)


# Pulses that outlive the program


@pytest.fixture
def enable(tmp_path: Path) -> Iterator[Fifo]:
    """The switch of a PWM channel, in a fake sysfs."""
    root = make_sysfs(tmp_path / "sys/class/pwm", {"pwmchip0": PI_4})
    fifo = Fifo(root / "pwmchip0" / "pwm1" / "enable")
    yield fifo
    fifo.close()


@contextmanager
def striking(enable: Fifo, silence_s: float) -> Iterator[Driving]:
    with driving("pwm", enable.path.parents[5], silence_s) as driven:
        assert enable.written() == b"0\n", "released when opened"
        assert enable.written() == b"1\n"
        yield driven


def test_killed_in_mid_stroke_the_hardware_pwm_is_switched_off(enable: Fifo) -> None:
    with striking(enable, LONG_S) as driven:
        assert enable.is_quiet()
        driven.process.kill()
        assert enable.written() == b"0\n"


def test_hung_in_mid_stroke_the_hardware_pwm_is_switched_off(enable: Fifo) -> None:
    with striking(enable, SILENCE_S) as driven:
        assert enable.written() == b"0\n"
        assert driven.process.poll() is None


# A line that the kernel keeps high


class Line:
    """The servo's line, in a kernel that keeps its last level."""

    def __init__(self, root: Path) -> None:
        self.root = file_system(root)
        self._changes = Fifo(root / "dev" / "changes")

    @property
    def level(self) -> str:
        return (self.root / "dev/line13").read_text()

    def falls(self) -> bool:
        """Wait for the next change of the level."""
        return self._changes.written(1) == b"0"

    @contextmanager
    def is_high(self, silence_s: float) -> Iterator[Driving]:
        with driving("gpio", self.root, silence_s) as driven:
            while not self._changes.is_quiet():
                self._changes.written(1)
            assert self.level == "1", "in the high part of a pulse"
            yield driven

    def close(self) -> None:
        self._changes.close()


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    line = Line(tmp_path)
    yield line
    line.close()


def test_killed_in_the_high_part_of_a_pulse_the_line_is_driven_low(line: Line) -> None:
    with line.is_high(LONG_S) as driven:
        driven.process.kill()
        assert line.falls()
        assert line.level == "0"


def test_hung_in_mid_stroke_the_program_is_ended_and_its_line_driven_low(
    line: Line,
) -> None:
    """As long as it lives, the line is its own."""
    with line.is_high(SILENCE_S) as driven:
        assert driven.process.wait(PATIENCE_S) == -signal.SIGKILL
        assert line.falls()
        assert line.level == "0"


def test_a_guardian_that_dies_too_leaves_the_line_to_the_service_s_last_command(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    with line.is_high(LONG_S) as driven:
        os.kill(driven.guardian, signal.SIGKILL)
        driven.process.kill()
        driven.process.wait()
        assert line.level == "1", "as a Pi's kernel keeps it"
        monkeypatch.setattr("fcntl.ioctl", fake_lines.ioctl)
        assert servo_off(boardmap.DEFAULT, "auto", line.root) == 0
        assert line.level == "0"


def test_words_of_systemd_for_all_processes_end_the_table_and_not_its_guardian(
    line: Line,
) -> None:
    with line.is_high(LONG_S) as driven:
        for number in (signal.SIGTERM, signal.SIGABRT, signal.SIGHUP, signal.SIGQUIT):
            os.kill(driven.guardian, number)
        driven.process.send_signal(signal.SIGABRT)
        assert line.falls()


# The guardian itself


@pytest.fixture
def switch(tmp_path: Path) -> Iterator[Fifo]:
    fifo = Fifo(tmp_path / "switch")
    yield fifo
    fifo.close()


def test_a_servo_that_was_closed_in_good_order_is_left_alone(switch: Fifo) -> None:
    guardian = Guardian(Quiet(str(switch.path), b"0\n"), silence_s=LONG_S)
    guardian.driven()
    guardian.released()
    guardian.dismiss()
    assert guardian.process.wait() == 0
    assert switch.is_quiet()


def test_a_program_that_ends_right_after_a_release_is_not_trusted(
    switch: Fifo,
) -> None:
    """A library may need a moment more to make the line low."""
    guardian = Guardian(Quiet(str(switch.path), b"0\n"), silence_s=LONG_S)
    guardian.driven()
    guardian.released()
    guardian.close()
    assert switch.written() == b"0\n"


def test_a_servo_that_was_left_driven_is_quieted_at_the_close(switch: Fifo) -> None:
    guardian = Guardian(Quiet(str(switch.path), b"0\n"), silence_s=LONG_S)
    guardian.released()
    guardian.driven()
    guardian.close()
    assert switch.written() == b"0\n"


def test_without_its_guardian_a_servo_is_not_driven(switch: Fifo) -> None:
    guardian = Guardian(Quiet(str(switch.path), b"0\n"))
    guardian.process.kill()
    guardian.process.wait()
    with pytest.raises(GuardianGone, match="-9"):
        guardian.driven()
    guardian.close()


def test_a_guardian_that_could_quiet_nothing_does_not_stay(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    guardian = Guardian(Quiet(str(tmp_path / "missing"), b"0\n"))
    assert guardian.process.wait() == 1
    with pytest.raises(GuardianGone):
        guardian.driven()
    guardian.close()
    assert "missing" in capfd.readouterr().err
