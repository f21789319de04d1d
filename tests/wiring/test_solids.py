"""`undertow wiring --solids` without its extra, and what an STL file holds."""

import struct
import sys
from pathlib import Path

import pytest

from wiring.papers.command import shape
from wiring.papers.harness.wireviz import CannotDraw
from wiring.papers.solids import read

# A pyramid with a square corner: three edges of 1 mm.
CORNERS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))


def stl(*faces: tuple[int, int, int]) -> bytes:
    rows = [
        struct.pack("<12fH", 0, 0, 0, *(v for n in face for v in CORNERS[n]), 0)
        for face in faces
    ]
    return bytes(80) + len(rows).to_bytes(4, "little") + b"".join(rows)


def test_a_closed_surface_has_its_size_and_volume() -> None:
    mesh = read(stl(*FACES))
    assert mesh.is_closed
    assert mesh.size_mm == (1, 1, 1)
    assert mesh.volume_mm3 == pytest.approx(1 / 6)


def test_a_surface_with_a_face_missing_or_turned_over_is_open() -> None:
    assert read(stl(*FACES[:3])).open_edges == 3
    assert not read(stl(*FACES[:3], FACES[3][::-1])).is_closed
    assert not read(stl()).is_closed


@pytest.mark.parametrize(
    "data", [b"", b"solid x", stl(*FACES)[:-1], stl(*FACES) + b"x"]
)
def test_what_is_no_binary_stl_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a binary STL file"):
        read(data)


def test_without_the_extra_it_says_what_to_install_and_writes_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "build123d", None)
    with pytest.raises(CannotDraw, match="need build123d, which is not installed"):
        shape("mark1", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_table_with_nothing_to_print_says_so(tmp_path: Path) -> None:
    with pytest.raises(CannotDraw, match="mini has nothing to print"):
        shape("mini", tmp_path / "out")
