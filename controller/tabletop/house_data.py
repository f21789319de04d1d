"""House data by declaration: a game declares what `data.toml` holds, and its bounds.

    HOUSE = house_data(
        __file__,
        "the ground of PEARL DIVE",
        below=counts("pearl", "sand", "shark", total=25),
        air=numbers(full=(1, 20)),
    )

The rules get a tuple of tuples: `house.below` is (10, 11, 4), `house.air` is (5,).
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from controller.basics.sheet import Bounds, Document, Sheet, choice, whole
from controller.rules.game import House, State

FILE = "data.toml"


class Section(NamedTuple):
    """A section of a file: how to read it as a tuple, and write it as JSON."""

    read: Callable[[Sheet, str], tuple[Any, ...]]
    write: Callable[[tuple[Any, ...]], Any]


def counts(*names: str, most: int = 99, total: int | None = None) -> Section:
    """Return a `[section]` with the number of each of these, and their total."""
    section = numbers(**dict.fromkeys(names, (0, most)))

    def read(sheet: Sheet, name: str) -> tuple[Any, ...]:
        found = section.read(sheet, name)
        if total is not None and sum(found) != total:
            words = f"[{name}] has to make {total} in all, and these make {sum(found)}"
            raise sheet.error((name,), f"{words}; change some of the counts")
        return found

    return Section(read, section.write)


def numbers(**bounds: tuple[int, int]) -> Section:
    """Return a `[section]` of whole numbers, each with its bounds."""
    shape = _shape({name: whole(*pair) for name, pair in bounds.items()})

    def read(sheet: Sheet, name: str) -> tuple[Any, ...]:
        found: tuple[Any, ...] | None = sheet.one(name, shape)
        if found is None:
            keys = ", ".join(bounds)
            raise sheet.error((), f"[{name}] is missing; add it with {keys}")
        return found

    return Section(read, lambda values: dict(zip(bounds, values, strict=True)))


def rows(key: str, names: Sequence[str] | Bounds, **bounds: tuple[int, int]) -> Section:
    """Return `[[section]]` rows, one for each of these names, or for any that fits."""
    named = names if isinstance(names, Bounds) else choice(*names)
    columns = {name: whole(*pair) for name, pair in bounds.items()}
    shape = _shape({key: named, **columns})

    def read(sheet: Sheet, name: str) -> tuple[Any, ...]:
        found: dict[str, Any] = {}
        for number, row in enumerate(sheet.rows(name, shape)):
            if row[0] in found:
                words = f"{row[0]} has two rows; put its numbers into one"
                raise sheet.error((name, number, key), words)
            found[row[0]] = row
        wanted = sorted(found) if isinstance(names, Bounds) else names
        for each in wanted:
            if each not in found:
                last = (name, len(found) - 1) if found else ()
                words = f"{each} has no row; add a [[{name}]] for it"
                raise sheet.error(last, words)
        return tuple(found[each] for each in wanted)

    def write(values: tuple[Any, ...]) -> list[State]:
        return [dict(zip((key, *columns), row, strict=True)) for row in values]

    return Section(read, write)


def house_data(
    module: str,
    called: str,
    made: Callable[[Sheet, Any], Any] | None = None,
    parts: Callable[[Any], Sequence[Any]] | None = None,
    **sections: Section,
) -> House[Any]:
    """Return the house data beside this module; `called` is its name for people.

    `made` turns the sections into what the rules want, and `parts` turns it back. It
    raises `sheet.error(…)` for errors that no single section can detect.
    """
    fields = [(name, Any) for name in sections]
    shape: Any = NamedTuple("Values", fields)  # type: ignore[misc] # only known here

    def checked(sheet: Sheet) -> Any:
        sheet.top(_shape({}), tuple(sections))
        read = [section.read(sheet, name) for name, section in sections.items()]
        return made(sheet, shape(*read)) if made else shape(*read)

    def load(path: Path) -> Any:
        return checked(Sheet(path, called))

    def write(house: Any) -> State:
        named = zip(sections.items(), parts(house) if parts else house, strict=True)
        return {name: section.write(part) for (name, section), part in named}

    return House(
        cache(lambda: load(Path(module).with_name(FILE))),
        load,
        lambda data: checked(Document(data, "house")),
        write,
    )


def _shape(keys: dict[str, Bounds]) -> Any:
    """Return a function for tuples of these keys, which may not be Python names."""

    def made(**values: Any) -> tuple[Any, ...]:
        return tuple(values[key] for key in keys)

    made.__annotations__ = {key: Annotated[Any, keys[key]] for key in keys}
    return made
