"""Sharp bots that think while somebody presses: what they take, and what is left.

They are the table's own processes, one more than there are cores; a page presses in
turns without and with them.
"""

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from websockets.asyncio.client import connect

from controller import games
from controller.chance import house as houses
from controller.chance.seed import seeded
from controller.rules.match import Match
from controller.service.bots.process import BotProcess, OnLine
from controller.service.bots.thinker import (
    Answer,
    Budget,
    Failure,
    Question,
    Thinker,
    question,
)
from controller.storage.journal import Setup
from controller.tools.bench.figures import Figure, percentile
from controller.tools.bench.pressing import press, slower
from controller.tools.bench.running import address_of, field_of, spawn, stop

SEATS = 3


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    rounds, presses = (1, 5) if quick else (5, 60)
    with TemporaryDirectory(dir=folder) as temporary:
        table = spawn(Path(temporary))
        try:
            return asyncio.run(_measure(address_of(table), rounds, presses))
        finally:
            stop(table)


async def _measure(address: str, rounds: int, presses: int) -> list[Figure]:
    quiet_s: list[float] = []
    then_s: list[float] = []
    bots = [_Bot(name) for name in games.names()]
    async with connect(address.replace("http", "ws") + "ws", max_queue=None) as page:
        await press(page, presses)
        for _ in range(rounds):
            quiet_s += await press(page, presses)
            thinking = asyncio.gather(*(bot.think() for bot in bots[: _cores() + 1]))
            while not thinking.done():
                then_s += await press(page, 5)
            thinking.result()
    for bot in bots[_cores() + 1 :]:
        await bot.think()
    for bot in bots:
        bot.close()
    return [
        *slower("while bots think", "nobody thinks", quiet_s, then_s, at_most=2.0),
        Figure(
            "a sharp bot decides, p99",
            percentile([took for bot in bots for took in bot.took_s], 0.99),
            "s",
            at_most=1.5,
        ),
        Figure("its memory", max(bot.most_mb for bot in bots), "MB", at_most=150),
    ]


def _cores() -> int:
    return len(os.sched_getaffinity(0))


class _Bot:
    """Decides the first thing that a seat of this game is asked, again and again."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._asked = _first_question(name)
        self._process: BotProcess | None = None
        self._thinker = Thinker(self._start, self._loop, "sharp", 1, Budget())
        self.took_s: list[float] = []
        self.most_mb = 0.0

    def _start(self, on_line: OnLine) -> BotProcess:
        self._process = BotProcess(self._loop, on_line)
        return self._process

    async def think(self, times: int = 3) -> None:
        for _ in range(times):
            answers: asyncio.Queue[Answer | Failure] = asyncio.Queue()
            begun, is_new = perf_counter(), self._process is None
            self._thinker.ask(self._asked, answers.put_nowait)
            answer = await answers.get()
            if isinstance(answer, Failure):
                raise RuntimeError(f"a bot of the bench failed: {answer.what}")
            # Its process is started for the first one, while nobody waits for it.
            if not is_new:
                self.took_s.append(perf_counter() - begun)
        if self._process:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
            self.most_mb = max(self.most_mb, field_of(status, "VmHWM:") / 1024)

    def close(self) -> None:
        self._thinker.close()


def _first_question(name: str) -> Question:
    game = games.find(name)
    match = Match(game, SEATS, {}, seeded(1))
    match.accept(match.opening())
    house = houses.written(game, match.house)
    setup = Setup(name, SEATS, match.options, 1, game.version, (), house)
    seat = game.legal(match.position)[0].seat
    asked = question(match, setup, seat)
    if asked is None:
        raise RuntimeError(f"{name}: nobody is asked anything at its start")
    return asked
