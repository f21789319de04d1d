"""Files for cutting, drilling and printing: SVG, DXF, PDF."""

import io
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from wiring.geometry.shapes import Circle, Shape, corners, edges
from wiring.geometry.table import Geometry
from wiring.papers import CannotDraw
from wiring.papers.cutting.nest import nested
from wiring.papers.cutting.pdf import PAPERS
from wiring.papers.cutting.plan import CUT, KINDS, MARK, SEAM, Plan, layers
from wiring.papers.cutting.template import template
from wiring.papers.pictures import marks
from wiring.papers.pictures.marks import mm

# Machines sort lines by colour: they cut red and engrave blue.
_STROKES = {CUT: "#ff0000", MARK: "#0000ff", SEAM: "#00a000"}
_COLOURS = {CUT: 1, MARK: 5, SEAM: 3}  # the same in a DXF


def files(geometry: Geometry) -> Iterator[tuple[str, bytes]]:
    """Yield each file with its path; raise CannotDraw if an extra is missing."""
    for plan in nested(geometry):
        yield f"cut/{plan.name}.svg", svg(plan, owners=False).encode()
        yield f"cut/{plan.name}.dxf", dxf(plan).encode()
    for plan in layers(geometry):
        for paper in PAPERS.values():
            yield f"drill/{plan.name}-{paper.name}.pdf", template(plan, paper)


def svg(plan: Plan, *, owners: bool = True) -> str:
    """Draw a plan; with `owners`, pointing at a thick line names its owner."""
    width, height = mm(plan.width), mm(plan.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" '
        f'height="{height}mm" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f"<title>{escape(plan.title)}</title>",
    ]
    for kind in filter(plan.of, KINDS):
        dashed = ' stroke-dasharray="4 2"' if kind == SEAM else ""
        lines.append(
            f'<g class="{kind}" fill="none" stroke="{_STROKES[kind]}" '
            f'stroke-width="{0.6 if owners else 0.1}"{dashed}>'
        )
        for ink in plan.of(kind):
            named = f"<title>{escape(ink.owner)}</title>" if owners else ""
            lines.append(_element(ink.shape, named))
        lines.append("</g>")
    lines += [*map(marks.element, plan.words), "</svg>"]
    return "".join(f"{line}\n" for line in lines)


def _element(shape: Shape, inside: str) -> str:
    left, top, right, bottom = map(mm, edges(shape))
    if isinstance(shape, Circle):
        x, y, r = map(mm, (*shape.centre, shape.diameter / 2))
        place = f'circle cx="{x}" cy="{y}" r="{r}"'
    elif 0 in shape.size:  # a seam
        place = f'line x1="{left}" y1="{top}" x2="{right}" y2="{bottom}"'
    else:
        wide, high = map(mm, shape.size)
        place = f'rect x="{left}" y="{top}" width="{wide}" height="{high}"'
    end = f">{inside}</{place.split()[0]}>" if inside else "/>"
    return f"<{place}{end}"


def dxf(plan: Plan) -> str:
    """Return the plan with its y axis up, as in every DXF; may raise CannotDraw."""
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
    points = list(dict.fromkeys((x, height - y) for x, y in corners(shape)))
    # A seam is a box without width: two corners, not closed.
    closed = len(points) > 2
    space.add_lwpolyline(points, close=closed, dxfattribs=attributes)
