"""The speaker: its mixer, its simulated output, and a missing device."""

import math
from array import array
from datetime import datetime
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.sound import cues
from controller.sound.control import QuietHours, SoundControl, SoundState
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.speaker import KEPT_S
from hardware.parts.registry import Parts
from hardware.parts.sound import CHUNK, LOUDEST, RATE, VOICES, Mixer, sound
from hardware.parts.speaker import Speaker
from wiring import boardmap

BOARD = boardmap.load()


def pcm(*values: int) -> bytes:
    return array("h", values).tobytes()


def samples(data: bytes | None) -> list[int]:
    assert data is not None
    return list(array("h", data))


def tone(hz: float, seconds: float, level: int = 20_000) -> bytes:
    wave = (math.sin(2 * math.pi * hz * i / RATE) for i in range(int(seconds * RATE)))
    return pcm(*(round(level * value) for value in wave))


# Mixing


def test_one_sound_is_a_quarter_of_its_samples_and_then_silence() -> None:
    mixer = Mixer()
    mixer.add(sound(pcm(*[4000, -4000] * CHUNK)))
    assert samples(mixer.chunk()) == [1000, -1000] * (CHUNK // 2)
    assert samples(mixer.chunk()) == [1000, -1000] * (CHUNK // 2)
    assert mixer.chunk() is None


@given(
    st.lists(st.lists(st.integers(-32768, 32767), max_size=40), max_size=6),
    st.integers(0, LOUDEST),
)
def test_no_sample_ever_flows_over_into_its_neighbour(
    sounds: list[list[int]], volume: int
) -> None:
    mixer = Mixer(volume)
    for values in sounds:
        mixer.add(sound(pcm(*values)))
    made = mixer.chunk()
    heard = sounds[:VOICES]
    if not heard:
        assert made is None
        return
    for index, value in enumerate(samples(made)):
        wanted = sum(v[index] >> 2 for v in heard if index < len(v))
        # Rounded down from the middle of the range.
        assert value == (wanted + 32768) * volume // LOUDEST - 32768 * volume // LOUDEST


def test_speech_is_hushed_without_a_click_and_cues_go_on() -> None:
    mixer = Mixer()
    mixer.add(sound(pcm(*[8000] * RATE)), is_speech=True)
    mixer.chunk()
    mixer.hush()
    fading = samples(mixer.chunk())
    assert fading[0] > 1980
    assert all(0 <= a - b <= 12 for a, b in pairwise(fading))
    assert fading[-1] < 12
    assert mixer.chunk() is None


# What the simulator would have played


class Bench:
    def __init__(self, volume: int = 10) -> None:
        self.clock = VirtualClock()
        self.parts = Parts()
        self.backend = SimBackend(BOARD, self.clock, self.parts)
        assert BOARD.speaker
        self.speaker = Speaker(BOARD.speaker, self.backend, self.parts)
        self.cues = SoundControl(self.speaker, SoundState(volume))
        self.began = self.clock.time()

    @property
    def heard(self) -> list[tuple[float, list[int]]]:
        assert self.backend.speaker
        return [
            (round(at_s - self.began, 3), samples(data))
            for at_s, data in self.backend.speaker.heard
        ]

    def trouble(self) -> str | None:
        return next(p.trouble for p in self.parts.all() if p.name == "speaker")


def pitch_hz(heard: list[int]) -> float:
    """Count how often it rises through its middle in a second."""
    rises = sum(a < 0 <= b for a, b in pairwise(heard))
    return rises * RATE / len(heard)


def energy(heard: list[int]) -> float:
    return sum(v * v for v in heard) / max(1, len(heard))


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_tone_is_heard_from_the_moment_it_is_played(bench: Bench) -> None:
    bench.clock.tick(2)
    bench.speaker.play(sound(tone(440, 0.5)))
    bench.clock.tick(5)
    ((at_s, heard),) = bench.heard
    assert at_s == 2
    assert len(heard) == pytest.approx(0.5 * RATE, abs=CHUNK)
    assert pitch_hz(heard[: RATE // 2]) == pytest.approx(440, abs=4)


def test_between_two_sounds_it_is_silent(bench: Bench) -> None:
    bench.cues.play(("bite",))
    bench.clock.tick(3)
    bench.cues.play(("splash", "out"))
    bench.clock.tick(3)
    (first, bite), (second, both) = bench.heard
    assert (first, second) == (0, 3)
    whole = array("h", cues.samples("bite"))
    assert bite[: len(whole)] == [value >> 2 for value in whole]
    assert energy(both) > 0
    # Nothing sounds for ever: only the last seconds are kept.
    bench.clock.tick(KEPT_S + 1)
    assert bench.heard == []


def test_a_muted_table_and_one_in_its_quiet_hours_are_silent(bench: Bench) -> None:
    bench.cues.toggle_mute()
    bench.cues.play(("win",))
    bench.clock.tick(1)
    assert bench.heard == []
    quiet = SoundControl(bench.speaker, SoundState(10), lambda: True)
    quiet.play(("win",))
    bench.clock.tick(1)
    assert bench.heard == []


@pytest.mark.parametrize(
    ("hours", "quiet", "loud"),
    [
        ("22:00-07:30", ("22:00", "23:59", "00:00", "07:29"), ("07:30", "21:59")),
        ("13:00-15:00", ("13:00", "14:59"), ("12:59", "15:00", "22:00")),
        (None, (), ("00:00", "12:00")),
    ],
)
def test_quiet_hours_may_go_over_midnight(
    hours: str | None, quiet: tuple[str, ...], loud: tuple[str, ...]
) -> None:
    for times, expected in ((quiet, True), (loud, False)):
        for time in times:
            now = f"2026-11-17T{time}:30"
            assert (
                QuietHours(hours, partial(datetime.fromisoformat, now))() is expected
            ), time


# Without it


def test_a_pulled_speaker_is_named_silent_and_comes_back(bench: Bench) -> None:
    assert bench.trouble() is None
    bench.cues.play(("win",))
    bench.clock.tick(0.2)
    bench.backend.breakage.fault("speaker", "unplugged")
    assert bench.trouble()
    bench.clock.tick(1)
    assert len(bench.heard[0][1]) == pytest.approx(0.2 * RATE, abs=CHUNK)
    bench.cues.play(("bite",))
    bench.clock.tick(1)
    assert len(bench.heard) == 1
    bench.backend.breakage.repair("speaker")
    assert bench.trouble() is None
    # What was to be heard meanwhile is not heard now.
    bench.clock.tick(1)
    assert len(bench.heard) == 1
    bench.cues.play(("bite",))
    bench.clock.tick(1)
    assert len(bench.heard) == 2


# Music under all other sounds: a quiet loop without a seam, heard only when wanted.


MUSIC = array("h", cues.samples(cues.MUSIC))
# After so long it is gone.
OUT_S = 0.2


def steepest(heard: list[int]) -> int:
    return max(abs(b - a) for a, b in pairwise(heard))


def play(bench: Bench, seconds: float) -> None:
    """Play for this long; the simulator plays only when it is asked."""
    bench.clock.tick(seconds)
    bench.heard  # noqa: B018


def last(bench: Bench, seconds: float) -> list[int]:
    """Return what is heard in the next seconds, up to the first pause."""
    begun = bench.clock.time() - bench.began
    bench.clock.tick(seconds)
    at_s, heard = bench.heard[-1]
    return heard[max(0, int((begun - at_s) * RATE)) :]


# When it is heard


def test_it_grows_out_of_silence_and_goes_round_without_a_step(bench: Bench) -> None:
    bench.cues.use(bench.cues.state._replace(music=True))
    bench.clock.tick(2.5 * len(MUSIC) / RATE)
    ((at_s, heard),) = bench.heard
    assert at_s == 0
    assert max(map(abs, heard[:50])) <= 2
    assert energy(heard[: RATE // 5]) < energy(heard[RATE : RATE * 2]) / 4
    # At full level it is the loop, round after round.
    begun = RATE
    shown = [MUSIC[i % len(MUSIC)] >> 2 for i in range(begun, len(heard))]
    assert heard[begun:] == shown
    assert steepest(heard) <= steepest([v >> 2 for v in MUSIC]) + 1


def test_it_is_silent_while_something_is_said_and_comes_back(bench: Bench) -> None:
    bench.cues.use(bench.cues.state._replace(music=True))
    bench.clock.tick(1)
    bench.cues.speak(sound(bytes(4 * RATE)))
    spoken = last(bench, 2)
    assert energy(spoken[: RATE // 20]) > 0
    assert energy(spoken[int(OUT_S * RATE) : 2 * RATE - CHUNK]) == 0
    back = last(bench, 2)
    assert energy(back[RATE:]) > 0
    assert steepest(back) <= steepest([v >> 2 for v in MUSIC]) + 1


@pytest.mark.parametrize("why", ["muted", "volume", "quiet"])
def test_silence_ends_it_and_afterwards_it_comes_back(bench: Bench, why: str) -> None:
    hours = set[str]()
    player = SoundControl(bench.speaker, SoundState(10), lambda: bool(hours))
    player.use(player.state._replace(music=True))
    play(bench, 1)
    if why == "muted":
        player.toggle_mute()
    elif why == "volume":
        player.use(player.state._replace(volume=0))
    else:
        hours.add("now")
    play(bench, 1)
    ((_, heard),) = bench.heard
    assert len(heard) <= (1 + OUT_S) * RATE
    assert bench.speaker.mixer.chunk() is None, "nothing is mixed any more"
    hours.clear()
    if why == "muted":
        player.toggle_mute()
    elif why == "volume":
        player.use(player.state._replace(volume=10))
    else:
        # Nobody waits for the end of quiet hours: the next thing that happens ends it.
        player.play(("bite",))
    assert energy(last(bench, 2)[-CHUNK:]) > 0
    assert len(bench.heard) == 2


def test_as_many_sounds_as_ever_are_heard_and_none_flows_over() -> None:
    mixer = Mixer()
    mixer.add_bed(sound(pcm(*[32767] * RATE)), lambda: True)
    for _ in range(100):
        mixer.chunk()
    for _ in range(VOICES):
        mixer.add(sound(pcm(*[32767] * CHUNK)))
    first, second = samples(mixer.chunk()), samples(mixer.chunk())
    # Three of them and the music, which makes room for the fourth within 10 ms.
    assert first[0] == VOICES * 8191
    assert all(a >= b > 3 * 8191 - 1 for a, b in pairwise(first))
    assert second[0] >= 8191, "the fourth has only waited"
