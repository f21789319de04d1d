"""The golden playthroughs are what the rules make of them today."""

import inspect
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.games import find, names
from controller.rules.deals import Over
from controller.rules.records import type_name
from tests.contract.cases import every_game
from tests.golden import playthroughs
from tests.test_imports import is_in

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


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_playthrough_says_at_its_top_what_it_shows(path: Path) -> None:
    remarks = " ".join(playthroughs.read(path.read_text()).remarks)
    assert len(remarks.replace("#", "").split()) >= 7
    assert remarks.endswith(".")


@every_game
def test_the_playthroughs_show_the_fewest_and_the_most_seats_and_each_option_set(
    name: str,
) -> None:
    game = find(name)
    scripts = [playthroughs.read(p.read_text()) for p in playthroughs.files(name)]
    assert set(game.seats) <= {script.seats for script in scripts}
    for option in game.options:
        assert len({script.options[option.name] for script in scripts}) > 1, option


def kinds(name: str) -> set[str]:
    """The kinds of action and event of a game, as they are written."""
    package = f"controller.games.{name.replace('-', '_')}"
    homes = (f"{package}.pieces", "controller.rules.deals")
    actions: tuple[Any, ...] = find(name).actions
    found = {type_name(kind) for kind in (*actions, Over)}
    for module in [m for at, m in sys.modules.items() if is_in(at, package)]:
        for each in vars(module).values():
            # No other NamedTuple has an equality of its own.
            is_record = inspect.isclass(each) and "__eq__" in vars(each)
            if is_record and each.__module__ in homes and issubclass(each, tuple):
                found.add(type_name(each))
    return found


@every_game
def test_the_playthroughs_show_every_kind_of_action_and_event(name: str) -> None:
    texts = [path.read_text() for path in playthroughs.files(name)]
    shown = re.findall(r"^(?:> |  )([a-z-]+)", "\n".join(texts), re.MULTILINE)
    assert kinds(name) - set(shown) == set()


def test_the_kinds_of_a_game_are_its_actions_and_its_events() -> None:
    events = {"reveal", "stay", "swim", "bite", "out", "pick-up", "eaten", "round"}
    assert kinds("get-bit") == {"line-up", "choose", "over"} | events


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
