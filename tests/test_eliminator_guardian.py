"""A program that is killed or hangs in mid-stroke leaves a quiet servo behind.

Real processes, killed for real. Waiting is on pipes: nothing here sleeps.
"""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import hardware.guardian
from hardware.guardian import SILENCE_S, Guardian, GuardianGone, Quiet
from tests.fake_servos import PI_4, make_sysfs

ROOT = Path(__file__).parents[1]
LONG_S = 600.0  # a guardian that would not be impatient in time
# How long a test waits for what should come at once; a busy machine may be slow.
PATIENCE_S = 60.0
TOO_MANY = 3000  # pulses, at a hundred a second

Driving = subprocess.Popen[str]


@contextmanager
def driving(driver: str, where: str, silence_s: float, *fds: int) -> Iterator[Driving]:
    """A program of ours that has just got to the middle of a stroke."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fake_servos", driver, where, str(silence_s)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        pass_fds=fds,
    )
    try:
        assert process.stdout
        assert process.stdout.readline() == "striking\n"
        yield process
    finally:
        process.kill()
        process.communicate()


class Fifo:
    """A file of which each write can be waited for."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        self.path = path
        # For both ways: so it is never at its end, and nobody waits to open it.
        self._fd = os.open(path, os.O_RDWR)

    def written(self) -> bytes:
        """What comes next, or nothing if that takes too long."""
        ready, _, _ = select.select([self._fd], [], [], PATIENCE_S)
        return os.read(self._fd, 2) if ready else b""

    def is_quiet(self) -> bool:
        return not select.select([self._fd], [], [], 0)[0]

    def close(self) -> None:
        os.close(self._fd)


@pytest.fixture
def enable(tmp_path: Path) -> Iterator[Fifo]:
    """The switch of a channel of the PWM hardware, in a faked sysfs."""
    root = make_sysfs(tmp_path / "pwm", {"pwmchip0": PI_4})
    fifo = Fifo(root / "pwmchip0" / "pwm1" / "enable")
    yield fifo
    fifo.close()


# Pulses that outlive the program


@contextmanager
def striking(enable: Fifo, silence_s: float) -> Iterator[Driving]:
    root = enable.path.parents[2]
    with driving("pwm", str(root), silence_s) as process:
        assert enable.written() == b"0\n", "released when opened"
        assert enable.written() == b"1\n"
        yield process


def test_killed_in_mid_stroke_the_hardware_pwm_is_switched_off(enable: Fifo) -> None:
    with striking(enable, LONG_S) as process:
        assert enable.is_quiet()
        process.kill()
        assert enable.written() == b"0\n"


def test_stopped_in_mid_stroke_the_hardware_pwm_is_switched_off(enable: Fifo) -> None:
    with striking(enable, SILENCE_S) as process:
        process.send_signal(signal.SIGSTOP)
        assert enable.written() == b"0\n"
        assert process.poll() is None, "there is no need to end it"


def test_hung_in_mid_stroke_the_hardware_pwm_is_switched_off(enable: Fifo) -> None:
    with striking(enable, SILENCE_S) as process:
        assert enable.written() == b"0\n"
        assert process.poll() is None


# Pulses that end with the program


@contextmanager
def pulsing(silence_s: float) -> Iterator[tuple[Driving, int]]:
    """A program whose pin pulses into a pipe, and the end of that pipe."""
    pulses, line = os.pipe()
    try:
        with driving("gpio", str(line), silence_s, line) as process:
            os.close(line)
            assert os.read(pulses, 1) == b"."
            yield process, pulses
    finally:
        os.close(pulses)


def ends(pulses: int) -> bool:
    """Whether nobody holds the line any more, not even the guardian."""
    for _pulse in range(TOO_MANY):
        ready, _, _ = select.select([pulses], [], [], PATIENCE_S)
        if not ready:
            return False
        if not os.read(pulses, 1):
            return True
    return False


def test_killed_in_mid_stroke_nobody_holds_the_pin() -> None:
    with pulsing(LONG_S) as (process, pulses):
        process.kill()
        assert ends(pulses)


def test_hung_in_mid_stroke_while_its_pulses_go_on_the_program_is_ended() -> None:
    with pulsing(SILENCE_S) as (process, pulses):
        assert ends(pulses)
        assert process.wait() == -signal.SIGKILL


def test_stopped_in_mid_stroke_the_program_is_ended() -> None:
    with pulsing(SILENCE_S) as (process, pulses):
        process.send_signal(signal.SIGSTOP)
        assert ends(pulses)
        assert process.wait() == -signal.SIGKILL


# The guardian itself


@pytest.fixture
def switch(tmp_path: Path) -> Iterator[Fifo]:
    fifo = Fifo(tmp_path / "switch")
    yield fifo
    fifo.close()


def test_a_servo_that_was_released_is_left_alone(switch: Fifo) -> None:
    guardian = Guardian(Quiet(str(switch.path), b"0\n"), silence_s=LONG_S)
    guardian.driven()
    guardian.released()
    guardian.close()
    assert guardian._process.wait() == 0
    assert switch.is_quiet()


def test_a_servo_that_was_left_driven_is_quieted_at_the_close(switch: Fifo) -> None:
    guardian = Guardian(Quiet(str(switch.path), b"0\n"), silence_s=LONG_S)
    guardian.released()
    guardian.driven()
    guardian.close()
    assert switch.written() == b"0\n"


def test_signals_for_the_whole_service_do_not_end_the_guardian(switch: Fifo) -> None:
    guardian = Guardian(Quiet(str(switch.path), b"0\n"), silence_s=0.05)
    guardian.driven()
    assert switch.written() == b"0\n", "it is up"
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        guardian._process.send_signal(number)
    guardian.driven()
    assert switch.written() == b"0\n"
    guardian.close()
    assert guardian._process.wait() == 0


def test_without_its_guardian_a_servo_is_not_driven(switch: Fifo) -> None:
    guardian = Guardian(Quiet(str(switch.path), b"0\n"))
    guardian._process.kill()
    guardian._process.wait()
    with pytest.raises(GuardianGone) as gone:
        guardian.driven()
    assert str(gone.value) == (
        "the servo's guardian process has ended (exit code -9); "
        "its own message is in the log above"
    )
    guardian.close()


def test_a_guardian_that_could_quiet_nothing_does_not_stay(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    guardian = Guardian(Quiet(str(tmp_path / "missing"), b"0\n"))
    assert guardian._process.wait() == 1
    with pytest.raises(GuardianGone):
        guardian.driven()
    guardian.close()
    assert "missing" in capfd.readouterr().err


WITH_A_FAKE_BUS = """
import fcntl, runpy, sys
fcntl.ioctl = lambda target, request, address: print(request, address, flush=True)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_on_the_i2c_bus_the_chip_is_addressed_first(tmp_path: Path) -> None:
    bus = tmp_path / "i2c-1"
    bus.touch()
    program = [sys.executable, "-c", WITH_A_FAKE_BUS, hardware.guardian.__file__]
    done = subprocess.run(
        [*program, str(LONG_S), "1", str(bus), "0910", str(0x41)],
        input=b"ddd",
        capture_output=True,
    )
    assert done.stderr == b""
    assert done.stdout.split() == [b"1795", b"65"]  # I2C_SLAVE, 0x41
    assert bus.read_bytes() == b"\x09\x10"
