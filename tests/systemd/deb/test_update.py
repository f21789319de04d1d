"""Updates with a real dpkg, cut off at every step: `make deb-test`.

A cut kills every process at once. The next start of the machine runs the updater again,
and then the table. Whatever happened, a whole program runs and offers the same game.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from time import monotonic
from typing import NamedTuple

import pytest

from tests.support import ROOT
from tests.systemd.deb.root import (
    DebianRoot,
    Key,
    build,
    choose_a_card,
    copy_of_the_checkout,
    first_position,
    playing,
)
from tests.systemd.deb.test_installed import folder, project_version

__all__ = ["folder"]  # fixtures are used by being named

pytestmark = pytest.mark.deb

RELEASE = os.environ.get("UNDERTOW_DEBIAN", "")
NEWER, BROKEN = "99.1", "99.2"
FOLDER = "var/lib/undertow-update"
INSIDE = ROOT / "tests/systemd/deb/inside.py"
PATH = "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
# How many cuts there are between two commands, and while dpkg installs.
BETWEEN, MEANWHILE = 10, 10


class Pace(NamedTuple):
    """How an update goes: its commands, and how long each dpkg takes."""

    commands: int
    dpkg_s: list[float]


# What was seen right after the cuts: dpkg's word for the package, and the step.
SEEN: set[str] = set()
STEPS: set[str] = set()


class Pi:
    """A machine in a folder, that can be switched on, and cut off."""

    def __init__(self, root: DebianRoot) -> None:
        self.root = root

    def ask(self, package: Path) -> "Pi":
        """Ask for this package, as `undertow update FILE` does."""
        folder = self.root.path / FOLDER
        folder.mkdir(exist_ok=True)
        shutil.copy(f"{package}.sig", folder / "asked.deb.sig")
        shutil.copy(package, folder / "asked.deb")
        return self

    def begin(self, *words: str) -> "subprocess.Popen[str]":
        """Begin to update; all its processes die with the first one."""
        command = self.root.command("/inside.py", *words, PATH=PATH)
        own = ["unshare", "--pid", "--fork"]
        return subprocess.Popen([*own, *command], stdout=PIPE, text=True)

    def update(self) -> Pace:
        """Update to the end."""
        dpkg_s: list[float] = []
        with self.begin() as process:
            assert process.stdout
            for line in process.stdout:
                if line == "dpkg\n":
                    began = monotonic()
                elif line == "installed\n":
                    dpkg_s.append(monotonic() - began)
                elif line.startswith("done"):
                    return Pace(int(line.split()[1]), dpkg_s)
        raise AssertionError("the updater failed")

    def cut_before(self, number: int) -> None:
        """Update until just before this command."""
        with self.begin(str(number)) as process:
            assert process.stdout
            assert "cut\n" in process.stdout
            self._cut(process)

    def cut_meanwhile(self, which: int, seconds: float) -> None:
        """Update until dpkg has installed for so long, the first or second time."""
        with self.begin() as process:
            assert process.stdout
            for _ in range(which):
                assert "dpkg\n" in process.stdout
            with suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
            self._cut(process)

    def _cut(self, process: "subprocess.Popen[str]") -> None:
        """Kill the first process, and all others with it, before `unshare` ends."""
        own = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        for pid in own.read_text().split():
            os.kill(int(pid), signal.SIGKILL)
        process.wait()
        SEEN.add(self.status.split()[0])
        STEPS.add(self.step)

    @property
    def step(self) -> str:
        state = self.root.path / FOLDER / "state"
        return json.loads(state.read_text())["step"] if state.exists() else ""

    @property
    def status(self) -> str:
        shown = "-f=${db:Status-Status} ${Version}"
        return self.root.do("dpkg-query", "-W", shown, "undertow")

    @property
    def outcome(self) -> str:
        last = json.loads((self.root.path / FOLDER / "last").read_text())
        return str(last["outcome"])

    def is_whole(self, newer: str | None) -> bool:
        """Return whether this program is there, as it was made, with the same game."""
        version = newer or project_version()
        changed = {"??5??????", "c", "/etc/undertow/undertow.toml"}
        return (
            self.status.startswith(f"installed {version}+")
            and {*self.root.do("dpkg", "--verify", "undertow").split()} == changed
            and self._offers_the_game()
        )

    def _offers_the_game(self) -> bool:
        """Switch the table on, and look at its page."""
        with playing(self.root) as table:
            offered = first_position(table.port)
            assert table.end(signal.SIGTERM)[0] == 0
        return (offered["phase"], offered["state"]["chosen"]) == ("offer", ["red"])


@pytest.fixture(scope="module")
def key(folder: Path) -> Key:
    return Key(folder / "gpg")


@pytest.fixture(scope="module")
def installed(folder: Path, key: Key) -> DebianRoot:
    """The package in a small Debian, in the middle of a game, with the owner's key."""
    root = DebianRoot(folder / "installed", RELEASE)
    # It is copied for each cut, so without what nobody needs.
    for name in ("usr/share/locale", "usr/share/doc"):
        shutil.rmtree(root.path / name)
    root.install(build(copy_of_the_checkout(folder / "old"), root.python, folder))
    with playing(root) as table:
        choose_a_card(table.port)
    shutil.copy(key.public, root.path / "etc/undertow/update.gpg")
    for name in ("inside.py", "usr/local/sbin/systemctl"):
        shutil.copy(INSIDE, root.path / name)
        (root.path / name).chmod(0o755)
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))
        settings = root.path / "etc/undertow/undertow.toml"
        line = f"port = {port.getsockname()[1]}"
        settings.write_text(f"{line}\n{settings.read_text()}")
    return root


@pytest.fixture(scope="module")
def good(folder: Path, key: Key, installed: DebianRoot) -> Path:
    checkout = copy_of_the_checkout(folder / "newer", NEWER)
    return key.sign(build(checkout, installed.python, folder))


@pytest.fixture(scope="module")
def broken(folder: Path, key: Key, installed: DebianRoot) -> Path:
    """A newer package whose table does not start."""
    checkout = copy_of_the_checkout(folder / "broken", BROKEN)
    (checkout / "controller/service/app.py").write_text("raise SystemExit(3)\n")
    return key.sign(build(checkout, installed.python, folder))


@pytest.fixture
def pi(installed: DebianRoot, tmp_path: Path) -> Iterator[Pi]:
    copy = installed.copy(tmp_path / "root")
    yield Pi(copy)
    shutil.rmtree(copy.path)


@pytest.fixture(scope="module")
def paces(installed: DebianRoot, good: Path, broken: Path) -> dict[Path, Pace]:
    """How both updates go if nobody cuts them off."""
    return {package: pace_of(installed, package) for package in (good, broken)}


def pace_of(installed: DebianRoot, package: Path) -> Pace:
    copy = installed.copy(installed.path.with_name("undisturbed"))
    pi = Pi(copy).ask(package)
    pace = pi.update()
    is_good = NEWER in package.name
    assert pi.outcome == ("installed" if is_good else "back-start")
    assert pi.is_whole(NEWER if is_good else None)
    shutil.rmtree(copy.path)
    return pace


@pytest.mark.parametrize("part", range(BETWEEN))
@pytest.mark.parametrize("which", ["good", "broken"])
def test_a_cut_between_two_commands(
    pi: Pi,
    paces: dict[Path, Pace],
    request: pytest.FixtureRequest,
    which: str,
    part: int,
) -> None:
    package: Path = request.getfixturevalue(which)
    pi.ask(package)
    commands = paces[package].commands
    pi.cut_before(part * commands // BETWEEN)
    lives(pi, which)


@pytest.mark.parametrize("part", range(MEANWHILE))
@pytest.mark.parametrize("which", ["good", "broken"])
def test_a_cut_while_dpkg_installs(
    pi: Pi,
    paces: dict[Path, Pace],
    request: pytest.FixtureRequest,
    which: str,
    part: int,
) -> None:
    """The newer package, or the old one on the way back."""
    package: Path = request.getfixturevalue(which)
    pi.ask(package)
    times = paces[package].dpkg_s
    pi.cut_meanwhile(len(times), (part + 0.5) / MEANWHILE * times[-1])
    assert pi.step in ("install", "back", "try", "")
    lives(pi, which)


def lives(pi: Pi, which: str) -> None:
    """After the next start the machine has a whole program and the same game."""
    has_begun = pi.step != ""
    pi.update()
    is_new = which == "good" and (has_begun or f" {NEWER}+" in pi.status)
    assert pi.is_whole(NEWER if is_new else None)
    left = {path.name for path in (pi.root.path / FOLDER).glob("*")}
    fetched = {"new.deb", "new.deb.sig", "update.py"}
    assert left - {"last"} <= (set() if has_begun else fetched)


def test_half_of_it_was_really_installed_at_some_of_the_cuts() -> None:
    assert SEEN - {"installed"}, "else the cuts came too late or too early"
    assert {"prepare", "install", "try", "back"} <= STEPS


@pytest.mark.parametrize(
    ("spoil", "outcome"),
    [
        (lambda folder: (folder / "asked.deb.sig").unlink(), "unsigned"),
        (lambda folder: append(folder / "asked.deb"), "bad-signature"),
        (lambda folder: forget_key(folder), "no-key"),
    ],
)
def test_a_package_that_the_owner_has_not_signed_is_refused(
    pi: Pi, good: Path, spoil: Callable[[Path], object], outcome: str
) -> None:
    pi.ask(good)
    spoil(pi.root.path / FOLDER)
    pi.update()
    assert pi.outcome == outcome
    assert pi.is_whole(None)


def append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


def forget_key(folder: Path) -> None:
    (folder.parents[2] / "etc/undertow/update.gpg").unlink()


def test_an_older_package_or_one_with_missing_needs_is_refused(
    pi: Pi, good: Path, key: Key, tmp_path: Path
) -> None:
    old = next(good.parent.glob("undertow_0*.deb"))
    pi.ask(key.sign(old)).update()
    assert pi.outcome == "same"
    control = tmp_path / "package/DEBIAN/control"
    control.parent.mkdir(parents=True)
    machine = pi.root.do("dpkg", "--print-architecture").strip()
    for fields, outcome in (
        ({"Version": "0.0.1"}, "older"),
        ({"Depends": "a-package-that-is-not-there"}, "needs"),
        ({"Architecture": "riscv64"}, "architecture"),
        ({"Package": "overture"}, "not-ours"),
    ):
        usual = {"Package": "undertow", "Version": "98", "Architecture": machine}
        rest = {"Installed-Size": "1", "Maintainer": "A <a@b>", "Description": "d"}
        rows = (f"{key}: {value}\n" for key, value in (usual | rest | fields).items())
        control.write_text("".join(rows))
        made = tmp_path / "made.deb"
        words = ["dpkg-deb", "--build", str(control.parents[1]), str(made)]
        subprocess.run(words, check=True, capture_output=True)
        pi.ask(key.sign(made)).update()
        assert pi.outcome == outcome
    assert pi.is_whole(None)
