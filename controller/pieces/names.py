"""What pieces, places and steps are called in sentences.

A piece is called by the entry `piece.PIECE` of the game's words, a place by
`spot.PLACE`; of the Depth Board by `spot.depth`, with its lane, position and feet.
"""

from controller.basics.sentence import Sentence, say
from controller.pieces.guide import Step
from controller.stage.places import FEET


def described(step: Step) -> Sentence:
    piece, at, to = step
    if to is None:
        return say("piece.take", piece=piece, at=spot(at))
    if at is None:
        return say("piece.put", piece=piece, to=spot(to))
    return say("piece.move", piece=piece, at=spot(at), to=spot(to))


def owner(piece: str) -> int | None:
    """The seat whose piece it is."""
    _, _, whose = piece.partition(":")
    return int(whose) if whose.isdecimal() else None


def spot(place: str | None) -> str | Sentence | None:
    """A place, to be put into a sentence."""
    kind, *rest = (place or "").split(":")
    if kind != "depth":
        return place
    lane, position = map(int, rest)
    return say("spot.depth", lane=lane, position=position, feet=FEET * position)
