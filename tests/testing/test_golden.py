"""`undertow golden` updates a game's golden files after its rules have changed."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from controller.testing import perft, pictures, playthroughs
from controller.testing.golden import CannotWrite, made
from controller.tools.new_game import NewGameOptions, make
from tests.support.packages import forgotten as forgotten

Change = Callable[[str, str], None]


@pytest.fixture
def change(tmp_path: Path, forgotten: None) -> Change:
    """A function that changes the rules of a new game."""
    folder = make(NewGameOptions("shells", (2, 4), package=tmp_path))
    assert {how for _, how in made("shells")} == {"new"}

    def do(old: str, new: str) -> None:
        module = folder / "__init__.py"
        text = module.read_text()
        assert old in text
        module.write_text(text.replace(old, new))
        # As a new process would read it.
        exec(module.read_text(), vars(import_module("shells")))

    return do


def hows(*, regenerate: bool = False) -> dict[str, str]:
    return {path.name: how for path, how in made("shells", regenerate=regenerate)}


def test_what_cannot_be_played_any_more_is_named_with_the_command(
    change: Change,
) -> None:
    change("MOST = 3", "MOST = 2")
    with pytest.raises(playthroughs.Unplayable) as refused:
        hows()
    [first, *_] = playthroughs.files("shells")
    assert str(refused.value).startswith(f"{first}: line ")
    assert str(refused.value).endswith(
        "is not legal now; change it, or keep as much of it as can be played: "
        "undertow golden shells --regenerate"
    )


def test_anew_it_is_played_on_from_where_it_can_be(change: Change) -> None:
    [first, *_] = playthroughs.files("shells")
    before = first.read_text().splitlines()
    change("MOST = 3", "MOST = 2")
    done = hows(regenerate=True)
    assert done[first.name] == "changed"
    after = first.read_text().splitlines()
    same = next(n for n, line in enumerate(before) if line != after[n])
    assert same > 10, "it begins as before"
    assert "result" in after, "and comes to its end"
    assert set(hows().values()) == {"as it was"}


@pytest.mark.parametrize("text", [b"", b"half [[[", b"\xff\xfe\x00", b"perft = [1]"])
def test_a_half_written_file_is_named_and_made_again(
    change: Change, text: bytes
) -> None:
    [first, *_] = playthroughs.files("shells")
    sheet, picture = perft.path("shells"), pictures.folder("shells") / "end.svg"
    kept = {path: path.read_bytes() for path in (first, sheet, picture)}
    for path, says in (
        (first, "it does not begin with its game, seats, options and seed; change it"),
        (sheet, "its [[perft]] cannot be read; change it, or keep"),
    ):
        path.write_bytes(text)
        with pytest.raises(playthroughs.Unplayable) as refused:
            hows()
        assert str(refused.value).startswith(f"{path}: {says}")
        hows(regenerate=True)
        assert set(hows().values()) == {"as it was"}
        assert path.read_bytes() == kept[path]
    picture.write_bytes(text)
    assert hows()["end.svg"] == "changed"
    assert picture.read_bytes() == kept[picture]


def test_what_cannot_be_written_is_named(
    change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = perft.path("shells")
    sheet.unlink()

    def full(path: Path, _text: str, encoding: str) -> int:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(CannotWrite, match=r"perft.toml cannot be written: No space"):
        hows()


def test_anew_what_has_seats_that_are_no_more_makes_room(change: Change) -> None:
    change("seats=(2, 4)", "seats=(3, 5)")
    with pytest.raises(playthroughs.Unplayable, match=r"from 3 to 5, not 2; change"):
        hows()
    done = hows(regenerate=True)
    assert done["1-of-2-seats.txt"] == "removed"
    assert done["2-of-4-seats.txt"] == "as it was"
    assert done["1-of-3-seats.txt"] == done["2-of-5-seats.txt"] == "new"
    assert {entry.seats for entry in perft.entries("shells")} == {3, 5}
    assert set(hows().values()) == {"as it was"}


def test_an_option_without_a_playthrough_gets_one(change: Change) -> None:
    change("import (\n", "import (\n    Option,\n")
    change("GAME: Game", 'DEEP = Option("deep", False, (False, True))\nGAME: Game')
    change('    title="SHELLS",', '    title="SHELLS",\n    options=(DEEP,),')
    assert hows()["deep.txt"] == "new"
    assert set(hows().values()) == {"as it was"}


def test_a_kind_of_event_without_a_playthrough_gets_one(change: Change) -> None:
    change(
        "class Position",
        "@record\nclass Rare(NamedTuple):\n    pass\n\n\nclass Position",
    )
    rare = "(Rare(),) if (left, action.pearls, action.seat) == (17, 2, 1) else ()"
    change("return after, () if left else", f"return after, {rare} if left else")
    assert hows()["rare.txt"] == "new"
    assert set(hows().values()) == {"as it was"}
