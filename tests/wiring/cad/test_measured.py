"""The files of `undertow wiring --solids`, measured by the CAD kernel that made them.

`make cad-test` installs that kernel (1 GB) and runs these; `make test` does not.
"""

import struct
from collections import Counter
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple

import pytest

import wiring
from wiring.geometry.bodies import Solid, Xyz, mirrored
from wiring.geometry.table import Geometry, load
from wiring.papers.command import write_parts

pytestmark = pytest.mark.cad

MAPS = {name: Path(wiring.find(name)) for name in ("mark1", "grid-only")}
PARTS = [
    (name, solid.name) for name, path in MAPS.items() for solid in load(path).solids
]

_HEAD, _TRIANGLE = 80, struct.Struct("<12fH")


class Mesh(NamedTuple):
    triangles: int
    open_edges: int
    size_mm: tuple[float, float, float]
    volume_mm3: float

    @property
    def is_closed(self) -> bool:
        return self.triangles > 0 and self.open_edges == 0


def read(data: bytes) -> Mesh:
    """Read a binary STL; raises ValueError if it is none."""
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
    """Return the volume of the pyramid from the origin to a triangle."""
    cross = (
        b[1] * c[2] - b[2] * c[1],
        b[2] * c[0] - b[0] * c[2],
        b[0] * c[1] - b[1] * c[0],
    )
    return (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6


@pytest.fixture(scope="module")
def tables() -> dict[str, Geometry]:
    return {name: load(path) for name, path in MAPS.items()}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("solids")
    for name in MAPS:
        assert write_parts(name, folder / name) == 0
    return {name: folder / name for name in MAPS}


def part(table: Geometry, name: str) -> Solid:
    return next(solid for solid in table.solids if solid.name == name)


def sampled_mm3(solid: Solid) -> float:
    """Return the volume by counting points, without a CAD kernel."""
    low, high = solid.edges
    room = prod(solid.printed_mm)
    if room < 10_000:
        step = 0.2
    else:
        step = 0.3 if min(solid.printed_mm) < 5 else 0.25 if room < 50_000 else 0.5
    axes = [
        [a + step / 2 + n * step for n in range(round((b - a) / step))]
        for a, b in zip(low, high, strict=True)
    ]
    return step**3 * sum(solid.contains(Xyz(*at)) for at in product(*axes))


@pytest.mark.parametrize(("table", "name"), PARTS)
def test_a_part_is_closed_and_as_large_as_it_was_meant(
    written: dict[str, Path], tables: dict[str, Geometry], table: str, name: str
) -> None:
    solid = part(tables[table], name)
    mesh = read((written[table] / f"{name}.stl").read_bytes())
    assert mesh.is_closed
    assert mesh.size_mm == pytest.approx(solid.printed_mm, abs=0.05)
    printer = tables[table].sizes.printer
    room = (*printer.bed_mm, printer.high_mm)
    assert all(mm <= most for mm, most in zip(mesh.size_mm, room, strict=True))
    assert mesh.volume_mm3 == pytest.approx(sampled_mm3(solid), rel=0.02)


@pytest.mark.parametrize(("table", "name"), PARTS)
def test_step_and_stl_are_the_same_part(
    written: dict[str, Path], table: str, name: str
) -> None:
    import build123d

    again = build123d.import_step(str(written[table] / f"{name}.step"))
    mesh = read((written[table] / f"{name}.stl").read_bytes())
    assert again.is_valid
    assert len(again.solids()) == 1
    assert again.volume == pytest.approx(mesh.volume_mm3, rel=0.002)
    size = again.bounding_box().size
    assert mesh.size_mm == pytest.approx((size.X, size.Y, size.Z), abs=0.05)


def test_the_puck_is_not_its_own_mirror_image(
    written: dict[str, Path], tables: dict[str, Geometry]
) -> None:
    """The table counts y to the front, STEP to the far side."""
    import build123d

    solid = part(tables["mark1"], "puck")
    again = build123d.import_step(str(written["mark1"] / "puck.step")).solids()[0]
    turned = mirrored(solid, "y")
    corner = turned.edges[0]
    inside = differs = 0
    for x, y, z in product(range(2, 74, 4), range(1, 48, 3), (1, 6, 43)):
        at = Xyz(x + 0.3, y + 0.3, z)  # beside the faces, which belong to nobody
        there = Xyz(at.x + corner.x, at.y + corner.y, at.z)
        assert again.is_inside(tuple(at)) == turned.contains(there), at
        inside += turned.contains(there)
        front = there._replace(y=there.y + solid.edges[0].y - corner.y)
        differs += turned.contains(there) != solid.contains(front)
    assert inside > 100
    assert differs > 10  # a mirrored puck would be found out


def test_the_command_reports_exactly_what_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write_parts("grid-only", tmp_path) == 0
    said = f"{tmp_path / 'tile'}.step, .stl: 64.0 × 64.0 × 3.0 mm, 6.9 cm³\n"
    assert capsys.readouterr().out == said
    assert {path.name for path in tmp_path.iterdir()} == {"tile.step", "tile.stl"}
