"""Updates under a real systemd, with the units as they are installed: `make deb-test`.

It runs in a folder, with processes, mounts, names and control groups of its own; the
plug is pulled by killing it with all its processes.
"""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.systemd.deb.root import DebianRoot, first_position
from tests.systemd.deb.test_update import (
    FOLDER,
    NEWER,
    folder,
    good,
    installed,
    key,
)
from tests.systemd.machine import wait_until

__all__ = ["folder", "good", "installed", "key"]  # fixtures are used by being named

pytestmark = pytest.mark.deb

PATH = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
LAST = f"/{FOLDER}/last"
# Real seconds, on a machine that may be busy with other things.
ANSWER_S = 600.0
DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}


class Booted:
    def __init__(self, root: DebianRoot) -> None:
        self.root = root
        mounts = Path("/proc/mounts").read_text()
        found = re.search(r"^\S+ (\S+) cgroup2 ", mounts, re.MULTILINE)
        assert found, "systemd needs control groups (cgroup2)"
        self._group = Path(found[1]) / f"undertow-test-{os.getpid()}"
        self._process: subprocess.Popen[bytes] | None = None

    def boot(self) -> None:
        """Switch it on, and wait until the table is ready."""
        self._group.mkdir(exist_ok=True)
        own = ["unshare", "--pid", "--fork", "--mount", "--cgroup", "--uts", "--ipc"]
        inside = shlex.join([*own, "sh", "-ec", self._start()])
        join = f"echo $$ >{self._group}/cgroup.procs; exec {inside}"
        self._process = subprocess.Popen(
            ["sh", "-c", join], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        wait_until(
            lambda: self.says("active", "systemctl", "is-active", "undertow"), ANSWER_S
        )

    def _start(self) -> str:
        root = shlex.quote(str(self.root.path))
        nodes = [
            f"mknod -m 666 {root}/dev/{name} c 1 {minor}"
            for name, minor in DEVICES.items()
        ]
        lines = [
            "mount --make-rprivate /",
            f"mount --bind {root} {root}",
            f"mount -t proc proc {root}/proc",
            f"mount --bind {root}/proc/sys {root}/proc/sys",
            # This kernel is not only its own.
            f"mount -o remount,bind,ro {root}/proc/sys",
            f"mount -t sysfs -o ro sysfs {root}/sys",
            f"mount -t cgroup2 none {root}/sys/fs/cgroup",
            f"mount -t tmpfs -o mode=755 tmpfs {root}/run",
            f"mount -t tmpfs -o mode=755 tmpfs {root}/dev",
            *nodes,
            f"mkdir {root}/dev/shm && ln -s /proc/self/fd {root}/dev/fd",
            f"exec env -i container=test {PATH} chroot {root} /lib/systemd/systemd",
        ]
        return "\n".join(lines)

    @property
    def _first(self) -> str:
        assert self._process
        own = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return own.read_text().strip()

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        enter = ["nsenter", f"--target={self._first}", "--root", "--wd", "--mount"]
        enter += ["--uts", "--ipc", "--pid", "--cgroup", "env", PATH]
        return subprocess.run(
            [*enter, *words], capture_output=True, text=True, check=False
        )

    def do(self, *words: str) -> str:
        done = self.run(*words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def says(self, expected: str, *words: str) -> bool:
        return bool(self._first) and self.run(*words).stdout.strip() == expected

    def pull_the_plug(self) -> None:
        if self._process:
            os.kill(int(self._first), signal.SIGKILL)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.pull_the_plug()
        for group, _, _ in os.walk(self._group, topdown=False):
            Path(group).rmdir()

    def offers_the_game(self) -> bool:
        settings = (self.root.path / "etc/undertow/undertow.toml").read_text()
        port = int(settings.split()[2])
        # The page follows a moment after the table.
        wait_until(lambda: is_open(port), ANSWER_S)
        offered = first_position(port)
        return (offered["phase"], offered["state"]["chosen"]) == ("offer", ["red"])


def is_open(port: int) -> bool:
    with socket.socket() as page:
        return page.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def machine(installed: DebianRoot, good: Path) -> Iterator[Booted]:
    copy = installed.copy(installed.path.with_name("booted"))
    # Its systemd is a real one, and nothing is fetched from anywhere.
    (copy.path / "usr/local/sbin/systemctl").unlink()
    for name in ("sources.list", "sources.list.d"):
        path = copy.path / "etc/apt" / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for path in (good, good.with_name(f"{good.name}.sig")):
        shutil.copy(path, copy.path / "root")
    machine = Booted(copy)
    try:
        machine.boot()
        yield machine
    finally:
        machine.close()


def test_the_settings_of_a_table_that_became_ready_are_kept(machine: Booted) -> None:
    good = machine.do("cat", "/etc/undertow/undertow.toml.good")
    assert good == machine.do("cat", "/etc/undertow/undertow.toml")
    assert machine.offers_the_game()


def test_what_the_page_asks_for_is_looked_for_by_root(machine: Booted) -> None:
    """There is neither a stick nor a repository, and it says so."""
    request = "/var/lib/undertow/update-request"
    machine.do("setpriv", "--reuid=undertow", "--clear-groups", "touch", request)
    wait_until(lambda: machine.says('{"outcome": "no-package"}', "cat", LAST), ANSWER_S)
    idle = ("systemctl", "is-active", "undertow-update")
    wait_until(lambda: machine.says("inactive", *idle), ANSWER_S)
    assert machine.run("test", "-e", request).returncode == 1


def test_an_update_is_installed_and_tried(machine: Booted, good: Path) -> None:
    said = machine.do("undertow", "update", f"/root/{good.name}")
    assert NEWER in said.splitlines()[-1]
    assert machine.do("undertow", "--version") == f"undertow {NEWER}"
    assert machine.do("systemctl", "is-active", "undertow") == "active"
    assert machine.offers_the_game()


def test_one_that_was_cut_off_goes_on_before_the_table_starts(
    machine: Booted, good: Path
) -> None:
    version = machine.do("dpkg-deb", "--field", f"/root/{good.name}", "Version")
    state = {"step": "install", "new": version, "old": "0", "runs": True, "page": True}
    machine.do("mkdir", "-p", f"/{FOLDER}")
    machine.do("cp", f"/root/{good.name}", f"/{FOLDER}/new.deb")
    machine.do("cp", "/usr/lib/undertow/update.py", f"/{FOLDER}")
    machine.do("sh", "-c", f"rm -f {LAST}; echo '{json.dumps(state)}' >/{FOLDER}/state")
    # Half of the program is gone: the table itself could not start.
    machine.do("dpkg", "--unpack", f"/root/{good.name}")
    site = "/usr/lib/undertow/lib/python*/site-packages/controller/service"
    machine.do("sh", "-c", f"rm -r {site}")
    machine.pull_the_plug()
    machine.boot()
    assert machine.do("systemctl", "show", "-P", "NRestarts", "undertow") == "0"
    assert machine.offers_the_game()
    wait_until(lambda: machine.run("grep", "installed", LAST).returncode == 0, ANSWER_S)


def test_the_settings_of_safe_mode_are_those_that_worked(machine: Booted) -> None:
    """What `undo` at the start leaves there; the settings since then are broken."""
    (board,) = machine.do(
        "sh",
        "-c",
        "ls /usr/lib/undertow/lib/python*/site-packages/wiring/maps/mark1.toml",
    ).split()
    mark = "UNDERTOW_SETTINGS=/etc/undertow/undertow.toml.good\n"
    mark += f"UNDERTOW_BOARD={board}\nUNDERTOW_BACKEND=sim\nUNDERTOW_SAFE=1\n"
    machine.do("sh", "-c", f"printf '{mark}' >/run/undertow-safe")
    machine.do("sed", "-i", "1a board = 7", "/etc/undertow/undertow.toml")
    machine.do("systemctl", "restart", "undertow")
    assert machine.offers_the_game()
    assert "board" not in machine.do("head", "-3", "/etc/undertow/undertow.toml.good")
