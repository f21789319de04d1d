"""`undertow doctor` about the sound card, and about what speaks."""

from pathlib import Path

import pytest

from controller.tools.doctor.case import remark, well, wrong
from controller.tools.doctor.machine import Result
from controller.tools.doctor.parts import groups
from controller.tools.doctor.servo import speaker
from tests.support.doctor_machines import (
    a_laptop,
    a_pi,
    answers,
    board_with,
    look_at,
    only,
    put,
)

SPEAKS = well("speech", "by espeak-ng")
HDMI = " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n"


def test_a_card_that_is_there_is_named_with_how_to_try_it(tmp_path: Path) -> None:
    found = [*speaker(look_at(a_pi(tmp_path)))]
    device = "plughw:CARD=MAX98357A"
    says = f"{device}; try it with: speaker-test -D {device} -l 1"
    assert found == [well("speaker", says), SPEAKS]


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (HDMI, "there is no sound card MAX98357A; there is vc4hdmi0"),
        ("--- no soundcards ---\n", "this system has no sound card"),
        ("", "this system has no sound card"),
    ],
)
def test_a_missing_amplifier_is_mended_in_config_txt(
    tmp_path: Path, cards: str, says: str
) -> None:
    machine = a_pi(tmp_path)
    put(tmp_path, "proc/asound/cards", cards)
    config = "boot/firmware/config.txt"
    assert next(speaker(look_at(machine))) == wrong(
        "speaker",
        f"{says}; an I2S amplifier has to be named in /{config}",
        f"printf '[all]\\ndtoverlay=max98357a,no-sdmode\\n' | sudo tee -a /{config}",
        "sudo reboot",
    )


def test_another_kind_of_speaker_is_plugged_in(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    board = board_with(tmp_path, ("CARD=MAX98357A", "CARD=Device"))
    assert next(speaker(look_at(machine, board))) == wrong(
        "speaker",
        "there is no sound card Device; there is MAX98357A; plug it in, or name "
        "another one",
        "aplay -L",
    )


def test_a_device_that_names_no_card_is_well_where_there_is_any(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    board = board_with(tmp_path, ("plughw:CARD=MAX98357A", "default"))
    assert next(speaker(look_at(machine, board))).state == "well"


def test_without_espeak_it_sounds_and_does_not_speak(tmp_path: Path) -> None:
    machine = a_pi(tmp_path, run=answers(**{"espeak-ng": Result(127, "")}))
    assert [*speaker(look_at(machine))][-1] == remark(
        "speech",
        "the table sounds but does not speak: espeak-ng is not installed",
        "sudo apt-get install espeak-ng",
    )


def test_nothing_is_said_of_a_table_without_a_speaker_or_of_a_laptop(
    tmp_path: Path,
) -> None:
    case = look_at(a_pi(tmp_path / "pi"))
    assert case.board
    silent = case._replace(board=case.board._replace(speaker=None))
    assert [*speaker(silent)] == []
    assert [*speaker(look_at(a_laptop(tmp_path / "laptop")))] == []


def test_who_may_use_the_sound_card_is_in_the_group_audio(tmp_path: Path) -> None:
    machine = a_pi(tmp_path)
    with (tmp_path / "etc/group").open("a") as file:
        file.write("\naudio:x:29:bob\n")
    found = only(groups(look_at(machine)))
    assert found.says.startswith("ada is not in audio")
