"""A real broker, mosquitto, and somebody who listens there."""

import asyncio
import atexit
import json
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import aiomqtt

# In real seconds; what takes longer is broken.
PATIENCE_S = 60.0
LOOK_S = 0.01


class Heard(NamedTuple):
    topic: str
    payload: bytes
    is_retained: bool

    @property
    def value(self) -> Any:
        return json.loads(self.payload)


def free_port() -> int:
    """Return a port that nobody but a broker of this process can get."""
    kept = socket.socket()
    # A broker sets this too, and may listen where this socket does not.
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", 0))
    # Kept for a broker that is not running yet, or not at the moment.
    atexit.register(kept.close)
    return int(kept.getsockname()[1])


@contextmanager
def broker(folder: Path, port: int, *lines: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run mosquitto on this port; `lines` are more of its configuration."""
    # Debian keeps it where only root looks.
    program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    assert program, "mosquitto is missing; tests/get-programs installs it"
    file = folder / "mosquitto.conf"
    own = [f"listener {port} 127.0.0.1", "persistence false", "log_type none"]
    usual = [] if any("allow_anonymous" in line for line in lines) else ["true"]
    anonymous = [f"allow_anonymous {word}" for word in usual]
    file.write_text("\n".join([*own, *anonymous, *lines, ""]))
    with subprocess.Popen([program, "-c", str(file)]) as process:
        try:
            _await_port(process, port)
            yield process
        finally:
            process.kill()


def _await_port(process: "subprocess.Popen[bytes]", port: int) -> None:
    while process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(LOOK_S)
    raise AssertionError("mosquitto has ended")


class Listener:
    """A client of the broker that keeps everything it hears."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self.heard: list[Heard] = []
        self._client = client

    async def listen(self) -> None:
        async for message in self._client.messages:
            assert isinstance(message.payload, bytes)
            heard = Heard(str(message.topic), message.payload, message.retain)
            self.heard.append(heard)

    async def send(self, topic: str, value: Any, *, retain: bool = False) -> None:
        payload = value if isinstance(value, bytes) else json.dumps(value)
        await self._client.publish(topic, payload, 1, retain=retain)

    def of(self, ending: str) -> list[Heard]:
        return [heard for heard in self.heard if heard.topic.endswith(ending)]

    async def until(self, ending: str, fits: Callable[[Heard], bool]) -> Heard:
        """Wait for a message on a topic with this ending."""

        def found() -> Heard | None:
            return next((each for each in self.of(ending) if fits(each)), None)

        await until(lambda: found() is not None)
        heard = found()
        assert heard
        return heard


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_true():
            await asyncio.sleep(LOOK_S)


@asynccontextmanager
async def listener(port: int) -> AsyncIterator[Listener]:
    """Connect to the broker and hear everything on it."""
    async with aiomqtt.Client("127.0.0.1", port) as client:
        await client.subscribe("#", 1)
        listening = Listener(client)
        task = asyncio.create_task(listening.listen())
        try:
            yield listening
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
