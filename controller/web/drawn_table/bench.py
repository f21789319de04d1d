"""The bench of a drawn table, for makers: pin levels, the last readings, faults to try.

Only the page that is the table itself gets them: on a real table, both would reveal
what somebody counts in secret.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from controller.basics.sentence import Sentence, say
from controller.rules.codec import brief
from controller.web.protocol.incoming import Data, Misunderstood, text
from hardware.backend import Faults, PinLevel
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
    TagSeen,
)

LAST = 10


class Instruments:
    def __init__(self, pins: Callable[[], Sequence[PinLevel]]) -> None:
        self._pins = pins
        # Counts all readings and keeps the last ones, the newest first.
        self._count = 0
        self._last: deque[tuple[int, Sentence]] = deque(maxlen=LAST)

    def reading(self, reading: Reading) -> None:
        self._count += 1
        self._last.appendleft((self._count, told(reading)))

    def now(self) -> dict[str, Any]:
        pins = [pin._asdict() for pin in self._pins()]
        return {"pins": pins, "readings": list(self._last)}


def told(reading: Reading) -> Sentence:
    """Return a reading as a sentence for the page."""
    match reading:
        case Pressed(control):
            return say("reading.pressed", control=control)
        case Released(control):
            return say("reading.released", control=control)
        case Occupied(place, present):
            key = "reading.came" if present else "reading.went"
            return say(key, place=place)
        case TagSeen(reader, uid):
            return say("reading.tag", reader=reader, uid=uid)
        case LinkDown(board):
            return say("reading.down", board=board)
        case LinkUp(board):
            return say("reading.up", board=board)


# A page is told this many of the last faults of a part.
REMEMBERED = 8
LONGEST_VALUE = 40


class FaultLog:
    """The faults that a page has set, by part."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self.done: dict[str, list[str]] = {part: [] for part in faults.known}

    def offer(self) -> dict[str, Any]:
        """List the faults that can be set, by part."""
        return {part: list(known) for part, known in self._faults.known.items()}

    def set(self, data: Data) -> None:
        part, fault, value = text(data, "part"), text(data, "fault"), data.get("value")
        is_plain = isinstance(value, str | int | float | None)
        if not is_plain or isinstance(value, bool) or len(str(value)) > LONGEST_VALUE:
            raise Misunderstood(
                f"value must be a number, a short text or null, not {brief(value)}"
            )
        self._faults.fault(part, fault, value)
        said = fault if value is None else f"{fault} {value}"
        self.done[part] = [*self.done[part], said][-REMEMBERED:]

    def repair(self, data: Data) -> None:
        part = text(data, "part")
        self._faults.repair(part)
        self.done[part] = []
