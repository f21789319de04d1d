"""What a card on a reader means at the table: a draw, a play, or nothing.

A card that was drawn is known to its drawer alone. So a card that cannot be drawn is
named on the drawer's page, and the table says no more than whose page that is. No
sentence has the number of its tag, by which it could be told from others later.
"""

from typing import Any, NamedTuple

from controller import games
from controller.chance.decks import Enrolled, named
from controller.rules.deals import Draw
from controller.rules.game import AnyGame
from controller.rules.match import Match
from controller.rules.sentence import Says
from controller.stage.gestures import Card
from controller.stage.staging import DeckCard
from controller.words.notice import Notice
from hardware.backend import Clock

# Two cards that pass within this time were in one hand.
TOGETHER_S = 0.25


class Passed(NamedTuple):
    """A card that passed the shoe, and the draw that it was."""

    uid: str
    draw: Draw


class Readers:
    def __init__(self, enrolled: Enrolled, clock: Clock) -> None:
        self._enrolled = enrolled
        self._clock = clock
        self._match: Match | None = None
        # By the number of the draw in the log of the match.
        self._passed: dict[int, Passed] = {}
        self._last_s = -TOGETHER_S

    def know(self, game: AnyGame) -> bool:
        """Some card of this game has a tag."""
        return bool(self._enrolled.count(game.name))

    def know_all(self, game: AnyGame, seats: int, house: Any) -> bool:
        """Every card that so many seats draw from has its tag."""
        return self._enrolled.is_whole(game.name, games.deck(game, house), seats)

    def drawn(
        self, uid: str, match: Match, *, is_dealt_here: bool
    ) -> Draw | list[Notice]:
        """The draw that is to be played now, or what stands against this card."""
        card = self._card(uid, match)
        if isinstance(card, str):
            return [Notice(None, False, "", card)]
        seat = _drawer(match)
        if not is_dealt_here:
            words = "the program deals in this game; the shoe stays closed"
        elif self._clock.time() - self._last_s < TOGETHER_S:
            words = "two cards passed at once, and one was counted: pass one by one"
        elif seat is None:
            words = "nobody draws a card now; it goes back where it came from"
        elif card.seat not in (None, seat):
            words = f"this is a card of seat {card.seat}, and seat {seat} draws"
        else:
            return self._draw(uid, match, Draw(seat, card.card), card.label)
        return [Notice(None, False, match.game.choice_rule, words)]

    def _draw(
        self, uid: str, match: Match, draw: Draw, label: str
    ) -> Draw | list[Notice]:
        held_by = self._held_by(uid, match)
        rule: str = match.game.choice_rule
        why: Says = ""
        if held_by is not None:
            whose = "your" if held_by == draw.seat else "another"
            why = f"this card, {label}, is in {whose} hand already"
        elif refusal := match.refusal(draw):
            rule, why = refusal
        if why:
            secret = f"seat {draw.seat} cannot draw that card; its page says why"
            return [
                Notice(draw.seat, False, rule, why),
                Notice(None, False, rule, f"{secret}; pass another"),
            ]
        self._last_s = self._clock.time()
        self._passed[len(match.actions)] = Passed(uid, draw)
        return draw

    def played(self, uid: str, match: Match) -> Card | list[Notice]:
        card = self._card(uid, match)
        if isinstance(card, str):
            return [Notice(None, False, "", card)]
        return Card(card.label)

    def misdealt(self, match: Match) -> int | None:
        """How many actions stay if the last card goes back; None if it may not.

        It may until the first decision of a seat, and only if it came from the shoe.
        """
        last = len(match.actions) - 1
        return last if match.is_undecided and last in self._standing(match) else None

    def _card(self, uid: str, match: Match) -> DeckCard | str:
        """The card of this game that has the tag, or what is wrong with it."""
        game = match.game
        known = self._enrolled.find(uid)
        if known is None:
            return (
                "this card is enrolled in no deck; "
                f"`undertow cards enroll {game.name}` teaches it to the table"
            )
        if known.game != game.name:
            return f"this is {named(known)}, and {game.title} is played"
        for card in games.deck(game, match.house):
            if card.label == known.label:
                return card
        return (
            f"this card is enrolled as {known.label}, which {game.title} "
            f"does not have; `undertow cards forget {game.name}` and enroll it anew"
        )

    def _standing(self, match: Match) -> dict[int, Passed]:
        """The cards that passed in this match and have not been taken back since."""
        if match is not self._match:
            self._match, self._passed = match, {}
        actions = match.actions
        self._passed = {
            number: passed
            for number, passed in self._passed.items()
            if number < len(actions) and _is_same(actions[number], passed.draw)
        }
        return self._passed

    def _held_by(self, uid: str, match: Match) -> int | None:
        """The seat that surely has this very card in its hand."""
        passed = list(self._standing(match).values())
        draw = next((p.draw for p in reversed(passed) if p.uid == uid), None)
        if draw is None:
            return None
        tags = {p.uid for p in passed if p.draw == draw}
        hand = match.game.state(match.position, None)["hands"][draw.seat]
        # Of several alike some may have been played since: which, nobody knows.
        return draw.seat if hand.count(draw.card) >= len(tags) else None


def _drawer(match: Match) -> int | None:
    for outcome in match.game.chance(match.position):
        if isinstance(outcome.action, Draw):
            return outcome.action.seat
    return None


def _is_same(action: Any, draw: Draw) -> bool:
    # Records of two kinds may be equal.
    return isinstance(action, Draw) and action == draw
