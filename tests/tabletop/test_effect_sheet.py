"""A game's effects.toml: checked with file and line, shown and heard as it says."""

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from controller import games
from controller.basics.sheet import SheetError
from controller.light.colour import DARK, WHITE, Keyframe
from controller.light.palette import BLOOD
from controller.rules.views import show
from controller.sound import cues
from controller.tabletop.effect_sheet import EffectSheet, Figure, read, ready_effects
from controller.testing.cases import CASES, Case, new_match, steps
from tests.support.ours import OURS

FIGURES = {
    "bite": Figure("teeth", seconds=2, colours=1, repeats=True),
    "swim": Figure("wave"),
    "out": None,
}
GOOD = """\
[bite]
light = "teeth"
seconds = [0.25, 0.5]
times = 2
colours = ["blood"]
sound = "bite"

[swim]
light = "wave"
seconds = 1
sound = "splash"

[out]
light = "none"
sound = "out"
"""


class Out(NamedTuple):
    tile: int


class Bite(NamedTuple):
    tile: int


def sheet(tmp_path: Path, text: str = GOOD) -> EffectSheet:
    path = tmp_path / "effects.toml"
    path.write_text(text)
    return read(path, "A GAME", FIGURES)


def test_the_file_defines_what_the_table_shows_and_plays(tmp_path: Path) -> None:
    effects = sheet(tmp_path)
    bite = effects["bite"]
    assert bite.seconds == (0.25, 0.5)
    assert (bite.times, bite.colour, bite.sound) == (2, BLOOD, "bite")
    assert effects["swim"].for_s == 1
    assert effects.names == ("bite", "swim", "out")


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ("[bite]", "[byte]", "1: unknown section 'byte'; did you mean 'bite'?"),
        (
            '[out]\nlight = "none"\nsound = "out"\n',
            "",
            ' the event out has no section; add [out] with its light and sound ("none" '
            'and "silent" if it has none)',
        ),
        ('"teeth"', '"tooth"', "2: bite has no light 'tooth'; did you mean 'teeth'?"),
        ('"bite"', '"byte"', "6: there is no sound 'byte'; did you mean 'bite'?"),
        ("[0.25, 0.5]", "0.25", "3: the light teeth takes 2 seconds, and bite has 1"),
        ("= 1\n", "= 99\n", "10: swim.seconds must be seconds from 0.02 to 5, one"),
        ('["blood"]', '["bloody"]', "5: bite.colours must be a list of colours such"),
        ('["blood"]', "[]", "1: the light teeth takes 1 colours, and bite has none"),
        ("= 1\n", "= 1\ntimes = 2\n", "11: the light wave is shown once; remove swim"),
    ],
)
def test_a_bad_effect_is_refused_with_file_and_line(
    tmp_path: Path, good: str, bad: str, words: str
) -> None:
    assert GOOD.count(good) == 1 or good in ('"bite"', "= 1\n")
    effects = sheet(tmp_path, GOOD.replace(good, bad))
    with pytest.raises(SheetError) as error:
        effects.check()
    assert str(error.value).startswith(f"{tmp_path / 'effects.toml'}:{words}")


def told(effects: EffectSheet, *events: dict[str, Any]) -> tuple[Keyframe, ...]:
    def tell(event: dict[str, Any]) -> list[Keyframe]:
        lamp = {event["type"]: WHITE}
        return [Keyframe(1, lamp), Keyframe(2, lamp)] if event["type"] != "out" else []

    return effects.keyframes(events, tell)


BITE, SWIM, OUT = {"type": "bite"}, {"type": "swim"}, {"type": "out", "seat": 1}


def test_a_sound_comes_with_the_first_light_of_its_event(tmp_path: Path) -> None:
    keyframes = told(sheet(tmp_path), SWIM, BITE)
    assert [keyframe.sounds for keyframe in keyframes] == [
        ("splash",),
        (),
        ("bite",),
        (),
    ]


def test_what_has_no_light_is_heard_with_the_next_or_the_last(tmp_path: Path) -> None:
    effects = sheet(tmp_path)
    assert [s.sounds for s in told(effects, OUT, SWIM)] == [("out", "splash"), ()]
    assert [s.sounds for s in told(effects, SWIM, OUT)] == [("splash",), ("out",)]
    assert told(effects, OUT) == ()
    assert effects.sounds_without_light([OUT, SWIM, OUT]) == ("out",)


def test_a_light_that_shows_nothing_this_time_is_not_heard(tmp_path: Path) -> None:
    effects = sheet(tmp_path)
    assert effects.keyframes([SWIM], lambda _: []) == ()
    assert effects.sounds_without_light([SWIM]) == ()


def test_a_light_can_be_put_out_and_its_sound_stays(tmp_path: Path) -> None:
    dark = GOOD.replace('light = "wave"\nseconds = 1', 'light = "none"')
    keyframes = told(sheet(tmp_path, dark), SWIM, BITE)
    assert [keyframe.lamps for keyframe in keyframes] == [{"bite": WHITE}] * 2
    assert keyframes[0].sounds == ("splash", "bite")


def test_any_event_of_a_seat_can_have_that_seats_lamp(tmp_path: Path) -> None:
    lit = (
        '[out]\nlight = "seat"\nseconds = [0.3, 0.1]\ntimes = 2\ncolours = ["#010203"]'
    )
    keyframes = told(sheet(tmp_path, GOOD.replace('[out]\nlight = "none"', lit)), OUT)
    assert [keyframe.lamps for keyframe in keyframes] == [
        {"seat:1": (1, 2, 3)},
        {"seat:1": DARK},
    ] * 2
    assert [keyframe.seconds for keyframe in keyframes] == [0.3, 0.1, 0.3, 0.1]
    assert keyframes[0].sounds == ("out",)


def test_tiles_flash_and_rows_are_swept_without_a_scene(tmp_path: Path) -> None:
    (tmp_path / "effects.toml").write_text(
        '[out]\nlight = "flash-tile"\nseconds = [0.3, 0.1]\ncolours = ["#010203"]\n'
        'sound = "silent"\n'
        '[bite]\nlight = "sweep-row"\nseconds = 0.2\ncolours = ["white"]\n'
        'sound = "bite"\n'
    )
    effects = ready_effects(str(tmp_path / "game.py"), "A GAME", Out, Bite)
    shown = effects.ready({}, [{"type": "out", "tile": 7}, {"type": "out"}])
    assert [k.lamps for k in shown] == [{"tile:1,2": (1, 2, 3)}, {"tile:1,2": DARK}]
    swept = effects.ready({}, [{"type": "bite", "tile": 7}])
    assert [[*k.lamps] for k in swept] == [[f"tile:1,{n}"] for n in range(5)]
    assert (swept[0].sounds, swept[1].sounds) == (("bite",), ())


def test_an_event_that_no_section_is_about_is_dark_and_silent(tmp_path: Path) -> None:
    assert told(sheet(tmp_path), {"type": "moo"}) == ()
    assert sheet(tmp_path).sounds_without_light([{"type": "moo"}]) == ()


# The sheets of the games


@pytest.mark.parametrize("name", OURS)
def test_a_scene_draws_on_when_its_lights_are_put_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a sheet leaves out, the pictures after it are right."""
    case = next(case for case in CASES if case.name == name and not case.changed)
    effects = games.staging(case.game).effects
    whole = every_still(case)
    dark = {n: effects[n]._replace(light="none") for n in effects.names[::2]}
    of = EffectSheet.of
    monkeypatch.setattr(
        EffectSheet,
        "of",
        lambda sheet, event: dark.get(sheet.name(event), of(sheet, event)),
    )
    left = every_still(case)
    assert 0 < len(left) < len(whole)
    lamps = [keyframe.lamps for keyframe in whole]
    assert all(keyframe.lamps in lamps for keyframe in left)


def every_still(case: Case) -> list[Keyframe]:
    match = new_match(case, 3)
    staging, found = games.staging(case.game), list[Keyframe]()
    more = {"options": match.options, "seats": match.seats}
    before = {**show(case.game, match.position, "table", ()), **more}
    for entries in steps(match, Random(3)):
        events = [event for entry in entries for event in entry.events]
        after = {**show(case.game, match.position, "table", events), **more}
        found += staging.effect(before, after["events"])
        before = after
    return found


def test_every_sound_there_is_belongs_to_some_event() -> None:
    heard = {
        games.staging(games.find(name)).effects[event].sound
        for name in games.names()
        for event in games.staging(games.find(name)).effects.names
    }
    assert set(cues.names()) <= heard
