"""Dask's own local cluster in a process of its own: what is said to it, it does.

python -m tests.support.local_cluster 2    with so many workers; prints its address,
                                           then their processes; ends with its input
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import PIPE, Popen
from typing import NamedTuple

from tests.support import ROOT


class Cluster(NamedTuple):
    address: str
    workers: list[int]
    process: "Popen[str]"


@contextmanager
def local_cluster(workers: int = 2) -> Iterator[Cluster]:
    command = [sys.executable, "-m", "tests.support.local_cluster", str(workers)]
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
