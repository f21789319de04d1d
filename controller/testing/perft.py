"""Perft: the number of ways to play the first actions of a game.

A game's `golden/perft.toml` lists the counts, depth by depth. Each outcome of chance
counts as one action, and automatic actions do not count. A file has several starts,
some in the middle of a game (`after`, one action a line).
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from controller.games import find, folder
from controller.rules.codec import to_json
from controller.rules.game import AnyGame, BadSetup
from controller.rules.match import Match, forced_action
from controller.testing.playthroughs import (
    Unplayable,
    action_said,
    choices,
    one_line,
    unplayable,
)

# Count a new start up to this many ways, or this deep.
ENOUGH, DEEPEST = 20_000, 6


class Perft(NamedTuple):
    game: str
    about: str
    seats: int
    options: dict[str, Any]
    after: list[str]
    counts: list[int]


def path(game: str) -> Path:
    return folder(game) / "golden" / "perft.toml"


def entries(game: str) -> list[Perft]:
    """Read a game's perft file; raise Unplayable if it is invalid."""
    if not path(game).exists():
        return []
    try:
        rows = tomllib.loads(_text(game))["perft"]
        return [
            Perft(
                game,
                row["about"],
                row["seats"],
                row.get("options", {}),
                row.get("after", "").splitlines(),
                row["counts"],
            )
            for row in rows
        ]
    except (tomllib.TOMLDecodeError, KeyError, TypeError):
        raise Unplayable("its [[perft]] cannot be read") from None


def _text(game: str) -> str:
    return path(game).read_text(encoding="utf-8", errors="replace")


def golden(game: str, *, regenerate: bool = False) -> str:
    """Return the expected file: its own starts recounted, or two new ones.

    With `regenerate`, also make new ones if one of its starts can no longer be played.
    """
    if path(game).exists():
        try:
            return _recounted(game, _text(game))
        except (Unplayable, BadSetup) as error:
            if not regenerate:
                raise unplayable(game, path(game), error) from None
    low, high = find(game).seats
    rows = [Perft(game, _about(n), n, {}, [], []) for n in dict.fromkeys((low, high))]
    head = f"# How many ways there are to play {find(game).title} to each depth.\n"
    return head + "".join(_row(each, measured(each)) for each in rows)


def _about(seats: int) -> str:
    return f"{seats} at the table, from the start"


def _row(perft: Perft, counts: list[int]) -> str:
    return (
        f'\n[[perft]]\nabout = "{perft.about}"\nseats = {perft.seats}\n'
        f"counts = {_listed(counts)}\n"
    )


def _listed(counts: list[int]) -> str:
    return f"[{', '.join(f'{count:_}' for count in counts)}]"


def measured(perft: Perft) -> list[int]:
    """Count as deep as possible without taking long."""
    counts: list[int] = []
    for depth in range(1, DEEPEST + 1):
        deeper = measure(perft._replace(counts=[0] * depth))
        if not deeper[-1]:
            break
        counts = deeper
        if counts[-1] > ENOUGH:
            break
    return counts


def _recounted(game: str, text: str) -> str:
    """Return the same text with wrong counts corrected."""
    for entry in entries(game):
        now = measure(entry)
        if now != entry.counts:
            about = re.escape(entry.about)
            found = re.compile(rf'(about = "{about}".*?counts = )\[.*?\]', re.DOTALL)
            text = found.sub(rf"\g<1>{_listed(now)}", text, count=1)
    return text


def root(perft: Perft) -> Match:
    """Return the game at the point where counting starts."""
    match = Match(find(perft.game), perft.seats, perft.options, chooser=None)
    match.accept(match.opening())
    for number, said in enumerate(perft.after, start=1):
        where = f"{perft.about}: after, line {number}"
        match.accept(match.plan(action_said(match, said, where)))
    return match


def measure(perft: Perft) -> list[int]:
    match = root(perft)
    return _counts(match.game, match.position, len(perft.counts))


def divide(perft: Perft, depth: int) -> str:
    """Count the ways to that depth separately for each first action."""
    match = root(perft)
    game = match.game
    return "\n".join(
        f"{one_line(to_json(action))}: {[1, *_counts(game, after, depth - 1)][-1]}"
        for action, after in _successors(game, match.position)
    )


def _counts(game: AnyGame, position: Any, depth: int) -> list[int]:
    """Count depth by depth; follow equal positions only once, with their number."""
    counts: list[int] = []
    level = Counter({position: 1})
    for _ in range(depth):
        counts.append(sum(n * len(choices(game, p)) for p, n in level.items()))
        if len(counts) < depth:
            level = _following(game, level)
    return counts


def _following(game: AnyGame, level: Counter[Any]) -> Counter[Any]:
    following: Counter[Any] = Counter()
    for position, number in level.items():
        for _, after in _successors(game, position):
            following[after] += number
    return following


def _successors(game: AnyGame, position: Any) -> Iterator[tuple[Any, Any]]:
    for action in choices(game, position):
        yield action, _settled(game, game.apply(position, action)[0])


def _settled(game: AnyGame, position: Any) -> Any:
    while (action := forced_action(game, position, game.chance(position))) is not None:
        position = game.apply(position, action)[0]
    return position
