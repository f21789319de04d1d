"""The evening in its file: standings, and what a kill leaves behind."""

import os
from pathlib import Path

import pytest

from controller.club.evening import BadEvening, Evening, Game, points_of


def played(path: Path) -> Evening:
    evening = Evening(path)
    evening.begin(first := Game("1", 1, "kitchen", ("Ana", "Ben", "Cy", "")))
    evening.end(first, (1, 2, 3, 4))
    evening.begin(second := Game("2", 1, "attic\u2028", ("Dora", "Émil")))
    evening.end(second, (1, 1))
    evening.bye("Finn")
    evening.begin(Game("3", 2, "kitchen", ("Ana", "Dora")))
    return evening


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2, 3), [1.0, 0.5, 0.0]),
        ((2, 1), [0.0, 1.0]),
        ((1, 1), [0.5, 0.5]),
        ((1, 2, 2, 4), [1.0, 0.5, 0.5, 0.0]),
        ((1,), [1.0]),
    ],
)
def test_points_are_the_same_in_every_size_of_pod(
    ranks: tuple[int, ...], points: list[float]
) -> None:
    assert points_of(ranks) == points


def test_the_standings_count_games_that_have_ended(tmp_path: Path) -> None:
    evening = played(tmp_path / "evening.jsonl")
    found = {each.name: each[1:] for each in evening.standings(["Finn"])}
    assert found["Ana"] == (1.0, 1, 1)
    assert found["Dora"] == (0.5, 1, 0)
    assert found["Finn"] == (0.0, 0, 0)
    assert "" not in found
    assert evening.standings()[0].name == "Ana"


def test_after_a_kill_at_any_byte_the_evening_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    played(path)
    whole = path.read_bytes()
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        evening = Evening(path)
        done = len(evening.games)
        evening.bye("Gil")
        assert len(Evening(path).games) == done
        assert Evening(path).byes["Gil"] == 1
    path.write_bytes(whole)
    assert [game.id for game in Evening(path).open_games] == ["3"]
    assert Evening(path).round == 2


def test_a_game_that_is_given_up_counts_for_nothing(tmp_path: Path) -> None:
    evening = played(tmp_path / "evening.jsonl")
    evening.give_up(evening.games["3"])
    assert Evening(tmp_path / "evening.jsonl").open_games == []


def test_a_file_of_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text('{"bye": {"name": "Ana"}}\nhello\n')
    with pytest.raises(BadEvening, match=r"evening\.jsonl:2"):
        Evening(path)
    path.write_text('{"hello": 1}\n')
    with pytest.raises(BadEvening, match=r"evening\.jsonl:1"):
        Evening(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(BadEvening):
        Evening(path)
