"""A second process that ends a servo's pulses when the first one no longer can.

What becomes of the pulses by themselves, if the program ends in mid-stroke:

    gpio       made by the program: they end with it, the kernel takes the pin back
    pwm        made by the Pi's own PWM hardware: they go on for ever
    pca9685    made by a chip on the I2C bus: they go on for ever

And a program that hangs leaves each of them going. So while its servo is driven the
program says so again and again; silence or a closed pipe makes the guardian write
what ends the pulses. Where there is nothing to write (gpio) it ends the program that
hangs. A servo at rest needs no word, and nobody wakes up.

This file is the guardian's whole program, too: it starts without the rest of ours.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from typing import NamedTuple

# Longer than any stroke (the board map sees to that), shorter than a servo burns.
SILENCE_S = 1.0

# It leaves at once, unless it has not even started yet.
_LEAVE_S = 5.0
_DRIVEN, _RELEASED = b"d", b"r"
_I2C_SLAVE = 0x0703  # ioctl: whom the next bytes are for


class Quiet(NamedTuple):
    """These bytes, written to this device, end the pulses."""

    path: str
    wire: bytes
    i2c_address: int | None = None


class GuardianGone(Exception):
    """Nobody watches over the servo, so it must not be driven."""


class Guardian:
    def __init__(self, quiet: Quiet | None, silence_s: float = SILENCE_S) -> None:
        """Starts the process; without `quiet` a hang of ours is the end of us."""
        import subprocess

        words = [str(silence_s), str(os.getpid())]
        if quiet:
            words += [quiet.path, quiet.wire.hex(), str(quiet.i2c_address or "")]
        self._process = subprocess.Popen(
            # Isolated and without site-packages: it starts in a fraction of the time.
            [sys.executable, "-I", "-S", __file__, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )
        assert self._process.stdin
        self._pipe = self._process.stdin.fileno()

    def driven(self) -> None:
        """Said before each step of a stroke; raises GuardianGone."""
        self._say(_DRIVEN)

    def released(self) -> None:
        self._say(_RELEASED)

    def close(self) -> None:
        # The end of its input is the end of it.
        with suppress(Exception):
            self._process.communicate(timeout=_LEAVE_S)

    def _say(self, word: bytes) -> None:
        try:
            os.write(self._pipe, word)
        except OSError as error:
            code = self._process.poll()
            raise GuardianGone(
                f"the servo's guardian process has ended (exit code {code}); "
                "its own message is in the log above"
            ) from error


def watch(silence_s: float, parent: int, target: int | None, wire: bytes) -> None:
    """The guardian's life: until nobody is left who could drive the servo."""
    is_driven = False
    while True:
        ready, _, _ = select.select([0], [], [], silence_s if is_driven else None)
        words = os.read(0, 4096) if ready else b""
        if words:
            is_driven = words.endswith(_DRIVEN)
            continue
        if is_driven and target is not None:
            os.write(target, wire)
        elif is_driven and not ready and os.getppid() == parent:
            os.kill(parent, signal.SIGKILL)
        if ready:
            return
        is_driven = False


def main(silence_s: str, parent: str, *quiet: str) -> None:
    # Ctrl-C and systemd speak to every process of the service; this one leaves last.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    target, wire = None, b""
    if quiet:
        path, hex_wire, address = quiet
        wire = bytes.fromhex(hex_wire)
        target = os.open(path, os.O_WRONLY)
        if address:
            import fcntl

            fcntl.ioctl(target, _I2C_SLAVE, int(address))
    watch(float(silence_s), int(parent), target, wire)


if __name__ == "__main__":
    main(*sys.argv[1:])
