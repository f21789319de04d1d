"""The order of the chain: which pixel is where, compared with the board map."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from controller.basics.locate import Where
from controller.tools.selftest.report import Finding, listed, rings, row
from wiring.amend import Changes, Value
from wiring.boardmap import BoardMap

Pixels: TypeAlias = Mapping[str, int]  # by place

# Up to this many lamps are listed one by one.
FEW = 6


class Field(NamedTuple):
    """The Depth Board or the tiles, row by row."""

    section: str
    row: str  # "lane" or "row of tiles"
    rows: tuple[tuple[str, ...], ...]
    snake: bool
    is_listed: bool  # whether the board map lists the pixel of each place

    @property
    def places(self) -> list[str]:
        return [place for places in self.rows for place in places]

    def pixels(self, pixels: Pixels) -> list[list[int]]:
        return [[pixels[place] for place in places] for places in self.rows]


def fields(board: BoardMap) -> Iterator[Field]:
    if board.depth:
        lanes, positions = range(board.depth.lanes), range(board.depth.positions)
        rows = tuple(tuple(f"depth:{i}:{k}" for k in positions) for i in lanes)
        snake, is_listed = board.depth.snake_pixels, board.depth.pixels is not None
        yield Field("depth", "lane", rows, snake, is_listed)
    if board.grid:
        lines, columns = range(board.grid.rows), range(board.grid.columns)
        rows = tuple(tuple(f"tile:{i},{k}" for k in columns) for i in lines)
        snake, is_listed = board.grid.snake_pixels, board.grid.pixels is not None
        yield Field("grid", "row of tiles", rows, snake, is_listed)


def settled(believed: Pixels, at: Mapping[int, str]) -> dict[str, int]:
    """Return each place's pixel: as found, as assumed, or from what is left."""
    found = {place: pixel for pixel, place in at.items() if place in believed}
    places = [place for place in believed if place not in found]
    pixels = sorted(set(believed.values()) - set(found.values()))
    kept = {place: believed[place] for place in places if believed[place] in pixels}
    rest = zip(
        [place for place in places if place not in kept],
        [pixel for pixel in pixels if pixel not in kept.values()],
        strict=True,
    )
    return {**believed, **found, **kept, **dict(rest)}


def order_changes(board: BoardMap, pixels: Pixels) -> Changes:
    """Return the changes to the board map that give each place this pixel."""
    changes: dict[Where, Value] = {}
    for button in board.buttons:
        pixel = pixels.get(button.control)
        if pixel is not None and pixel != button.pixel:
            changes[*row(board, button.control), "pixel"] = pixel
    for field in fields(board):
        now = field.pixels(pixels)
        if now == field.pixels(board.pixels):
            continue
        if _only_turns(field, board.pixels, pixels):
            changes[field.section, "snake_pixels"] = not field.snake
        else:
            changes[field.section, "pixels"] = [p for places in now for p in places]
    return changes


def misplaced(board: BoardMap, pixels: Pixels) -> Iterator[Finding]:
    """Yield the fewest findings that explain the order of the chain."""
    rest = [place for place, pixel in board.pixels.items() if pixels[place] != pixel]
    for field in fields(board):
        if _only_turns(field, board.pixels, pixels):
            runs = "runs on straight" if field.snake else "turns round"
            words = (
                f"the chain {runs} at the end of each {field.row}, "
                f"but {field.section}.snake_pixels is {str(field.snake).lower()}"
            )
            yield Finding(words, f"set it to {str(not field.snake).lower()}")
            rest = [place for place in rest if place not in field.places]
    owners = {pixel: place for place, pixel in board.pixels.items()}
    if len(rest) > FEW:
        some = listed([f"{place} is pixel {pixels[place]}" for place in rest[:3]])
        says = f"{len(rest)} lamps come in another order along the chain: {some}"
        yield Finding(f"{says}, and so on", "change the board map to match")
        return
    for ring in rings({place: owners[pixels[place]] for place in rest})[0]:
        what = "swapped" if len(ring) == 2 else "rotated"
        numbers = listed([str(board.pixels[place]) for place in ring])
        lamps = listed([place.replace("seat:", "seat ") for place in ring])
        says = f"the lamps of {lamps} are {what}: pixels {numbers}"
        yield Finding(says, "change the board map to match")


def _only_turns(field: Field, old: Pixels, new: Pixels) -> bool:
    """Return whether every other row is reversed, and nothing else differs."""
    turned = [
        places[::-1] if number % 2 else places
        for number, places in enumerate(field.pixels(old))
    ]
    is_other = turned != field.pixels(old)
    return not field.is_listed and is_other and turned == field.pixels(new)
