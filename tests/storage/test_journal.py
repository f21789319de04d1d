"""The journal: written, read again, and kept aside if it is damaged or foreign."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller import games
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import Choose
from controller.session.restore import new_code, restored
from controller.storage.journal import (
    APPLICATION_ID,
    Journal,
    JournalError,
    SavedGame,
    Setup,
)
from tests.support.journals import append, begin, seat_bots, undo
from tests.support.ours import so_many
from tests.support.simtable import sim_table

GAMES = ", ".join(games.names())

SETUP = Setup("get-bit", 2, {"memory": False}, 7, "1", ("aaaa", "bbbb"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(Journal(path)) as journal:
        yield journal


def reopened(path: Path) -> tuple[SavedGame | None, str | None]:
    with closing(Journal(path)) as journal:
        return journal.unfinished(), journal.notice


def sql(path: Path, *statements: str) -> list[tuple[object, ...]]:
    """Run statements as another program would; return the rows of the last one."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        rows = [db.execute(statement).fetchall() for statement in statements]
    return rows[-1]


# Writing


def test_times_and_the_minutes_of_a_clock_are_kept(path: Path) -> None:
    entries = (("action", "one"), ("clock", "[1.5, 2]"), ("action", "two"))
    saved = SavedGame(SETUP._replace(clock=10), entries)
    with closing(Journal(path)) as journal:
        journal.write([saved])
        assert journal.commits == 1
    assert reopened(path)[0] == saved


def test_journal_uses_wal_and_full_sync(journal: Journal) -> None:
    db = journal.db
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    full = 2
    assert db.execute("PRAGMA synchronous").fetchone() == (full,)
    assert db.execute("PRAGMA locking_mode").fetchone() == ("exclusive",)


def test_game_is_read_as_it_was_written(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one", "two"])
        append(journal, ["three"], False)
        append(journal, ["four", "five"], False)
        undo(journal, 3)
        append(journal, ["six – ünï"], False)
        written = journal.unfinished()
    assert written == SavedGame(
        SETUP,
        (
            ("action", "one"),
            ("action", "two"),
            ("action", "three"),
            ("action", "four"),
            ("action", "five"),
            ("undo", "3"),
            ("action", "six – ünï"),
        ),
    )
    assert reopened(path) == (written, None)


def test_finished_game_is_not_offered(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
        append(journal, ["two"], True)
        assert journal.unfinished() is None
    assert reopened(path) == (None, None)
    assert sql(path, "SELECT ended FROM game") == [("over",)]


def test_new_game_puts_the_old_one_away(path: Path) -> None:
    other = SETUP._replace(seats=3, seed=8)
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
        begin(journal, other, ["1", "2"])
    saved, _ = reopened(path)
    assert saved == SavedGame(other, (("action", "1"), ("action", "2")))
    assert sql(path, "SELECT id, ended FROM game") == [(1, "away"), (2, None)]


def test_rows_are_only_added(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
        append(journal, ["two"], False)
        undo(journal, 1)
        append(journal, ["two again"], True)
        begin(journal, SETUP, ["one"])
    assert sql(path, "SELECT game, n, kind, body FROM entry") == [
        (1, 1, "action", "one"),
        (1, 2, "action", "two"),
        (1, 3, "undo", "1"),
        (1, 4, "action", "two again"),
        (2, 1, "action", "one"),
    ]


def test_full_disk_raises_and_writes_nothing(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
        journal.db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(JournalError) as failed:
            append(journal, ["two", "x" * 10_000], True)
        assert str(failed.value) == f"{path}: database or disk is full"
        with pytest.raises(JournalError):
            append(journal, ["x" * 10_000], False)
        with pytest.raises(JournalError):
            begin(journal, SETUP, ["x" * 10_000])
        assert journal.unfinished() == SavedGame(SETUP, (("action", "one"),))
        journal.db.execute("PRAGMA max_page_count = 1000")
        append(journal, ["two"], False)
    saved, notice = reopened(path)
    assert saved == SavedGame(SETUP, (("action", "one"), ("action", "two")))
    assert notice is None


def test_failed_write_is_rolled_back(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
        rows = "INSERT INTO entry VALUES (1, 3, 'action', 'in the way', '')"
        journal.db.execute(rows)
        with pytest.raises(JournalError) as failed:
            append(journal, ["two", "three"], True)
        assert str(failed.value) == (
            f"{path}: UNIQUE constraint failed: entry.game, entry.n"
        )
        journal.db.execute("DELETE FROM entry WHERE n = 3")
        assert journal.unfinished() == SavedGame(SETUP, (("action", "one"),))
        append(journal, ["two"], False)
    saved, notice = reopened(path)
    assert saved == SavedGame(SETUP, (("action", "one"), ("action", "two")))
    assert notice is None


# Refused files


def test_a_folder_in_the_place_of_the_journal_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(JournalError) as refused:
        Journal(path)
    assert str(refused.value) == f"{path}: unable to open database file"


# Kept aside


def kept_aside(path: Path, why: str, number: int = 1, sound: int | None = None) -> str:
    entries = "" if sound is None else f" with the {sound} entries that are sound"
    return (
        f"{path} {why}; it is kept as journal.sqlite.aside-{number}, "
        f"and a new journal was started{entries}"
    )


def test_a_text_file_is_kept_aside(path: Path) -> None:
    text = "not a database, but somebody's notes\n" * 30
    path.write_text(text)
    saved, notice = reopened(path)
    assert saved is None
    assert notice == kept_aside(path, "cannot be read (file is not a database)")
    assert path.with_name("journal.sqlite.aside-1").read_text() == text
    assert reopened(path) == (None, None)


def test_the_database_of_another_program_is_kept_aside(path: Path) -> None:
    sql(path, "CREATE TABLE photos (name)", "INSERT INTO photos VALUES ('cat')")
    saved, notice = reopened(path)
    assert saved is None
    assert notice == kept_aside(path, "is a database of another program")
    aside = path.with_name("journal.sqlite.aside-1")
    assert sql(aside, "SELECT * FROM photos") == [("cat",)]


def test_a_journal_with_other_tables_is_kept_aside(path: Path) -> None:
    Journal(path).close()
    sql(path, "ALTER TABLE game RENAME COLUMN seed TO seeds")
    saved, notice = reopened(path)
    assert saved is None
    assert notice == kept_aside(path, "is damaged (it has other tables)")


def test_empty_database_with_our_id_is_a_new_journal(path: Path) -> None:
    sql(path, f"PRAGMA application_id = {APPLICATION_ID}")
    assert reopened(path) == (None, None)


@pytest.mark.parametrize(
    ("change", "why", "sound"),
    [
        ("UPDATE entry SET body = 'uno' WHERE n = 1", "entry 1", 0),
        ("UPDATE entry SET n = 4 WHERE n = 3", "entry 4", 2),
        ("DELETE FROM entry WHERE n = 2", "entry 3", 1),
        ("UPDATE game SET seats = 3", "game 1", None),
        ("UPDATE game SET seats = '2'", None, None),
        ("UPDATE game SET lesson = 1", "game 1", None),
    ],
)
def test_entries_before_a_changed_row_are_kept(
    path: Path, change: str, why: str | None, sound: int | None
) -> None:
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one", "two"])
        append(journal, ["three"], False)
        written = journal.unfinished()
    sql(path, change)
    changed = path.read_bytes()
    saved, notice = reopened(path)
    if why is None:  # SQLite converts it to the same number.
        assert (saved, notice) == (written, None)
        return
    assert written
    prefix = SavedGame(SETUP, written.entries[:sound])
    assert saved == (None if sound is None else prefix)
    reason = f"is damaged ({why} is not as it was written)"
    assert notice == kept_aside(path, reason, sound=sound)
    assert path.with_name("journal.sqlite.aside-1").read_bytes() == changed
    assert reopened(path) == (saved, None)


def test_entries_without_a_game_are_noticed(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one", "two"])
    sql(path, "UPDATE entry SET game = 5 WHERE n = 2")
    saved, notice = reopened(path)
    assert saved == SavedGame(SETUP, (("action", "one"),))
    reason = "is damaged (some entries belong to no game)"
    assert notice == kept_aside(path, reason, sound=1)


# Restored games


@pytest.mark.parametrize("game", games.names())
def test_automatic_actions_follow_again_after_damage(tmp_path: Path, game: str) -> None:
    """Wherever the sound part ends, the table reaches a position that it had shown."""
    shown = []
    with sim_table(tmp_path / "whole") as table:
        table.start(so_many(game, 4), game=game, seed=5)
        shown.append(table.position)
        for _ in range(6):
            table.act(table.table.match.game.legal(table.position)[0])
            shown.append(table.position)
        saved = table.journal.unfinished()
    assert saved
    for number in range(len(saved.entries)):
        state = tmp_path / str(number)
        with closing(Journal(state / "journal.sqlite")) as journal:
            journal.write([SavedGame(saved.setup, saved.entries[:number])])
        with sim_table(state) as table:
            table.start()
            assert table.table.phase == "offer"
            assert table.position in shown
            table.table.resume()
            again = table.journal.unfinished()
            assert again
            assert again.entries == saved.entries[: len(again.entries)]
            assert restored(again).position == table.position


def test_game_of_other_rules_continues_if_every_action_fits(tmp_path: Path) -> None:
    with sim_table(tmp_path / "today") as table:
        table.start(2, seed=1)
        table.act(Choose(0, "red", 1))
        position, saved = table.position, table.journal.unfinished()
    assert saved
    path = tmp_path / "then" / "journal.sqlite"
    with closing(Journal(path)) as journal:
        then = saved._replace(setup=saved.setup._replace(rules="0"))
        journal.write([then])
    for _ in range(2):
        with sim_table(tmp_path / "then") as table:
            table.start(seed=1)
            assert (table.table.phase, table.table.notice) == ("offer", None)
            assert table.position == position
            # From now on it counts as a game of today's rules.
            assert table.journal.unfinished() == saved
    rows = sql(path, "SELECT rules, ended FROM game ORDER BY id")
    assert rows == [("0", "away"), (GAME.version, None)]


def test_game_of_other_rules_that_does_not_fit_is_put_away(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        begin(journal, SETUP._replace(rules="0"), ['{"type": "line-up", "robot": "x"}'])
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        assert table.table.phase == "play"
        assert table.table.notice == (
            "the unfinished game of get-bit was put away: "
            "it was played by version 0 of the "
            f"rules of GET BIT!, and under version {GAME.version} its entry 1 does not "
            "fit: This game has no x robot. It has Red, Blue, Green and "
            "Yellow; "
            "it stays in the journal"
        )
        assert table.table.setup.seats == 4
    kept = sql(path, "SELECT rules, ended FROM game WHERE id = 1")
    assert kept == [("0", "away")]
    assert sql(path, "SELECT count(*) FROM entry WHERE game = 1") == [(1,)]


@pytest.mark.parametrize(
    ("setup", "actions", "why"),
    [
        (
            SETUP._replace(game="go-fish"),
            [],
            f"there is no game 'go-fish'; there is {GAMES}; it stays in the journal",
        ),
        (
            SETUP,
            ['{"type": "choose", "seat": 0, "robot": "red", "card": 1}'],
            "its entry 1 does not fit: Wait a moment: the robots are still lining up",
        ),
        (SETUP, ["[]"], "its entry 1 does not fit: ValueError: [] is no action"),
    ],
)
def test_game_that_cannot_be_restored_is_put_away(
    tmp_path: Path, setup: Setup, actions: list[str], why: str
) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        begin(journal, setup, actions)
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        assert table.table.phase == "play"
        assert table.table.notice == (
            f"the unfinished game of {setup.game} was put away: {why}"
        )
    with sim_table(tmp_path) as table:
        table.start()
        assert table.table.phase == "offer"
        assert table.table.notice is None


def test_codes_have_128_bits_and_are_safe_in_a_link() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert {len(code) for code in codes} == {26}
    assert set("".join(codes)) == set("abcdefghijklmnopqrstuvwxyz234567")


def test_loss_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one", "two"])
    earlier = path.read_bytes()
    with closing(Journal(path)) as journal:
        append(journal, ["three"], False)
    path.write_bytes(earlier)
    with closing(Journal(path)) as journal:
        lost = "the last entry of its last game"
        assert journal.notice == f"{path} is damaged and has lost {lost}"
    with closing(Journal(path)) as journal:
        assert journal.notice is None
        append(journal, ["other"], False)
    with closing(Journal(path)) as journal:
        assert journal.notice is None


@pytest.mark.parametrize("text", ["", "1 2 3", "9" * 5000])
def test_unreadable_mark_is_ignored(tmp_path: Path, text: str) -> None:
    path = tmp_path / "journal.sqlite"
    (tmp_path / "journal.sqlite.mark").write_text(text)
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
        assert journal.notice is None


def test_damaged_bots_leave_their_seats(path: Path) -> None:
    """The rest of the game is not affected."""
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
        seat_bots(journal, ["", "steady"])
    saved, _ = reopened(path)
    assert saved
    assert saved.bots == ("", "steady")
    sql(path, """UPDATE bots SET levels = '["", "sharp"]'""")
    assert reopened(path) == (saved._replace(bots=()), None)
