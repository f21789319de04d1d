"""The palette: no two lamps look alike to any eye, on pages or on the strip."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import controller.web
from controller import games
from controller.games.hold_your_breath.testing import LEGEND
from controller.light import palette
from controller.light.colour import Ink, Rhythm
from controller.testing.colour_vision import (
    EYES,
    LEAST,
    Lab,
    Light,
    ciede2000,
    distance,
    seen,
    too_near,
)


@pytest.mark.parametrize(
    ("one", "two", "distance"),
    [
        (Lab(50, 2.6772, -79.7751), Lab(50, 0, -82.7485), 2.0425),
        (Lab(50, 2.5, 0), Lab(73, 25, -18), 27.1492),
        (Lab(50, 2.5, 0), Lab(58, 24, 15), 19.4535),
    ],
)
def test_the_distance_is_that_of_the_published_pairs(
    one: Lab, two: Lab, distance: float
) -> None:
    assert ciede2000(one, two) == pytest.approx(distance, abs=1e-4)
    assert ciede2000(two, one) == pytest.approx(distance, abs=1e-4)


# The palette itself

WHOSE = {
    name: ink
    for name, ink in vars(palette).items()
    if isinstance(ink, Ink)
    and ink.rhythm in (Rhythm.ONE, Rhythm.TWO, Rhythm.THREE, Rhythm.FOUR)
}
DIVERS = {"PINK", "TURQUOISE", "GREEN", "BLACK"}
ROBOTS = {"RED", "BLUE", "GREEN", "YELLOW", "PURPLE", "ORANGE"}


@pytest.mark.parametrize("group", [DIVERS, ROBOTS])
def test_those_who_play_one_game_are_told_apart_by_colour_alone(
    group: set[str],
) -> None:
    for one, two in combinations(sorted(group), 2):
        for eyes in EYES:
            far = distance(WHOSE[one], WHOSE[two], eyes)
            assert far >= LEAST, f"{one} and {two} are {far:.1f} apart for {eyes}"


def glowing(screen: str) -> Light:
    """The light of a screen that shows this colour, by IEC 61966-2-1."""
    shares = (int(screen[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares
    )
    return red, green, blue


@pytest.mark.parametrize("group", [DIVERS, ROBOTS])
def test_on_a_screen_they_are_told_apart_by_colour_alone_too(group: set[str]) -> None:
    for one, two in combinations(sorted(group), 2):
        lights = [glowing(WHOSE[name].screen) for name in (one, two)]
        for eyes in EYES:
            far = ciede2000(*(seen(light, eyes) for light in lights))
            assert far >= LEAST, f"{one} and {two} are {far:.1f} apart for {eyes}"


def test_at_most_two_of_one_game_wink_alike() -> None:
    for group in (DIVERS, ROBOTS):
        beats = [WHOSE[name].rhythm for name in group]
        assert all(beats.count(beat) <= 2 for beat in beats)


def test_the_four_controls_and_what_else_they_say_are_told_apart() -> None:
    for one, two in combinations(("OK", "NEXT", "UNDO", "WHY", "NO_NETWORK"), 2):
        assert too_near(getattr(palette, one), getattr(palette, two)) == []


def test_no_two_rhythms_are_alike_and_all_are_of_one_length() -> None:
    assert len({len(beat) for beat in Rhythm}) == 1
    for one, two in combinations(Rhythm, 2):
        # Rhythms of several lamps start together, but an eye may start anywhere.
        turned = {two[n:] + two[:n] for n in range(len(two))}
        assert one not in turned


def test_a_rhythm_begins_lit() -> None:
    assert all(beat[0] == "#" for beat in Rhythm)


# The games


def test_every_shade_of_a_lane_differs_for_every_eye() -> None:
    """Few games come as deep as the water has shades."""
    lane = LEGEND[0].means
    for one, two in combinations(lane, 2):
        for share in range(2):  # while it is played, and of those who lost
            for a in lane[one][share::2]:
                for b in lane[two][share::2]:
                    assert too_near(a, b) == [], f"{one} {a} and {two} {b} look alike"


# On pages

OWN_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|color)a?\(")
SCRIPTS = [
    *(path for name in games.names() for path in games.folder(name).glob("*.js")),
    *Path(controller.web.__file__).with_name("static").rglob("*.js"),
]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parts[-2:]}")
def test_no_page_has_a_colour_of_its_own(script: Path) -> None:
    """Whose and what it means comes from the palette, all else from the stylesheet."""
    found = [
        f"{script.name}:{number}: {line.strip()}"
        for number, line in enumerate(script.read_text().splitlines(), 1)
        # The lamps on the drawn table are mixed from the bytes of the strip.
        if OWN_COLOUR.search(line) and "washed.join" not in line
    ]
    assert found == []


@pytest.mark.parametrize("name", games.names())
def test_a_page_has_each_colour_that_the_lamps_of_its_game_have(name: str) -> None:
    colours = games.staging(games.find(name)).colours
    shown = games.for_page(name)["colours"]
    assert shown
    assert shown.keys() == colours.keys()
    assert all(re.fullmatch("#[0-9a-f]{6}", screen) for screen in shown.values())
    for whose in shown.keys() & palette.WHOSE.keys():
        assert shown[whose] == palette.for_pages()[whose]
