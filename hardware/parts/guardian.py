"""A second process that stops a servo's pulses when the first one no longer can.

If the program dies mid-stroke, this happens to the pulses:

    gpio       the program makes them, so they end with it; but the kernel keeps the
               line at its last level, which may be high for ever
    pwm        the Pi's PWM hardware makes them, so they never end

A program that hangs may leave either kind running. So while it drives its servo, the
program keeps reporting to the guardian; if it falls silent or exits, the guardian stops
the pulses. A live program owns its line, so the guardian first kills one that hangs.
A servo at rest needs no reports, and then neither process wakes up.

This file is also the guardian's whole program, and imports nothing else of ours.
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

# Longer than any stroke, as the board map ensures, and too short to burn out a servo.
SILENCE_S = 1.0

# The guardian exits at once, unless it has not even started yet.
_LEAVE_S = 5.0
_DRIVEN, _RELEASED, _CLOSED = b"d", b"r", b"c"
# Ctrl-C, a closed terminal and systemd signal every process of the table. The guardian
# ignores those signals, so that it exits after the program.
UNHEARD = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGABRT,
    signal.SIGUSR1,
    signal.SIGUSR2,
)

# An ioctl that requests a chip's line. The kernel's struct has: 64 lines, consumer,
# flags, attributes of single lines (none), number of lines, and the returned file.
_GET_LINE = 0xC250B407
_LINES = struct.Struct("=64I32sQ264x2I20xi")
# An output, low at first, and pulled down if it becomes an input.
_LOW = 1 << 3 | 1 << 9
# The kernel releases a dead program's line a moment after its death.
TRIES, AGAIN_S = 100, 0.02


class Quiet(NamedTuple):
    """How to stop the pulses: write bytes to a device, or drive a line low."""

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
        # A signal blocked here stays blocked in the child from the moment it starts.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, UNHEARD)
        try:
            self.process = subprocess.Popen(
                # Isolated mode without site-packages starts in a fraction of the time.
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
        """Report, before each step, that the servo is driven; raise GuardianGone."""
        self._send(_DRIVEN)

    def released(self) -> None:
        self._send(_RELEASED)

    def dismiss(self) -> None:
        """Report that the servo was closed properly, so there is nothing to stop."""
        with suppress(GuardianGone):
            self._send(_CLOSED)
        self.close()

    def close(self) -> None:
        """Let the guardian stop the pulses and exit."""
        # The guardian exits at the end of its input.
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
    """Stop the pulses at once, from any source; raise OSError."""
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
    # No process has to hold the line: the kernel or the pull-down keeps it low.
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
