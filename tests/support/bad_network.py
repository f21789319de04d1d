"""A cable between two networks that loses, delays and reorders what it carries.

python -m tests.support.bad_network LOSS DELAY_S SPREAD_S

Not every kernel has netem, so a program carries the packets: each end of the cable is a
TUN device, which is moved to its network. A line of input sets the loss; 1 is a cut.
"""

import asyncio
import fcntl
import os
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random

from tests.support.networks import STRANGER, TABLE, Network

_TUNSETIFF = 0x400454CA
_TUN_WITHOUT_HEADER = 0x0001 | 0x1000
ENDS = ("bad0", "bad1")


class BadCable:
    def __init__(self, process: "subprocess.Popen[str]", loss: float) -> None:
        self._process, self._loss = process, loss

    def lose(self, share: float) -> None:
        """Lose this share of all packets from now on."""
        assert self._process.stdin
        self._process.stdin.write(f"{share}\n")
        self._process.stdin.flush()

    def cut(self) -> None:
        self.lose(1)

    def mend(self) -> None:
        self.lose(self._loss)


@contextmanager
def bad_cable(
    table: Network, stranger: Network, *, loss: float, delay_s: float, spread_s: float
) -> Iterator[BadCable]:
    """Join the networks, which have no other way to each other."""
    words = [sys.executable, "-m", "tests.support.bad_network"]
    with subprocess.Popen(
        table.command([*words, *map(str, (loss, delay_s, spread_s))]),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            table.ip(f"link set {ENDS[1]} netns {stranger.process.pid}")
            ends = ((table, TABLE, STRANGER), (stranger, STRANGER, TABLE))
            for (network, own, other), device in zip(ends, ENDS, strict=True):
                network.ip(f"address add {own} peer {other} dev {device}")
                network.ip(f"link set {device} up")
            yield BadCable(process, loss)
        finally:
            process.kill()


def _opened(name: str) -> int:
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    request = struct.pack("16sH22x", name.encode(), _TUN_WITHOUT_HEADER)
    fcntl.ioctl(device, _TUNSETIFF, request)
    return device


async def main(loss: float, delay_s: float, spread_s: float) -> None:
    loop, random = asyncio.get_running_loop(), Random(1)
    ends = [_opened(name) for name in ENDS]

    def carry(packet: bytes, to: int) -> None:
        # The network at that end may be going.
        with suppress(OSError):
            os.write(to, packet)

    def carrier(source: int, sink: int) -> Callable[[], None]:
        def readable() -> None:
            with suppress(OSError):
                packet = os.read(source, 65536)
                if random.random() >= loss:
                    # Those that wait for less time overtake others.
                    loop.call_later(
                        delay_s + random.random() * spread_s, carry, packet, sink
                    )

        return readable

    def told() -> None:
        nonlocal loss
        if line := sys.stdin.readline():
            loss = float(line)
        else:
            loop.stop()

    loop.add_reader(ends[0], carrier(*ends))
    loop.add_reader(ends[1], carrier(*reversed(ends)))
    loop.add_reader(sys.stdin, told)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    with suppress(RuntimeError):
        asyncio.run(main(*map(float, sys.argv[1:])))
