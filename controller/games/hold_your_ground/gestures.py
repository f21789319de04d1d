"""HOLD YOUR GROUND: the gestures for each decision on the bare table.

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
What the die shows      where the players roll it: the tile of the face, as `layout` has
                        them, then `ok`
Where a battler landed  where the players tell it: press the tile, or `undo` if it is
                        lost, then `ok`

With real cards the two lie on the reader one after the other, that for battlers first.
"""

from controller.games.hold_your_ground.cards import pairs
from controller.games.hold_your_ground.layout import ELIMINATOR, EXPLOSION, FACES, tile
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
from controller.tabletop.gestures import Card, Carry, Script, counted, presses
from controller.tabletop.places import seat as seat_button
from controller.tabletop.staging import DeckCard

# Scripts that end with the button of a team's seat.
BY_SEAT: frozenset[type[Action]] = frozenset({Push, Take, Spare, Special, Doom})


def deck(house: House) -> tuple[DeckCard, ...]:
    """HYG-04: return the teams' own decks."""
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
            return presses(tile(place))
        case Push(_, at, team) | Take(_, at, team):
            return presses(tile(at), f"seat:{TEAM.get(team)}")
        case Spare(seat, at):
            return presses(tile(at), seat_button(seat))
        case Special(seat, doom) | Doom(seat, doom):
            other = {"eliminator": ELIMINATOR, "explosion": EXPLOSION}
            return presses(other.get(doom, seat_button(seat)))
        case Roll(face) if position.phase == "roll" and face in FACES:
            return presses(FACES[face])
        case Scatter(_, to) if position.phase == "scatter":
            return presses("undo" if to is None else tile(to))
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
            return Carry(tile(NAMES[position.eliminator]), tile(place))
    return None


def _counted(seat: int, hand: tuple[str, ...], pair: tuple[str, str]) -> Script | None:
    numbered = pairs(hand)
    return counted(seat, numbered.index(pair) + 1) if pair in numbered else None
