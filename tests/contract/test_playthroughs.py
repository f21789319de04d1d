"""The golden playthroughs are what the rules make of them today."""

from pathlib import Path

import pytest

from controller.games import find, names
from tests import playthroughs
from tests.contract.cases import every_game

FILES = [path for name in names() for path in playthroughs.files(name)]


def check(path: Path) -> None:
    text = path.read_text()
    difference = playthroughs.first_difference(text, playthroughs.render(text))
    if difference:
        number, is_, should = difference
        place = f"{path.parent.name}/{path.name}:{number}"
        pytest.fail(
            f"{place}: the playthrough says\n  {is_}\nand the rules now\n  {should}"
        )


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_playthrough_reads_as_before(path: Path) -> None:
    check(path)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_playthrough_looks_at_the_game_as_a_seat_and_as_the_table(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert any(line.startswith("? show seat ") for line in lines)
    assert "? show table" in lines


@every_game
def test_the_playthroughs_have_every_number_of_seats_and_every_option(
    name: str,
) -> None:
    game = find(name)
    scripts = [playthroughs.read(p.read_text()) for p in playthroughs.files(name)]
    low, high = game.seats
    assert {script.seats for script in scripts} == set(range(low, high + 1))
    for option in game.options:
        shown = {script.options[option.name] for script in scripts}
        if isinstance(option.allowed, str):
            assert len(shown) > 1, option.name
        else:
            assert shown == set(option.allowed), option.name


def test_the_first_line_that_differs_is_named(tmp_path: Path) -> None:
    original = FILES[0].read_text()
    lines = original.splitlines()
    number = next(n for n, line in enumerate(lines) if "reveal" in line)
    lines[number] = "  reveal nothing"
    changed = tmp_path / "changed.txt"
    changed.write_text("\n".join(lines) + "\n")
    with pytest.raises(pytest.fail.Exception) as failure:
        check(changed)
    assert f"changed.txt:{number + 1}: " in str(failure.value)
    assert "  reveal nothing\nand the rules now\n" in str(failure.value)


def test_a_playthrough_that_breaks_off_differs_where_it_ends(tmp_path: Path) -> None:
    lines = FILES[0].read_text().splitlines()
    changed = tmp_path / "short.txt"
    changed.write_text("\n".join(lines[:-1]) + "\n")
    with pytest.raises(pytest.fail.Exception, match=rf"short.txt:{len(lines)}: "):
        check(changed)


def test_a_line_that_cannot_be_played_is_named() -> None:
    lines = FILES[0].read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("> "))
    lines.insert(number, lines[number])
    with pytest.raises(
        playthroughs.Unplayable, match=f"line {number + 2}: .* not legal"
    ):
        playthroughs.render("\n".join(lines))
