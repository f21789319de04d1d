"""A table with bots at some of its seats, in virtual time and without processes.

What a bot's process would say is said by the test, or by the same program in here.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from controller import games
from controller.basics.sentence import Says
from controller.input.intents import Intent, NewGame, Play
from controller.rules.codec import from_json
from controller.service.bots.process import OnLine
from controller.service.bots.program import Program
from controller.service.bots.seat import TableAccess
from controller.service.bots.seats import BotSeats, Hint
from controller.service.bots.thinker import Budget
from controller.words.notice import Notice
from tests.support.simtable import SimTable, sim_table
from tests.support.words import said

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
        said = {"number": asked["number"], "why": None, "busy": False}
        said["action"] = asked["legal"][0] if action is None else action
        self.on_line(json.dumps(said | more))


class ThinkingLine(FakeLine):
    """Answers at once, as the program would in its process."""

    def __init__(self, on_line: OnLine) -> None:
        super().__init__(on_line)
        self._program = Program(lambda: 0.0, lambda: 0.0)

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
