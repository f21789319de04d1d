"""HAI NOON: the possible decisions, and the table of steps and kinds of action."""

from functools import cache
from operator import attrgetter
from typing import Any

from controller.basics.sentence import say
from controller.games.hai_noon import refusals
from controller.games.hai_noon.board import (
    attacked,
    cage_targets,
    harpoons,
    hidden,
    neighbours,
    own,
    sides_for,
)
from controller.games.hai_noon.ending import end_rule
from controller.games.hai_noon.pieces import (
    CARDS,
    DECK,
    DIVERS,
    HAND,
    KIND,
    PLACES,
    SHARKS,
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
from controller.rules.deals import (
    SEAT,
    Draw,
    Draws,
    First,
    drawn_from,
    firsts,
    short_of_cards,
)
from controller.rules.game import Refusal
from controller.rules.kinds import Kind, one_of
from controller.rules.steps import Step, Steps, by_chance

SEATS = range(4)
FLIPS = tuple(tuple(Flip(seat, n) for n in range(SHARKS)) for seat in SEATS)
SWAPS = tuple(tuple(Swap(seat, n) for n in range(SHARKS)) for seat in SEATS)
PLAYS = tuple(
    {card: tuple(Play(seat, card, side) for side in SIDES) for card in CARDS}
    for seat in SEATS
)


_drawn = drawn_from(CARDS, max(DECK))


def draws(position: Position) -> Draws:
    return _drawn(drawing(position), position.deck)


def drawing(position: Position) -> int:
    """Return the seat that draws; during the deal seats take turns, clockwise."""
    if position.step == "deal":
        return short_of_cards(position.hands, position.active, HAND)
    return position.active


def enters(position: Position) -> tuple[Action, ...]:
    """HN-34: list every free place."""
    diver = hidden(position, position.active)
    assert diver, "it is asked only where a diver is camouflaged"
    return tuple(
        Enter(position.active, diver, place)
        for place, there in zip(PLACES, position.places, strict=True)
        if there is None
    )


def plays(position: Position) -> tuple[Action, ...]:
    seat = position.active
    rows = PLAYS[seat]
    where = sides_for(position, seat)
    return tuple([rows[card][side] for card in where for side in where[card]])


def flips(position: Position) -> tuple[Action, ...]:
    return FLIPS[position.active]


def swaps(position: Position) -> tuple[Action, ...]:
    return SWAPS[position.active]


def cages(position: Position) -> tuple[Action, ...]:
    seat = position.active
    return tuple([Cage(seat, diver) for diver in cage_targets(position)])


def hides(position: Position) -> tuple[Action, ...]:
    seat = position.active
    return tuple([Hide(seat, diver) for diver in own(position, seat)])


def swims(position: Position) -> tuple[Action, ...]:
    seat = position.active
    return _swims(seat, own(position, seat), position.places)


@cache
def _swims(
    seat: int, divers: tuple[str, ...], places: tuple[str | None, ...]
) -> tuple[Action, ...]:
    """HN-32"""
    return tuple(
        Swim(seat, diver, place)
        for diver in divers
        for place in neighbours(PLACES[places.index(diver)])
    )


def answers(position: Position) -> tuple[Action, ...]:
    """HN-44: list each harpoon once per diver that it could save."""
    seat = position.asked[0]
    mine = [diver for diver in attacked(position) if diver in own(position, seat)]
    cards = harpoons(position, seat)
    shots: list[Action] = [Harpoon(seat, d, card) for d in mine for card in cards]
    return (*shots, Endure(seat))


CARD = one_of("card", CARDS, "red-anchor")
DIVER = one_of("diver", DIVERS, "red")
PLACE = one_of("place", PLACES, "centre")
SHARK = one_of("shark", range(SHARKS), -1, SHARKS)
SIDE = one_of("side", SIDES, "centre")

NO_ATTACK = Refusal("HN-54", "refused.no-attack")
KINDS: dict[type[Any], Kind] = {
    First: Kind(
        (SEAT.by("HN-03"),),
        not_now=Refusal("HN-03", "refused.settled"),
    ),
    Draw: Kind(
        (SEAT, CARD.by("HN-38")),
        refusals.draw,
        Refusal("HN-37", "refused.no-draw"),
    ),
    Enter: Kind((SEAT, DIVER.by("HN-33"), PLACE.by("HN-34")), refusals.enter),
    Play: Kind((SEAT, CARD.by("HN-13"), SIDE.by("HN-04")), refusals.play),
    Swim: Kind((SEAT, DIVER.by("HN-32"), PLACE.by("HN-32")), refusals.swim),
    Cage: Kind((SEAT, DIVER.by("HN-24")), refusals.cage),
    Swap: Kind((SEAT, SHARK.by("HN-30"))),
    Flip: Kind((SEAT, SHARK.by("HN-31"))),
    Hide: Kind((SEAT, DIVER.by("HN-33")), refusals.hide),
    Harpoon: Kind(
        (SEAT, DIVER.by("HN-20"), CARD.by("HN-21")), refusals.harpoon, NO_ATTACK
    ),
    Endure: Kind((SEAT,), refusals.answer, NO_ATTACK),
}

_active = attrgetter("active")
_DRAW: Step = by_chance(
    Draw,
    draws,
    "waits.draw",
    drawing,
    seat_rule="HN-37",
)


def _act(kind: type[Any], listed: Any) -> Step:
    return Step((kind,), listed, refusals.acting, _active, "HN-14")


STEPS: Steps[Position, Action] = Steps(
    # The step of a card's action is named by the card's kind.
    lambda position: KIND[position.card] if position.step == "act" else position.step,
    {
        "first": by_chance(First, firsts, "waits.first"),
        "deal": _DRAW,
        "enter": Step((Enter,), enters, refusals.entering, _active, "HN-33"),
        "play": Step(
            (Play,),
            plays,
            "waits.play",
            _active,
            "HN-13",
        ),
        "cage": _act(Cage, cages),
        "camouflage": _act(Hide, hides),
        "diver": _act(Swim, swims),
        "flip": _act(Flip, flips),
        "shark": _act(Swap, swaps),
        "answer": Step(
            (Harpoon, Endure),
            answers,
            lambda position: say("waits.answer", first=position.asked[0]),
            rule="HN-22",
        ),
        "draw": _DRAW,
    },
    KINDS,
    choice_rule="HN-56",
    end_rule=end_rule,
)
