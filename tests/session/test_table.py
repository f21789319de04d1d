"""The table: presses become actions, actions are on disk before they are shown."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import Choose
from controller.input.intents import NewGame
from controller.light.colour import DARK, WHITE
from controller.light.palette import NEXT, OK, UNDO, WHY
from controller.rules.game import BadSetup
from controller.session.session import UNSAVED
from controller.storage.journal import Journal, JournalError
from controller.words.files import in_english
from tests.support.simtable import SimTable, Told, sim_table
from tests.support.words import catalogue_text

NAMES = ("red", "blue", "green", "yellow")
NOT_SAVED = (
    "the game is not saved, it goes on in memory (journal.sqlite: database or disk "
    "is full); to fix it, run `undertow doctor`"
)
SHOWN_SOMETHING = catalogue_text("undo.too-late")


class ProbedJournal(Journal):
    """A journal whose writes can be watched, and whose disk can be full."""

    full = False

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.at_write: list[Any] = []

    def commit(self, statements: Any) -> None:
        for probe in self.at_write:
            probe()
        if self.full:
            raise JournalError(f"{self.path.name}: database or disk is full")
        super().commit(statements)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path, ProbedJournal) as table:
        yield table


def probed(table: SimTable) -> ProbedJournal:
    assert isinstance(table.journal, ProbedJournal)
    return table.journal


def bodies(table: SimTable) -> list[tuple[str, str]]:
    saved = table.journal.unfinished()
    assert saved
    return list(saved.entries)


def a_card(seat: int, card: int) -> tuple[str, str]:
    name = NAMES[seat]
    body = f'{{"type": "choose", "seat": {seat}, "robot": "{name}", "card": {card}}}'
    return "action", body


# Starting


def test_a_new_game_is_on_disk_with_its_starting_line(table: SimTable) -> None:
    table.start(seed=1)
    saved = table.journal.unfinished()
    assert saved
    assert saved.setup[:5] == (
        "get-bit",
        4,
        {"longer": False, "memory": False, "refresh_at": 2},
        1,
        GAME.version,
    )
    assert saved.entries == tuple(
        ("action", f'{{"type": "line-up", "robot": "{robot}"}}')
        for robot in table.position.line
    )
    assert table.table.phase == "play"


def test_a_bad_setup_is_refused_and_the_running_game_goes_on(table: SimTable) -> None:
    table.start(seed=1)
    before = table.position, bodies(table), table.frames[-1]
    with pytest.raises(BadSetup) as refused:
        table.table.new_game(games.find("get-bit"), 7, {})
    assert str(refused.value) == "get-bit: seats must be a number from 2 to 6, not 7"
    assert (table.position, bodies(table), table.frames[-1]) == before


def test_a_button_that_is_down_before_the_game_starts_only_glows(
    table: SimTable,
) -> None:
    for control in ("seat:0", "ok", "undo", "why", "next"):
        table.press(control)
        assert table.lamp(control) == WHITE
        table.clock.tick(1)
    table.start(seed=1)
    assert table.told == []
    assert table.lamp("seat:0") == WHITE
    for control in ("seat:0", "ok", "undo", "why", "next"):
        table.release(control)
        table.clock.tick(1)
    table.choose(0, 2)
    assert table.position.choices == (2, 0, 0, 0)


# A press


def test_a_press_is_echoed_and_a_release_ends_it(table: SimTable) -> None:
    table.start()
    for control in ("why", "ok", "undo", "seat:5", "tile:2,2"):
        before = table.lamp(control)
        table.press(control)
        assert table.lamp(control) == WHITE
        table.clock.tick(0.05)
        table.release(control)
        table.clock.tick(0.05)
        assert table.lamp(control) in (before, WHY)


def test_a_card_is_chosen_by_holding_counting_and_ok(table: SimTable) -> None:
    table.start(seed=1)
    assert table.lamps("next", "ok", "undo") == [DARK, DARK, DARK]
    table.press("seat:2")
    assert table.lamps("seat:2", "next", "ok") == [WHITE, NEXT, OK]
    table.clock.tick(0.05)
    for _ in range(3):
        table.tap("next")
        assert table.lamps("seat:2", "next", "ok") == [WHITE, WHITE, OK]
    assert table.position.choices == (0, 0, 0, 0)
    table.tap("ok")
    assert table.position.choices == (0, 0, 3, 0)
    assert table.lamps("next", "ok", "undo") == [DARK, DARK, UNDO]
    table.release("seat:2")
    assert table.told == []


def test_letting_go_of_the_seat_takes_the_count_back(table: SimTable) -> None:
    table.start()
    fresh = table.frames[-1]
    table.count(0, 2)
    table.release("seat:0")
    assert table.frames[-1] == fresh
    table.clock.tick(0.05)
    table.tap("ok")
    assert table.position.choices == (0, 0, 0, 0)
    table.choose(0, 1)
    assert table.position.choices == (1, 0, 0, 0)


def test_a_choice_of_the_same_seat_on_its_page_ends_its_count_on_the_table(
    table: SimTable,
) -> None:
    table.start()
    table.count(0, 2)
    table.act(Choose(0, "red", 5), 0)
    assert table.lamps("next", "ok") == [DARK, DARK]
    table.tap("ok")
    assert table.position.choices == (5, 0, 0, 0)


# On disk first


def test_a_press_is_echoed_before_the_journal_is_written(table: SimTable) -> None:
    table.start()
    table.count(0, 2)
    lamps = []
    probed(table).at_write.append(lambda: lamps.append(table.lamps("ok", "undo")))
    table.press("ok")
    # While it is written, the finger is answered and the choice is not shown yet.
    assert lamps == [[WHITE, DARK]]
    assert table.lamps("ok", "undo") == [WHITE, UNDO]


def test_nobody_is_shown_an_action_that_is_not_on_disk(table: SimTable) -> None:
    table.start(seed=1)
    opening = bodies(table)
    seen: list[tuple[str, Any]] = []
    probed(table).at_write.append(
        lambda: seen.append(("write", (table.position.choices, len(table.frames))))
    )
    table.table.on_change.append(
        lambda _, events: seen.append(("show", (events, bodies(table))))
    )
    frames = len(table.frames)
    table.act(Choose(2, "green", 4), 2)
    assert seen == [
        ("write", ((0, 0, 0, 0), frames)),
        ("show", ((Choose(2, "green", 4),), [*opening, a_card(2, 4)])),
    ]


def test_a_write_that_fails_stops_nothing_and_is_said(table: SimTable) -> None:
    table.start(seed=1)
    table.act(Choose(0, "red", 1))
    probed(table).full = True
    written = bodies(table)
    table.act(Choose(1, "blue", 2), 1)
    table.choose(2, 3)
    assert table.position.choices == (1, 2, 3, 0)
    assert table.told == [
        Told(1, True, "", in_english(UNSAVED)),
        Told(None, True, "", f"Journal: {NOT_SAVED}."),
    ]
    assert bodies(table) == written
    assert table.lamp("why") == WHY
    # The next connection finds room on the disk.
    table.clock.tick(1)
    assert bodies(table) == [*written, a_card(1, 2), a_card(2, 3)]
    assert table.told[2:] == [
        Told(None, True, "", catalogue_text("works-again", part="Journal"))
    ]
    assert table.lamp("why") == DARK


# Undo


def test_undo_on_the_table_takes_the_last_choice_back(table: SimTable) -> None:
    table.start(seed=1)
    table.act(Choose(0, "red", 1), 0)
    shown = table.frames[-1]
    table.choose(1, 3)
    assert table.lamp("undo") == UNDO
    table.tap("undo")
    assert table.position.choices == (1, 0, 0, 0)
    assert table.frames[-1] == shown
    table.tap("undo")
    assert table.position.choices == (0, 0, 0, 0)
    assert table.lamp("undo") == DARK
    assert bodies(table)[-4:] == [
        a_card(0, 1),
        a_card(1, 3),
        ("undo", "5"),
        ("undo", "4"),
    ]


def test_what_has_been_revealed_is_not_taken_back(table: SimTable) -> None:
    table.start()
    for seat in range(4):
        table.choose(seat, seat + 1)
    after = table.position
    assert table.lamp("undo") == DARK
    table.tap("undo")
    table.table.undo(3)
    assert table.position == after
    assert table.told == [
        Told(None, False, "GB-05", SHOWN_SOMETHING),
        Told(3, False, "GB-05", SHOWN_SOMETHING),
    ]
    assert not table.table.can_undo("table")
    assert not table.table.can_undo(3)


def test_a_seats_page_takes_back_its_own_choice_only(table: SimTable) -> None:
    table.start()
    table.act(Choose(0, "red", 1), 0)
    table.act(Choose(1, "blue", 2), 1)
    assert [table.table.can_undo(seat) for seat in (0, 1, 2)] == [False, True, False]
    assert table.table.can_undo("table")
    table.table.undo(0)
    assert table.told == [
        Told(
            0,
            False,
            "GB-05",
            catalogue_text("undo.others", owner="Blue"),
        )
    ]
    assert table.position.choices == (1, 2, 0, 0)
    table.table.undo(1)
    assert table.position.choices == (1, 0, 0, 0)


# Refusals and why


def test_a_card_that_is_not_in_hand_is_told_to_its_seat_alone(
    table: SimTable,
) -> None:
    table.start()
    for seat in range(4):
        table.choose(seat, seat + 1)
    table.end_effects()
    table.choose(2, 3)
    assert table.told == [
        Told(
            2,
            False,
            "GB-31",
            catalogue_text("refused.on-table", "get-bit", card="3", robot="Green"),
        ),
        Told(
            None,
            False,
            "GB-05",
            catalogue_text("table.cannot-count", seat="Green"),
        ),
    ]
    assert table.position.choices == (0, 0, 0, 0)


def test_why_says_the_last_sentence_of_the_table_again(table: SimTable) -> None:
    table.start()
    table.tap("why")
    assert table.told == []
    assert table.lamp("why") == DARK
    table.choose(0, 6)
    public = Told(
        None, False, "GB-05", catalogue_text("table.cannot-count", seat="Red")
    )
    assert table.told[1:] == [public]
    assert table.lamp("why") == WHY
    table.tap("why")
    assert table.told[2:] == [public]
    table.choose(0, 5)
    assert table.lamp("why") == DARK
    table.tap("why")
    assert table.told[3:] == []


# The end, and another game


def play_to_the_end(table: SimTable, dice: random.Random) -> None:
    """Play to the end with the table's buttons alone."""
    while table.table.phase == "play":
        position = table.position
        missing = [
            robot
            for robot, card in zip(position.robots, position.choices, strict=True)
            if not card and not robot.out
        ]
        # A seat with two robots is asked for them in their order in the box.
        first = {robot.seat: robot for robot in reversed(missing)}
        robot = first[dice.choice(sorted(first))]
        table.choose(robot.seat, dice.choice(robot.hand))
        table.clock.tick(dice.choice([0.0, 0.4, 30.0]))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_played_on_buttons_alone(tmp_path: Path, seats: int) -> None:
    with sim_table(tmp_path) as table:
        table.start(seats, seed=seats)
        play_to_the_end(table, random.Random(seats))
        assert table.told == []
        assert table.table.match.result
        assert table.journal.unfinished() is None
        table.end_effects()
        table.tap("undo")
        table.tap("why")
        assert table.table.phase == "over"
        assert table.lamps("next", "ok", "undo", "why") == [DARK, OK, DARK, DARK]


def test_ok_after_the_end_starts_a_rematch_with_the_same_codes(
    table: SimTable,
) -> None:
    table.start(2, {"longer": False, "memory": True, "refresh_at": 1}, seed=2)
    first = table.table.setup
    play_to_the_end(table, random.Random(0))
    table.tap("ok")
    assert table.table.phase == "play"
    second = table.table.setup
    assert second._replace(seed=first.seed) == first
    assert second.seed != first.seed
    assert table.position.round == 1
    saved = table.journal.unfinished()
    assert saved
    assert saved.setup == second


def test_a_new_game_puts_the_old_one_away_and_seats_keep_their_codes(
    table: SimTable,
) -> None:
    table.start(seed=1)
    table.act(Choose(0, "red", 1))
    old = table.table.setup.codes
    table.table.new_game(games.find("get-bit"), 3, {"memory": True})
    setup = table.table.setup
    assert (setup.seats, setup.options["memory"]) == (3, True)
    assert setup.codes == old[:3]
    assert table.position.choices == (0,) * 6
    saved = table.journal.unfinished()
    assert saved
    assert saved.setup == setup


def test_a_seat_that_was_gone_for_a_game_gets_another_code(table: SimTable) -> None:
    table.start(4)
    old = table.table.setup.codes
    table.table.new_game(games.find("get-bit"), 3, {})
    table.table.new_game(games.find("hai-noon"), 4, {})
    codes = table.table.setup.codes
    assert codes[:3] == old[:3]
    assert codes[3] not in old


def test_a_new_game_may_have_new_links(table: SimTable) -> None:
    table.start(4)
    old = table.table.setup.codes
    table.table.ask(NewGame(games.find("get-bit"), 4, {}, new_links=True))
    assert not set(table.table.setup.codes) & set(old)


def test_links_outlive_the_end_of_a_game_and_of_the_program(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        table.start(2, seed=1)
        play_to_the_end(table, random.Random(1))
        assert table.table.phase == "over"
        codes = table.table.setup.codes
    with sim_table(tmp_path) as table:
        table.start(3)
        assert table.table.setup.codes[:2] == codes


def test_a_new_game_ends_a_gesture_in_progress(table: SimTable) -> None:
    table.start(seed=1)
    table.count(0, 2)
    table.table.new_game(games.find("get-bit"), 4, {}, seed=1)
    assert table.lamps("next", "ok") == [DARK, DARK]
    table.tap("ok")
    assert table.position.choices == (0, 0, 0, 0)


# After a restart


def test_an_unfinished_game_is_offered_and_ok_goes_on(tmp_path: Path) -> None:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        for seat in range(4):
            table.choose(seat, seat + 1)
        table.choose(3, 1)
        table.choose(0, 5)
        table.tap("undo")
        left = table.position, table.table.setup
    with sim_table(tmp_path) as table:
        table.start(2, {"memory": True}, seed=99)
        phases = [table.table.phase]
        assert (table.position, table.table.setup) == left
        assert table.lamps("ok", "undo", "next", "why") == [OK, UNDO, DARK, DARK]
        assert not table.table.can_undo("table")
        # Nothing is played before the offer has been answered.
        table.choose(0, 5)
        phases.append(table.table.phase)
        assert phases == ["offer", "play"]
        assert table.position == left[0]
        table.choose(0, 5)
        assert table.position.choices == (5, 0, 0, 1)
        table.tap("undo")
        table.tap("undo")
        assert table.position.choices == (0, 0, 0, 0)


def test_undo_puts_the_offered_game_away_and_starts_the_one_asked_for(
    tmp_path: Path,
) -> None:
    with sim_table(tmp_path) as table:
        table.start(3, {"memory": True}, seed=1)
        table.choose(0, 1)
        first = table.table.setup
    with sim_table(tmp_path) as table:
        table.start(5, {"longer": True}, seed=9)
        table.tap("undo")
        assert table.table.phase == "play"
        second = table.table.setup
        assert (second.seats, second.seed) == (5, 9)
        assert second.options["longer"]
        assert second.codes[:3] == first.codes
        assert table.position.choices == (0,) * 5
    with sim_table(tmp_path) as table:
        table.start()
        assert table.table.setup == second
