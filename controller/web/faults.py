"""Faults to try from a page: only a simulated table has any."""

from typing import Any

from controller.rules.codec import brief
from controller.web.messages import Data, Misunderstood, text
from hardware.backend import Faults

# What was done to a part is told for as many faults as these.
REMEMBERED = 8
LONGEST_VALUE = 40


class FaultsToTry:
    """Sets faults and mends them, and remembers what was done to each part."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self.done: dict[str, list[str]] = {part: [] for part in faults.known}

    def offer(self) -> dict[str, Any]:
        """What can be made to go wrong, by part."""
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

    def mend(self, data: Data) -> None:
        part = text(data, "part")
        self._faults.mend(part)
        self.done[part] = []
