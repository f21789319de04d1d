"""A buzzer: its driver and one section of the map, and it beeps with the table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.basics.errors import UndertowError
from controller.games.get_bit.pieces import Choose
from controller.service.sound import sound_parts
from controller.sound.control import SoundControl
from controller.sound.player import CuePlayer
from hardware.parts.fitting import wanted
from tests.support.simtable import SimTable, sim_table
from wiring import boardmap

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


def test_it_is_named_with_its_pin(table: SimTable) -> None:
    [part] = [part for part in table.parts.all() if part.name == "buzzer"]
    assert (part.says, part.trouble) == ("beeps on GPIO15", None)


def test_it_does_not_beep_while_the_pi_starts(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    section = BUZZER.replace("= 15", "= 3")
    path.write_text(boardmap.DEFAULT.read_text() + section)
    with pytest.raises(UndertowError, match="from 9 to 27, which is low while the Pi"):
        wanted(boardmap.load(path))


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
    player = CuePlayer(table.rig.speaker, 5)
    control = SoundControl(player, "en")
    play = sound_parts(7, lambda: False, control, heard.append)
    play(("bite",))
    player.toggle_mute()
    play(("bite",))
    player.toggle_mute()
    player.volume = 0
    play(("bite",))
    assert heard == [("bite",)]
    sound_parts(0, lambda: False, None, heard.append)(("bite",))
    assert heard == [("bite",)]


def test_it_is_silent_once_the_table_ends(table: SimTable) -> None:
    table.rig.sound(("bite",))
    table.rig.close()
    assert table.backend.pins.pin(15).function == "input"
