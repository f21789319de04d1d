"""The bench of a drawn table, for makers: pin levels and the last readings.

Only the page that is the table itself gets them: on a real table, both would reveal
what somebody counts in secret.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from controller.basics.sentence import Sentence, say
from hardware.backend import PinLevel
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
_KEYS: dict[type[Reading], str] = {
    Pressed: "reading.pressed",
    Released: "reading.released",
    TagSeen: "reading.tag",
    LinkDown: "reading.down",
    LinkUp: "reading.up",
}


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
    if isinstance(reading, Occupied):
        key = "reading.came" if reading.present else "reading.went"
        return say(key, place=reading.place)
    return say(_KEYS[type(reading)], **reading._asdict())
