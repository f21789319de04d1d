"""Other processes: the real command, a cluster, another file system.

python -m tests.support.processes 2    Dask's own local cluster with two workers;
                                       ends with its input
"""

import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import NamedTuple, Self

from tests.support import ROOT

# Real seconds: a process that is silent for this long is broken.
PATIENCE_S = 60.0
COMMAND = [str(Path(sys.executable).with_name("undertow"))]


@contextmanager
def table(state: Path, *options: str) -> Iterator[str]:
    """Run the table until the block ends; yield the address of its page."""
    process = subprocess.Popen(
        [*COMMAND, "play", "--no-browser", "--port=0", f"--state={state}", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = next(line for line in process.stdout if "http://" in line)
        yield address.split()[-1]
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def taken_port() -> Iterator[int]:
    """Take a port: a table gets as far as its page there, and no further."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


class Cluster(NamedTuple):
    address: str
    workers: list[int]
    process: "Popen[str]"


@contextmanager
def local_cluster(workers: int = 2) -> Iterator[Cluster]:
    command = [sys.executable, "-m", "tests.support.processes", str(workers)]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        address, *pids = process.stdout.readline().split()
        try:
            yield Cluster(address, list(map(int, pids)), process)
        finally:
            process.kill()


def main(workers: int) -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        pids = [nanny.process.process.pid for nanny in cluster.workers.values()]
        print(cluster.scheduler_address, *pids, flush=True)  # noqa: T201
        sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]))


# Root may mount at once; other users need a namespace in which they are root.
_OWN_MOUNTS = ["unshare", "--mount"]
if os.geteuid() != 0:
    _OWN_MOUNTS += ["--user", "--map-root-user"]

# In its own user namespace a process has no rights outside it.
_NOBODY = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]


def with_mounts(mounts: Sequence[str], command: Sequence[str]) -> list[str]:
    """Return the command to run after these lines of shell."""
    lines = ["set -e", *mounts, f"exec {shlex.join(command)}"]
    return [*_OWN_MOUNTS, "sh", "-c", "\n".join(lines)]


def unprivileged(command: Sequence[str]) -> list[str]:
    """Return the command to run as a user without any capability."""
    return [*_NOBODY, *command]


class ServedTable:
    """`undertow play` by this command, until it serves its page."""

    def __init__(self, command: Sequence[str], **environment: str) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )
        assert self.process.stdout
        said = []
        while line := self.process.stdout.readline():
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        else:
            raise AssertionError(f"it did not start: {self.process.communicate()}")
        (page,) = (line for line in said if line.startswith("The table's page"))
        self.port = int(page.rstrip("/\n").rpartition(":")[2])

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Return its status, and what it said to standard error."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, said

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
