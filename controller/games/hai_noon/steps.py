"""HAI NOON: the table of its steps, and of the kinds of action."""

from operator import attrgetter
from typing import Any

from controller.basics.sentence import say
from controller.games.hai_noon import choices, refusals
from controller.games.hai_noon.ending import end_rule
from controller.games.hai_noon.pieces import (
    CARDS,
    DIVERS,
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
from controller.rules.deals import SEAT, Draw, First, firsts
from controller.rules.game import Refusal
from controller.rules.kinds import Kind, one_of
from controller.rules.steps import Step, Steps, by_chance

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
    choices.draws,
    "waits.draw",
    choices.drawing,
    seat_rule="HN-37",
)


def _act(kind: type[Any], listed: Any) -> Step:
    return Step((kind,), listed, refusals.acting, _active, "HN-14")


STEPS: Steps[Position, Action] = Steps(
    # The action of a card is a step by its kind.
    lambda position: KIND[position.card] if position.step == "act" else position.step,
    {
        "first": by_chance(First, firsts, "waits.first"),
        "deal": _DRAW,
        "enter": Step((Enter,), choices.enters, refusals.entering, _active, "HN-33"),
        "play": Step(
            (Play,),
            choices.plays,
            "waits.play",
            _active,
            "HN-13",
        ),
        "cage": _act(Cage, choices.cages),
        "camouflage": _act(Hide, choices.hides),
        "diver": _act(Swim, choices.swims),
        "flip": _act(Flip, choices.flips),
        "shark": _act(Swap, choices.swaps),
        "answer": Step(
            (Harpoon, Endure),
            choices.answers,
            lambda position: say("waits.answer", first=position.asked[0]),
            rule="HN-22",
        ),
        "draw": _DRAW,
    },
    KINDS,
    choice_rule="HN-56",
    end_rule=end_rule,
)
