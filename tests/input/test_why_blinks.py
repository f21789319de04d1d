"""The number of a ruling, blinked on `why`'s lamp, for a table without a page."""

from pathlib import Path

import pytest

from controller.games.hai_noon.layout import SHARK_TILES
from controller.light import playback
from controller.light.colour import DARK, WHITE
from controller.light.palette import OK, WHY
from tests.support.simtable import SimTable, sim_table

# More often than the shortest light lasts.
LOOK_S = 0.05


def seen(table: SimTable, place: str = "why", seconds: float = 40.0) -> str:
    """Return what a lamp blinks: `-` for a long light, `.` for a short one.

    A blank is a pause that is longer than the others.
    """
    runs: list[tuple[bool, int]] = []
    for _ in range(round(seconds / LOOK_S)):
        lit = table.lamp(place) != DARK
        if runs and runs[-1][0] == lit:
            runs[-1] = (lit, runs[-1][1] + 1)
        else:
            runs.append((lit, 1))
        table.clock.tick(LOOK_S)
    # Before the first darkness and after the last it shows something else.
    dark = [index for index, (lit, _) in enumerate(runs) if not lit]
    read = ""
    for lit, looks in runs[dark[0] : dark[-1]]:
        long = looks * LOOK_S > 0.6
        read += ("-" if long else ".") if lit else (" " if long else "")
    return read.strip()


@pytest.mark.parametrize(
    ("rule", "lights"),
    [
        ("HYB-23", "-- ... -- ..."),
        ("GB-05", "..... ....."),
        ("HN-40", "---- ----"),
    ],
)
def test_tens_are_long_and_ones_are_short_and_all_comes_twice(
    table: SimTable, rule: str, lights: str
) -> None:
    table.lights.signal(playback.number_blinks(rule))
    assert seen(table) == lights


def test_the_number_of_a_refusal_is_blinked_when_why_is_pressed(
    table: SimTable,
) -> None:
    table.choose(0, 9)
    assert table.told[-1].rule == "GB-05"
    table.end_effects()
    table.press("why")
    assert table.lamp("why") == DARK
    # With the finger on it, too.
    assert seen(table, seconds=12.0) == "..... ....."
    assert table.lamp("why") == WHITE
    table.release("why")
    table.end_effects()
    assert table.lamp("why") == WHY


@pytest.mark.parametrize("control", ["seat:0", "why"])
def test_the_next_press_ends_it(table: SimTable, control: str) -> None:
    before = table.lamp("why")
    table.lights.signal(playback.number_blinks("HYG-61"))
    table.clock.tick(1.5)
    assert table.lamp("why") != before
    table.tap(control)
    for _ in range(100):
        assert table.lamp("why") == before
        table.clock.tick(LOOK_S)


# What was tried


def test_the_lamp_blinks_the_ruling_against_an_attempt(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        table.start(2, {"first": 0}, game="hai-noon", seed=1)
        table.press("why")
        table.tap(SHARK_TILES[0])
        assert table.told[-1].rule == "HN-13"
        assert seen(table) == "- ... - ..."


def test_what_can_be_done_is_a_long_light_on_ok_twice(table: SimTable) -> None:
    table.choose(0, 1)
    table.end_effects()
    table.press("why")
    table.tap("undo")
    assert table.told[-1].legal
    before = len(table.frames)
    assert seen(table, "ok") == "- -"
    offset = 3 * table.board.pixels["ok"]
    shown = {frame[offset : offset + 3] for frame in table.frames[before:]}
    assert shown == {bytes(OK), bytes(DARK)}
    assert table.lamp("why") == WHITE
