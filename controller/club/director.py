"""The director of an evening: starts rounds, takes results, continues after a kill.

`advance` is called whenever something may have changed. It depends only on the
evening's file and on what the tables show, so a killed program continues where it was.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from controller.club.evening import Evening, Game
from controller.club.pairing import PodSizes, pair
from controller.club.tables import Send, Tables, TableState

# A bot for a seat without a person.
LEVEL = "steady"


class Plan(NamedTuple):
    """The game and rounds of the evening."""

    game: str
    options: dict[str, Any]
    rounds: int
    sizes: PodSizes


class Director:
    def __init__(
        self,
        plan: Plan,
        evening: Evening,
        tables: Tables,
        send: Send,
        names: Callable[[], Sequence[str]],
        new_id: Callable[[], str] = lambda: uuid4().hex[:12],
    ) -> None:
        """Direct this evening; `names` returns who is there now."""
        self.plan, self.evening, self.tables = plan, evening, tables
        self._send, self._names, self._new_id = send, names, new_id
        # Seats that a bot has taken over, by the game's id.
        self._replaced: dict[str, set[int]] = {}
        # Games that were requested, and games that were seen at their tables.
        self._asked: set[str] = set()
        self._seen: set[str] = set()
        # By table: why it refused the evening's game; no more games go there.
        self.refusals: dict[str, str] = {}
        # What each table showed when it was last asked to resume its game.
        self._resumed: dict[str, TableState] = {}

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(self._names()))

    @property
    def is_over(self) -> bool:
        evening = self.evening
        return evening.round >= self.plan.rounds and not evening.open_games

    def ask_again(self) -> None:
        """Treat unanswered requests as never sent, because the broker lost them."""
        for game in self.evening.open_games:
            self._forget(game)

    def advance(self) -> None:
        """Do everything that can be done now."""
        for game in self.evening.open_games:
            self._follow(game)
        if not self.evening.open_games and self.evening.round < self.plan.rounds:
            self._begin_round()

    def _follow(self, game: Game) -> None:
        """Take the result of a game, start it, or replace people who have left."""
        state = self.tables.states.get(game.table, TableState())
        if refused := self.tables.answers.get(game.id):
            self.refusals[game.table] = refused
            self._move(game)
        elif not self.tables.tracks(game.table):
            self._move(game)
        elif not (state.is_online and state.phase):
            # The table has not published its state yet, and may have missed a command.
            self._forget(game)
        elif self._is_at(state, game):
            self._attend(state, game)
        elif game.id not in self._asked and state.phase != "play":
            # Never interrupt somebody's game.
            self._start(game)

    def _move(self, game: Game) -> None:
        """Restart a game at another table, as soon as one is free."""
        for table in self._free()[:1]:
            moved = game._replace(id=self._new_id(), table=table)
            self.evening.move(game, moved)
            self._start(moved)

    def _free(self) -> list[str]:
        """Return the tables that can start one of the evening's games now."""
        taken = {game.table for game in self.evening.open_games}
        unfit = taken | self.refusals.keys()
        return [table for table in self.tables.free() if table not in unfit]

    def _forget(self, game: Game) -> None:
        """Treat requests that this game's table never answered as never sent."""
        if game.id not in self.tables.answers:
            self._asked.discard(game.id)
        self._replaced.pop(game.id, None)

    def _is_at(self, state: TableState, game: Game) -> bool:
        """Return whether this game is on the table.

        A table that was switched off meanwhile no longer knows who started its game.
        """
        if state.order == game.id:
            return True
        seats = len(state.players)
        is_alike = (state.game, seats) == (self.plan.game, len(game.players))
        was_begun = game.id not in self._asked or game.id in self.tables.answers
        if state.order or not is_alike or not was_begun:
            return False
        return state.phase in ("offer", "play") or game.id in self._seen

    def _attend(self, state: TableState, game: Game) -> None:
        self._seen.add(game.id)
        if state.phase == "over" and len(state.ranks) == len(game.players):
            self.evening.end(game, state.ranks)
            self._replaced.pop(game.id, None)
        elif state.phase == "offer" and self._resumed.get(game.id) is not state:
            self._resumed[game.id] = state
            self._send(game.table, {"id": f"{game.id}-resume", "type": "continue"})
        elif state.phase == "play":
            self._replace_missing(game)

    def _replace_missing(self, game: Game) -> None:
        """Seat a bot for everyone who has left the club meanwhile."""
        here, replaced = {*self.names}, self._replaced.setdefault(game.id, set())
        for seat, name in enumerate(game.players):
            if name and name not in here and seat not in replaced:
                replaced.add(seat)
                bot = {"type": "bot", "seat": seat, "level": LEVEL}
                self._send(game.table, {"id": f"{game.id}-{seat}", **bot})

    def _begin_round(self) -> None:
        names, free = self.names, self._free()
        if not names or not free:
            return
        made = pair(names, len(free), self.plan.sizes, self.evening.past())
        games = [
            Game(self._new_id(), self.evening.round + 1, table, players)
            for table, players in zip(free, made.pods, strict=False)
        ]
        self.evening.begin(games, made.byes)
        for game in games:
            self._start(game)

    def _start(self, game: Game) -> None:
        self._asked.add(game.id)
        players = game.players
        new = {
            "type": "new",
            "game": self.plan.game,
            "seats": len(players),
            "options": self.plan.options,
            "players": list(players),
            "bots": ["" if name else LEVEL for name in players],
        }
        self._send(game.table, {"id": game.id, **new})
