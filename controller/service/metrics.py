"""Counters and histograms of the running table, in Prometheus' text format.

Nothing is counted unless the settings ask for it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

from controller.service.assembly import RunningTable
from controller.service.bots.seats import BotSeats
from controller.words.notice import Notice
from hardware.health import Counters
from hardware.readings import Pressed, Reading
from hardware.rig import Rig

PRESS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
THOUGHT_S = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
# In thousandths of a degree Celsius, below the file system's root.
TEMPERATURE = "sys/class/thermal/thermal_zone0/temp"


class Histogram:
    """A Prometheus histogram: for each bound, how many values do not exceed it."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def lines(self, name: str) -> Iterator[str]:
        totals = accumulate(self._counts)
        for bound, total in zip((*self._bounds, "+Inf"), totals, strict=True):
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {sum(self._counts)}"


class Metrics:
    def __init__(
        self, running: RunningTable, rig: Rig, bots: BotSeats, root: Path = Path("/")
    ) -> None:
        self._rig, self._store = rig, running.store
        self._temperature = root / TEMPERATURE
        self._presses = self._refusals = self._frames = 0
        self._press_s, self._thought_s = Histogram(PRESS_S), Histogram(THOUGHT_S)
        rig.on_handled.append(self._handled)
        rig.strip.watch(self._sent)
        running.table.on_notice.append(self._noticed)
        bots.on_thought.append(self._thought_s.add)

    def _handled(self, reading: Reading, seconds: float) -> None:
        if isinstance(reading, Pressed):
            self._presses += 1
            self._press_s.add(seconds)

    def _sent(self, _wire: bytes) -> None:
        self._frames += 1

    def _noticed(self, notice: Notice) -> None:
        self._refusals += not notice.legal

    def text(self) -> str:
        """Return the current values of all metrics."""
        rows = (
            _counter("presses", "Pressed buttons and tiles.", self._presses),
            _counter("refusals", "Refused actions.", self._refusals),
            _counter("frames", "Frames sent to the strip.", self._frames),
            _counter("commits", "Commits to the journal.", self._commits),
            _histogram("press", "From a press to its result.", self._press_s),
            _histogram("bot_thought", "How long bots thought.", self._thought_s),
            _gauge(
                "supply_low",
                "Whether the supply is too weak.",
                int(self._rig.backend.power.is_low()),
            ),
            _gauge("parts_failing", "Failing parts.", len(self._rig.parts.troubles())),
            self._links(),
            self._temperature_lines(),
        )
        return "\n".join([line for row in rows for line in row]) + "\n"

    @property
    def _commits(self) -> int:
        journal = self._store.journal
        return journal.commits if journal else 0

    def _links(self) -> Iterator[str]:
        """Yield the line errors of each sensor board."""
        boards = self._rig.boards.health()
        if not boards:
            return
        name = "undertow_link_errors_total"
        yield from _head(name, "Errors on the lines of the sensor boards.", "counter")
        for board in boards:
            for kind, count in zip(Counters._fields, board.counters, strict=True):
                yield f'{name}{{board="{board.board}",kind="{kind}"}} {count}'

    def _temperature_lines(self) -> Iterable[str]:
        try:
            degrees = int(self._temperature.read_text()) / 1000
        except (OSError, ValueError):
            return ()
        about = "Temperature of the processor."
        return _gauge("temperature_celsius", about, degrees)


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def _counter(name: str, about: str, value: int) -> Iterator[str]:
    yield from _head(f"undertow_{name}_total", about, "counter")
    yield f"undertow_{name}_total {value}"


def _gauge(name: str, about: str, value: float) -> Iterator[str]:
    yield from _head(f"undertow_{name}", about, "gauge")
    yield f"undertow_{name} {value}"


def _histogram(name: str, about: str, histogram: Histogram) -> Iterator[str]:
    yield from _head(f"undertow_{name}_seconds", about, "histogram")
    yield from histogram.lines(f"undertow_{name}_seconds")
