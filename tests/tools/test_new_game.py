"""`undertow new-game` creates a playable game, and says what comes next."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.chance.seed import seeded
from controller.rules.match import Match
from controller.tools.new_game import (
    CannotMake,
    NewGameOptions,
    make,
)
from tests.support import ROOT
from tests.support.packages import BARE, installed, ran, suite
from tests.support.packages import forgotten as forgotten

KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "face_down": {"grid": True},
    "hidden": {"hidden": True},
    "cards": {"cards": True},
}


pytestmark = pytest.mark.usefixtures("forgotten")


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_plays_at_once(kind: str, tmp_path: Path) -> None:
    options = NewGameOptions(
        "pearl-dive", (3, 5), package=tmp_path / "new", **KINDS[kind]
    )
    folder = make(options)
    assert folder == tmp_path / "new" / "pearl_dive"
    game = games.find("pearl-dive")
    assert (game.title, game.seats) == ("PEARL DIVE", (3, 5))
    for seats in (3, 5):
        match = Match(game, seats, {}, seeded(1))
        match.accept(match.opening())
        rng = Random(1)
        while match.result is None:
            match.accept(match.plan(rng.choice(game.legal(match.position))))
    texts = [p.read_text() for p in folder.rglob("*") if p.suffix in (".py", ".md")]
    assert not any("NG-" in text or "NEW GAME" in text for text in texts)
    assert "**PD-01 " in (folder / "rulings.md").read_text()


def test_a_new_game_passes_the_whole_suite_and_says_the_next_steps(
    tmp_path: Path,
) -> None:
    home = tmp_path / "reef"
    command = ("-m", "controller.cli.main", "new-game", "sea-bed", "--grid", "--hidden")
    more = ("--option", "deep", "--house", "--effects", "--lesson", "--bot")
    made = ran(tmp_path, *command, *more, "--seats=3-5", "--package", str(home))
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines()[-5:] == [
        "sea-bed can be played. Next steps:",
        f"  1. pip install -e {home}, then undertow play sea-bed",
        "  2. change reef/sea_bed/__init__.py and reef/sea_bed/rulings.md, then",
        "     undertow golden sea-bed --regenerate",
        f"  3. python -m pytest --undertow-game sea-bed, in {home}",
    ]
    assert made.stderr == ""
    installed(home, "sea-bed", "sea_bed")
    passed = suite(home, "sea-bed")
    assert passed.returncode == 0, passed.stdout[-3000:]
    again = ran(home, *command[:2], "golden", "sea-bed")
    assert {line.rpartition(": ")[2] for line in again.stdout.splitlines()} == {
        "as it was"
    }


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("get-bit", "the game 'get-bit' already exists"),
        ("Pearl", "is not a valid name"),
        ("../x", "is not a valid name"),
        ("x" * 41, "is not a valid name"),
        ("class", "is reserved by Python"),
        ("controller", "is already a Python module"),
    ],
)
def test_an_invalid_or_existing_name_is_refused(
    name: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(CannotMake) as refused:
        make(NewGameOptions(name, (2, 4), package=tmp_path / "new"))
    assert says in str(refused.value)
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pearl").mkdir()
    with pytest.raises(CannotMake, match="already exists"):
        make(NewGameOptions("pearl", (2, 4), package=tmp_path))
    (tmp_path / "pyproject.toml").write_text("")
    with pytest.raises(CannotMake, match="already has a pyproject"):
        make(NewGameOptions("shell", (2, 4), package=tmp_path))
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "pearl",
        "pyproject.toml",
    ]


def test_half_a_game_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotMake, match=r"shell cannot be written: Not a directory"):
        make(NewGameOptions("shell", (2, 4), package=tmp_path / "file"))
    written = Path.write_text

    def full(path: Path, text: str, encoding: str) -> int:
        if path.name == "testing.py":
            raise OSError(28, "No space left on device")
        return written(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(CannotMake, match="cannot be written: No space left on device"):
        make(NewGameOptions("shell", (2, 4), package=tmp_path / "new"))
    assert not (tmp_path / "new" / "shell").exists()
    monkeypatch.undo()
    assert make(NewGameOptions("shell", (2, 4), package=tmp_path / "new")).exists()


@pytest.mark.parametrize("kind", ["hidden", "cards"])
def test_a_secret_needs_a_second_player(kind: str, tmp_path: Path) -> None:
    with pytest.raises(CannotMake, match="--seats 2-4"):
        make(NewGameOptions("pearl", (1, 4), package=tmp_path, **KINDS[kind]))


def test_cards_go_alone(tmp_path: Path) -> None:
    with pytest.raises(CannotMake, match="--cards cannot be combined"):
        make(NewGameOptions("pearl", (2, 4), cards=True, grid=True, package=tmp_path))


@pytest.mark.parametrize("kind", KINDS)
def test_the_beginnings_of_more(kind: str, tmp_path: Path) -> None:
    wanted = NewGameOptions("shells", (2, 3), package=tmp_path / "new", **KINDS[kind])
    more = wanted._replace(option="deep", house=True, effects=True, lesson=True)
    make(more._replace(bot=True))
    game = games.find("shells")  # which checks all that it gives
    assert [option.name for option in game.options] == ["deep"]
    assert games.words("shells").entries["option.deep"]
    assert game.house
    assert "over" in games.staging(game).effects.names
    assert len(games.lesson("shells").steps) == 3
    assert games.sense(game).prefer
    ours = ("--config", str(ROOT / "pyproject.toml"), "new")
    for check in (("check",), ("format", "--check")):
        linted = ran(tmp_path, "-m", "ruff", *check, *ours)
        assert linted.returncode == 0, linted.stdout


@pytest.mark.parametrize("kind", ["face_down", "hidden"])
def test_its_tests_hold_for_any_players_with_house_data_and_an_option(
    kind: str, tmp_path: Path
) -> None:
    wanted = NewGameOptions("shells", (4, 5), package=tmp_path / "new", **KINDS[kind])
    folder = make(wanted._replace(option="deep", house=True))
    module = folder / "__init__.py"
    text = (
        module.read_text().replace("_options:", "options:").replace("_house:", "house:")
    )
    begun = "-> Position:\n    return"
    assert text.count(begun) == 1
    used = "-> Position:\n    assert house.goal and 'deep' in options\n    return"
    module.write_text(text.replace(begun, used))
    run = ("-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests"))
    passed = ran(tmp_path / "new", *run, **BARE)
    assert passed.returncode == 0, passed.stdout
