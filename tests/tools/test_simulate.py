"""Many games between bots: the same results however they run, and correct figures."""

import os
import signal
import sys
from collections.abc import Iterator
from itertools import count, islice
from multiprocessing import active_children
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.games.broken import BrokenGame
from controller.rules.game import BadSetup
from controller.tools.simulate import cluster, compare, workers
from controller.tools.simulate.cluster import NoDask
from controller.tools.simulate.command import simulate
from controller.tools.simulate.figures import Sums, tally
from controller.tools.simulate.plan import Plan, Played, Task, checked, play
from tests.cli.test_cli import Run, undertow
from tests.support.ours import OURS
from tests.support.packages import BROKEN_BOT, SOURCE, Install
from tests.support.packages import forgotten as forgotten
from tests.support.packages import install as install
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


@pytest.mark.parametrize(
    ("bot", "processes", "error"),
    [
        (BROKEN_BOT, 1, "ZeroDivisionError"),
        (BROKEN_BOT, 2, "ZeroDivisionError"),
        ("\n\ndef prefer(:", 1, "SyntaxError"),
    ],
)
def test_a_broken_bot_is_named_with_its_file_and_line(
    bot: str, processes: int, error: str, install: Install
) -> None:
    install("two-choices", SOURCE, bot=bot)
    plan = checked(Plan("two-choices", ("steady", "steady"), {}, None))
    tasks = [Task(0, number) for number in range(3)]
    with pytest.raises(BrokenGame) as refused:
        [*workers.played([plan], tasks, processes, lambda _said: None)]
    assert "TWO CHOICES" in str(refused.value)
    assert "(bot.py:3)" in str(refused.value)
    assert error in str(refused.value)


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


def test_a_simulation_of_any_length_takes_no_more_room() -> None:
    """What is to be played is not kept as a list."""
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
    found = sums([0, 1] * 50).figure(100)
    assert found.mean == 0.5
    assert found.high - found.mean == pytest.approx(1.96 * 0.5 / 10, abs=1e-3)


def test_shares_of_all_seats_make_one_win() -> None:
    found = tally(PLAN, some(20))
    shares = found.shares()
    seats = [shares[f"seat {seat}"].mean for seat in range(1, 5)]
    assert sum(seats) == pytest.approx(1)
    steady, rest = shares["steady"].mean, shares["random"].mean
    assert steady + 3 * rest == pytest.approx(1)
    assert found.per_game()["bite"].mean > 1


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
    games = cluster.played(found.address, [AT_DASK], TASKS, 1, said.append)
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
    games = cluster.played(found.address, [AT_DASK], TASKS, 1, said.append)
    some = list(islice(games, 10))
    found.process.kill()
    for worker in found.workers:
        os.kill(worker, signal.SIGKILL)
    more = list(games)
    # Nothing of what Dask has to say about it.
    assert capfd.readouterr() == ("", "")
    assert dict([*some, *more]) == {t: play(AT_DASK, t.number) for t in TASKS}
    [sentence] = said
    assert sentence.startswith(f"the cluster at {found.address} failed (")
    assert sentence.endswith(f"); {HERE}")


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "tls://127.0.0.1:9", "nowhere", "tcp://[", ""]
)
def test_a_cluster_that_is_not_there_is_named_and_the_count_goes_on(
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 1)
    assert simulate([AT_DASK], 3, 1, cluster=address) == 0
    out, said = capsys.readouterr()
    assert "get-bit: 3 games" in out
    assert said.startswith(f"undertow: no cluster answers at {address} (")
    assert said.endswith(f"); {HERE}\n")
    assert said.count("\n") == 1


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoDask, match=r"pip install 'undertow\[cluster\]'"):
        list(cluster.played("tcp://127.0.0.1:9", [], [], 1, print))
