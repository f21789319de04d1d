"""Many games between bots: the same table however they are played, and true figures."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from multiprocessing import active_children
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.rules.game import BadSetup
from controller.tools.simulate import cluster, compare, workers
from controller.tools.simulate.cluster import NoDask
from controller.tools.simulate.command import Output, simulate
from controller.tools.simulate.figures import Sums, average, tally
from controller.tools.simulate.plan import Plan, Played, checked, play
from controller.tools.simulate.results import BadResults, Results, Task
from tests.cli.test_cli import Run, undertow
from tests.support.ours import OURS
from tests.support.processes import Cluster, local_cluster

__all__ = ["undertow"]  # a fixture

ROOT = Path(__file__).parents[2]

PLAN = Plan("get-bit", ("steady", "random", "random", "random"), {}, None, seed=3)
TABLE = ("simulate", "get-bit", "-n", "30", "--bots", "steady,random,random")


def some(number: int, plan: Plan = PLAN) -> list[Played]:
    return [play(checked(plan), n) for n in range(number)]


@pytest.mark.parametrize("name", OURS)
def test_a_game_is_the_same_whenever_it_is_played(name: str) -> None:
    game = games.find(name)
    house = game.house and game.house.write(game.house.usual())
    plan = checked(Plan(name, ("steady", "easy"), {}, house, seed=1))
    assert play(plan, 5) == play(plan, 5)
    assert play(plan, 5) != play(plan, 6)


def test_the_table_is_the_same_on_any_number_of_processes(undertow: Run) -> None:
    _, one, _ = undertow(*TABLE, "--processes", "1")
    status, two, said = undertow(*TABLE, "--processes", "2")
    assert (status, said) == (0, "")
    assert one == two
    assert "get-bit: 30 games, seed 0, steady, random, random" in one


def test_a_killed_simulation_goes_on_to_the_same_table(
    undertow: Run, tmp_path: Path
) -> None:
    _, whole, _ = undertow(*TABLE, "--processes", "1")
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "controller.cli.main", *TABLE, "-n", "1000000"]
    with subprocess.Popen(
        [*command, "--processes", "2", "--results", str(file)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    ) as killed:
        while not file.exists() or file.read_text().count("\n") < 6:
            assert killed.poll() is None
        killed.kill()
        # Nobody has its output any more: the processes that it had started are gone.
        out, _ = killed.communicate(timeout=60)
    assert out == b""
    # The first games, and a line in the middle of which it was killed.
    kept = file.read_text().splitlines(keepends=True)[:6]
    file.write_text("".join(kept) + '{"plan": 0, "numb')
    status, resumed, _ = undertow(*TABLE, "--processes", "2", "--results", str(file))
    assert (status, resumed) == (0, whole)
    assert len(file.read_text().splitlines()) == 31


def test_a_process_that_dies_costs_nothing_but_time() -> None:
    said: list[str] = []
    tasks = [Task(0, number) for number in range(12)]
    found: dict[Task, Played] = {}
    for task, game in workers.played([checked(PLAN)], tasks, 2, said.append):
        if not found:
            killed = active_children()[0]
            killed.kill()
            wait([killed.sentinel])
        found[task] = game
    assert [found[task] for task in tasks] == some(12)
    assert len(said) == 1


def test_a_game_that_cannot_be_played_fails_here() -> None:
    """Not in a process that nobody sees."""
    plan = checked(PLAN)._replace(options={"memory": "none"})
    with pytest.raises(BadSetup, match="memory"):
        list(workers.played([plan], [Task(0, 0), Task(0, 1)], 2, print))
    assert active_children() == []


def test_who_stops_listening_ends_the_processes() -> None:
    tasks = [Task(0, number) for number in range(12)]
    games = workers.played([checked(PLAN)], tasks, 2, print)
    next(games)
    assert len(active_children()) == 2
    games.close()  # type: ignore[attr-defined]
    assert active_children() == []


def test_results_of_something_else_are_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    Results([PLAN], 1, file).add(Task(0, 0), some(1)[0])
    kept = Results([PLAN], 2, file)
    assert kept.tallies[0].figures() == tally(PLAN, some(1)).figures()
    assert list(kept.left()) == [Task(0, 1)]
    with pytest.raises(BadResults, match="has the results of another simulation"):
        Results([PLAN._replace(seed=4)], 1, file)


def test_results_by_other_rules_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same plan gives other games once the rules are others."""
    file = tmp_path / "results.jsonl"
    Results([PLAN], 1, file).add(Task(0, 0), some(1)[0])
    held = file.read_text()
    newer = games.find(PLAN.game)._replace(version="2027")
    monkeypatch.setattr(games, "find", lambda name: newer)
    with pytest.raises(BadResults, match="version of the rules"):
        Results([PLAN], 1, file)
    assert file.read_text() == held


@pytest.mark.parametrize("held", [b"my notes", b"my\nnotes\n", bytes(range(255))])
def test_a_file_of_something_else_stays_as_it_is(tmp_path: Path, held: bytes) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(held)
    with pytest.raises(BadResults, match="has the results of another simulation"):
        Results([PLAN], 1, file)
    assert file.read_bytes() == held


def test_a_simulation_of_any_length_takes_no_more_room() -> None:
    """Neither what is to be played nor what was played is kept as a list."""
    results = Results([PLAN], 10**12, None)
    [game] = some(1)
    for task in islice(results.left(), 1000):
        results.add(task, game._replace(number=task.number))
    assert next(results.left()) == Task(0, 1000)
    tasks = (Task(0, number) for number in count())
    played = workers.played([checked(PLAN)], tasks, 2, print)
    assert next(played)
    played.close()  # type: ignore[attr-defined]
    assert next(tasks).number < 10


# Figures


def sums(values: list[int]) -> Sums:
    found = Sums()
    for value in values:
        found.add(value)
    return found


def test_an_average_has_an_interval_of_two_standard_errors() -> None:
    found = average(sums([0, 1] * 50), 100)
    assert found.mean == 0.5
    assert found.high - found.mean == pytest.approx(1.96 * 0.5 / 10, abs=1e-3)


def test_shares_of_all_seats_make_one_win() -> None:
    found = tally(PLAN, some(20)).figures()
    assert sum(standing.share.mean for standing in found.seats) == pytest.approx(1)
    steady, rest = found.bots
    assert steady.share.mean + 3 * rest.share.mean == pytest.approx(1)
    assert found.events["bite"].mean > 1
    assert found.fair == 0.25


# Comparing


def with_more(card: str, than: str) -> Any:
    """The house deck of HOLD YOUR BREATH! with some cards changed for others."""
    game = games.find("hold-your-breath")
    assert game.house
    data = game.house.write(game.house.usual())
    rows = {row["face"]: row for row in data["dual"]}
    for face in rows:
        rows[face][card] += rows[face][than]
        rows[face][than] = 0
    return data


def test_another_deck_is_seen_and_the_same_one_is_not() -> None:
    game = games.find("hold-your-breath")
    assert game.house
    deck = game.house.write(game.house.usual())
    usual = Plan("hold-your-breath", ("random", "random"), {}, deck)
    panics = usual._replace(house=with_more("panic", "calm"))
    before = tally(usual, some(40, usual))
    other = tally(usual, some(40, usual._replace(seed=9)))
    changed = compare.differences(before, tally(panics, some(40, panics)))
    assert changed[0].is_significant
    assert "Significant differences" in compare.report(("a", "b"), changed)
    same = compare.differences(before, other)
    assert "No significant differences" in compare.report(("a", "b"), same)


# Bad input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "there is no game 'chess'"),
        (("get-bit", "--bots", "steady,clever"), "there is no bot 'clever'"),
        (("get-bit", "--seats", "9"), "seats must be a number from 2 to 6, not 9"),
        (
            ("get-bit", "--bots", "easy,easy,easy", "--seats", "2"),
            "--bots names 3 bots for --seats 2",
        ),
        (("get-bit", "--option", "memory=2"), "option memory must be one of"),
        (("get-bit", "--compare", "a", "b"), "GET BIT! has no house data to compare"),
        (("hold-your-breath", "--compare", "a.toml", "b.toml"), "a.toml"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(
    undertow: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    status, out, said = undertow("simulate", *arguments)
    assert (status, out) == (1, "")
    assert said.startswith("undertow: ")
    assert sentence in said
    assert said.count("\n") == 1


AT_DASK = checked(Plan("get-bit", ("steady", "easy", "random"), {}, None))
TASKS = [Task(0, number) for number in range(60)]
HERE = "this machine plays the remaining games"


@pytest.fixture
def found() -> Iterator[Cluster]:
    with local_cluster() as running:
        yield running


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(found: Cluster) -> None:
    said: list[str] = []
    games = cluster.played(found.address, [AT_DASK], TASKS, said.append)
    some = list(islice(games, 10))
    os.kill(found.workers[0], signal.SIGKILL)
    assert {**dict(some), **dict(games)} == {t: play(AT_DASK, t.number) for t in TASKS}
    assert said == []


def test_a_cluster_that_goes_away_leaves_the_rest_to_this_machine(
    found: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 2)
    said: list[str] = []
    games = cluster.played(found.address, [AT_DASK], TASKS, said.append)
    some = list(islice(games, 10))
    found.process.kill()
    for worker in found.workers:
        os.kill(worker, signal.SIGKILL)
    more = list(games)
    # Nothing of what Dask has to say about it.
    assert capfd.readouterr() == ("", "")
    assert len(some) + len(more) < len(TASKS)
    [sentence] = said
    assert sentence.startswith(f"the cluster at {found.address} failed (")
    assert sentence.endswith(f"); {HERE}")


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
    assert simulate([AT_DASK], 3, 1, Output(), cluster=address) == 0
    out, said = capsys.readouterr()
    assert "get-bit: 3 games" in out
    assert said.startswith(f"undertow: no cluster answers at {address} (")
    assert said.endswith(f"); {HERE}\n")
    assert said.count("\n") == 1


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoDask, match=r"pip install 'undertow\[cluster\]'"):
        list(cluster.played("tcp://127.0.0.1:9", [], [], print))
