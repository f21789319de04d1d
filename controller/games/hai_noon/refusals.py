"""HAI NOON: refusals that have a ruling of their own."""

from controller.basics.sentence import Says, say
from controller.games.hai_noon.board import (
    attacked,
    can_be_bitten,
    colour_of,
    fitting,
    hidden,
    is_first_turn,
    neighbours,
    owner,
    side_colours,
    sides_for,
)
from controller.games.hai_noon.pieces import (
    CARD,
    COLOUR,
    HARPOONS,
    KIND,
    PLACE,
    PLACES,
    SIDE,
    SIDES,
    Cage,
    Endure,
    Enter,
    Harpoon,
    Hide,
    Play,
    Position,
    Swim,
)
from controller.rules.deals import Draw
from controller.rules.game import Refusal


def entering(position: Position) -> Says:
    return say("waits.enter", diver=hidden(position, position.active))


def acting(position: Position) -> Says:
    return say("waits.act", card=position.card, task=KIND[position.card])


def draw(position: Position, action: Draw) -> Refusal | None:
    if position.deck[CARD[action.card]]:
        return None
    return Refusal("HN-38", say("refused.not-in-pile", card=action.card))


def enter(position: Position, action: Enter) -> Refusal | None:
    _, diver, place = action
    if diver != hidden(position, action.seat):
        return Refusal("HN-33", say("refused.not-hidden", diver=diver))
    there = position.places[PLACE[place]]
    if there:
        return Refusal("HN-34", say("refused.taken", place=place, there=there))
    return None


def play(position: Position, action: Play) -> Refusal | None:
    seat, card, side = action
    if card not in position.hands[seat]:
        return Refusal("HN-13", say("refused.not-held", seat=seat, card=card))
    return _play_to(position, seat, card, SIDE[side])


def _play_to(position: Position, seat: int, card: str, side: int) -> Refusal | None:
    now, colour = side_colours(position.sides), COLOUR[card]
    if side in fitting(colour, now):
        if not is_first_turn(position) or side in sides_for(position, seat)[card]:
            return None
        return Refusal("HN-11", "refused.empty-first")
    if colour in now:
        home = SIDES[now.index(colour)]
        words = say("refused.has-side", colour=colour, home=home, card=card)
        return Refusal("HN-06", words)
    words = say("refused.side-taken", side=SIDES[side], colour=now[side], card=card)
    return Refusal("HN-06", words)


def swim(position: Position, action: Swim) -> Refusal | None:
    if refusal := _not_own(position, "HN-32", action.seat, action.diver):
        return refusal
    here = PLACES[position.places.index(action.diver)]
    if action.place in neighbours(here):
        return None
    ways = tuple(neighbours(here))
    words = say("refused.not-beside", diver=action.diver, here=here, ways=ways)
    return Refusal("HN-32", words)


def hide(position: Position, action: Hide) -> Refusal | None:
    rule = "HN-42" if position.variant.seats == 2 else "HN-33"
    return _not_own(position, rule, action.seat, action.diver)


def _not_own(position: Position, rule: str, seat: int, diver: str) -> Refusal | None:
    """Return whether the seat may move this diver; live ones are on the board."""
    if owner(position, diver) != seat:
        return Refusal(rule, say("refused.not-own", diver=diver))
    if not can_be_bitten(position, diver):
        return Refusal("HN-57", say("refused.dummy", diver=diver))
    return None


def cage(position: Position, action: Cage) -> Refusal | None:
    diver = action.diver
    if diver == position.cage:
        return Refusal("HN-24", say("refused.has-cage", diver=diver))
    if diver not in position.places:
        return Refusal("HN-24", say("refused.hidden", diver=diver))
    return None


def answer(position: Position, action: Harpoon | Endure) -> Refusal | None:
    """HN-22: seats answer one after another."""
    seat = action.seat
    if seat == position.asked[0]:
        return None
    if seat in position.asked:
        first = position.asked[0]
        return Refusal("HN-22", say("refused.later", first=first, seat=seat))
    if seat not in {owner(position, diver) for diver in attacked(position)}:
        return Refusal("HN-20", say("refused.not-attacked", seat=seat))
    if position.hands[seat] or any(owner(position, d) == seat for d in position.saved):
        rule = "HN-44" if position.variant.seats == 2 else "HN-22"
        return Refusal(rule, say("refused.answered", seat=seat))
    return Refusal("HN-20", say("refused.no-card", seat=seat))


def harpoon(position: Position, action: Harpoon) -> Refusal | None:
    if refusal := answer(position, action):
        return refusal
    seat, diver, card = action
    if owner(position, diver) != seat or diver not in attacked(position):
        return Refusal("HN-20", say("refused.no-target", diver=diver, seat=seat))
    if card not in HARPOONS:
        return Refusal("HN-54", say("refused.no-harpoon", card=card))
    if card not in position.hands[seat]:
        return Refusal("HN-21", say("refused.not-held", seat=seat, card=card))
    return _fit(position, card)


def _fit(position: Position, card: str) -> Refusal | None:
    side, colour = SIDES[position.side], colour_of(position, position.side)
    if colour and COLOUR[card] != colour:
        words = say("refused.wrong-colour", side=side, colour=colour, card=card)
        return Refusal("HN-21", words)
    if not colour and COLOUR[card] in side_colours(position.sides):
        words = say("refused.colour-elsewhere", colour=COLOUR[card], card=card)
        return Refusal("HN-21", words)
    return None
