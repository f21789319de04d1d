"""Which places' sensors are trusted: those of live boards, in order and not denied."""

from collections.abc import Mapping
from typing import NamedTuple


class Denied(NamedTuple):
    """A sensor that is known to be wrong, and what it says."""

    place: str
    says: bool
    # Where the piece stands that it feels, or the one that feels its piece.
    instead: str | None = None


class TrustedSensors:
    def __init__(self, sensed: Mapping[str, frozenset[str]]) -> None:
        """`sensed` are the places of each sensor board that has Hall sensors."""
        # By place what its sensor says and should not.
        self.denied: dict[str, Denied] = {}
        self.places = frozenset[str]()
        self._boards = sensed
        self._silent: set[str] = set()
        self._doubted: set[str] = set()
        self._trust_others()

    def has_board(self, board: str) -> bool:
        return board in self._boards

    def link(self, board: str, is_up: bool) -> None:
        """Notes whether this board can be heard."""
        (self._silent.discard if is_up else self._silent.add)(board)
        self._trust_others()

    def doubt(self, place: str, is_doubted: bool) -> None:
        """Notes whether this place's sensor is out of order."""
        (self._doubted.add if is_doubted else self._doubted.discard)(place)
        self._trust_others()

    def deny(self, denied: Denied) -> None:
        self.denied[denied.place] = denied
        self._trust_others()

    def trust_again(self, place: str, present: bool) -> bool:
        """Believes a denied sensor that says something else now; False if none was."""
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
