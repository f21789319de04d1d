"""`why` beside `undo`, in other phases, and when it stays down."""

from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from controller.games.get_bit.pieces import Choose
from controller.rules.match import CannotUndo
from hardware.parts.buttons import STUCK_S
from tests.hardware.test_buttons import PinUnderAFinger
from tests.input.test_why import why_held
from tests.support.simtable import BOARD, SimTable, Told, sim_table
from tests.support.words import catalogue_text

# undo


def test_undo_says_which_ruling_refuses(table: SimTable) -> None:
    with pytest.raises(CannotUndo) as refused:
        table.table.match.undo_mark()
    with why_held(table) as told:
        table.tap("undo")
        assert told[-1] == Told(None, False, "GB-05", table.said(str(refused.value)))


# Other phases


def test_why_says_what_ok_and_undo_do_with_an_offered_game(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        table.choose(0, 1)
    with sim_table(tmp_path) as table:
        table.start()
        table.press("why")
        for control in ("ok", "undo", "seat:0", "tile:1,1"):
            table.tap(control)
        table.release("why")
        assert table.table.phase == "offer"
        assert [t.message for t in table.told].count(
            catalogue_text("prompt.offer", who="Everyone", game="GET BIT!")
            + " "
            + catalogue_text("ask-table.offer")
        ) == 5
        table.tap("ok")
        assert table.position.choices == (1, 0, 0, 0)


# A why that stays down


def test_a_stuck_why_keeps_nobody_from_playing(table: SimTable) -> None:
    table.press("why")
    table.clock.tick(STUCK_S)
    assert "why's button" in [p.name for p in table.parts.all() if p.trouble]
    table.choose(0, 2)
    assert table.position.choices == (2, 0, 0, 0)
    table.release("why")
    table.clock.tick(1)
    table.tap("undo")
    assert table.position.choices == (0, 0, 0, 0)


def test_a_why_that_is_down_before_the_table_runs_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (gpio,) = [b.gpio for b in BOARD.buttons if b.control == "why"]
    pin = MockFactory.pin

    def pin_on_ground(factory: MockFactory, name: str | int) -> object:
        kind = PinUnderAFinger if name == gpio else None
        return pin(factory, name, pin_class=kind) if kind else pin(factory, name)

    monkeypatch.setattr(MockFactory, "pin", pin_on_ground)
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        table.choose(0, 2)
        assert table.position.choices == (2, 0, 0, 0)


def test_what_a_page_plays_meanwhile_is_played_and_tried_against(
    table: SimTable,
) -> None:
    table.press("why")
    table.choose(0, 1)
    table.act(Choose(0, "red", 1), 0)
    table.told.clear()
    table.choose(0, 2)
    assert table.position.choices == (1, 0, 0, 0)
    private: Any = table.told[0]
    assert (private.seat, private.legal) == (0, False)
    assert private.message == catalogue_text("refused.has-card", "get-bit", robot="Red")
