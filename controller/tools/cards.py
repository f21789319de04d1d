"""`undertow cards`: enrolls a deck, lists the decks, forgets one.

It asks for one card after another on the `play` reader. It saves every tag as soon as
it is read, so an interrupted enrollment can be continued.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from controller import games
from controller.basics.errors import UndertowError
from controller.chance.decks import FILE, BadDecks, EnrolledDecks, TaggedCard, title_of
from controller.chance.house import Houses
from controller.rules.game import AnyGame, BadSetup
from controller.service.settings import Settings
from controller.tabletop.staging import DeckCard
from controller.tools.terminal import (
    end_on_signals,
    finish,
    print_error,
    read_lines,
    tell,
)
from hardware.backend import Backend, NoSuchControl
from hardware.choose import choose
from hardware.parts.registry import Part, Parts
from hardware.readings import Pressed, Reading, TagSeen
from hardware.rig import Rig
from wiring import boardmap

READER = "play"


def _called(game: AnyGame, deck: Sequence[DeckCard]) -> dict[str, str]:
    """Return for each label what is printed at the foot of the card."""
    printed = games.printing(game)
    return {card.label: printed.called(card) for card in deck}


class Enrolling:
    def __init__(
        self,
        game: AnyGame,
        deck: Sequence[DeckCard],
        enrolled: EnrolledDecks,
        say: Callable[[str], None],
        done: Callable[[], None],
    ) -> None:
        """Set up; `done` is called when the deck is complete, or somebody stops."""
        self._game = game
        self._deck = deck
        self._enrolled = enrolled
        self._say = say
        self._done = done
        self._called = _called(game, deck)
        self._skipped: set[str] = set()
        self._is_over = False
        # Cards that were read and can be taken back, the newest last.
        self._read: list[str] = []

    def start(self) -> None:
        self._say(
            f"{self._game.title}: lay each card on the `{READER}` reader when it is "
            "named. `next` skips a card for now, `undo` takes the last one back."
        )
        self._ask()

    def reading(self, reading: Reading) -> None:
        if self._is_over:
            return
        match reading:
            case TagSeen(reader, uid) if reader == READER:
                self._tag(uid)
            case Pressed("next" | "undo" as key):
                self.key(key)

    def key(self, key: str) -> None:
        if key == "next":
            self._skip()
        elif key == "undo":
            self._take_back()
        else:
            self._end()

    def _tag(self, uid: str) -> None:
        wanted = self._wanted()
        if wanted is None:
            return
        known = self._enrolled.find(uid)
        if known is not None:
            self._say(f"This tag is already {self._name(known)}. Use another tag.")
            return
        self._enrolled.add(uid, TaggedCard(self._game.name, wanted.label))
        self._read.append(uid)
        self._say(f"{self._called[wanted.label]}: tag {uid}")
        self._ask()

    def _take_back(self) -> None:
        if not self._read:
            self._say("There is nothing to undo.")
            return
        uid = self._read.pop()
        known = self._enrolled.find(uid)
        self._enrolled.remove(uid)
        if known:
            # Ask for the card again, even if it was postponed meanwhile.
            self._skipped.discard(known.label)
            self._say(f"{self._called[known.label]} is undone.")
        self._ask()

    def _skip(self) -> None:
        wanted = self._wanted()
        if wanted:
            self._skipped.add(wanted.label)
            self._say(f"{self._called[wanted.label]} is skipped for now.")
            self._ask()

    def _name(self, known: TaggedCard) -> str:
        """Return a card's printed name, or its label if its game no longer has it."""
        try:
            other = games.find(known.game)
            is_ours = other.name == self._game.name
            called = self._called if is_ours else _called(other, games.deck(other))
        except UndertowError:
            called = {}
        name = called.get(known.label, known.label)
        return f"{name} of {title_of(known.game)}"

    def _wanted(self) -> DeckCard | None:
        for card, _ in self._missing():
            if card.label not in self._skipped:
                return card
        return None

    def _ask(self) -> None:
        wanted = self._wanted()
        if wanted is None:
            self._end()
            return
        left = next(number for card, number in self._missing() if card == wanted)
        again = "" if left == 1 else f", {left} of them one after the other"
        name = self._called[wanted.label]
        self._say(f"[{self._progress()}] Next: {name}{again}.")

    def _missing(self) -> Sequence[tuple[DeckCard, int]]:
        return self._enrolled.missing(self._game.name, self._deck)

    def _progress(self) -> str:
        copies = sum(card.copies for card in self._deck)
        left = sum(number for _, number in self._missing())
        return f"{copies - left} of {copies}"

    def _end(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        if missing := self._missing():
            cards = ", ".join(self._called[card.label] for card, _ in missing[:4])
            cards += " and others" if len(missing) > 4 else ""
            self._say(
                f"{self._progress()} cards are enrolled; {cards} are missing. "
                f"Continue with: undertow cards enroll {self._game.name}"
            )
        else:
            title = self._game.title
            self._say(f"The deck of {title} is complete: {self._progress()}.")
        self._done()


KEYS = {"n": "next", "u": "undo", "q": "quit"}
HELP = "n (next), u (undo) or q (quit)"
# How long a card whose number is typed lies on the reader.
TAG_S = 0.5


def cards(deed: str, game: str | None, settings: Settings) -> int:
    """Enroll, list or forget decks; return the exit status."""
    try:
        enrolled = EnrolledDecks(settings.state / FILE)
        if deed == "list":
            _list(enrolled, Houses(settings.house))
        elif game and deed == "forget":
            _forget(enrolled, game)
        elif game:
            asyncio.run(_enroll(settings, games.find(game), enrolled))
    except UndertowError as error:
        print_error(str(error))
        return 1
    return 0


def _list(enrolled: EnrolledDecks, houses: Houses) -> None:
    known = enrolled.games()
    for name in known:
        tell(f"{name}: {_standing(name, enrolled, houses)}")
    if not known:
        tell("No deck is enrolled. Enroll one with: undertow cards enroll GAME")


def _standing(name: str, enrolled: EnrolledDecks, houses: Houses) -> str:
    total = sum(enrolled.count(name).values())
    try:
        game = games.find(name)
        deck = games.deck(game, houses.of(game))
    except BadSetup as error:
        return f"{total} enrolled, but {error}"
    missing = enrolled.missing(name, deck)
    if not missing:
        return f"complete, {total} cards"
    left = sum(number for _, number in missing)
    whole = total + left
    return f"{total} of {whole} cards; continue with: undertow cards enroll {name}"


def _forget(enrolled: EnrolledDecks, name: str) -> None:
    if name not in enrolled.games():
        known = ", ".join(enrolled.games()) or "none"
        raise BadDecks(f"no deck of {name[:40]!r} is enrolled; there is {known}")
    number = enrolled.forget(name)
    tell(f"{name}: the deck is forgotten; its {number} tags are free for other cards.")


async def _enroll(settings: Settings, game: AnyGame, enrolled: EnrolledDecks) -> None:
    board = boardmap.load(settings.board)
    if not any(READER in row.readers for row in board.boards):
        raise NoSuchControl(
            f"{board.path}: no [[board]] has the reader {READER!r}, which is needed "
            f'to enroll cards; add readers = ["{READER}"] to the board that has it'
        )
    deck = games.deck(game, Houses(settings.house).of(game))
    loop = asyncio.get_running_loop()
    parts = Parts()
    rig = Rig(board, choose(settings.backend, board, loop, parts), parts)
    ended: asyncio.Future[None] = loop.create_future()
    walk = Enrolling(game, deck, enrolled, tell, lambda: finish(ended, None))

    try:
        end_on_signals(loop, partial(_guarded, ended, partial(walk.key, "quit")))
        parts.on_change.append(lambda part: _guarded(ended, partial(_say_part, part)))
        read_lines(
            loop,
            lambda line: _guarded(ended, partial(_line, walk, rig.backend, line)),
        )
        rig.listen(lambda reading: _guarded(ended, partial(walk.reading, reading)))
        walk.start()
        await ended
    finally:
        rig.close()


def _guarded(ended: "asyncio.Future[None]", deed: Callable[[], None]) -> None:
    """End the command, not only the callback, if something goes wrong in it."""
    try:
        deed()
    except UndertowError as error:
        finish(ended, error)


def _say_part(part: Part) -> None:
    tell(f"{part.name}: {part.trouble or 'works again'}")


def _line(walk: Enrolling, backend: Backend, line: str | None) -> None:
    """Handle a key or, at a simulated table, a tag's number."""
    word, touch = (line or "").lower(), backend.touch
    if line is None:
        walk.key("quit")
    elif word in KEYS:
        walk.key(KEYS[word])
    elif not touch:
        tell(f"Type {HELP}.")
    else:
        try:
            touch.tag(READER, word)
        except NoSuchControl as error:
            tell(f"Type {HELP}, or the number of a tag; {error}.")
            return
        clock = backend.clock
        clock.call_at(clock.time() + TAG_S, lambda: touch.tag(READER, ""))
