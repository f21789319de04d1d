"""Keeps the connection to the broker up, and reports its loss once.

The table only fills the outbox and never waits for the broker. Anything received is
untrusted data: a command that is retained, too long or too frequent does nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any, TypeAlias

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller.bus import discovery
from controller.bus.address import Address
from controller.bus.commands import CommandCallbacks, answer
from controller.bus.connection import Connection, end, trouble
from controller.bus.outbox import Message, Outbox
from controller.web.server.limits import Bucket, Rate
from hardware.backend import Clock
from hardware.parts.registry import BROKER, PATIENCE_S, Parts

Pause: TypeAlias = Callable[[float], Awaitable[None]]
PART = BROKER
LONGEST_COMMAND = 4096
# The command rate, shared by everyone on the broker.
RATE = Rate(20, 2)
KEEPALIVE_S = 15
# Their sum must stay below the time limit for stopping, even if the broker does not
# answer.
TIMEOUT_S = 5.0
FAREWELL_S = 1.0
# A connection that lasts this long counts as working.
LASTS_S = 10.0


class Bus:
    def __init__(
        self,
        address: Address,
        table: str,
        device: dict[str, Any],
        parts: Parts,
        clock: Clock,
        pause: Pause,
    ) -> None:
        """Set up the bus; `device` describes the table to Home Assistant.

        `pause` waits between attempts.
        """
        self.base = f"undertow/{table}"
        self.outbox = Outbox()
        self._address, self._table, self._device = address, table, device
        self._parts, self._clock, self._pause = parts, clock, pause
        self._callbacks: CommandCallbacks
        self._availability = f"{self.base}/availability"
        self._command = f"{self.base}/command"
        self._kept = {self._availability, f"{self.base}/state", f"{self.base}/parts"}
        self._task: asyncio.Task[None] | None = None
        self._tries = 0
        # Whether another client publishes under this table's name.
        self._has_rival = False

    def begin(self, callbacks: CommandCallbacks) -> None:
        """Connect, and stay connected until `close`; commands call `callbacks`."""
        self._callbacks = callbacks
        self._parts.fitted(PART, f"MQTT at {self._address}")
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Send a farewell and disconnect."""
        if self._task:
            await end(self._task)

    def retain(self, name: str, value: Any) -> None:
        self.outbox.retain(f"{self.base}/{name}", value)

    def tell(self, name: str, value: Any) -> None:
        self.outbox.tell(f"{self.base}/{name}", value)

    async def _run(self) -> None:
        biggest = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        biggest.MaximumPacketSize = 2 * LONGEST_COMMAND
        while True:
            try:
                async with Connection(
                    self._address,
                    # Random, so that two tables with the same name do not disconnect
                    # each other.
                    identifier=f"undertow-{self._table}-{token_hex(4)}",
                    protocol=aiomqtt.ProtocolVersion.V5,
                    properties=biggest,
                    will=aiomqtt.Will(self._availability, "offline", 1, retain=True),
                    keepalive=KEEPALIVE_S,
                    timeout=TIMEOUT_S,
                    max_queued_incoming_messages=100,
                ) as client:
                    await self._talk(client)
            except (aiomqtt.MqttError, OSError) as error:
                self._parts.fails(PART, trouble(self._address, error))
            await self._pause(PATIENCE_S[min(self._tries, len(PATIENCE_S) - 1)])
            self._tries += 1

    async def _talk(self, client: aiomqtt.Client) -> None:
        self.outbox.connected()
        work = (self._send(client), self._receive(client), self._last())
        jobs = [asyncio.create_task(job) for job in work]
        try:
            await asyncio.gather(*jobs)
        except asyncio.CancelledError:
            with suppress(aiomqtt.MqttError):
                await client.publish(
                    self._availability, "offline", 1, retain=True, timeout=FAREWELL_S
                )
            raise
        finally:
            await end(*jobs)

    async def _last(self) -> None:
        """Report that the broker works, once the connection has lasted a while."""
        await self._pause(LASTS_S)
        self._tries = 0
        if not self._has_rival:
            self._parts.works(PART)

    async def _introduce(self, client: aiomqtt.Client) -> None:
        """Announce the table to Home Assistant, and to everyone that it is online."""
        # All topics of this table, because an earlier version may have left some.
        others = SubscribeOptions(qos=1, noLocal=True)
        await client.subscribe([(f"{self.base}/+", others), (discovery.STATUS, others)])
        self.outbox.retain(discovery.topic(self._table), self._device)
        await client.publish(self._availability, "online", 1, retain=True)

    async def _send(self, client: aiomqtt.Client) -> None:
        await self._introduce(client)
        while True:
            message: Message = await self.outbox.next()
            topic, payload, is_retained = message
            await client.publish(topic, payload, 1, retain=is_retained)
            self.outbox.sent(message)

    async def _receive(self, client: aiomqtt.Client) -> None:
        bucket = Bucket(RATE, self._clock.time())
        async for message in client.messages:
            topic, payload = str(message.topic), message.payload
            if not isinstance(payload, bytes):
                continue
            if topic == discovery.STATUS:
                if payload == discovery.BORN and bucket.take(self._clock.time()):
                    self.outbox.repeat(discovery.topic(self._table))
            elif message.retain:
                if topic not in self._kept:
                    await client.publish(topic, b"", 1, retain=True)
            elif not bucket.take(self._clock.time()):
                continue
            elif topic == self._command:
                self._do_command(payload)
            elif (topic, payload) == (self._availability, b"offline"):
                # The last will of an earlier connection that the network dropped.
                await client.publish(self._availability, "online", 1, retain=True)
            elif topic in self._kept:
                self._has_rival = True
                self._parts.fails(PART, _rival(self._address, self._table))

    def _do_command(self, payload: bytes) -> None:
        if len(payload) > LONGEST_COMMAND:
            self.tell("answer", {"id": "", "ok": False, "error": "too long"})
        else:
            self.tell("answer", answer(payload, self._callbacks))


def _rival(address: Address, table: str) -> str:
    return (
        f"somebody else at {address} publishes as {table}; give each table a "
        "`table_name` of its own in the settings, and start it again"
    )
