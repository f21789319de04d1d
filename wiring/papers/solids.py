"""Parts to print as STEP and STL, made by build123d from the geometry's solids."""

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from wiring.geometry.bodies import Block, Body, Solid, mirrored
from wiring.papers import CannotDraw

# The largest distance and angle between a round face and its triangles.
_TOLERANCE_MM = 0.02
_TOLERANCE_RAD = 0.1
_INSTALL = (
    "STEP and STL files need build123d, which is not installed; "
    "pip install 'undertow[cad]' (about 1 GB)"
)
# Rotations about x, in degrees.
_TURNS = {"z": (0, 0, 0), "-z": (180, 0, 0), "y": (90, 0, 0), "-y": (-90, 0, 0)}


class Made(NamedTuple):
    name: str
    step: bytes
    stl: bytes
    size_mm: tuple[float, float, float]
    volume_mm3: float


def made(solid: Solid) -> Made:
    """Return the part in its printing orientation; may raise CannotDraw."""
    # Mirror it: the table's y axis points to the front, a CAD program's to the far
    # side.
    turned = mirrored(solid, "y")
    part = _printed(_built(turned), turned.up)
    if not part.is_valid:
        raise CannotDraw(
            f"the {solid.name} came out with an open surface; please report it with "
            "your board map"
        )
    size = part.bounding_box().size
    return Made(solid.name, *exported(part), (size.X, size.Y, size.Z), part.volume)


def _kernel() -> Any:
    try:
        import build123d
    except ImportError:
        raise CannotDraw(_INSTALL) from None
    return build123d


def _built(solid: Solid) -> Any:
    first, *others = solid.steps
    whole = _body(first.body)
    for step in others:
        body = _body(step.body)
        whole = whole - body if step.cut else whole + body
    return whole


def _body(body: Body) -> Any:
    cad = _kernel()
    if isinstance(body, Block):
        low, high = body
        size = [b - a for a, b in zip(low, high, strict=True)]
        return cad.Pos(*low) * cad.Box(*size, align=(cad.Align.MIN,) * 3)
    # A new cylinder stands upright, so turn it.
    turn = {"x": (0, 90, 0), "y": (-90, 0, 0), "z": (0, 0, 0)}[body.along]
    upright = (cad.Align.CENTER, cad.Align.CENTER, cad.Align.MIN)
    rod = cad.Cylinder(body.diameter / 2, body.length, align=upright)
    return cad.Pos(*body.start) * cad.Rot(*turn) * rod


def _printed(part: Any, up: str) -> Any:
    """Turn the part, and move its lowest corner to the printer's origin."""
    cad = _kernel()
    turned = cad.Rot(*_TURNS[up]) * part
    low = turned.bounding_box().min
    return cad.Pos(-low.X, -low.Y, -low.Z) * turned


def exported(part: Any) -> tuple[bytes, bytes]:
    cad = _kernel()
    with tempfile.TemporaryDirectory() as folder:
        step, stl = Path(folder) / "part.step", Path(folder) / "part.stl"
        cad.export_step(part, str(step))
        cad.export_stl(
            part, str(stl), tolerance=_TOLERANCE_MM, angular_tolerance=_TOLERANCE_RAD
        )
        return step.read_bytes(), stl.read_bytes()
