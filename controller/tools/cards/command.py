"""`undertow cards`: enroll a deck at the table, list the decks, forget one."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from controller import games
from controller.basics.errors import UndertowError
from controller.chance.decks import FILE, BadDecks, Enrolled
from controller.chance.house import Houses
from controller.rules.game import AnyGame, BadSetup
from controller.tools.cards.enrolling import READER, Enrolling
from controller.tools.terminal import complain, end_on_signals, finish, read_lines, tell
from hardware.backend import Backend, NoSuchControl
from hardware.choose import choose
from hardware.parts.registry import Part, Parts
from hardware.readings import Reading
from hardware.rig import Rig
from wiring import boardmap

KEYS = {"n": "next", "u": "undo", "q": "quit"}
HELP = "n (next), u (undo) or q (quit)"
# How long a card lies on the reader whose number is typed.
TAG_S = 0.5


class CardsOptions(NamedTuple):
    deed: str  # "enroll", "list" or "forget"
    game: str | None
    board: Path
    backend: str
    state: Path
    houses: Houses


def cards(options: CardsOptions) -> int:
    """Does it, and gives the exit status."""
    try:
        enrolled = Enrolled(options.state / FILE)
        if options.deed == "list":
            _list(enrolled, options.houses)
        elif options.game and options.deed == "forget":
            _forget(enrolled, options.game)
        elif options.game:
            asyncio.run(_enroll(options, games.find(options.game), enrolled))
    except UndertowError as error:
        complain(str(error))
        return 1
    return 0


def _list(enrolled: Enrolled, houses: Houses) -> None:
    known = enrolled.games()
    for name in known:
        tell(f"{name}: {_standing(name, enrolled, houses)}")
    if not known:
        tell("No deck is enrolled; `undertow cards enroll GAME` teaches one.")


def _standing(name: str, enrolled: Enrolled, houses: Houses) -> str:
    total = sum(enrolled.count(name).values())
    try:
        game = games.find(name)
        deck = games.deck(game, houses.of(game))
    except BadSetup as error:
        return f"{total} enrolled, but {error}"
    missing = enrolled.missing(name, deck)
    if not missing:
        return f"the whole deck, {total} cards"
    left = sum(number for _, number in missing)
    whole = total + left
    return f"{total} of {whole} cards; `undertow cards enroll {name}` goes on"


def _forget(enrolled: Enrolled, name: str) -> None:
    if name not in enrolled.games():
        known = ", ".join(enrolled.games()) or "none"
        raise BadDecks(f"no deck of {name[:40]!r} is enrolled; there is {known}")
    number = enrolled.forget(name)
    tell(f"{name}: the deck is forgotten; its tags ({number}) can be enrolled anew.")


async def _enroll(options: CardsOptions, game: AnyGame, enrolled: Enrolled) -> None:
    board = boardmap.load(options.board)
    if not any(READER in row.readers for row in board.boards):
        raise NoSuchControl(
            f"{board.path}: no [[board]] has the reader {READER!r}, which is needed "
            f'to enroll cards; add readers = ["{READER}"] to the board that has it'
        )
    deck = games.deck(game, options.houses.of(game))
    loop = asyncio.get_running_loop()
    parts = Parts()
    rig = Rig(board, choose(options.backend, board, loop, parts), parts)
    ended: asyncio.Future[None] = loop.create_future()
    walk = Enrolling(game, deck, enrolled, tell, lambda: finish(ended, None))

    def heard(reading: Reading) -> None:
        _guarded(ended, partial(walk.reading, reading))

    try:
        end_on_signals(loop, partial(_guarded, ended, partial(walk.key, "quit")))
        parts.on_change.append(lambda part: _guarded(ended, partial(_say_part, part)))
        read_lines(
            loop,
            lambda line: _guarded(ended, partial(_line, walk, rig.backend, line)),
        )
        rig.listen(heard)
        walk.start()
        await ended
    finally:
        rig.close()


def _guarded(ended: "asyncio.Future[None]", deed: Callable[[], None]) -> None:
    """What goes wrong in a callback ends the command, not only the callback."""
    try:
        deed()
    except UndertowError as error:
        finish(ended, error)


def _say_part(part: Part) -> None:
    tell(f"{part.name}: {part.trouble or 'works again'}")


def _line(walk: Enrolling, backend: Backend, line: str | None) -> None:
    """A key, or at a table that is touched from here the number of a tag."""
    word, touch = (line or "").lower(), backend.touch
    if line is None:
        walk.key("quit")
    elif word in KEYS:
        walk.key(KEYS[word])
    elif not touch:
        tell(f"Expected {HELP}.")
    else:
        try:
            touch.tag(READER, word)
        except NoSuchControl as error:
            tell(f"Expected {HELP}, or the number of a tag; {error}.")
            return
        clock = backend.clock
        clock.call_at(clock.time() + TAG_S, lambda: touch.tag(READER, ""))
