"""What a card on a reader does: a draw, a play, or a notice.

Only the seat that drew a card may know it. So if a card cannot be drawn, that seat's
page names the card, and the table only says whose page to look at. No sentence contains
a tag's number, because others could recognise the card by it later.
"""

from typing import Any, NamedTuple

from controller import games
from controller.basics.sentence import Says, Sentence, say
from controller.chance.decks import EnrolledDecks, title_of
from controller.rules.deals import Draw
from controller.rules.game import AnyGame
from controller.rules.match import Match
from controller.tabletop.gestures import Card
from controller.tabletop.staging import DeckCard
from controller.words.notice import Notice
from hardware.backend import Clock

# Two cards that pass within this time were passed together.
TOGETHER_S = 0.25


class ScannedCard(NamedTuple):
    """A card that passed through the shoe, and the draw it caused."""

    uid: str
    draw: Draw


class Readers:
    def __init__(self, enrolled: EnrolledDecks, clock: Clock) -> None:
        self._enrolled = enrolled
        self._clock = clock
        self._match: Match | None = None
        # By the index of the draw in the match's log.
        self._passed: dict[int, ScannedCard] = {}
        self._last_s = -TOGETHER_S

    def has_tags(self, game: AnyGame) -> bool:
        """Return whether any card of this game has a tag."""
        return bool(self._enrolled.count(game.name))

    def has_whole_deck(self, game: AnyGame, seats: int, house: Any) -> bool:
        """Return whether every card for this number of seats has a tag."""
        return self._enrolled.is_whole(game.name, games.deck(game, house), seats)

    def draw(
        self, uid: str, match: Match, *, is_dealt_here: bool
    ) -> Draw | list[Notice]:
        """Return the draw that this card makes, or why it cannot be drawn."""
        card = self._card(uid, match)
        if isinstance(card, Sentence):
            return [Notice(None, False, "", card)]
        seat = _drawer(match)
        if not is_dealt_here:
            says = say("shoe.closed")
        elif self._clock.time() - self._last_s < TOGETHER_S:
            says = say("shoe.two")
        elif seat is None:
            says = say("shoe.nobody")
        elif card.seat not in (None, seat):
            says = say("shoe.others", owner=card.seat, seat=seat)
        else:
            return self._draw(uid, match, Draw(seat, card.card))
        return [Notice(None, False, match.game.choice_rule, says)]

    def _draw(self, uid: str, match: Match, draw: Draw) -> Draw | list[Notice]:
        held_by = self._held_by(uid, match)
        rule: str = match.game.choice_rule
        why: Says | None = None
        if held_by is not None:
            key = "shoe.own-hand" if held_by == draw.seat else "shoe.other-hand"
            why = say(key, card=draw.card)
        elif refusal := match.refusal(draw):
            rule, why = refusal
        if why:
            return [
                Notice(draw.seat, False, rule, why),
                Notice(None, False, rule, say("shoe.refused", seat=draw.seat)),
            ]
        self._last_s = self._clock.time()
        self._passed[len(match.actions)] = ScannedCard(uid, draw)
        return draw

    def play(self, uid: str, match: Match) -> Card | list[Notice]:
        card = self._card(uid, match)
        if isinstance(card, Sentence):
            return [Notice(None, False, "", card)]
        return Card(card.label)

    def misdeal_mark(self, match: Match) -> int | None:
        """Return how long the log is if the last card goes back; None if it can't.

        It can until a seat's first decision, and only if it came from the shoe.
        """
        last = len(match.actions) - 1
        return last if match.is_undecided and last in self._still_drawn(match) else None

    def _card(self, uid: str, match: Match) -> DeckCard | Sentence:
        """Return the card of this game with this tag, or what is wrong with it."""
        game = match.game
        known = self._enrolled.find(uid)
        if known is None:
            return say("shoe.unknown", game=game.name)
        if known.game != game.name:
            values = {"card": known.label, "other": title_of(known.game)}
            return say("shoe.other-game", game=game.title, **values)
        for card in games.deck(game, match.house):
            if card.label == known.label:
                return card
        values = {"card": known.label, "name": game.name}
        return say("shoe.not-in-deck", game=game.title, **values)

    def _still_drawn(self, match: Match) -> dict[int, ScannedCard]:
        """Return the cards that passed in this match, except undone ones."""
        if match is not self._match:
            self._match, self._passed = match, {}
        actions = match.actions
        self._passed = {
            number: passed
            for number, passed in self._passed.items()
            if number < len(actions) and actions[number] == passed.draw
        }
        return self._passed

    def _held_by(self, uid: str, match: Match) -> int | None:
        """Return the seat that certainly holds this card, if any."""
        passed = list(self._still_drawn(match).values())
        draw = next((p.draw for p in reversed(passed) if p.uid == uid), None)
        if draw is None:
            return None
        tags = {p.uid for p in passed if p.draw == draw}
        hand = match.game.state(match.position, None)["hands"][draw.seat]
        # If one of several equal cards was played since, nobody knows which.
        return draw.seat if hand.count(draw.card) >= len(tags) else None


def _drawer(match: Match) -> int | None:
    for outcome in match.game.chance(match.position):
        if isinstance(outcome.action, Draw):
            return outcome.action.seat
    return None
