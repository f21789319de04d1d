"""The evening in its file: standings, and what a kill leaves behind."""

import os
from pathlib import Path

import pytest

from controller.club.evening import BadEvening, Evening, Game, points_of


def played(path: Path) -> Evening:
    evening = Evening(path)
    first = Game("1", 1, "kitchen", ("Ana", "Ben", "Cy", ""))
    second = Game("2", 1, "attic\u2028", ("Dora", "Émil"))
    evening.begin([first, second], ["Finn"])
    evening.end(first, (1, 2, 3, 4))
    evening.end(second, (1, 1))
    evening.begin([Game("3", 2, "kitchen", ("Ana", "Dora"))], [])
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
    found = {each.name: each[1:] for each in evening.standings(["Gil"])}
    assert found["Ana"] == (1.0, 1, 1)
    assert found["Dora"] == (0.5, 1, 0)
    # A round without a game counts as an average one.
    assert found["Finn"] == (0.5, 0, 0)
    assert found["Gil"] == (0.0, 0, 0)
    assert "" not in found
    assert evening.standings()[0].name == "Ana"


def test_after_a_kill_at_any_byte_the_evening_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    played(path)
    whole = path.read_bytes()
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        evening = Evening(path)
        # A round is there with everybody who plays or waits in it, or not at all.
        assert len(evening.games) == (0, 2, 3)[evening.round]
        assert evening.byes.total() == min(evening.round, 1)
        evening.begin([Game("4", 9, "attic", ("Gil",))], ["Hal"])
        assert Evening(path).games == evening.games
        assert Evening(path).byes["Hal"] == 1
    path.write_bytes(whole)
    assert [game.id for game in Evening(path).open_games] == ["3"]
    assert Evening(path).round == 2


def test_a_game_at_another_table_starts_over(tmp_path: Path) -> None:
    evening = played(tmp_path / "evening.jsonl")
    moved = Game("4", 2, "cellar", ("Ana", "Dora"))
    evening.move(evening.games["3"], moved)
    assert Evening(tmp_path / "evening.jsonl").open_games == [moved]


def test_a_file_of_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text('{"round": 1, "games": [], "byes": ["Ana"]}\nhello\n')
    with pytest.raises(BadEvening, match=r"evening\.jsonl:2"):
        Evening(path)
    for line in ('{"hello": 1}', '{"round": 1, "games": [[]], "byes": []}', "[]"):
        path.write_text(f"{line}\n")
        with pytest.raises(BadEvening, match=r"evening\.jsonl:1"):
            Evening(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(BadEvening):
        Evening(path)
