"""A game's lesson.toml: checked with file and line before anything of it is taught."""

from pathlib import Path

import pytest

from controller import games
from controller.basics.sheet import SheetError
from controller.games.hold_your_breath.pieces import Done, Play
from controller.rules.deals import Draw
from controller.rules.game import Outcome
from controller.tabletop.lesson import Lesson
from controller.tabletop.lesson_sheet import read
from controller.words.catalogue import Catalogue

GAME = games.find("hold-your-breath")
WORDS = Catalogue(
    {
        "lesson.air": "{seat}, play {card}.",
        "lesson.both": "{who:seat}: {wanted}.",
        "lesson.one": "{seat} is done",
        "lesson.end": "Go on.",
        "lesson.up": "Now swim up, {seat}.",
    }
)
GOOD = """\
end = "end"
options = { first = 0 }

[[told]]
type = "draw"
seat = 0
card = "shark"

[[step]]
says = "air"
wants = [{ type = "play", seat = 0, card = "air-5-calm", as = "air-5" }]

[[step]]
says = "both"
each = "one"
wants = [{ type = "done", seat = 0 }, { type = "done", seat = 1 }]

[[later]]
event = "surface"
says = "up"
"""


def lesson(tmp_path: Path, text: str = GOOD) -> Lesson:
    path = tmp_path / "lesson.toml"
    path.write_text(text)
    return read(path, GAME, WORDS, games.staging(GAME).effects.names)


def test_a_lesson_says_what_is_dealt_wanted_and_said(tmp_path: Path) -> None:
    found = lesson(tmp_path)
    air, both = found.steps
    assert air.wants[0].fits(Play(0, "air-5-calm", "air-5"))
    assert not air.wants[0].fits(Play(0, "air-5-calm", "calm", front=0))
    assert [want.fits(Done(1)) for want in both.wants] == [False, True]
    assert found.options == {"first": 0}
    assert (found.end, found.later[0].event) == ("end", "surface")


def test_what_is_told_is_dealt_once_and_then_the_seed_deals(tmp_path: Path) -> None:
    found = lesson(tmp_path)
    outcomes = [Outcome(Draw(0, card), 1) for card in ("kraken", "shark")]
    assert found.preset([], outcomes) == Draw(0, "shark")
    assert found.preset([Draw(0, "shark")], outcomes) is None
    assert found.preset([], [Outcome(Draw(1, "shark"), 1)]) is None


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ('end = "end"\n', "", " the lesson of HOLD YOUR BREATH! has no end; add it"),
        ('= "end"', '= "ned"', "1: the words of the game have no lesson.ned; did you"),
        ("first = 0", "first = 9", "2: hold-your-breath: option first must be"),
        ('type = "draw"', 'type = "drew"', "4: there is no action 'drew'; did you"),
        ("seat = 0\ncard", 'seat = "0"\ncard', "4: draw.seat cannot be '0'"),
        ("card =", "cart =", "4: draw has no 'cart'; did you mean 'card'?"),
        (
            'says = "both"',
            'says = "air"',
            "14: nothing is put into lesson.air for {card}",
        ),
        ('each = "one"\n', "", "14: nothing is put into lesson.both for {wanted}"),
        ("surface", "sarface", "19: there is no event 'sarface'; did you mean"),
    ],
)
def test_a_bad_lesson_is_refused_with_file_and_line(
    tmp_path: Path, good: str, bad: str, words: str
) -> None:
    assert good in GOOD
    with pytest.raises(SheetError) as refused:
        lesson(tmp_path, GOOD.replace(good, bad, 1))
    path = tmp_path / "lesson.toml"
    assert str(refused.value).startswith(f"{path}:{words}")


def test_a_lesson_without_steps_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match=r"a lesson has no steps; add \[\[step\]\]"):
        lesson(tmp_path, GOOD.partition("[[step]]")[0])
