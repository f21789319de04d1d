"""Every press is answered: what it did, or why it did nothing."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from controller import games
from controller.input.intents import NewGame
from tests.support.ours import so_many
from tests.support.simtable import BOARD, SimTable, sim_table
from tests.support.words import catalogue_text


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        yield table


def answer(table: SimTable, control: str) -> str:
    """Press this control, and return the one answer."""
    table.replies.clear()
    table.press(control)
    table.clock.tick(0.05)
    (reply,) = table.replies
    return reply


def test_a_tile_that_means_nothing_says_so(table: SimTable) -> None:
    assert answer(table, "tile:1,2") == catalogue_text("table.nothing")


@pytest.mark.parametrize("control", ["next", "ok"])
def test_who_counts_without_holding_a_seat_is_told_to_hold_it(
    table: SimTable, control: str
) -> None:
    said = answer(table, control)
    assert said == catalogue_text("reply.hold-first")


def test_a_held_seat_is_told_how_it_goes_on(table: SimTable) -> None:
    held = catalogue_text("reply.held", seat="Blue")
    assert answer(table, "seat:1") == held


def test_what_is_counted_is_answered_alike_however_far_it_is(table: SimTable) -> None:
    table.press("seat:1")
    said = []
    for _ in range(3):
        said.append(answer(table, "next"))
        table.release("next")
    assert set(said) == {catalogue_text("reply.counted")}


def test_who_lets_go_hears_that_nothing_was_chosen(table: SimTable) -> None:
    table.count(1, 2)
    table.replies.clear()
    table.release("seat:1")
    assert table.replies == [catalogue_text("reply.let-go", seat="Blue")]


def test_who_lets_go_after_the_choice_hears_nothing_of_that(table: SimTable) -> None:
    table.count(1, 2)
    table.tap("ok")
    table.replies.clear()
    table.release("seat:1")
    assert table.replies == []


def test_a_seat_that_has_chosen_hears_for_whom_the_table_waits(
    table: SimTable,
) -> None:
    table.choose(1, 2)
    said = answer(table, "seat:1")
    assert said.startswith(
        catalogue_text("reply.not-now", seat="Blue", who="Red, Green and Yellow")
    )


def test_a_seat_that_nobody_sits_at_says_so(table: SimTable) -> None:
    assert answer(table, "seat:5").startswith(catalogue_text("reply.nobody-there"))


def test_why_with_nothing_refused_says_what_it_is_for(table: SimTable) -> None:
    assert answer(table, "why").startswith(catalogue_text("reply.nothing-refused"))


def test_undo_of_what_was_begun_says_that_it_is_cancelled(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        table.start(2, game="hold-your-breath", seed=3)
        table.tap("next")
        table.press("undo")
        table.clock.tick(0.05)
        table.replies.clear()
        table.release("undo")
        assert table.replies == [catalogue_text("reply.cancelled")]


def test_next_names_the_tile_that_it_points_at(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        table.start(2, game="hold-your-breath", seed=3)
        assert answer(table, "next") == (
            catalogue_text("reply.pointed", place="Row 1, tile 3")
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


@pytest.mark.parametrize("control", ["seat:0", "tile:2,2", "undo", "next", "ok"])
def test_where_a_game_is_chosen_every_press_is_answered(
    tmp_path: Path, control: str
) -> None:
    """By the prompt of another game, or by what can be pressed instead."""
    with sim_table(tmp_path) as table:
        wanted = NewGame(games.find("get-bit"), 4, {}, is_chosen=False)
        table.table.open(wanted)
        before = table.table.now
        table.tap(control)
        table.clock.tick(0.05)
        if control in ("next", "ok"):
            assert table.table.now.situation is not before.situation
        else:
            (said,) = table.replies
            assert said == (
                catalogue_text("reply.choose", game="GET BIT!").removesuffix(".")
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
