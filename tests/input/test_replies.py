"""Every press is answered: what it did, or why it did nothing."""

from pathlib import Path
from random import Random

import pytest

from controller import games
from tests.support.ours import so_many
from tests.support.simtable import BOARD, SimTable, sim_table
from tests.support.words import catalogue_text


def answer(table: SimTable, control: str) -> str:
    """Press this control, and return the one answer."""
    table.replies.clear()
    table.press(control)
    table.clock.tick(0.05)
    (reply,) = table.replies
    return reply


def test_a_count_gets_the_same_answer_however_far_it_is(table: SimTable) -> None:
    table.press("seat:1")
    said = []
    for _ in range(3):
        said.append(answer(table, "next"))
        table.release("next")
    assert set(said) == {catalogue_text("reply.counted")}


def test_a_seat_that_has_chosen_hears_which_seats_the_table_waits_for(
    table: SimTable,
) -> None:
    table.choose(1, 2)
    said = answer(table, "seat:1")
    assert said.startswith(
        catalogue_text("reply.not-now", seat="Blue", who="Red, Green and Yellow")
    )


def test_the_eliminator_says_that_it_is_not_needed(table: SimTable) -> None:
    table.clock.tick(60)
    assert answer(table, "fire") == catalogue_text("eliminator.unasked")
    assert answer(table, "arm") == catalogue_text("eliminator.unasked")


def test_the_eliminator_lists_what_a_stroke_still_needs(table: SimTable) -> None:
    table.clock.tick(60)
    table.rig.ask("tile:1,3")
    assert answer(table, "fire") == (
        "To fire: put the puck under row 2, tile 4, turn the key and hold FIRE."
    )
    table.release("fire")
    assert answer(table, "arm") == (
        "To fire: put the puck under row 2, tile 4 and hold FIRE."
    )


@pytest.mark.parametrize("control", ["seat:0", "tile:2,2", "undo"])
def test_after_the_end_every_press_is_answered(table: SimTable, control: str) -> None:
    match = table.table.match
    while match.result is None:
        table.act(match.game.legal(match.position)[0])
    table.replies.clear()
    table.tap(control)
    table.clock.tick(0.05)
    assert table.replies == [catalogue_text("reply.over")]


CONTROLS = [button.control for button in BOARD.buttons] + ["fire", "arm"]


@pytest.mark.parametrize("name", games.names())
def test_in_any_game_no_press_is_met_with_silence(tmp_path: Path, name: str) -> None:
    """A game goes on, a refusal is told, or the press is answered in words."""
    with sim_table(tmp_path) as table:
        table.start(so_many(name), game=name, seed=2)
        rng = Random(name)
        tiles = [place for place in BOARD.pixels if place.startswith("tile:")]
        for _ in range(120):
            control = rng.choice(CONTROLS + tiles[::4])
            before = table.table.now.situation
            table.replies.clear()
            table.told.clear()
            table.press(control)
            table.clock.tick(0.05)
            table.release(control)
            table.clock.tick(0.05)
            is_moved = table.table.now.situation is not before
            assert is_moved or table.told or table.replies, control
            for said in table.replies:
                assert "seat:" not in said
