"""Optional parts, which the board map adds by naming their drivers.

A `[[part]]` of the map names its driver, a module beside this one with

    Row                a NamedTuple of its keys, with bounds (`basics.sheet`)
    fit(row, context)  starts the part and returns something that can be closed

If that object has `sound(names)`, it is called with each of the table's sounds. Both
may raise: the part is then listed with its fault, and retried.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from controller.basics.sheet import nearest
from hardware.parts.registry import DriverContext, Retrying
from wiring import parts as wired
from wiring.boardmap import BoardMap


class FittedPart(Protocol):
    def close(self) -> None: ...


@runtime_checkable
class Sounding(Protocol):
    """A part that responds to each of the table's sounds, such as a buzzer."""

    def sound(self, names: tuple[str, ...]) -> None: ...


class PartSpec(NamedTuple):
    """A part from the board map, and its row as the driver reads it."""

    name: str
    row: Any
    fit: Callable[[Any, DriverContext], FittedPart]


def drivers() -> list[str]:
    """List the modules beside this one that can drive a part."""
    files = Path(__file__).parent.glob("*.py")
    texts = {path.stem: path.read_text(encoding="utf-8") for path in files}
    is_driver = re.compile(r"^class Row\(", re.MULTILINE)
    return sorted(name for name, text in texts.items() if is_driver.search(text))


def part_specs(board: BoardMap) -> tuple[PartSpec, ...]:
    """Read all parts of the board map; refuse an unknown driver, naming its line."""
    return tuple(_part_spec(board, part) for part in board.parts)


def _part_spec(board: BoardMap, part: wired.Part) -> PartSpec:
    module = f"{__package__}.{part.driver.replace('-', '_')}"
    driver: Any = import_module(module) if find_spec(module) else None
    if not hasattr(driver, "Row"):
        words = f"unknown driver {part.driver!r}{nearest(part.driver, drivers())}"
        raise wired.error(board.path, part, words)
    row = wired.read(board.path, part, driver.Row)
    return PartSpec(part.name, row, driver.fit)


class Fittings:
    """The table's optional parts, working or being retried."""

    def __init__(self, rows: Sequence[PartSpec], context: DriverContext) -> None:
        self._tried: dict[str, Retrying] = {}
        self._fitted: dict[str, FittedPart] = {}
        for name, row, fit in rows:
            self._add(name, row, fit, context._replace(name=name))

    def _add(
        self,
        name: str,
        row: Any,
        fit: Callable[[Any, DriverContext], FittedPart],
        context: DriverContext,
    ) -> None:
        def open_it() -> None:
            if before := self._fitted.pop(name, None):
                before.close()
            self._fitted[name] = fit(row, context)

        tried = self._tried[name] = Retrying(
            name, context.parts, context.clock, open_it
        )
        tried.run(open_it)

    def sound(self, names: tuple[str, ...]) -> None:
        """Tell the parts that make noise that these sounds begin now."""
        for name, fitted in [*self._fitted.items()]:
            if isinstance(fitted, Sounding):
                self._tried[name].run(partial(fitted.sound, names))

    def close(self) -> None:
        for tried in self._tried.values():
            tried.close()
        for fitted in self._fitted.values():
            fitted.close()
