"""Crossed select lines: every sensor of a multiplexer turns up at another one's.

One fault then looks like a dozen. It is told once: a multiplexer's select lines are in
another order if that order explains all that was heard of it.
"""

from collections.abc import Mapping
from itertools import permutations
from typing import NamedTuple

from controller.tools.selftest.permutations import listed
from controller.tools.selftest.report import Finding
from wiring.sensor_boards import SELECT_LINES

_RIGHT = tuple(range(SELECT_LINES))
# Fewer that are elsewhere are sensors' wires: two of them swapped, or one astray.
_ENOUGH = 3


class Crossing(NamedTuple):
    board: str
    multiplexers: tuple[int, ...]
    order: tuple[int, ...]  # line n of the board goes to the pin S of this number

    def finding(self) -> Finding:
        pins = [f"S{n}" for n in _RIGHT if self.order[n] != n]
        which = listed([f"M{number}" for number in self.multiplexers])
        says = (
            f"the select lines {listed(pins)} are crossed at {which} of sensor board "
            f"{self.board}"
        )
        return Finding(says, "put each on its own pin")


# By board and number of the multiplexer: each channel asked for, and the one heard.
Heard = Mapping[tuple[str, int], Mapping[int, int | None]]


def select_lines(heard: Heard) -> list[Crossing]:
    found: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for (board, number), channels in heard.items():
        order = _order(channels)
        if order is not None:
            found.setdefault((board, order), []).append(number)
    return [
        Crossing(board, tuple(numbers), order)
        for (board, order), numbers in found.items()
    ]


def _order(channels: Mapping[int, int | None]) -> tuple[int, ...] | None:
    """The one wrong order that explains it all; None if all is right, or none does."""
    moved = {asked: came for asked, came in channels.items() if came != asked}
    if sum(came is not None for came in moved.values()) < _ENOUGH:
        return None
    fitting = [o for o in permutations(_RIGHT) if o != _RIGHT and _fits(o, channels)]
    return fitting[0] if len(fitting) == 1 else None


def _fits(order: tuple[int, ...], channels: Mapping[int, int | None]) -> bool:
    """What is not heard at all may have gone to a channel without such a sensor."""
    return all(
        came == _seen(asked, order)
        or (came is None and _seen(asked, order) not in channels)
        for asked, came in channels.items()
    )


def _seen(channel: int, order: tuple[int, ...]) -> int:
    """The channel that the board takes for this one."""
    return sum((channel >> pin & 1) << line for line, pin in enumerate(order))
