"""Drawings of what the lamps show at several moments of a game.

Each game's README shows them. `undertow golden NAME` draws them again.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from controller import games
from controller.chance.seed import seeded
from controller.light.colour import DARK, Colour, Lamps
from controller.rules.match import Match
from controller.rules.views import events_of, table_view

SEED = 7
LANES, POSITIONS, TILES, SEATS = 4, 31, 5, 6


def folder(name: str) -> Path:
    return games.folder(name) / "pictures"


def drawings(name: str) -> Iterator[tuple[str, str]]:
    """Yield file name and SVG of three moments of a seeded game."""
    game = games.find(name)
    staging = games.staging(game)
    match = Match(game, game.seats_near(4), {}, seeded(SEED))
    match.accept(match.opening())
    seen: list[Lamps] = []
    moments: list[Lamps] = []
    rng = Random(SEED)
    while True:
        view = table_view(match)
        seen.append(staging.picture(view))
        legal = game.legal(match.position)
        if not legal:
            break
        entries = match.plan(rng.choice(legal))
        match.accept(entries)
        told = table_view(match, events_of(entries))["events"]
        moments += [keyframe.lamps for keyframe in staging.effect(view, told)][:1]
    yield "opening.svg", draw(seen[0])
    yield "middle.svg", draw(seen[len(seen) // 2])
    if moments:
        yield "happening.svg", draw({**seen[0], **moments[len(moments) // 2]})
    yield "end.svg", draw(seen[-1])


def draw(lamps: Lamps) -> str:
    """Draw the Depth Board at the top, the tile grid below it, seats at the bottom."""
    dots = [_dot(x, y, r, lamps.get(place, DARK)) for place, x, y, r in _places()]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 320">',
            '<rect width="520" height="320" rx="12" fill="#23150c"/>',
            *dots,
            "</svg>",
            "",
        ]
    )


def _places() -> Iterator[tuple[str, int, int, int]]:
    for lane in range(LANES):
        for position in range(POSITIONS):
            yield f"depth:{lane}:{position}", 20 + 16 * position, 20 + 20 * lane, 6
    for row in range(TILES):
        for column in range(TILES):
            yield f"tile:{row},{column}", 192 + 34 * column, 122 + 32 * row, 13
    for seat in range(SEATS):
        yield f"seat:{seat}", 110 + 60 * seat, 300, 9


def _dot(x: int, y: int, radius: int, colour: Colour) -> str:
    red, green, blue = (min(255, 28 + value) for value in colour)
    fill = f"#{red:02x}{green:02x}{blue:02x}"
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'
