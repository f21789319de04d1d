"""A measurement's result, and the arithmetic for it."""

from collections.abc import Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    name: str
    value: float
    unit: str
    yardstick: str = ""
    measured: float | None = None
    # The bar and its subject: value / yardstick, or the value itself.
    ratio: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the figure meets its bar; None without a bar."""
        judged = self.value if self.ratio is None else self.ratio
        if self.at_least is not None:
            return judged >= self.at_least
        if self.at_most is not None:
            return judged <= self.at_most
        return None

    @property
    def bar(self) -> str:
        times = "" if self.ratio is None else "x"
        if self.at_least is not None:
            return f">= {self.at_least:g}{times}"
        if self.at_most is not None:
            return f"<= {self.at_most:g}{times}"
        return ""


def percentile(samples: Sequence[float], share: float) -> float:
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def median(samples: Sequence[float]) -> float:
    return percentile(samples, 0.5)
