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
    table = Nearby(name, "0.1.0", scheme, port, [HERE])
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
                await second.announce(HERE)
                await until(lambda: other in names(first) and one in names(second))
                [found] = [each for each in first.tables if each.name == other]
                assert found.url == f"https://{HERE}:8138/"
                assert found.version == "0.1.0"
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


def test_a_foreign_scheme_is_no_link() -> None:
    found = table_of(told("table", scheme="javascript"))
    assert found
    assert found.url.startswith("http://")


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
