"""Pictures that several games share: signs, lanes, seats' lamps, blinking, a wave."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from controller.light.colour import DARK, Colour, Keyframe, Lamps, dim
from controller.light.legend import Lamp, Legend, shades
from controller.tabletop import places
from controller.tabletop.staging import RESTING, SEAT_COLOURS, View

BLANK_GRID: Lamps = dict.fromkeys(places.TILES, DARK)


def sign(rows: str, colour: Colour) -> Lamps:
    """Draw all tiles of the grid: lit at each `x` of the rows, dark at each dot."""
    signs = zip(places.TILES, "".join(rows.split()), strict=True)
    return {tile: colour if mark == "x" else DARK for tile, mark in signs}


# The seats' colours in a game without colours of its own.
SEATS: tuple[Colour, ...] = tuple(SEAT_COLOURS.values())


def grid(lit: Mapping[int, Colour]) -> Lamps:
    """Draw all tiles of the grid: these lit, by row-major index, the others dark."""
    return {**BLANK_GRID, **{places.TILES[tile]: c for tile, c in lit.items()}}


def legend(tiles: Mapping[str, Colour]) -> Legend:
    """Return what the tiles mean by their colours, and what `seat_lamps` shows."""
    of_seats = {
        name: (*shades(colour, RESTING), DARK) for name, colour in SEAT_COLOURS.items()
    }
    return (
        Lamp("the tiles", "tile:.*", {name: (c,) for name, c in tiles.items()}),
        Lamp("the seats", "(seat:.)", of_seats, "everyone knows their seat"),
    )


def lane(number: int, row: Sequence[Colour]) -> Lamps:
    """Draw all lamps of a lane, from its shallow end."""
    return dict(zip(places.SEA[number], row, strict=True))


def wanted(view: View) -> Collection[int]:
    """Return the seats that are asked now, or at the end those that have won."""
    result = view["result"]
    seats: Collection[int] = result["winners"] if result else view["pending"]["seats"]
    return seats


def seats(
    view: View, colours: Sequence[Colour], *, resting: float, turn: float | None = None
) -> Lamps:
    """Light each seat's lamp: bright on its turn, otherwise at this brightness.

    `turn` is the brightness of a seat whose turn it is while others must answer.
    """
    bright, active = (
        wanted(view),
        None if view["result"] else view["state"].get("active"),
    )
    lamps: dict[str, Colour] = {}
    for seat, colour in enumerate(colours):
        share = 1.0 if seat in bright else resting
        if turn is not None and seat == active and seat not in bright:
            share = turn
        lamps[places.seat(seat)] = dim(colour, share)
    return lamps


STEP = 2  # how many positions a wave moves per keyframe


def blink(
    one: Lamps, other: Lamps, times: int, one_s: float, other_s: float | None = None
) -> list[Keyframe]:
    """Alternate two pictures this many times, each for its time."""
    pair = (
        Keyframe(one_s, one),
        Keyframe(one_s if other_s is None else other_s, other),
    )
    return [*pair] * times


def flash(
    board: Lamps,
    places: Iterable[str],
    colour: Colour,
    times: int = 2,
    for_s: float = 0.2,
) -> list[Keyframe]:
    """Flash these places over the board."""
    return blink({**board, **dict.fromkeys(places, colour)}, board, times, for_s)


def wave(
    board: Lamps,
    colours: Mapping[int, Colour],
    *,
    seconds: float,
    length: int,
    start: int = 0,
) -> Iterator[Keyframe]:
    """Run a crest of light down each of these lanes, over the board."""
    for front in range(start, places.POSITIONS + length, STEP):
        crest = slice(max(0, front - length), max(0, front))
        lit = {
            place: c for lane, c in colours.items() for place in places.SEA[lane][crest]
        }
        yield Keyframe(seconds, {**board, **lit})
