"""The evening so far: an append-only file, so that a kill loses nothing.

Each line is a whole round, a game's result, or a game's move to another table.
"""

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from controller.basics.errors import UndertowError
from controller.basics.files import regular
from controller.club.pairing import PairingHistory, meetings


class BadEvening(UndertowError):
    """A file of an evening that cannot be used."""


class Game(NamedTuple):
    id: str
    round: int
    table: str
    # By seat; "" is a bot.
    players: tuple[str, ...]
    # By seat, once the game is over; 1 is best.
    ranks: tuple[int, ...] = ()


# Points for a bye: the average of a game.
BYE = 0.5


class Standing(NamedTuple):
    name: str
    score: float
    games: int
    wins: int


class Evening:
    def __init__(self, path: Path) -> None:
        """Read the evening from this file, or begin a new one."""
        self._path = path
        self.games: dict[str, Game] = {}
        self.byes: Counter[str] = Counter()
        # The people with a bye in the last round.
        self.waiting: tuple[str, ...] = ()
        for number, line in enumerate(_lines(path), 1):
            try:
                self._take(line)
            except (KeyError, TypeError, ValueError):
                raise _wrong(path, number) from None

    @property
    def round(self) -> int:
        """The number of the last round that began; 0 before the first."""
        return max((game.round for game in self.games.values()), default=0)

    @property
    def open_games(self) -> list[Game]:
        return [game for game in self.games.values() if not game.ranks]

    def begin(self, games: Sequence[Game], byes: Sequence[str]) -> None:
        """Begin the next round, all its games at once: a kill leaves all or none."""
        rows = [[game.id, game.table, game.players] for game in games]
        self._write({"round": self.round + 1, "games": rows, "byes": list(byes)})

    def end(self, game: Game, ranks: Sequence[int]) -> None:
        self._write({"ended": game.id, "ranks": list(ranks)})

    def move(self, game: Game, moved: Game) -> None:
        """Restart a game at another table, under another id."""
        self._write({"moved": game.id, "to": moved.id, "table": moved.table})

    def standings(self, names: Iterable[str] = ()) -> list[Standing]:
        """Return everyone who took part, and these people, best first."""
        scores = defaultdict[str, float](float)
        for name, times in self.byes.items():
            scores[name] = BYE * times
        games, wins = Counter[str](), Counter[str]()
        for game in self.games.values():
            for name, points in zip(game.players, points_of(game.ranks), strict=False):
                scores[name] += points
                games[name] += 1
                wins[name] += points == 1
        everybody = {*names, *games, *self.byes} - {""}
        found = [Standing(n, scores[n], games[n], wins[n]) for n in everybody]
        return sorted(found, key=lambda s: (-s.score, -s.wins, s.games, s.name))

    def past(self) -> PairingHistory:
        """Return everything that the next round depends on."""
        played = self.games.values()
        met = Counter(pair for game in played for pair in meetings(game.players))
        seats = Counter(
            (name, seat)
            for game in played
            for seat, name in enumerate(game.players)
            if name
        )
        scores = {each.name: each.score for each in self.standings()}
        return PairingHistory(scores, met, seats, self.byes)

    def _write(self, line: Mapping[str, Any]) -> None:
        """Write a line to disk, then apply it; raises BadEvening."""
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadEvening(
                f"{self._path} cannot be written: {error.strerror}; fix that, and run "
                "the same command again: the evening goes on where it was"
            ) from None
        self._take(line)

    def _take(self, line: Mapping[str, Any]) -> None:
        match line:
            case {"round": int(number), "games": [*rows], "byes": [*byes]}:
                for given, table, players in rows:
                    self.games[given] = Game(given, number, table, tuple(players))
                self.waiting = tuple(map(str, byes))
                self.byes.update(self.waiting)
            case {"ended": given, "ranks": ranks}:
                self.games[given] = self.games[given]._replace(ranks=tuple(ranks))
            case {"moved": given, "to": other, "table": table}:
                moved = self.games.pop(given)._replace(id=other, table=table)
                self.games[other] = moved
            case _:
                raise KeyError("a line of another kind")


def points_of(ranks: Sequence[int]) -> list[float]:
    """Return 1 point for the first, 0 for the last, and equal steps between.

    Seats that share a rank share the points of its places.
    """
    if len(ranks) < 2:
        return [1.0] * len(ranks)
    steps = len(ranks) - 1
    worse = [sum(other > rank for other in ranks) for rank in ranks]
    equal = [ranks.count(rank) - 1 for rank in ranks]
    return [(w + e / 2) / steps for w, e in zip(worse, equal, strict=True)]


def _lines(path: Path) -> list[Any]:
    """Return the file's lines; a power cut may have torn the last one."""
    try:
        data = regular(path).read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BadEvening(f"{path} cannot be read: {error}") from None
    found = []
    for number, line in enumerate(data[:whole].split(b"\n")[:-1], 1):
        try:
            found.append(json.loads(line))
        except ValueError:
            raise _wrong(path, number) from None
    return found


def _wrong(path: Path, number: int) -> BadEvening:
    return BadEvening(
        f"{path}:{number}: this is no line of an evening; name another folder, or "
        "move the file away"
    )
