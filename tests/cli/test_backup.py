"""`undertow backup` and `restore`: byte for byte, or a sentence and nothing changed."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.storage.journal import Journal
from controller.tools.backup import archive
from controller.tools.backup.archive import BackupFile, BadBackup
from controller.tools.backup.contents import Folders
from controller.tools.backup.restore import restore
from tests.cli.test_cli import Run, undertow
from tests.storage.test_history import play
from wiring import boardmap

__all__ = ["undertow"]  # a fixture

SETTINGS = """\
port = 8200
board = "my-table.toml"
house = "house"
host_code = "AAAABBBBCCCCDDDD"
tls_key = "/elsewhere/key.pem"
"""


class Card:
    """The folders of a table, as on an SD card."""

    def __init__(self, root: Path) -> None:
        self.games = root / "games"
        self.settings = root / "settings"
        self.file = self.settings / "undertow.toml"
        self.where = ("--settings", str(self.file), "--state", str(self.games))

    def contents(self) -> dict[str, bytes]:
        folders = (self.games, self.settings)
        files = (p for folder in folders for p in folder.rglob("*") if p.is_file())
        return {str(p.relative_to(self.games.parent)): p.read_bytes() for p in files}


def filled(card: Card) -> Card:
    card.settings.mkdir(parents=True)
    card.file.write_text(SETTINGS)
    card.file.chmod(0o640)
    (card.settings / "my-table.toml").write_text(boardmap.DEFAULT.read_text())
    (card.settings / "spare.toml").write_bytes(b"# not used now\r\n\xff")
    (card.settings / "house").mkdir()
    (card.settings / "house/hai-noon.toml").write_text("# mine\n")
    with closing(Journal(card.games / "journal.sqlite")) as journal:
        play(journal, "get-bit", ["Anna", "Ben"], 0)
        play(journal, "get-bit", ["Ben", "Zoë"], over=False)
    (card.games / "cards.toml").write_text("[hai-noon]\n")
    (card.games / "host.toml").write_text("volume = 3\n")
    return card


@pytest.fixture
def table(tmp_path: Path) -> Card:
    return filled(Card(tmp_path / "old"))


@pytest.fixture
def empty(tmp_path: Path) -> Card:
    return Card(tmp_path / "new")


@pytest.fixture
def saved(undertow: Run, table: Card, tmp_path: Path) -> Path:
    path = tmp_path / "table.undertow"
    assert undertow("backup", str(path), *table.where)[0] == 0
    return path


def test_an_empty_card_gets_all_of_it_byte_for_byte(
    undertow: Run, table: Card, empty: Card, saved: Path
) -> None:
    status, _, said = undertow("restore", str(saved), *empty.where)
    assert (status, said) == (0, "")
    assert empty.contents() == table.contents()
    assert {*empty.contents()} == {
        "games/journal.sqlite",
        "games/journal.sqlite.mark",
        "games/cards.toml",
        "games/host.toml",
        "settings/undertow.toml",
        "settings/my-table.toml",
        "settings/spare.toml",
        "settings/house/hai-noon.toml",
    }
    with closing(Journal(empty.games / "journal.sqlite")) as journal:
        assert journal.notice is None
        unfinished = journal.unfinished()
    assert unfinished
    assert unfinished.setup.players == ("Ben", "Zoë")


def test_others_can_read_neither_the_backup_nor_private_files(
    undertow: Run, table: Card, empty: Card, saved: Path
) -> None:
    undertow("restore", str(saved), *empty.where)
    modes = {p.name: p.stat().st_mode & 0o777 for p in empty.games.iterdir()}
    assert (
        modes.pop("cards.toml") == (table.games / "cards.toml").stat().st_mode & 0o777
    )
    assert {*modes.values()} == {0o600}
    assert saved.stat().st_mode & 0o777 == 0o600
    assert empty.file.stat().st_mode & 0o777 == 0o640
    assert empty.games.stat().st_mode & 0o777 == 0o700


def test_what_lies_elsewhere_is_named(undertow: Run, table: Card) -> None:
    _, out, _ = undertow("backup", str(table.games.parent / "b"), *table.where)
    assert "/elsewhere/key.pem (tls_key)" in out


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_nothing_happens_while_the_table_runs(
    undertow: Run, table: Card, saved: Path, command: str
) -> None:
    before = table.contents()
    other = saved if command == "restore" else saved.with_name("other")
    with closing(Journal(table.games / "journal.sqlite")):
        status, out, said = undertow(command, str(other), *table.where, "--replace")
    assert (status, out, said.count("\n")) == (1, "", 1)
    assert "stop it first" in said
    assert table.contents() == before
    assert not saved.with_name("other").exists()


def test_existing_files_are_replaced_only_on_request(
    undertow: Run, table: Card, saved: Path
) -> None:
    table.file.write_text("port = 9000\n")
    with closing(Journal(table.games / "journal.sqlite")) as journal:
        play(journal, "get-bit", ["Carla"], 0)
    before = table.contents()
    status, out, said = undertow("restore", str(saved), *table.where)
    assert (status, out) == (1, "")
    for path in (table.file, table.games / "journal.sqlite"):
        assert str(path) in said
    assert "my-table.toml" not in said
    assert table.contents() == before
    assert undertow("restore", str(saved), *table.where, "--replace")[0] == 0
    assert table.file.read_text() == SETTINGS
    with closing(Journal(table.games / "journal.sqlite")) as journal:
        assert journal.notice is None
        assert journal.unfinished()


def test_a_journal_without_games_gives_way(
    undertow: Run, table: Card, empty: Card, saved: Path
) -> None:
    with closing(Journal(empty.games / "journal.sqlite")):
        pass
    assert undertow("restore", str(saved), *empty.where)[0] == 0
    assert empty.contents() == table.contents()


def test_a_backup_replaces_no_file_unless_asked(
    undertow: Run, table: Card, saved: Path
) -> None:
    saved.write_text("mine")
    assert undertow("backup", str(saved), *table.where)[0] == 1
    assert saved.read_text() == "mine"
    assert undertow("backup", str(saved), *table.where, "--replace")[0] == 0
    assert archive.read(saved)


def test_an_empty_table_is_no_backup(
    undertow: Run, empty: Card, tmp_path: Path
) -> None:
    path = tmp_path / "nothing"
    assert undertow("backup", str(path), "--state", str(empty.games))[0] == 1
    assert not path.exists()
    assert not empty.games.exists()


def test_games_go_where_the_restored_settings_keep_them(
    undertow: Run, empty: Card, table: Card, tmp_path: Path
) -> None:
    table.file.write_text('state = "../games"\nhouse = "house"\n')
    path = tmp_path / "b"
    undertow("backup", str(path), *table.where[:2])
    assert undertow("restore", str(path), *empty.where[:2])[0] == 0
    assert empty.contents() == table.contents()


# Damage


def damaged(data: bytes) -> Iterator[tuple[int, bytes]]:
    step = max(1, len(data) // 300)
    for at in range(0, len(data), step):
        yield at, data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]
        yield at, data[:at]


def test_a_damaged_backup_is_refused_or_was_hit_where_it_does_not_matter(
    saved: Path,
) -> None:
    whole, data = archive.read(saved), saved.read_bytes()
    refused = 0
    for _, bad in damaged(data):
        saved.write_bytes(bad)
        try:
            assert archive.read(saved) == whole
        except BadBackup:
            refused += 1
    assert refused > 300


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x05\x06" + bytes(18)])
def test_a_file_of_somebody_else_is_refused(
    undertow: Run, empty: Card, tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(data)
    status, out, said = undertow("restore", str(path), *empty.where)
    assert (status, out, said.count("\n")) == (1, "", 1)
    assert empty.contents() == {}


def test_no_file_and_a_folder_are_refused(
    undertow: Run, empty: Card, tmp_path: Path
) -> None:
    for path in (tmp_path / "none", tmp_path):
        status, _, said = undertow("restore", str(path), *empty.where)
        assert (status, said.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    "name",
    [
        "settings/../../escaped",
        "/etc/escaped",
        "games/escaped",
        "games/../cards.toml",
        "escaped",
        "settings/a\\b",
    ],
)
def test_no_file_leaves_the_tables_folders(
    undertow: Run, empty: Card, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "b"
    good = {"settings/undertow.toml": BackupFile(b"", 0o644, "")}
    archive.write(path, good | {name: BackupFile(b"x", 0o644, "")})
    assert undertow("restore", str(path), *empty.where)[0] == 1
    assert empty.contents() == {}
    assert [*tmp_path.rglob("escaped")] == []


def test_a_journal_that_cannot_be_played_on_is_refused(
    undertow: Run, empty: Card, tmp_path: Path
) -> None:
    path = tmp_path / "b"
    archive.write(path, {"games/journal.sqlite": BackupFile(b"no journal", 0o600, "")})
    assert undertow("restore", str(path), *empty.where)[0] == 1
    assert empty.contents() == {}


def test_a_later_format_says_so(saved: Path) -> None:
    with zipfile.ZipFile(saved, "w") as other:
        head = {"undertow-backup": 2, "version": "9.9"}
        other.writestr("backup.json", json.dumps(head))
    with pytest.raises(BadBackup, match=r"9\.9"):
        archive.read(saved)


def test_a_restore_that_is_cut_off_can_be_done_again(
    undertow: Run,
    table: Card,
    empty: Card,
    saved: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every rename is the last one once; the journal is whole after each."""
    files = archive.read(saved)
    real = Path.replace
    for most in range(len(files)):
        left = iter(range(most))

        def cut(path: Path, to: Path, left: Iterator[int] = left) -> Path:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return real(path, to)

        monkeypatch.setattr(Path, "replace", cut)
        with pytest.raises(KeyboardInterrupt):
            restore(files, Folders(empty.games, empty.settings), replace=True)
        monkeypatch.setattr(Path, "replace", real)
        with closing(Journal(empty.games / "journal.sqlite")) as journal:
            assert journal.notice is None
    assert undertow("restore", str(saved), *empty.where, "--replace")[0] == 0
    left_over = {n for n in empty.contents() if n.endswith(".restoring")}
    assert left_over == set()
    assert empty.contents() == table.contents()
