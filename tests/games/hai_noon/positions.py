"""HAI NOON set up in a line or two, for tests."""

from collections.abc import Iterable
from typing import Any

from controller.games.hai_noon import GAME
from controller.games.hai_noon.pieces import CARD, DECK, DIVERS, INDEX, SIDES, Position
from controller.rules.game import checked_options
from tests.games.playing import Playing

PLAYING: Playing[Position] = Playing(GAME)
act, told, listed = PLAYING.act, PLAYING.told, PLAYING.lists
refused, why, result_of = PLAYING.refused, PLAYING.why, PLAYING.ended

EVERYBODY = " ".join(DIVERS)


def begun(seats: int = 4, **options: Any) -> Position:
    """Before anything has been settled."""
    return GAME.start(seats, checked_options(GAME, seats, options), None)


def table(
    hands: str = "",
    sides: str = "",
    *,
    seats: int = 4,
    hungry: Iterable[int] = (),
    divers: str = EVERYBODY,
    injured: str = "",
    dummies: str = "",
    cage: str | None = None,
    active: int = 0,
    turn: int = 20,
    **options: Any,
) -> Position:
    """A card is to be played. `hands` as "red-cage wild / / blue-flip", by seat;
    `sides` as "N red-flip wild / W blue-cage"; `divers` from TL clockwise, - is free.
    """
    start = begun(seats, first=active, **options)
    held = [tuple(sorted(cards.split())) for cards in hands.split("/")]
    held += [()] * (seats - len(held))
    lying: dict[str, tuple[str, ...]] = dict.fromkeys(SIDES, ())
    for line in filter(None, map(str.split, sides.split("/"))):
        lying[line[0]] = tuple(line[1:])
    deck = list(DECK)
    for card in (c for cards in (*held, *lying.values()) for c in cards):
        deck[CARD[card]] -= 1
    assert min(deck) >= 0, "there are not so many of a card"
    return start._replace(
        step="play" if held[active] else "draw",
        turn=turn,
        sharks=tuple(shark in hungry for shark in range(12)),
        places=tuple(None if name == "-" else name for name in divers.split()),
        health=_health(start, injured, dummies),
        cage=cage,
        sides=tuple(lying.values()),
        hands=tuple(held),
        deck=tuple(deck),
    )


def _health(start: Position, injured: str, dummies: str) -> Any:
    health = list(start.health)
    for name in injured.split():
        health[INDEX[name]] = "injured"
    for name in dummies.split():
        health[INDEX[name]] = "dummy"
    return tuple(health)


def health(position: Position, diver: str) -> str:
    return position.health[INDEX[diver]]


def lying(position: Position, side: str) -> tuple[str, ...]:
    return position.sides[SIDES.index(side)]


def discarded(position: Position) -> list[str]:
    cards: list[str] = GAME.state(position, None)["discard"]
    return cards


def hungry(position: Position) -> set[int]:
    return {number for number, is_hungry in enumerate(position.sharks) if is_hungry}
