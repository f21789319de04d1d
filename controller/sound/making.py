"""Makes the files of all sounds from their recipes, and says which are stale."""

import io
import wave
from collections.abc import Iterator
from pathlib import Path

from controller.sound.cues import FOLDER, MUSIC, RATE
from controller.sound.recipes import load
from controller.sound.synth import render, render_loop


def write(folder: Path = FOLDER) -> list[str]:
    """Makes every cue of its recipe; says which files were not as they are now."""
    made = _made()
    stale = list(_stale(made, folder))
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.wav"):
        if path.stem not in made:
            path.unlink()
    for name, content in made.items():
        (folder / f"{name}.wav").write_bytes(content)
    return stale


def check(folder: Path = FOLDER) -> list[str]:
    """The files that are not what their recipes make."""
    return list(_stale(_made(), folder))


def _stale(made: dict[str, bytes], folder: Path) -> Iterator[str]:
    there = {path.stem: path for path in folder.glob("*.wav")}
    for name in sorted(made.keys() | there.keys()):
        path = there.get(name)
        if path is None or path.read_bytes() != made.get(name):
            yield f"{name}.wav"


def _made() -> dict[str, bytes]:
    return {
        cue: as_wav((render_loop if cue == MUSIC else render)(tones).tobytes())
        for cue, tones in load().items()
    }


def as_wav(pcm: bytes) -> bytes:
    packed = io.BytesIO()
    with wave.open(packed, "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(RATE)
        made.writeframes(pcm)
    return packed.getvalue()
