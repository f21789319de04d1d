"""Tables that find each other, by real mDNS on the loopback interface."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import pytest
from zeroconf.asyncio import AsyncServiceInfo

from controller.bus.nearby import KIND, Nearby, table_of
from controller.service.nearby import begin_nearby
from controller.service.settings import Settings
from hardware.parts.registry import Parts
from tests.support.broker import until

HERE = "127.0.0.1"


@asynccontextmanager
async def nearby(name: str, port: int, scheme: str = "http") -> AsyncIterator[Nearby]:
    takes_guests = scheme == "http"
    table = Nearby(name, "0.1.0", scheme, port, [HERE], has_guests=takes_guests)
    await table.begin()
    try:
        yield table
    finally:
        await table.close()


def names(table: Nearby) -> set[str]:
    return {found.name for found in table.tables}


def test_tables_find_each_other_and_lose_each_other() -> None:
    # Another run of the tests may be on the same network.
    one, other = f"one-{uuid4().hex[:8]}", f"other-{uuid4().hex[:8]}"

    async def run() -> None:
        async with nearby(one, 8137) as first:
            await first.announce(HERE)
            async with nearby(other, 8138, "https") as second:
                # Its certificate is for a name.
                await second.announce(HERE, "table.lan")
                await until(lambda: other in names(first) and one in names(second))
                [found] = [each for each in first.tables if each.name == other]
                assert found == (other, "https://table.lan:8138/", "0.1.0", False)
                [found] = [each for each in second.tables if each.name == one]
                assert found == (one, f"http://{HERE}:8137/", "0.1.0", True)
                assert one not in names(first)
                await second.announce(None)
                await until(lambda: other not in names(first))

    asyncio.run(run())


def told(name: str, **properties: str) -> AsyncServiceInfo:
    address = [socket.inet_aton(HERE)]
    return AsyncServiceInfo(
        KIND, f"{name}.{KIND}", port=80, properties=properties, addresses=address
    )


def test_a_name_that_is_too_long_to_be_shown_is_passed_over() -> None:
    assert table_of(told("a" * 41)) is None


def test_a_foreign_scheme_or_host_is_no_link() -> None:
    found = table_of(told("table", scheme="javascript", host="evil.lan/?"))
    assert found
    assert found.url == f"http://{HERE}:80/"


def test_a_table_with_a_certificate_is_found_by_the_name_of_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    announced: list[Any] = []

    async def announce(_self: Nearby, *place: Any) -> None:
        announced.append(place)

    monkeypatch.setattr(Nearby, "begin", lambda _self: asyncio.sleep(0))
    monkeypatch.setattr(Nearby, "announce", announce)
    monkeypatch.setattr("controller.service.nearby.local_address", lambda: HERE)
    room = SimpleNamespace(address="table.lan", on_address=[], nearby=None)
    page = cast("Any", SimpleNamespace(room=room))

    async def run() -> None:
        settings = Settings(names="table.lan")
        assert await begin_nearby(settings, page, "https", 80, Parts())
        room.on_address[0](HERE)
        room.on_address[0](None)
        await until(lambda: len(announced) == 3)

    asyncio.run(run())
    assert announced == [(HERE, "table.lan"), (HERE, None), (None, None)]


def test_a_machine_without_any_network_is_a_trouble(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_adapter(*_args: object, **_more: object) -> None:
        raise RuntimeError("No interfaces to listen on")

    monkeypatch.setattr("controller.bus.nearby.AsyncZeroconf", no_adapter)
    parts = Parts()
    page = SimpleNamespace(room=None)
    begun = begin_nearby(Settings(), cast("Any", page), "http", 80, parts)
    assert asyncio.run(begun) is None
    assert parts.troubles()


def test_the_longest_name_can_be_announced() -> None:
    async def run() -> None:
        async with nearby(Settings(table_name="t" * 80).own_name, 8137) as table:
            await table.announce(HERE)

    asyncio.run(run())
