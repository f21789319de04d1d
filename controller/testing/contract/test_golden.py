"""Compares a game with its golden files: playthroughs, counts, pictures, recording."""

from pathlib import Path

import pytest

from controller import games
from controller.games import find
from controller.testing import perft, playthroughs, recordings
from controller.testing.cases import every_game, names
from controller.testing.kinds import missing_kinds
from controller.testing.perft import Perft
from controller.testing.pictures import drawings, folder

FILES = [path for name in names() for path in playthroughs.files(name)]


def check(path: Path) -> None:
    text = path.read_text()
    difference = playthroughs.first_difference(text, playthroughs.checked(path, text))
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
    seats = [line for line in lines if line.startswith("? show seat ")]
    assert seats, f"{path}: add a line `? show seat 0`"
    assert "? show table" in lines, f"{path}: add a line `? show table`"


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_playthrough_says_at_its_top_what_it_shows(path: Path) -> None:
    remarks = " ".join(playthroughs.read(path.read_text()).remarks)
    is_told = len(remarks.replace("#", "").split()) >= 7 and remarks.endswith(".")
    assert is_told, f"{path}: say in a sentence at its top (# ...) what it shows"


@every_game
def test_the_playthroughs_show_the_fewest_and_the_most_seats_and_each_option_set(
    name: str,
) -> None:
    game = find(name)
    scripts = [playthroughs.read(p.read_text()) for p in playthroughs.files(name)]
    shown = {script.seats for script in scripts}
    lacks = set(game.seats) - shown
    assert not lacks, f"no playthrough has {lacks} seats: undertow golden {name}"
    for option in game.options:
        values = {script.options[option.name] for script in scripts}
        assert len(values) > 1, (
            f"{option.name} is {values} in every playthrough: undertow golden {name}"
        )


@every_game
def test_the_playthroughs_show_every_kind_of_action_and_event(name: str) -> None:
    lacks = missing_kinds(name, playthroughs.files(name))
    assert not lacks, (
        f"no playthrough of {name} shows {', '.join(sorted(lacks))}: undertow golden "
        f"{name} looks for a game that does; if it finds none, write one whose lines "
        "lead there"
    )


# Perft counts


ENTRIES = [entry for name in names() for entry in perft.entries(name)]


def compare(entry: Perft) -> None:
    counted = perft.measure(entry)
    for depth, (got, want) in enumerate(
        zip(counted, entry.counts, strict=True), start=1
    ):
        if got != want:
            pytest.fail(
                f"{entry.game}, {entry.about}: {got} ways to play to depth {depth}, "
                f"not {want}. By the first action:\n{perft.divide(entry, depth)}"
            )


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: f"{e.game}: {e.about}")
def test_the_ways_to_play_are_as_many_as_counted_before(entry: Perft) -> None:
    compare(entry)


# Pictures


@every_game
def test_the_pictures_of_a_game_are_up_to_date(name: str) -> None:
    for file, svg in drawings(name):
        stored = folder(name) / file
        assert stored.exists(), f"{stored} is missing: undertow golden {name}"
        is_new = stored.read_text() == svg
        assert is_new, f"{stored} is stale: look at it, and undertow golden {name}"


@every_game
def test_a_game_shows_its_pictures_on_its_page(name: str) -> None:
    path = games.folder(name) / "README.md"
    page = path.read_text() if path.exists() else ""
    for file, _ in drawings(name):
        shown = f"(pictures/{file})"
        assert shown in page, f"the README of {name} does not show ![]{shown}"


# Recordings


@every_game
def test_the_recorded_table_happens_again(name: str, tmp_path: Path) -> None:
    file = recordings.path(name)
    assert file.exists(), f"{name} has no recording: undertow golden {name}"
    recorded, replay = recordings.again(file, tmp_path)
    assert recorded.flaw is None, f"{file} is damaged: {recorded.flaw}"
    for at_s, given, then, now in replay.differences[:1]:
        pytest.fail(
            f"{file}: at {at_s:.1f} s, {given}: it was {then}, and is {now}; if that "
            f"was meant: undertow golden {name}"
        )
