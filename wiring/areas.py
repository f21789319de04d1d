"""The fields of places (Depth Board, tile grid), and their lamps' and bits' wiring."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from controller.basics.sheet import FLAG, WORD, Bounds, Sheet, whole

PIXEL = whole(0, 1023)
_BIT = whole(0, 1023)
_BITS = whole(1, 1024)
_PIXELS = Bounds(
    "a list of pixel numbers from 0 to 1023",
    lambda v: type(v) is list and all(map(PIXEL.fits, v)),
)


class Depth(NamedTuple):
    lanes: Annotated[int, whole(1, 8)]
    positions: Annotated[int, whole(1, 64)]
    first_pixel: Annotated[int, PIXEL]
    snake_pixels: Annotated[bool, FLAG]
    board: Annotated[str | None, WORD] = None
    first_hall_bit: Annotated[int | None, _BIT] = None
    # The pixel of each place, row by row, for a chain that takes another route.
    pixels: Annotated[Sequence[int] | None, _PIXELS] = None
    # How many bits each lane starts after the previous one; without it, there is no
    # gap.
    lane_bits: Annotated[int | None, _BITS] = None


class Grid(NamedTuple):
    rows: Annotated[int, whole(1, 16)]
    columns: Annotated[int, whole(1, 16)]
    first_pixel: Annotated[int, PIXEL]
    snake_pixels: Annotated[bool, FLAG]
    board: Annotated[str | None, WORD] = None
    first_switch_bit: Annotated[int | None, _BIT] = None
    first_hall_bit: Annotated[int | None, _BIT] = None
    pixels: Annotated[Sequence[int] | None, _PIXELS] = None
    row_bits: Annotated[int | None, _BITS] = None  # as `lane_bits`


class Area(NamedTuple):
    """A field of places, wired row after row."""

    section: str
    place: str
    rows: int
    columns: int
    wired: Depth | Grid
    first_bits: Mapping[str, int | None]  # by kind of sensor
    row_bits: int | None

    def bits(self, first: int) -> Iterator[tuple[str, int]]:
        """Yield each place with its sensor bit."""
        return self._cells(first, snake=False, row_size=self.row_bits)

    def lamps(self, sheet: Sheet) -> Iterator[tuple[str, int]]:
        """Yield each place with its pixel: as listed, or along the wire."""
        wired, size = self.wired, self.rows * self.columns
        if wired.pixels is None:
            yield from self._cells(wired.first_pixel, wired.snake_pixels)
            return
        if len(wired.pixels) != size:
            words = (
                f"{self.section}.pixels lists {len(wired.pixels)} pixels for {size} "
                "places; list one for each, row by row"
            )
            raise sheet.error((self.section, "pixels"), words)
        places = (place for place, _ in self._cells(0, snake=False))
        yield from zip(places, wired.pixels, strict=True)

    def _cells(
        self, first: int, snake: bool, row_size: int | None = None
    ) -> Iterator[tuple[str, int]]:
        """Yield each place with its number along the wire."""
        for row in range(self.rows):
            start = first + row * (row_size or self.columns)
            for step in range(self.columns):
                column = self.columns - 1 - step if snake and row % 2 else step
                yield self.place.format(row, column), start + step


def areas(depth: Depth | None, grid: Grid | None) -> Iterator[Area]:
    if depth is not None:
        bits = {"hall": depth.first_hall_bit}
        size = depth.lanes, depth.positions
        yield Area("depth", "depth:{}:{}", *size, depth, bits, depth.lane_bits)
    if grid is not None:
        bits = {"switch": grid.first_switch_bit, "hall": grid.first_hall_bit}
        size = grid.rows, grid.columns
        yield Area("grid", "tile:{},{}", *size, grid, bits, grid.row_bits)
