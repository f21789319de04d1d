"""HAI NOON: views. Only hands are secret (HN-52), and only this file filters them."""

from controller.basics.sentence import Says, say
from controller.games.hai_noon.pieces import (
    CARDS,
    DIVERS,
    NOBODY,
    OWNERS,
    PLACES,
    SHARKS,
    SIDES,
    Health,
    Position,
)
from controller.rules.deals import Bag
from controller.rules.game import Event, Options, State, Viewer, plain_tale
from controller.rules.views import shown_draw, shown_hands

# How many wounds a diver can still take.
LEFT: dict[Health, int] = {"healthy": 2, "injured": 1, "prey": 0, "dummy": 0}


def state(position: Position, viewer: Viewer) -> State:
    owners = OWNERS[position.variant.seats]
    return {
        "turn": position.turn,
        "active": None if position.active == NOBODY else position.active,
        "sharks": ["hungry" if hungry else "full" for hungry in position.sharks],
        "places": dict(zip(PLACES, position.places, strict=True)),
        "divers": {
            diver: {"seat": owners[index], "state": position.health[index]}
            for index, diver in enumerate(DIVERS)
        },
        "cage": position.cage,
        "sides": {s: list(c) for s, c in zip(SIDES, position.sides, strict=True)},
        "hands": shown_hands(position.hands, viewer, over=position.step == "over"),
        "deck": sum(position.deck),
        "discard": _listed(position.discard),
    }


def _listed(pile: Bag) -> list[str]:
    return [c for c, number in zip(CARDS, pile, strict=True) for _ in range(number)]


def event_view(position: Position, event: Event, viewer: Viewer) -> State:
    return shown_draw(event, viewer, over=position.step == "over")


def chart(position: Position) -> tuple[int, ...]:
    """Return how many more bites each seat's divers can take: two if healthy."""
    wounds = [0] * position.variant.seats
    for owner, health in zip(
        OWNERS[position.variant.seats], position.health, strict=True
    ):
        if owner is not None:
            wounds[owner] += LEFT[health]
    return tuple(wounds)


def tell(event: State, options: Options) -> Says:
    """Return the sentence for an event as this viewer saw it."""
    match event:
        case {"type": "draw", "card": None}:
            return "tell.drawn"
        case {"type": "swap", "shark": shark}:
            return say("tell.swap", shark=shark, next=(shark + 1) % SHARKS)
        case {"type": "bite", "shark": shark, "diver": diver, "state": health}:
            return say(f"tell.bite-{health}", shark=shark, diver=diver)
        case {"type": "miss", "shark": shark, "place": place, "diver": diver, "by": by}:
            return say(f"tell.miss-{by}", shark=shark, place=place, diver=diver)
    return plain_tale(event, options)
