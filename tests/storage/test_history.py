"""Games played and won, by player."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from controller.storage import history as reading
from controller.storage.history import PlayerHistory, Score
from controller.storage.journal import GameResult, Journal, Setup
from tests.support.journals import append, begin, seat_bots


def setup(game: str, *players: str) -> Setup:
    codes = tuple("abcdef"[: len(players)])
    return Setup(game, len(players), {}, 1, "1", codes, players=players)


def play(
    journal: Journal,
    game: str,
    players: Sequence[str],
    *winners: int,
    over: bool = True,
) -> None:
    begin(journal, setup(game, *players), [])
    ranks = tuple(1 if seat in winners else 2 for seat in range(len(players)))
    append(journal, ["one"], over, GameResult(winners, ranks) if over else None)


def test_history_counts_games_and_wins(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "j.sqlite")) as journal:
        play(journal, "get-bit", ["Anna", "Ben"], 0)
        play(journal, "get-bit", ["Ben", "Anna"], 0)
        play(journal, "hai-noon", ["Anna", "Carla", "Ben"], 0, 1)
        found = journal.history(["Anna", "Ben", "Dora"], "get-bit")
    assert found == [
        PlayerHistory("Anna", Score(2, 1), Score(3, 2), 1),
        PlayerHistory("Ben", Score(2, 1), Score(3, 1), 1),
        PlayerHistory("Dora", Score(), Score(), 0),
    ]


def test_bot_counts_for_nobody(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "j.sqlite")) as journal:
        begin(journal, setup("get-bit", "Anna", "Ben"), [])
        seat_bots(journal, ["steady", ""])
        append(journal, ["one"], True, GameResult((0,), (1, 2)))
        found = journal.history(["Anna", "Ben"], "get-bit")
    assert found == [
        PlayerHistory("Anna", Score(), Score(), 0),
        PlayerHistory("Ben", Score(1, 0), Score(1, 0), 1),
    ]


def test_unfinished_game_does_not_count(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "j.sqlite")) as journal:
        play(journal, "get-bit", ["Anna", "Ben"], over=False)
        play(journal, "get-bit", ["Anna", "Ben"], 1)
        (anna,) = journal.history(["Anna"], "get-bit")
    assert anna.all == Score(1, 0)


def test_names_ignore_case_and_empty_names_are_skipped(
    tmp_path: Path,
) -> None:
    with closing(Journal(tmp_path / "j.sqlite")) as journal:
        play(journal, "get-bit", ["ANNA", ""], 0)
        (anna,) = journal.history(["", "anna", "anna"], "get-bit")
    assert anna == PlayerHistory("anna", Score(1, 1), Score(1, 1), 1)


def test_an_evening_lasts_until_six_in_the_morning(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    with closing(Journal(path)) as journal:
        for _ in range(3):
            play(journal, "get-bit", ["Anna", "Ben"], 0)
    moments = ("2026-05-01 20:00", "2026-05-02 01:30", "2026-05-02 20:00")
    with closing(sqlite3.connect(path)) as db, db:
        for game, moment in enumerate(moments, start=1):
            db.execute(
                "UPDATE game SET started = datetime(?, 'utc') WHERE id = ?",
                (moment, game),
            )
    with closing(Journal(path)) as journal:
        (anna,) = journal.history(["Anna"], "get-bit")
    assert (anna.all.played, anna.evenings) == (3, 2)


def test_only_the_newest_games_count(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "j.sqlite")) as journal:
        for winner in (0, 0, 1):
            play(journal, "get-bit", ["Anna", "Ben"], winner)
        (anna,) = reading.history(journal.db, ["Anna"], "get-bit", newest=2)
    assert anna.all == Score(2, 1)


def test_changed_result_counts_for_nobody(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    with closing(Journal(path)) as journal:
        play(journal, "get-bit", ["Anna", "Ben"], 0)
        play(journal, "get-bit", ["Anna", "Ben"], 0)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE result SET winners = '[1]' WHERE game = 1")
    with closing(Journal(path)) as journal:
        assert [r.all.won for r in journal.history(["Anna", "Ben"], "x")] == [1, 0]


def test_game_played_while_the_disk_was_out_counts(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "a.sqlite")) as journal:
        play(journal, "get-bit", ["Anna", "Ben"], 0)
        saved = journal.newest().saved
    assert saved
    with closing(Journal(tmp_path / "b.sqlite")) as journal:
        ended = GameResult((1,), (2, 1))
        journal.write([saved._replace(over=True, ended=ended)])
        assert [r.all.won for r in journal.history(["Anna", "Ben"], "x")] == [0, 1]
