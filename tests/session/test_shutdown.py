"""Switching the table off: `undo` and `why` for three seconds, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from controller.input.held import REDS
from controller.light.colour import DARK, WHITE
from tests.hardware.test_buttons import PinUnderAFinger
from tests.service.test_service import running
from tests.support.simtable import BOARD, SimTable, Told, sim_table
from tests.support.words import catalogue_text

COUNTING = Told(
    None, True, "", "You're holding UNDO and WHY. The table turns off in 3 seconds."
)
STAYS = Told(None, True, "", catalogue_text("power.stays"))
OFF = Told(None, True, "", catalogue_text("power.off"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        table.choose(0, 1)
        yield table


@pytest.mark.parametrize("order", [("undo", "why"), ("why", "undo")])
def test_both_lamps_grow_dark_by_the_second_and_then_all_is_dark(
    table: SimTable, order: tuple[str, str]
) -> None:
    for control in order:
        table.press(control)
    for red in REDS:
        assert table.lamps("undo", "why") == [red, red]
        assert table.lamp("seat:0") != DARK
        table.clock.tick(0.9375)
        assert table.lamps("undo", "why") == [red, red]
        assert table.ended == []
        table.clock.tick(0.0625)
    assert table.ended == [table.clock.time()]
    assert table.frames[-1] == bytes(3 * BOARD.strip.pixels)
    assert table.told == [COUNTING, OFF]
    assert table.position.choices == (1, 0, 0, 0)


@pytest.mark.parametrize("first", ["undo", "why"])
def test_letting_go_of_either_calls_it_off_and_changes_nothing(
    table: SimTable, first: str
) -> None:
    shown, entries = table.frames[-1], table.journal.unfinished()
    table.press("undo")
    table.press("why")
    table.clock.tick(2.9)
    (second,) = {"undo", "why"} - {first}
    table.release(first)
    assert table.lamp(second) == WHITE
    table.clock.tick(0.1)
    table.release(second)
    table.end_effects()
    assert table.frames[-1] == shown
    assert table.ended == []
    assert table.told == [COUNTING, STAYS]
    assert table.journal.unfinished() == entries
    table.tap("undo")
    assert table.position.choices == (0, 0, 0, 0)


@pytest.mark.parametrize("third", ["next", "ok", "seat:3"])
def test_a_palm_on_more_than_the_two_does_not_switch_off(
    table: SimTable, third: str
) -> None:
    for control in ("undo", third, "why"):
        table.press(control)
    table.clock.tick(10)
    assert table.ended == []
    table.release(third)
    table.clock.tick(2)
    table.press(third)
    table.clock.tick(10)
    assert table.ended == []
    table.release(third)
    table.clock.tick(3)
    assert len(table.ended) == 1


def test_a_piece_on_a_tile_is_no_hand(table: SimTable) -> None:
    for control in ("tile:2,2", "undo", "why"):
        table.press(control)
    table.clock.tick(3)
    assert len(table.ended) == 1


def test_after_the_end_no_press_does_anything(table: SimTable) -> None:
    table.press("undo")
    table.press("why")
    table.clock.tick(3)
    frames = len(table.frames)
    table.release("undo")
    table.release("why")
    table.clock.tick(1)
    table.tap("undo")
    table.choose(1, 2)
    assert table.position.choices == (1, 0, 0, 0)
    assert len(table.frames) == frames
    assert len(table.ended) == 1


def test_two_wires_on_ground_at_the_start_do_not_switch_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grounded = [b.gpio for b in BOARD.buttons if b.control in ("undo", "why")]
    pin = MockFactory.pin

    def pin_on_ground(factory: MockFactory, name: str | int) -> object:
        if name in grounded:
            return pin(factory, name, pin_class=PinUnderAFinger)
        return pin(factory, name)

    monkeypatch.setattr(MockFactory, "pin", pin_on_ground)
    with sim_table(tmp_path) as table:
        table.start()
        assert table.lamps("undo", "why") == [WHITE, WHITE]
        table.clock.tick(59)
        assert table.ended == []
        table.clock.tick(1)
        assert [part.name for part in table.parts.all() if part.trouble] == [
            "undo's button",
            "why's button",
        ]


def test_the_service_ends_in_good_order_and_says_why(tmp_path: Path) -> None:
    with running(tmp_path, "--seed=1") as process, process.table() as page:
        page.send("press", control="undo")
        page.send("press", control="why")
        told = [page.next("told")["message"] for _ in range(2)]
        assert told == [COUNTING.message, OFF.message]
        status, output, errors = process.end()
        assert status == 0
        assert errors == ""
        assert output.startswith("Switched off by hand:")
        assert page.frames[-1] == bytes(3 * BOARD.strip.pixels)
    with running(tmp_path) as process, process.table() as page:
        assert page.next("position")["phase"] == "offer"
