"""The rows that the journal adds: one for a game, one for each of its entries.

Each row's checksum continues that of the row before, which exposes missing rows.
"""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

from controller.storage.saved import GameResult, SavedGame, Setup
from controller.storage.sqlite_file import COLUMNS, open_journal, row_sum

_NEW_GAME = f"INSERT INTO game ({COLUMNS}) VALUES (?{', ?' * COLUMNS.count(',')})"
_NEW_BOTS = "INSERT OR REPLACE INTO bots VALUES (?, ?, ?)"
_NEW_ENTRY = "INSERT INTO entry VALUES (?, ?, ?, ?, ?)"
_NEW_RESULT = "INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?)"
_PUT_AWAY = "UPDATE game SET ended = 'away' WHERE ended IS NULL"
_OVER = "UPDATE game SET ended = 'over' WHERE id = ?"

Statement: TypeAlias = tuple[str, tuple[Any, ...]]


class Rows:
    """The statements that add rows after the journal's last one."""

    def __init__(self, game: int, n: int, before: str) -> None:
        self.game = game
        self.n = n
        self.sum = before
        self.statements: list[Statement] = []
        # Whether a game begins or ends with these rows.
        self.begin_or_end = False

    def add_game(self, game: SavedGame) -> None:
        """Add a whole game: its entries, its bots and, if it is over, its result."""
        self.begin(game.setup)
        self.add(game.entries)
        if game.bots:
            self.seat(game.bots)
        if game.over:
            self.end(game.ended)

    def begin(self, setup: Setup) -> None:
        self.game, self.n, self.begin_or_end = self.game + 1, 0, True
        row = (self.game, *_columns(setup))
        self.sum = row_sum("", row)
        self.statements += [(_PUT_AWAY, ()), (_NEW_GAME, (*row, self.sum))]

    def add(self, entries: Sequence[tuple[str, str]]) -> None:
        for kind, body in entries:
            self.n += 1
            row = (self.game, self.n, kind, body)
            self.sum = row_sum(self.sum, row)
            self.statements.append((_NEW_ENTRY, (*row, self.sum)))

    def seat(self, bots: Sequence[str]) -> None:
        kept = (self.game, json.dumps(list(bots)))
        self.statements.append((_NEW_BOTS, (*kept, row_sum("", kept))))

    def end(self, ended: GameResult | None) -> None:
        self.statements.append((_OVER, (self.game,)))
        if ended:
            # No other checksum continues this one, because a result may be missing.
            kept = (self.game, json.dumps(ended.winners), json.dumps(ended.ranks))
            self.statements.append((_NEW_RESULT, (*kept, row_sum("", kept))))
        self.begin_or_end = True


def create_journal(path: Path, saved: SavedGame | None) -> None:
    """Create a journal, with this game if there is one."""
    rows = Rows(0, 0, "")
    if saved:
        rows.add_game(saved)
    with closing(open_journal(path)) as db:
        db.execute("BEGIN")
        for statement in rows.statements:
            db.execute(*statement)
        db.execute("COMMIT")


def _columns(setup: Setup) -> tuple[Any, ...]:
    return (
        setup.game,
        setup.seats,
        json.dumps(setup.options),
        setup.seed,
        setup.rules,
        json.dumps(setup.codes),
        json.dumps(setup.house),
        json.dumps(setup.players),
        int(setup.lesson),
        setup.clock,
    )


def is_continued(here: SavedGame, game: SavedGame) -> bool:
    """Return whether this game begins with the game in the file."""
    if here.over and not game.over:
        return False  # the same game again, from its beginning
    is_same = here.setup is game.setup
    same = is_same or _columns(here.setup) == _columns(game.setup)
    return same and game.entries[: len(here.entries)] == here.entries
