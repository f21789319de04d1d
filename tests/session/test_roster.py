"""Which seats bots play is kept with the game, and follows it from game to game."""

from pathlib import Path

from controller import games
from controller.input.intents import Rematch
from controller.input.seat_requests import Requester
from controller.input.seating import HOLD_S
from controller.session.roster import Roster
from tests.support.simtable import SimTable, sim_table


def roster_of(table: SimTable, *wanted: str) -> Roster:
    roster = Roster(table.store, wanted)
    table.table.on_change.append(roster.changed)
    return roster


def test_bots_that_were_asked_for_sit_on_the_last_seats(table: SimTable) -> None:
    roster = roster_of(table, "easy", "sharp")
    table.start(4)
    assert roster.bots == ("", "", "easy", "sharp")


def test_they_are_there_again_after_a_restart(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        roster = roster_of(table, "easy")
        table.start(3)
        roster.seat(0, "sharp")
    with sim_table(tmp_path) as table:
        roster = roster_of(table, "steady")
        table.start(3)
        assert table.table.phase == "offer"
        assert roster.bots == ("sharp", "", "easy")
        table.table.resume()
        assert roster.bots == ("sharp", "", "easy")


def test_who_takes_a_seat_back_has_it_after_a_restart_too(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        roster = roster_of(table, "easy")
        table.start(2)
        roster.seat(1, "")
    with sim_table(tmp_path) as table:
        roster = roster_of(table)
        table.start(2)
        assert roster.bots == ("", "")


def test_seats_keep_their_bots_from_game_to_game(table: SimTable) -> None:
    roster = roster_of(table, "easy")
    table.start(2)
    table.table.ask(Rematch())
    assert list(roster.bots) == ["", "easy"]
    table.table.new_game(games.find("hai-noon"), 4, {})
    assert list(roster.bots) == ["", "easy", "", ""]
    table.table.new_game(games.find("get-bit"), 2, {})
    assert list(roster.bots) == ["", "easy"]
    assert table.store.bots == ("", "easy")


def test_a_player_who_got_a_seat_by_its_button_plays_there(table: SimTable) -> None:
    roster = roster_of(table, "easy", "easy")
    table.table.seating.on_answer.append(roster.answered)
    table.start(3)
    table.table.seating.ask(1, Requester(7, "192.0.2.7"))
    table.press("seat:1")
    table.clock.tick(HOLD_S + 0.1)
    assert list(roster.bots) == ["", "easy", "easy"]
    table.release("seat:1")
    assert list(roster.bots) == ["", "", "easy"]
    table.table.seating.ask(2, Requester(8, "192.0.2.8"))
    table.clock.tick(60)
    assert list(roster.bots) == ["", "", "easy"]
