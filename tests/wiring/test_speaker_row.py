"""The board map's [speaker]: its pins, and what it cannot share."""

from pathlib import Path

import pytest

from tests.wiring.test_eliminator_row import Read, read, refusal
from wiring import find
from wiring.papers.folder import papers

__all__ = ["read"]  # a fixture

I2S = 'driver = "i2s"'
DEVICE = 'device = "plughw:CARD=MAX98357A"'


def test_an_i2s_amplifier_takes_its_four_pins(read: Read) -> None:
    speaker = read().speaker
    assert speaker is not None
    assert speaker.pins == (18, 19, 20, 21)
    assert speaker.device == "plughw:CARD=MAX98357A"


@pytest.mark.parametrize("driver", ["usb", "hdmi", "headphones"])
def test_the_others_take_no_pin(read: Read, driver: str) -> None:
    other = (I2S, f'driver = "{driver}"'), ("gpio = 4\n", "gpio = 18\n")
    board = read(*other)
    assert board.speaker
    assert board.speaker.pins == ()


@pytest.mark.parametrize("gpio", [18, 19, 20, 21])
def test_a_button_on_a_pin_of_the_sound_is_refused(read: Read, gpio: int) -> None:
    said = refusal(read, ("gpio = 4\n", f"gpio = {gpio}\n"))
    both = "seat 0's button and the speaker's I2S"
    assert f"GPIO{gpio} is claimed by both {both}" in said
    assert said.endswith("give one of them another pin")


def test_the_headphone_jack_and_a_strip_on_pwm_are_refused(read: Read) -> None:
    said = refusal(
        read,
        (I2S, 'driver = "headphones"'),
        ('driver = "spi"', 'driver = "pwm"'),
        ("gpio = 10 ", "gpio = 18 "),
    )
    assert "the headphone jack and the strip's driver both want the PWM" in said


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        (I2S, 'driver = "bluetooth"', "speaker.driver must be i2s, usb, hdmi or head"),
        (DEVICE, "", "[speaker] has no device; add it: a device of ALSA that `aplay "),
        (DEVICE, 'device = "a b"', "speaker.device must be a device of ALSA that"),
        (DEVICE, "device = 3", "speaker.device must be a device of ALSA that"),
    ],
)
def test_a_bad_speaker_is_refused(read: Read, good: str, bad: str, words: str) -> None:
    assert words in refusal(read, (good, bad))


def test_the_papers_know_the_amplifier_and_where_its_wires_go() -> None:
    texts = papers(Path(find("mark1"))).texts
    for pin, gpio, to in ((12, 18, "BCLK"), (35, 19, "LRC"), (40, 21, "DIN")):
        assert f"| {pin} | GPIO{gpio} | U3, pin {to} |" in texts["pins.md"]
    assert "MAX98357A board" in texts["parts.md"]
    assert "| speaker |" in texts["power.md"]
    small = papers(Path(find("mini"))).texts
    assert not any("MAX98357A" in text for text in small.values())
