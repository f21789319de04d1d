"""Lamps with different meanings differ for every eye."""

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from controller import games
from controller.light.colour import Colour, Ink, Rhythm, rhythm, steady
from controller.light.legend import Legend
from controller.rules.views import events_of, table_view
from controller.tabletop import places
from controller.testing.cases import (
    CASES,
    GAMES,
    Case,
    dice,
    every_game,
    new_match,
    steps,
)
from controller.testing.colour_vision import too_near
from controller.testing.known import known

SEEDS = 12
FELT = {*places.TILES, *(place for lane in places.SEA for place in lane)}
PLACES = {
    *FELT,
    *(places.seat(seat) for seat in range(6)),
    *("next", "ok", "undo", "why"),
}
# A kind, with its owner or name: "puck", "robot:red", "pirate:2".
PIECE = re.compile(r"(?!tag\b)[a-z][a-z-]*(:[a-z0-9-]+)?")


def cases(name: str) -> list[Case]:
    return [case for case in CASES if case.name == name and not case.changed]


def views(case: Case, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the table's view throughout a random game."""
    match = new_match(case, seed)
    yield table_view(match)
    for entries in steps(match, dice(case, seed)):
        yield table_view(match, events_of(entries))


@every_game
def test_only_lamps_of_the_table_are_lit(name: str) -> None:
    staging = games.staging(GAMES[name])
    for case in cases(name):
        for before, after in pairwise(views(case, 1)):
            unknown = staging.picture(after).keys() - PLACES
            assert not unknown, f"{name} lights {unknown}, which no table has"
            for keyframe in staging.effect(before, after["events"]):
                unknown = keyframe.lamps.keys() - PLACES
                assert not unknown, f"an effect lights {unknown}, which no table has"


@every_game
def test_a_piece_has_a_name_and_one_place_that_can_feel_it(name: str) -> None:
    stands = games.staging(GAMES[name]).stands
    if stands is None:
        return  # the game has no pieces
    for case in cases(name):
        for view in views(case, 0):
            belongs = stands(view)
            pieces = [piece for there in belongs.values() for piece in there]
            twice = {piece for piece in pieces if pieces.count(piece) > 1}
            assert not twice, f"{twice} would have to stand on two places at once"
            unfit = [piece for piece in pieces if not PIECE.fullmatch(piece)]
            assert not unfit, f"{unfit}: name a piece by its kind, as robot:red or puck"
            unknown = belongs.keys() - FELT
            assert not unknown, f"no piece can be felt on {unknown}"


# A lamp's colour, and its rhythm.
Light: TypeAlias = tuple[Colour, Rhythm]


def meaning(legend: Legend, place: str, light: Light) -> tuple[str, str]:
    """Return the relevant part of the place, and what the lamp means there."""
    for lamp in legend:
        found = re.fullmatch(lamp.places, place)
        if not found:
            continue
        own = " ".join(group for group in found.groups() if group) or lamp.places
        for name, colours in lamp.means.items():
            if any((steady(c), rhythm(c)) == light for c in colours):
                return own, name
        raise AssertionError(f"{place} shows {light[0]}, which LEGEND does not have")
    raise AssertionError(f"{place} is lit, and LEGEND does not have it")


@every_game
def test_what_differs_in_a_picture_differs_for_every_eye(name: str) -> None:
    """This applies where a game says what its lamps mean."""
    legend, usual = known(name).legend, cases(name)
    picture = games.staging(GAMES[name]).picture
    # The same lamps come again and again.
    means = cache(partial(meaning, legend))
    alike = cache(lambda one, other: too_near(Ink(*one), Ink(*other)))
    for seed in range(SEEDS if legend else 0):
        for view in views(usual[seed % len(usual)], seed):
            shown: dict[str, dict[Light, str]] = {}
            for place, colour in picture(view).items():
                light = steady(colour), rhythm(colour)
                own, says = means(place, light)
                shown.setdefault(own, {})[light] = says
            for own, lights in shown.items():
                for (a, one), (b, other) in combinations(sorted(lights.items()), 2):
                    eyes = alike(a, b) if one != other else []
                    assert not eyes, (
                        f"{own}: {one} {a[0]} and {other} {b[0]} look alike to "
                        f"{', '.join(eyes)}: change a colour or its rhythm"
                    )
