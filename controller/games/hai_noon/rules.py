"""HAI NOON: cards gather on four sides, and the third one on a side sends the sharks.

In a turn, a camouflaged diver comes back (`Enter`); the seat plays a card to a side
(`Play`) and takes its action (`Swim`, `Cage`, `Swap`, `Flip`, `Hide`; "all sharks swim
on" happens by itself, a Wild card does nothing). The third card on a side makes its two
middle sharks attack: each attacked seat that holds a card answers (`Harpoon` or
`Endure`), then hungry sharks bite and full ones become hungry. At the end the seat
refills its hand (`Draw`).

The rulings (HN-..) are in `rulings.md` beside this file, refusals in `refusals.py`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from controller.games.hai_noon.attack import answering, resolve
from controller.games.hai_noon.board import cage_targets, hidden
from controller.games.hai_noon.ending import is_decided, result
from controller.games.hai_noon.pieces import (
    ATTACK_AT,
    CARD,
    CARDS,
    DECK,
    DIVERS,
    HAND,
    KIND,
    NOBODY,
    OWNERS,
    PLACE,
    SHARKS,
    SIDE,
    SIDES,
    Action,
    Attack,
    Cage,
    Endure,
    Enter,
    Flip,
    Harpoon,
    Health,
    Hide,
    Idle,
    Play,
    Position,
    Rotate,
    Step,
    Swap,
    Swim,
    Variant,
)
from controller.rules.deals import (
    Bag,
    Draw,
    First,
    Turn,
    clockwise,
    less_one,
    over,
    put,
    with_card,
    without,
)
from controller.rules.game import Event, Options

T = TypeVar("T")
Hands = tuple[tuple[str, ...], ...]
NONE: Bag = (0,) * len(CARDS)
# HN-01 and HN-47: the sharks that are hungry at the start.
HUNGRY = {
    "normal": tuple(shark % 3 == 0 for shark in range(SHARKS)),
    "hungry": (True,) * SHARKS,
    "full": (False,) * SHARKS,
}


def start(seats: int, options: Options, _house: None = None) -> Position:
    first: int | None = options["first"]
    health: tuple[Health, ...] = tuple(
        "dummy" if owner is None else "healthy" for owner in OWNERS[seats]
    )
    return Position(
        variant=Variant(seats, options["last_diver"], options["turn_cap"]),
        step="first" if first is None else "deal",
        turn=1,
        active=NOBODY if first is None else first,
        sharks=HUNGRY[options["start"]],
        places=DIVERS,
        health=health,
        cage=None,
        sides=((), (), (), ()),
        hands=((),) * seats,
        deck=DECK,
        discard=NONE,
        card="",
        side=0,
        asked=(),
        saved=(),
        fell=(0,) * seats,
    )


def apply(position: Position, action: Action) -> tuple[Position, tuple[Event, ...]]:
    events: list[Event] = []
    position = DEEDS[type(action)](position, action, events)
    return position, tuple(events)


def _first(position: Position, action: First, events: list[Event]) -> Position:
    return position._replace(step="deal", active=action.seat)


def _draw(position: Position, action: Draw, events: list[Event]) -> Position:
    seat, card = action
    hand = with_card(position.hands[seat], card)
    hands = put(position.hands, seat, hand)
    deck, discard = less_one(position.deck, CARD[card]), position.discard
    if not any(deck):  # HN-38
        deck, discard = discard, NONE
    if len(hand) < HAND or position.step == "deal":
        position = _with_cards(position, hands, deck, discard)
        if all(len(hand) == HAND for hand in hands):
            events.append(Turn(1, position.active))
            return position._replace(step="play")
        return position
    return _end_turn(position, hands, deck, discard, events)


def _enter(position: Position, action: Enter, events: list[Event]) -> Position:
    places = put(position.places, PLACE[action.place], action.diver)
    return position._replace(step=_card_or_draw(position, action.seat), places=places)


def _play(position: Position, action: Play, events: list[Event]) -> Position:
    seat, card, name = action
    side = SIDE[name]
    kind, sharks = KIND[card], position.sharks
    if kind == "rotate":
        sharks = (sharks[-1], *sharks[:-1])
        events.append(Rotate(seat))
    elif kind == "cage" and not cage_targets(position):  # HN-14, HN-24
        kind = ""
        events.append(Idle(seat, card))
    # HN-09: a Wild card's kind is "", too.
    lying = (*position.sides[side], card)
    done = kind in ("rotate", "")
    position = position._replace(
        step="draw" if done and len(lying) < ATTACK_AT else "act",
        sharks=sharks,
        hands=put(position.hands, seat, without(position.hands[seat], card)),
        sides=put(position.sides, side, lying),
        card=card,
        side=side,
    )
    return _attack(position, events) if done else position


def _swim(position: Position, action: Swim, events: list[Event]) -> Position:
    at, to = position.places.index(action.diver), PLACE[action.place]
    places = _swapped(position.places, at, to)
    return _attack(position._replace(step=_next(position), places=places), events)


def _hide(position: Position, action: Hide, events: list[Event]) -> Position:
    places = put(position.places, position.places.index(action.diver), None)
    return _attack(position._replace(step=_next(position), places=places), events)


def _cage(position: Position, action: Cage, events: list[Event]) -> Position:
    caged = position._replace(step=_next(position), cage=action.diver)
    return _attack(caged, events)


def _swap(position: Position, action: Swap, events: list[Event]) -> Position:
    sharks = _swapped(position.sharks, action.shark, (action.shark + 1) % SHARKS)
    return _attack(position._replace(step=_next(position), sharks=sharks), events)


def _flip(position: Position, action: Flip, events: list[Event]) -> Position:
    sharks = put(position.sharks, action.shark, not position.sharks[action.shark])
    return _attack(position._replace(step=_next(position), sharks=sharks), events)


def _next(position: Position) -> Step:
    """Continue after a card's action; an attack is still part of it."""
    return "draw" if len(position.sides[position.side]) < ATTACK_AT else "act"


def _attack(position: Position, events: list[Event]) -> Position:
    """HN-15: the sharks attack after the action of a third card."""
    if position.step == "draw":
        return position
    events.append(Attack(SIDES[position.side]))
    asked = answering(position)
    if asked:
        return position._replace(step="answer", asked=asked)
    return _after_answers(position, events)


def _answer(
    position: Position, action: Harpoon | Endure, events: list[Event]
) -> Position:
    if isinstance(action, Harpoon):
        seat, diver, card = action
        side = position.side
        position = position._replace(
            hands=put(position.hands, seat, without(position.hands[seat], card)),
            # HN-23: it lies on that side, after the three.
            sides=put(position.sides, side, (*position.sides[side], card)),
            saved=(*position.saved, diver),
        )
    position = position._replace(asked=position.asked[1:])
    return position if position.asked else _after_answers(position, events)


def _after_answers(position: Position, events: list[Event]) -> Position:
    position = resolve(position, events)
    if is_decided(position):
        return _finish(position, events)
    if position.fell[position.active]:  # HN-51
        return _end_turn(
            position, position.hands, position.deck, position.discard, events
        )
    return position._replace(step="draw")


def _end_turn(
    position: Position, hands: Hands, deck: Bag, discard: Bag, events: list[Event]
) -> Position:
    """End the turn with these cards; the next living seat begins."""
    if position.turn == position.variant.turn_cap:  # HN-55
        return _finish(_with_cards(position, hands, deck, discard), events)
    order = clockwise(position.variant.seats, position.active + 1)
    seat = next(seat for seat in order if not position.fell[seat])
    turn = position.turn + 1
    events.append(Turn(turn, seat))
    # HN-33, HN-36: a camouflaged diver comes back before anything else.
    step = "enter" if hidden(position, seat) else _card_or_draw(position, seat)
    return _with_cards(position, hands, deck, discard, (step, turn, seat))


def _with_cards(
    position: Position,
    hands: Hands,
    deck: Bag,
    discard: Bag,
    now: tuple[Step, int, int] | None = None,
) -> Position:
    """Replace cards at half the cost of `_replace`, because every draw does it."""
    step, turn, seat = now or (position.step, position.turn, position.active)
    return Position(
        position.variant,
        step,
        turn,
        seat,
        position.sharks,
        position.places,
        position.health,
        position.cage,
        position.sides,
        hands,
        deck,
        discard,
        "",
        0,
        (),
        (),
        position.fell,
    )


def _card_or_draw(position: Position, seat: int) -> Step:
    """HN-13: a seat without a card goes straight to phase 2."""
    return "play" if position.hands[seat] else "draw"


def _finish(position: Position, events: list[Event]) -> Position:
    position = position._replace(step="over")
    events.append(over(result(position)))
    return position


DEEDS: dict[type[Any], Callable[[Position, Any, list[Event]], Position]] = {
    First: _first,
    Draw: _draw,
    Enter: _enter,
    Play: _play,
    Swim: _swim,
    Cage: _cage,
    Swap: _swap,
    Flip: _flip,
    Hide: _hide,
    Harpoon: _answer,
    Endure: _answer,
}


def _swapped(items: tuple[T, ...], one: int, other: int) -> tuple[T, ...]:
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
