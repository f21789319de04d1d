"""Tracks the pieces: senses them, compares them with the game, guides each step."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from controller.basics.sentence import Sentence, say
from controller.light.colour import Lamps
from controller.light.palette import ASTRAY, HOME
from controller.pieces.compare import Denied, PlacementCheck
from controller.pieces.guide import Step, described, spot
from controller.tabletop.staging import Stand
from controller.words.files import in_english
from hardware.backend import Clock
from hardware.parts.registry import Part, Parts
from hardware.readings import Reading
from wiring.boardmap import BoardMap

CARRYING = say("piece.pay")
_SENSOR = "'s Hall sensor"


class Placement(NamedTuple):
    """The next thing to do with a piece, or because of one."""

    step: Step | None = None
    # Whether `ok` confirms that all stands right, whatever the sensors feel.
    asks: bool = False
    says: Sentence | None = None

    def lamps(self) -> Lamps:
        if self.step is None:
            return {}
        both = {self.step.at: ASTRAY, self.step.to: HOME}
        return {place: ink for place, ink in both.items() if place is not None}


class PieceTracker:
    def __init__(
        self,
        sensed: Mapping[str, frozenset[str]],
        clock: Clock,
        parts: Parts,
        at_rest: Callable[[], None],
    ) -> None:
        """`sensed` has the places that each board senses.

        `at_rest` is called each time the sensors have come to rest.
        """
        self._parts = parts
        self._told_at_rest = at_rest
        self.check = PlacementCheck(sensed, clock, self._at_rest)
        self._denied: dict[str, Denied] = {}
        parts.on_change.append(self._part_changed)

    @property
    def carried(self) -> Step | None:
        """The one piece that was carried elsewhere, which may be a choice."""
        return self.check.carried

    def placement(self, *, is_playing: bool, is_carrying: bool) -> Placement:
        """Return the next step with the pieces; `is_carrying`: one awaits its card."""
        if is_carrying:
            return Placement(says=CARRYING)
        step = self.check.step if is_playing else None
        if step is None:
            return Placement()
        asks = self.check.asks
        key = "piece.step-or-ok" if asks else "piece.step"
        return Placement(step, asks, say(key, step=described(step)))

    def expect(self, belongs: Stand) -> None:
        """Set where the game now wants each piece."""
        self.check.expect(belongs)

    def reading(self, reading: Reading) -> None:
        self.check.reading(reading)

    def confirm_placement(self) -> None:
        """Accept a player's word that all pieces are in place."""
        self.check.confirm_placement()
        self._name_sensors()

    def _at_rest(self) -> None:
        self._name_sensors()
        self._told_at_rest()

    def _name_sensors(self) -> None:
        before, self._denied = self._denied, dict(self.check.denied)
        for place in before.keys() - self._denied.keys():
            self._parts.works(place + _SENSOR)
        for place, denied in self._denied.items():
            if denied != before.get(place):
                said = _blamed(denied)
                self._parts.fails(place + _SENSOR, in_english(said), said)

    def _part_changed(self, part: Part) -> None:
        place = part.name.removesuffix(_SENSOR)
        if place != part.name and place not in self._denied:
            self.check.doubt(place, part.trouble is not None)


def sensed(board: BoardMap) -> Mapping[str, frozenset[str]]:
    """Return the places where each sensor board detects a piece."""
    return {
        row.name: frozenset(s.place for s in row.sensors if s and s.kind == "hall")
        for row in board.boards
    }


def _blamed(denied: Denied) -> Sentence:
    _, says, instead = denied
    if instead:
        key = "sensor.swapped-feels" if says else "sensor.swapped-deaf"
        return say(key, instead=spot(instead))
    return say("sensor.feels" if says else "sensor.deaf")
