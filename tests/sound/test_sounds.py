"""The sounds: made from their recipes, equally loud, without clicks."""

import math
import shutil
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.basics.sheet import SheetError
from controller.sound import cues, synth
from controller.sound.cues import RATE
from tests.cli.test_cli import Run, undertow

__all__ = ["undertow"]  # a fixture

WINDOW = RATE // 10


def loudness(samples: Sequence[float]) -> float:
    """Decibels of the loudest tenth of a second, weighted as by ITU-R BS.1770."""
    heard = _filtered(_filtered(samples, *_shelf()), *_high_pass())
    starts = range(0, max(1, len(heard) - WINDOW // 2), WINDOW // 4)
    powers = (sum(v * v for v in heard[i : i + WINDOW]) / WINDOW for i in starts)
    return 10 * math.log10(max(powers) / 32768**2)


Three = tuple[float, float, float]


def _shelf() -> tuple[Three, Three]:
    """The head's shadow: 4 dB more from about 1.7 kHz on."""
    k, quality, high = math.tan(math.pi * 1681.97 / RATE), 0.70718, 10 ** (4 / 20)
    band, whole = high**0.49967, 1 + k / 0.70718 + k * k
    b = high + band * k / quality + k * k, 2 * (k * k - high), high - band * k / quality
    first, second, third = b
    over = first / whole, second / whole, (third + k * k) / whole
    return over, (1, 2 * (k * k - 1) / whole, (1 - k / quality + k * k) / whole)


def _high_pass() -> tuple[Three, Three]:
    """What is too low to be heard."""
    k, quality = math.tan(math.pi * 38.135 / RATE), 0.50033
    whole = 1 + k / quality + k * k
    return (1, -2, 1), (1, 2 * (k * k - 1) / whole, (1 - k / quality + k * k) / whole)


def _filtered(samples: Sequence[float], over: Three, under: Three) -> list[float]:
    made: list[float] = []
    x1 = x2 = y1 = y2 = 0.0
    for x in samples:
        y = over[0] * x + over[1] * x1 + over[2] * x2 - under[1] * y1 - under[2] * y2
        x2, x1, y2, y1 = x1, x, y1, y
        made.append(y)
    return made


def heard(name: str) -> "array[int]":
    return array("h", cues.samples(name))


def test_every_file_is_what_its_recipe_makes(undertow: Run) -> None:
    assert synth.check() == []
    assert {*cues.names(), cues.MUSIC} == set(synth.load())


def test_a_changed_a_missing_and_a_strange_file_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "cues"
    shutil.copytree(cues.FOLDER, folder)
    (folder / "bite.wav").write_bytes((folder / "card.wav").read_bytes())
    (folder / "splash.wav").unlink()
    (folder / "moo.wav").write_bytes(b"")
    assert synth.check(folder) == ["bite.wav", "moo.wav", "splash.wav"]
    assert synth.write(folder) == ["bite.wav", "moo.wav", "splash.wav"]
    assert synth.check(folder) == []


def test_the_command_names_stale_files(
    undertow: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, out, _ = undertow("sounds", "--check")
    assert (status, out.endswith("each as its recipe says\n")) == (0, True)
    monkeypatch.setattr(synth, "check", lambda: ["bite.wav"])
    status, out, _ = undertow("sounds", "--check")
    assert status == 1
    assert out.splitlines() == [
        "bite.wav: out of date",
        "Write them with: undertow sounds",
    ]


def test_all_sounds_are_equally_loud_to_six_decibels() -> None:
    levels = {name: loudness(heard(name)) for name in cues.names()}
    quietest, loudest = min(levels.values()), max(levels.values())
    assert loudest - quietest < 6, levels


def test_on_a_small_speaker_they_are_equally_loud_too() -> None:
    """It gives next to nothing below 300 Hz: a low sound has overtones for it."""
    k = math.tan(math.pi * 300 / RATE)
    whole = 1 + k * math.sqrt(2) + k * k
    over: Three = (1 / whole, -2 / whole, 1 / whole)
    under: Three = (1, 2 * (k * k - 1) / whole, (1 - k * math.sqrt(2) + k * k) / whole)
    levels = {n: loudness(_filtered(heard(n), over, under)) for n in cues.names()}
    quietest, loudest = min(levels.values()), max(levels.values())
    assert loudest - quietest < 6, levels


@pytest.mark.parametrize("name", cues.names())
def test_a_sound_begins_and_ends_in_silence(name: str) -> None:
    samples = heard(name)
    assert samples[0] == samples[-1] == 0
    # Nor does it jump: it takes a few milliseconds to grow, and to be gone.
    assert max(map(abs, samples[:8])) < 6000
    assert max(map(abs, samples[-20:])) < 1500
    assert max(map(abs, samples)) <= 30_000


GOOD = '[[tone]]\ncue = "bite"\nwave = "sine"\nfor_ms = 100\nfrom_hz = 200\n'


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ("sine", "sinus", "3: tone.wave must be sine, triangle or noise, in quotes"),
        ("100", "9", "4: tone.for_ms must be a whole number from 20 to 1500; it is 9"),
        ("for_ms", "fro_ms", "4: unknown key 'fro_ms' in [[tone]]; did you mean"),
        ("200", "200\nat_ms = 1450", "4: this tone of bite ends after 1550 ms, but"),
        ("[[tone]]", "[[tune]]", "1: unknown section 'tune'; did you mean 'tone'?"),
    ],
)
def test_a_bad_recipe_is_refused_with_its_line(
    tmp_path: Path, good: str, bad: str, words: str
) -> None:
    path = tmp_path / "recipes.toml"
    path.write_text(GOOD.replace(good, bad))
    with pytest.raises(SheetError) as error:
        synth.load(path)
    assert str(error.value).startswith(f"{path}:{words}")
