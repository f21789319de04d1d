"""Clocks: whose time runs, when it rests, what the journal keeps, what lamps show."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.games.get_bit.pieces import Choose
from controller.input.intents import NewGame, PointAtNext, PutAway, Rematch, TakePointed
from controller.light.colour import DARK, Colour, Rhythm, rhythm
from controller.session.clocks import NO_CLOCK, Times
from controller.session.display import with_times
from controller.session.snapshot import Snapshot
from hardware.parts.registry import BROKER, NEARBY, NETWORK
from tests.support.simtable import SimTable, sim_table

ROBOTS = ("red", "blue", "green", "yellow")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        start(table, 10)
        yield table


def start(table: SimTable, minutes: int | None, game: str = "get-bit") -> None:
    table.table.open(NewGame(games.find(game), 4, {}, 1, clock=minutes))
    table.settle()


def times(table: SimTable) -> Times:
    found = table.table.now.times
    assert found
    return found


def used(table: SimTable) -> list[int]:
    """Return the seconds of each seat; what a tap takes is rounded away."""
    return [round(used_s) for used_s in times(table).used_s]


def choose(table: SimTable, seat: int, card: int) -> None:
    table.act(Choose(seat, ROBOTS[seat], card), seat)


def kinds(table: SimTable) -> list[str]:
    saved = table.journal.unfinished()
    assert saved
    return [kind for kind, _ in saved.entries]


# Whose time runs


def test_time_runs_for_all_who_are_asked_until_they_have_chosen(
    table: SimTable,
) -> None:
    table.clock.tick(10)
    choose(table, 1, 3)
    table.clock.tick(20)
    assert used(table) == [30, 10, 30, 30]
    assert times(table).running == (0, 2, 3)


def test_no_time_runs_while_a_game_is_chosen_or_offered(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        get_bit = games.find("get-bit")
        table.table.open(NewGame(get_bit, 4, {}, is_chosen=False, clock=5))
        table.clock.tick(100)
        assert times(table).running == ()
        table.table.ask(TakePointed())
        table.clock.tick(7)
        choose(table, 0, 3)
        assert used(table) == [7, 7, 7, 7]
    with sim_table(tmp_path) as table:
        start(table, None)
        assert table.table.phase == "offer"
        table.clock.tick(100)
        assert (used(table), times(table).running) == ([7, 7, 7, 7], ())
        table.table.resume()
        table.clock.tick(5)
        assert used(table) == [7, 12, 12, 12]


def test_a_game_has_no_clock_unless_somebody_wants_one(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        start(table, None)
        table.clock.tick(10)
        choose(table, 1, 3)
        assert table.table.now.times is None
        assert {*kinds(table)} == {"action"}


def test_the_next_game_has_the_same_clock_until_it_is_switched_off(
    table: SimTable,
) -> None:
    table.table.ask(NewGame(games.find("hai-noon"), 4, {}))
    assert (times(table).minutes, used(table)) == (10, [0, 0, 0, 0])
    table.table.ask(Rematch())
    assert times(table).minutes == 10
    table.table.ask(NewGame(games.find("get-bit"), 4, {}, clock=NO_CLOCK))
    assert table.table.now.times is None
    table.table.ask(Rematch())
    assert table.table.now.times is None


def test_a_lesson_has_no_clock(table: SimTable) -> None:
    table.table.ask(NewGame(games.find("get-bit"), 4, {}, learn=True, clock=10))
    assert table.table.now.times is None
    table.table.ask(NewGame(games.find("get-bit"), 4, {}))
    assert times(table).minutes == 10


# When it rests


def test_time_rests_while_why_or_undo_is_held(table: SimTable) -> None:
    for control in ("why", "undo"):
        before = used(table)
        table.press(control)
        assert times(table).running == ()
        table.clock.tick(50)
        table.release(control)
        table.settle()
        assert used(table) == before
        assert times(table).running == (0, 1, 2, 3)


def test_time_rests_after_a_part_has_failed_until_somebody_plays(
    table: SimTable,
) -> None:
    table.parts.fails("lamp", "it is broken")
    table.settle()
    table.clock.tick(100)
    assert used(table) == [0, 0, 0, 0]
    choose(table, 0, 3)
    table.clock.tick(10)
    assert used(table) == [0, 10, 10, 10]


@pytest.mark.parametrize("name", [BROKER, NEARBY, NETWORK])
def test_a_network_that_is_away_stops_no_clock(table: SimTable, name: str) -> None:
    table.parts.fails(name, "it is away")
    table.settle()
    table.clock.tick(10)
    assert used(table) == [10, 10, 10, 10]


def test_time_runs_again_once_the_part_works(table: SimTable) -> None:
    table.parts.fails("lamp", "it is broken")
    table.settle()
    table.clock.tick(100)
    table.parts.works("lamp")
    table.settle()
    table.clock.tick(10)
    assert used(table) == [10, 10, 10, 10]


def test_time_rests_while_a_piece_is_guided(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        start(table, 10, "hold-your-breath")
        table.backend.touch.put("depth:1:9")
        table.clock.tick(3)
        assert table.table.placement.step
        assert times(table).running == ()
        before = used(table)
        table.clock.tick(100)
        assert used(table) == before
        table.backend.touch.take("depth:1:9")
        table.clock.tick(3)
        assert times(table).running != ()


# The journal, and undo


def test_times_are_written_with_the_action(table: SimTable) -> None:
    table.clock.tick(10)
    commits = table.journal.commits
    choose(table, 1, 3)
    assert table.journal.commits == commits + 1
    assert kinds(table)[-2:] == ["clock", "action"]


def test_undo_puts_all_times_back_to_the_undone_choice(table: SimTable) -> None:
    table.clock.tick(10)
    choose(table, 1, 3)
    table.clock.tick(20)
    table.table.undo(1)
    assert used(table) == [10, 10, 10, 10]
    table.clock.tick(5)
    assert used(table) == [15, 15, 15, 15]


def test_a_restarted_table_goes_on_with_the_times_of_the_last_action(
    tmp_path: Path,
) -> None:
    with sim_table(tmp_path) as table:
        start(table, 10)
        table.clock.tick(10)
        choose(table, 1, 3)
        table.clock.tick(20)
        choose(table, 0, 3)
        table.clock.tick(30)
        table.table.undo(0)
        table.clock.tick(1)
        choose(table, 2, 1)
        before = times(table)
    with sim_table(tmp_path) as table:
        start(table, None)
        table.table.resume()
        assert times(table) == before
        table.table.undo(2)
        table.table.undo(1)
        assert used(table) == [10, 10, 10, 10]


# What little time does


def heard(table: SimTable) -> list[Any]:
    """Return the seats of the notices since the last call."""
    seats = [told.seat for told in table.told]
    table.told.clear()
    return seats


def test_everybody_is_reminded_once_and_the_seat_itself(table: SimTable) -> None:
    for seat in (1, 2, 3):
        choose(table, seat, 3)
    table.told.clear()
    table.clock.tick(8 * 60 - 1)
    assert heard(table) == []
    table.clock.tick(2)
    assert heard(table) == [None, 0]
    table.clock.tick(3 * 60)
    assert times(table).over == (0,)
    table.table.undo(3)
    assert times(table).over == ()
    table.clock.tick(9 * 60)
    assert heard(table) == [None, 3]


def test_nobody_is_over_a_clock_that_only_counts(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        start(table, 0)
        table.clock.tick(100_000)
        assert used(table) == [100_000] * 4
        assert times(table).over == ()
        assert table.told == []


def test_the_lamp_of_an_asked_seat_darkens_as_its_time_passes(table: SimTable) -> None:
    def light() -> int:
        return sum(table.lamp("seat:0"))

    table.end_effects()
    full = light()
    table.clock.tick(5 * 60)
    half = light()
    table.clock.tick(3 * 60)
    little = light()
    assert full > half > little > 0


def test_the_lamp_flutters_from_the_reminder_on() -> None:
    def ink(level: int) -> Colour:
        lamps = with_times({}, {"seat:0": (200, 0, 10)}, (0,), {0: level})
        return lamps.get("seat:0", DARK)

    assert [rhythm(ink(level)) == Rhythm.QUICK for level in (1, 2, 3)] == [
        False,
        True,
        True,
    ]
    assert sum(ink(1)) > sum(ink(2)) > 0


def test_listeners_hear_when_other_times_run(table: SimTable) -> None:
    running: list[Any] = []

    def hear(now: Snapshot, _events: object) -> None:
        running.append(now.times and now.times.running)

    table.table.on_change.append(hear)
    table.tap("why")
    assert running == [(), (0, 1, 2, 3)]


def test_putting_a_saved_game_away_begins_with_the_table_s_own_clock(
    tmp_path: Path,
) -> None:
    with sim_table(tmp_path) as table:
        start(table, 10)
        choose(table, 1, 3)
    with sim_table(tmp_path) as table:
        start(table, 3)
        table.table.ask(PutAway())
        assert times(table).minutes == 3
        table.table.ask(PointAtNext())
        assert times(table).minutes == 3
