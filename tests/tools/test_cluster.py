"""`undertow simulate --cluster`: the same games on Dask's own local cluster."""

import os
import signal
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import islice
from pathlib import Path
from threading import Thread

import pytest

from controller.tools.simulate import cluster
from controller.tools.simulate.cluster import NoDask
from controller.tools.simulate.command import Output, simulate
from controller.tools.simulate.plan import Plan, checked, play
from controller.tools.simulate.results import Task
from tests.support.processes import Cluster, local_cluster

PLAN = checked(Plan("get-bit", ("steady", "easy", "random"), {}, None))
TASKS = [Task(0, number) for number in range(60)]
HERE = "the other games are played on this machine"


@pytest.fixture
def found() -> Iterator[Cluster]:
    with local_cluster() as running:
        yield running


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(found: Cluster) -> None:
    said: list[str] = []
    games = cluster.played(found.address, [PLAN], TASKS, said.append)
    some = list(islice(games, 10))
    os.kill(found.workers[0], signal.SIGKILL)
    assert {**dict(some), **dict(games)} == {t: play(PLAN, t.number) for t in TASKS}
    assert said == []


def test_a_cluster_that_goes_away_leaves_the_rest_to_this_machine(
    found: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 2)
    said: list[str] = []
    games = cluster.played(found.address, [PLAN], TASKS, said.append)
    some = list(islice(games, 10))
    found.process.kill()
    for worker in found.workers:
        os.kill(worker, signal.SIGKILL)
    more = list(games)
    # Nothing of what Dask has to say about it.
    assert capfd.readouterr() == ("", "")
    assert len(some) + len(more) < len(TASKS)
    [sentence] = said
    assert sentence.startswith(f"the cluster at {found.address} fails (")
    assert sentence.endswith(f"); {HERE}")


def test_a_cluster_without_workers_leaves_it_to_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 1)
    said: list[str] = []
    with local_cluster(workers=0) as empty:
        assert list(cluster.played(empty.address, [PLAN], TASKS, said.append)) == []
    assert said == [
        f"the cluster at {empty.address} fails (no worker is there); {HERE}"
    ]


class Silent(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


def test_a_port_of_something_else_is_no_cluster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Such as Dask's own page, which answers, but never as a scheduler does."""
    monkeypatch.setattr(cluster, "PATIENCE_S", 1)
    said: list[str] = []
    with HTTPServer(("127.0.0.1", 0), Silent) as server:
        Thread(target=server.serve_forever).start()
        address = f"tcp://127.0.0.1:{server.server_port}"
        assert list(cluster.played(address, [PLAN], TASKS, said.append)) == []
        server.shutdown()
    [sentence] = said
    assert sentence.startswith(f"there is no cluster at {address} (")


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "tls://127.0.0.1:9", "nowhere", "tcp://[", ""]
)
def test_a_cluster_that_is_not_there_is_named_and_the_count_goes_on(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 1)
    assert simulate([PLAN], 3, 1, Output(), cluster=address) == 0
    out, said = capsys.readouterr()
    assert "get-bit: 3 games" in out
    assert said.startswith(f"undertow: there is no cluster at {address} (")
    assert said.endswith(f"); {HERE}\n")
    assert said.count("\n") == 1


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoDask, match=r"pip install 'undertow\[cluster\]'"):
        list(cluster.played("tcp://127.0.0.1:9", [], [], print))
