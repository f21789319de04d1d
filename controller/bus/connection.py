"""A broker connection that cleans up after itself, whatever the broker sends."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Self

import aiomqtt

from controller.bus.address import Address

_unheard = logging.getLogger("undertow.broker.library")
# Anyone on the broker can make the library log, as often as they like.
_unheard.disabled = True
# How long a cancelled task may take before it is cancelled once more.
ENDS_S = 2.0


class Connection(aiomqtt.Client):
    def __init__(self, address: Address, **more: Any) -> None:
        super().__init__(
            address.host,
            address.port,
            username=address.username,
            password=address.password,
            tls_context=address.tls,
            logger=_unheard,
            **more,
        )
        # The library replaces this future, and so misses a broker that hangs up during
        # the greeting.
        self._early = self._disconnected

    async def __aenter__(self) -> Self:
        try:
            await super().__aenter__()
            if self._early.done():
                raise aiomqtt.MqttError("the broker has hung up at once")
        except BaseException:
            self._clean_up()
            raise
        return self

    async def __aexit__(self, *raised: Any) -> None:
        try:
            # The library raises the read error a second time.
            with suppress(Exception):
                await super().__aexit__(*raised)
        finally:
            self._clean_up()

    def _clean_up(self) -> None:
        """Close a socket that was never answered, and retrieve errors from the loop."""
        self._client.reinitialise()
        for end in (self._early, self._disconnected):
            if end.done():
                end.exception()


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancel these tasks until all have ended, whatever they raise.

    Once is not enough: before Python 3.12 `wait_for`, which the library uses, loses a
    cancellation that arrives together with the awaited result.
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=ENDS_S)
    await asyncio.gather(*tasks, return_exceptions=True)


def trouble(address: Address, error: Exception) -> str:
    """Return what is wrong with the broker and what to do, without the password."""
    said = str(error).lower()
    if "authori" in said or "user name" in said:
        return f"{address} refuses the name and password of `broker`"
    if "certificate" in said:
        authority = "name its authority with `broker_ca`"
        return f"the certificate of {address} is not trusted; {authority}"
    return (
        f"{address} cannot be reached; games go on without it. Check `broker`, and "
        "that the broker is running"
    )
