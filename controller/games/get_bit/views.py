"""GET BIT!: views. Secrets are filtered here and nowhere else."""

from collections.abc import Mapping
from typing import Any

from controller.basics.sentence import Says, Sentence, say
from controller.games.get_bit.pieces import (
    Choose,
    PickUp,
    Position,
    Reveal,
    Robot,
    Stay,
    Swim,
)
from controller.rules.codec import to_json
from controller.rules.game import Event, Options, State, Viewer, plain_tale
from controller.rules.views import sees, shown


def state(position: Position, viewer: Viewer) -> State:
    chosen = [
        (robot, card)
        for robot, card in zip(position.robots, position.choices, strict=True)
        if card
    ]
    return {
        "round": position.round,
        "line": list(position.line),
        "robots": {r.name: _robot(position, r, viewer) for r in position.robots},
        "chosen": [robot.name for robot, _ in chosen],
        "choices": {
            robot.name: card if _sees(position, robot.seat, viewer) else None
            for robot, card in chosen
        },
    }


def _sees(position: Position, seat: int, viewer: Viewer) -> bool:
    return sees(viewer, seat, over=position.phase == "over")


def _robot(position: Position, robot: Robot, viewer: Viewer) -> State:
    # GB-18: everyone sees the cards of a robot that is out.
    sees_hand = robot.out or _sees(position, robot.seat, viewer)
    # GB-25, GB-26: in a memory game only the owner may look at a robot's played cards.
    sees_table = sees_hand or not position.variant.memory
    return {
        "seat": robot.seat,
        "limbs": robot.limbs,
        "hand": shown(robot.hand, sees_hand),
        "table": shown(robot.table, sees_table),
        "out": robot.out,
    }


def event_view(position: Position, event: Event, viewer: Viewer) -> State:
    told = to_json(event)
    match event:
        case Choose(seat=seat) if not _sees(position, seat, viewer):
            told["card"] = None
        case PickUp(seat=seat, cards=cards) if position.variant.memory and not _sees(
            position, seat, viewer
        ):
            told["cards"] = len(cards)
    return told


def fleeting(options: Options) -> Mapping[type[Any], tuple[str, ...]]:
    """GB-25: in a memory game nobody may look up cards played in earlier rounds."""
    shown = {Reveal: ("cards",), Stay: ("card",), Swim: ("card",)}
    return shown if options["memory"] else {}


def chart(position: Position) -> tuple[int, ...]:
    """Return the remaining limbs of each seat's robots."""
    limbs = [0] * position.variant.seats
    for robot in position.robots:
        limbs[robot.seat] += robot.limbs
    return tuple(limbs)


def tell(event: State, options: Options) -> Says:
    """Return the sentence for an event as this viewer saw it."""
    match event:
        case {"type": "reveal", "cards": None}:
            return say("tell.reveal-faded")
        case {"type": "stay" | "swim" as kind, "card": None}:
            return Sentence(f"tell.{kind}-faded", event)
        case {"type": "reveal", "cards": cards}:
            each = [say("tell.shown", robot=r, card=c) for r, c in cards.items()]
            return say("tell.reveal", cards=tuple(each))
        case {"type": "round", "round": 2}:
            return say("tell.round-2")
        case {"type": "bite", "robot": robot, "limbs": limbs} if options["longer"]:
            return say("tell.bite-longer", robot=robot, limbs=limbs)
        case {"type": "pick-up", "robot": robot, "cards": cards}:
            number = cards if isinstance(cards, int) else len(cards)
            return say("tell.pick-up", robot=robot, cards=number)
    return plain_tale(event, options)
