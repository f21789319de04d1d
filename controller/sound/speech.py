"""Speech: an external program turns sentences into sound, one after another.

`espeak-ng`, or the command from the settings, reads the sentence from its standard
input and writes a WAV to its standard output. A thread waits for it. Stale sentences
are dropped, or cut short.
"""

import os
import select
import shlex
import shutil
import signal
import subprocess
import threading
import wave
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BytesIO
from time import monotonic

from controller.sound.spoken import SpokenQueue, Utterance
from hardware.parts.sound import RATE, Sound, sound

PROGRAM = "espeak-ng"
PATIENCE_S = 10.0
LONGEST = 1000  # letters of a sentence; nobody listens to more
LARGEST = 8 << 20  # bytes of its sound: more than a minute at 48,000 bytes a second


class NoSpeech(Exception):
    """A sentence that could not be turned into sound, and why."""


def command(named: str | None, voice: str) -> list[str] | None:
    """Return the command that speaks here: the named one, or espeak-ng if installed."""
    if named:
        return shlex.split(named)
    found = shutil.which(PROGRAM)
    return [found, "-v", voice, "--stdin", "--stdout"] if found else None


def samples(wav: bytes) -> bytes:
    """Return the samples of a WAV at this RATE; its header's length may be wrong."""
    try:
        with wave.open(BytesIO(wav)) as file:
            rate, pcm = file.getframerate(), file.readframes(file.getnframes())
            kind = file.getnchannels(), file.getsampwidth()
    except (wave.Error, EOFError) as error:
        raise NoSpeech(f"what it wrote is no WAV ({error})") from None
    if kind != (1, 2) or not 4000 <= rate <= 96_000:
        raise NoSpeech("its WAV is not of one channel with 16 bits")
    return _at_rate(pcm[: len(pcm) & ~1], rate)


def _at_rate(pcm: bytes, rate: int) -> bytes:
    if rate == RATE:
        return pcm
    given = array("h", pcm)
    length = len(given) * RATE // rate
    return array("h", [given[i * rate // RATE] for i in range(length)]).tobytes()


def _answer(process: subprocess.Popen[bytes], text: bytes) -> bytes:
    """Return all its output, within a time limit."""
    assert process.stdin
    assert process.stdout
    # It may not read the text, or be gone. A sentence fits into the pipe.
    with suppress(BrokenPipeError):
        process.stdin.write(text)
    process.stdin.close()
    output, made = process.stdout.fileno(), bytearray()
    poll, end_s = select.poll(), monotonic() + PATIENCE_S
    poll.register(output, select.POLLIN)
    while len(made) <= LARGEST:
        if not poll.poll(max(0.0, end_s - monotonic()) * 1000):
            raise NoSpeech(f"it took longer than {PATIENCE_S:g} s")
        part = os.read(output, 1 << 16)
        if not part:
            return bytes(made)
        made += part
    raise NoSpeech(f"it wrote more than {LARGEST >> 20} MB")


class Speech:
    def __init__(
        self,
        command: Sequence[str],
        play: Callable[[Sound], bool],
        report: Callable[[str | None], object] = lambda _trouble: None,
    ) -> None:
        """`play` replaces the current sound, and returns whether it may be heard.

        `report` is called with what is wrong with the command, and with None when it
        works again. Both are called on another thread.
        """
        self._command = command
        self._play = play
        self._report = report
        self._wake = threading.Condition()
        self._waiting = SpokenQueue()
        # Whether the sentence being rendered or heard has become stale.
        self._is_stale = False
        self._running: subprocess.Popen[bytes] | None = None
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
        self._thread.start()

    def speak(self, said: Utterance) -> None:
        """Queue this without waiting; drop what is now stale."""
        with self._wake:
            if self._waiting.put(said):
                self._is_stale = True
                self._end_process()
            self._wake.notify()

    def use(self, command: Sequence[str]) -> None:
        """Speak with this command from the next sentence on."""
        self._command = command

    def close(self) -> None:
        with self._wake:
            self._is_closing = True
            self._end_process()
            self._wake.notify()
        self._thread.join(1.0)

    def _run(self) -> None:
        while sentence := self._next():
            try:
                made = sound(samples(self._rendered(sentence[:LONGEST])))
            except NoSpeech as error:
                if not self._is_over():
                    self._report(f"{self._command[0]}: {error}")
                continue
            if not self._is_over():
                self._report(None)
                # A sound that a muted table does not play is over at once.
                heard_s = len(made) / 2 / RATE if self._play(made) else 0
                with self._wake:
                    self._wake.wait_for(self._is_over, heard_s)

    def _next(self) -> str | None:
        """Wait for a sentence; return None if there will be no more."""
        with self._wake:
            self._is_stale = False
            while not self._is_closing:
                if found := self._waiting.take():
                    return found[1]
                self._wake.wait()
        return None

    def _is_over(self) -> bool:
        return self._is_stale or self._is_closing

    def _rendered(self, sentence: str) -> bytes:
        try:
            with self._wake:
                self._running = process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    bufsize=0,
                    start_new_session=True,
                )
        except OSError as error:
            raise NoSpeech(f"it cannot be run ({error.strerror})") from None
        with process:
            try:
                return _answer(process, f"{sentence}\n".encode())
            finally:
                with self._wake:
                    self._end_process()
                    self._running = None

    def _end_process(self) -> None:
        """End its whole process group, because a command may have started others."""
        process = self._running
        if process and process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
