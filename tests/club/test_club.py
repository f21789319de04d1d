"""An evening at ten tables on a real broker; the program is killed in between."""

import asyncio
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest

from controller import games
from controller.club.evening import Evening, Game
from controller.input.intents import NewGame
from controller.service.broker import begin_bus
from controller.service.settings import Settings
from tests.support.broker import broker, free_port, until
from tests.support.processes import COMMAND
from tests.support.simtable import SimTable, sim_table
from tests.support.webtable import get

TABLES, PEOPLE, ROUNDS = 10, 38, 3
NAMES = [f"Player {number}" for number in range(PEOPLE)]


@contextmanager
def club(folder: Path, broker_port: int, *more: str) -> Iterator["Club"]:
    url = f"--broker=mqtt://127.0.0.1:{broker_port}"
    command = [*COMMAND, "club", str(folder), "get-bit", url, "--port=0", *more]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield Club(process)
        finally:
            process.kill()


class Club:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert process.stdout
        self.port = int(process.stdout.readline().rpartition(":")[2].strip("/\n"))

    def page(self, path: str = "/") -> str:
        answer = get(self.port, path, {})
        assert answer.status == 200
        return answer.body.decode()


class Evenings:
    """Ten tables that play any game started on them, as if with bots."""

    def __init__(self, tables: list[SimTable]) -> None:
        self._tables = tables
        self._random = Random(1)

    def play(self) -> None:
        """Let everybody at each table decide something."""
        for table in self._tables:
            situation = table.table.now.situation
            if situation.phase == "play":
                action = self._random.choice(situation.legal)
                table.act(action, action.seat)


@pytest.mark.slow
def test_an_evening_at_ten_tables_goes_on_after_a_kill(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / "names.txt").write_text("\n".join(NAMES))

    async def run() -> None:
        port = free_port()
        async with AsyncExitStack() as opened:
            opened.enter_context(broker(tmp_path, port))
            tables = []
            for number in range(TABLES):
                state = tmp_path / str(number)
                table = opened.enter_context(sim_table(state))
                game = games.find("get-bit")
                table.table.open(NewGame(game, 4, {}, is_chosen=False))
                tables.append(table)
                url = f"mqtt://127.0.0.1:{port}"
                settings = Settings(broker=url, table_name=f"table-{number}")
                bus = begin_bus(settings, url, table.running, table.rig)
                assert bus
                opened.push_async_callback(bus.close)
            evenings = Evenings(tables)

            async def play_until(round_number: int) -> None:
                async with asyncio.timeout(120):
                    while len(finished(folder)) < round_number * TABLES:
                        evenings.play()
                        await asyncio.sleep(0)

            with club(folder, port, "--rounds=3") as first:
                await play_until(1)
                # In the middle of a round.
                await until(lambda: len(open_games(folder)) == TABLES)
                first.process.send_signal(signal.SIGKILL)
                first.process.wait()
            assert finished(folder)
            with club(folder, port, "--rounds=3") as second:
                await play_until(ROUNDS)
                await until(lambda: (folder / "report.html").exists())
                assert NAMES[0] in await asyncio.to_thread(second.page)
                csv = await asyncio.to_thread(second.page, "/standings.csv")
                assert len(csv.splitlines()) == PEOPLE + 1

    asyncio.run(run())
    evening = Evening(folder / "evening.jsonl")
    assert len(evening.games) == ROUNDS * TABLES
    assert evening.open_games == []
    standings = evening.standings()
    assert len(standings) == PEOPLE
    assert all(each.games == ROUNDS for each in standings)
    assert max(evening.past().met.values()) <= 2


def finished(folder: Path) -> list[str]:
    games = _evening(folder)
    return [game.id for game in games if game.ranks]


def open_games(folder: Path) -> list[str]:
    return [game.id for game in _evening(folder) if not game.ranks]


def _evening(folder: Path) -> list[Game]:
    """Return the games so far, from a copy, because reading mends a torn line."""
    path, copy = folder / "evening.jsonl", folder / "copy.jsonl"
    if not path.exists():
        return []
    copy.write_bytes(path.read_bytes())
    return list(Evening(copy).games.values())


def test_an_evening_that_is_ended_leaves_its_report(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Ana\nBen")
    with club(tmp_path, port := free_port()) as running:
        assert running.process.stderr
        # What is wrong is said where somebody has started it.
        assert f"127.0.0.1:{port}" in running.process.stderr.readline()
        running.process.terminate()
        assert running.process.wait() == 0
    assert (tmp_path / "report.html").exists()


def test_an_evening_that_cannot_be_written_is_ended_with_a_sentence(
    tmp_path: Path,
) -> None:
    (tmp_path / "names.txt").write_text("Ana\nBen")
    # Whatever is written there: the disk is full.
    (tmp_path / "report.html").symlink_to("/dev/full")
    with club(tmp_path, free_port()) as running:
        running.process.terminate()
        assert running.process.wait() == 1
