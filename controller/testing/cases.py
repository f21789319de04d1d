"""The ways to set up every game, and random play."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from controller import games
from controller.chance.seed import seeded
from controller.games import find, folder
from controller.rules.game import AnyGame, Refusal
from controller.rules.match import Chooser, Entries, Match
from controller.testing import plugin
from controller.testing.playthroughs import choices as choices
from controller.testing.playthroughs import others

RULING = re.compile(r"\b[A-Z]{2,4}-\d{2}\b")


def names() -> list[str]:
    """Return the games to test: the named ones, or all."""
    return [*plugin.named] or games.names()


def folders_of_tests(name: str) -> list[Path]:
    """Return where this game's tests can be: in its folder, and beside it."""
    [root] = plugin.root or [Path.cwd()]
    return [games.folder(name), root / "tests"]


GAMES = {name: find(name) for name in names()}


class Case(NamedTuple):
    name: str
    seats: int
    # Only what differs from the defaults.
    changed: tuple[tuple[str, Any], ...]

    @property
    def game(self) -> AnyGame:
        return GAMES[self.name]

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.changed)

    def __str__(self) -> str:
        changed = "".join(f"-{key}={value}" for key, value in self.changed)
        return f"{self.name}-{self.seats}{changed}"


def option_sets(game: AnyGame, seats: int) -> list[tuple[tuple[str, Any], ...]]:
    """Return the defaults, each other value alone, and all options changed at once."""
    values = {option.name: others(option, seats) for option in game.options}
    alone = [((name, each),) for name, found in values.items() for each in found]
    together = tuple((name, found[0]) for name, found in values.items() if found)
    return list(dict.fromkeys([(), *alone, together]))


ALL_CASES = [
    Case(name, seats, changed)
    for name, game in GAMES.items()
    for seats in range(game.seats[0], game.seats[1] + 1)
    for changed in option_sets(game, seats)
]


def runs_always(case: Case) -> bool:
    """Return whether every run tries it: each option once, extremes of seats often."""
    sets = option_sets(case.game, case.seats)
    fewest, most = case.game.seats
    if case.changed in (sets[0], sets[-1]):
        return case.seats in (fewest, most)
    return case.seats == fewest


# `make random-games` tries all of them.
CASES = [
    case
    for case in ALL_CASES
    if runs_always(case) or "UNDERTOW_EVERY_SETUP" in os.environ
]
every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("name", names())


def begun(case: Case, chooser: Chooser | None) -> Match:
    match = Match(case.game, case.seats, case.options, chooser)
    match.accept(match.opening())
    return match


def new_match(case: Case, seed: int = 0) -> Match:
    return begun(case, seeded(seed))


def dice(case: Case, seed: int) -> Random:
    return Random(f"{case}/{seed}")


# Enough to meet every ruling, few enough to try at every step of a game.
MANY, FEW = 80, 2


def attempts(game: AnyGame, position: Any) -> tuple[Any, ...]:
    """Return actions to try: all legal ones, and some illegal ones of each kind."""
    found: tuple[Any, ...] = game.steps.attempts(position, many=MANY, few=FEW).actions
    return found


def steps(match: Match, rng: Random) -> Iterator[Entries]:
    """Play at random to the end; pending chance is random too."""
    while match.result is None:
        entries = match.plan(rng.choice(choices(match.game, match.position)))
        match.accept(entries)
        yield entries


def moments(match: Match, rng: Random) -> Iterator[Match]:
    """Play at random to the end; yield before each decision."""
    while match.result is None:
        yield match
        next(steps(match, rng))


def played(case: Case, seed: int, *, manual: bool = False) -> Match:
    match = begun(case, None if manual else seeded(seed))
    for _ in steps(match, dice(case, seed)):
        pass
    return match


def legal_after(case: Case, position: Any, action: Any) -> Any:
    """Return the position after a legal action."""
    refusal: Refusal | None = case.game.refuse(position, action)
    assert refusal is None, f"{case}: {action} was refused: {refusal}"
    return case.game.apply(position, action)[0]


def rulings_page(name: str) -> Path:
    return folder(name) / "rulings.md"


def rulings(name: str) -> set[str]:
    """Return the IDs that a game's page explains: those that begin a line."""
    page = rulings_page(name)
    lines = page.read_text().splitlines() if page.exists() else []
    firsts = (re.match(rf"\W*({RULING.pattern})", line) for line in lines)
    return {first[1] for first in firsts if first}
