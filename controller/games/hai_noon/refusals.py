"""HAI NOON: why not, where a ruling of its own says so."""

from controller.games.hai_noon.board import (
    attacked,
    can_be_bitten,
    colour_of,
    fitting,
    hidden,
    is_first_turn,
    looks,
    neighbours,
    owner,
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

IN_WORDS = {
    "cage": "the cage is placed on a diver",
    "camouflage": "a diver hides",
    "diver": "a diver swims on",
    "flip": "a shark is flipped",
    "shark": "a shark swims on",
}


def entering(position: Position) -> str:
    return f"{hidden(position, position.active)} comes back before anything else"


def acting(position: Position) -> str:
    return f"{position.card} lies there, so now {IN_WORDS[KIND[position.card]]}"


def draw(position: Position, action: Draw) -> Refusal | None:
    if position.deck[CARD[action.card]]:
        return None
    return Refusal("HN-38", f"the draw pile has no {action.card} now")


def enter(position: Position, action: Enter) -> Refusal | None:
    if action.diver != hidden(position, action.seat):
        words = f"{action.diver} is no camouflaged diver of seat {action.seat}"
        return Refusal("HN-33", words)
    there = position.places[PLACE[action.place]]
    if there:
        return Refusal("HN-34", f"{action.place} is not free: {there} is there")
    return None


def play(position: Position, action: Play) -> Refusal | None:
    seat, card, side = action
    if card not in position.hands[seat]:
        return Refusal("HN-13", f"seat {seat} does not hold {card}")
    return _play_to(position, seat, card, SIDE[side])


def _play_to(position: Position, seat: int, card: str, side: int) -> Refusal | None:
    now, colour = looks(position.sides), COLOUR[card]
    if side in fitting(colour, now):
        if not is_first_turn(position) or side in sides_for(position, seat)[card]:
            return None
        words = "on a first turn a card that can go to an empty side has to go there"
        return Refusal("HN-11", words)
    if colour in now:
        home = SIDES[now.index(colour)]
        words = f"{colour} lies on side {home}, so {card} can only be played there"
        return Refusal("HN-06", words)
    words = f"side {SIDES[side]} is {now[side]}; {card} needs a side without colour"
    return Refusal("HN-06", words)


def swim(position: Position, action: Swim) -> Refusal | None:
    if refusal := _not_own(position, "HN-32", action.seat, action.diver):
        return refusal
    here = PLACES[position.places.index(action.diver)]
    if action.place in neighbours(here):
        return None
    ways = " or ".join(neighbours(here))
    words = f"{action.diver} swims from {here} to {ways}, not to {action.place}"
    return Refusal("HN-32", words)


def hide(position: Position, action: Hide) -> Refusal | None:
    rule = "HN-42" if position.variant.seats == 2 else "HN-33"
    return _not_own(position, rule, action.seat, action.diver)


def _not_own(position: Position, rule: str, seat: int, diver: str) -> Refusal | None:
    """Whether the seat may move this diver: all its live ones are on the board."""
    if owner(position, diver) != seat:
        return Refusal(rule, f"{diver} is no diver of seat {seat}")
    if not can_be_bitten(position, diver):
        return Refusal("HN-57", f"{diver} is a dummy and does nothing any more")
    return None


def cage(position: Position, action: Cage) -> Refusal | None:
    diver = action.diver
    if diver == position.cage:
        words = f"{diver} has the cage already: it goes to another diver"
        return Refusal("HN-24", words)
    if diver not in position.places:
        return Refusal("HN-24", f"{diver} is camouflaged, so it is not on the board")
    return None


def answer(position: Position, action: Harpoon | Endure) -> Refusal | None:
    """HN-22: one after another."""
    seat = action.seat
    if seat == position.asked[0]:
        return None
    if seat in position.asked:
        return Refusal("HN-22", f"seat {position.asked[0]} answers before seat {seat}")
    if seat not in {owner(position, diver) for diver in attacked(position)}:
        return Refusal("HN-20", f"no diver of seat {seat} is attacked")
    if position.hands[seat] or any(owner(position, d) == seat for d in position.saved):
        rule = "HN-44" if position.variant.seats == 2 else "HN-22"
        return Refusal(rule, f"seat {seat} has answered this attack, once is all")
    return Refusal("HN-20", f"seat {seat} has no card to answer with")


def harpoon(position: Position, action: Harpoon) -> Refusal | None:
    if refusal := answer(position, action):
        return refusal
    seat, diver, card = action
    if owner(position, diver) != seat or diver not in attacked(position):
        words = f"{diver} is no diver of seat {seat} that is being attacked"
        return Refusal("HN-20", words)
    if card not in HARPOONS:
        return Refusal("HN-54", f"{card} is no harpoon: only a Cage/Harpoon card is")
    if card not in position.hands[seat]:
        return Refusal("HN-21", f"seat {seat} does not hold {card}")
    return _fit(position, card)


def _fit(position: Position, card: str) -> Refusal | None:
    side, colour = SIDES[position.side], colour_of(position, position.side)
    if colour and COLOUR[card] != colour:
        words = f"side {side} is {colour}, so {card} is no harpoon there"
        return Refusal("HN-21", words)
    if not colour and COLOUR[card] in looks(position.sides):
        words = (
            f"{COLOUR[card]} lies on another side, so {card} is no harpoon on {side}"
        )
        return Refusal("HN-21", words)
    return None
