"""Two networks joined by a cable: a table's and a stranger's.

From loopback everybody is the host, so a stranger must come from elsewhere. This
machine's own network is not changed. Both share the file system: a relay in each of
them listens on a socket file, and connects from within.
"""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

TABLE = "10.213.7.1"
STRANGER = "10.213.7.2"
# More strangers, each on its own device.
OTHERS = ("10.213.7.3", "10.213.7.4", "10.213.7.5")

_ROOT = os.geteuid() == 0
# Other users are root in their own namespace.
_NEW = ["unshare", "--net", *([] if _ROOT else ["--user", "--map-root-user"])]
_HINT = (
    "the tests put a stranger into a network of its own, which takes util-linux and "
    "iproute2 and a kernel that allows it: run them as root, or allow user namespaces"
)


class Network:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """It lasts as long as this process."""
        self.process = process

    def command(self, command: Sequence[str]) -> list[str]:
        """Return the command to run in this network."""
        at = f"/proc/{self.process.pid}/ns"
        user = [] if _ROOT else [f"--user={at}/user", "--preserve-credentials"]
        return ["nsenter", *user, f"--net={at}/net", *command]

    def run(self, *command: str) -> None:
        done = subprocess.run(self.command(command), capture_output=True, text=True)
        assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}; {_HINT}"

    def ip(self, words: str) -> None:
        """Change addresses, links or routes here."""
        # Some users have no /usr/sbin on their path.
        path = f"PATH={os.environ['PATH']}:/usr/sbin:/sbin"
        self.run("env", path, "ip", *words.split())

    @contextmanager
    def relay(
        self, at: Path, address: str, port: int, source: str = ""
    ) -> Iterator["Relay"]:
        """Relay connections to this socket file from here to the address."""
        relay = [
            sys.executable,
            "-m",
            "tests.support.networks",
            str(at),
            address,
            str(port),
        ]
        with subprocess.Popen(
            self.command([*relay, source]), stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout
            assert process.stdout.readline() == "ready\n", _HINT
            try:
                yield Relay(at)
            finally:
                process.kill()


class Relay:
    def __init__(self, at: Path) -> None:
        self._at = at

    def connect(self) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(self._at))
        return line


@contextmanager
def separate_networks() -> Iterator[tuple[Network, Network]]:
    """Make a table's network and a stranger's, with no way to each other."""
    with ExitStack() as stack:
        table = stack.enter_context(_made(_NEW))
        within = table.command(["unshare", "--net"])
        stranger = stack.enter_context(_made(within))
        for network in (table, stranger):
            network.ip("link set lo up")
        yield table, stranger


@contextmanager
def two_networks() -> Iterator[tuple[Network, Network]]:
    """Make both, with the addresses above, and join them by a cable."""
    with separate_networks() as (table, stranger):
        pid = stranger.process.pid
        table.ip(f"link add name cable type veth peer name cable netns {pid}")
        for network, addresses in ((table, (TABLE,)), (stranger, (STRANGER, *OTHERS))):
            for address in addresses:
                network.ip(f"address add {address}/24 dev cable")
            # An address that comes two seconds later would end a browser's requests.
            network.ip("link set cable addrgenmode none")
            network.ip("link set cable up")
        yield table, stranger


@contextmanager
def _made(command: Sequence[str]) -> Iterator[Network]:
    """Make a network that lasts until its input is closed."""
    with subprocess.Popen(
        [*command, "sh", "-c", "echo ready && exec cat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        if process.stdout.readline() != "ready\n":
            raise AssertionError(f"{process.stderr.read().strip()}; {_HINT}")
        try:
            yield Network(process)
        finally:
            process.stdin.close()


# A relay from a socket file to an address:
# python -m tests.support.networks FILE ADDRESS PORT FROM


async def _pour(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(65536):
            sink.write(data)
            await sink.drain()
    except ConnectionError:
        pass
    finally:
        sink.close()


async def main(at: str, address: str, port: int, own: str) -> None:
    async def joined(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        local = (own, 0) if own else None
        try:
            there = await asyncio.open_connection(address, port, local_addr=local)
        except ConnectionRefusedError:
            writer.close()
            return
        await asyncio.gather(_pour(reader, there[1]), _pour(there[0], writer))

    server = await asyncio.start_unix_server(joined, at)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]))
