"""Lights: layers made into one frame, effects that end by themselves, echoes."""

from collections.abc import Mapping

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from controller.lights import Lights
from controller.staging import Colour, Still
from hardware.sim.clock import VirtualClock
from hardware.sim.pixels import MemoryPixels
from tests.simtable import RecordingStrip
from wiring import boardmap

# Three lamps, and the last of them first on the wire.
PIXELS = {"a": 1, "b": 2, "ok": 0}
ROW = boardmap.load().strip._replace(pixels=3, supply_ma=4000)

LampsByPlace = Mapping[str, Colour]

RED: Colour = (255, 0, 0)
GREEN: Colour = (0, 255, 0)
BLUE: Colour = (0, 0, 255)
WHITE: Colour = (255, 255, 255)
DARK: Colour = (0, 0, 0)


class Lamps:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.strip = RecordingStrip(ROW, MemoryPixels())
        self.lights = Lights(self.strip, PIXELS, self.clock)

    @property
    def sent(self) -> int:
        return len(self.strip.frames)

    def __getitem__(self, place: str) -> Colour:
        offset = 3 * PIXELS[place]
        red, green, blue = self.strip.frames[-1][offset : offset + 3]
        return red, green, blue

    @property
    def all(self) -> list[Colour]:
        return [self[place] for place in PIXELS]


def test_each_lamp_shows_its_colour_at_its_own_pixel() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED, "b": GREEN, "ok": BLUE}, {}, ())
    assert lamps.strip.frames == [bytes([*BLUE, *RED, *GREEN])]


def test_a_lamp_that_nobody_names_is_dark() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {}, ())
    assert lamps.all == [RED, DARK, DARK]
    lamps.lights.paint({"b": RED}, {}, ())
    assert lamps.all == [DARK, RED, DARK]


def test_a_place_that_this_table_lacks_is_left_out() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED, "tile:0,0": GREEN}, {"why": BLUE}, ())
    lamps.lights.echo("undo")
    assert lamps.all == [RED, DARK, DARK]


def test_guidance_lies_over_the_picture() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED, "b": RED}, {"b": GREEN}, ())
    assert lamps.all == [RED, GREEN, DARK]
    lamps.lights.guide({"ok": BLUE})
    assert lamps.all == [RED, RED, BLUE]


def test_an_effect_lies_over_guidance_and_lets_the_rest_through() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {"b": GREEN}, [Still(1, {"b": BLUE})])
    assert lamps.all == [RED, BLUE, DARK]


def test_an_echo_lies_over_everything_and_ends_with_the_finger() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {"a": GREEN}, [Still(1, {"a": BLUE})])
    lamps.lights.echo("a")
    lamps.lights.echo("ok")
    assert lamps.all == [WHITE, DARK, WHITE]
    lamps.lights.end_echo("a")
    assert lamps.all == [BLUE, DARK, WHITE]
    lamps.lights.end_echo("ok")
    assert lamps.all == [BLUE, DARK, DARK]


def test_an_echo_stays_while_the_layers_below_change() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {}, ())
    lamps.lights.echo("a")
    lamps.lights.paint({"a": GREEN, "b": GREEN}, {}, ())
    assert lamps.all == [WHITE, GREEN, DARK]
    lamps.lights.end_echo("a")
    assert lamps.all == [GREEN, GREEN, DARK]


def test_ending_an_echo_that_never_was_sends_nothing() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {}, ())
    lamps.lights.end_echo("a")
    assert lamps.sent == 1


def test_the_pictures_of_an_effect_follow_each_other_and_end_by_themselves() -> None:
    lamps = Lamps()
    effect = [Still(0.5, {"a": BLUE}), Still(0.25, {"a": GREEN}), Still(1, {"b": BLUE})]
    lamps.lights.paint({"a": RED}, {}, effect)
    seen = [lamps.all[:2]]
    for seconds in (0.49, 0.01, 0.24, 0.01, 0.99, 0.01, 60):
        lamps.clock.tick(seconds)
        seen.append(lamps.all[:2])
    assert seen == [
        [BLUE, DARK],
        [BLUE, DARK],
        [GREEN, DARK],
        [GREEN, DARK],
        [RED, BLUE],
        [RED, BLUE],
        [RED, DARK],
        [RED, DARK],
    ]


def test_no_frame_is_sent_while_nothing_changes() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {}, [Still(1, {"a": BLUE})])
    lamps.clock.tick(3600)
    assert lamps.sent == 2
    lamps.lights.paint({"a": RED}, {}, ())
    lamps.lights.guide({})
    assert lamps.sent == 2


def test_a_new_effect_takes_the_place_of_one_that_still_plays() -> None:
    lamps = Lamps()
    lamps.lights.paint({}, {}, [Still(1, {"a": RED}), Still(1, {"b": RED})])
    lamps.clock.tick(0.5)
    lamps.lights.paint({}, {}, [Still(1, {"a": GREEN})])
    assert lamps["a"] == GREEN
    lamps.clock.tick(0.99)
    assert lamps.all == [GREEN, DARK, DARK]
    lamps.clock.tick(0.01)
    assert lamps.all == [DARK, DARK, DARK]
    lamps.clock.tick(60)
    assert lamps.all == [DARK, DARK, DARK]


def test_the_picture_may_change_under_an_effect() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED, "b": RED}, {}, [Still(1, {"a": BLUE})])
    lamps.lights.paint({"a": GREEN, "b": GREEN}, {}, ())
    assert lamps.all[:2] == [BLUE, GREEN]
    lamps.clock.tick(1)
    assert lamps.all[:2] == [GREEN, GREEN]


def test_a_stopped_effect_does_not_come_back() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {}, [Still(1, {"a": BLUE}), Still(1, {"a": GREEN})])
    lamps.lights.stop_effect()
    lamps.lights.paint({"a": RED}, {}, ())
    assert lamps["a"] == RED
    lamps.clock.tick(60)
    assert lamps["a"] == RED
    assert lamps.sent == 2


def test_an_effect_after_a_stopped_one_has_its_full_time() -> None:
    lamps = Lamps()
    lamps.lights.paint({}, {}, [Still(1, {"a": BLUE})])
    lamps.clock.tick(0.9)
    lamps.lights.stop_effect()
    lamps.lights.paint({}, {}, [Still(1, {"a": GREEN})])
    lamps.clock.tick(0.9)
    assert lamps["a"] == GREEN
    lamps.clock.tick(0.1)
    assert lamps["a"] == DARK


def test_stopping_when_nothing_plays_does_nothing() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {}, ())
    lamps.lights.stop_effect()
    assert lamps.all == [RED, DARK, DARK]
    assert lamps.sent == 1


# Anything in any order

COLOURS = st.tuples(*[st.integers(0, 255)] * 3)
PLACES = st.sampled_from(["a", "b", "ok", "nowhere"])
LAMPS = st.dictionaries(PLACES, COLOURS)
STILLS = st.lists(st.builds(Still, st.integers(1, 3), LAMPS), max_size=3)


class Layered(RuleBasedStateMachine):
    """Whatever is done, the frame is the layers laid over each other."""

    def __init__(self) -> None:
        super().__init__()
        self.lamps = Lamps()
        self.picture: LampsByPlace = {}
        self.guidance: LampsByPlace = {}
        self.stills: list[Still] = []
        self.left = 0.0
        self.echoes: set[str] = set()
        self.lamps.lights.paint({}, {}, ())

    @rule(picture=LAMPS, guidance=LAMPS, effect=STILLS)
    def paint(
        self, picture: LampsByPlace, guidance: LampsByPlace, effect: list[Still]
    ) -> None:
        self.lamps.lights.paint(picture, guidance, effect)
        self.picture, self.guidance = picture, guidance
        if effect:
            self.stills, self.left = effect, effect[0].seconds

    @rule(guidance=LAMPS)
    def guide(self, guidance: LampsByPlace) -> None:
        self.lamps.lights.guide(guidance)
        self.guidance = guidance

    @rule(place=PLACES)
    def echo(self, place: str) -> None:
        self.lamps.lights.echo(place)
        self.echoes.add(place)

    @rule(place=PLACES)
    def end_echo(self, place: str) -> None:
        self.lamps.lights.end_echo(place)
        self.echoes.discard(place)

    @rule(picture=LAMPS)
    def stop_and_paint(self, picture: LampsByPlace) -> None:
        self.lamps.lights.stop_effect()
        self.stills = []
        self.paint(picture, self.guidance, [])

    @rule(seconds=st.integers(1, 4))
    def tick(self, seconds: int) -> None:
        self.lamps.clock.tick(seconds)
        for _ in range(seconds):
            self.left -= 1
            if self.stills and self.left == 0:
                self.stills = self.stills[1:]
                self.left = self.stills[0].seconds if self.stills else 0

    @invariant()
    def the_frame_is_its_layers(self) -> None:
        effect = self.stills[0].lamps if self.stills else {}
        white = dict.fromkeys(self.echoes, WHITE)
        layers = {**self.picture, **self.guidance, **effect, **white}
        assert self.lamps.all == [layers.get(place, DARK) for place in PIXELS]


TestLayered = Layered.TestCase
TestLayered.settings = settings(max_examples=60)
