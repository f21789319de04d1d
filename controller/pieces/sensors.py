"""Which sensors to trust, and which are known to be wrong."""

from collections.abc import Mapping
from typing import NamedTuple

from controller.basics.sentence import Sentence, say
from controller.pieces.guide import spot
from wiring.boardmap import BoardMap


class Denied(NamedTuple):
    """A sensor that is known to be wrong, with its reading."""

    place: str
    says: bool
    # Where its piece is, or the sensor that detects its piece.
    instead: str | None = None


class TrustedSensors:
    """The sensors to trust: those of live boards that work and are not denied."""

    def __init__(self, sensed: Mapping[str, frozenset[str]]) -> None:
        """Set up; `sensed` maps each sensor board to the places of its Hall sensors."""
        # By place, the wrong reading of its sensor.
        self.denied: dict[str, Denied] = {}
        self.places = frozenset[str]()
        self._boards = sensed
        self._silent: set[str] = set()
        self._doubted: set[str] = set()
        self._trust_others()

    def has_board(self, board: str) -> bool:
        return board in self._boards

    def link(self, board: str, is_up: bool) -> None:
        """Note whether this board is connected."""
        (self._silent.discard if is_up else self._silent.add)(board)
        self._trust_others()

    def doubt(self, place: str, is_doubted: bool) -> None:
        """Note whether this place's sensor is faulty."""
        (self._doubted.add if is_doubted else self._doubted.discard)(place)
        self._trust_others()

    def deny(self, denied: Denied) -> None:
        self.denied[denied.place] = denied
        self._trust_others()

    def trust_again(self, place: str, present: bool) -> bool:
        """Trust a denied sensor again once it has changed; return whether it has."""
        if place not in self.denied or self.denied[place].says == present:
            return False
        del self.denied[place]
        self._trust_others()
        return True

    def _trust_others(self) -> None:
        boards = self._boards.items()
        live = [there for board, there in boards if board not in self._silent]
        self.places = frozenset[str]().union(*live)
        self.places -= self._doubted | self.denied.keys()


def sensed(board: BoardMap) -> Mapping[str, frozenset[str]]:
    """Return the places where each sensor board detects a piece."""
    return {
        row.name: frozenset(s.place for s in row.sensors if s and s.kind == "hall")
        for row in board.boards
    }


def blamed(denied: Denied) -> Sentence:
    """Describe what is wrong with this sensor."""
    _, says, instead = denied
    if instead:
        key = "sensor.swapped-feels" if says else "sensor.swapped-deaf"
        return say(key, instead=spot(instead))
    return say("sensor.feels" if says else "sensor.deaf")
