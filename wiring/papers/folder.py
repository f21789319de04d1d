"""All papers of a board map in a folder, and those that the building guide shows.

The guide's papers are in the repository and are compared byte for byte.
"""

import re
from pathlib import Path

from wiring import boardmap, find, harness, names, settling
from wiring.geometry import table as geometry
from wiring.papers.cutting.plan import layers
from wiring.papers.harness import pi_side, sensor_side
from wiring.papers.harness.cables import Drawing
from wiring.papers.harness.power import Power, power
from wiring.papers.harness.sheets import sheets
from wiring.papers.pages.bits import bits
from wiring.papers.pages.budget import budget
from wiring.papers.pages.measures import measures
from wiring.papers.pages.pinout import pinout
from wiring.papers.pages.steps import checklist, steps
from wiring.papers.pages.text import MADE, album, contents, page
from wiring.papers.pictures import marks
from wiring.papers.pictures.breadboard import breadboard
from wiring.papers.pictures.isometric import exploded, picture
from wiring.papers.pictures.scenery import overview
from wiring.papers.pictures.svg import svg
from wiring.papers.shopping.items import as_csv, as_table
from wiring.papers.shopping.parts import parts

_GUIDE = Path(__file__).parents[1] / "BUILDING.md"


def papers(path: Path) -> dict[str, str]:
    """Return the papers by path; raises SheetError for a map that cannot be used."""
    board, wiring = boardmap.load(path), harness.load(path)
    settling.check(board, wiring.lengths)
    measured = geometry.load(path)
    supplies = power(board, wiring)
    drawings = (
        *pi_side.drawings(board, wiring, supplies),
        *sensor_side.drawings(board, wiring),
    )
    pictures = [sheet for drawing in drawings for sheet in sheets(drawing)]
    made = MADE.format(file=path.name, name=_name(path))
    items = parts(measured, wiring, supplies, drawings)
    pages = {
        "pins": ("Pin-out", pinout(board, drawings)),
        "bits": ("Sensor bits", bits(board, wiring)),
        "power": ("Power", budget(board, wiring, supplies)),
        "sizes": ("Sizes", measures(measured)),
        "parts": ("Parts", as_table(items)),
        "harness": ("Harness", album(pictures)),
    }
    texts = {
        f"{name}.md": page(f"{board.name}: {title}", made, lines)
        for name, (title, lines) in pages.items()
    }
    first = contents(_name(path), measured, len(pictures))
    texts["README.md"] = page(f"{board.name}: papers", made, first)
    texts["parts.csv"] = as_csv(items)
    texts["exploded.svg"] = marks.svg(exploded(measured))
    texts |= {f"layers/{plan.name}.svg": svg(plan) for plan in layers(measured)}
    texts |= _guide(measured, wiring, supplies, drawings)
    order = steps(measured, supplies)
    texts["checklist.md"] = page(f"{board.name}: step by step", made, checklist(order))
    return texts | {f"harness/{one.name}.svg": marks.svg(one) for one in pictures}


def _guide(
    table: geometry.Geometry,
    wiring: harness.Wiring,
    supplies: Power,
    drawings: tuple[Drawing, ...],
) -> dict[str, str]:
    """Draw the pictures for builders."""
    order = steps(table, supplies)
    made = {
        f"steps/{number + 1}-{step.name}.svg": marks.svg(
            picture(table, order[:number], step)
        )
        for number, step in enumerate(order)
    }
    made["table.svg"] = overview(table, supplies)
    if supplies.strip_supply_a is None:  # small enough for a breadboard
        made["breadboard.svg"] = breadboard(table.board, wiring, drawings)
    return made


def _name(path: Path) -> str:
    """Return the map's name as `--board` takes it, without a folder."""
    return path.stem if Path(find(path.stem)) == path else path.name


def write(path: Path, folder: Path) -> int:
    """Write every paper and return how many there are.

    Everything is made before anything is written.
    """
    made = papers(path)
    for name, text in made.items():
        _put(folder / name, text.encode())
    return len(made)


def shown(name: str) -> dict[Path, bytes]:
    """Return the papers of the map with this name that the guide shows, by path."""
    path = Path(find(name))
    named = re.findall(rf"\(maps/{name}/([^)#]+)", _GUIDE.read_text())
    texts = papers(path) if named else {}
    folder = path.with_suffix("")
    return {folder / paper: texts[paper].encode() for paper in named}


def stale() -> dict[Path, bytes]:
    """Return the papers that the guide shows and that are not as the maps have them."""
    wanted = {path: data for name in names() for path, data in shown(name).items()}
    return {path: data for path, data in wanted.items() if _read(path) != data}


def refresh() -> list[Path]:
    """Write those papers and return their paths."""
    found = stale()
    for path, data in found.items():
        _put(path, data)
    return sorted(found)


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
