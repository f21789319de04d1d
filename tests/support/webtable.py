"""A table that serves its page from its own thread, and pages that talk to it."""

import asyncio
import http.client
import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPMessage
from pathlib import Path
from ssl import SSLContext
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from controller import games
from controller.chance.dealer import Dealer
from controller.input.intents import NewGame
from controller.light.lights import Lights
from controller.service.app import page_of
from controller.service.assembly import assemble
from controller.service.bots.seats import bots_at
from controller.sound.control import SoundControl, SoundState
from controller.storage.store import GameStore
from controller.web.pages import Pages
from controller.web.protocol.outgoing import decision
from controller.web.server.limits import USUAL, Limits, Rate
from hardware.backends.sim import boards
from hardware.backends.sim.backend import SimBackend
from hardware.parts.registry import Parts
from hardware.readings import Reading
from hardware.rig import Rig
from tests.support.simtable import MakeDealer, OpenTable, no_sources
from tests.support.words import as_sentence
from wiring import boardmap

# Pages press faster than fingers.
BOARD = boardmap.load()._replace(bounce_ms=1)
# They also send faster than people, all from one address.
HASTY = USUAL._replace(
    messages=Rate(10**6, 10**6), openings=Rate(1000, 1000), requests=Rate(10**6, 10**6)
)
# In real seconds; what takes longer is broken.
PATIENCE_S = 60.0
# How often to check a condition, leaving time for boards and browsers.
LOOK_S = 0.002
HOST_CODE = "the-host-code-of-tests"
# Through a proxy: not on this machine, so a spectator.
AWAY: dict[str, Any] = {"additional_headers": {"X-Forwarded-For": "192.0.2.7"}}

T = TypeVar("T")


class Answer(NamedTuple):
    status: int
    # Its names are found in any case.
    headers: HTTPMessage
    body: bytes


class Complaints(logging.Handler):
    """Errors in the server's log, which fail the test."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


class WebTable:
    def __init__(
        self,
        state: Path,
        backend: type[SimBackend] = SimBackend,
        limits: Limits = HASTY,
        make_dealer: MakeDealer = no_sources,
        tls: SSLContext | None = None,
        language: str = "en",
        board: boardmap.BoardMap = BOARD,
        has_bots: bool = False,
    ) -> None:
        self._language = language
        self._board = board
        self._has_bots = has_bots
        self._state = state
        self._limits = limits
        self._backend = backend
        self._make_dealer = make_dealer
        self._tls = tls
        self.dealer: Dealer
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self.port = 0
        self.table: OpenTable
        self.backend: SimBackend
        self.rig: Rig
        self.readings: list[Reading] = []
        self.server: Pages
        self.complaints = Complaints()
        logging.getLogger().addHandler(self.complaints)
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._main()), daemon=True
        )

    def start(self, wish: NewGame) -> None:
        self._wish = wish
        self._thread.start()
        assert self._ready.wait(PATIENCE_S), "the server does not start"

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._broken)
        self._stop = asyncio.Event()
        parts = Parts()
        self.backend = self._backend(self._board, self._loop, parts)
        self.rig = rig = Rig(self._board, self.backend, parts)
        store = GameStore(self._state / "journal.sqlite", parts, self._loop)
        # No lamp beats, so that only what a page does makes a frame.
        lights = Lights(rig.strip, self._board.pixels, self._loop, step_s=3600)
        self.dealer = dealer = self._make_dealer(parts, self._loop)
        running = assemble(
            rig,
            store,
            lights,
            dealer,
            self._loop,
            end=self._stop.set,
            make_table=OpenTable,
        )
        assert isinstance(running.table, OpenTable)
        self.table = running.table
        rig.on_reading.append(self.readings.append)
        self.table.open(self._wish)
        state = SoundState(10)
        self._sound = SoundControl(rig.speaker, state) if rig.speaker else None
        bots = bots_at(running) if self._has_bots else None
        self.server = page_of(
            running._replace(sound=self._sound),
            rig,
            bots,
            limits=self._limits,
            host_code=HOST_CODE,
            tls=self._tls,
            language=self._language,
            has_guests=True,
        )
        if self._sound:
            lights.on_sounds.append(self._sound.play)
        server = await self.server.open("127.0.0.1", 0)
        self.port = server.port
        self._ready.set()
        await self._stop.wait()
        if bots:
            bots.close()
        await server.close()
        store.close()
        rig.close()

    def _broken(self, _loop: object, context: dict[str, Any]) -> None:
        self.complaints.records.append(repr(context))

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the server does not stop"
        logging.getLogger().removeHandler(self.complaints)

    def run(self, ask: Callable[[], T]) -> T:
        """Run this on the table's own thread."""

        async def answer() -> T:
            return ask()

        asked = asyncio.run_coroutine_threadsafe(answer(), self._loop)
        return asked.result(PATIENCE_S)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Block the table's thread until the block ends."""
        stands, goes_on = threading.Event(), threading.Event()

        def stand() -> None:
            stands.set()
            goes_on.wait(PATIENCE_S)

        self._loop.call_soon_threadsafe(stand)
        stands.wait(PATIENCE_S)
        try:
            yield
        finally:
            goes_on.set()

    @property
    def sound(self) -> SoundControl:
        assert self._sound, "this table has no speaker"
        return self._sound

    @property
    def position(self) -> Any:
        return self.run(lambda: self.table.match.position)

    @property
    def codes(self) -> tuple[str, ...]:
        return self.run(lambda: self.table.setup.codes)

    def is_down(self, control: str) -> bool:
        """Tell whether this button's pin is pulled to ground."""
        (gpio,) = (b.gpio for b in self._board.buttons if b.control == control)
        return self.run(lambda: not self.backend.pins.pin(gpio).state)

    def pages(self) -> int:
        """Return the number of pages that the server knows."""
        return self.run(lambda: len(self.server.visits))

    def wait_for_pages(self, number: int) -> None:
        self.wait_until(lambda: len(self.server.visits) == number)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Let the table run until the condition holds there."""

        async def wait() -> None:
            while not condition():
                await asyncio.sleep(LOOK_S)

        asyncio.run_coroutine_threadsafe(wait(), self._loop).result(PATIENCE_S)

    def page(self, seat: int | None = None, **more: Any) -> "PageAtTable":
        if seat is None:
            return PageAtTable(self.port, "/ws", **more)
        path = f"/ws?seat={seat}&code={self.codes[seat]}"
        return PageAtTable(
            self.port, path, decision=lambda: self.decision(seat), **more
        )

    def decision(self, seat: int) -> str:
        """Return the name of what this seat is asked now."""
        return self.run(lambda: decision(self.table.now, seat))

    def get(self, path: str, **headers: str) -> Answer:
        return get(self.port, path, headers)


def get(port: int, path: str, headers: Mapping[str, str]) -> Answer:
    connection = http.client.HTTPConnection("localhost", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", path, headers=dict(headers))
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()


class PageAtTable:
    """One page's WebSocket, with everything that it received."""

    def __init__(
        self,
        port: int,
        path: str,
        host: str = "localhost",
        scheme: str = "ws",
        decision: Callable[[], str] | None = None,
        **more: Any,
    ) -> None:
        self._decision = decision
        self._last_decision = ""
        self.texts: list[str] = []
        self.frames: list[bytes] = []
        self._game: dict[str, Any] = {"game": "get-bit", "teams": (), "players": ()}
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(
                f"{scheme}://{host}:{port}{path}",
                proxy=None,
                close_timeout=PATIENCE_S,
                # A page that is not read must be able to close without waiting.
                max_queue=None,
                **{"compression": None, **more},
            )
        )

    def __enter__(self) -> "PageAtTable":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def receive(self) -> str | bytes:
        message: str | bytes = self._socket.recv(PATIENCE_S)
        if isinstance(message, bytes):
            self.frames.append(message)
        else:
            self.texts.append(message)
        return message

    def next(self, kind: str) -> dict[str, Any]:
        """Return the next message of this type; skip those before it."""
        while True:
            message = self.receive()
            if isinstance(message, str):
                data: dict[str, Any] = self._read(message)
                if data["type"] == kind:
                    return data

    def next_of(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these types."""
        while True:
            message = self.receive()
            if isinstance(message, str):
                data: dict[str, Any] = self._read(message)
                if data["type"] in kinds:
                    return data

    def _read(self, message: str) -> dict[str, Any]:
        """Read a message with its sentences in English."""
        data: dict[str, Any] = json.loads(message)
        if data["type"] == "position":
            self._game = data["game"]
            self._last_decision = data.get("decision", "")
            if "notice" in data:
                data["notice"] = self._said(data["notice"])
        if data["type"] in ("told", "reply", "seated", "error"):
            data["message"] = self._said(data["message"])
        for part in data["parts"] if data["type"] == "parts" else ():
            part |= {key: self._said(part[key]) for key in ("says", "trouble")}
        return data

    def _said(self, written: Any) -> Any:
        match written:
            case ["as-it-is", {"text": str(text)}]:
                return text
            case None | "":
                return written
        words = games.words(self._game["game"])
        seats = words.seats(self._game["teams"], self._game["players"])
        return words.render(as_sentence(written), seats)

    def next_frame(self) -> bytes:
        while True:
            message = self.receive()
            if isinstance(message, bytes):
                return message

    def send(self, kind: str, **fields: Any) -> None:
        if kind in ("act", "undo", "hint"):
            if not self._decision:
                self.catch_up()
            named = self._decision() if self._decision else self._last_decision
            fields = {"decision": named, **fields}
        self.send_raw(json.dumps({"type": kind, **fields}))

    def send_raw(self, message: str | bytes) -> None:
        self._socket.send(message)

    def act(self, action: Mapping[str, Any]) -> None:
        self.send("act", action=action)

    def catch_up(self) -> None:
        """Wait until everything sent so far has been answered."""
        self.send("are-you-there")
        while not self.next("error")["message"].startswith(
            'there is no message "are-you-there" here'
        ):
            pass


def closing(page: PageAtTable) -> tuple[int | None, str | None]:
    """Wait until the server closes this page; return the code and the reason."""
    try:
        while True:
            page.receive()
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (None, None)


@contextmanager
def web_table(
    state: Path,
    seats: int = 4,
    seed: int = 1,
    *,
    game: str = "get-bit",
    backend: type[SimBackend] = SimBackend,
    limits: Limits = HASTY,
    make_dealer: MakeDealer = no_sources,
    tls: SSLContext | None = None,
    is_chosen: bool = True,
    learn: bool = False,
    language: str = "en",
    board: boardmap.BoardMap = BOARD,
    has_bots: bool = False,
    **options: Any,
) -> Iterator[WebTable]:
    """Serve a table; without `is_chosen` a game is chosen first.

    With `has_bots` real bots play.
    """
    table = WebTable(
        state, backend, limits, make_dealer, tls, language, board, has_bots
    )
    found = games.find(game)
    wish = NewGame(found, seats, options, seed, is_chosen=is_chosen, learn=learn)
    with pytest.MonkeyPatch.context() as patch:
        # The boards' firmware in this process, without three of MicroPython.
        patch.setattr(boards, "find_micropython", lambda: None)
        table.start(wish)
    try:
        yield table
    finally:
        table.close()
    assert table.complaints.records == []
