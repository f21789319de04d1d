"""An optional part needs only a driver and one section of the map."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.basics.errors import UndertowError
from controller.games.get_bit.pieces import Choose
from controller.service.sound import sound_parts
from controller.sound.control import SoundControl, SoundState
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.fitting import part_specs
from hardware.parts.registry import PATIENCE_S, Parts
from hardware.readings import Pressed, Reading, Released
from hardware.rig import Rig
from tests.support import broken
from tests.support.simtable import SimTable, sim_table
from wiring import boardmap

KNOB = """
[[part]]
driver = "encoder"
name = "knob"
a_gpio = 2
b_gpio = 3
push_gpio = 14
"""
OPEN, CLOSED = True, False
# From one detent to the next: contact and level.
RIGHT = (("a", CLOSED), ("b", CLOSED), ("a", OPEN), ("b", OPEN))
LEFT = (("b", CLOSED), ("a", CLOSED), ("b", OPEN), ("a", OPEN))


def map_with(folder: Path, section: str) -> Path:
    path = folder / "board.toml"
    path.write_text(boardmap.DEFAULT.read_text() + section)
    return path


class Knob:
    """The mark 1 table with a knob, and its readings."""

    def __init__(self, folder: Path, section: str = KNOB) -> None:
        self.clock, self.parts = VirtualClock(), Parts()
        board = boardmap.load(map_with(folder, section))
        self.backend = SimBackend(board, self.clock, self.parts)
        self.rig = Rig(board, self.backend, self.parts)
        self.read: list[Reading] = []

    def listen(self) -> None:
        self.rig.listen(self.read.append)
        self.read.clear()

    def turn(self, steps: Any) -> None:
        for contact, level in steps:
            pin = self.backend.pins.pin({"a": 2, "b": 3}[contact])
            (pin.drive_high if level is OPEN else pin.drive_low)()
            self.clock.run_calls()

    def push(self, *, down: bool) -> None:
        pin = self.backend.pins.pin(14)
        (pin.drive_low if down else pin.drive_high)()
        self.clock.run_calls()
        self.clock.tick(0.1)


@pytest.fixture
def knob(tmp_path: Path) -> Iterator[Knob]:
    made = Knob(tmp_path)
    made.listen()
    yield made
    made.rig.close()


def test_a_turn_to_the_right_is_next(knob: Knob) -> None:
    knob.turn(RIGHT)
    assert knob.read == [Pressed("next"), Released("next")]
    knob.turn(RIGHT * 2)
    assert knob.read == [Pressed("next"), Released("next")] * 3


def test_a_push_is_ok(knob: Knob) -> None:
    knob.push(down=True)
    assert knob.read == [Pressed("ok")]
    knob.push(down=False)
    assert knob.read == [Pressed("ok"), Released("ok")]


def test_a_turn_to_the_left_is_what_the_map_says(tmp_path: Path, knob: Knob) -> None:
    knob.turn(LEFT)
    assert knob.read == []
    other = Knob(tmp_path, KNOB + 'left = "undo"\n')
    other.listen()
    other.turn(LEFT)
    assert other.read == [Pressed("undo"), Released("undo")]
    other.rig.close()


def test_a_bouncing_contact_and_half_a_turn_are_no_step(knob: Knob) -> None:
    knob.turn((("a", CLOSED), ("a", OPEN)) * 5)
    knob.turn((RIGHT[0], RIGHT[1], ("b", OPEN), ("a", OPEN)))
    assert knob.read == []
    bouncing = [step for each in RIGHT for step in (each, (each[0], not each[1]), each)]
    knob.turn(bouncing)
    assert knob.read == [Pressed("next"), Released("next")]


def test_a_part_that_cannot_be_opened_is_named_and_tried_again(tmp_path: Path) -> None:
    knob = Knob(tmp_path)
    reserve = knob.backend.pins.reserve_pins
    busy = [True]

    def refused(device: Any, *pins: Any) -> None:
        if 3 in pins and busy:
            raise OSError("GPIO3 is busy")
        reserve(device, *pins)

    knob.backend.pins.reserve_pins = refused
    knob.listen()
    assert broken(knob.parts) == ["knob"]
    busy.clear()
    knob.clock.tick(PATIENCE_S[0])
    assert knob.parts.troubles() == []
    knob.read.clear()
    knob.turn(RIGHT)
    assert knob.read == [Pressed("next"), Released("next")]
    knob.rig.close()


# The map


@pytest.mark.parametrize(
    ("section", "named"),
    [
        (KNOB.replace("= 2", "= 4"), "GPIO4"),
        (KNOB.replace("= 2", '= "x"'), "part.a_gpio"),
        (KNOB.replace("encoder", "enkoder"), "'encoder'"),
        (KNOB.replace("encoder", "buttons"), "'buttons'"),
        (KNOB.replace("a_gpio = 2\n", ""), "a_gpio"),
        (KNOB + 'right = "up"\n', "part.right"),
        (KNOB + KNOB.replace("= 14", "= 15"), "knob"),
        ("[[part]]\na_gpio = 2\n", "driver"),
    ],
)
def test_a_wrong_section_is_refused_with_file_and_line(
    tmp_path: Path, section: str, named: str
) -> None:
    path = map_with(tmp_path, section)
    with pytest.raises(UndertowError) as refused:
        part_specs(boardmap.load(path))
    text = str(refused.value)
    assert named in text
    line = int(text.removeprefix(f"{path}:").partition(":")[0])
    assert line > boardmap.DEFAULT.read_text().count("\n") or named == "GPIO4"


# A buzzer: its driver and one section of the map, and it beeps with the table.


BUZZER = """
[[part]]
driver = "buzzer"
gpio = 15
beep_ms = 80
"""
BEEP_S = 0.08


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    """The mark 1 table with a buzzer."""
    path = tmp_path / "board.toml"
    path.write_text(boardmap.DEFAULT.read_text() + BUZZER)
    with sim_table(tmp_path / "state", board=boardmap.load(path)) as made:
        yield made


def beeps(table: SimTable) -> bool:
    return bool(table.backend.pins.pin(15).state)


def a_round(table: SimTable, card: int) -> None:
    for seat, robot in enumerate(("red", "blue", "green", "yellow")):
        table.act(Choose(seat, robot, card if seat < 2 else card + seat), seat)
    table.settle()


def test_a_sound_is_a_beep_and_two_are_a_longer_one(table: SimTable) -> None:
    assert not beeps(table)
    table.rig.sound(("bite",))
    assert beeps(table)
    table.clock.tick(BEEP_S / 2)
    table.rig.sound(("out", "bite"))
    table.clock.tick(BEEP_S * 0.9)
    assert beeps(table)
    table.clock.tick(BEEP_S * 0.2)
    assert not beeps(table)


def test_a_game_is_heard_by_it(table: SimTable) -> None:
    quiet = [False]
    heard: list[tuple[str, ...]] = []

    def sound(names: tuple[str, ...]) -> None:
        table.rig.sound(names)
        heard.append(names)
        assert beeps(table)

    table.lights.on_sounds.append(sound_parts(7, lambda: quiet[0], None, sound))
    table.start(4, seed=1)
    a_round(table, 1)
    assert heard
    heard.clear()
    quiet[0] = True
    a_round(table, 2)
    assert heard == []


def test_it_is_silent_when_the_speaker_is(table: SimTable) -> None:
    heard: list[Any] = []
    assert table.rig.speaker
    control = SoundControl(table.rig.speaker, SoundState(5))
    play = sound_parts(7, lambda: False, control, heard.append)
    play(("bite",))
    control.toggle_mute()
    play(("bite",))
    control.toggle_mute()
    control.use(control.state._replace(volume=0))
    play(("bite",))
    assert heard == [("bite",)]
    sound_parts(0, lambda: False, None, heard.append)(("bite",))
    assert heard == [("bite",)]
