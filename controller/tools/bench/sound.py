"""What sound and speech cost: presses while the table sounds, and the mixing itself.

The device is played by a thread of its own, ten milliseconds at a time, as on a Pi;
only the sound card is missing. Where no espeak-ng is installed, a program that writes
a ready sound stands in for it.
"""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time, sleep

from controller.light.lights import Lights
from controller.service.sound import in_words
from controller.session.now import Now
from controller.session.saying import Aloud, Saying
from controller.session.table import Table
from controller.sound import cues
from controller.sound.speech import Speech, command
from controller.tools.bench.figures import Figure, percentile
from controller.tools.bench.press import Bench, Finger
from hardware.parts.sound import CHUNK, RATE, Mixer, Sound, sound

_CHUNK_S = CHUNK / RATE
# So many presses without sound, then as many with it, and so on.
_BLOCK = 10


class Heard:
    """A speaker and a voice that can be switched on while the table runs."""

    def __init__(self) -> None:
        self.is_on = False
        self.mixer = Mixer()
        self._sounds = {name: sound(cues.samples(name)) for name in cues.names()}
        self._wake = threading.Event()
        self._is_closing = False
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()
        stand_in = ["cat", str(cues.file("win"))]
        self._speech = Speech(command(None, "en") or stand_in, self._speak)

    def attach(self, table: Table, lights: Lights) -> None:
        lights.on_sounds.append(self._cues)
        saying = Saying(self._say)
        table.on_change.append(saying.changed)

    def close(self) -> None:
        self._speech.close()
        self._is_closing = True
        self._wake.set()
        self._thread.join()

    def silence(self) -> None:
        self.is_on = False
        self.mixer.hush(all_voices=True)

    def _cues(self, names: tuple[str, ...]) -> None:
        for name in names if self.is_on else ():
            self.mixer.add(self._sounds[name])
            self._wake.set()

    def _say(self, now: Now, aloud: Aloud) -> None:
        if self.is_on:
            self._speech.say(in_words(now, aloud, "en"))

    def _speak(self, spoken: Sound) -> bool:
        self.mixer.hush()
        self.mixer.add(spoken, is_speech=True)
        self._wake.set()
        return True

    def _play(self) -> None:
        while not self._is_closing:
            self._wake.wait()
            self._wake.clear()
            while self.mixer.chunk() and not self._is_closing:
                sleep(_CHUNK_S)


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    presses = 2 * _BLOCK if quick else 40 * _BLOCK
    return [
        asyncio.run(_press_to_echo(folder, presses)),
        _at_rest(1 if quick else 5),
        _sounding(1 if quick else 10),
    ]


async def _press_to_echo(folder: Path, presses: int) -> Figure:
    """In one run, so that both have the same machine under them."""
    heard = Heard()
    echoes: dict[bool, list[float]] = {False: [], True: []}
    with TemporaryDirectory(dir=folder) as temporary, Finger() as finger:
        bench = Bench(Path(temporary), finger, recorded=False, attach=heard.attach)
        for number in range(presses):
            heard.is_on = number // _BLOCK % 2 == 1
            if not heard.is_on:
                heard.silence()
            await bench.press_and_choose()
            echoes[heard.is_on].append(bench.echoes[-1])
        bench.close()
    heard.close()
    silent, sounding = (percentile(echoes[on], 0.99) for on in (False, True))
    return Figure(
        "press to echo, p99, sounding and speaking",
        sounding * 1000,
        "ms",
        "the same, silent",
        silent * 1000,
        sounding / silent,
        at_most=1.2,
    )


def _at_rest(seconds: int) -> Figure:
    heard = Heard()
    share = _processor(lambda: sleep(seconds), seconds)
    heard.close()
    return Figure("sound at rest: processor", share, "% of a core", at_most=2)


def _sounding(seconds: int) -> Figure:
    """Three sounds at once over the music, at a volume that has to be scaled."""
    mixer = Mixer(volume=9)
    for name in ("bite", "splash", "win"):
        cue = sound(cues.samples(name))
        times = 2 * RATE * seconds // len(cue) + 1
        mixer.add((cue * times)[: 2 * RATE * seconds])
    mixer.add_bed(sound(cues.samples(cues.MUSIC)), lambda: True)

    def mix() -> None:
        for _ in range(RATE * seconds // CHUNK):
            mixer.chunk()

    share = _processor(mix, seconds)
    return Figure("sounding: processor", share, "% of a core", at_most=5)


def _processor(work: Callable[[], object], seconds: int) -> float:
    begun = process_time()
    work()
    return 100 * (process_time() - begun) / seconds
