"""The palette: who sees which two lamps alike, measured on the light of the strip.

Each colour goes through the real strip; its bytes are light, as a NeoPixel's is
proportional to its value. Sources of the numbers below: the matrices are those of
Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency" (2009), severity 1.0, for linear RGB; the way to Lab is that of
IEC 61966-2-1 (sRGB's primaries, D65) and CIE 15; the distance is CIEDE2000, checked
with the data of Sharma, Wu and Dalal (2005). White is the brightest lamp of the table.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import controller.web
from controller import games
from controller.chance.seed import seeded
from controller.games.get_bit import layout as get_bit
from controller.games.hai_noon import layout as hai_noon
from controller.games.hai_noon import scene as noon
from controller.games.hold_your_breath.layout import ANCHOR, FINISH, USES
from controller.games.hold_your_breath.scene import board as breath
from controller.games.hold_your_ground import scene as ground
from controller.games.hold_your_ground.layout import COLOURS, EMPTY, SAND
from controller.light import palette
from controller.light.colour import (
    DARK,
    WHITE,
    Colour,
    Ink,
    Lamps,
    Rhythm,
    dim,
    rhythm,
    steady,
)
from controller.rules.game import AnyGame, Event
from controller.rules.match import Match
from controller.rules.views import events_of, show
from hardware.backends.sim.pixels import MemoryPixels
from hardware.parts.strip import Strip
from wiring import boardmap

# The least distance of two colours that mean different things in one place. Above 10
# most people name two colours differently; lamps are small and seen from aside.
LEAST = 15.0

Light = tuple[float, float, float]
Matrix = tuple[Light, Light, Light]

EYES: dict[str, Matrix] = {
    "full colour vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
STRIP_ROW = boardmap.load().strip._replace(pixels=1, order="RGB")


class Lab(NamedTuple):
    lightness: float
    a: float
    b: float


def times(matrix: Matrix, light: Light) -> Light:
    one, two, three = (
        sum(m * v for m, v in zip(row, light, strict=True)) for row in matrix
    )
    return one, two, three


def leaving(colour: Colour) -> Light:
    """The light of one lamp, by the real strip; 1 is the most that a lamp gives."""
    strip = Strip(STRIP_ROW, MemoryPixels())
    strip.show(bytes(WHITE))
    most = strip.wire[0]
    strip.show(bytes(colour))
    red, green, blue = (value / most for value in strip.wire or bytes(3))
    return red, green, blue


def seen(light: Light, eyes: str) -> Lab:
    red, green, blue = (min(1.0, max(0.0, v)) for v in times(EYES[eyes], light))
    white = times(TO_XYZ, (1, 1, 1))
    xyz = times(TO_XYZ, (red, green, blue))
    x, y, z = (_root(v / w) for v, w in zip(xyz, white, strict=True))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def _root(share: float) -> float:
    if share > 216 / 24389:
        return float(share ** (1 / 3))
    return (24389 / 27 * share + 16) / 116


def ciede2000(one: Lab, two: Lab) -> float:
    mean_chroma = (hypot(one.a, one.b) + hypot(two.a, two.b)) / 2
    stretch = 1.5 - 0.5 * _seventh(mean_chroma)
    c1, h1 = _polar(one.a * stretch, one.b)
    c2, h2 = _polar(two.a * stretch, two.b)
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = _mean_hue(h1, h2) if c1 * c2 else h1 + h2
    chroma, lightness = (c1 + c2) / 2, (one.lightness + two.lightness) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    off = (lightness - 50) ** 2
    dl = (two.lightness - one.lightness) / (1 + 0.015 * off / sqrt(20 + off))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bend = 60 * exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * _seventh(chroma) * sin(radians(bend))
    return sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)


def _seventh(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _mean_hue(one: float, two: float) -> float:
    mean = (one + two) / 2
    if abs(one - two) <= 180:
        return mean
    return mean + 180 if mean < 180 else mean - 180


@pytest.mark.parametrize(
    ("one", "two", "distance"),
    [
        (Lab(50, 2.6772, -79.7751), Lab(50, 0, -82.7485), 2.0425),
        (Lab(50, 3.1571, -77.2803), Lab(50, 0, -82.7485), 2.8615),
        (Lab(50, 2.5, 0), Lab(73, 25, -18), 27.1492),
        (Lab(50, 2.5, 0), Lab(61, -5, 29), 22.8977),
        (Lab(50, 2.5, 0), Lab(56, -27, -3), 31.9030),
        (Lab(50, 2.5, 0), Lab(58, 24, 15), 19.4535),
    ],
)
def test_the_distance_is_that_of_the_published_pairs(
    one: Lab, two: Lab, distance: float
) -> None:
    assert ciede2000(one, two) == pytest.approx(distance, abs=1e-4)
    assert ciede2000(two, one) == pytest.approx(distance, abs=1e-4)


def test_a_red_and_a_green_of_equal_brightness_are_one_to_a_deutan() -> None:
    """So that the simulation is not one that sees everything."""
    red, green = (250, 60, 0), (110, 160, 0)
    assert distance(red, green, "full colour vision") > 40
    assert distance(red, green, "deutan") < 10


def distance(one: Colour, two: Colour, eyes: str) -> float:
    return ciede2000(seen(leaving(one), eyes), seen(leaving(two), eyes))


def too_near(one: Colour, two: Colour) -> list[str]:
    """For whom these two lamps are alike; nobody if their rhythms differ."""
    if rhythm(one) is not rhythm(two):
        return []
    return [eyes for eyes in EYES if distance(one, two, eyes) < LEAST]


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


def test_every_colour_of_somebody_can_be_found_by_its_name() -> None:
    assert {name.upper(): ink for name, ink in palette.WHOSE.items()} == WHOSE
    assert palette.named("pink") == {"pink": palette.PINK}


def test_every_colour_of_somebody_is_in_a_group() -> None:
    assert set(WHOSE) == DIVERS | ROBOTS


def test_at_most_two_of_one_game_wink_alike() -> None:
    for group in (DIVERS, ROBOTS):
        beats = [WHOSE[name].rhythm for name in group]
        assert all(beats.count(beat) <= 2 for beat in beats)


@pytest.mark.parametrize("names", [("OK", "NEXT", "UNDO", "WHY")])
def test_the_four_controls_are_told_apart(names: tuple[str, ...]) -> None:
    for one, two in combinations(names, 2):
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

# By place, each thing that a lamp there can mean, with all its shades. Where a pattern
# has brackets, each of its places is one of its own: place alone tells them apart.
Legend = Mapping[str, Mapping[str, tuple[Colour, ...]]]


def shades(colour: Colour, *shares: float) -> tuple[Colour, ...]:
    return tuple(dim(colour, share) for share in (1.0, *shares))


def _get_bit() -> Legend:
    robots = {name: (colour,) for name, colour in get_bit.COLOURS.items()}
    nothing = {"water or a lost limb": (palette.WATER, DARK)}
    return {
        "depth:.*": {**robots, "the shark": (palette.SHARK,), **nothing},
        "tile:.*": {"nothing": (DARK,)},
        # A seat is one's own; its colour and winks tell which robot is asked for.
        "(seat:.)": {
            name: shades(colour, 0.25) for name, colour in get_bit.COLOURS.items()
        },
    }


def _hai_noon() -> Legend:
    faint = noon.FAINT
    divers = {
        name: tuple(
            dim(dim(colour, health), share)
            for health in (1.0, 0.5, 0.25)
            for share in (1.0, faint)
        )
        for name, colour in hai_noon.DIVER_COLOURS.items()
    }
    cards = {name: shades(c, faint) for name, c in hai_noon.CARD_COLOURS.items()}
    sharks = "|".join(hai_noon.SHARK_TILES)
    sides = "|".join(t for tiles in hai_noon.SIDE_TILES.values() for t in tiles)
    gone = {"prey": shades(palette.BLOOD, faint), "nobody": (DARK,)}
    return {
        sharks: {"hungry": (hai_noon.HUNGRY,), "full": (hai_noon.FULL,)},
        f"{'|'.join(hai_noon.PLACE_TILES.values())}|{hai_noon.CENTRE}": {
            **divers,
            **gone,
        },
        sides: {
            **cards,
            "no card": shades(noon.SEA, faint),
            "three cards": shades(WHITE, faint),
        },
        # The first lamp of a lane says whether its seat is asked.
        "depth:.:0": {"asked": (WHITE,), "not asked": (DARK,)},
        # A lane is one diver's own.
        "(depth:.):(2[4-6])": {"cage": (WHITE,), "no cage": (DARK,)},
        "(depth:.):.*": {
            "nothing": (DARK,),
            **{name: (colour,) for name, colour in hai_noon.DIVER_COLOURS.items()},
        },
        # A seat is one's own, and its brightness tells whether it is asked.
        "(seat:.)": {
            "out": (DARK,),
            **{n: shades(c, 0.6, 0.3) for n, c in hai_noon.DIVER_COLOURS.items()},
        },
    }


def _hold_your_ground() -> Legend:
    def held(colour: Colour) -> tuple[Colour, ...]:
        pale = ground.mixed(colour, WHITE)
        return (
            *shades(colour, ground.NOT_FULL),
            *shades(pale, ground.PALE_NOT_FULL),
        )

    teams = {name: held(colour) for name, colour in COLOURS.items()}
    return {
        "tile:.*": {
            **teams,
            "level": held(SAND),
            "free": (EMPTY, ground.mixed(EMPTY, WHITE)),
            "a hole": (DARK,),
            "the Eliminator in a hole": (ground.PIT,),
        },
        # A lane is one team's own; who was taken lies at its deep end.
        "(depth:.):(2[1-9]|30)": {
            "nobody": (DARK,),
            **{name: (colour,) for name, colour in COLOURS.items()},
        },
        "(depth:.):.*": {
            "nobody": (DARK,),
            **{
                name: (dim(steady(colour), ground.ON_THE_ISLAND),)
                for name, colour in COLOURS.items()
            },
        },
        "(seat:.)": {
            "out": (DARK,),
            **{n: shades(c, 0.2) for n, c in COLOURS.items()},
        },
    }


def _hold_your_breath() -> Legend:
    waters = (palette.WATER, breath.DUSK, breath.EMBER, *breath.FOLDS, DARK)
    lane: dict[str, tuple[Colour, ...]] = {
        # The pirate is where its way ends.
        "the pirate and its way": tuple(
            c for own in breath.SEATS for c in shades(own, breath.WAY)
        ),
        "the Anchor": (ANCHOR,),
        "a Panic": (palette.PANIC,),
        "a Shark": (palette.SHARK,),
        "water": waters,
    }
    rest = breath.RESTING
    menu = "|".join(f"({place})" for place in (*USES.values(), FINISH))
    return {
        # A lane is one seat's own. How deep the water is, its shade says, and the
        # seat's own page in a number; it is a background, and of one meaning here.
        "(depth:.):.*": {
            name: tuple(dim(c, share) for c in colours for share in (1.0, breath.LOST))
            for name, colours in lane.items()
        },
        # Of the deck: four cards a tile, few of them, or turns.
        "tile:4,.": {
            "cards": (breath.GAUGE,),
            "few cards": (breath.GAUGE_LOW,),
            "turns": (palette.PANIC,),
            "nothing": (DARK,),
        },
        # A tile of the menu has one use, which its place tells.
        menu: {
            "a use": tuple(
                c for use in breath.MENU.values() for c in shades(use, breath.FAINT)
            ),
            "to finish": tuple(
                c for own in breath.SEATS for c in shades(own, breath.FAINT)
            ),
            "not now": (DARK,),
        },
        # The left column counts Panics, the next one Sharks.
        "tile:(.),(.)": {
            "some": (*shades(palette.PANIC, 0.5), *shades(palette.SHARK, 0.5)),
            "none": (DARK,),
        },
        "(seat:.)": {
            f"seat {seat}": shades(colour, breath.WAITING, rest)
            for seat, colour in enumerate(breath.SEATS)
        },
    }


LEGENDS: dict[str, Legend] = {
    "get-bit": _get_bit(),
    "hai-noon": _hai_noon(),
    "hold-your-breath": _hold_your_breath(),
    "hold-your-ground": _hold_your_ground(),
}


def meaning(game: str, place: str, colour: Colour) -> tuple[str, str]:
    """The place as far as it tells something, and what the lamp means there."""
    for pattern, meanings in LEGENDS[game].items():
        found = re.fullmatch(pattern, place)
        if not found:
            continue
        own = " ".join(group for group in found.groups() if group) or pattern
        for name, colours in meanings.items():
            if any(c == colour and rhythm(c) is rhythm(colour) for c in colours):
                return own, name
        raise AssertionError(f"{game}: {place} shows {colour}, which is not in LEGENDS")
    raise AssertionError(f"{game}: {place} is not in LEGENDS")


def pictures(game: AnyGame, seed: int) -> Iterator[Lamps]:
    low, high = game.seats
    match = Match(game, low + seed % (high - low + 1), {}, seeded(seed))
    match.accept(match.opening())
    rng = Random(seed)
    events: tuple[Event, ...] = ()
    staging = games.staging(game)
    while True:
        view = {**show(game, match.position, "table", events), "options": match.options}
        yield staging.picture(view)
        legal = game.legal(match.position)
        if not legal:
            return
        entries = match.plan(rng.choice(legal))
        match.accept(entries)
        events = events_of(entries)


def test_every_shade_of_a_lane_differs_for_every_eye() -> None:
    """Few games come as deep as the water has shades."""
    lane = LEGENDS["hold-your-breath"]["(depth:.):.*"]
    for one, two in combinations(lane, 2):
        for share in range(2):  # while it is played, and of those who lost
            for a in lane[one][share::2]:
                for b in lane[two][share::2]:
                    assert too_near(a, b) == [], f"{one} {a} and {two} {b} look alike"


@pytest.mark.parametrize("name", games.names())
def test_what_differs_in_a_picture_differs_for_every_eye(name: str) -> None:
    game = games.find(name)
    judged: dict[tuple[Colour, Rhythm, Colour, Rhythm], list[str]] = {}
    for seed in range(12):
        for lamps in pictures(game, seed):
            shown: dict[str, dict[tuple[Colour, Rhythm], tuple[Colour, str]]] = {}
            for place, colour in lamps.items():
                own, means = meaning(name, place, colour)
                lit = (steady(colour), rhythm(colour))
                shown.setdefault(own, {})[lit] = (colour, means)
            for own, lights in shown.items():
                for (a, one), (b, two) in combinations(sorted(lights.items()), 2):
                    if one[1] == two[1]:
                        continue
                    pair = (*a, *b)
                    if pair not in judged:
                        judged[pair] = too_near(one[0], two[0])
                    assert judged[pair] == [], (
                        f"{own}: {one[1]} {a} and {two[1]} {b} look alike"
                    )


# On pages

OWN_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|color)a?\(")
SCRIPTS = [
    *(path for name in games.names() for path in games.folder(name).glob("*.js")),
    *Path(controller.web.__file__).with_name("static").glob("*.js"),
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


# On paper


def test_the_page_about_light_names_every_colour_and_every_rhythm() -> None:
    page = Path(palette.__file__).with_name("LIGHT.md").read_text()
    for name, colour in vars(palette).items():
        if not name.isupper() or not isinstance(colour, tuple):
            continue
        line = next((x for x in page.splitlines() if f"`{name}`" in x), "")
        red, green, blue = colour
        assert f"{red}, {green}, {blue}" in line, f"LIGHT.md does not have {name}"
        assert f"`{rhythm(colour).name.lower()}`" in line, f"{name}: another rhythm"
        screen = getattr(colour, "screen", "")
        assert f"`{screen}`" in line if screen else "#" not in line, f"{name}: {screen}"
    for beat in Rhythm:
        line = f"| `{beat.name.lower()}` | `{beat}` |"
        assert line in page, f"LIGHT.md lacks the row {line}"
