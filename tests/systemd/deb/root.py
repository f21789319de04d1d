"""A small Debian in a folder: commands run in it as in a system of its own."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from stat import S_IMODE
from typing import Any, NamedTuple

from tests.support import ROOT
from tests.support.processes import ServedTable, with_mounts
from tests.support.webtable import PageAtTable

BUILT = ROOT / ".cache" / "deb"
# What the package is made of; a copy of it can say another version.
_PARTS = ("controller", "firmware", "hardware", "wiring", "systemd")
_PAPERS = ("pyproject.toml", "README.md", "LICENSE", ".gitignore")
# When it was made, if there is no commit that says so: any time will do.
_MADE = "1600000000"
# What a system changes by itself whenever a package comes or goes.
_BOOKKEEPING = (
    "/var/lib/dpkg/",
    "/var/lib/apt/",
    "/var/log/",
    "/var/cache/",
    "/etc/ld.so.cache",
)


class File(NamedTuple):
    mode: int
    uid: int
    gid: int


class DebianRoot:
    """`release` as `tests/systemd/deb/get-root` made it, in an empty folder."""

    def __init__(self, folder: Path, release: str) -> None:
        self.path = folder
        folder.mkdir()
        tar = BUILT / f"{release}.tar"
        subprocess.run(["tar", "-xf", tar, "-C", folder], check=True)

    def copy(self, folder: Path) -> "DebianRoot":
        """Copy it, as it is now."""
        subprocess.run(["cp", "-a", self.path, folder], check=True)
        copy = object.__new__(DebianRoot)
        copy.path = folder
        return copy

    @property
    def python(self) -> str:
        """Which Python this Debian has: "3.11"."""
        (found,) = (self.path / "usr/bin").glob("python3.[0-9][0-9]")
        return found.name.removeprefix("python")

    def command(self, *words: str, user: str = "root", **environment: str) -> list[str]:
        """The command in there; nothing that it mounts is seen outside."""
        root = shlex.quote(str(self.path))
        mounts = [
            f"mount --bind {root} {root}",
            f"mount -t proc proc {root}/proc",
            f"mount -t tmpfs tmpfs {root}/run",
            f"mount --bind /dev {root}/dev",
        ]
        plain = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
        said = [f"{key}={value}" for key, value in (plain | environment).items()]
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        inside = ["chroot", str(self.path), *become, "env", "--ignore-environment"]
        return with_mounts(mounts, [*inside, *said, *words])

    def run(
        self, *words: str, user: str = "root", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words, user=user, **environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def do(self, *words: str, **environment: str) -> str:
        """What the command says, which has to succeed."""
        done = self.run(*words, **environment)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def install(self, package: Path) -> str:
        """As apt does it: with a look at what it depends on."""
        shutil.copy(package, self.path / "package.deb")
        try:
            return self.do(
                "apt-get", "-qq", "install", "--no-install-recommends", "/package.deb",
                DEBIAN_FRONTEND="noninteractive",
            )  # fmt: skip
        finally:
            (self.path / "package.deb").unlink()

    def files(self) -> dict[str, File]:
        """Every file and folder but the system's own bookkeeping."""
        found = {}
        for folder, folders, names in os.walk(self.path):
            for name in (*folders, *names):
                path = Path(folder, name)
                inside = f"/{path.relative_to(self.path)}"
                if not f"{inside}/".startswith(_BOOKKEEPING):
                    stat = path.lstat()
                    found[inside] = File(S_IMODE(stat.st_mode), *stat[4:6])
        return found


class Key:
    """The owner's key, made for this test."""

    def __init__(self, folder: Path) -> None:
        assert shutil.which("gpg"), "signing needs Debian's gnupg"
        self._home = folder
        folder.mkdir(mode=0o700)
        once = ("--passphrase", "", "--quick-generate-key", "owner", "ed25519", "sign")
        self._gpg(*once, "never")
        self.public = folder / "update.gpg"
        self._gpg("--output", str(self.public), "--export", "owner")

    def _gpg(self, *words: str) -> None:
        quiet = ("--batch", "--yes", "--quiet", "--homedir", str(self._home))
        subprocess.run(["gpg", *quiet, *words], check=True)

    def sign(self, package: Path) -> Path:
        self._gpg("--output", f"{package}.sig", "--detach-sign", str(package))
        return package


def copy_of_the_checkout(folder: Path, version: str | None = None) -> Path:
    """The program as it is at this moment, or with another version."""
    for name in _PARTS:
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in _PAPERS:
        shutil.copy(ROOT / name, folder / name)
    if version is None:
        return folder
    project = folder / "pyproject.toml"
    text = project.read_text()
    (line,) = (line for line in text.splitlines() if line.startswith("version = "))
    project.write_text(text.replace(line, f'version = "{version}"'))
    return folder


def build(checkout: Path, python: str, into: Path, **more: str) -> Path:
    """The package of this checkout for a Debian with this Python."""
    done = subprocess.run(
        ["sh", checkout / "systemd/deb/build", ROOT / ".venv/bin/python", into],
        env=os.environ | {"FOR_PYTHON": python, "SOURCE_DATE_EPOCH": _MADE} | more,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


def playing(root: DebianRoot) -> ServedTable:
    """Start `undertow play` in a root."""
    words = ("/usr/bin/undertow", "play", "get-bit", "--backend=sim", "--port=0")
    state = "/var/lib/undertow"
    return ServedTable(root.command(*words, user="undertow", STATE_DIRECTORY=state))


def first_position(port: int) -> dict[str, Any]:
    """What a page of the table sees when it is opened."""
    with PageAtTable(port, "/ws") as page:
        return page.next("position")


def choose_a_card(port: int) -> dict[str, Any]:
    """Seat 0 plays its first card in GET BIT!; the position after it."""
    link = first_position(port)["links"][0]["url"]
    code = link.rpartition("code=")[2]
    with PageAtTable(port, f"/ws?seat=0&code={code}") as page:
        page.act(page.next("position")["pending"]["legal"][0])
        return page.next("position")
