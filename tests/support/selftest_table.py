"""Somebody who builds a table and walks through `undertow selftest`.

The builder reads what is said, sees the lamps that are really lit, touches what is
really there and knows neither pixels nor pins nor bits.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from controller.tools.selftest.bench import Bench
from controller.tools.selftest.command import walk_all
from controller.tools.selftest.report import Result
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from hardware.rig import Rig
from tests.support.planted import Faults, PlantedBackend
from wiring import boardmap

# The table as it was meant to be built.
MEANT = boardmap.load()
NO_FAULTS = Faults()


class Builder:
    def __init__(
        self,
        path: Path,
        faults: Faults = NO_FAULTS,
        *,
        meant: boardmap.BoardMap = MEANT,
        full: bool = False,
        writes: bool = True,
        at_table: bool = True,
        angles: tuple[float, float] = (-30.0, 35.0),
    ) -> None:
        """`angles` are where rest and strike really are, up being more degrees."""
        self.path = path
        self.full = full
        self.writes = writes
        self.at_table = at_table
        self.angles = angles
        self.said: list[str] = []
        self.done: list[Exception | None] = []
        self.clock = VirtualClock()
        parts = Parts()
        self.table = PlantedBackend(meant, self.clock, parts, faults)
        self.rig = Rig(boardmap.load(path), self.table, parts)
        self.bench = Bench(self.rig, self.said.append)
        self.bench.on_done = self.done.append
        self.has_key = True
        self.is_started = False
        self.acts: Mapping[str, Callable[..., None]] = ACTS

    def walk(self, part: str | None = None) -> list[Result]:
        """Goes through the walk to its end and gives what was found."""
        results: list[Result] = []
        self.start()
        self.bench.start(walk_all(self.bench, part, results))
        self.let(1.0)
        while not self.done:
            assert len(self.said) < 2000, "the builder is led in circles"
            before = len(self.said)
            self.act(self.said[-1])
            # Nothing came of it yet: the builder waits until something is said.
            for _ in range(300):
                if len(self.said) > before or self.done:
                    break
                self.let(0.5)
            assert len(self.said) > before or self.done, self.said[-1]
        self.rig.close()
        if self.done[0]:
            raise self.done[0]
        return results

    def start(self) -> None:
        """The table has its power, and its sensor boards are heard."""
        if not self.is_started:
            self.is_started = True
            self.rig.listen(self.bench.reading)
            self.let(1.0)
            self.table.unplug()
            # The driver looks for a lost board every few seconds.
            self.let(3.0)

    def act(self, request: str) -> None:
        for pattern, act in self.acts.items():
            match = re.match(f"(?:Again: )?{pattern}", request)
            if match:
                act(self, *match.groups())
                return
        raise AssertionError(f"the builder does not understand: {request}")

    def let(self, seconds: float) -> None:
        self.clock.run_calls()
        self.clock.tick(seconds)

    def touch(self, place: str) -> None:
        self.table.press(place)
        self.let(0.1)
        self.table.release(place)
        self.let(0.1)

    def answer(self, name: str) -> None:
        if self.at_table:
            self.touch(name)
        else:
            self.bench.key(name)

    def seen(self) -> dict[str, tuple[int, int, int]]:
        return self.table.seen()


def found(results: list[Result]) -> list[str]:
    return [finding.says for result in results for finding in result.findings]


def is_well(path: Path, faults: Faults, part: str | None = None) -> bool:
    """Somebody walks through the same table again, with the board map as it is now."""
    results = Builder(path, faults).walk(part)
    return all(result.is_well and not result.findings for result in results)


def _press(builder: Builder, who: str) -> None:
    builder.touch(who.replace("seat ", "seat:"))


def _turn_key(builder: Builder) -> None:
    builder.touch("arm")


def _hold_magnet(builder: Builder, place: str) -> None:
    builder.table.magnet(place, True)
    builder.let(0.2)
    builder.table.magnet(place, False)


def _touch_light(builder: Builder) -> None:
    (lit,) = builder.seen()
    if lit.startswith("depth:"):
        builder.bench.key("next")
    else:
        builder.touch(lit)


def _every_lamp(builder: Builder, count: str) -> None:
    builder.answer("ok" if len(builder.seen()) == int(count) else "undo")


def _any_lamp(builder: Builder) -> None:
    builder.answer("ok" if builder.seen() else "undo")


def _colour(builder: Builder, colour: str) -> None:
    shown = {tuple(map(bool, light)) for light in builder.seen().values()}
    wanted = tuple(name == colour for name in ("RED", "GREEN", "BLUE"))
    builder.answer("ok" if shown == {wanted} else "next")


def _row(builder: Builder, field: str, row: str) -> None:
    name = f"depth:{row}:" if field == "lane" else f"tile:{row},"
    seen = {
        int(place.removeprefix(name)): bool(red)
        for place, (red, _, _) in builder.seen().items()
        if place.startswith(name)
    }
    is_sorted = [seen[at] for at in sorted(seen)] == sorted(seen.values())[::-1]
    is_right = len(seen) == len(builder.seen()) and is_sorted
    builder.answer("ok" if is_right else "next")


def _write(builder: Builder) -> None:
    builder.answer("ok" if builder.writes else "undo")


def _empty(builder: Builder) -> None:
    builder.answer("ok")


def _walk_on(builder: Builder) -> None:
    builder.answer("next" if builder.full else "ok")


def _hold_fire(builder: Builder) -> None:
    if builder.has_key:
        builder.table.press("arm")
        builder.table.press("fire")
        builder.let(0.1)


def _went(builder: Builder) -> None:
    angles = [angle for angle in builder.table.striker if angle is not None]
    rest, *moved = angles
    highest, lowest = max(moved, default=rest), min(moved, default=rest)
    if highest == lowest:
        builder.answer("next")
    else:
        builder.answer("ok" if highest > rest else "undo")


def _angle(builder: Builder, where: str) -> None:
    *_, at = [angle for angle in builder.table.striker if angle is not None]
    wanted = builder.angles[where == "just through a tile"]
    if abs(wanted - at) < 2:
        builder.answer("ok")
    else:
        builder.answer("next" if at < wanted else "undo")


ACTS: dict[str, Callable[..., None]] = {
    r"Press (.+)'s button\.": _press,
    r"Turn the key to arm, and back\.": _turn_key,
    r"Touch (tile:\d+,\d+) ": lambda builder, place: builder.touch(place),
    r"Hold a magnet to (\S+) ": _hold_magnet,
    r"Touch where the light is": _touch_light,
    r"Is every one of the (\d+) lamps lit": _every_lamp,
    r"Is any lamp lit": _any_lamp,
    r"How many lamps are lit: (\d+)": _every_lamp,
    r"Are the lamps (\w+)": _colour,
    r"Is (lane|row of tiles) (\d+) lit": _row,
    r"Shall the board map say so": _write,
    r".*take everything off the table": _empty,
    r"Hall sensors, with a magnet": _walk_on,
    r"Turn the key to arm and hold fire": _hold_fire,
    r"Did the striker go up": _went,
    r"Is the striker (.+)\?": _angle,
}
