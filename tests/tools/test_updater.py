"""Updates never leave a table dead; the machine's programs are simulated."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.basics.sentence import say
from controller.tools.update import updater
from controller.tools.update.command import CannotUpdate, update
from controller.tools.update.updater import Machine, Result, Updater
from controller.web import updates
from controller.web.protocol import outgoing
from controller.words.files import catalogue, in_english
from tests.support import ROOT
from tests.support.webtable import AWAY, PageAtTable, web_table

OLD, NEW = "1.0", "1.1"
FIELDS = {
    "Package": "undertow",
    "Version": NEW,
    "Architecture": "arm64",
    "Installed-Size": "10",
}


class Cut(BaseException):
    """The plug was pulled."""


class Played(Machine):
    """A Pi with our package; a new one runs the old version, in mid-game."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.version, self.is_whole, self.runs = OLD, True, True
        self.fields = dict(FIELDS)
        self.troubles: dict[str, str] = {}  # what goes wrong, by the version
        self.is_enabled = self.is_signed = self.is_apt_content = True
        self.file_system = "ext4"
        self.sticks: dict[str, list[str]] = {}  # by the device: what is on it
        self.repository: list[str] = []
        self.is_busy = False
        self.says = ""  # what programs say that fail
        self.is_free = True  # to start the table, which waits for us at a boot
        self.cut_at: int | None = None
        self.moments = 0
        self.did: list[str] = []
        self.reads: Callable[[Path], object] = lambda _package: None
        self.writes: Callable[[], object] = lambda: None  # what a version writes
        self.starts = 0
        for folder in ("usr", "run", "etc/undertow", str(updater.GAMES)):
            (root / folder).mkdir(parents=True)
        (root / updater.KEYS).write_bytes(b"a key")
        (root / updater.KEYS).chmod(0o644)
        (root / "usr/undertow").write_text("the program")
        write_journal(self.games, 1, "red has chosen")

    @property
    def games(self) -> Path:
        return self.root / updater.GAMES

    @property
    def folder(self) -> Path:
        return self.root / updater.FOLDER

    def moment(self) -> None:
        """Something is done; the plug may be pulled right before or after it."""
        self.moments += 1
        if self.moments == self.cut_at:
            raise Cut

    def run(self, *command: str, user: str | None = None, **more: str) -> Result:
        assert user in (None, "undertow")
        self.moment()
        result = self._result(command)
        self.moment()
        if isinstance(result, str):
            return Result(0, result)
        return Result(result, self.says if result else "")

    def _result(self, command: tuple[str, ...]) -> int | str:
        match command:
            case ("dpkg", *_, "--install", package):
                return self._install(Path(package).name)
            case ("dpkg", "--compare-versions", one, "gt", other):
                return 0 if one > other else 1
            case ("dpkg", "--print-architecture"):
                return "arm64"
            case ("dpkg-query", "-W", "-f=${Conffiles}", _):
                return ""
            case ("dpkg-query", "-W", *_):
                return f"{'installed' if self.is_whole else 'unpacked'} {self.version}"
            case ("dpkg-query", "-L", _):
                return "/.\n/usr\n/usr/undertow"
            case ("dpkg-deb", "--field", package):
                self.reads(Path(package))
                return "\n".join(
                    f"{key}: {value}" for key, value in self.fields.items()
                )
            case ("dpkg-deb", *_, work, made):
                packed = Path(work, "usr/undertow").read_text()
                Path(made).write_text(packed)
            case ("apt-get", "--simulate", *_):
                return 0 if self.is_apt_content else 100
            case ("gpgv", *_):
                return 0 if self.is_signed else 1
            case ("cp", "-aT", path, to):
                assert not self.runs, "a table writes what is being copied"
                shutil.copytree(path, to, dirs_exist_ok=True)
            case ("sh", "-c", script, *words) if words:
                # It may be cut off once the games are put aside.
                for line in ('for file in "', 'cp -a "$2/', "mv journal.back"):
                    first = script.partition(line)[0]
                    subprocess.run(["sh", "-c", first, *words], check=True)
                    self.moment()
                subprocess.run(command, check=True)
            case ("findmnt", *_):
                return self.file_system
            case ("mount", _, "ro,nosuid,nodev,noexec", device, folder):
                return self._mount(Path(device).name, Path(folder))
            case ("umount", folder):
                shutil.rmtree(folder)
            case ("mount", _, how, _):
                self.did.append(how)
            case ("sh", "-c", words) if "apt-get" in words:
                self._download(Path(words.split()[1]))
            case ("systemctl", "is-active", "undertow-update"):
                return "active" if self.is_busy else "inactive"
            case ("systemctl", "start", "undertow-update"):
                Updater(self).run()
            case ("systemctl", word, *_):
                return self._systemctl(word)
            case ("undertow", "settings"):
                return "port   8137   default"
        return ""

    def _install(self, package: str) -> int:
        version = {"new.deb": NEW, "old.deb": OLD}[package]
        assert not self.runs, "a table runs while its program is replaced"
        self.did.append(f"install {version}")
        self.version, self.is_whole = version, False
        self.moment()
        if self.troubles.get(version) == "cut":
            raise Cut
        if self.troubles.get(version) == "install":
            return 1
        self.is_whole = True
        return 0

    def _mount(self, device: str, folder: Path) -> int:
        for name in self.sticks.get(device, ()):
            (folder / name).write_text(name)
        return 0 if device in self.sticks else 32

    def _download(self, folder: Path) -> None:
        for name in self.repository:
            (folder / name).write_text(name)

    def _systemctl(self, word: str) -> int | str:
        match word:
            case "start":
                assert self.is_free, "systemd waits for the updater, and it for systemd"
                return self.start()
            case "stop":
                self.runs = False
            case "is-active":
                return "active" if self.runs else "inactive"
            case "is-enabled":
                return "enabled" if self.is_enabled else "disabled"
            case "show":
                return f"ActiveState={'active' if self.runs else 'failed'}\nMainPID=7"
        return 0

    def start(self) -> int:
        trouble = self.troubles.get(self.version)
        self.runs = self.is_whole and trouble != "start"
        if self.runs and self.version == NEW:
            self.writes()
        return 0 if self.runs else 1

    def sleep(self, seconds: float) -> None:
        self.moment()
        if self.troubles.get(self.version) == "health":
            self.runs = False

    def shows_a_page(self, port: str) -> bool:
        assert port == "8137"
        return self.runs and self.troubles.get(self.version) != "page"

    def give(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()

    def ready(self) -> None:
        self.is_free = True
        self.did.append("ready")

    # What people do

    def ask(self) -> "Played":
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "asked.deb").write_text("a package")
        (self.folder / "asked.deb.sig").write_text("a signature")
        return self

    def press(self) -> None:
        """Press the button on the host's page."""
        (self.root / updater.REQUEST).touch()

    def update(self) -> str:
        Updater(self).run()
        return self.outcome

    def boot(self) -> None:
        """Switch on: what is under way goes on first, then the table starts."""
        self.runs = self.is_free = False
        if (self.folder / "state").exists() or (self.folder / "asked.deb").exists():
            Updater(self).run()
        if not self.runs:
            self.start()

    @property
    def outcome(self) -> str:
        said = json.loads((self.folder / "last").read_text())
        return str(said["outcome"])

    @property
    def state(self) -> tuple[str, bool, bool]:
        return self.version, self.is_whole, self.runs


def write_journal(games: Path, version: int, says: str) -> None:
    with sqlite3.connect(games / "journal.sqlite") as journal:
        journal.execute(f"PRAGMA user_version = {version}")
        journal.execute("CREATE TABLE IF NOT EXISTS said (words TEXT)")
        journal.execute("INSERT INTO said VALUES (?)", (says,))
    journal.close()


def said_in(path: Path) -> list[str]:
    with sqlite3.connect(path) as journal:
        found = [words for (words,) in journal.execute("SELECT words FROM said")]
    journal.close()
    return found


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    return played(tmp_path / "pi", monkeypatch)


def played(root: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    """A machine whose plug can be pulled at each write that has to last, too."""
    root.mkdir()
    table = Played(root)
    monkeypatch.setattr(os, "fsync", lambda _file: table.moment())
    return table


def test_a_newer_package_is_installed_and_tried(table: Played) -> None:
    assert table.ask().update() == "installed"
    assert table.state == (NEW, True, True)
    assert [path.name for path in table.folder.iterdir()] == ["last"]
    assert said_in(table.games / "journal.sqlite") == ["red has chosen"]


@pytest.mark.parametrize("trouble", ["install", "start", "health", "page"])
def test_one_that_does_not_work_gives_way_to_the_old_one(
    table: Played, trouble: str
) -> None:
    table.troubles[NEW] = trouble
    assert table.ask().update() == f"back-{trouble}"
    assert table.state == (OLD, True, True)
    assert said_in(table.games / "journal.sqlite") == ["red has chosen"]


def test_moves_played_during_the_trial_are_kept(table: Played) -> None:
    table.troubles[NEW] = "health"
    table.writes = lambda: write_journal(table.games, 1, "blue has chosen")
    table.ask().update()
    told = said_in(table.games / "journal.sqlite")
    assert told == ["red has chosen", "blue has chosen"]


def test_a_journal_that_the_old_program_cannot_read_is_put_aside(
    table: Played,
) -> None:
    table.troubles[NEW] = "page"
    table.writes = lambda: write_journal(table.games, 2, "blue has chosen")
    table.ask().update()
    assert said_in(table.games / "journal.sqlite") == ["red has chosen"]
    aside = table.games / f"games-of-{NEW}/journal.sqlite"
    assert said_in(aside) == ["red has chosen", "blue has chosen"]


CASES = {
    "good": ({}, NEW),
    "not installed": ({NEW: "install"}, OLD),
    "not started": ({NEW: "start"}, OLD),
    "not healthy": ({NEW: "health"}, OLD),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("again", [0, 30])
def test_a_power_cut_at_any_moment_leaves_a_table_that_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str, again: int
) -> None:
    """Also with a second cut so many moments after the first; 0 is none."""
    monkeypatch.setattr(updater, "HEALTHY_S", 3 * updater.LOOK_S)
    monkeypatch.setattr(updater, "READY_S", 3 * updater.LOOK_S)
    troubles, expected = CASES[case]
    for at in count(1):
        table = played(tmp_path / str(at), monkeypatch)
        table.troubles, table.cut_at = troubles, at
        table.writes = partial(write_journal, table.games, 2, "blue has chosen")
        try:
            table.ask().update()
        except Cut:
            table.cut_at = at + again if again else None
        else:
            assert at > 40, "there were cuts at all steps"
            break
        try:
            table.boot()
        except Cut:
            table.boot()
        is_asked_again = table.version == OLD and not (table.folder / "last").exists()
        if is_asked_again:
            # It was cut off before it began: nothing has happened.
            assert table.did.count(f"install {NEW}") == 0
        else:
            assert table.version == expected
        assert table.state[1:] == (True, True), at
        assert not (table.folder / "state").exists()
        assert said_in(table.games / "journal.sqlite")[0] == "red has chosen"
        if table.version == OLD:
            assert said_in(table.games / "journal.sqlite") == ["red has chosen"]
            aside = table.games / f"games-of-{NEW}/journal.sqlite"
            if aside.exists():
                assert said_in(aside)[:2] == ["red has chosen", "blue has chosen"]
        shutil.rmtree(table.root)


def test_short_power_ons_are_no_failed_tries(table: Played) -> None:
    table.ask()
    for _ in range(20):
        table.cut_at = None
        table.moments = 0
        try:
            # Long enough to begin, never long enough to be sure.
            table.cut_at = 62 if "install 1.1" not in table.did else 20
            table.boot()
        except Cut:
            continue
    assert table.did.count(f"install {OLD}") == 0
    table.cut_at = None
    table.boot()
    assert (table.outcome, table.state) == ("installed", (NEW, True, True))


def test_the_table_starts_only_once_its_program_is_whole(table: Played) -> None:
    table.troubles[NEW] = "cut"
    with pytest.raises(Cut):
        table.ask().update()
    table.troubles.clear()
    table.did.clear()
    table.boot()
    assert table.did == [f"install {NEW}", "ready", "ready"]


def test_the_table_starts_before_a_package_is_looked_for(table: Played) -> None:
    """A network that does not answer must not keep it from starting."""
    table.press()
    table.runs = table.is_free = False
    table.reads = lambda _package: table.did.append("reads")
    table.repository = [PACKAGES[6]]
    table.update()
    assert table.did[:2] == ["ready", "reads"]


def test_holding_undo_while_switching_on_ends_the_try(table: Played) -> None:
    table.ask()
    (table.root / updater.SAFE).touch()
    assert table.update() == "back-hand"
    assert table.state == (OLD, True, True)


def test_a_table_that_was_off_is_not_tried_and_stays_off(table: Played) -> None:
    table.runs = table.is_enabled = False
    table.troubles[NEW] = "start"
    assert table.ask().update() == "installed"
    assert table.state == (NEW, True, False)


def test_an_old_package_that_does_not_install_is_tried_again(table: Played) -> None:
    table.troubles = {NEW: "start", OLD: "install"}
    with pytest.raises(OSError, match=r"old\.deb cannot be installed"):
        table.ask().update()
    table.troubles = {}
    table.boot()
    assert (table.outcome, table.state) == ("back-start", (OLD, True, True))


PACKAGES = [
    f"undertow_{version}_{machine}.deb{end}"
    for version in ("0.9", NEW, "1.0")
    for machine in ("amd64", "arm64")
    for end in ("", ".sig")
]


def test_a_stick_is_searched_for_the_newest_package_of_this_machine(
    table: Played,
) -> None:
    devices = table.root / "dev/disk/by-path"
    devices.mkdir(parents=True)
    for name in ("pci-1-usb-2-part1", "pci-1-usb-2-part2", "pci-1-ata-1"):
        (devices / name).touch()
    table.press()
    assert table.update() == "no-package"
    table.sticks = {"pci-1-ata-1": PACKAGES, "pci-1-usb-2-part2": PACKAGES}
    table.press()
    packed: list[str] = []
    table.reads = lambda package: packed.append(package.read_text())
    assert table.update() == "installed"
    assert packed == [f"undertow_{NEW}_arm64.deb"]
    table.press()
    table.sticks["pci-1-usb-2-part2"] = [PACKAGES[0]]
    assert table.update() == "unsigned"


def test_a_repository_needs_no_signature_beside_the_package(table: Played) -> None:
    table.press()
    assert table.update() == "no-package"
    table.is_signed = False
    table.repository = [PACKAGES[6]]
    table.press()
    assert table.update() == "installed"


def test_a_read_only_disk_is_writable_only_meanwhile(
    table: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    table.cut_at = 60
    with pytest.raises(Cut):
        table.ask().update()
    table.boot()
    assert table.outcome == "installed"
    assert table.did[:2] == ["ready", "remount,rw"]
    assert table.did[-2:] == ["remount,ro", "ready"]


# What is refused


@pytest.mark.parametrize(
    ("field", "value", "outcome"),
    [
        ("Package", "overture", "not-ours"),
        ("Architecture", "amd64", "architecture"),
        ("Version", "0.9", "older"),
        ("Version", OLD, "same"),
        ("Installed-Size", "9999999999", "space"),
    ],
)
def test_a_package_that_is_not_for_this_table_is_refused(
    table: Played, field: str, value: str, outcome: str
) -> None:
    table.fields[field] = value
    assert table.ask().update() == outcome
    assert table.state == (OLD, True, True)
    assert [path.name for path in table.folder.iterdir()] == ["last"]


@pytest.mark.parametrize("full", ["usr", "undertow-update"])
def test_there_has_to_be_room_for_the_program_and_for_the_way_back(
    table: Played, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    """On a card these are two partitions."""

    def disk_usage(path: Path) -> SimpleNamespace:
        return SimpleNamespace(free=10**6 if path.name == full else 10**12)

    monkeypatch.setattr(shutil, "disk_usage", disk_usage)
    table.ask().update()
    assert (table.outcome, table.version) == ("space", OLD)


def test_without_a_good_signature_nothing_is_even_looked_at(table: Played) -> None:
    table.fields = {}
    table.is_signed = False
    assert table.ask().update() == "bad-signature"
    (table.ask().folder / "asked.deb.sig").unlink()
    assert table.update() == "unsigned"
    (table.root / updater.KEYS).chmod(0o666)
    assert table.ask().update() == "no-key"
    (table.root / updater.KEYS).unlink()
    assert table.ask().update() == "no-key"


@pytest.mark.parametrize(
    "says",
    [
        "Verifying signature:\n  Not live until 2027-12-31T23:30:00Z",
        "gpgv: key 76ABC156D72461A9 was created 407 days in the future",
    ],
)
def test_a_signature_newer_than_the_clock_is_not_called_a_wrong_one(
    table: Played, says: str
) -> None:
    """That is what sqv and gpgv say of it."""
    table.is_signed, table.says = False, says
    assert table.ask().update() == "clock"


def test_a_package_that_was_cut_off_before_it_was_checked_is_forgotten(
    table: Played,
) -> None:
    table.folder.mkdir()
    (table.folder / "new.deb").write_text("half of one")
    table.press()
    assert table.update() == "no-package"
    assert not (table.folder / "new.deb").exists()


def test_what_else_it_needs_has_to_be_there(table: Played) -> None:
    table.is_apt_content = False
    assert table.ask().update() == "needs"


def test_a_disk_that_forgets_everything_is_refused(table: Played) -> None:
    table.file_system = "overlay"
    assert table.ask().update() == "overlay"


def test_a_request_is_no_more_than_that_whatever_is_in_it(
    table: Played, tmp_path: Path
) -> None:
    """The table's own user writes it, and may be somebody else's by then."""
    other = tmp_path / "other"
    other.write_text("of root")
    (table.root / updater.REQUEST).symlink_to(other)
    assert table.update() == "no-package"
    assert table.state == (OLD, True, True)
    assert not os.path.lexists(table.root / updater.REQUEST)
    assert other.exists()


# From the terminal, and on the host's page


@pytest.fixture
def package(table: Played, tmp_path: Path) -> Path:
    program = table.root / str(outgoing.UPDATER)[1:]
    program.parent.mkdir(parents=True)
    program.touch()
    package = tmp_path / "undertow.deb"
    package.write_text("a package")
    (tmp_path / "undertow.deb.sig").write_text("its signature")
    return package


def as_root(package: Path | None, table: Played) -> int:
    return update(package, table, is_root=lambda: True)


def test_the_command_installs_a_file_and_tells_how_it_went(
    table: Played, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert as_root(package, table) == 0
    assert table.state == (NEW, True, True)
    said = in_english(say("update.installed", old=OLD, new=NEW))
    assert capsys.readouterr().out.splitlines()[-1] == said
    assert package.exists()


def test_the_command_without_a_file_looks_for_a_stick(
    table: Played, package: Path
) -> None:
    with pytest.raises(CannotUpdate) as refused:
        as_root(None, table)
    assert str(refused.value) == in_english("update.no-package")


def test_the_command_says_why_not(table: Played, package: Path) -> None:
    said = []
    table.troubles[NEW] = "start"
    attempts: list[Callable[[], object]] = [
        lambda: as_root(package, table),
        lambda: update(package, table, is_root=lambda: False),
        lambda: as_root(package.with_name("undertow.deb.sig"), table),
        lambda: as_root(package.parent, table),
        lambda: as_root(package, Played(package.parent / "another")),
    ]
    for attempt in attempts:
        with pytest.raises(CannotUpdate) as refused:
            attempt()
        said.append(str(refused.value))
    assert said == [
        in_english(say("update.back-start", old=OLD, new=NEW)),
        in_english("update.not-root"),
        in_english("update.unsigned"),
        f"{package.parent} is not a file",
        in_english("update.not-here"),
    ]


def test_one_update_waits_for_another(table: Played, package: Path) -> None:
    table.is_busy = True
    with pytest.raises(CannotUpdate) as refused:
        as_root(package, table)
    assert str(refused.value) == in_english("update.busy")
    assert not (table.folder / "asked.deb").exists()


def test_every_outcome_has_its_sentence() -> None:
    source = Path(updater.__file__).read_text()
    refused = {*re.findall(r'Refused\("([\w-]+)"', source)}
    found = re.findall(r'why="(\w+)"|return "(\w+)"|return "(\w+)" if', source)
    back = {f"back-{word}" for words in found for word in words if word}
    assert {"back-start", "back-install", "back-page", "back-hand"} <= back
    sentences = catalogue(None, "en").entries
    outcomes = {"installed", *refused, *back}
    assert {key for key in outcomes if f"update.{key}" not in sentences} == set()


def test_a_page_hears_of_an_update_only_while_it_is_new(tmp_path: Path) -> None:
    last = tmp_path / "last"
    assert updates.news(last) is None
    last.write_text(json.dumps({"outcome": "installed", "new": NEW, "old": OLD}))
    assert updates.news(last) == say("update.installed", new=NEW, old=OLD)
    os.utime(last, (1, 1))
    assert updates.news(last) is None
    assert updates.outcome(last)
    last.write_text("half of")
    assert updates.outcome(last) is None


def said_to(page: PageAtTable) -> str:
    page.send("update")
    return str(page.next("told")["message"])


def test_the_hosts_button_leaves_a_request_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    with web_table(tmp_path / "table") as served:
        with served.page() as page:
            assert said_to(page) == in_english("update.not-here")
            monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
            assert said_to(page) == in_english("update.asked")
        assert (tmp_path / updater.REQUEST.name).read_bytes() == b""
        (tmp_path / updater.REQUEST.name).unlink()
        for stranger in (
            served.page(0),
            served.page(**AWAY),
        ):
            with stranger as page:
                page.send("update")
                assert "there is no message" in page.next("error")["message"]
        assert not (tmp_path / updater.REQUEST.name).exists()


def test_table_and_updater_name_the_same_files() -> None:
    assert Path("/", updater.REQUEST) == Path("/", updater.GAMES, updates.REQUEST)
    assert Path("/", updater.FOLDER, "last") == updates.OUTCOME
    build = (ROOT / "systemd/deb/build").read_text()
    environment = str(outgoing.UPDATER.parent)
    assert f"environment={environment}\n" in build
    assert f"$environment/{outgoing.UPDATER.name}\n" in build


def test_the_table_loads_nothing_of_it(tmp_path: Path) -> None:
    """Neither at its start nor while it is played; only once somebody asks."""
    code = f"""
import sys
from pathlib import Path
from tests.support.webtable import PageAtTable, web_table
with web_table(Path({str(tmp_path)!r})) as served, served.page() as page:
    page.next("position")
    print([name for name in sys.modules if "update" in name or "safe_mode" in name])
"""
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
