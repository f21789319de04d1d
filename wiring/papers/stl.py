"""What an STL file holds: whether its surface is closed, its size and its volume.

A surface is closed if every edge of a triangle is another triangle's edge, the other
way round. Corners nearer than a hundred-thousandth of a millimetre are one point.
"""

import struct
from collections import Counter
from typing import NamedTuple

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
