"""Sets games up, and restores them from the journal."""

import json
import os
from base64 import b32encode
from collections.abc import Callable
from dataclasses import replace
from secrets import token_bytes
from typing import Any, TypeAlias

from controller import games
from controller.basics.errors import UndertowError, in_one_line
from controller.chance import house as houses
from controller.chance.seed import seeded
from controller.games import broken
from controller.input.intents import NewGame
from controller.rules.codec import from_json, to_json
from controller.rules.game import AnyGame, Options, Refusal
from controller.rules.match import Chooser, Match, Refused
from controller.storage.journal import SavedGame, Setup
from controller.tabletop.lesson import Lesson

CODE_BYTES = 16
# Returns a game's chooser for these seats, seed and house data.
Choosing: TypeAlias = Callable[[AnyGame, int, int, Any], Chooser]


class CannotRestore(UndertowError):
    """A saved game that does not fit the rules of this version."""


def by_seed(_game: AnyGame, _seats: int, seed: int, _house: Any) -> Chooser:
    return seeded(seed)


def written(action: Any) -> str:
    return json.dumps(to_json(action))


def set_up(
    new: NewGame, seed: int, codes: tuple[str, ...], chooser: Choosing
) -> tuple[Setup, Match]:
    """Set up a new game with codes for all its seats, but without a clock.

    There may be more or fewer names than seats.
    """
    game, seats = new.game, new.seats
    match = _new_match(game, seats, new.options, seed, chooser, new.house, new.learn)
    codes = (*codes[:seats], *(new_code() for _ in range(len(codes), seats)))
    setup = Setup(
        game.name,
        seats,
        match.options,
        seed,
        game.version,
        codes,
        houses.written(game, match.house),
        _fitted(new.players or (), seats),
        new.learn,
    )
    return setup, match


def lesson_of(setup: Setup) -> Lesson | None:
    """Return this game's lesson; None if it is not a lesson."""
    return games.lesson(setup.game) if setup.lesson else None


def as_lesson(new: NewGame) -> NewGame:
    """Return this game as a lesson, set up by its script with the usual house data."""
    game = new.game
    house = game.house.usual() if game.house else None
    return replace(new, options=games.lesson(game.name).options, house=house)


def _new_match(
    game: AnyGame,
    seats: int,
    options: Options,
    seed: int,
    chooser: Choosing,
    house: Any,
    lesson: bool,
) -> Match:
    """Make the match; in a lesson, only the program deals and rolls."""
    chooser = by_seed if lesson else chooser
    preset = games.lesson(game.name).preset if lesson else None
    return Match(game, seats, options, chooser(game, seats, seed, house), house, preset)


def _fitted(players: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return a name for each seat, "" for none; () if nobody has a name."""
    names = (*players, *[""] * seats)[:seats]
    return names if any(names) else ()


def with_name(players: tuple[str, ...], seat: int, name: str) -> tuple[str, ...]:
    """Return the players' names with another one for this seat."""
    names = [*players, *[""] * (seat + 1 - len(players))]
    names[seat] = name
    return tuple(names)


def renamed(setup: Setup, players: tuple[str, ...]) -> Setup:
    return setup._replace(players=_fitted(players, setup.seats))


def new_seed() -> int:
    return int.from_bytes(os.urandom(7), "big")


def new_code() -> str:
    """Return a new code for a page: 128 bits, safe in a link."""
    drawn = b32encode(token_bytes(CODE_BYTES)).decode()
    return drawn.rstrip("=").lower()


def restored(saved: SavedGame, chooser: Choosing = by_seed) -> Match:
    """Return the unfinished game as it was; raise whatever its rules raise.

    It continues under today's rules, with its original house data.
    """
    setup = saved.setup
    try:
        game = games.find(setup.game)
    except games.NoSuchGame as error:
        raise CannotRestore(f"{error}; it stays in the journal") from None
    house = houses.read(game, setup.house)
    match = _new_match(
        game, setup.seats, setup.options, setup.seed, chooser, house, setup.lesson
    )
    for number, (kind, body) in enumerate(saved.entries, start=1):
        try:
            if kind == "undo":
                match.rewind(int(body))
            elif kind == "action":
                match.replay(_action(game, body))
        # The rules may be somebody else's, and newer than the game.
        except Exception as error:
            if broken.locate_and_log(error):
                raise
            raise CannotRestore(_why_not(setup, game, number, error)) from None
    return match


def _why_not(setup: Setup, game: AnyGame, number: int, error: Exception) -> str:
    """Say in English, for the log, why a saved game cannot be resumed."""
    why = in_one_line(error)
    if isinstance(error, Refused):
        called = games.words(game.name)
        why = called.render(error.refusal.says, called.seats(game.teams(setup.seats)))
    words = f"its entry {number} does not fit: {why.rstrip('.')}"
    if setup.rules == game.version:
        return words
    return (
        f"it was played by version {setup.rules} of the rules of {game.title}, and "
        f"under version {game.version} {words}; it stays in the journal"
    )


def _action(game: AnyGame, body: str) -> Any:
    data = json.loads(body)
    if not isinstance(data, dict) or "type" not in data:
        raise ValueError(f"{body[:60]} is no action")
    action = from_json(game, data)
    if isinstance(action, Refusal):
        raise Refused(action)
    return action
