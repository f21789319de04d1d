"""Many hands at once: nothing is played by accident, and no press is lost."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller import games
from controller.games.get_bit.pieces import Choose
from controller.light.colour import DARK, WHITE
from controller.light.palette import OK, UNDO, WHY
from controller.session.restore import restored
from hardware.readings import Pressed, Released
from tests.support.ours import so_many
from tests.support.simtable import BOARD, SimTable, Told, sim_table
from tests.support.words import catalogue_text

BUTTONS = [button.control for button in BOARD.buttons]


def told(sentence: str) -> Told:
    return Told(None, False, "", sentence)


def down(table: SimTable, *controls: str) -> None:
    for control in controls:
        table.press(control)
        table.clock.tick(0.05)


def up(table: SimTable, *controls: str) -> None:
    for control in controls:
        table.release(control)
        table.clock.tick(0.05)


# next and ok


def test_ok_with_next_still_down_takes_nothing(table: SimTable) -> None:
    table.count(0, 1)
    down(table, "next", "ok")
    assert table.position.choices == (0, 0, 0, 0)
    assert table.told == [
        told(catalogue_text("reply.one-at-a-time", control="OK", other="NEXT"))
    ]
    assert table.lamps("next", "ok", "why") == [WHITE, WHITE, WHY]
    up(table, "ok", "next")
    assert table.lamps("next", "ok") == [WHITE, OK]
    # The count that was made before is still there.
    table.tap("ok")
    assert table.position.choices == (2, 0, 0, 0)


def test_a_button_whose_release_was_lost_is_not_in_its_own_way(
    table: SimTable,
) -> None:
    table.press("seat:0")
    for _ in range(3):
        table.table.reading(Pressed("next"))
    table.table.reading(Released("next"))
    table.tap("ok")
    assert table.position.choices == (3, 0, 0, 0)


@pytest.mark.parametrize("control", ["next", "ok", "why"])
def test_undo_with_another_control_down_takes_nothing_back(
    table: SimTable, control: str
) -> None:
    table.choose(0, 1)
    down(table, control, "undo")
    up(table, control, "undo")
    down(table, "undo", control)
    up(table, control, "undo")
    assert table.position.choices == (1, 0, 0, 0)


# Two seats


RIVAL = catalogue_text("reply.not-your-turn-down", control="{}", rival="Blue's button")


def test_what_a_second_seat_counts_is_not_the_first_ones(table: SimTable) -> None:
    table.count(0, 2)
    down(table, "seat:1")
    table.tap("next")
    table.tap("ok")
    assert table.position.choices == (0, 0, 0, 0)
    assert table.told == [told(RIVAL.format(control)) for control in ("NEXT", "OK")]
    up(table, "seat:1")
    table.tap("ok")
    assert table.position.choices == (2, 0, 0, 0)


def test_a_seat_that_has_its_card_may_go_on_holding_its_button(
    table: SimTable,
) -> None:
    table.count(0, 2)
    table.tap("ok")
    table.choose(1, 3)
    assert table.position.choices == (2, 3, 0, 0)
    assert table.told == []


# undo


def test_undo_acts_when_it_comes_up(table: SimTable) -> None:
    table.choose(0, 1)
    down(table, "undo")
    table.clock.tick(5)
    assert table.position.choices == (1, 0, 0, 0)
    assert table.lamp("undo") == WHITE
    up(table, "undo")
    assert table.position.choices == (0, 0, 0, 0)
    assert table.lamp("undo") == DARK


def test_undo_of_a_gesture_takes_no_choice_back_whoever_lets_go_first(
    table: SimTable,
) -> None:
    table.choose(0, 1)
    table.count(1, 2)
    down(table, "undo")
    up(table, "seat:1", "undo")
    assert table.position.choices == (1, 0, 0, 0)
    assert table.lamps("next", "ok", "undo") == [DARK, DARK, UNDO]


def test_undo_does_not_take_back_what_came_after_it_went_down(
    table: SimTable,
) -> None:
    table.choose(0, 1)
    down(table, "undo")
    table.act(Choose(1, "blue", 2), 1)
    up(table, "undo")
    assert table.position.choices == (1, 2, 0, 0)
    assert table.told == [told(catalogue_text("reply.went-on"))]
    table.tap("undo")
    assert table.position.choices == (1, 0, 0, 0)


def test_undo_that_was_down_before_the_game_takes_nothing_away(
    tmp_path: Path,
) -> None:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        table.choose(0, 1)
    with sim_table(tmp_path) as table:
        down(table, "undo")
        table.start()
        up(table, "undo")
        assert table.table.phase == "offer"


@pytest.mark.parametrize("order", [("undo", "ok"), ("undo", "why"), ("why", "undo")])
def test_a_palm_does_not_put_an_offered_game_away(
    tmp_path: Path, order: tuple[str, str]
) -> None:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        table.choose(0, 1)
    with sim_table(tmp_path) as table:
        table.start()
        down(table, *order)
        up(table, *order)
        assert table.table.phase == "offer"
        assert table.position.choices == (1, 0, 0, 0)


# Sensor boards


def test_a_tile_that_is_down_when_its_board_falls_silent_is_let_go(
    table: SimTable,
) -> None:
    before = table.lamp("tile:2,2")
    down(table, "tile:2,2", "seat:0")
    assert table.lamp("tile:2,2") == WHITE
    table.backend.faults.set("grid", "unplug")
    table.clock.tick(0.1)
    assert table.lamps("tile:2,2", "seat:0") == [before, WHITE]


# Parts that fail


def test_a_parts_trouble_is_reported_and_lights_why(table: SimTable) -> None:
    table.parts.fails("strip", "OSError: no such device")
    assert table.told == []
    table.settle()
    trouble = Told(None, True, "", "Strip: OSError: no such device.")
    assert table.told == [trouble]
    assert table.lamp("why") == WHY
    table.tap("why")
    assert table.told == [trouble] * 2
    table.parts.works("strip")
    table.settle()
    assert table.told[2:] == [
        Told(None, True, "", catalogue_text("works-again", part="Strip"))
    ]
    assert table.lamp("why") == DARK
    table.tap("why")
    assert len(table.told) == 3


# Whatever hands do


STEPS = st.lists(
    st.tuples(
        st.sampled_from([*BUTTONS, "tile:0,0", "tile:2,2", "tile:4,1"]),
        st.sampled_from([0.0, 0.01, 0.03, 0.4, 1.1]),
    ),
    max_size=40,
)
GAMES = st.sampled_from(games.names())


class Fumbling:
    """Hands that press and release buttons at random, with pauses."""

    def __init__(self, table: SimTable) -> None:
        self.table = table
        self.down: list[str] = []

    def do(self, steps: list[tuple[str, float]]) -> None:
        for control, then_s in steps:
            if control in self.down:
                self.down.remove(control)
                self.table.release(control)
            else:
                self.down.append(control)
                self.table.press(control)
            self.table.clock.tick(then_s)

    def let_go(self) -> None:
        for control in self.down:
            self.table.release(control)
        self.table.clock.tick(0.1)
        self.down.clear()


def replayed(table: SimTable) -> Any:
    """Return the position after the journal's actions, each of them checked."""
    saved = table.journal.unfinished()
    assert saved
    return restored(saved).position


@settings(max_examples=60)
@example("get-bit", [("seat:0", 0.4), ("next", 0.03), ("ok", 0.03)])
@example("get-bit", [("undo", 0.03), ("why", 1.1), ("tile:0,0", 1.1), ("seat:0", 1.1)])
@given(GAMES, STEPS)
def test_any_presses_and_releases_play_legal_actions_and_leave_no_light_behind(
    game: str, steps: list[tuple[str, float]]
) -> None:
    with TemporaryDirectory() as folder, sim_table(Path(folder)) as table:
        table.start(so_many(game), game=game)
        hands = Fumbling(table)
        hands.do(steps)
        hands.let_go()
        assert table.position == replayed(table)
        table.end_effects()
        if table.ended:
            assert table.frames[-1] == bytes(len(table.frames[-1]))
        else:
            assert table.lights.echoes == {}
            assert table.table.held == set()
        # A touch wakes nothing else up.
        table.tap("tile:4,4")
        assert table.position == replayed(table)
