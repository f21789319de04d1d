"""Runs a club's evening: talks to the tables over the broker, and serves its page."""

import asyncio
import json
import signal
import socket
import sys
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import aiomqtt
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from controller.basics.errors import UndertowError
from controller.basics.files import regular
from controller.bus.address import Address
from controller.bus.connection import Connection, end, trouble
from controller.club.director import Director, Plan
from controller.club.evening import Evening
from controller.club.page import EveningReports
from controller.club.tables import Tables
from controller.web.server.hosts import local_address
from controller.words.person import BadName, checked_name
from hardware.parts.registry import PATIENCE_S

EVERYWHERE = "0.0.0.0"
NAMES, EVENING = "names.txt", "evening.jsonl"
REPORT, STANDINGS = "report.html", "standings.csv"
# How often to reread names and check tables, in seconds.
LOOK_S = 1.0


class CannotRun(UndertowError):
    """An evening that cannot be run; the message says what to do."""


class EveningSettings(NamedTuple):
    folder: Path
    address: Address
    plan: Plan
    title: str
    tables: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8138
    language: str = "en"


def run(settings: EveningSettings) -> int:
    """Run the evening until somebody ends it; raise UndertowError."""
    read_names(settings.folder)
    asyncio.run(_Club(settings).run())
    return 0


def read_names(folder: Path) -> list[str]:
    """Return who is there: one name per line; raise CannotRun."""
    path = folder / NAMES
    try:
        text = regular(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise CannotRun(
            f"{path}: {why}; write the names of all players into it, one a line"
        ) from None
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(checked_name(line))
        except BadName as error:
            raise CannotRun(f"{path}:{number}: {error}") from None
    return list(dict.fromkeys(filter(None, found)))


class _Club:
    def __init__(self, settings: EveningSettings) -> None:
        self._settings = settings
        self._tables = Tables(settings.tables)
        self._names = read_names(settings.folder)
        self._sending: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()
        self._evening = Evening(settings.folder / EVENING)
        self._director = Director(
            settings.plan, self._evening, self._tables, self._send, lambda: self._names
        )
        self._reports = EveningReports(
            self._director, settings.title, settings.language
        )
        self._reports.is_connected = False

    def _send(self, table: str, command: dict[str, Any]) -> None:
        self._sending.put_nowait((f"undertow/{table}/command", command))

    async def run(self) -> None:
        server = uvicorn.Server(self._page())

        def end(*_: object) -> None:
            # The server handles the signal too, and raises it again once it has ended.
            server.should_exit = True

        signal.signal(signal.SIGTERM, end)
        listener = self._listener()
        port = listener.getsockname()[1]
        here = local_address() if self._settings.host == EVERYWHERE else "localhost"
        sys.stdout.write(f"The evening's page: http://{here}:{port}/\n")
        sys.stdout.flush()
        try:
            served = server.serve([listener])
            await _until_one_ends(served, self._connect(), self._watch_evening())
        finally:
            self._report()

    def _listener(self) -> socket.socket:
        address = self._settings.host, self._settings.port
        try:
            return socket.create_server(address)
        except (OSError, OverflowError) as error:
            why = str(error).rstrip(".")
            words = f"its page cannot be served on port {address[1]}: {why}"
            raise CannotRun(f"{words}; choose another with --port") from None

    def _page(self) -> uvicorn.Config:
        async def page(_request: Request) -> Response:
            return HTMLResponse(self._reports.page())

        async def report(_request: Request) -> Response:
            return HTMLResponse(self._reports.report())

        async def standings(_request: Request) -> Response:
            return PlainTextResponse(self._reports.csv(), media_type="text/csv")

        routes = [
            Route("/", page),
            Route(f"/{REPORT}", report),
            Route(f"/{STANDINGS}", standings),
        ]
        return uvicorn.Config(Starlette(routes=routes), log_config=None)

    async def _watch_evening(self) -> None:
        """Check names and tables repeatedly; write the report at the end."""
        was_over = False
        while True:
            with suppress(CannotRun):
                # Ignore a file that is still being written.
                self._names = read_names(self._settings.folder)
            if self._reports.is_connected:
                self._director.advance()
            if self._director.is_over and not was_over:
                self._report()
            was_over = self._director.is_over
            await asyncio.sleep(LOOK_S)

    def _report(self) -> None:
        folder = self._settings.folder
        try:
            (folder / REPORT).write_text(self._reports.report(), encoding="utf-8")
            (folder / STANDINGS).write_text(self._reports.csv(), encoding="utf-8")
        except OSError as error:
            words = f"the report cannot be written to {folder}: {error.strerror}"
            raise CannotRun(words) from None

    async def _connect(self) -> None:
        tries, told = 0, ""
        while True:
            try:
                async with Connection(self._settings.address) as client:
                    tries, told = 0, ""
                    # Repeat requests that were still waiting for the broker.
                    self._sending = asyncio.Queue()
                    self._tables.forget()
                    self._director.ask_again()
                    await client.subscribe("undertow/+/+", 1)
                    await self._talk(client)
            except (aiomqtt.MqttError, OSError) as error:
                self._reports.is_connected = False
                if (said := trouble(self._settings.address, error)) != told:
                    sys.stderr.write(f"{said}\n")
                told = said
            await asyncio.sleep(PATIENCE_S[min(tries, len(PATIENCE_S) - 1)])
            tries += 1

    async def _talk(self, client: aiomqtt.Client) -> None:
        sending = asyncio.create_task(self._send_all(client))
        self._reports.is_connected = True
        try:
            async for message in client.messages:
                if isinstance(message.payload, bytes):
                    self._tables.receive(str(message.topic), message.payload)
        finally:
            await end(sending)

    async def _send_all(self, client: aiomqtt.Client) -> None:
        while True:
            topic, command = await self._sending.get()
            await client.publish(topic, json.dumps(command), 1)


async def _until_one_ends(*jobs: Coroutine[Any, Any, None]) -> None:
    """Run these until one ends, and raise its error."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await end(*tasks)
