"""HAI NOON: why something cannot be done now."""

from collections.abc import Callable
from typing import Any

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
from controller.games.hai_noon.choices import drawing
from controller.games.hai_noon.ending import end_rule
from controller.games.hai_noon.pieces import (
    CARD,
    COLOUR,
    HARPOONS,
    INDEX,
    KIND,
    PLACE,
    PLACES,
    SHARKS,
    SIDE,
    SIDES,
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
from controller.games.hai_noon.unknown import no_card, no_diver, no_place, no_seat
from controller.rules.deals import Draw, First
from controller.rules.game import Refusal

# What a card asks for.
ACTION_OF: dict[str, type[Any]] = {
    "cage": Cage,
    "camouflage": Hide,
    "diver": Swim,
    "flip": Flip,
    "shark": Swap,
}
IN_WORDS = {
    "cage": "the cage is placed on a diver",
    "camouflage": "a diver hides",
    "diver": "a diver swims on",
    "flip": "a shark is flipped",
    "shark": "a shark swims on",
}


def refuse(position: Position, action: Action) -> Refusal | None:
    if position.step == "over":
        return Refusal(end_rule(position), "the game is over")
    return CHECKS[type(action)](position, action)


# Chance


def _refuse_first(position: Position, action: First) -> Refusal | None:
    if position.step != "first":
        return Refusal("HN-03", "who starts has been settled already")
    if not 0 <= action.seat < position.variant.seats:
        return no_seat(position, "HN-03", action.seat)
    return None


def _refuse_draw(position: Position, action: Draw) -> Refusal | None:
    if position.step not in ("draw", "deal"):
        return Refusal("HN-37", "no card is drawn now, only when a turn ends")
    if action.seat != drawing(position):
        words = f"it is seat {drawing(position)} that draws, not seat {action.seat}"
        return Refusal("HN-37", words)
    if action.card not in CARD:
        return no_card("HN-38", action.card)
    if not position.deck[CARD[action.card]]:
        return Refusal("HN-38", f"the draw pile has no {action.card} now")
    return None


# Whose decision it is


def _refuse_time(position: Position, action: Any, step: str) -> Refusal | None:
    """Something else is due, or it is another seat's to decide."""
    if not 0 <= action.seat < position.variant.seats:
        return no_seat(position, "HN-56", action.seat)
    if position.step in ("first", "deal", "draw"):
        return Refusal("HN-56", "nothing can be done while cards are dealt or drawn")
    if action.seat != position.active and position.step != "answer":
        words = f"it is the turn of seat {position.active}, not of seat {action.seat}"
        return Refusal("HN-56", words)
    return None if position.step == step else _due(position)


def _due(position: Position) -> Refusal:
    match position.step:
        case "enter":
            diver = hidden(position, position.active)
            return Refusal("HN-33", f"{diver} comes back before anything else")
        case "play":
            words = f"seat {position.active} has to play a card first"
            return Refusal("HN-13", words)
        case "act":
            return _its_action(position)
    words = f"first seat {position.asked[0]} answers the attack"
    return Refusal("HN-22", words)


def _its_action(position: Position) -> Refusal:
    words = f"{position.card} lies there, so now {IN_WORDS[KIND[position.card]]}"
    return Refusal("HN-14", words)


def _refuse_act(position: Position, action: Any) -> Refusal | None:
    """Whether an action is that of the card which was just played."""
    refusal = _refuse_time(position, action, "act")
    if refusal is None and ACTION_OF[KIND[position.card]] is not type(action):
        return _its_action(position)
    return refusal


# A turn


def _refuse_enter(position: Position, action: Enter) -> Refusal | None:
    if refusal := _refuse_time(position, action, "enter"):
        return refusal
    if action.diver not in INDEX:
        return no_diver("HN-33", action.diver)
    if action.diver != hidden(position, action.seat):
        words = f"{action.diver} is no camouflaged diver of seat {action.seat}"
        return Refusal("HN-33", words)
    if action.place not in PLACE:
        return no_place("HN-34", action.place)
    there = position.places[PLACE[action.place]]
    if there:
        return Refusal("HN-34", f"{action.place} is not free: {there} is there")
    return None


def _refuse_play(position: Position, action: Play) -> Refusal | None:
    if refusal := _refuse_time(position, action, "play"):
        return refusal
    seat, card, side = action
    if card not in CARD:
        return no_card("HN-13", card)
    if card not in position.hands[seat]:
        return Refusal("HN-13", f"seat {seat} does not hold {card}")
    if side not in SIDE:
        words = f"there is no side {side[:20]!r}; it is one of {', '.join(SIDES)}"
        return Refusal("HN-04", words)
    return _refuse_side(position, seat, card, SIDE[side])


def _refuse_side(position: Position, seat: int, card: str, side: int) -> Refusal | None:
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


def _refuse_swim(position: Position, action: Swim) -> Refusal | None:
    refusal = _refuse_act(position, action) or _refuse_own(
        position, "HN-32", action.seat, action.diver
    )
    if refusal:
        return refusal
    if action.place not in PLACE:
        return no_place("HN-32", action.place)
    here = PLACES[position.places.index(action.diver)]
    if action.place not in neighbours(here):
        ways = " or ".join(neighbours(here))
        words = f"{action.diver} swims from {here} to {ways}, not to {action.place}"
        return Refusal("HN-32", words)
    return None


def _refuse_hide(position: Position, action: Hide) -> Refusal | None:
    rule = "HN-42" if position.variant.seats == 2 else "HN-33"
    return _refuse_act(position, action) or _refuse_own(
        position, rule, action.seat, action.diver
    )


def _refuse_own(position: Position, rule: str, seat: int, diver: str) -> Refusal | None:
    """Whether the seat may move this diver: all its live ones are on the board."""
    if diver not in INDEX:
        return no_diver(rule, diver)
    if owner(position, diver) != seat:
        return Refusal(rule, f"{diver} is no diver of seat {seat}")
    if not can_be_bitten(position, diver):
        return Refusal("HN-57", f"{diver} is a dummy and does nothing any more")
    return None


def _refuse_cage(position: Position, action: Cage) -> Refusal | None:
    if refusal := _refuse_act(position, action):
        return refusal
    diver = action.diver
    if diver not in INDEX:
        return no_diver("HN-24", diver)
    if diver == position.cage:
        words = f"{diver} has the cage already: it goes to another diver"
        return Refusal("HN-24", words)
    if diver not in position.places:
        return Refusal("HN-24", f"{diver} is camouflaged, so it is not on the board")
    return None


def _refuse_swap(position: Position, action: Swap) -> Refusal | None:
    refusal = _refuse_act(position, action)
    return refusal or _refuse_shark("HN-30", action.shark)


def _refuse_flip(position: Position, action: Flip) -> Refusal | None:
    refusal = _refuse_act(position, action)
    return refusal or _refuse_shark("HN-31", action.shark)


def _refuse_shark(rule: str, shark: int) -> Refusal | None:
    if 0 <= shark < SHARKS:
        return None
    return Refusal(rule, f"there is no shark {shark}; they are 0 to {SHARKS - 1}")


# Answers


def _refuse_answer(position: Position, action: Harpoon | Endure) -> Refusal | None:
    seat = action.seat
    if not 0 <= seat < position.variant.seats:
        return no_seat(position, "HN-56", seat)
    if position.step != "answer":
        return Refusal("HN-54", "there is no shark attack to answer now")
    if seat == position.asked[0]:
        return None
    if seat in position.asked:
        return Refusal("HN-22", f"seat {position.asked[0]} answers before seat {seat}")
    if seat in {owner(position, diver) for diver in attacked(position)}:
        if position.hands[seat] or any(
            owner(position, diver) == seat for diver in position.saved
        ):
            return _answered(position, seat)
        return Refusal("HN-20", f"seat {seat} has no card to answer with")
    return Refusal("HN-20", f"no diver of seat {seat} is attacked")


def _answered(position: Position, seat: int) -> Refusal:
    rule = "HN-44" if position.variant.seats == 2 else "HN-22"
    return Refusal(rule, f"seat {seat} has answered this attack, once is all")


def _refuse_harpoon(position: Position, action: Harpoon) -> Refusal | None:
    if refusal := _refuse_answer(position, action):
        return refusal
    seat, diver, card = action
    if diver not in INDEX:
        return no_diver("HN-20", diver)
    if owner(position, diver) != seat or diver not in attacked(position):
        words = f"{diver} is no diver of seat {seat} that is being attacked"
        return Refusal("HN-20", words)
    if card not in CARD:
        return no_card("HN-21", card)
    if card not in HARPOONS:
        return Refusal("HN-54", f"{card} is no harpoon: only a Cage/Harpoon card is")
    if card not in position.hands[seat]:
        return Refusal("HN-21", f"seat {seat} does not hold {card}")
    return _refuse_colour(position, card)


def _refuse_colour(position: Position, card: str) -> Refusal | None:
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


CHECKS: dict[type[Any], Callable[[Position, Any], Refusal | None]] = {
    First: _refuse_first,
    Draw: _refuse_draw,
    Enter: _refuse_enter,
    Play: _refuse_play,
    Swim: _refuse_swim,
    Cage: _refuse_cage,
    Swap: _refuse_swap,
    Flip: _refuse_flip,
    Hide: _refuse_hide,
    Harpoon: _refuse_harpoon,
    Endure: _refuse_answer,
}
