"""Muting the table by hand: hold `why` and press `next`."""

from collections.abc import Callable

from controller.basics.sentence import Says, say
from hardware.readings import Pressed, Reading, Released

MUTED = say("sound.off")
HEARD = say("sound.on")


class MuteChord:
    def __init__(
        self,
        table: Callable[[Reading], None],
        announce: Callable[[Says], object],
        toggle: Callable[[], bool],
    ) -> None:
        """`toggle` mutes or not, and says whether it is muted now."""
        self._table = table
        self._announce = announce
        self._toggle = toggle
        self._down: set[str] = set()
        # `next` of the chord goes nowhere else, neither down nor up.
        self._is_kept = False

    def reading(self, reading: Reading) -> None:
        """Passes every reading on to the table, except a press that mutes it."""
        match reading:
            case Pressed("next") if self._down == {"why"}:
                self._is_kept = True
                self._announce(MUTED if self._toggle() else HEARD)
                return
            case Released("next") if self._is_kept:
                self._is_kept = False
                return
            # A key switch may be on for hours, and a piece may lie on a tile.
            case Pressed(control) if not control.startswith(("tile:", "arm")):
                self._down.add(control)
            case Released(control):
                self._down.discard(control)
        self._table(reading)
