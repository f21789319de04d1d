"""From a socket file to an address.

python -m tests.support.relay FILE ADDRESS PORT FROM
"""

import asyncio
import sys


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
        there = await asyncio.open_connection(address, port, local_addr=local)
        await asyncio.gather(_pour(reader, there[1]), _pour(there[0], writer))

    server = await asyncio.start_unix_server(joined, at)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]))
