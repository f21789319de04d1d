"""Teaching a deck to the table: card by card, each with its tag on the `play` reader.

Every tag is kept as soon as it is read, so whoever breaks off goes on where he was.
"""

from collections.abc import Callable, Sequence

from controller import games
from controller.basics.errors import UndertowError
from controller.chance.decks import Enrolled, Known, title_of
from controller.rules.game import AnyGame
from controller.stage.staging import DeckCard
from hardware.readings import Pressed, Reading, TagSeen

READER = "play"


def _called(game: AnyGame, deck: Sequence[DeckCard]) -> dict[str, str]:
    """By label: what is printed at the foot of each card."""
    printed = games.printing(game)
    return {card.label: printed.called(card) for card in deck}


class Enrolling:
    def __init__(
        self,
        game: AnyGame,
        deck: Sequence[DeckCard],
        enrolled: Enrolled,
        say: Callable[[str], None],
        done: Callable[[], None],
    ) -> None:
        """`done` is called when the deck is whole, or nothing more is wanted."""
        self._game = game
        self._deck = deck
        self._enrolled = enrolled
        self._say = say
        self._done = done
        self._called = _called(game, deck)
        self._skipped: set[str] = set()
        self._is_over = False
        # What was read last, to be taken back; the newest last.
        self._read: list[str] = []

    def start(self) -> None:
        self._say(
            f"{self._game.title}: put each card on the `{READER}` reader when it is "
            "asked for. `next` leaves one for later, `undo` takes the last one back."
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
            name = self._name(known)
            self._say(f"This tag is {name} already; put another card there.")
            return
        self._enrolled.add(uid, Known(self._game.name, wanted.label))
        self._read.append(uid)
        self._say(f"{self._called[wanted.label]}: tag {uid}")
        self._ask()

    def _take_back(self) -> None:
        if not self._read:
            self._say("Nothing has been read that could be taken back.")
            return
        uid = self._read.pop()
        known = self._enrolled.find(uid)
        self._enrolled.remove(uid)
        if known:
            # It is asked for again, even if it was left for later meanwhile.
            self._skipped.discard(known.label)
            self._say(f"{self._called[known.label]} is taken back.")
        self._ask()

    def _skip(self) -> None:
        wanted = self._wanted()
        if wanted:
            self._skipped.add(wanted.label)
            self._say(f"{self._called[wanted.label]} is left for later.")
            self._ask()

    def _name(self, known: Known) -> str:
        """A card of this game or another; one that is there no more, by its label."""
        try:
            other = games.find(known.game)
            is_ours = other.name == self._game.name
            called = self._called if is_ours else _called(other, games.deck(other))
        except UndertowError:
            called = {}
        name = called.get(known.label, known.label)
        return f"{name} of {title_of(known.game)}"

    def _wanted(self) -> DeckCard | None:
        for card, _ in self._enrolled.missing(self._game.name, self._deck):
            if card.label not in self._skipped:
                return card
        return None

    def _ask(self) -> None:
        wanted = self._wanted()
        if wanted is None:
            self._end()
            return
        missing = self._enrolled.missing(self._game.name, self._deck)
        left = next(number for card, number in missing if card.label == wanted.label)
        again = "" if left == 1 else f", {left} of them one after the other"
        name = self._called[wanted.label]
        self._say(f"[{self._progress()}] Now {name}{again}.")

    def _progress(self) -> str:
        copies = sum(card.copies for card in self._deck)
        missing = self._enrolled.missing(self._game.name, self._deck)
        left = sum(number for _, number in missing)
        return f"{copies - left} of {copies}"

    def _end(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        missing = self._enrolled.missing(self._game.name, self._deck)
        if missing:
            cards = ", ".join(self._called[card.label] for card, _ in missing[:4])
            cards += " and others" if len(missing) > 4 else ""
            self._say(
                f"{self._progress()} cards are enrolled; {cards} are missing. "
                f"`undertow cards enroll {self._game.name}` goes on from here."
            )
        else:
            self._say(f"The deck of {self._game.title} is whole: {self._progress()}.")
        self._done()
