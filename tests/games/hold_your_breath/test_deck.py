"""HOLD YOUR BREATH!: the house's deck, and what is wrong with a wrong one (HYB-02)."""

from pathlib import Path

import pytest

from controller.basics.sheet import SheetError
from controller.games.hold_your_breath import data
from controller.games.hold_your_breath.pieces import CARDS

OURS = data.OURS.read_text()


def load(folder: Path, text: str) -> dict[str, int]:
    file = folder / "hold-your-breath.toml"
    file.write_text(text)
    return dict(zip(CARDS, data.load(file), strict=True))


def complaint(folder: Path, text: str) -> str:
    with pytest.raises(SheetError) as error:
        load(folder, text)
    return str(error.value).removeprefix(f"{folder}/")


def line_of(text: str, words: str, nth: int = 0) -> int:
    lines = text.splitlines()
    return [n for n, line in enumerate(lines, start=1) if line == words][nth]


def test_a_deck_from_a_log_is_checked_like_a_file() -> None:
    written = data.write(data.usual())
    assert data.read(written) == data.usual()
    written["creatures"]["dolphin"] = 3
    with pytest.raises(SheetError) as refused:
        data.read(written)
    assert str(refused.value) == (
        "house.creatures: the Dive Deck has 68 cards, and these make 69; "
        "change some of the counts"
    )


def test_a_wrong_sum_is_refused(tmp_path: Path) -> None:
    text = OURS.replace("dolphin = 2", "dolphin = 3")
    line = line_of(text, "[creatures]")
    assert complaint(tmp_path, text) == (
        f"hold-your-breath.toml:{line}: the Dive Deck has 68 cards, and these make 69; "
        "change some of the counts"
    )


def test_a_face_that_is_there_twice_or_not_at_all_is_refused(tmp_path: Path) -> None:
    text = OURS.replace('face = "swim-5"', 'face = "air-5"')
    line = line_of(text, 'face = "air-5"', 1)
    assert complaint(tmp_path, text) == (
        f"hold-your-breath.toml:{line}: air-5 has two rows; put its numbers into one"
    )
    start = text.index('[[dual]]\nface = "swim-10"')
    short = text[:start] + text[text.index("[creatures]") :]
    short = short.replace('face = "air-5"', 'face = "swim-5"', 1)
    line = line_of(short, "[[dual]]", 2)
    assert complaint(tmp_path, short) == (
        f"hold-your-breath.toml:{line}: swim-10 has no row; add a [[dual]] for it"
    )
