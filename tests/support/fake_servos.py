"""A program that drives a servo to the middle of a stroke and hangs there.

FOLDER is the root of its file system:

    python -m tests.support.fake_servos FOLDER SILENCE_S
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hardware.parts.guardian
from hardware.backend import Servo
from hardware.backends.pi.pins import open_pins
from hardware.parts.servos import GpioServo, guarded
from tests.support import fake_lines
from tests.support.eliminator_bench import ROW, Bench
from tests.support.fakepi import fake_pi


@contextmanager
def driven(root: Path, silence_s: float) -> Iterator[Servo]:
    """Drive a guarded servo on a line that outlives this program in a file."""
    vars(hardware.parts.guardian)["__file__"] = fake_lines.__file__
    with fake_pi(root) as pi:
        assert pi.lgpio
        pi.lgpio.levels = fake_lines.KeptLevels(root / "dev")
        yield guarded(GpioServo(ROW, open_pins(pi.pi)), ROW, root, silence_s)


def drive(root: Path, silence_s: float) -> None:
    with driven(root, silence_s) as servo:
        bench = Bench(open_servo=lambda _row: servo)
        bench.prepare()
        bench.press("fire")
        bench.clock.tick(ROW.hold_ms / 1000 + 0.08)
        guardian = vars(servo)["_guardian"]
        sys.stdout.write(f"{bench.state} {guardian.pid}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    drive(Path(sys.argv[1]), float(sys.argv[2]))
