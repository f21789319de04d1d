"""HAI NOON: invariants for the contract suite."""

from collections.abc import Iterator
from typing import Any

from controller.games.hai_noon import layout, scene
from controller.games.hai_noon.pieces import (
    ATTACK_AT,
    CARD,
    COLOUR,
    DECK,
    DIVERS,
    HAND,
    Position,
)
from controller.light.colour import DARK, WHITE, dim
from controller.light.legend import Lamp, Legend, shades
from controller.light.palette import BLOOD
from controller.rules.deals import Draw, less_one, more_one, put, with_card
from controller.rules.game import Viewer

SECRETS = {Draw: ("card",)}
IN_HANDS = "two-seats-both-divers-prey"
SHORT = {"turn_cap": 12}


def longest(seats: int, options: dict[str, Any]) -> int:
    """Return an upper bound: the turn cap, or far more than any random game takes."""
    turns = options.get("turn_cap") or 3_000
    enter, play, act, answers, draws = 1, 1, 1, seats, HAND
    return 1 + HAND * seats + turns * (enter + play + act + answers + draws)


def broken(position: Position) -> Iterator[str]:
    yield from _broken_cards(position)
    yield from _broken_sides(position)
    yield from _broken_board(position)
    yield from _broken_end(position)


def _broken_cards(position: Position) -> Iterator[str]:
    there = [a + b for a, b in zip(position.deck, position.discard, strict=True)]
    for card in (c for cards in (*position.hands, *position.sides) for c in cards):
        there[CARD[card]] += 1
    if tuple(there) != DECK:
        yield f"cards have come or gone: {there}"
    if not any(position.deck):
        yield "the draw pile is empty"
    for hand in position.hands:
        if len(hand) > HAND or list(hand) != sorted(hand):
            yield f"a hand is too long or not sorted: {hand}"


def _broken_sides(position: Position) -> Iterator[str]:
    colours = [{COLOUR[card] for card in cards} - {""} for cards in position.sides]
    for cards, mixed in zip(position.sides, colours, strict=True):
        if len(mixed) > 1:
            yield f"a side has two colours: {cards}"
    if len(set().union(*colours)) != sum(map(len, colours)):
        yield f"two sides share a colour: {position.sides}"
    most = {"answer": 5, "act": ATTACK_AT}.get(position.step, ATTACK_AT - 1)
    if any(len(cards) > most for cards in position.sides):
        yield f"a side has more than {most} cards at {position.step}: {position.sides}"


def _broken_board(position: Position) -> Iterator[str]:
    on_board = [diver for diver in position.places if diver]
    if len(set(on_board)) != len(on_board) or not set(on_board) <= set(DIVERS):
        yield f"a diver is in two places: {position.places}"
    for diver, health in zip(DIVERS, position.health, strict=True):
        if diver not in on_board and health not in ("healthy", "injured"):
            yield f"{diver} is {health} and not on the board"
        if health == "prey" and position.step != "over":
            yield f"{diver} is prey, and the game goes on"
    if len(position.sharks) != 12:
        yield f"there are {len(position.sharks)} sharks"
    if (position.step == "answer") != bool(position.asked):
        yield f"{position.asked} are asked at {position.step}"


def _broken_end(position: Position) -> Iterator[str]:
    if position.step == "over":
        return
    if position.active >= 0 and position.fell[position.active]:
        yield f"it is the turn of seat {position.active}, which is out"
    for seat, turn in enumerate(position.fell):
        if turn and (position.hands[seat] or not position.variant.last_diver):
            yield f"seat {seat} fell in turn {turn} and plays on"
    cap = position.variant.turn_cap
    if cap and position.turn > cap:
        yield f"turn {position.turn} comes after the last, {cap}"


def lookalikes(position: Position, viewer: Viewer) -> Iterator[Position]:
    """Swap a card in another seat's hand for one in the draw pile."""
    if position.step == "over" or viewer is None:
        return
    for seat, hand in enumerate(position.hands):
        if seat == viewer or not hand:
            continue
        for card in DECK_ENDS:
            if position.deck[CARD[card]] and card != hand[0]:
                yield _changed(position, seat, hand[0], card)


# One that is a harpoon and one that is not.
DECK_ENDS = ("red-cage", "wild")


def _changed(position: Position, seat: int, old: str, new: str) -> Position:
    deck = more_one(less_one(position.deck, CARD[new]), CARD[old])
    hand = with_card(position.hands[seat][1:], new)
    return position._replace(deck=deck, hands=put(position.hands, seat, hand))


_DIVERS = {
    name: tuple(
        dim(dim(colour, health), share)
        for health in (1.0, 0.5, 0.25)
        for share in (1.0, scene.FAINT)
    )
    for name, colour in layout.DIVER_COLOURS.items()
}
LEGEND: Legend = (
    Lamp(
        "the sharks' tiles",
        "|".join(layout.SHARK_TILES),
        {"hungry": (layout.HUNGRY,), "full": (layout.FULL,)},
        "sharks, divers and cards have tiles of their own",
    ),
    Lamp(
        "the divers' tiles",
        f"{'|'.join(layout.PLACE_TILES.values())}|{layout.CENTRE}",
        {**_DIVERS, "prey": shades(BLOOD, scene.FAINT), "nobody": (DARK,)},
    ),
    Lamp(
        "the sides' tiles",
        "|".join(tile for tiles in layout.SIDE_TILES.values() for tile in tiles),
        {
            **{n: shades(c, scene.FAINT) for n, c in layout.CARD_COLOURS.items()},
            "no card": shades(scene.SEA, scene.FAINT),
            "three cards": shades(WHITE, scene.FAINT),
        },
    ),
    Lamp(
        "the first lamp of each lane",
        "depth:.:0",
        {"asked": (WHITE,), "not asked": (DARK,)},
        "each diver has its own lane, and the first lamp shows whose turn it is",
    ),
    Lamp(
        "lamps 24 to 26 of each lane",
        "(depth:.):(2[4-6])",
        {"cage": (WHITE,), "no cage": (DARK,)},
        "these three are the cage",
    ),
    Lamp(
        "the other lamps of each lane",
        "(depth:.):.*",
        {
            "nothing": (DARK,),
            **{name: (colour,) for name, colour in layout.DIVER_COLOURS.items()},
        },
        "each diver has its own lane",
    ),
    Lamp(
        "the seats",
        "(seat:.)",
        {
            "out": (DARK,),
            **{n: shades(c, 0.6, 0.3) for n, c in layout.DIVER_COLOURS.items()},
        },
        "everyone knows their seat; its brightness shows whether it's their turn",
    ),
)
