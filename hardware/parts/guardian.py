"""A second process that ends a servo's pulses when the first one no longer can.

If the program ends in mid-stroke, this is what happens to the pulses:

    gpio       made by the program: they end with it, but a Pi's kernel keeps the last
               level of the line, which may be high for ever
    pwm        made by the Pi's own PWM hardware: they never end

A program that hangs leaves all of them running. So while its servo is driven, the
program reports to the guardian again and again; if it is silent or exits, the guardian
ends the pulses. A line belongs to the program while that lives, so a program that hangs
is killed first. A servo at rest needs no reports, and neither process wakes up.

This file is also the guardian's whole program: it starts without the rest of ours.
"""

import errno
import fcntl
import os
import select
import signal
import struct
import sys
import time
from contextlib import suppress
from typing import NamedTuple

# Longer than any stroke (the board map ensures that), and too short to burn a servo.
SILENCE_S = 1.0

# It exits at once, unless it has not even started yet.
_LEAVE_S = 5.0
_DRIVEN, _RELEASED, _CLOSED = b"d", b"r", b"c"
# Ctrl-C, a closed terminal and systemd signal every process of the table. Those signals
# are for the program: the guardian ignores them and exits last.
UNHEARD = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGABRT,
    signal.SIGUSR1,
    signal.SIGUSR2,
)

# ioctl: request a line of a chip. The kernel's struct is: 64 lines, consumer, flags,
# attributes of single lines (none), the number of lines, and the file it returns.
_GET_LINE = 0xC250B407
_LINES = struct.Struct("=64I32sQ264x2I20xi")
# An output, low by default, and pulled down if it becomes an input.
_LOW = 1 << 3 | 1 << 9
# The line of a program that has just died is released a moment later.
TRIES, AGAIN_S = 100, 0.02


class Quiet(NamedTuple):
    """What ends the pulses: bytes for a device, or a line that is driven low."""

    path: str
    wire: bytes = b""
    line: int | None = None


class GuardianGone(Exception):
    """The guardian process is gone, so the servo must not be driven."""


class Guardian:
    def __init__(self, quiet: Quiet, silence_s: float = SILENCE_S) -> None:
        """Start the process."""
        import subprocess

        line = "" if quiet.line is None else str(quiet.line)
        words = [str(silence_s), str(os.getpid()), quiet.path, quiet.wire.hex(), line]
        # Signals that are blocked here are blocked in the child from its first moment.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, UNHEARD)
        try:
            self.process = subprocess.Popen(
                # Isolated, without site-packages: it starts in a fraction of the time.
                [sys.executable, "-I", "-S", __file__, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                cwd="/",
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        assert self.process.stdin
        self._pipe = self.process.stdin.fileno()

    @property
    def pid(self) -> int:
        return self.process.pid

    def driven(self) -> None:
        """Tell it before each step that the servo is driven; raise GuardianGone."""
        self._send(_DRIVEN)

    def released(self) -> None:
        self._send(_RELEASED)

    def dismiss(self) -> None:
        """Tell it that the servo was closed properly, so there is nothing to stop."""
        with suppress(GuardianGone):
            self._send(_CLOSED)
        self.close()

    def close(self) -> None:
        """Let it end the pulses and exit."""
        # It exits at the end of its input.
        with suppress(Exception):
            self.process.communicate(timeout=_LEAVE_S)

    def _send(self, word: bytes) -> None:
        try:
            os.write(self._pipe, word)
        except OSError as error:
            code = self.process.poll()
            raise GuardianGone(
                f"the servo's guardian process has ended (exit code {code}); "
                "its own message is in the log above"
            ) from error


def end_pulses(quiet: Quiet) -> None:
    """End the pulses at once, whatever made them; raise OSError."""
    target = os.open(quiet.path, os.O_WRONLY)
    try:
        _end(quiet, target)
    finally:
        os.close(target)


def _end(quiet: Quiet, target: int) -> None:
    if quiet.line is None:
        os.write(target, quiet.wire)
        return
    for tries_left in reversed(range(TRIES)):
        try:
            _drive_low(target, quiet.line)
        except OSError as error:
            if error.errno != errno.EBUSY or not tries_left:
                raise
            time.sleep(AGAIN_S)
        else:
            return


def _drive_low(chip: int, line: int) -> None:
    lines = [line, *[0] * 63]
    request = bytearray(_LINES.pack(*lines, b"undertow", _LOW, 1, 0, -1))
    fcntl.ioctl(chip, _GET_LINE, request)
    # Nobody has to hold it: the kernel keeps it low, or the pull-down does.
    os.close(_LINES.unpack(request)[-1])


def watch(silence_s: float, parent: int, quiet: Quiet, target: int) -> None:
    """Run the guardian until no process is left that could drive the servo."""
    last = b""
    while True:
        wait_s = silence_s if last == _DRIVEN else None
        ready, _, _ = select.select([0], [], [], wait_s)
        words = os.read(0, 4096) if ready else b""
        if words:
            last = words[-1:]
        elif ready:
            if last != _CLOSED:
                _end(quiet, target)
            return
        else:
            last = b""
            if quiet.line is None:
                _end(quiet, target)
            elif os.getppid() == parent:
                os.kill(parent, signal.SIGKILL)


def main(silence_s: str, parent: str, path: str, wire: str, line: str) -> None:
    quiet = Quiet(path, bytes.fromhex(wire), int(line) if line else None)
    watch(float(silence_s), int(parent), quiet, os.open(path, os.O_WRONLY))


if __name__ == "__main__":
    main(*sys.argv[1:])
