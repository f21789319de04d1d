"""Parts to print as STEP and STL, made by build123d from the geometry's solids."""

import struct
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from wiring.geometry.bodies import Block, Body, Solid, mirrored
from wiring.geometry.sizes import Printer
from wiring.papers.harness.wireviz import CannotDraw

# A round face is at most so far from its triangles, and they turn by so much.
_TOLERANCE_MM = 0.02
_TOLERANCE_RAD = 0.1
_FIT_MM = 0.05
_INSTALL = (
    "STEP and STL files need build123d, which is not installed; "
    "pip install 'undertow[cad]' (about 1 GB)"
)
# About x, in degrees.
_TURNS = {"z": (0, 0, 0), "-z": (180, 0, 0), "y": (90, 0, 0), "-y": (-90, 0, 0)}
_HEAD, _TRIANGLE = 80, struct.Struct("<12fH")


class Mesh(NamedTuple):
    triangles: int
    open_edges: int
    size_mm: tuple[float, float, float]
    volume_mm3: float

    @property
    def is_closed(self) -> bool:
        return self.triangles > 0 and self.open_edges == 0


class Made(NamedTuple):
    name: str
    step: bytes
    stl: bytes
    mesh: Mesh
    volume_mm3: float  # by the CAD kernel itself


def made(solid: Solid, printer: Printer) -> Made:
    """As it lies on the printer; raises CannotDraw where it cannot be printed so."""
    # The table counts y to the front, a CAD program to the far side.
    turned = mirrored(solid, "y")
    part = _printed(_built(turned), turned.up)
    step, stl = exported(part)
    mesh = read(stl)
    if not part.is_valid or not mesh.is_closed:
        raise CannotDraw(
            f"the {solid.name} came out with an open surface ({mesh.open_edges} "
            "edges); please report it with your board map"
        )
    if not _fits(mesh, printer):
        size = " × ".join(f"{mm:.1f}" for mm in mesh.size_mm)
        raise CannotDraw(f"the {solid.name} came out as {size} mm, over the printer's")
    return Made(solid.name, step, stl, mesh, part.volume)


def _fits(mesh: Mesh, printer: Printer) -> bool:
    *flat, high = mesh.size_mm
    room = (*sorted(printer.bed_mm), printer.high_mm)
    return all(
        mm <= most + _FIT_MM
        for mm, most in zip((*sorted(flat), high), room, strict=True)
    )


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
    # A cylinder stands upright until it is turned.
    turn = {"x": (0, 90, 0), "y": (-90, 0, 0), "z": (0, 0, 0)}[body.along]
    upright = (cad.Align.CENTER, cad.Align.CENTER, cad.Align.MIN)
    rod = cad.Cylinder(body.diameter / 2, body.length, align=upright)
    return cad.Pos(*body.start) * cad.Rot(*turn) * rod


def _printed(part: Any, up: str) -> Any:
    """Turned, its lowest corner at the printer's zero."""
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


def write(solids: tuple[Solid, ...], printer: Printer, folder: Path) -> Iterator[Made]:
    """All of it is made before anything is written."""
    parts = [made(solid, printer) for solid in solids]
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        (folder / f"{part.name}.step").write_bytes(part.step)
        (folder / f"{part.name}.stl").write_bytes(part.stl)
        yield part


def read(data: bytes) -> Mesh:
    """Reads a binary STL; raises ValueError if it is none."""
    corners = [tuple(round(v, 5) for v in row[3:12]) for row in _rows(data)]
    edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    volume = 0.0
    for row in corners:
        a, b, c = row[0:3], row[3:6], row[6:9]
        edges.update(((a, b), (b, c), (c, a)))
        volume += _signed(a, b, c)
    left = sum(count != edges[(end, start)] for (start, end), count in edges.items())
    axes = [[v for row in corners for v in row[axis::3]] for axis in range(3)]
    wide, deep, high = (max(a, default=0.0) - min(a, default=0.0) for a in axes)
    return Mesh(len(corners), left, (wide, deep, high), volume)


def _rows(data: bytes) -> list[tuple[float, ...]]:
    count = int.from_bytes(data[_HEAD : _HEAD + 4], "little")
    rest = data[_HEAD + 4 :]
    if len(data) < _HEAD + 4 or len(rest) != count * _TRIANGLE.size:
        raise ValueError("this is not a binary STL file")
    return list(_TRIANGLE.iter_unpack(rest))


def _signed(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    """The volume of the pyramid from the origin to a triangle."""
    cross = (
        b[1] * c[2] - b[2] * c[1],
        b[2] * c[0] - b[0] * c[2],
        b[0] * c[1] - b[1] * c[0],
    )
    return (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6
