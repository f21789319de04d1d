"""Sound through ALSA: libasound via ctypes, and one thread that owns the device.

libasound is part of Raspberry Pi OS. Nothing here runs on the table's own thread,
because opening a device may take long and writing blocks while the buffer is full.
"""

import ctypes
import threading
from collections.abc import Callable, Sequence
from typing import Any

from hardware.backend import NextChunk, Report
from hardware.parts.registry import PATIENCE_S
from hardware.parts.sound import CHUNK, RATE

LIBRARY = "libasound.so.2"
BUFFER_US = 40_000
_S16_LE, _INTERLEAVED, _PLAYBACK, _PREPARED = 2, 3, 0, 2
# How many silent chunks it takes to push the end of a sound out of the buffer.
TAIL = 2 * BUFFER_US // 10_000
_SILENCE = bytes(2 * CHUNK)
_ENOENT, _EBUSY, _ENODEV, _EPIPE, _ESTRPIPE = 2, 16, 19, 32, 86
_NO_CARD = (
    "no sound card answers; list the cards with `aplay -L`, and add the table's user "
    "to the group audio"
)
_HINTS = {
    _ENOENT: _NO_CARD,
    _ENODEV: _NO_CARD,
    _EBUSY: "another program uses the sound card; close it",
}
_Handler = ctypes.CFUNCTYPE(
    None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
)
# Keep libasound from printing its errors: the list of parts shows them.
_QUIET = _Handler(lambda *_: None)


class NoSound(Exception):
    """The device cannot play; the message says why."""


def load(name: str = LIBRARY) -> Any:
    try:
        alsa = ctypes.CDLL(name)
    except OSError:
        raise NoSound(f"{name} is missing: sudo apt-get install libasound2") from None
    alsa.snd_strerror.restype = ctypes.c_char_p
    alsa.snd_pcm_writei.restype = ctypes.c_long
    alsa.snd_pcm_writei.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ulong]
    alsa.snd_lib_error_set_handler(_QUIET)
    return alsa


class Pcm:
    """An open device; every call may raise NoSound."""

    def __init__(self, alsa: Any, device: str) -> None:
        self._alsa = alsa
        self._device = device
        self._pcm = ctypes.c_void_p()
        name = device.encode()
        self._try(alsa.snd_pcm_open(ctypes.byref(self._pcm), name, _PLAYBACK, 0))
        try:
            self._try(
                alsa.snd_pcm_set_params(
                    self._pcm, _S16_LE, _INTERLEAVED, 1, RATE, 1, BUFFER_US
                )
            )
        except NoSound:
            self.close()
            raise

    def write(self, chunk: bytes) -> None:
        """Write once the buffer has room; the first chunk starts playback."""
        written = self._alsa.snd_pcm_writei(self._pcm, chunk, len(chunk) // 2)
        if written in (-_EPIPE, -_ESTRPIPE):
            # The buffer ran dry, or the machine slept: restart with this chunk.
            self._try(self._alsa.snd_pcm_prepare(self._pcm))
            written = self._alsa.snd_pcm_writei(self._pcm, chunk, len(chunk) // 2)
        self._try(written)
        if self._alsa.snd_pcm_state(self._pcm) == _PREPARED:
            # Otherwise playback would not start until the buffer is full.
            self._try(self._alsa.snd_pcm_start(self._pcm))

    def rest(self) -> None:
        """Stop the device until the next chunk."""
        self._try(self._alsa.snd_pcm_drop(self._pcm))
        self._try(self._alsa.snd_pcm_prepare(self._pcm))

    def close(self) -> None:
        self._alsa.snd_pcm_close(self._pcm)

    def _try(self, status: int) -> None:
        if status < 0:
            reason = self._alsa.snd_strerror(status).decode(errors="replace")
            hint = _HINTS.get(-status)
            words = f"{self._device}: {reason}"
            raise NoSound(f"{words}; {hint}" if hint else words)


class AlsaOutput:
    def __init__(
        self,
        device: str,
        chunk: NextChunk,
        report: Report,
        patience_s: Sequence[float] = PATIENCE_S,
    ) -> None:
        """Return at once; `report` is called with any trouble, on another thread."""
        self._device = device
        self._chunk = chunk
        self._report = report
        self._patience_s = patience_s
        self._is_out = False
        self._wake = threading.Event()
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name=device, daemon=True)
        self._thread.start()

    def play(self, add: Callable[[], None]) -> None:
        add()
        self._wake.set()

    def close(self) -> None:
        self._is_closing = True
        self._wake.set()
        # Leave a hanging device alone: its thread ends with the process.
        self._thread.join(1.0)

    def _run(self) -> None:
        tries = 0
        while not self._is_closing:
            try:
                self._own()
                tries = 0
            except NoSound as error:
                self._is_out = True
                self._report(str(error))
                wait_s = self._patience_s[min(tries, len(self._patience_s) - 1)]
                tries += 1
                self._sleep(wait_s)

    def _sleep(self, seconds: float) -> None:
        self._wake.clear()
        if not self._is_closing:
            self._wake.wait(seconds)

    def _own(self) -> None:
        """Open the device and play until it fails or is closed."""
        pcm = Pcm(load(), self._device)
        if self._is_out:
            self._is_out = False
            self._report(None)
        try:
            while not self._is_closing:
                self._wake.wait()
                self._wake.clear()
                self._play(pcm)
        finally:
            pcm.close()

    def _play(self, pcm: Pcm) -> None:
        """Play until the mixer is silent."""
        silent = 0
        while silent < TAIL and not self._is_closing:
            chunk = self._chunk()
            silent = 0 if chunk else silent + 1
            pcm.write(chunk or _SILENCE)
        pcm.rest()
