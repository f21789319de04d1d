"""HOLD YOUR GROUND: how each decision is made on the bare table.

Two cards, in secret    hold your seat's button, press `next` n times, then `ok`: the
                        n-th pair of your hand. Pairs go through the sorted hand, by
                        the card for battlers and then by the card for tiles; a pair
                        that looks like an earlier one has no number of its own. A
                        seat's page says each pair's number.
Whom to move, and where press the tile
Whom to push or take    press the tile that lights, then the seat of that team; your
                        own seat in a Battle Royale spares them all
Move the Eliminator     press the tile, or move the puck there
Which doom              your own seat: Battle Royale; seat 4's button: Move Eliminator;
                        seat 5's button: Explosion. Nobody sits there in this game
What the die shows      where the players roll it: the tile of the face, as `FACES` has
                        them, then `ok`
Where a battler landed  where the players tell it: press the tile, or `undo` if it is
                        lost, then `ok`

With real cards the two lie on the reader one after the other, that for battlers first.
"""

from functools import cache

from controller.games.hold_your_ground.cards import pairs
from controller.games.hold_your_ground.pieces import (
    TEAM,
    TEAMS,
    Action,
    Doom,
    Eliminator,
    House,
    Pick,
    Play,
    Position,
    Push,
    Roll,
    Scatter,
    Spare,
    Special,
    Step,
    Take,
)
from controller.games.hold_your_ground.squares import NAMES
from controller.stage.gestures import Card, Carry, Count, Hold, Press, Script
from controller.stage.staging import DeckCard

ELIMINATOR = "seat:4"
EXPLOSION = "seat:5"
# By face of the die.
FACES = {
    "royale": "tile:1,1",
    "eliminator": "tile:1,3",
    "explosion": "tile:3,1",
    "choice": "tile:3,3",
}


def deck(house: House) -> tuple[DeckCard, ...]:
    """HYG-04: each team has its own."""
    return tuple(
        DeckCard(f"{team} {card}", copies, card, seat)
        for seat, team in enumerate(TEAMS)
        for card, copies in zip(house.cards, house.deck, strict=True)
    )


def script(position: Position, action: Action) -> Script | None:
    match action:
        case Play(seat, battlers, tiles) if seat == position.active:
            return _counted(seat, position.cards[seat].hand, (battlers, tiles))
        case Pick(_, place) | Step(_, place) | Eliminator(_, place):
            return _pressed(f"tile:{place}")
        case Push(_, at, team) | Take(_, at, team):
            return _pressed(f"tile:{at}", f"seat:{TEAM.get(team)}")
        case Spare(seat, at):
            return _pressed(f"tile:{at}", f"seat:{seat}")
        case Special(seat, doom) | Doom(seat, doom):
            other = {"eliminator": ELIMINATOR, "explosion": EXPLOSION}
            return _pressed(other.get(doom, f"seat:{seat}"))
        case Roll(face) if position.phase == "roll" and face in FACES:
            return _pressed(FACES[face])
        case Scatter(_, to) if position.phase == "scatter":
            return _pressed("undo" if to is None else f"tile:{to}")
    return None


def card_script(position: Position, action: Action) -> Script | None:
    match action:
        case Play(seat, battlers, tiles) if seat == position.active:
            team = TEAMS[seat]
            return Card(f"{team} {battlers}"), Card(f"{team} {tiles}")
    return None


def carry(position: Position, action: Action) -> Carry | None:
    match action:
        case Eliminator(_, place):
            return Carry(f"tile:{NAMES[position.eliminator]}", f"tile:{place}")
    return None


@cache
def _pressed(*places: str) -> Script:
    return tuple(Press(place) for place in places)


def _counted(seat: int, hand: tuple[str, ...], pair: tuple[str, str]) -> Script | None:
    numbered = pairs(hand)
    if pair not in numbered:
        return None
    return Hold(f"seat:{seat}"), Count(numbered.index(pair) + 1)
