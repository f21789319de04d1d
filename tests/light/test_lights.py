"""Lights: layers made into one frame, effects that end by themselves, echoes."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from controller.light.colour import (
    Colour,
    Ink,
    Keyframe,
    Rhythm,
    dim,
    inked,
    rhythm,
    steady,
)
from controller.light.lights import Lights
from controller.light.playback import RHYTHM_S, ROUNDS, STEP_S, STEPS
from hardware.backends.sim.clock import VirtualClock, VirtualTimer
from hardware.backends.sim.memory import MemoryPixels
from tests.support.simtable import RecordingStrip
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


class CountingClock(VirtualClock):
    """Knows how many timers are set."""

    def __init__(self) -> None:
        super().__init__()
        self._set: list[tuple[float, VirtualTimer]] = []

    def call_at(self, when: float, callback: Callable[[], object], /) -> VirtualTimer:
        timer = super().call_at(when, callback)
        self._set.append((when, timer))
        return timer

    @property
    def waiting(self) -> int:
        now = self.time()
        return sum(when > now and not timer.cancelled for when, timer in self._set)


class Lamps:
    def __init__(self) -> None:
        self.clock = CountingClock()
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


def test_ending_an_echo_that_never_was_sends_nothing() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {}, ())
    lamps.lights.end_echo("a")
    assert lamps.sent == 1


def test_no_frame_is_sent_while_nothing_changes() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED}, {}, [Keyframe(1, {"a": BLUE})])
    lamps.clock.tick(3600)
    assert lamps.sent == 2
    lamps.lights.paint({"a": RED}, {}, ())
    lamps.lights.guide({})
    assert lamps.sent == 2


# Anything in any order

COLOURS = st.tuples(*[st.integers(0, 255)] * 3)
PLACES = st.sampled_from(["a", "b", "ok", "nowhere"])
LAMPS = st.dictionaries(PLACES, COLOURS)
STILLS = st.lists(st.builds(Keyframe, st.integers(1, 3), LAMPS), max_size=3)


class Layered(RuleBasedStateMachine):
    """Whatever is done, the frame is the layers laid over each other."""

    def __init__(self) -> None:
        super().__init__()
        self.lamps = Lamps()
        self.picture: LampsByPlace = {}
        self.guidance: LampsByPlace = {}
        self.keyframes: list[Keyframe] = []
        self.left = 0.0
        self.echoes: set[str] = set()
        self.lamps.lights.paint({}, {}, ())

    @rule(picture=LAMPS, guidance=LAMPS, effect=STILLS)
    def paint(
        self, picture: LampsByPlace, guidance: LampsByPlace, effect: list[Keyframe]
    ) -> None:
        self.lamps.lights.paint(picture, guidance, effect)
        self.picture, self.guidance = picture, guidance
        if effect:
            self.keyframes, self.left = effect, effect[0].seconds

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
        self.keyframes = []
        self.paint(picture, self.guidance, [])

    @rule(seconds=st.integers(1, 4))
    def tick(self, seconds: int) -> None:
        self.lamps.clock.tick(seconds)
        for _ in range(seconds):
            self.left -= 1
            if self.keyframes and self.left == 0:
                self.keyframes = self.keyframes[1:]
                self.left = self.keyframes[0].seconds if self.keyframes else 0

    @invariant()
    def the_frame_is_its_layers(self) -> None:
        effect = self.keyframes[0].lamps if self.keyframes else {}
        white = dict.fromkeys(self.echoes, WHITE)
        layers = {**self.picture, **self.guidance, **effect, **white}
        assert self.lamps.all == [layers.get(place, DARK) for place in PIXELS]


TestLayered = Layered.TestCase
TestLayered.settings = settings(max_examples=60)


# Rhythm

ONE = Ink((243, 123, 43), Rhythm.ONE)
SLOW = Ink((83, 163, 243), Rhythm.SLOW)
# A quarter of each value, and nothing of the next one.
ONE_WINKS: Colour = (60, 30, 10)
SLOW_WINKS: Colour = (20, 40, 60)


def beats(lamps: Lamps, place: str, steps: int) -> str:
    """How a lamp looks in the middle of each of the next steps of a rhythm."""
    seen = ""
    full = lamps[place]
    for _ in range(steps):
        lamps.clock.tick(STEP_S / 2)
        seen += "#" if lamps[place] == full else "."
        lamps.clock.tick(STEP_S / 2)
    return seen


@pytest.mark.parametrize("rhythm", list(Rhythm))
def test_a_lamp_repeats_its_rhythm_a_few_times_and_then_rests_steady(
    rhythm: Rhythm,
) -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": Ink(RED, rhythm), "b": GREEN}, {}, ())
    assert beats(lamps, "a", STEPS * (ROUNDS + 2)) == rhythm * ROUNDS + "#" * 2 * STEPS
    assert lamps.all == [RED, GREEN, DARK]


def test_a_winking_lamp_keeps_a_quarter_of_its_light_and_others_all_of_it() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": ONE, "b": RED, "ok": SLOW}, {}, ())
    lamps.clock.tick(2.5 * STEP_S)
    assert lamps.all == [ONE_WINKS, RED, SLOW]
    lamps.clock.tick(4 * STEP_S)
    assert lamps.all == [ONE, RED, SLOW_WINKS]


def test_at_rest_no_frame_is_sent_and_no_timer_is_set() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": ONE}, {}, ())
    lamps.clock.tick(RHYTHM_S)
    sent = lamps.sent
    assert sent == 1 + 2 * ROUNDS
    assert lamps.clock.waiting == 0
    lamps.clock.tick(3600)
    assert lamps.sent == sent


def test_lamps_without_a_rhythm_set_off_no_beat() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": RED, "b": Ink(GREEN, Rhythm.STEADY)}, {}, ())
    lamps.clock.tick(STEP_S)
    assert (lamps.sent, lamps.clock.waiting) == (1, 0)


def test_a_lamp_beats_as_the_layer_does_that_covers_it() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": ONE, "b": ONE}, {"a": SLOW, "b": RED}, ())
    lamps.clock.tick(2.5 * STEP_S)
    assert lamps.all == [SLOW, RED, DARK]
    lamps.clock.tick(4 * STEP_S)
    assert lamps.all == [SLOW_WINKS, RED, DARK]


def test_all_lamps_rest_while_a_finger_is_down_and_restart_when_it_goes_up() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": ONE}, {}, ())
    lamps.clock.tick(2.5 * STEP_S)
    assert lamps["a"] == ONE_WINKS
    lamps.lights.echo("ok")
    lamps.lights.echo("b")
    assert lamps.all == [ONE, WHITE, WHITE]
    lamps.lights.guide({"b": RED})
    lamps.lights.end_echo("ok")
    sent = lamps.sent
    lamps.clock.tick(60)
    assert lamps.sent == sent
    lamps.lights.end_echo("b")
    assert beats(lamps, "a", STEPS) == Rhythm.ONE


def test_releasing_an_unpressed_button_starts_no_beat() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": ONE}, {}, ())
    lamps.clock.tick(RHYTHM_S)
    lamps.lights.end_echo("ok")
    assert lamps.clock.waiting == 0


def test_the_rhythms_wait_for_the_end_of_an_effect() -> None:
    lamps = Lamps()
    lamps.lights.paint(
        {"a": ONE}, {}, [Keyframe(1, {"b": RED}), Keyframe(1, {"a": ONE})]
    )
    sent = lamps.sent
    lamps.clock.tick(1.99)
    assert lamps.sent == sent + 1
    lamps.clock.tick(0.01)
    assert beats(lamps, "a", STEPS) == Rhythm.ONE


def test_an_effect_and_its_stop_end_the_beat() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": ONE}, {}, ())
    lamps.clock.tick(2.5 * STEP_S)
    lamps.lights.paint({"a": ONE}, {}, [Keyframe(9, {"b": RED})])
    assert lamps.all == [ONE, RED, DARK]
    lamps.lights.stop_effect()
    lamps.lights.paint({"a": ONE}, {}, ())
    assert lamps.all == [ONE, DARK, DARK]
    assert beats(lamps, "a", STEPS) == Rhythm.ONE


def test_a_change_restarts_the_rhythms_and_the_same_picture_does_not() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": ONE}, {}, ())
    lamps.clock.tick(2.5 * STEP_S)
    lamps.lights.guide({})
    lamps.lights.paint({"a": ONE}, {}, ())
    assert lamps["a"] == ONE_WINKS
    lamps.lights.guide({"b": RED})
    assert lamps["a"] == ONE
    assert beats(lamps, "a", STEPS) == Rhythm.ONE


def test_a_lamp_that_is_covered_or_dark_does_not_beat() -> None:
    lamps = Lamps()
    lamps.lights.paint({"a": ONE, "b": dim(SLOW, 0)}, {}, ())
    lamps.lights.go_dark()
    sent = lamps.sent
    lamps.clock.tick(RHYTHM_S)
    assert lamps.all == [DARK, DARK, DARK]
    assert lamps.sent == sent
    assert rhythm(dim(SLOW, 0)) is Rhythm.STEADY


def test_shades_of_a_colour_keep_its_rhythm_unless_told_otherwise() -> None:
    half = dim(SLOW, 0.5)
    assert (half, rhythm(half)) == ((41, 81, 121), Rhythm.SLOW)
    assert (dim(RED, 0.5), rhythm(dim(RED, 0.5))) == ((127, 0, 0), Rhythm.STEADY)
    assert (steady(SLOW), rhythm(steady(SLOW))) == ((83, 163, 243), Rhythm.STEADY)
    assert rhythm(inked(RED, SLOW)) is Rhythm.SLOW
    assert rhythm(inked(RED, GREEN)) is Rhythm.STEADY


# Sounds


def test_a_still_is_heard_when_it_appears_and_a_replaced_one_never() -> None:
    lamps = Lamps()
    heard: list[tuple[float, tuple[str, ...]]] = []
    began = lamps.clock.time()
    lamps.lights.on_sounds.append(
        lambda sounds: heard.append((lamps.clock.time() - began, sounds))
    )
    first = (
        Keyframe(1, {"ok": RED}, ("splash",)),
        Keyframe(1, {"ok": RED}, ("bite", "out")),
    )
    lamps.lights.paint({}, {}, first)
    assert heard == [(0, ("splash",))]
    lamps.clock.tick(1.5)
    assert heard[1:] == [(1, ("bite", "out"))]
    lamps.lights.paint({}, {}, first)
    lamps.lights.paint({}, {}, [Keyframe(1, {"ok": RED})])
    lamps.clock.tick(5)
    assert heard[2:] == [(1.5, ("splash",))]
