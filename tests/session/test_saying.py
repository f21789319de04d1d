"""What the table says aloud: what to do next, and never a secret."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.games.get_bit.pieces import Choose
from controller.input.prompt import prompt
from controller.rules.sentence import Sentence
from controller.session.mute import HEARD, MUTED, MuteChord
from controller.session.saying import Saying, spoken
from controller.words.notice import Notice
from hardware.readings import Pressed, Reading, Released
from tests.support.simtable import SimTable, sim_table


@contextmanager
def heard_table() -> Iterator[tuple[SimTable, list[str]]]:
    said: list[str] = []
    with TemporaryDirectory() as folder, sim_table(Path(folder)) as table:
        saying = Saying(said.append)
        table.table.on_change.append(saying.changed)
        table.table.on_notice.append(saying.noticed)
        table.start(4)
        yield table, said


def test_the_prompt_is_said_once_each_time_it_changes() -> None:
    with heard_table() as (table, said):
        table.act(Choose(0, "red", 3), 0)
        table.act(Choose(1, "blue", 2), 1)
        now = table.table.now
        assert said[-1] == now.said(prompt(now.situation, "table").says)
        assert len(said) == len(set(said)) == 3
        assert "`" not in "".join(said)


def test_whatever_card_is_chosen_and_counted_the_same_is_said() -> None:
    told = []
    for card in range(1, 6):
        with heard_table() as (table, said):
            table.choose(3, card)
            table.act(Choose(0, "red", card), 0)
            table.tap("undo")
            told.append(tuple(said))
    assert len(set(told)) == 1
    assert len(told[0]) > 1


def test_a_count_that_cannot_be_played_is_said_without_its_number() -> None:
    told = []
    for card in (1, 2):
        with heard_table() as (table, said):
            for robot in table.position.robots:
                table.act(Choose(robot.seat, robot.name, card), robot.seat)
            # It is gone from its hand; only its own page may say which that is.
            table.choose(3, card)
            told.append(said[-1])
    assert told[0] == told[1]


def test_what_one_seat_alone_is_told_is_not_said() -> None:
    own = Sentence("refused.has-card", {"robot": "red"})
    with heard_table() as (table, said):
        before = list(said)
        for listener in table.table.on_notice:
            listener(Notice(2, False, "GB-31", own))
        assert said == before
        for listener in table.table.on_notice:
            listener(Notice(None, False, "GB-31", own))
        assert said == [*before, "Red has its card for this round already."]
    assert spoken("a  `b`") == "a b"


# Muting


def chord(*readings: Reading) -> tuple[list[Reading], list[str]]:
    passed: list[Reading] = []
    said: list[str] = []
    muted = [False]

    def toggle() -> bool:
        muted[0] = not muted[0]
        return muted[0]

    keys = MuteChord(passed.append, said.append, toggle)
    for reading in readings:
        keys.reading(reading)
    return passed, said


def test_holding_why_and_pressing_next_mutes_and_again_unmutes() -> None:
    tap = Pressed("next"), Released("next")
    passed, said = chord(Pressed("why"), *tap, *tap, Released("why"))
    assert said == [MUTED, HEARD]
    assert passed == [Pressed("why"), Released("why")]


def test_next_alone_or_with_a_seat_held_is_the_games() -> None:
    tap = Pressed("next"), Released("next")
    assert chord(*tap) == (list(tap), [])
    held = Pressed("why"), Pressed("seat:0"), *tap, Released("seat:0"), Released("why")
    assert chord(*held) == (list(held), [])
