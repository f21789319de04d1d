"""A connection to a broker that leaves nothing behind, whatever the broker sends."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiomqtt

from controller.bus.address import Address

_unheard = logging.getLogger("undertow.broker.library")
# Whoever is on the broker can cause what the library logs, as often as they like.
_unheard.disabled = True


@asynccontextmanager
async def connected(address: Address, **more: Any) -> AsyncIterator[aiomqtt.Client]:
    """Connect until the block ends; raises MqttError when the broker hangs up."""
    client = aiomqtt.Client(
        address.host,
        address.port,
        username=address.username,
        password=address.password,
        tls_context=address.tls,
        logger=_unheard,
        **more,
    )
    # The library forgets that a broker has hung up while it greeted.
    early = client._disconnected
    try:
        await client.__aenter__()
        try:
            if early.done():
                raise aiomqtt.MqttError("the broker has hung up at once")
            yield client
        finally:
            # Whatever could not be read is raised once more.
            with suppress(Exception):
                await client.__aexit__(None, None, None)
    finally:
        # It also leaves a socket open that it could not read or that never answered,
        # and has the loop log an error that nobody has asked for.
        client._client._sock_close()
        for end in (early, client._disconnected):
            if end.done():
                end.exception()
