"""The table with the number of every pixel, and the way the chain takes through it."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape

from wiring.boardmap import BoardMap
from wiring.papers.harness.power import Power

STEP = 36  # from one lamp to the next
RADIUS = 13
_MARGIN = 50
_HEAD = 80
_BUTTON = 66  # buttons have their name and pin below them
_COLOUR = {"depth": "#cfe8ff", "tile": "#d9f2d0", "seat": "#ffe3b8", "control": "#eee"}
_STYLE = (
    "text{font-family:sans-serif;text-anchor:middle;fill:#111}"
    ".n{font-size:12px}.s{font-size:10px;fill:#444}"
    ".h{font-size:15px;font-weight:bold;text-anchor:start}"
    ".l{font-size:12px;text-anchor:start}"
    ".way{fill:none;stroke:#c2185b;stroke-width:2.5}"
    ".feed{fill:none;stroke:#d00000;stroke-width:3}"
)


class Spot(NamedTuple):
    x: float
    y: float
    kind: str
    pixel: int | None
    below: tuple[str, ...] = ()


def chain(board: BoardMap, power: Power) -> str:
    """As SVG."""
    spots, titles = _layout(board)
    width = max([s.x for s in spots], default=0) + _MARGIN + RADIUS
    height = max([s.y for s in spots], default=_HEAD) + 70
    width = max(width, 560)
    feeds = {feed.first for feed in power.feeds}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">',
        f"<style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        _text(20, 28, "h", f"{board.name}: the chain of {board.strip.pixels} pixels"),
        _text(20, 48, "l", _legend(feeds)),
        *(_text(x, y, "h", words) for x, y, words in titles),
        _way(spots),
        *(line for spot in spots for line in _lamp(spot, feeds)),
        "</svg>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _legend(feeds: set[int]) -> str:
    fed = ", ".join(map(str, sorted(feeds)))
    return f"Data goes in at pixel 0. A red ring: 5 V and ground come in here ({fed})."


def _layout(board: BoardMap) -> tuple[list[Spot], list[tuple[float, float, str]]]:
    spots: list[Spot] = []
    titles: list[tuple[float, float, str]] = []
    top = float(_HEAD)
    if board.depth:
        titles.append(
            (_MARGIN + 14, top + 4, "Depth Board: lanes down, 0 ft on the left")
        )
        top += 40
        spots += _field(board, "depth:{}:{}", "depth", _MARGIN, top)
        top += board.depth.lanes * STEP + 30
    right = float(_MARGIN)
    if board.grid:
        titles.append((_MARGIN + 14, top + 4, "Tiles"))
        spots += _field(board, "tile:{},{}", "tile", _MARGIN, top + 40)
        right += board.grid.columns * STEP + 60
    if board.buttons:
        titles.append((right - RADIUS, top + 4, "Seats and controls"))
        spots += _buttons(board, right, top + 40)
    return spots, titles


def _field(
    board: BoardMap, place: str, kind: str, left: float, top: float
) -> Iterator[Spot]:
    size = (0, 0)
    if kind == "depth" and board.depth:
        size = board.depth.lanes, board.depth.positions
    elif board.grid:
        size = board.grid.rows, board.grid.columns
    for row in range(size[0]):
        for column in range(size[1]):
            pixel = board.pixels[place.format(row, column)]
            yield Spot(left + column * STEP, top + row * STEP, kind, pixel)


def _buttons(board: BoardMap, left: float, top: float) -> Iterator[Spot]:
    """Seats in one row, controls in the next: both from left to right."""
    for is_seat in (True, False):
        row = [b for b in board.buttons if b.control.startswith("seat:") == is_seat]
        kind = "seat" if is_seat else "control"
        for number, button in enumerate(row):
            below = button.control.replace(":", " "), f"GPIO{button.gpio}"
            x = left + 12 + number * _BUTTON
            yield Spot(x, top, kind, button.pixel, below)
        top += 96 if row else 0


def _way(spots: list[Spot]) -> str:
    at = {spot.pixel: spot for spot in spots if spot.pixel is not None}
    in_order = [at[pixel] for pixel in sorted(at)]
    points: list[tuple[float, float]] = []
    towards = 1  # to the right, or (-1) to the left
    for before, spot in zip([None, *in_order], in_order, strict=False):
        if before is None:
            points.append((spot.x - 30, spot.y))
        elif not _are_neighbours(before, spot):
            points += _round(before, spot, towards)
            towards = 1
        elif before.x != spot.x:
            towards = 1 if before.x < spot.x else -1
        points.append((spot.x, spot.y))
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline class="way" points="{line}"/>'


def _are_neighbours(one: Spot, other: Spot) -> bool:
    return abs(one.x - other.x) + abs(one.y - other.y) <= _BUTTON and (
        one.x == other.x or one.y == other.y
    )


def _round(one: Spot, other: Spot, towards: int) -> list[tuple[float, float]]:
    """Through the gaps between columns and rows, not over other lamps and words."""
    side = one.x + towards * (_BUTTON if one.below else STEP) / 2
    above = other.y - RADIUS - 9
    return [(side, one.y), (side, above), (other.x, above)]


def _lamp(spot: Spot, feeds: set[int]) -> Iterator[str]:
    fill = _COLOUR[spot.kind] if spot.pixel is not None else "#fff"
    at = f'cx="{spot.x:g}" cy="{spot.y:g}"'
    yield f'<circle {at} r="{RADIUS}" fill="{fill}" stroke="#555"/>'
    if spot.pixel in feeds:
        yield f'<circle class="feed" {at} r="{RADIUS + 2}"/>'
    number = "–" if spot.pixel is None else str(spot.pixel)
    yield _text(spot.x, spot.y + 4, "n", number)
    for line, words in enumerate(spot.below):
        yield _text(spot.x, spot.y + RADIUS + 14 + 13 * line, "s", words)


def _text(x: float, y: float, kind: str, words: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


_AREAS = {"depth": "the Depth Board", "tile": "the tile grid"}


class Piece(NamedTuple):
    name: str
    first: int
    last: int


def pieces(board: BoardMap) -> tuple[Piece, ...]:
    """From the Pi on; pixels that belong to nothing are pieces too."""
    owners = {pixel: _owner(place) for place, pixel in board.pixels.items()}
    names = [owners.get(pixel, "spare pixels") for pixel in range(board.strip.pixels)]
    found = []
    first = 0
    for name, run in groupby(names):
        last = first + len(list(run)) - 1
        found.append(Piece(name, first, last))
        first = last + 1
    return tuple(found)


def _owner(place: str) -> str:
    kind = place.partition(":")[0]
    if kind == "seat":
        return place.replace(":", " ")
    return _AREAS.get(kind, f"`{place}`")
