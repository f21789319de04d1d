"""A table that joins another one, over real sockets, with real drivers on both."""

import asyncio
import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from ssl import SSLContext, create_default_context
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from controller import games
from controller.guest.client import PART, GuestClient, NotAdmitted
from controller.input.intents import NewGame
from controller.input.seat_requests import Requester, SeatAnswer
from controller.pieces.sensors import sensed
from controller.web.server.limits import WRONG_CODE
from controller.web.server.page import version
from controller.web.server.tls import tls_context
from hardware.backends.sim import boards
from hardware.backends.sim.backend import SimBackend
from hardware.parts.registry import Parts
from hardware.readings import Occupied, Reading
from hardware.rig import Rig
from tests.golden.tls import CERTIFICATE, KEY
from tests.support.processes import COMMAND
from tests.support.webtable import (
    BOARD,
    HOST_CODE,
    PATIENCE_S,
    PageAtTable,
    WebTable,
    closing,
    web_table,
)


class Cable:
    """A relay between guest and home that can be cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._lines: list[socket.socket] = []
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                if self.is_cut:
                    line.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._lines += [line, far]
                for one, other in ((line, far), (far, line)):
                    pump = threading.Thread(target=_pump, args=(one, other))
                    pump.daemon = True
                    pump.start()

    def cut(self) -> None:
        self.is_cut = True
        lines, self._lines = self._lines, []
        for line in lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self.cut()
        self._listener.close()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for line in (one, other):
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


class GuestTable:
    """A second table with a thread, a loop and simulated hardware of its own."""

    def __init__(
        self, link: str, its_version: str | None = None, tls: SSLContext | None = None
    ) -> None:
        self._link, self._version = link, its_version or version()
        self._tls = tls
        # What it raised in the end.
        self.ended: Any = None
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self.rig: Rig
        self.backend: SimBackend
        self.heard: list[tuple[str, ...]] = []
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()))
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)

    async def _main(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        parts = Parts()
        self.backend = SimBackend(BOARD, self._loop, parts)
        self.rig = Rig(BOARD, self.backend, parts)
        self.away = away = GuestClient(
            self.rig,
            self._link,
            "attic",
            self._version,
            play=self.heard.append,
            wait=lambda: None,
            end=self._stop.set,
            pause=lambda _seconds: asyncio.sleep(0.01),
            tls=self._tls,
        )
        visiting = asyncio.create_task(away.run())
        visiting.add_done_callback(lambda _: self._stop.set())
        self._ready.set()
        await self._stop.wait()
        visiting.cancel()
        (self.ended,) = await asyncio.gather(visiting, return_exceptions=True)
        self.rig.close()

    def wait_until(self, condition: Callable[[], bool]) -> None:
        async def wait() -> None:
            while not condition():
                await asyncio.sleep(0.002)

        waiting = asyncio.run_coroutine_threadsafe(wait(), self._loop)
        waiting.result(PATIENCE_S)

    def tap(self, control: str) -> None:
        self.touch("press", control)
        self.touch("release", control)

    def feel(self, reading: Reading) -> None:
        """Let its drivers report this reading."""
        self._loop.call_soon_threadsafe(self.away.feed.reading, reading)

    def touch(self, deed: str, control: str) -> None:
        """Press or release, and wait until the drivers have debounced it."""
        done = threading.Event()
        touch = self.backend.touch

        def do() -> None:
            self.rig.on_reading.append(lambda _reading: done.set())
            getattr(touch, deed)(control)

        self._loop.call_soon_threadsafe(do)
        assert done.wait(PATIENCE_S)

    def is_down(self, control: str) -> bool:
        (gpio,) = (b.gpio for b in BOARD.buttons if b.control == control)
        return not self.backend.pins.pin(gpio).state

    @property
    def trouble(self) -> str | None:
        parts = self.rig.parts.all()
        return next((part.trouble for part in parts if part.name == PART), None)

    def close(self) -> None:
        # It may have been switched off.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stop.set)
        self.join()

    def join(self) -> None:
        """Wait until it has ended."""
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()


@contextmanager
def guest_of(
    port: int,
    code: str = HOST_CODE,
    its_version: str | None = None,
    place: str = "http://127.0.0.1",
    tls: SSLContext | None = None,
) -> Iterator[GuestTable]:
    with pytest.MonkeyPatch.context() as patch:
        # The boards' firmware in this process, without three of MicroPython.
        patch.setattr(boards, "find_micropython", lambda: None)
        asked = f"?host={code}" if code else ""
        table = GuestTable(f"{place}:{port}/{asked}", its_version, tls)
    try:
        yield table
    finally:
        table.close()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path, 4) as served:
        yield served


def same_lamps(guest: GuestTable, home: WebTable) -> None:
    """Wait until both tables show the same."""
    guest.wait_until(lambda: guest.rig.strip.wire == home.rig.strip.wire)


def chosen(home: WebTable) -> int:
    return home.run(lambda: 4 - len(home.table.now.situation.asked))


def test_a_guest_shows_and_plays_what_home_plays(home: WebTable) -> None:
    with guest_of(home.port) as guest:
        same_lamps(guest, home)
        # Count 4 under the first seat's button, over there.
        guest.touch("press", "seat:0")
        for _ in range(4):
            guest.tap("next")
        guest.tap("ok")
        guest.touch("release", "seat:0")
        home.wait_until(lambda: chosen_here(home) == 1)
        choice = home.run(lambda: home.table.match.actions[-1])
        assert (choice.seat, choice.card) == (0, 4)
        same_lamps(guest, home)
        # Undo works from here as from there.
        home.run(lambda: home.table.undo(None))
        assert chosen(home) == 0
        same_lamps(guest, home)


def chosen_here(home: WebTable) -> int:
    return 4 - len(home.table.now.situation.asked)


def test_a_cut_loses_nothing_and_is_said_on_both_tables(home: WebTable) -> None:
    cable = Cable(home.port)
    told = home.run(lambda: _told(home))
    with guest_of(cable.port) as guest:
        same_lamps(guest, home)
        guest.touch("press", "seat:0")
        guest.tap("next")
        cable.cut()
        guest.wait_until(lambda: guest.trouble is not None)
        home.wait_until(lambda: "guest.gone" in told)
        # What was begun there is forgotten: nobody holds that button any more.
        assert home.run(lambda: len(home.table.stations)) == 1
        guest.touch("release", "seat:0")
        home.run(lambda: home.table.act(_card(home, 1), 1))
        cable.mend()
        guest.wait_until(lambda: guest.trouble is None)
        same_lamps(guest, home)
        guest.touch("press", "seat:2")
        guest.tap("next")
        guest.tap("ok")
        guest.touch("release", "seat:2")
        home.wait_until(lambda: chosen_here(home) == 2)
    cable.close()


def _told(home: WebTable) -> list[str]:
    told: list[str] = []
    home.table.on_notice.append(
        lambda notice: told.append(getattr(notice.says, "key", ""))
    )
    return told


def _choose(home: WebTable, seat: int) -> None:
    home.table.act(_card(home, seat), seat)


def _card(home: WebTable, seat: int) -> object:
    legal = home.table.now.situation.legal
    return next(action for action in legal if action.seat == seat)


def test_after_cuts_at_random_instants_both_tables_show_the_same(
    home: WebTable,
) -> None:
    random, cable = Random(1), Cable(home.port)
    with guest_of(cable.port) as guest:
        for _ in range(20):
            # Not `why`, which beside `undo` switches the guest off.
            controls = [f"seat:{random.randrange(4)}", "next", "ok", "undo"]
            for control in random.sample(controls, random.randrange(5)):
                guest.touch("press", control)
                if random.random() < 0.5:
                    guest.touch("release", control)
                    controls.remove(control)
            cable.cut()
            for control in controls:
                if not guest.is_down(control):
                    guest.touch("press", control)
                guest.touch("release", control)
            cable.mend()
        guest.wait_until(lambda: guest.trouble is None)
        home.wait_until(lambda: len(home.table.stations) == 2)
        same_lamps(guest, home)
        assert home.run(lambda: [*home.table.stations[1].held.down]) == []
    cable.close()


def test_a_piece_that_is_moved_there_is_guided_there_alone(home: WebTable) -> None:
    with guest_of(home.port) as guest:
        same_lamps(guest, home)
        home.wait_until(lambda: len(home.table.stations) == 2)
        guest.backend.touch.put("depth:0:3")
        station = home.run(lambda: home.table.stations[1])
        home.wait_until(lambda: station.display.placement.step is not None)
        assert home.run(lambda: home.table.now.placement.step) is None


def test_sounds_are_heard_on_both_tables(home: WebTable) -> None:
    with guest_of(home.port) as guest:
        same_lamps(guest, home)
        for seat in range(4):
            home.run(partial(_choose, home, seat))
        guest.wait_until(lambda: len(guest.heard) > 0)


def test_a_guest_of_another_version_is_refused_and_the_game_goes_on(
    home: WebTable,
) -> None:
    with guest_of(home.port, its_version="0.0.1") as guest:
        guest.wait_until(lambda: guest.trouble is not None)
        assert "0.0.1" in str(guest.trouble)
        assert HOST_CODE not in str(guest.trouble)
        assert home.run(lambda: len(home.table.stations)) == 1


@pytest.mark.parametrize("asked", ["?host=wrong", "?guest=é", "?seat=0&code=wrong"])
def test_with_a_wrong_code_no_table_joins(home: WebTable, asked: str) -> None:
    far = {"X-Forwarded-For": "192.0.2.7"}
    with PageAtTable(home.port, f"/station{asked}", additional_headers=far) as page:
        code, _ = closing(page)
        assert code == WRONG_CODE


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody be the host merely because the tests run on one machine."""
    monkeypatch.setattr("controller.web.protocol.access.is_local", lambda _asked: False)


def asking(home: WebTable) -> list[tuple[str, str]]:
    """Wait for a table that asks to join, and return its colours."""
    seating = home.table.seating
    home.wait_until(lambda: len(seating.pending) == 1)
    assert home.run(lambda: len(home.table.stations)) == 1
    return home.run(lambda: [request.word for request in seating.pending])


@pytest.mark.usefixtures("strangers")
@pytest.mark.parametrize("code", ["", "wrong"])
def test_a_guest_without_the_code_is_let_in_by_a_held_button(
    home: WebTable, code: str
) -> None:
    cable = Cable(home.port)
    with guest_of(cable.port, code) as guest:
        (word,) = asking(home)
        guest.wait_until(lambda: all(sign in str(guest.trouble) for sign in word))
        # What it does meanwhile is not heard at home.
        guest.tap("ok")
        home.run(lambda: home.backend.touch.press("seat:0"))
        home.wait_until(lambda: home.table.seating.offered is not None)
        home.run(lambda: home.backend.touch.release("seat:0"))
        guest.wait_until(lambda: guest.trouble is None)
        same_lamps(guest, home)
        # Nobody has taken that seat.
        assert home.run(lambda: home.table.now.setup.players[:1]) in ((), ("",))
        # It comes back by itself, and after other seats in another game too.
        home.run(lambda: home.table.ask(NewGame(games.find("hai-noon"), 3, {})))
        same_lamps(guest, home)
        cable.cut()
        home.wait_until(lambda: len(home.table.stations) == 1)
        cable.mend()
        home.wait_until(lambda: len(home.table.stations) == 2)
        same_lamps(guest, home)
        assert home.run(lambda: [*home.table.seating.pending]) == []
        # Once the seats have new links, it has to be let in again.
        cable.cut()
        home.wait_until(lambda: len(home.table.stations) == 1)
        renewed = NewGame(games.find("hai-noon"), 3, {}, new_links=True)
        home.run(lambda: home.table.ask(renewed))
        cable.mend()
        asking(home)
    cable.close()


@pytest.mark.usefixtures("strangers")
def test_a_guest_that_is_declined_asks_no_more(home: WebTable) -> None:
    with guest_of(home.port, "") as guest:
        asking(home)
        home.run(lambda: home.table.seating.refuse(0))
        guest.join()
    assert isinstance(guest.ended, NotAdmitted)


@pytest.mark.usefixtures("strangers")
def test_a_table_that_is_let_in_takes_no_seat_from_a_phone(home: WebTable) -> None:
    answered: list[SeatAnswer] = []
    phone = Requester(7, "192.0.2.7")
    with guest_of(home.port, "") as guest:
        asking(home)
        home.run(lambda: home.table.seating.on_answer.append(answered.append))
        home.run(lambda: home.table.seating.ask(0, phone))
        table = home.run(lambda: home.table.seating.pending[0])
        home.run(lambda: home.table.seating.let_in(table.requester.page))
        guest.wait_until(lambda: guest.trouble is None)
        same_lamps(guest, home)
        assert answered == []
        home.run(lambda: home.table.seating.let_in(phone.page))
        assert [answer.why_not for answer in answered] == [None]


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_home_with_a_certificate_is_reached_over_tls(
    tmp_path: Path, is_trusted: bool
) -> None:
    own = tls_context(str(CERTIFICATE), str(KEY))
    trusted = create_default_context(cafile=str(CERTIFICATE)) if is_trusted else None
    with (
        web_table(tmp_path, 4, tls=own) as home,
        guest_of(home.port, place="https://localhost", tls=trusted) as guest,
    ):
        if is_trusted:
            same_lamps(guest, home)
            guest.touch("press", "seat:0")
            home.wait_until(lambda: "seat:0" in home.table.stations[-1].held.down)
        else:
            guest.wait_until(lambda: guest.trouble is not None)
            assert "join_ca" in str(guest.trouble)


def test_a_guest_with_many_sensed_places_gets_in_again(home: WebTable) -> None:
    places = [p for sensed_by in sensed(BOARD).values() for p in sensed_by]
    cable = Cable(home.port)
    with guest_of(cable.port) as guest:
        same_lamps(guest, home)
        for place in places:
            guest.feel(Occupied(place, False))
        cable.cut()
        guest.wait_until(lambda: guest.trouble is not None)
        cable.mend()
        guest.wait_until(lambda: guest.trouble is None)
        # It is still in after home has read all of that.
        guest.touch("press", "seat:0")
        home.wait_until(lambda: "seat:0" in home.table.stations[-1].held.down)
    cable.close()


def test_a_cut_carries_out_no_undo(home: WebTable) -> None:
    cable = Cable(home.port)
    with guest_of(cable.port) as guest:
        same_lamps(guest, home)
        home.run(lambda: _choose(home, 0))
        guest.touch("press", "undo")
        home.wait_until(lambda: "undo" in home.table.stations[-1].held.down)
        cable.cut()
        home.wait_until(lambda: len(home.table.stations) == 1)
        assert chosen_here(home) == 1
    cable.close()


@pytest.mark.parametrize("said", ["hello", "[" * 100_000])
def test_a_home_that_talks_nonsense_is_a_trouble(said: str) -> None:
    async def talk(connection: ServerConnection) -> None:
        await connection.send(said)
        await connection.wait_closed()

    started, stopped = threading.Event(), threading.Event()
    ports: list[int] = []

    async def serve_it() -> None:
        async with serve(talk, "127.0.0.1", 0) as server:
            ports.append(next(iter(server.sockets)).getsockname()[1])
            started.set()
            await asyncio.to_thread(stopped.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve_it()))
    thread.start()
    assert started.wait(PATIENCE_S)
    try:
        with guest_of(ports[0]) as guest:
            guest.wait_until(lambda: guest.trouble is not None)
            assert HOST_CODE not in str(guest.trouble)
    finally:
        stopped.set()
        thread.join()


def test_switching_a_guest_off_leaves_home_on(home: WebTable) -> None:
    told = home.run(lambda: _told(home))
    with guest_of(home.port) as guest:
        same_lamps(guest, home)
        for control in ("undo", "why"):
            guest.touch("press", control)
        home.wait_until(lambda: "guest.off" in told)
        assert not home.run(lambda: home.table.is_off)


def test_a_guest_in_a_service_is_ready_and_feeds_the_watchdog(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE_S)
        beats = {
            "NOTIFY_SOCKET": systemd.getsockname(),
            "WATCHDOG_USEC": "300000",
        }
        options = ["--backend=sim", f"--state={tmp_path}"]
        command = [*COMMAND, "play", "--join=http://127.0.0.1:1/", *options]
        with subprocess.Popen(command, env=os.environ | beats) as guest:
            try:
                heard = [systemd.recv(4096).decode() for _ in range(4)]
            finally:
                guest.kill()
    assert heard[0].startswith("READY=1")
    assert heard.count("WATCHDOG=1") >= 2
