"""HOLD YOUR GROUND: invariants for the contract suite."""

from collections.abc import Iterator
from typing import Any

from controller.games.hold_your_ground import scene
from controller.games.hold_your_ground.ending import is_out, living
from controller.games.hold_your_ground.layout import COLOURS, EMPTY, SAND
from controller.games.hold_your_ground.pieces import Cards, Position
from controller.games.hold_your_ground.squares import FLAG, joined_to_centre, members
from controller.light.colour import DARK, WHITE, Colour, dim, steady
from controller.light.legend import Lamp, Legend, Shades, shades
from controller.rules.deals import Draw, less_one, more_one, put, with_card
from controller.rules.game import Viewer

SECRETS = {Draw: ("card",)}
IN_HANDS = "three-seats-one-turn"
SHORT = {"turn_cap": 3}
BATTLERS = 21


def longest(seats: int, options: dict[str, Any]) -> int:
    """Return ten times the longest game seen; the rules set no limit."""
    return 20_000


def broken(position: Position) -> Iterator[str]:
    yield from _broken_battlers(position)
    yield from _broken_ground(position)
    for seat, cards in enumerate(position.cards):
        yield from _broken_cards(position, seat, cards)
    stand = [any(counts[t] for counts in position.board) for t in _teams(position)]
    in_between = position.phase in ("hole", "royale", "scatter")
    for team, is_there in enumerate(stand):
        if is_there and is_out(position, team):
            yield f"team {team} is out and stands on the board"
        if not is_there and not is_out(position, team) and not in_between:
            yield f"team {team} stands nowhere and is not out"
    ended = len(living(position)) < 2 or position.tiles == FLAG
    if ended and position.phase != "over":
        yield f"phase {position.phase} with {living(position)} left"


def _teams(position: Position) -> range:
    return range(position.variant.seats)


def _broken_battlers(position: Position) -> Iterator[str]:
    board = position.board
    standing = [sum(counts) for counts in zip(*board, strict=True)]
    piles = [sum(counts) for counts in zip(*position.captured, strict=True)]
    for team in _teams(position):
        total = standing[team] + piles[team] + position.air[team] + position.lost[team]
        if total != (0 if position.phase == "hole" else BATTLERS):
            yield f"team {team} has {total} battlers"
    for square, (counts, moved) in enumerate(zip(board, position.moved, strict=True)):
        if not (moved or any(counts)):
            continue
        if min(counts) < 0:
            yield f"fewer than none on {square}: {counts}"
        if not position.tiles >> square & 1:
            yield f"battlers stand in the hole {square}"
        if not 0 <= moved <= counts[position.active]:
            yield f"{moved} of {counts} have moved on {square}"


def _broken_ground(position: Position) -> Iterator[str]:
    tiles = position.tiles
    if not tiles & FLAG:
        yield "the centre is gone"
    if position.phase not in ("hole", "scatter") and joined_to_centre(tiles) != tiles:
        yield f"not joined to the centre: {members(tiles)}"
    for crowd in position.crowds:
        if sum(position.board[crowd.at]) < position.variant.cap:
            yield f"{crowd} owes pushes and is not full"


def _broken_cards(position: Position, seat: int, cards: Cards) -> Iterator[str]:
    house = position.variant.house
    held = cards.hand + cards.discard
    for card, number, left in zip(house.cards, house.deck, cards.deck, strict=True):
        if held.count(card) + left != number or left < 0:
            yield f"seat {seat} has not {number} of {card}"
    for pile in (cards.hand, cards.discard):
        if list(pile) != sorted(pile):
            yield f"the cards of seat {seat} are not sorted: {pile}"
    between_turns = position.phase in ("play", "roll", "doom")
    if between_turns and not is_out(position, seat) and len(cards.hand) != 4:
        yield f"seat {seat} holds {cards.hand}"


def lookalikes(position: Position, viewer: Viewer) -> Iterator[Position]:
    """Swap a card in another seat's hand for one in its deck."""
    if position.phase in ("draw", "deal", "over"):
        return
    names = position.variant.house.cards
    for seat, (hand, deck, discard) in enumerate(position.cards):
        if viewer in (None, seat) or not hand:
            continue
        for index, card in enumerate(names):
            if deck[index] and card != hand[0]:
                deck = more_one(less_one(deck, index), names.index(hand[0]))
                cards = Cards(with_card(hand[1:], card), deck, discard)
                yield position._replace(cards=put(position.cards, seat, cards))
                break


def _held(colour: Colour) -> Shades:
    pale = scene.mixed(colour, WHITE)
    return (*shades(colour, scene.NOT_FULL), *shades(pale, scene.PALE_NOT_FULL))


LEGEND: Legend = (
    Lamp(
        "the tiles",
        "tile:.*",
        {
            **{name: _held(colour) for name, colour in COLOURS.items()},
            "level": _held(SAND),
            "free": (EMPTY, scene.mixed(EMPTY, WHITE)),
            "a hole": (DARK,),
            "the Eliminator in a hole": (scene.PIT,),
        },
    ),
    Lamp(
        "lamps 21 to 30 of each lane",
        "(depth:.):(2[1-9]|30)",
        {
            "nobody": (DARK,),
            **{name: (colour,) for name, colour in COLOURS.items()},
        },
        "each team has its own lane; the battlers it has taken are at the deep end",
    ),
    Lamp(
        "the other lamps of each lane",
        "(depth:.):.*",
        {
            "nobody": (DARK,),
            **{
                name: (dim(steady(colour), scene.ON_THE_ISLAND),)
                for name, colour in COLOURS.items()
            },
        },
        "each team has its own lane, with its battlers at the shallow end",
    ),
    Lamp(
        "the seats",
        "(seat:.)",
        {"out": (DARK,), **{n: shades(c, 0.2) for n, c in COLOURS.items()}},
        "everyone knows their seat",
    ),
)
