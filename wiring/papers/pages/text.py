"""The Markdown pages: blocks of text from `pages.toml`, separated by blank lines."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from wiring.geometry.table import Geometry
from wiring.papers.pictures.marks import Picture

_TEXTS = tomllib.loads(Path(__file__).with_name("pages.toml").read_text("utf-8"))
MADE = "Made from `{file}` by `undertow wiring --board {name}`; edit that file instead."


def filled(page: str, section: str, **values: Any) -> str:
    """Return a section of a page with these values."""
    text: str = _TEXTS[page][section]
    return text.format(**values)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return "\n".join(map(_row, (heads, ["---"] * len(heads), *rows)))


def page(title: str, made: str, blocks: Iterable[str]) -> str:
    return "\n\n".join([f"# {title}", made, *blocks]) + "\n"


def amps(milliamps: float) -> str:
    return f"{milliamps / 1000:.2f} A"


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def contents(name: str, geometry: Geometry, drawings: int) -> Iterator[str]:
    """List the papers; `name` is the map's name as `--board` accepts it."""
    layers = ", ".join(f"[{layer}](layers/{layer}.svg)" for layer in geometry.sheets)
    solids = ", ".join(s.name for s in geometry.solids)
    wanted = "papers", *(["solids"] if solids else []), "more"
    values = {"name": name, "layers": layers, "solids": solids, "drawings": drawings}
    yield "\n".join(filled("first", section, **values) for section in wanted)


def album(drawings: Sequence[Picture]) -> Iterator[str]:
    yield filled("harness", "first")
    for one in drawings:
        yield filled("harness", "drawing", one=one)
