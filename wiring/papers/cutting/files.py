"""Files to cut, drill and print by: SVG, DXF, PDF."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wiring.geometry.shapes import Circle, edges
from wiring.geometry.table import Geometry
from wiring.papers import CannotDraw
from wiring.papers.cutting.nest import nested
from wiring.papers.cutting.pdf import PAPERS
from wiring.papers.cutting.plan import CUT, KINDS, MARK, SEAM, Plan, layers
from wiring.papers.cutting.template import template
from wiring.papers.pictures.svg import svg

_COLOURS = {CUT: 1, MARK: 5, SEAM: 3}  # red, blue and green


def files(geometry: Geometry) -> Iterator[tuple[str, bytes]]:
    """Yield each file with its path; raises CannotDraw without an extra."""
    for plan in nested(geometry):
        yield f"cut/{plan.name}.svg", svg(plan, owners=False).encode()
        yield f"cut/{plan.name}.dxf", dxf(plan).encode()
    for plan in layers(geometry):
        for paper in PAPERS.values():
            yield f"drill/{plan.name}-{paper.name}.pdf", template(plan, paper)


def write(geometry: Geometry, folder: Path) -> int:
    """Write the files and return how many there are."""
    # Everything is drawn before anything is written.
    made = dict(files(geometry))
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return len(made)


def dxf(plan: Plan) -> str:
    """Return the plan with its y axis up, as in every DXF; raises CannotDraw."""
    try:
        from ezdxf import units
        from ezdxf.filemanagement import new
    except ImportError:
        raise CannotDraw(
            "DXF files need ezdxf, which is not installed; "
            "pip install 'undertow[drawings]'"
        ) from None
    document = new("R2010", units=units.MM)
    for kind in KINDS:
        document.layers.add(kind.upper(), color=_COLOURS[kind])
    space = document.modelspace()
    for ink in plan.inks:
        _add(space, ink.shape, plan.height, {"layer": ink.kind.upper()})
    text = io.StringIO()
    document.write(text)
    return text.getvalue()


def _add(space: Any, shape: Any, height: float, attributes: dict[str, str]) -> None:
    if isinstance(shape, Circle):
        x, y = shape.centre
        space.add_circle((x, height - y), shape.diameter / 2, dxfattribs=attributes)
        return
    left, top, right, bottom = edges(shape)
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    points = list(dict.fromkeys((x, height - y) for x, y in corners))
    # A seam is a box without a width: two corners, and not closed.
    closed = len(points) > 2
    space.add_lwpolyline(points, close=closed, dxfattribs=attributes)
