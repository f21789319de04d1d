"""Install a newer package, try it, and roll back if it does not work.

`undertow-update.service` runs this file as root with Debian's own Python, because the
program's may be half replaced. So it imports only the standard library. `state` records
the current step:

    prepare   pack the old program, stop the table, copy its games
    install   dpkg installs new.deb
    try       the table must become ready in its time, and stay healthy for a while
    back      dpkg installs old.deb

After a power cut the unit runs at the next start, before the table, and repeats that
step, which is safe for each of them. A power cut never counts as a failed try.
"""

import json
import os
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple
from urllib.request import urlopen

NAME = "undertow"  # of the package, its service, its user and its command
FOLDER = Path("var/lib/undertow-update")
GAMES = Path("var/lib/undertow")
# The host's page writes it, and a path unit waits for it.
REQUEST = GAMES / "update-request"
# The keys, one of which must have signed a package.
KEYS = Path("etc/undertow/update.gpg")
# Exists if somebody held `undo` while the machine was switched on.
SAFE = Path("run/undertow-safe")
STICK = Path("run/undertow-stick")

READY_S, HEALTHY_S, LOOK_S = 120, 60, 2
# How long another program may use dpkg.
LOCKED_TRIES, LOCKED_S = 60, 5
SPARE_KB = 50_000
_DPKG = ("dpkg", "--force-downgrade", "--force-confdef", "--force-confold", "--install")
# The package's own scripts must not start the table, because this program does.
_QUIET = {"DEBIAN_FRONTEND": "noninteractive", "SYSTEMD_OFFLINE": "1"}
_GIVE_BACK = """
set -e
cd "$1"
mkdir -p "$3"
for file in journal.sqlite*; do [ ! -e "$file" ] || mv -n "$file" "$3"; done
for file in "$2"/journal.sqlite?*; do [ ! -e "$file" ] || cp -a "$file" .; done
# It comes last, and whole: without it all of this is done again.
cp -a "$2/journal.sqlite" journal.back
sync -f .
mv journal.back journal.sqlite
sync -f .
"""

State = dict[str, Any]


class Refused(Exception):
    """A package that is refused, with the key of the sentence about it."""

    def __init__(self, why: str, **values: str) -> None:
        super().__init__(why)
        self.why, self.values = why, values


class Result(NamedTuple):
    status: int
    out: str


class Machine:
    """The operations on this machine, which tests replace."""

    root = Path("/")

    def run(self, *command: str, user: str | None = None, **more: str) -> Result:
        groups: Any = [] if user else None
        try:
            done = subprocess.run(
                command,
                env=os.environ | {"LC_ALL": "C.UTF-8"} | more,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                check=False,
                user=user,
                group=user,
                extra_groups=groups,
            )
        except FileNotFoundError:
            return Result(127, "")
        return Result(done.returncode, done.stdout.strip())

    def sleep(self, seconds: float) -> None:
        sleep(seconds)

    def shows_a_page(self, port: str) -> bool:
        """Return whether the table's page opens, with either scheme."""
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        for scheme in ("http", "https"):
            address = f"{scheme}://127.0.0.1:{port}/"
            with (
                suppress(OSError),
                urlopen(address, timeout=10, context=trusting) as page,
            ):
                return bool(page.status == 200)
        return False

    def give(self, folder: Path) -> None:
        """Make an empty folder that belongs to the table's user."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(0o700)
        shutil.chown(folder, NAME, NAME)

    def ready(self) -> None:
        """Tell systemd that the table may start."""
        if name := os.environ.get("NOTIFY_SOCKET"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
                notify.sendto(b"READY=1", name.replace("@", "\0", 1))


class Packages:
    """Debian's packages, as dpkg and apt know them."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._run = machine, machine.run

    def installed(self) -> tuple[bool, str]:
        """Return whether our package is fully installed, and its version."""
        said = self._run("dpkg-query", "-W", "-f=${db:Status-Status} ${Version}", NAME)
        status, _, version = said.out.partition(" ")
        return status == "installed", version

    def install(self, package: Path, version: str) -> bool:
        """Install it; return whether it is fully installed."""
        for _ in range(LOCKED_TRIES):
            said = self._run(*_DPKG, str(package), **_QUIET)
            if "locked by another process" not in said.out:
                break
            self._machine.sleep(LOCKED_S)
        if said.status:
            sys.stdout.write(f"{said.out}\n")
        return said.status == 0 and self.installed() == (True, version)

    def machine(self) -> str:
        return self._run("dpkg", "--print-architecture").out

    def is_newer(self, one: str, other: str) -> bool:
        return not self._run("dpkg", "--compare-versions", one, "gt", other).status

    def newest(self, packages: list[Path]) -> Path | None:
        """Return the newest package for this machine by name, or else any other."""
        ours = f"_{self.machine()}"
        fitting = [path for path in packages if path.stem.endswith(ours)]
        best = None
        for path in sorted(fitting or packages):
            if best is None or self.is_newer(_version(path), _version(best)):
                best = path
        return best

    def fields(self, package: Path) -> dict[str, str]:
        said = self._run("dpkg-deb", "--field", str(package)).out
        rows = (line.partition(": ") for line in said.splitlines())
        return {key: value for key, _, value in rows if key.strip()}

    def pack(self, into: Path) -> None:
        """Make a package of the installed program as it is; raise OSError."""
        work = into.with_name("packing")
        shutil.rmtree(work, ignore_errors=True)
        root = self._machine.root
        for name in self._run("dpkg-query", "-L", NAME).out.splitlines():
            path, to = root / name[1:], work / name[1:]
            if path.is_dir() and not path.is_symlink():
                to.mkdir(path.stat().st_mode & 0o777, parents=True, exist_ok=True)
            elif os.path.lexists(path):
                shutil.copy2(path, to, follow_symlinks=False)
        control = work / "DEBIAN"
        control.mkdir(0o755)
        for name in self._run("dpkg-query", "--control-list", NAME).out.split():
            path = root / self._run("dpkg-query", "--control-path", NAME, name).out[1:]
            shutil.copy2(path, control / name)
        rows = self._run("dpkg-query", "-W", "-f=${Conffiles}", NAME).out.split()
        there = [name for name in rows if (work / name[1:]).is_file()]
        (control / "conffiles").write_text("".join(f"{name}\n" for name in there))
        (control / "control").write_text("".join(self._control()))
        made = into.with_name("old.making")
        build = ("dpkg-deb", "--root-owner-group", "-Znone", "--build")
        said = self._run(*build, str(work), str(made))
        if said.status:
            raise OSError(said.out)
        _sync(made)
        made.replace(into)

    def _control(self) -> Iterator[str]:
        """Yield the lines of the installed package's control file."""
        is_its = True
        for line in self._run("dpkg-query", "-s", NAME).out.splitlines():
            if not line.startswith(" "):
                is_its = not line.startswith(("Status:", "Conffiles:"))
            if is_its:
                yield f"{line}\n"


class Incoming:
    """The requested package, copied to our own folder before it is examined."""

    def __init__(self, machine: Machine, packages: Packages) -> None:
        self._machine, self._packages, self._run = machine, packages, machine.run
        self.folder = machine.root / FOLDER
        self.file = self.folder / "new.deb"
        self.signature = self.folder / "new.deb.sig"

    def fetch(self) -> bool:
        """Fetch a file, or the package on a USB stick or from apt; raise Refused.

        Return whether its signature has already been checked, as apt does.
        """
        if self._takes() or self._copies():
            return False
        if self._downloads():
            return True
        raise Refused("no-package")

    def _takes(self) -> bool:
        for path in (self.signature, self.file):
            asked = path.name.replace("new", "asked")
            with suppress(FileNotFoundError):
                path.with_name(asked).replace(path)
        return self.file.exists()

    def _copies(self) -> bool:
        root = self._machine.root
        (root / STICK).mkdir(exist_ok=True)
        mount = ("mount", "-o", "ro,nosuid,nodev,noexec")
        for device in sorted((root / "dev/disk/by-path").glob("*-usb-*")):
            if self._run(*mount, str(device), str(root / STICK)).status:
                continue
            try:
                there = [*(root / STICK).glob(f"{NAME}_*.deb")]
                if found := self._packages.newest(there):
                    shutil.copyfile(found, self.file)
                    with suppress(FileNotFoundError):
                        shutil.copyfile(f"{found}.sig", self.signature)
                    return True
            finally:
                self._run("umount", str(root / STICK))
        return False

    def _downloads(self) -> bool:
        """Download it from a repository that the owner has set."""
        fetched = self.folder / "fetched"
        fetched.mkdir()
        self._run("apt-get", "--quiet", "update")
        download = f"cd {fetched} && apt-get --quiet download {NAME}"
        self._run("sh", "-c", download)
        found = self._packages.newest([*fetched.glob(f"{NAME}_*.deb")])
        if found:
            found.replace(self.file)
        return bool(found)

    def check(self, *, is_signed: bool) -> tuple[str, str]:
        """Return new and old version; raise Refused for an unacceptable package."""
        if not is_signed:
            self._check_signature()
        field, machine = self._packages.fields(self.file), self._packages.machine()
        if field.get("Package") != NAME:
            raise Refused("not-ours")
        if field["Architecture"] not in (machine, "all"):
            raise Refused("architecture", its=field["Architecture"], ours=machine)
        new, (_, old) = field["Version"], self._packages.installed()
        if new == old:
            raise Refused("same", new=new)
        if not self._packages.is_newer(new, old):
            raise Refused("older", new=new, old=old)
        self._check_space(int(field["Installed-Size"]))
        # Its other dependencies must be installed, because only this file will be.
        tried = self._run("apt-get", "--simulate", "install", str(self.file))
        does = [row for row in tried.out.splitlines() if row.startswith("Inst ")]
        if tried.status or not all(row.startswith(f"Inst {NAME} ") for row in does):
            raise Refused("needs", new=new)
        _sync(self.file)
        return new, old

    def _check_space(self, size_kb: int) -> None:
        """Refuse a program that is too large for its disk, or for our folder's.

        dpkg writes the new files beside the old ones. We pack the old program into our
        folder, which may be on the same disk.
        """
        for place, times in ((self._machine.root / "usr", 1), (self.folder, 4)):
            needed = times * size_kb + SPARE_KB
            if shutil.disk_usage(place).free < 1024 * needed:
                raise Refused("space", megabytes=str(needed // 1000))

    def _check_signature(self) -> None:
        keys = self._machine.root / KEYS
        if not keys.is_file() or keys.stat().st_mode & 0o022:
            raise Refused("no-key")
        if not self.signature.exists():
            raise Refused("unsigned")
        # Debian always has one of the two, because apt needs it.
        for program in ("gpgv", "sqv"):
            words = ("--keyring", str(keys), str(self.signature), str(self.file))
            said = self._run(program, *words)
            if said.status == 0:
                return
            # A Pi has no battery-backed clock, so without a network its time is late.
            if "Not live until" in said.out or "in the future" in said.out:
                raise Refused("clock")
            if said.status != 127:
                break
        raise Refused("bad-signature")


class Table:
    """The service, as systemd and its page show it."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._run = machine, machine.run

    def start(self) -> None:
        self._run("systemctl", "start", NAME)

    def stop(self) -> None:
        self._run("systemctl", "stop", NAME)

    def is_wanted(self) -> bool:
        """Return whether it runs, or will once this machine has started."""
        words = ("is-active", "is-enabled")
        said = {self._run("systemctl", word, NAME).out for word in words}
        return bool(said & {"active", "activating", "enabled"})

    def has_page(self) -> bool:
        rows = self._run(NAME, "settings").out.splitlines()
        words = [row.split() for row in rows if row.startswith("port ")]
        return bool(words) and self._machine.shows_a_page(words[0][1])

    def trouble(self, *, needs_page: bool) -> str | None:
        """Start the table; return what is wrong with it after its trial time."""
        self.start()
        if not self._waits(READY_S, lambda: self._process() is not None):
            return "start"
        process = self._process()
        if self._waits(HEALTHY_S, lambda: self._process() != process):
            return "health"
        return "page" if needs_page and not self.has_page() else None

    def _waits(self, seconds: int, is_so: Callable[[], bool]) -> bool:
        for _ in range(seconds // LOOK_S):
            if is_so():
                return True
            self._machine.sleep(LOOK_S)
        return is_so()

    def _process(self) -> str | None:
        """Return the table's process, if it is ready."""
        shown = ("--property=ActiveState", "--property=MainPID")
        said = self._run("systemctl", "show", *shown, NAME).out.splitlines()
        rows = dict(row.split("=", 1) for row in said if "=" in row)
        return rows.get("MainPID") if rows.get("ActiveState") == "active" else None


class Updater:
    def __init__(self, machine: Machine) -> None:
        self._machine, self._run = machine, machine.run
        self._packages = Packages(machine)
        self._table = Table(machine)
        self._new = Incoming(machine, self._packages)
        self._folder = machine.root / FOLDER
        self._old = self._folder / "old.deb"

    def run(self) -> None:
        """Continue an interrupted update, or begin the requested one."""
        steps = {
            "prepare": self._prepare,
            "install": self._install,
            "try": self._try,
            "back": self._back,
        }
        try:
            state = self._read() or self._begin()
            while state:
                state = steps[state["step"]](state)
        except Refused as refused:
            self._finish(refused.why, **refused.values)
        finally:
            self._machine.ready()

    def _read(self) -> State | None:
        path = self._folder / "state"
        if not path.exists():
            return None
        self._unlock()
        state: State = json.loads(path.read_text())
        return state

    def _enter(self, state: State, step: str, **more: Any) -> State:
        state = {**state, "step": step, **more}
        self._write("state", json.dumps(state))
        return state

    def _write(self, name: str, text: str) -> None:
        making = self._folder / f"{name}.making"
        making.write_text(text)
        _sync(making)
        making.replace(self._folder / name)
        _sync(self._folder)

    def _finish(self, outcome: str, **values: str) -> None:
        self._write("last", json.dumps({"outcome": outcome, **values}))
        sys.stdout.write(f"{outcome} {values or ''}\n")
        # It goes first, because without it the rest is only waste.
        (self._folder / "state").unlink(missing_ok=True)
        _sync(self._folder)
        self._clean()
        locked = self._folder / "was-read-only"
        if locked.exists():
            locked.unlink()
            self._run("mount", "-o", "remount,ro", "/")

    def _clean(self) -> None:
        update = self._folder / "update.py"
        for path in (self._new.file, self._new.signature, self._old, update):
            path.unlink(missing_ok=True)
        for name in ("games", "packing", "fetched", "compared"):
            shutil.rmtree(self._folder / name, ignore_errors=True)

    def _unlock(self) -> None:
        """Make the disk writable; raise Refused if changes would be lost."""
        is_forgetful = self._run("findmnt", "-no", "FSTYPE", "/").out == "overlay"
        is_locked = not os.access(self._machine.root / "usr", os.W_OK)
        if is_locked:
            self._run("mount", "-o", "remount,rw", "/")
        self._folder.mkdir(0o755, parents=True, exist_ok=True)
        if is_locked:
            (self._folder / "was-read-only").touch()
        if is_forgetful:
            raise Refused("overlay")

    def _begin(self) -> State | None:
        request = self._machine.root / REQUEST
        is_file = (self._folder / "asked.deb").exists()
        if not is_file and not os.path.lexists(request):
            return None
        # Nothing is replaced yet, and looking for a package may take a while.
        self._machine.ready()
        self._unlock()
        self._clean()
        # Before it is examined, so that none is tried again and again.
        request.unlink(missing_ok=True)
        is_from_apt = self._new.fetch()
        new, old = self._new.check(is_signed=is_from_apt)
        self._write("update.py", Path(__file__).read_text())
        runs = self._table.is_wanted()
        page = runs and self._table.has_page()
        return self._enter({}, "prepare", new=new, old=old, runs=runs, page=page)

    def _prepare(self, state: State) -> State:
        try:
            self._packages.pack(self._old)
        except OSError as error:
            sys.stdout.write(f"{error}\n")
            self._machine.ready()
            if state["runs"]:
                self._table.start()
            raise Refused("no-way-back") from None
        self._table.stop()
        self._copy_games(self._machine.root / GAMES, self._folder / "games")
        return self._enter(state, "install")

    def _copy_games(self, games: Path, to: Path) -> None:
        """Copy as the table's user: nothing in that folder may lead root elsewhere."""
        self._machine.give(to)
        self._run("cp", "-aT", str(games), str(to), user=NAME)
        self._run("sync", "-f", str(to))

    def _install(self, state: State) -> State:
        self._table.stop()
        if self._packages.install(self._new.file, state["new"]):
            return self._enter(state, "try")
        return self._enter(state, "back", why="install")

    def _try(self, state: State) -> State | None:
        if (self._machine.root / SAFE).exists():
            return self._enter(state, "back", why="hand")
        self._run("systemctl", "daemon-reload")
        self._machine.ready()
        why = self._table.trouble(needs_page=state["page"]) if state["runs"] else None
        if why:
            return self._enter(state, "back", why=why)
        self._finish("installed", new=state["new"], old=state["old"])
        return None

    def _back(self, state: State) -> None:
        self._table.stop()
        is_back = self._packages.install(self._old, state["old"])
        if self._has_other_games():
            aside = f"games-of-{state['new']}"
            words = (str(self._machine.root / GAMES), str(self._folder / "games"))
            self._run("sh", "-c", _GIVE_BACK, "sh", *words, aside, user=NAME)
        self._run("systemctl", "daemon-reload")
        self._machine.ready()
        if state["runs"]:
            self._table.start()
        if not is_back:
            # The unit tries again, and so does the machine's next start.
            raise OSError(f"{self._old} cannot be installed")
        self._finish(f"back-{state['why']}", new=state["new"], old=state["old"])

    def _has_other_games(self) -> bool:
        """Return whether the old program cannot read what the new one wrote."""
        copy = self._folder / "compared"
        self._copy_games(self._machine.root / GAMES, copy)
        now, before = _format(copy), _format(self._folder / "games")
        return before is not None and now != before


def _format(games: Path) -> int | None:
    """Return the version of a journal's tables, or None without a journal."""
    path = games / "journal.sqlite"
    if not path.is_file() or path.is_symlink():
        return None
    try:
        with closing(sqlite3.connect(path)) as journal:
            return int(journal.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return -1


def _version(package: Path) -> str:
    return package.stem.partition("_")[2].partition("_")[0]


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def main() -> None:
    """Run as the version that began, because the newer one may be at fault."""
    began = Path("/", FOLDER, "update.py")
    is_under_way = began.exists() and began.with_name("state").exists()
    if is_under_way and Path(__file__) != began:
        os.execv(sys.executable, [sys.executable, "-I", str(began)])
    Updater(Machine()).run()


if __name__ == "__main__":
    main()
