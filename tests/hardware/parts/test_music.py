"""Music under all other sounds: a quiet loop without a seam, heard only when wanted."""

from array import array
from itertools import pairwise

import pytest

from controller.sound import cues
from controller.sound.player import CuePlayer
from controller.sound.recipes import Tone
from controller.sound.synth import render, render_loop
from hardware.backends.sim.speaker import KEPT_S
from hardware.parts.sound import CHUNK, RATE, VOICES, Mixer, sound
from tests.hardware.parts.test_speaker import Bench, bench, energy, pcm, samples

__all__ = ["bench"]  # a fixture

MUSIC = array("h", cues.samples(cues.MUSIC))
# After so long it is gone.
OUT_S = 0.2


def steepest(heard: list[int]) -> int:
    return max(abs(b - a) for a, b in pairwise(heard))


def play(bench: Bench, seconds: float) -> None:
    """So long all is heard as it is now: the simulator plays when it is asked."""
    bench.clock.tick(seconds)
    bench.heard  # noqa: B018


def last(bench: Bench, seconds: float) -> list[int]:
    """What is heard in the next seconds, as far as it is heard without a pause."""
    begun = bench.clock.time() - bench.began
    bench.clock.tick(seconds)
    at_s, heard = bench.heard[-1]
    return heard[max(0, int((begun - at_s) * RATE)) :]


# The loop


def test_the_loop_goes_on_at_its_seam_as_everywhere() -> None:
    seam = abs(MUSIC[0] - MUSIC[-1])
    assert seam <= steepest(list(MUSIC))
    assert steepest(list(MUSIC)) < 250, "a click is steeper than any of its tones"
    # It does not pause there either.
    around = [*MUSIC[-RATE // 10 :], *MUSIC[: RATE // 10]]
    assert energy(around) > energy(list(MUSIC)) / 4


def test_a_tone_that_sounds_at_the_end_sounds_on_at_the_beginning() -> None:
    tone = Tone(cues.MUSIC, "sine", for_ms=1500, from_hz=333, at_ms=3500)
    loop, cue = list(render_loop([tone])), list(render([tone._replace(at_ms=0)]))
    begun = RATE * 7 // 2
    round_it_goes = loop[begun:] + loop[: len(cue) - (len(loop) - begun)]
    # The same tone, far quieter: rounding apart.
    assert round_it_goes == pytest.approx([value / 8 for value in cue], abs=2)
    assert not any(loop[RATE:begun])


def test_it_is_short_and_well_below_every_cue() -> None:
    assert cues.file(cues.MUSIC).stat().st_size < 180_000
    loudest = max(
        energy(list(MUSIC[at : at + RATE // 10]))
        for at in range(0, len(MUSIC), RATE // 20)
    )
    for name in cues.names():
        cue = array("h", cues.samples(name))
        most = max(
            sum(v * v for v in cue[at : at + RATE // 10]) / (RATE // 10)
            for at in range(0, len(cue), RATE // 20)
        )
        # By 12 decibels or more.
        assert loudest * 16 < most, name


def test_no_effect_can_name_it_as_its_sound() -> None:
    assert cues.MUSIC not in cues.names()


# When it is heard


def test_without_it_nothing_is_mixed_at_all(bench: Bench) -> None:
    bench.clock.tick(5)
    assert bench.heard == []
    bench.cues.play(("bite",))
    bench.clock.tick(5)
    ((_, heard),) = bench.heard
    assert len(heard) <= len(cues.samples("bite")) // 2 + CHUNK


def test_it_grows_out_of_silence_and_goes_round_without_a_step(bench: Bench) -> None:
    bench.cues.music = True
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


def test_it_fades_when_it_is_not_wanted_any_more(bench: Bench) -> None:
    bench.cues.music = True
    play(bench, 1)
    bench.cues.music = False
    fading = last(bench, 3)
    assert len(fading) <= OUT_S * RATE
    assert steepest(fading) <= steepest([v >> 2 for v in MUSIC]) + 1
    assert max(map(abs, fading[-20:])) <= 2
    assert bench.speaker.mixer.chunk() is None


def test_it_is_silent_while_something_is_said_and_comes_back(bench: Bench) -> None:
    bench.cues.music = True
    bench.clock.tick(1)
    bench.cues.speak(sound(bytes(4 * RATE)))
    spoken = last(bench, 2)
    assert energy(spoken[: RATE // 20]) > 0
    assert energy(spoken[int(OUT_S * RATE) : 2 * RATE - CHUNK]) == 0
    back = last(bench, 2)
    assert energy(back[RATE:]) > 0
    assert steepest(back) <= steepest([v >> 2 for v in MUSIC]) + 1


def test_cues_are_heard_over_it(bench: Bench) -> None:
    bench.cues.music = True
    bench.clock.tick(1)
    alone = energy(last(bench, 0.5))
    bench.cues.play(("bite",))
    assert energy(last(bench, 0.2)) > 16 * alone


@pytest.mark.parametrize("why", ["muted", "volume", "quiet"])
def test_silence_ends_it_and_afterwards_it_comes_back(bench: Bench, why: str) -> None:
    hours = set[str]()
    player = CuePlayer(bench.speaker, 10, lambda: bool(hours))
    player.music = True
    play(bench, 1)
    if why == "muted":
        player.toggle_mute()
    elif why == "volume":
        player.volume = 0
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
        player.volume = 10
    else:
        # Nobody waits for the end of quiet hours: the next thing that happens ends it.
        player.play(("bite",))
    assert energy(last(bench, 2)[-CHUNK:]) > 0
    assert len(bench.heard) == 2


@pytest.mark.parametrize("why", ["muted", "volume", "quiet"])
def test_turned_on_in_silence_it_is_silent(bench: Bench, why: str) -> None:
    player = CuePlayer(
        bench.speaker, 0 if why == "volume" else 10, lambda: why == "quiet"
    )
    player.is_muted = why == "muted"
    player.music = True
    bench.clock.tick(2)
    assert bench.heard == []


def test_a_pulled_speaker_ends_it_and_the_next_sound_brings_it_back(
    bench: Bench,
) -> None:
    assert bench.backend.breakage
    bench.cues.music = True
    bench.clock.tick(1)
    bench.backend.breakage.fault("speaker", "unplugged")
    bench.clock.tick(1)
    bench.backend.breakage.mend("speaker")
    play(bench, 1)
    assert bench.speaker.mixer.chunk() is None
    bench.cues.play(("bite",))
    assert energy(last(bench, 4)[-RATE:]) > 0


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


# In the simulator


def test_hours_of_music_keep_only_their_last_seconds(bench: Bench) -> None:
    bench.cues.music = True
    for _ in range(3):
        bench.clock.tick(3600)
        ((at_s, heard),) = bench.heard[-1:]
        now = bench.clock.time() - bench.began
        assert sum(len(part) for _, part in bench.heard) <= (KEPT_S + 1) * RATE
        assert at_s == pytest.approx(now - KEPT_S, abs=0.1)
        assert len(heard) == pytest.approx(KEPT_S * RATE, abs=2 * CHUNK)
        bench.cues.play(("bite",))
        bench.clock.tick(1)
        assert energy(bench.heard[-1][1][-RATE:]) > 0
