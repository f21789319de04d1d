"""Switched off at the wall: a disk that is read only, but for the folder of the games.

The real command runs as a user without any right, and every mount but its state folder
is read only, /tmp and the home folder too. It is killed at once, again and again.
"""

import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.storage.journal import Journal
from tests.support.processes import ServedTable, unprivileged, with_mounts
from tests.support.webtable import PATIENCE_S, PageAtTable

# These are of the kernel's making, and hold nothing over a power cut.
LIVE = ("/proc", "/sys", "/dev")


def all_read_only_but(state: Path) -> list[str]:
    """Lines of shell that leave one folder to be written, and no other."""
    mounts = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
    kept = [
        mount.replace("\\040", " ") for mount in mounts if not mount.startswith(LIVE)
    ]
    shared_memory = [mount for mount in mounts if mount == "/dev/shm"]
    return [
        f"mount --bind {state} {state}",
        *(
            f"mount -o remount,bind,ro '{m}'"
            for m in dict.fromkeys(kept + shared_memory)
        ),
    ]


def running(state: Path, notify: Path) -> ServedTable:
    """Start the table behind such mounts."""
    command = [sys.executable, "-W", "error", "-m", "controller.cli.main", "play"]
    command += ["get-bit", "--no-browser", "--port=0", f"--state={state}"]
    mounted = with_mounts(all_read_only_but(state), unprivileged(command))
    return ServedTable(mounted, NOTIFY_SOCKET=str(notify))


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(PATIENCE_S)
        yield listening


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


def test_it_plays_and_survives_the_switch_at_the_wall(
    state: Path, tmp_path: Path, listener: socket.socket
) -> None:
    notify = tmp_path / "notify"
    with running(state, notify) as table, PageAtTable(table.port, "/ws") as page:
        first = page.next("position")
        assert listener.recv(4096).startswith(b"READY=1\nSTATUS=")
        assert table.end(signal.SIGKILL) == (-signal.SIGKILL, "")
    with running(state, notify) as table, PageAtTable(table.port, "/ws") as page:
        again = page.next("position")
        assert (again["phase"], again["state"]) == ("offer", first["state"])
        page.send("continue")
        assert page.next("position")["phase"] == "play"
        assert table.end(signal.SIGKILL) == (-signal.SIGKILL, "")
    journal = Journal(state / "journal.sqlite")
    assert journal.notice is None
    assert journal.unfinished()
    journal.close()
    assert sorted(path.name for path in state.iterdir()) == [
        "journal.sqlite",
        "journal.sqlite.mark",
    ]


def test_it_also_stops_in_good_order(
    state: Path, tmp_path: Path, listener: socket.socket
) -> None:
    with running(state, tmp_path / "notify") as table:
        assert table.end(signal.SIGTERM) == (0, "")
    said = [listener.recv(4096)]
    while said[-1] != b"STOPPING=1":
        said.append(listener.recv(4096))
    assert said[0].startswith(b"READY=1\n")
