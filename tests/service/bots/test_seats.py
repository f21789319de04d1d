"""Seats that bots play: what they are told, when they answer, and what goes wrong."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.basics.sentence import Says, say
from controller.bots.sense import shown_to
from controller.games import broken
from controller.input.intents import Intent, NewGame, Play
from controller.rules.codec import from_json, to_json
from controller.service.bots.process import OnLine
from controller.service.bots.program import Program
from controller.service.bots.seat import (
    AFTER_UNDO_S,
    CARRYING_S,
    GIVEN_UP,
    REPLACED,
    SETTLED_S,
    TOGETHER_S,
    TableAccess,
)
from controller.service.bots.seats import NO_HINT, BotSeats, Hint
from controller.service.bots.thinker import BROKEN, PATIENCE_S, Budget
from controller.words.notice import Notice
from tests.support.ours import so_many
from tests.support.packages import BROKEN_BOT, SOURCE, Install
from tests.support.packages import forgotten as forgotten
from tests.support.packages import install as install
from tests.support.simtable import SimTable, sim_table
from tests.support.words import catalogue_text, said

PASSES = 4


class FakeLine:
    """Keeps what a process is told; `answer` is what it says."""

    def __init__(self, on_line: OnLine) -> None:
        self.on_line = on_line
        self.told: list[dict[str, Any]] = []
        self.is_closed = False

    def send(self, line: str) -> None:
        assert not self.is_closed
        self.told.append(json.loads(line))

    def close(self) -> None:
        self.is_closed = True

    @property
    def question(self) -> dict[str, Any]:
        """What it was asked last."""
        return [message for message in self.told if message["do"] == "choose"][-1]

    def answer(self, action: object = None, **more: Any) -> None:
        """The first legal action, unless another one is given."""
        asked = self.question
        said = {"number": asked["number"], "why": None}
        said["action"] = asked["legal"][0] if action is None else action
        self.on_line(json.dumps(said | more))


class ThinkingLine(FakeLine):
    """Answers at once, as the program would in its process."""

    def __init__(self, on_line: OnLine) -> None:
        super().__init__(on_line)
        self._program = Program(lambda: 0.0)

    def send(self, line: str) -> None:
        super().send(line)
        answer = self._program.do(json.loads(line))
        if answer is not None:
            self.on_line(json.dumps(answer))


class BotTable:
    def __init__(self, sim: SimTable, line: type[FakeLine] = FakeLine) -> None:
        self.sim = sim
        self.lines: list[FakeLine] = []
        self.refuses_to_start = False
        self.said: list[str] = []
        self.acted: list[tuple[int | None, Any]] = []
        self.hints: list[Hint] = []
        self.told: list[Notice] = []
        self.is_carrying = False
        self._line = line
        self.roster = sim.roster

    def seat(self, *levels: str, budget: Budget | None = None) -> None:
        """The game is on the table; from now on these bots play."""
        table = self.sim.table
        self.bots = BotSeats(
            lambda: table.now,
            self.roster,
            TableAccess(self._ask, self._say, lambda: self.is_carrying),
            self._start,
            self.sim.clock,
            dice=Random(1),
            budget=budget or Budget(seconds=None, passes=PASSES),
        )
        table.on_change.append(self.bots.changed)
        self.bots.on_hint.append(self.hints.append)
        self.bots.on_notice.append(self.told.append)
        self.roster.use(levels)
        self.sim.clock.tick(SETTLED_S)

    def _start(self, on_line: OnLine) -> FakeLine:
        if self.refuses_to_start:
            raise OSError(11, "Resource temporarily unavailable")
        self.lines.append(self._line(on_line))
        return self.lines[-1]

    def words(self, says: Says) -> str:
        """As people read it."""
        return said(self.sim.table.match.game, says, self.sim.table.setup.seats)

    def _say(self, says: Says) -> None:
        self.said.append(self.words(says))

    def _ask(self, intent: Intent) -> None:
        assert isinstance(intent, Play)
        self.acted.append((intent.seat, intent.action))
        self.sim.table.ask(intent)

    def play(self, seat: int, number: int = 0) -> None:
        """A person at this seat plays the so-manieth of its legal actions."""
        match = self.sim.table.match
        legal = [a for a in match.game.legal(match.position) if a.seat == seat]
        self.sim.table.act(legal[number], seat)

    def action(self, data: dict[str, Any]) -> Any:
        return from_json(self.sim.table.match.game, data)


@contextmanager
def bot_table(
    state: Path,
    *levels: str,
    game: str = "get-bit",
    line: type[FakeLine] = FakeLine,
    seed: int = 1,
    learn: bool = False,
    **options: Any,
) -> Iterator[BotTable]:
    with sim_table(state) as sim:
        table = BotTable(sim, line)
        sim.table.open(
            NewGame(games.find(game), len(levels), options, seed, learn=learn)
        )
        sim.settle()
        table.seat(*levels)
        yield table
        table.bots.close()
        assert all(line.is_closed for line in table.lines)


EVERY_GAME = pytest.mark.parametrize("game", games.names())


def asked_seats(table: BotTable) -> set[int]:
    match = table.sim.table.match
    return {action.seat for action in match.game.legal(match.position)}


@EVERY_GAME
def test_bots_play_a_game_among_themselves_to_its_end(
    tmp_path: Path, game: str
) -> None:
    levels = ("easy", "steady", "easy")[: so_many(game)]
    with bot_table(tmp_path, *levels, game=game, line=ThinkingLine) as table:
        for _ in range(3000):
            if table.sim.table.match.result:
                break
            table.sim.clock.tick(TOGETHER_S)
        assert table.sim.table.match.result
        assert table.said == []
        # Nobody thinks about a game that is over.
        assert all(line.is_closed for line in table.lines)


def test_in_a_lesson_a_bot_does_its_seats_task(tmp_path: Path) -> None:
    levels = ("", "steady", "sharp")
    with bot_table(tmp_path, *levels, game="hold-your-breath", learn=True) as table:
        now = table.sim.table
        for _ in range(100):
            taught = now.now.situation.taught
            if taught is None or taught.wanted is None:
                break
            own = [action for action in taught.wanted if action.seat == 0]
            if own:
                table.bots.hint(0)
                assert table.hints[-1] == Hint(0, own[0], None)
                now.act(own[0], 0)
            table.sim.clock.tick(TOGETHER_S)
        assert taught
        assert taught.says.key == "lesson.end"
        assert {seat for seat, _ in table.acted} == {1, 2}
        # There was nothing to think of.
        assert table.lines == []
        table.roster.use(())


def test_a_bot_hears_what_its_seat_may_know_and_nothing_else(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "steady", game="hai-noon") as table:
        match = table.sim.table.match
        while 1 not in asked_seats(table):
            table.play(0)
        sit, note, choose = table.lines[0].told
        position, game = match.position, match.game
        assert sit.keys() == {
            *("do", "game", "seats", "options", "house", "seat", "level", "seed")
        }
        assert sit["seed"] != table.sim.table.setup.seed
        assert note["shown"] == shown_to(game, match.entries_from(0), 1)
        assert choose["view"] == json.loads(json.dumps(game.state(position, 1)))
        assert choose["legal"] == [
            to_json(action) for action in game.legal(position) if action.seat == 1
        ]
        assert choose.keys() == {"do", "number", "view", "legal", "passes"}


def test_a_decision_comes_at_a_persons_pace_however_quick_the_bot_was(
    tmp_path: Path,
) -> None:
    """Where all choose at once, and whatever there is to choose from."""
    with bot_table(tmp_path, "", "sharp") as table:
        table.lines[0].answer()
        table.sim.clock.tick(TOGETHER_S - SETTLED_S - 0.1)
        assert table.acted == []
        table.sim.clock.tick(0.1)
        [(seat, _)] = table.acted
        assert seat == 1


def test_all_bots_decide_at_a_persons_pace_and_not_one_after_another(
    tmp_path: Path,
) -> None:
    levels = ("", "easy", "steady", "sharp")
    with bot_table(tmp_path, *levels, line=ThinkingLine) as table:
        table.sim.clock.tick(TOGETHER_S - SETTLED_S - 0.1)
        assert table.acted == []
        table.sim.clock.tick(0.1)
        assert {seat for seat, _ in table.acted} == {1, 2, 3}


def test_a_late_answer_is_played_when_it_comes(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "sharp") as table:
        table.sim.clock.tick(TOGETHER_S + 3)
        table.lines[0].answer()
        assert len(table.acted) == 1


def test_it_waits_while_people_carry_pieces_but_not_for_ever(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "sharp") as table:
        table.is_carrying = True
        table.lines[0].answer()
        table.sim.clock.tick(TOGETHER_S + CARRYING_S - 1.5)
        assert table.acted == []
        table.sim.clock.tick(1.5)
        assert len(table.acted) == 1


def test_after_an_undo_the_bot_hears_it_all_again_and_leaves_time(
    tmp_path: Path,
) -> None:
    with bot_table(tmp_path, "", "steady") as table:
        [line] = table.lines
        line.answer()
        table.play(0)
        before = len(line.told)
        table.sim.table.undo(0)
        assert [message["do"] for message in line.told[before:]] == [
            *("sit", "note", "choose")
        ]
        line.answer()
        table.sim.clock.tick(AFTER_UNDO_S - 0.1)
        assert table.acted == []
        table.sim.clock.tick(0.1)
        assert len(table.acted) == 1


def test_an_answer_to_an_earlier_question_counts_for_nothing(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "steady") as table:
        [line] = table.lines
        table.play(0)
        line.answer(number=line.question["number"] - 1)
        table.sim.clock.tick(PATIENCE_S / 2)
        assert table.acted == []
        line.answer()
        assert len(table.acted) == 1


def garbage(table: BotTable) -> None:
    table.lines[-1].on_line("\x00 I think …")


def no_reason(table: BotTable) -> None:
    table.lines[-1].answer(why=["reason.harpoon"])


def illegal(table: BotTable) -> None:
    legal: dict[str, Any] = table.lines[-1].question["legal"][0]
    table.lines[-1].answer({**legal, "seat": 0})


def death(table: BotTable) -> None:
    table.lines[-1].on_line(None)


def silence(table: BotTable) -> None:
    table.sim.clock.tick(PATIENCE_S + 1)


TROUBLES = {
    garbage: catalogue_text("bot.nonsense"),
    no_reason: catalogue_text("bot.nonsense"),
    illegal: catalogue_text("bot.illegal"),
    death: catalogue_text("bot.died"),
    silence: catalogue_text("bot.hangs"),
}


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)
def test_another_bot_takes_over_and_the_game_goes_on(
    tmp_path: Path, trouble: Any
) -> None:
    with bot_table(tmp_path, "", "sharp") as table:
        trouble(table)
        what = TROUBLES[trouble]
        assert table.said == [f"Green & Yellow's bot {what}. Another bot takes over."]
        first, second = table.lines
        assert first.is_closed
        assert [message["do"] for message in second.told] == ["sit", "note", "choose"]
        second.answer()
        table.sim.clock.tick(TOGETHER_S)
        assert len(table.acted) == 1


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)
def test_where_no_bot_can_be_had_the_table_makes_a_legal_move(
    tmp_path: Path, trouble: Any
) -> None:
    with bot_table(tmp_path, "", "sharp") as table:
        trouble(table)
        trouble(table)
        assert table.said[1:] == [
            f"Green & Yellow's bot {TROUBLES[trouble]}. "
            "The table makes a legal move for Green & Yellow."
        ]
        table.sim.clock.tick(TOGETHER_S)
        assert [seat for seat, _ in table.acted] == [1]


def test_a_machine_that_starts_no_process_is_named_once_and_tried_again(
    tmp_path: Path,
) -> None:
    with bot_table(tmp_path, "", "") as table:
        table.refuses_to_start = True
        table.roster.seat(1, "sharp")
        table.sim.clock.tick(SETTLED_S)
        why = catalogue_text("bot.not-started", why="Resource temporarily unavailable")
        assert table.said == [
            f"Green & Yellow's bot {why}. Another bot takes over.",
            f"Green & Yellow's bot {why}. "
            "The table makes a legal move for Green & Yellow.",
        ]
        table.sim.clock.tick(TOGETHER_S)
        table.play(0)
        table.sim.clock.tick(TOGETHER_S)
        assert len(table.acted) == 2
        assert len(table.said) == 2
        table.refuses_to_start = False
        table.play(0)
        table.lines[0].answer()
        assert table.said[2:] == [catalogue_text("bot.back", seat="Green & Yellow")]


def test_a_seat_becomes_a_bots_and_a_persons_again(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "") as table:
        for level in ("sharp", "", "easy"):
            table.roster.seat(1, level)
        # A bot that goes again at once is never started.
        assert table.lines == []
        table.sim.clock.tick(SETTLED_S)
        [line] = table.lines
        assert line.told[0]["level"] == "easy"
        table.roster.seat(1, "")
        assert line.is_closed
        table.sim.clock.tick(60)
        assert table.acted == []


def test_a_person_may_play_for_the_bot(tmp_path: Path) -> None:
    """Who has the seat's link or its button: the bot then answers what comes next."""
    with bot_table(tmp_path, "", "steady", "", "") as table:
        table.play(1)
        table.sim.clock.tick(60)
        assert table.acted == []
        assert table.said == []
        for seat in (0, 2, 3):
            table.play(seat)
        table.lines[0].answer()
        table.sim.clock.tick(TOGETHER_S)
        # The round is still being shown.
        assert table.acted == []
        table.sim.clock.tick(60)
        assert [seat for seat, _ in table.acted] == [1]


def test_nobody_thinks_while_a_game_is_offered_or_chosen(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "steady"):
        pass
    with sim_table(tmp_path) as sim:
        table = BotTable(sim)
        sim.start(2)
        assert sim.table.phase == "offer"
        table.seat(*table.roster.bots)
        assert table.lines == []
        sim.table.resume()
        sim.clock.tick(SETTLED_S)
        assert len(table.lines) == 1
        table.bots.close()


def test_a_game_whose_bot_fails_is_named_with_its_file_and_line(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken.logged.clear()
    install("two-choices", SOURCE, bot=BROKEN_BOT)
    with bot_table(
        tmp_path / "state", "", "sharp", game="two-choices", line=ThinkingLine
    ) as table:
        table.bots.hint(0)
        [told] = table.told
        what = say(BROKEN, game="TWO CHOICES", where="bot.py:3")
        assert (told.seat, told.says) == (0, say(NO_HINT, what=what))
        table.play(0)
        assert table.said == [
            table.words(say(key, seat=1, what=what)) for key in (REPLACED, GIVEN_UP)
        ]
        table.sim.clock.tick(TOGETHER_S)
        assert len(table.acted) == 1, "the game goes on"
    [error] = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert "ZeroDivisionError" in error.getMessage()


def test_a_hint_is_what_a_sharp_bot_would_do_with_what_the_seat_knows(
    tmp_path: Path,
) -> None:
    with bot_table(tmp_path, "", "", game="hai-noon") as table:
        [seat] = asked_seats(table)
        table.bots.hint(seat)
        [line] = table.lines
        assert line.told[0]["level"] == "sharp"
        assert line.told[0]["seat"] == seat
        line.answer(why=["reason.harpoon", {"of": ["hue.red", {}], "at": [1, 2]}])
        [hint] = table.hints
        assert hint.seat == seat
        assert to_json(hint.action) == line.question["legal"][0]
        assert hint.why == say("reason.harpoon", of=say("hue.red"), at=(1, 2))
        assert line.is_closed
        assert table.acted == []


def test_a_hint_needs_a_question_and_one_is_thought_of_at_a_time(
    tmp_path: Path,
) -> None:
    with bot_table(tmp_path, "", "", game="hai-noon") as table:
        [seat] = asked_seats(table)
        table.bots.hint(1 - seat)
        table.bots.hint(seat)
        table.bots.hint(seat)
        table.lines[0].on_line(None)
        assert [(notice.seat, table.words(notice.says)) for notice in table.told] == [
            (1 - seat, catalogue_text("hint.not-now")),
            (seat, catalogue_text("hint.thinking")),
            (seat, catalogue_text("hint.none", what=catalogue_text("bot.died"))),
        ]
        assert table.hints == []


def test_a_hint_for_a_finished_decision_is_dropped(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "", game="hai-noon") as table:
        (seat,) = asked_seats(table)
        table.bots.hint(seat)
        table.play(seat)
        [line] = table.lines
        assert line.is_closed
        (seat,) = asked_seats(table)
        table.bots.hint(seat)
        _, asked = table.lines
        asked.answer()
        [hint] = table.hints
        assert to_json(hint.action) == asked.question["legal"][0]


def test_a_hint_comes_although_somebody_else_has_chosen(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "", "", "", game="get-bit") as table:
        table.bots.hint(0)
        table.play(1)
        [line] = table.lines
        line.answer()
        [hint] = table.hints
        assert to_json(hint.action) == line.question["legal"][0]


def test_a_hint_goes_into_no_other_game(tmp_path: Path) -> None:
    """Its seat may have another player by then, who was not to see that hand."""
    with bot_table(tmp_path, "", "", game="hai-noon") as table:
        (seat,) = asked_seats(table)
        table.bots.hint(seat)
        table.sim.start(2, game="get-bit")
        [line] = table.lines
        assert line.is_closed
        assert (table.hints, table.told) == ([], [])


def test_a_hint_does_not_outlive_its_game_for_a_rematch(tmp_path: Path) -> None:
    with bot_table(tmp_path, "", "", "", "", game="get-bit") as table:
        table.bots.hint(0)
        table.sim.start(4, game="get-bit")
        [line] = table.lines
        assert line.is_closed
