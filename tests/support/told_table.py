"""The simulated table with a card shoe, players who roll, and enrolled decks."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller import games
from controller.chance.dealer import ChanceSettings, Dealer
from controller.chance.decks import FILE, EnrolledDecks, TaggedCard
from controller.chance.shoe import Readers
from hardware.backend import Clock
from hardware.parts.registry import Parts
from tests.support.simtable import BOARD, MakeDealer, SimTable, sim_table
from wiring.boardmap import BoardMap

# Long enough for a reader to notice a card; nobody passes two in this time.
CARD_S = 0.6
BY_SHOE = ChanceSettings(explosion="program")


class ToldTable:
    def __init__(self, sim: SimTable, enrolled: EnrolledDecks) -> None:
        """Its dealer knows the cards that are enrolled here: see `told_table`."""
        self.sim = sim
        self.enrolled = enrolled
        self.tags: dict[str, list[str]] = {}

    def enroll(self, game: str, *left_out: str) -> None:
        """Give every card of the deck a tag, except these."""
        for label, tags in enroll(self.enrolled, game, *left_out).items():
            self.tags.setdefault(label, []).extend(tags)

    @property
    def waits(self) -> str | None:
        return self.sim.table.waits

    @property
    def position(self) -> Any:
        return self.sim.position

    @property
    def actions(self) -> list[Any]:
        return self.sim.table.match.actions

    def pass_card(self, uid: str, reader: str = "shoe") -> None:
        """Put it on the reader and take it away again."""
        self.sim.backend.touch.tag(reader, uid)
        self.sim.clock.tick(CARD_S)
        self.sim.backend.touch.tag(reader, "")
        self.sim.clock.tick(CARD_S)

    def draw(self, label: str) -> None:
        """Draw the next copy of this card from the shoe."""
        uid = self.tags[label].pop(0)
        # It may be drawn again much later.
        self.tags[label].append(uid)
        self.pass_card(uid)

    def play(self, label: str) -> None:
        self.pass_card(self.tags[label][0], "play")

    def deal(self) -> None:
        """Draw any cards while the table waits for the shoe."""
        while self.waits and "draw a card" in self.waits:
            outcome = self.sim.table.match.game.chance(self.position)[0]
            seat, card = outcome.action
            deck = games.deck(self.sim.table.match.game)
            label = next(
                c.label for c in deck if c.card == card and c.seat in (None, seat)
            )
            self.draw(label)

    def told(self, seat: int | None) -> list[str]:
        """Return and forget all notices for this seat's page, or the table's."""
        found = [told.message for told in self.sim.told if told.seat == seat]
        self.sim.told[:] = [told for told in self.sim.told if told.seat != seat]
        return found


def dealing_with(
    enrolled: EnrolledDecks, told_by: ChanceSettings = BY_SHOE, board: BoardMap = BOARD
) -> MakeDealer:
    def make_dealer(parts: Parts, clock: Clock) -> Dealer:
        return Dealer(board, told_by, parts, Readers(enrolled, clock))

    return make_dealer


def enroll(enrolled: EnrolledDecks, game: str, *left_out: str) -> dict[str, list[str]]:
    """Give every card of the deck a tag, except these; return the tags by label."""
    tags: dict[str, list[str]] = {}
    number = 0
    for card in games.deck(games.find(game)):
        if card.label in left_out:
            continue
        for _ in range(card.copies):
            number += 1
            uid = f"04{number:04x}{len(game):02x}"
            enrolled.add(uid, TaggedCard(game, card.label))
            tags.setdefault(card.label, []).append(uid)
    return tags


@contextmanager
def told_table(
    state: Path, told_by: ChanceSettings = BY_SHOE, board: BoardMap = BOARD
) -> Iterator[ToldTable]:
    enrolled = EnrolledDecks(state / FILE)
    make_dealer = dealing_with(enrolled, told_by, board)
    with sim_table(state, board=board, make_dealer=make_dealer) as sim:
        yield ToldTable(sim, enrolled)
