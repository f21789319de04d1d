"""What pieces, places and steps are called in sentences."""

from typing import Any

from controller.pieces.guide import Step
from controller.stage.places import FEET


def described(step: Step) -> str:
    piece, at, to = step
    if to is None:
        return f"take {called(piece)} off {spot(at)}"
    if at is None:
        return f"put {called(piece)} on {spot(to)}"
    return f"carry {called(piece)} from {spot(at)} to {spot(to)}"


def called(piece: str) -> str:
    """ "seat 2's pirate", "the red robot", "the puck", "a piece" """
    kind, _, whose = piece.partition(":")
    if whose.isdecimal():
        return f"seat {whose}'s {kind}"
    if whose:
        return f"the {whose} {kind}"
    return f"the {kind}" if " " not in kind else kind


def owner(piece: str) -> int | None:
    """The seat whose piece it is."""
    _, _, whose = piece.partition(":")
    return int(whose) if whose.isdecimal() else None


def spot(place: Any) -> str:
    """ "lane 2, 70 ft", "tile 1,3" """
    kind, *rest = str(place).split(":")
    if kind == "depth":
        return f"lane {rest[0]}, {FEET * int(rest[1])} ft"
    return " ".join((kind, *rest))
