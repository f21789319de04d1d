"""The table on a real broker: what it publishes, and which commands it accepts."""

import asyncio
import gc
import json
import signal
import ssl
import subprocess
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from math import inf, isfinite
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from controller import games
from controller.bus.bus import PART, RATE, Bus
from controller.bus.published import OutputSettings, Wording, state
from controller.input.intents import NamePlayer, NewGame
from controller.service.broker import begin_bus
from controller.service.settings import Settings
from controller.session.clocks import NO_CLOCK
from tests.golden.tls import CERTIFICATE, KEY
from tests.support.broker import Listener, broker, free_port, listener, until
from tests.support.processes import COMMAND
from tests.support.simtable import SimTable, sim_table

BASE = "undertow/t1"
CONFIG = "homeassistant/device/undertow-t1/config"


async def at_once(seconds: float) -> None:
    """Pause for a moment, unless it shall be for ever."""
    await asyncio.sleep(0.01 if isfinite(seconds) else seconds)


@asynccontextmanager
async def on_the_bus(
    table: SimTable, port: int, url: str = "", **more: Any
) -> AsyncIterator[Bus]:
    url = url or f"mqtt://127.0.0.1:{port}"
    settings = Settings(broker=url, table_name="T1", **more)
    bus = begin_bus(settings, url, table.running, table.rig, at_once)
    assert bus
    try:
        yield bus
    finally:
        await bus.close()


def test_the_state_has_the_times_of_a_game_with_clocks(table: SimTable) -> None:
    get_bit = games.find("get-bit")
    table.table.open(NewGame(get_bit, 2, {}, 1, clock=1))
    table.clock.tick(61)
    shown = state(table.table.now, Wording(), OutputSettings())
    assert shown["clock"] == {"minutes": 1, "used": [61, 61], "over": (0, 1)}
    table.table.ask(NewGame(get_bit, 2, {}, clock=NO_CLOCK))
    assert "clock" not in state(table.table.now, Wording(), OutputSettings())


Story = Callable[[SimTable, Listener, int], Coroutine[Any, Any, None]]


def played(tmp_path: Path, story: Story, **more: Any) -> None:
    """Run a story at a table that is on the bus, with somebody listening."""

    async def run() -> None:
        port = free_port()
        with broker(tmp_path, port), sim_table(tmp_path) as table:
            table.start(4)
            async with listener(port) as heard, on_the_bus(table, port, **more):
                await heard.until("/availability", lambda each: each.payload != b"")
                await story(table, heard, port)

    asyncio.run(run())


async def asked(heard: Listener, **command: Any) -> Any:
    """Send a command and return its answer."""
    given = str(len(heard.heard))
    await heard.send(f"{BASE}/command", {"id": given, **command})
    answered = await heard.until("/answer", lambda each: each.value["id"] == given)
    assert not answered.is_retained
    return answered.value


def troubles(table: SimTable) -> list[str]:
    return [part.name for part in table.parts.all() if part.trouble]


def test_the_table_is_kept_on_the_broker_and_what_happens_is_not(
    tmp_path: Path,
) -> None:
    async def story(table: SimTable, heard: Listener, port: int) -> None:
        await heard.until("/state", lambda each: each.value["phase"] == "play")
        table.choose(0, 4)
        told = await heard.until("/event", lambda each: "choose" in str(each.value))
        # What was chosen is a secret.
        assert told.value["events"][0]["card"] is None
        await heard.until("/state", lambda each: each.value["asked"] == [1, 2, 3])
        async with listener(port) as late:
            kept = await late.until("/state", lambda each: True)
            assert kept.is_retained
            assert kept.value["game"] == "get-bit"
            await late.until("/parts", lambda each: each.value == [])
            await late.until("/config", lambda each: True)
            assert late.of("/event") == []

    played(tmp_path, story)


@pytest.mark.parametrize("with_names", [False, True])
def test_names_are_published_only_if_the_owner_wants(
    tmp_path: Path, with_names: bool
) -> None:
    async def story(table: SimTable, heard: Listener, _port: int) -> None:
        table.running.ask(NamePlayer(0, "Ana"))
        for seat in range(4):
            table.choose(seat, 4)
        await heard.until("/event", lambda each: "reveal" in str(each.value))
        sent = json.dumps([each.payload.decode() for each in heard.heard])
        assert ("Ana" in sent) == with_names

    played(tmp_path, story, broker_names=with_names)


def test_a_host_s_requests_are_carried_out_and_answered(tmp_path: Path) -> None:
    async def story(table: SimTable, heard: Listener, _port: int) -> None:
        new = {"game": "hai-noon", "seats": 3, "players": ["Ana"], "clock": 5}
        assert (await asked(heard, type="new", **new))["ok"]
        assert (table.table.setup.game, table.table.setup.clock) == ("hai-noon", 5)
        order = heard.of("/answer")[-1].value["id"]
        await heard.until("/state", lambda each: each.value["order"] == order)
        assert (await asked(heard, type="bot", seat=2, level="easy"))["ok"]
        assert table.roster.bots[2] == "easy"
        assert table.table.setup.players[0] == "Ana"
        assert (await asked(heard, type="brightness", percent=40))["ok"]
        assert table.strip.brightness == 40
        await heard.until("/state", lambda each: each.value["brightness"] == 40)
        assert (await asked(heard, type="say", text="Pizza is here"))["ok"]
        assert table.told[-1].message == "Pizza is here"

    played(tmp_path, story)


@pytest.mark.parametrize(
    "command",
    [
        {"type": "act", "action": {"type": "choose", "seat": 0, "card": 1}},
        {"type": "undo"},
        {"type": "press", "control": "ok"},
        {"type": "new", "game": "get-bit", "seats": 2, "told_by": {"die": "players"}},
        {"type": "new", "game": "no-such-game", "seats": 2},
        {"type": "new", "game": "get-bit", "seats": 99},
        {"type": "again"},
        {"type": "continue"},
        {"type": "away"},
        {"type": "mute", "on": True},
        {"type": "bot", "seat": 7, "level": "steady"},
        {"type": "brightness", "percent": 0},
        {"type": "brightness", "percent": True},
        {"type": "say", "text": " \n "},
        {"type": "say", "text": "a" * 201},
        {"type": ["say"]},
        {"type": "say", "text": "Hello", "seat": 0},
    ],
    ids=str,
)
def test_everything_else_is_refused_and_changes_nothing(
    tmp_path: Path, command: dict[str, Any]
) -> None:
    async def story(table: SimTable, heard: Listener, _port: int) -> None:
        before, told = table.position, len(table.told)
        answer = await asked(heard, **command)
        assert not answer["ok"]
        assert answer["error"]
        assert (table.position, len(table.told)) == (before, told)

    played(tmp_path, story)


def test_garbage_a_flood_and_a_kept_command_do_nothing(tmp_path: Path) -> None:
    async def story(table: SimTable, heard: Listener, _port: int) -> None:
        before = table.position
        # The broker itself keeps back the last one.
        garbage = (b"\xff", b"[", b"[" * 4000, b"7", b"a" * 5000, b"a" * 10**6)
        for payload in garbage:
            await heard.send(f"{BASE}/command", payload)
        await until(lambda: len(heard.of("/answer")) == len(garbage) - 1)
        for number in range(500):
            await heard.send(f"{BASE}/other/{number % 7}", {"noise": number})
            await heard.send(f"{BASE}/command", {"type": "away"})
        table.choose(0, 4)
        await heard.until("/state", lambda each: each.value.get("asked") == [1, 2, 3])
        # The table's clock stands still, so no more of them count than a burst.
        assert len(heard.of("/answer")) <= RATE.burst
        assert table.position != before
        assert troubles(table) == []

    played(tmp_path, story)


def test_an_id_that_cannot_be_sent_back_is_refused(tmp_path: Path) -> None:
    async def story(table: SimTable, heard: Listener, port: int) -> None:
        await heard.send(f"{BASE}/command", b'{"id": "\\ud800", "type": "away"}')
        answered = await heard.until("/answer", lambda each: True)
        assert (answered.value["id"], answered.value["ok"]) == ("", False)

    played(tmp_path, story)


def test_home_assistant_gets_the_table_again_whenever_it_starts(tmp_path: Path) -> None:
    async def story(_table: SimTable, heard: Listener, _port: int) -> None:
        await heard.until("/config", lambda each: True)
        before = len(heard.of("/config"))
        await heard.send("homeassistant/status", b"online")
        await until(lambda: len(heard.of("/config")) == before + 1)
        told = heard.of("/config")[-1].value
        assert told["origin"]["name"]
        assert told["device"]["identifiers"]
        kinds = {each["platform"] for each in told["components"].values()}
        assert kinds == {"sensor", "binary_sensor", "number", "button"}
        names = [each["unique_id"] for each in told["components"].values()]
        assert len({*names}) == len(names)

    played(tmp_path, story)


def test_commands_left_on_the_broker_are_cleared_and_not_obeyed(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        port = free_port()
        with broker(tmp_path, port), sim_table(tmp_path) as table:
            table.start(4)
            async with listener(port) as heard:
                command = {"type": "brightness", "percent": 7}
                await heard.send(f"{BASE}/command", command, retain=True)
                await heard.send(f"{BASE}/of-an-old-version", b"1", retain=True)
                async with on_the_bus(table, port):
                    for topic in ("/command", "/of-an-old-version"):
                        await heard.until(topic, lambda each: each.payload == b"")
            async with listener(port) as late:
                await late.until("/availability", lambda each: True)
                topics = {each.topic for each in late.heard}
                assert f"{BASE}/command" not in topics
                assert f"{BASE}/of-an-old-version" not in topics
            assert table.strip.brightness == 100

    asyncio.run(run())


def test_a_broker_that_is_away_is_said_once_and_found_again(tmp_path: Path) -> None:
    async def run() -> None:
        port = free_port()
        with sim_table(tmp_path) as table:
            table.start(4)
            said = told_of_the_broker(table)
            async with on_the_bus(table, port):
                await until(lambda: troubles(table) == [PART])
                table.choose(0, 4)
                for _ in range(2):
                    with broker(tmp_path, port):
                        async with listener(port) as heard:
                            # Whatever happened meanwhile, the latest state is there.
                            await heard.until(
                                "/state", lambda each: each.value["asked"] == [1, 2, 3]
                            )
                            await until(lambda: troubles(table) == [])
                            await heard.until("/parts", lambda each: True)
                            # A client that hears of it has reached the broker.
                            assert {m.payload for m in heard.of("/parts")} == {b"[]"}
                    await until(lambda: troubles(table) == [PART])
        assert [bool(trouble) for trouble in said] == [True, False] * 2 + [True]

    asyncio.run(run())


ACCEPTED = b"\x20\x03\0\0\0"
# What a broker may answer to a subscription that has no good will, or no idea.
HOSTILE = (b"\x30\x06\0\2\xff\xfe\0x", b"\x90\x02\0\1\x40\x01", b"\xf0" * 9)


def test_whatever_a_broker_sends_is_said_once_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow this machine is, no connection has lasted as one that works.
    monkeypatch.setattr("controller.bus.bus.LASTS_S", inf)

    async def run() -> None:
        hung_up: list[int] = []

        async def serve(reader: StreamReader, writer: StreamWriter) -> None:
            number = len(hung_up) % (len(HOSTILE) + 1)
            writer.write(ACCEPTED)
            if number == len(HOSTILE):
                writer.write_eof()
            else:
                await reader.readuntil(b"/+")
                writer.write(HOSTILE[number])
            with suppress(ConnectionResetError):
                await reader.read()
            hung_up.append(number)
            writer.close()

        errors: list[object] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda _loop, context: errors.append(context)
        )
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with sim_table(tmp_path) as table:
            table.start(4)
            said = told_of_the_broker(table)
            async with server, on_the_bus(table, port):
                await until(lambda: len(hung_up) > 2 * len(HOSTILE))
            gc.collect()
            assert [bool(trouble) for trouble in said] == [True]
            assert errors == []

    asyncio.run(run())


def told_of_the_broker(table: SimTable) -> list[str | None]:
    """Return the list of everything that is said of the broker from now on."""
    said: list[str | None] = []
    table.parts.on_change.append(
        lambda part: said.append(part.trouble) if part.name == PART else None
    )
    return said


def test_a_rival_of_the_same_name_is_said_and_an_old_will_is_taken_back(
    tmp_path: Path,
) -> None:
    async def story(table: SimTable, heard: Listener, _port: int) -> None:
        await heard.send(f"{BASE}/availability", b"offline", retain=True)
        await until(lambda: heard.of("/availability")[-1].payload == b"online")
        assert troubles(table) == []
        await heard.send(f"{BASE}/availability", b"online", retain=True)
        await until(lambda: troubles(table) == [PART])
        table.choose(0, 4)
        await heard.until("/state", lambda each: each.value["asked"] == [1, 2, 3])
        assert troubles(table) == [PART]

    played(tmp_path, story)


def test_a_wrong_password_is_said_without_repeating_it(tmp_path: Path) -> None:
    async def run() -> None:
        port = free_port()
        url = f"mqtt://ana:hunter2@127.0.0.1:{port}"
        closed = broker(tmp_path, port, "allow_anonymous false")
        with closed, sim_table(tmp_path) as table:
            table.start(4)
            async with on_the_bus(table, port, url):
                await until(lambda: troubles(table) == [PART])
                said = str([*table.parts.all(), *table.told])
                assert "`broker`" in said
                assert "hunter2" not in said

    asyncio.run(run())


# The library does not close the socket of a handshake that failed.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("is_trusted", [True, False])
def test_an_encrypted_broker_needs_its_certificate_authority(
    tmp_path: Path, is_trusted: bool
) -> None:
    async def run() -> None:
        port = free_port()
        lines = [f"certfile {CERTIFICATE}", f"keyfile {KEY}"]
        more = {"broker_ca": str(CERTIFICATE)} if is_trusted else {}
        with broker(tmp_path, port, *lines), sim_table(tmp_path) as table:
            table.start(4)
            works: list[str | None] = []
            table.parts.on_change.append(lambda part: works.append(part.trouble))
            async with on_the_bus(table, port, f"mqtts://localhost:{port}", **more):
                if is_trusted:
                    context = trusting()
                    async with aiomqtt.Client(
                        "localhost", port, tls_context=context
                    ) as client:
                        await client.subscribe(f"{BASE}/availability")
                        message = await anext(aiter(client.messages))
                        assert message.payload == b"online"
                else:
                    await until(lambda: troubles(table) == [PART])
                    assert "broker_ca" in str(works[-1])

    asyncio.run(run())


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(CERTIFICATE))


@pytest.mark.parametrize(
    "url", ["mqtt://", "mqtt://host:port", "mqtts://h/path", "mqtt://table..lan"]
)
def test_an_address_that_cannot_be_used_is_a_trouble(table: SimTable, url: str) -> None:
    table.start(4)
    assert begin_bus(Settings(), url, table.running, table.rig) is None
    assert troubles(table) == [PART]


def test_a_table_ends_though_the_library_forgets_a_cancellation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish, is_sending = aiomqtt.Client.publish, asyncio.Event()

    async def forgetting(*told: Any, **more: Any) -> None:
        # As `wait_for` before Python 3.12.
        with suppress(asyncio.CancelledError):
            is_sending.set()
            await publish(*told, **more)

    monkeypatch.setattr(aiomqtt.Client, "publish", forgetting)
    monkeypatch.setattr("controller.bus.connection.ENDS_S", 0.1)

    async def run() -> None:
        port = free_port()
        with broker(tmp_path, port), sim_table(tmp_path) as table:
            table.start(4)
            async with on_the_bus(table, port):
                await is_sending.wait()

    asyncio.run(run())


@pytest.mark.slow
def test_a_table_that_is_killed_is_offline(tmp_path: Path) -> None:
    async def run() -> None:
        port = free_port()
        url = f"mqtt://127.0.0.1:{port}"
        options = [f"--state={tmp_path}", f"--broker={url}", "--table-name=t1"]
        command = [*COMMAND, "play", "get-bit", "--no-browser", "--port=0", *options]
        with broker(tmp_path, port):
            async with listener(port) as heard:
                with subprocess.Popen(command, stdout=subprocess.DEVNULL) as table:
                    await heard.until("/availability", lambda m: m.payload == b"online")
                    table.send_signal(signal.SIGKILL)
                    table.wait()
                await heard.until("/availability", lambda m: m.payload == b"offline")

    asyncio.run(run())


@pytest.mark.slow
def test_a_table_whose_broker_hangs_ends_in_good_order(tmp_path: Path) -> None:
    async def run() -> None:
        port = free_port()
        url = f"mqtt://127.0.0.1:{port}"
        options = [f"--state={tmp_path}", f"--broker={url}", "--table-name=t1"]
        command = [*COMMAND, "play", "get-bit", "--no-browser", "--port=0", *options]
        with (
            broker(tmp_path, port) as process,
            subprocess.Popen(command, stdout=subprocess.DEVNULL) as table,
        ):
            async with listener(port) as heard:
                await heard.until("/availability", lambda m: m.payload == b"online")
            process.send_signal(signal.SIGSTOP)
            table.send_signal(signal.SIGTERM)
            assert table.wait() == 0

    asyncio.run(run())
