"""The connection to the broker: kept up, and said once when it is lost.

The table only fills the outbox and never waits for the broker. Whatever comes from
there is data: a command that is too fast, too long or retained does nothing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller.bus import discovery
from controller.bus.address import Address
from controller.bus.commands import Reach, answer
from controller.bus.outbox import Message, Outbox
from controller.web.server.limits import Bucket, Rate
from hardware.backend import Clock
from hardware.parts.registry import PATIENCE_S, Parts

Pause: TypeAlias = Callable[[float], Awaitable[None]]
PART = "message broker"
LONGEST_COMMAND = 4096
# What is asked over the broker, by all who ask there.
RATE = Rate(20, 2)
KEEPALIVE_S = 15
# Both together are less than stopping may take, even if the broker does not answer.
TIMEOUT_S = 5.0
FAREWELL_S = 1.0

_unheard = logging.getLogger("undertow.broker.library")
# Whoever is on the broker can cause what the library logs, as often as they like.
_unheard.disabled = True


class Bus:
    def __init__(
        self,
        address: Address,
        table: str,
        device: dict[str, Any],
        reach: Reach,
        parts: Parts,
        clock: Clock,
        pause: Pause,
    ) -> None:
        """`device` is what Home Assistant is told; `pause` waits between attempts."""
        self.base = f"undertow/{table}"
        self.outbox = Outbox()
        self._address, self._table, self._device = address, table, device
        self._reach, self._parts, self._clock = reach, parts, clock
        self._pause = pause
        self._availability = f"{self.base}/availability"
        self._command = f"{self.base}/command"
        self._kept = {self._availability, f"{self.base}/state", f"{self.base}/parts"}
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Connect, and stay connected until `close`."""
        self._parts.fitted(PART, f"MQTT at {self._address}")
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Say good-bye and hang up."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def retain(self, name: str, value: Any) -> None:
        self.outbox.retain(f"{self.base}/{name}", value)

    def tell(self, name: str, value: Any) -> None:
        self.outbox.tell(f"{self.base}/{name}", value)

    async def _run(self) -> None:
        tries = 0
        while True:
            try:
                async with self._client() as client:
                    tries = 0
                    self._parts.works(PART)
                    await self._talk(client)
            except (aiomqtt.MqttError, OSError) as error:
                self._parts.fails(PART, _trouble(self._address, error))
            await self._pause(PATIENCE_S[min(tries, len(PATIENCE_S) - 1)])
            tries += 1

    def _client(self) -> aiomqtt.Client:
        address = self._address
        biggest = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        biggest.MaximumPacketSize = 2 * LONGEST_COMMAND
        return aiomqtt.Client(
            address.host,
            address.port,
            username=address.username,
            password=address.password,
            tls_context=address.tls,
            identifier=f"undertow-{self._table}",
            protocol=aiomqtt.ProtocolVersion.V5,
            properties=biggest,
            will=aiomqtt.Will(self._availability, "offline", qos=1, retain=True),
            keepalive=KEEPALIVE_S,
            timeout=TIMEOUT_S,
            max_queued_incoming_messages=100,
            logger=_unheard,
        )

    async def _talk(self, client: aiomqtt.Client) -> None:
        self.outbox.connected()
        # All topics of this table, for an earlier version may have left some.
        others = SubscribeOptions(qos=1, noLocal=True)
        await client.subscribe([(f"{self.base}/+", others), (discovery.STATUS, others)])
        await self._introduce(client)
        jobs = [asyncio.create_task(self._send(client))]
        jobs.append(asyncio.create_task(self._receive(client)))
        try:
            await asyncio.gather(*jobs)
        except asyncio.CancelledError:
            with suppress(aiomqtt.MqttError):
                await client.publish(
                    self._availability, "offline", 1, retain=True, timeout=FAREWELL_S
                )
            raise
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    async def _introduce(self, client: aiomqtt.Client) -> None:
        """Tell Home Assistant about the table, and everybody that it is there."""
        self.outbox.retain(discovery.topic(self._table), self._device)
        await client.publish(self._availability, "online", 1, retain=True)

    async def _send(self, client: aiomqtt.Client) -> None:
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
            elif topic == self._command and bucket.take(self._clock.time()):
                self._obey(payload)

    def _obey(self, payload: bytes) -> None:
        if len(payload) > LONGEST_COMMAND:
            self.tell("answer", {"id": "", "ok": False, "error": "too long"})
        else:
            self.tell("answer", answer(payload, self._reach))


def _trouble(address: Address, error: Exception) -> str:
    """Return what is wrong with the broker, and what to do; without the password."""
    if "authori" in str(error).lower() or "user name" in str(error).lower():
        return f"{address} refuses the name and password of `broker` in the settings"
    return (
        f"{address} cannot be reached; the game goes on without it. Check `broker` in "
        "the settings, and that the broker is running"
    )
