"""HOLD YOUR BREATH! set up in a line or two, for tests."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from controller.games.hold_your_breath import GAME, data
from controller.games.hold_your_breath.pieces import (
    CARDS,
    Action,
    Done,
    End,
    Front,
    Play,
    Position,
)
from controller.rules.codec import to_json
from controller.rules.deals import Bag, Draw
from controller.rules.game import checked_options
from controller.testing.playthroughs import one_line
from tests.games.playing import Playing

PLAYING: Playing[Position] = Playing(GAME)
act, told = PLAYING.act, PLAYING.told
refused, why, ended = PLAYING.refused, PLAYING.why, PLAYING.ended

DECK = data.usual()
WHOLE = dict(zip(CARDS, DECK, strict=True))
both = pytest.mark.parametrize("edition", ["published", "draft"])


def bag(cards: str) -> Bag:
    """A deck of these cards; a number before a card is how many of it."""
    counts: Counter[str] = Counter()
    words = iter(cards.split())
    for word in words:
        number = int(word) if word.isdigit() else 1
        counts[next(words) if word.isdigit() else word] += number
    assert counts.keys() <= WHOLE.keys(), cards
    return tuple(counts[card] for card in CARDS)


def row(text: str) -> tuple[Front, ...]:
    """`panic:air-5-panic`, `shark:dolphin`, and `hidden:` for one laid face down."""
    fronts = []
    for word in text.split():
        mark, _, card = word.partition(":")
        hidden = mark == "hidden"
        fronts.append(Front(card, "panic" if hidden else mark, hidden))
    return tuple(fronts)


def a_turn(*hands: str, fronts: tuple[str, ...] = (), **given: Any) -> Position:
    """Seat 0's turn, these cards in the hands; what is not given is in the deck.

    Options of the game, and fields of the position, by name.
    """
    seats = len(hands)
    names = {option.name for option in GAME.options}
    options = {key: given.pop(key) for key in names & given.keys()}
    position = GAME.start(seats, checked_options(GAME, seats, options), DECK)
    rows = [row(fronts[seat]) if seat < len(fronts) else () for seat in range(seats)]
    discard = tuple(given.pop("discard", "").split())
    if given.get("phase") == "ascent":
        given.setdefault("anchors", given["depths"])
        given.setdefault(
            "surfaced", tuple(None if depth else 0 for depth in given["depths"])
        )
    position = position._replace(
        step="play",
        active=0,
        turn=3,
        hands=tuple(tuple(sorted(hand.split())) for hand in hands),
        fronts=tuple(rows),
        discard=discard,
    )
    deck = given.pop("deck", None)
    rest = _rest(position) if deck is None else bag(deck)
    return position._replace(deck=rest, **given)


def _rest(position: Position) -> Bag:
    counts = Counter(WHOLE)
    counts.subtract(card for hand in position.hands for card in hand)
    counts.subtract(front.card for fronts in position.fronts for front in fronts)
    counts.subtract(position.discard)
    assert min(counts.values()) >= 0, "more copies of a card than the deck has"
    return tuple(counts[card] for card in CARDS)


def uses(position: Position, card: str) -> list[str]:
    """The legal plays of a card, as text without its seat and name."""
    said = [
        one_line(to_json(action))
        for action in GAME.legal(position)
        if _is(action, card)
    ]
    return [text.partition(" as=")[2] for text in said]


def _is(action: Action, card: str) -> bool:
    return isinstance(action, Play) and action.card == card


def kinds(position: Position) -> set[str]:
    return {type(action).__name__ for action in GAME.legal(position)}


def cards_in(actions: Iterable[Action]) -> list[str]:
    return [getattr(action, "card", "") for action in actions]


def play(card: str, use: str, seat: int = 0, **more: Any) -> Play:
    return Play(seat, card, use, **more)


def finish(position: Position) -> Position:
    """The active seat stops playing and keeps its cards; nothing is drawn yet."""
    seat = position.active or 0
    return act(position, Done(seat), End(seat))


def draw(position: Position, *cards: str) -> Position:
    """These cards are drawn by whoever is to draw."""
    for card in cards:
        drawing = {outcome.action.seat for outcome in GAME.chance(position)}
        position = act(position, Draw(drawing.pop(), card))
    return position
