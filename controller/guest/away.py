"""The guest's side: readings go home, frames and sounds come back.

Without the home nothing can be played here. The buttons glow, the trouble is said, and
as soon as the home answers again this table shows what home shows.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from controller.guest.wire import Hello, felt, hello
from controller.pieces.tracker import sensed
from hardware.parts.registry import PATIENCE_S
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
)
from hardware.rig import Rig

PART = "home table"
CONNECT_S = 5.0
# A home that has gone is noticed within two of these.
PING_S = 2.5
# What is raised if something else answers there.
NONSENSE = (ValueError, RecursionError)
# Less than stopping may take, even if the home does not answer.
CLOSE_S = 1.0


class Away:
    def __init__(
        self,
        rig: Rig,
        home: str,
        name: str,
        version: str,
        *,
        play: Callable[[tuple[str, ...]], object],
        wait: Callable[[], object],
        end: Callable[[], object],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`home` is the link of the home's host page.

        `play` plays sounds, `wait` shows that the home is away, `end` is called once
        this table has been switched off by hand, and `pause` waits between attempts.
        """
        self._rig, self._home = rig, home
        self._play, self._wait, self._end = play, wait, end
        self._pause = pause
        board = rig.board
        self._hello = hello(
            Hello(version, name, rig.strip.pixels, board.pixels, sensed(board))
        )
        self._down: set[str] = set()
        self._occupied: dict[str, bool] = {}
        self._up: set[str] = set()
        self._new: list[Reading] = []
        self._happened = asyncio.Event()
        # What happens while the home is away is not kept; `_state` tells how it is.
        self._is_in = False
        rig.listen(self.reading)

    async def run(self) -> None:
        """Stay connected until the task is cancelled."""
        self._rig.parts.fitted(PART, f"at {urlsplit(self._home).netloc}")
        tries = 0
        while True:
            try:
                async with connect(
                    socket_address(self._home),
                    open_timeout=CONNECT_S,
                    close_timeout=CLOSE_S,
                    ping_interval=PING_S,
                    ping_timeout=PING_S,
                    proxy=None,
                ) as connection:
                    tries = 0
                    await self._talk(connection)
            except (OSError, WebSocketException, *NONSENSE) as error:
                self._rig.parts.fails(PART, _trouble(self._home, error))
            self._is_in = False
            self._wait()
            await self._pause(PATIENCE_S[min(tries, len(PATIENCE_S) - 1)])
            tries += 1

    def reading(self, reading: Reading) -> None:
        """Note a reading, and let it go home."""
        match reading:
            case Pressed(control):
                self._down.add(control)
            case Released(control):
                self._down.discard(control)
            case Occupied(place, present):
                self._occupied[place] = present
            case LinkUp(board):
                self._up.add(board)
            case LinkDown(board):
                self._up.discard(board)
        if self._is_in:
            self._new.append(reading)
            self._happened.set()

    def _state(self) -> Iterator[Reading]:
        """Yield everything that is true now; a finger that is down does not count."""
        for board in self._up:
            yield LinkUp(board)
        for place, present in self._occupied.items():
            yield Occupied(place, present)

    async def _talk(self, connection: ClientConnection) -> None:
        await connection.send(self._hello)
        self._new, self._is_in = [*self._state()], True
        self._happened.set()
        sending = asyncio.create_task(self._send(connection))
        try:
            async for message in connection:
                self._take(message)
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketException):
                await sending
        raise ConnectionError("the home has closed the connection")

    async def _send(self, connection: ClientConnection) -> None:
        while True:
            await self._happened.wait()
            self._happened.clear()
            happened, self._new = self._new, []
            for message in felt(happened):
                await connection.send(message)

    def _take(self, message: str | bytes) -> None:
        """Take a message from home; a frame says that all is well."""
        if isinstance(message, bytes):
            self._rig.parts.works(PART)
            if len(message) == 3 * self._rig.strip.pixels:
                self._rig.strip.show(message)
            return
        data: dict[str, Any] = json.loads(message)
        match data:
            case {"type": "heard", "sounds": [*sounds]}:
                self._play(tuple(map(str, sounds)))
            case {"type": "off"}:
                self._end()
            case {"type": "refused", "why": str(why)}:
                raise ConnectionError(why)


def socket_address(home: str) -> str:
    """Return where guests connect, from the link of the home's host page."""
    parts = urlsplit(home)
    scheme = {"http": "ws", "https": "wss"}[parts.scheme]
    return parts._replace(scheme=scheme, path="/station", fragment="").geturl()


def _trouble(home: str, error: Exception) -> str:
    """Return what is wrong in one sentence, without the code in the link."""
    why = " ".join(str(error).split()) or type(error).__name__
    return (
        f"{urlsplit(home).netloc} does not let this table in: {why[:200]}; check the "
        "link, and that the home table is switched on and open to this network"
    )
