"""Speech: sentences become sound by a program of their own, and the newest wins.

`espeak-ng`, or the command that a setting names, gets the sentence on its standard
input and writes a WAV to its standard output. It is waited for on a thread of its own;
a sentence that is older than another one is never heard.
"""

import logging
import os
import shlex
import shutil
import signal
import subprocess
import threading
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress

from hardware.parts.sound import RATE, Sound, sound

_log = logging.getLogger("undertow.speech")

PROGRAM = "espeak-ng"
PATIENCE_S = 10.0
LONGEST = 300  # letters of a sentence; nobody listens to more


class NoSpeech(Exception):
    """A sentence could not be made into sound; the text says why."""


def command(named: str | None, voice: str) -> list[str] | None:
    """What speaks here: the named command, or espeak-ng where it is installed."""
    if named:
        return shlex.split(named)
    found = shutil.which(PROGRAM)
    return [found, "-v", voice, "--stdin", "--stdout"] if found else None


def samples(wav: bytes) -> bytes:
    """16 bits each, RATE a second, of a WAV whose header may lie about its length."""
    if wav[:4] != b"RIFF" or wav[8:12] != b"WAVE":
        raise NoSpeech("what it wrote is no WAV")
    at, rate, channels = 12, 0, 0
    while at + 8 <= len(wav):
        kind, size = wav[at : at + 4], int.from_bytes(wav[at + 4 : at + 8], "little")
        if kind == b"fmt ":
            channels = int.from_bytes(wav[at + 10 : at + 12], "little")
            rate = int.from_bytes(wav[at + 12 : at + 16], "little")
            bits = int.from_bytes(wav[at + 22 : at + 24], "little")
            if (channels, bits) != (1, 16) or not 4000 <= rate <= 96_000:
                raise NoSpeech("its WAV is not of one channel with 16 bits")
        if kind == b"data" and rate:
            data = wav[at + 8 :]
            return _at_rate(data[: len(data) & ~1], rate)
        at += 8 + size + size % 2
    raise NoSpeech("its WAV has no samples")


def _at_rate(pcm: bytes, rate: int) -> bytes:
    if rate == RATE:
        return pcm
    given = array("h", pcm)
    length = len(given) * RATE // rate
    return array("h", [given[i * rate // RATE] for i in range(length)]).tobytes()


class Speech:
    def __init__(self, command: Sequence[str], play: Callable[[Sound], object]) -> None:
        """`play` gets what is to be heard, on another thread."""
        self._command = command
        self._play = play
        self._wake = threading.Condition()
        self._newest: str | None = None
        self._running: subprocess.Popen[bytes] | None = None
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
        self._thread.start()

    def say(self, sentence: str) -> None:
        """Never waits; what was to be said before and is not heard yet is dropped."""
        with self._wake:
            self._newest = sentence[:LONGEST]
            self._end_process()
            self._wake.notify()

    def close(self) -> None:
        with self._wake:
            self._is_closing = True
            self._end_process()
            self._wake.notify()
        self._thread.join(1.0)

    def _run(self) -> None:
        while True:
            with self._wake:
                while self._newest is None and not self._is_closing:
                    self._wake.wait()
                if self._is_closing:
                    return
                sentence, self._newest = self._newest, None
            try:
                made = sound(samples(self._rendered(sentence or "")))
            except NoSpeech as error:
                _log.warning("%s: %s", self._command[0], error)
                continue
            with self._wake:
                is_stale = self._newest is not None or self._is_closing
            if not is_stale:
                self._play(made)

    def _rendered(self, sentence: str) -> bytes:
        try:
            with self._wake:
                self._running = process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
        except OSError as error:
            raise NoSpeech(f"it cannot be run ({error.strerror})") from None
        try:
            made, _ = process.communicate(f"{sentence}\n".encode(), PATIENCE_S)
        except subprocess.TimeoutExpired:
            raise NoSpeech(f"it took longer than {PATIENCE_S:g} s") from None
        finally:
            with self._wake:
                self._end_process()
                self._running = None
        return made

    def _end_process(self) -> None:
        """Its whole group: a command may have started others."""
        process = self._running
        if process and process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
