"""A plan as DXF, for the programs of laser cutters and routers."""

import io
from typing import Any

from wiring.geometry.shapes import Circle, edges
from wiring.papers.plan import CUT, KINDS, MARK, SEAM, Plan
from wiring.papers.wireviz import CannotDraw

_COLOURS = {CUT: 1, MARK: 5, SEAM: 3}  # red, blue and green


def dxf(plan: Plan) -> str:
    """Its y axis points up, as that of every DXF; raises CannotDraw."""
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
