"""Games played and won, by player.

Only the newest finished games count, so that an old journal is as fast as a new one.
Bots' seats and rows with a wrong checksum do not count.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from controller.storage.saved import same_name
from controller.storage.sqlite_file import row_sum

# About a year of evenings, which takes a few milliseconds to read.
NEWEST = 500
# An evening ends at six in the morning.
_GAMES = (
    "SELECT date(g.started, 'localtime', '-6 hours'), g.name, g.players,"
    " b.levels, r.game, r.winners, r.ranks, r.sum FROM game g"
    " JOIN result r ON r.game = g.id"
    " LEFT JOIN bots b ON b.game = g.id"
    " WHERE g.ended = 'over' AND g.players <> '[]' ORDER BY g.id DESC LIMIT ?"
)


class Score(NamedTuple):
    played: int = 0
    won: int = 0


class PlayerHistory(NamedTuple):
    """A player's results at one game and at all games, and the number of evenings."""

    name: str
    here: Score
    all: Score
    evenings: int


class _Game(NamedTuple):
    day: str
    name: str
    players: list[str]
    winners: list[int]


def history(
    db: sqlite3.Connection, names: Sequence[str], game: str, newest: int = NEWEST
) -> list[PlayerHistory]:
    """Return the history of each of these players, ignoring empty names."""
    found = list(_games(db, newest))
    return [_history(found, name, game) for name in dict.fromkeys(names) if name]


def _history(found: Sequence[_Game], name: str, game: str) -> PlayerHistory:
    mine = [(each, own) for each in found if (own := _seats(each, name))]
    here = [(each, own) for each, own in mine if each.name == game]
    evenings = len({each.day for each, _ in mine})
    return PlayerHistory(name, _score(here), _score(mine), evenings)


def _seats(game: _Game, name: str) -> set[int]:
    """Return this player's seats, ignoring upper and lower case."""
    return {seat for seat, who in enumerate(game.players) if same_name(who, name)}


def _score(games: Sequence[tuple[_Game, set[int]]]) -> Score:
    return Score(len(games), sum(bool(own & set(game.winners)) for game, own in games))


def _games(db: sqlite3.Connection, newest: int) -> Iterator[_Game]:
    for day, name, players, bots, *row, total in db.execute(_GAMES, (newest,)):
        if total != row_sum("", tuple(row)):
            continue
        with suppress(ValueError):
            people = _people(json.loads(players), json.loads(bots or "[]"))
            yield _Game(day, name, people, json.loads(row[1]))


def _people(names: list[Any], bots: list[Any]) -> list[str]:
    """Return the players' names by seat, "" where a bot played at the end."""
    by_bot = {seat for seat, level in enumerate(bots) if level}
    return ["" if seat in by_bot else str(n) for seat, n in enumerate(names)]
