"""All papers of a board map in a folder, and the papers in the building guide.

The guide's papers are in the repository, and `--check` compares them byte for byte.
"""

import re
from pathlib import Path

from wiring import find, names
from wiring.papers.bundle import bundle
from wiring.papers.cutting.files import svg
from wiring.papers.cutting.plan import layers
from wiring.papers.pages.bits import bits
from wiring.papers.pages.budget import budget
from wiring.papers.pages.measures import measures
from wiring.papers.pages.pinout import pinout
from wiring.papers.pages.steps import steps
from wiring.papers.pages.text import MADE, album, contents, page
from wiring.papers.pictures import marks
from wiring.papers.pictures.isometric import exploded, picture
from wiring.papers.pictures.puck import exploded_puck
from wiring.papers.pictures.scenery import overview
from wiring.papers.shopping.items import as_csv, as_table

_GUIDE = Path(__file__).parents[1] / "BUILDING.md"


def papers(path: Path) -> dict[str, str]:
    """Return the papers by path; raise SheetError for an unusable map."""
    bundled = bundle(path)
    table, wiring, supplies, drawings = bundled
    board, items = table.board, bundled.items
    pictures = list(bundled.pictures())
    made = MADE.format(file=path.name, name=_name(path))
    pages = {
        "pins": ("Pin-out", pinout(board, drawings)),
        "bits": ("Sensor bits", bits(board, wiring)),
        "power": ("Power", budget(board, wiring, supplies)),
        "sizes": ("Sizes", measures(table)),
        "parts": ("Parts", as_table(items)),
        "harness": ("Harness", album(pictures)),
    }
    texts = {
        f"{name}.md": page(f"{board.name}: {title}", made, lines)
        for name, (title, lines) in pages.items()
    }
    first = contents(_name(path), table, len(pictures))
    texts["README.md"] = page(f"{board.name}: papers", made, first)
    texts["parts.csv"] = as_csv(items)
    texts["exploded.svg"] = marks.svg(exploded(bundled))
    texts |= {f"layers/{plan.name}.svg": svg(plan) for plan in layers(table)}
    order = steps(table, supplies)
    for number, step in enumerate(order):
        drawn = marks.svg(picture(bundled, order[:number], step))
        texts[f"steps/{number + 1}-{step.name}.svg"] = drawn
    texts["table.svg"] = marks.svg(overview(table, supplies))
    if apart := exploded_puck(table):
        texts["puck.svg"] = marks.svg(apart)
    if on_board := bundled.breadboard:
        texts["breadboard.svg"] = marks.svg(on_board)
    return texts | {f"harness/{one.name}.svg": marks.svg(one) for one in pictures}


def _name(path: Path) -> str:
    """Return the map's name as `--board` accepts it, without a folder."""
    return path.stem if Path(find(path.stem)) == path else path.name


def shown(name: str) -> dict[Path, bytes]:
    """Return this map's papers in the guide, by path."""
    path = Path(find(name))
    named = re.findall(rf"\(maps/{name}/([^)#]+)", _GUIDE.read_text())
    texts = papers(path) if named else {}
    folder = path.with_suffix("")
    return {folder / paper: texts[paper].encode() for paper in named}


def stale() -> dict[Path, bytes]:
    """Return the guide's papers that no longer match their maps."""
    wanted = {path: data for name in names() for path, data in shown(name).items()}
    return {path: data for path, data in wanted.items() if _read(path) != data}


def refresh() -> list[Path]:
    """Write the stale papers and return their paths."""
    found = stale()
    for path, data in found.items():
        write(path, data)
    return sorted(found)


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
