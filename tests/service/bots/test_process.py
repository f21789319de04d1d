"""A bot's process: real ones, that answer, die, hang and are ended."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.chance import house as houses
from controller.chance.seed import seeded
from controller.rules.codec import to_json
from controller.rules.match import Match
from controller.service.bots.process import BotProcess, OnLine
from controller.service.bots.program import Program
from controller.service.bots.thinker import Answer, Budget, Failure, Thinker, question
from controller.storage.journal import Setup
from hardware.backends.sim.clock import VirtualClock
from tests.support import ROOT
from tests.support.ours import so_many

# Real seconds: a process that is silent for this long is broken.
PATIENCE_S = 60.0


class Ends:
    """Lines of one process, one after the other."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()

    async def next(self) -> str | None:
        return await asyncio.wait_for(self.lines.get(), PATIENCE_S)


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 2 * PATIENCE_S))


def started(ends: Ends, script: str) -> BotProcess:
    loop = asyncio.get_running_loop()
    command = (sys.executable, "-c", script)
    return BotProcess(loop, ends.lines.put_nowait, command)


def a_game(name: str = "hai-noon") -> tuple[Match, Setup]:
    game = games.find(name)
    seats = so_many(name, 3)
    match = Match(game, seats, {}, seeded(1))
    match.accept(match.opening())
    kept = houses.written(game, match.house)
    return match, Setup(name, seats, match.options, 1, game.version, (), kept)


def asked_of(match: Match, setup: Setup) -> Any:
    seat = match.game.legal(match.position)[0].seat
    return question(match, setup, seat)


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("name", games.names())
def test_a_process_decides_as_the_same_bot_would_in_here(name: str) -> None:
    async def test() -> None:
        match, setup = a_game(name)
        asked = asked_of(match, setup)
        loop = asyncio.get_running_loop()
        answers: asyncio.Queue[Answer | Failure] = asyncio.Queue()
        told: list[str] = []

        class Heard(BotProcess):
            def send(self, line: str) -> None:
                told.append(line)
                super().send(line)

        def start(on_line: OnLine) -> BotProcess:
            return Heard(loop, on_line)

        # Time stands still: a machine may take as long as it needs to start it.
        thinker = Thinker(start, VirtualClock(), "sharp", 7, Budget(None, passes=6))
        thinker.ask(asked, answers.put_nowait)
        answer = await asyncio.wait_for(answers.get(), PATIENCE_S)
        thinker.close()
        program = Program()
        [*_, here] = [program.do(json.loads(line)) for line in told]
        assert isinstance(answer, Answer)
        assert here is not None
        assert to_json(answer.action) == here["action"]
        assert answer.why == here["why"]

    run(test)


class Kept:
    """A line that leads nowhere."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def send(self, line: str) -> None:
        self.told.append(line)

    def close(self) -> None: ...


def asked_lines(seconds: float) -> list[dict[str, Any]]:
    """All that a sharp bot would be told to answer within that time."""
    line = Kept()
    budget = Budget(seconds=seconds)
    thinker = Thinker(lambda _: line, VirtualClock(), "sharp", 7, budget)
    thinker.ask(asked_of(*a_game()), lambda answer: None)
    thinker.close()
    return [json.loads(each) for each in line.told]


def test_it_thinks_for_as_long_as_it_may_and_no_longer() -> None:
    """The clock is the test's: each look at it takes half a second."""
    looks = count()
    program = Program(lambda: next(looks) * 0.5)
    *_, asked = lines = asked_lines(seconds=1.2)
    [*_, answer] = map(program.do, lines)
    assert answer is not None
    assert answer["action"] in asked["legal"]
    # At the start, twice while there was time, and once too late.
    assert next(looks) == 4


def test_one_that_reads_nothing_holds_nobody_up() -> None:
    async def test() -> None:
        ends = Ends()
        process = started(ends, "import time; time.sleep(1000)")
        process.send("x" * 10_000_000)
        process.close()
        process.close()
        while not is_gone(process.pid):
            await asyncio.sleep(0)

    run(test)


def test_much_is_sent_bit_by_bit_and_arrives_whole() -> None:
    async def test() -> None:
        ends = Ends()
        process = started(ends, "print(len(input()), flush=True); input()")
        process.send("x" * 3_000_000)
        assert await ends.next() == "3000000"
        process.close()

    run(test)


def test_a_flood_without_an_end_is_as_good_as_death() -> None:
    async def test() -> None:
        ends = Ends()
        process = started(ends, "print('x' * 10**6, flush=True); input()")
        assert await ends.next() is None
        process.close()

    run(test)


def test_a_program_that_is_not_there_ends_its_line() -> None:
    async def test() -> None:
        ends, loop = Ends(), asyncio.get_running_loop()
        process = BotProcess(loop, ends.lines.put_nowait, ("/no/such/program",))
        assert await ends.next() is None
        process.close()

    run(test)


def test_no_process_can_be_started_without_the_programs_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    async def test() -> None:
        with pytest.raises(OSError, match="No such file"):
            started(Ends(), "input()")

    run(test)


STANDS = """
import pathlib, runpy
def refuse(*_): raise PermissionError(1, "Operation not permitted")
pathlib.Path.write_text = refuse
runpy.run_module("controller.service.bots.program", run_name="__main__")
"""


def test_one_that_may_not_raise_oom_score_thinks_all_the_same() -> None:
    """A sandbox may forbid it."""

    async def test() -> None:
        ends = Ends()
        process = started(ends, STANDS)
        for line in asked_lines(seconds=0.1):
            process.send(json.dumps(line))
        heard = await ends.next()
        assert heard is not None, "it has died"
        assert "action" in json.loads(heard)
        process.close()

    run(test)


def test_it_stands_back_before_its_program_is_loaded() -> None:
    async def test() -> None:
        ends = Ends()
        process = started(ends, "import os; print(os.nice(0))")
        assert int(await ends.next() or "0") >= min(19, os.nice(0) + 15)
        process.close()

    run(test)


def test_it_goes_first_where_memory_runs_out() -> None:
    async def test() -> None:
        ends = Ends()
        process = BotProcess(asyncio.get_running_loop(), ends.lines.put_nowait)
        for line in asked_lines(seconds=0.1):
            process.send(json.dumps(line))
        assert await ends.next() is not None
        assert Path(f"/proc/{process.pid}/oom_score_adj").read_text() == "1000\n"
        process.close()

    run(test)


def test_its_low_priority_counts_beside_the_table() -> None:
    """Linux shares the cores out by session first, and by priority only inside one."""

    async def test() -> None:
        process = started(Ends(), "input()")
        assert os.getsid(process.pid) == os.getsid(0)
        process.close()

    run(test)


def test_an_interrupt_at_the_terminal_is_not_for_it() -> None:
    async def test() -> None:
        process = started(Ends(), "input()")
        assert os.getpgid(process.pid) != os.getpgrp()
        process.close()

    run(test)


def test_it_ends_when_its_input_does() -> None:
    async def test() -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "controller.service.bots.program"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        out, _ = await process.communicate(b"")
        assert (out, process.returncode) == (b"", 0)

    run(test)


def test_a_bot_is_of_the_program_that_runs_the_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a copy too, such as the one that is compiled, from wherever it was started."""
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.chdir(tmp_path)

    async def test() -> None:
        ends = Ends()
        process = started(ends, "import os; print(os.environ['PYTHONPATH'])")
        assert await ends.next() == f"{ROOT}:/elsewhere"
        process.close()

    run(test)


def test_a_bot_gets_none_of_the_tables_surroundings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    monkeypatch.setenv("UNDERTOW_HOST_CODE", "secret")

    async def test() -> None:
        ends = Ends()
        process = started(ends, "import os; print(sorted(os.environ))")
        heard = await ends.next()
        assert heard is not None
        assert "NOTIFY" not in heard
        assert "UNDERTOW" not in heard
        process.close()

    run(test)
