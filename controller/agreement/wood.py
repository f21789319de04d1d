"""The pieces of the game on the table: compared, guided by light, carried as a choice.

What a game wants comes from its `Staging.stands`; what the sensors feel is compared by
`Agreement`. Here the outcome becomes lamps, a sentence for the page, an action, or the
name of a sensor that is out of order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from controller.agreement.agree import Agreement, Denied
from controller.agreement.guide import Step
from controller.palette import ASTRAY, HOME
from controller.rules.game import Event
from controller.staging import Lamps, Stand
from hardware.backend import Clock
from hardware.parts import Part, Parts
from hardware.readings import LinkDown, LinkUp, Occupied, Reading
from wiring.boardmap import BoardMap

if TYPE_CHECKING:
    from controller.table import Table

CARRYING = "a piece was moved: count the card that pays for it, or press `ok`"
_SENSOR = "'s Hall sensor"
_FEET = 5  # from one position of a lane to the next


class Wood:
    def __init__(
        self,
        table: Table,
        carried: Callable[[Step | None], None],
        board: BoardMap,
        clock: Clock,
        parts: Parts,
    ) -> None:
        """`carried` is told which piece stands elsewhere as a choice, or None."""
        self._table = table
        self._carried = carried
        self._parts = parts
        self._agreement = Agreement(sensed(board), clock, self._at_rest)
        self._denied: dict[str, Denied] = {}
        self._last: Step | None = None
        self._said: str | None = None
        table.on_change.append(self._was_told)
        parts.on_change.append(self._part_changed)

    @property
    def step(self) -> Step | None:
        """What is to be done with a piece next."""
        is_free = self._table.phase == "play" and not self._table.is_carrying
        return self._agreement.step if is_free else None

    @property
    def asks(self) -> bool:
        """`ok` now says that all stands right, whatever the sensors feel."""
        return self._agreement.asks and self.step is not None

    @property
    def sentence(self) -> str | None:
        """What is to be done with a piece, or because of one, in words."""
        if self._table.is_carrying:
            return CARRYING
        step = self.step
        if step is None:
            return None
        done = "; if all stands right, press `ok`" if self.asks else ""
        return f"{described(step)}{done}"

    def belongs(self) -> Stand:
        """Where the game on the table wants each piece."""
        stands = self._table.staging.stands
        return stands(self._table.seen) if stands else {}

    def lamps(self) -> Lamps:
        step = self.step
        if step is None:
            return {}
        both = {step.at: ASTRAY, step.to: HOME}
        return {place: ink for place, ink in both.items() if place is not None}

    def reading(self, reading: Reading) -> None:
        if isinstance(reading, Occupied | LinkDown | LinkUp):
            if self._table.is_set:
                self._agreement.expect(self.belongs())
            self._agreement.reading(reading)

    def look(self) -> None:
        """There is another position on the table."""
        if self._agreement.in_use:
            self._agreement.expect(self.belongs())

    def insist(self) -> None:
        """A player says that all stands right."""
        self._agreement.insist()
        self._name_sensors()

    def _at_rest(self) -> None:
        if not self._table.is_set:
            return
        self._agreement.expect(self.belongs())
        self._name_sensors()
        carried = self._agreement.carried
        if carried != self._last:
            self._last = carried
            self._carried(carried)
        self._table.guide()

    def tell(self) -> None:
        """Tells the pages if there is something else to be done now."""
        if self.sentence != self._said:
            self._table.changed(())

    def _was_told(self, _events: tuple[Event, ...]) -> None:
        self._said = self.sentence

    def _name_sensors(self) -> None:
        before, self._denied = self._denied, dict(self._agreement.denied)
        for place in before.keys() - self._denied.keys():
            self._parts.works(place + _SENSOR)
        for place, denied in self._denied.items():
            if denied != before.get(place):
                self._parts.fails(place + _SENSOR, _blamed(denied))

    def _part_changed(self, part: Part) -> None:
        place = part.name.removesuffix(_SENSOR)
        if place != part.name and place not in self._denied:
            self._agreement.doubt(place, part.trouble is not None)


def sensed(board: BoardMap) -> Mapping[str, frozenset[str]]:
    """By sensor board the places at which it feels a piece."""
    return {
        row.name: frozenset(s.place for s in row.sensors if s and s.kind == "hall")
        for row in board.boards
    }


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
        return f"lane {rest[0]}, {_FEET * int(rest[1])} ft"
    return " ".join((kind, *rest))


def _blamed(denied: Denied) -> str:
    _, says, instead = denied
    if instead and says:
        return f"feels the piece that stands on {instead}; their wires may be swapped"
    if instead:
        return f"does not feel its piece, {instead} does; their wires may be swapped"
    if says:
        return "feels a piece where none stands; is a magnet lying there?"
    return "does not feel the piece that stands there"
