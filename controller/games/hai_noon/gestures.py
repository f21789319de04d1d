"""HAI NOON: the gestures at the table.

To choose a card in secret, the seat holds its button, presses the tile of the side (the
middle of that edge of the grid), then `next` once for each place up to the card's place
in its hand, then `ok`. Hands are counted in the order of the cards' names, as the
seat's page shows them; equal cards count once.

An attacked seat holds its button too. `ok` alone endures; `next`, counted in the same
way, then `ok` plays the harpoon in that place of the hand. If both of a seat's divers
are attacked, counting continues past the last card for the second of them, clockwise
from top left.

All other choices are open: players press the tile where a shark, a place or a diver
lies. A shark that swims on changes places with the next one clockwise. If either of a
seat's two divers could swim, the seat presses the diver's tile before that of the
place.

With real cards, players lay the card on the reader and press the tile of the side, in
either order. A harpoon needs the tile of the diver only if both are attacked.
"""

from controller.games.hai_noon.board import attacked, own, owner
from controller.games.hai_noon.layout import PLACE_TILES, SHARK_TILES, SIDE_TILES
from controller.games.hai_noon.pieces import (
    CARDS,
    PLACES,
    Action,
    Cage,
    Endure,
    Enter,
    Flip,
    Harpoon,
    Hide,
    Play,
    Position,
    Swap,
    Swim,
)
from controller.games.hai_noon.pieces import DECK as COPIES
from controller.rules.deals import put
from controller.tabletop.gestures import Card, Script, counted, nth, presses
from controller.tabletop.staging import deck_of

DECK = deck_of(CARDS, COPIES)

MENU = tuple(tiles[0] for tiles in SIDE_TILES.values())


def script(position: Position, action: Action) -> Script | None:
    match action:
        case Play(seat=seat, card=card, side=side):
            return _play(position, seat, card, side)
        case Harpoon(seat=seat, diver=diver, card=card):
            return _harpoon(position, seat, diver, card)
        case Endure(seat=seat):
            return counted(seat, 0)
        case Flip(shark=shark) | Swap(shark=shark) if 0 <= shark < len(SHARK_TILES):
            return presses(SHARK_TILES[shark])
        case Enter(place=place) if place in PLACE_TILES:
            return presses(PLACE_TILES[place])
        case Cage(diver=diver) | Hide(diver=diver):
            return _at(position, diver)
        case Swim(diver=diver, place=place) if place in PLACE_TILES:
            return _swim(position, diver, place)
    return None


def card_script(position: Position, action: Action) -> Script | None:
    match action:
        case Play(card=card, side=side) if side in SIDE_TILES:
            return Card(card), *presses(SIDE_TILES[side][0])
        case Harpoon(seat=seat, diver=diver, card=card):
            mine = [d for d in attacked(position) if owner(position, d) == seat]
            if len(mine) < 2:
                return (Card(card),)
            there = _at(position, diver)
            return there and (Card(card), *there)
    return None


def supposed(position: Position) -> Position | None:
    """Pretend that every card fits every side: which sides fit is the hand's secret."""
    if position.step != "play":
        return None
    return position._replace(hands=put(position.hands, position.active, CARDS))


def _nth(position: Position, seat: int, card: str) -> int | None:
    """Return the card's place in the hand, counted from 1."""
    return nth(position.hands[seat], card) if seat < len(position.hands) else None


def _play(position: Position, seat: int, card: str, side: str) -> Script | None:
    number = _nth(position, seat, card)
    if number is None or side not in SIDE_TILES:
        return None
    return counted(seat, number, SIDE_TILES[side][0])


def _harpoon(position: Position, seat: int, diver: str, card: str) -> Script | None:
    number = _nth(position, seat, card)
    mine = [d for d in attacked(position) if owner(position, d) == seat]
    if number is None or diver not in mine:
        return None
    # In the order of places, whichever shark comes first on its side.
    mine.sort(key=position.places.index)
    kinds = len(set(position.hands[seat]))
    return counted(seat, number + mine.index(diver) * kinds)


def _at(position: Position, diver: str) -> Script | None:
    if diver not in position.places:
        return None
    return presses(PLACE_TILES[PLACES[position.places.index(diver)]])


def _swim(position: Position, diver: str, place: str) -> Script | None:
    here = _at(position, diver)
    if here is None:
        return None
    way = presses(PLACE_TILES[place])
    return way if len(own(position, position.active)) < 2 else (*here, *way)
