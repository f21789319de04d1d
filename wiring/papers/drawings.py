"""Files to cut, drill and print by, made on demand: SVG, DXF, PDF."""

from collections.abc import Iterator
from pathlib import Path

from wiring import harness
from wiring.geometry.table import Geometry
from wiring.papers import battens
from wiring.papers.dxf import dxf
from wiring.papers.pdf import PAPERS
from wiring.papers.plan import layers, sheets
from wiring.papers.power import power
from wiring.papers.steps import Step, steps
from wiring.papers.svg import svg
from wiring.papers.template import template
from wiring.papers.ticks import ticks


def files(geometry: Geometry) -> Iterator[tuple[str, bytes]]:
    """Each with its path; raises CannotDraw where an extra is not installed."""
    for plan in (*sheets(geometry), *battens.plans(geometry)):
        yield f"cut/{plan.name}.svg", svg(plan, owners=False).encode()
        yield f"cut/{plan.name}.dxf", dxf(plan).encode()
    for plan in layers(geometry):
        for paper in PAPERS.values():
            yield f"drill/{plan.name}-{paper.name}.pdf", template(plan, paper)
    order = _steps(geometry)
    for paper in PAPERS.values():
        words = ticks(geometry.board.name, order, paper)
        yield f"checklist-{paper.name}.pdf", words


def _steps(geometry: Geometry) -> tuple[Step, ...]:
    wiring = harness.load(Path(geometry.board.path))
    return steps(geometry, power(geometry.board, wiring), "my-table.toml")


def write(geometry: Geometry, folder: Path) -> int:
    """How many files were written."""
    # All of it is drawn before anything is written.
    made = dict(files(geometry))
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return len(made)
