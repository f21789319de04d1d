"""Messages that wait for the broker; a slow broker never makes the table wait."""

import asyncio
import json
from collections import deque
from typing import Any, NamedTuple

# Events kept while the broker is slow; beyond that the oldest is dropped.
MOST_EVENTS = 64


class Message(NamedTuple):
    topic: str
    payload: str
    is_retained: bool


class Outbox:
    def __init__(self) -> None:
        # By topic: the latest payload, and the one that the broker has.
        self._latest: dict[str, str] = {}
        self._sent: dict[str, str] = {}
        self._passing: deque[Message] = deque(maxlen=MOST_EVENTS)
        self._wake = asyncio.Event()

    def retain(self, topic: str, value: Any) -> None:
        """Publish a value that the broker keeps; only the latest is sent."""
        self._latest[topic] = json.dumps(value, ensure_ascii=False)
        self._wake.set()

    def tell(self, topic: str, value: Any) -> None:
        """Publish an event; only those who are listening now hear it."""
        payload = json.dumps(value, ensure_ascii=False)
        self._passing.append(Message(topic, payload, False))
        self._wake.set()

    def connected(self) -> None:
        """Start from scratch: another broker kept nothing, and events are stale."""
        self._sent.clear()
        self._passing.clear()
        self._wake.set()

    def repeat(self, topic: str) -> None:
        """Send this topic's value again."""
        self._sent.pop(topic, None)
        self._wake.set()

    async def next(self) -> Message:
        """Wait for the next message to send; call `sent` once it has arrived."""
        while True:
            for topic, payload in self._latest.items():
                if self._sent.get(topic) != payload:
                    return Message(topic, payload, True)
            if self._passing:
                return self._passing.popleft()
            self._wake.clear()
            await self._wake.wait()

    def sent(self, message: Message) -> None:
        if message.is_retained:
            self._sent[message.topic] = message.payload
