"""Pages that only read, in a process of their own; `pages.py` measures who writes.

python -m tests.bench.readers PORT PAGES
"""

import asyncio
import sys

from tests.bench.attackers import OPENING


async def _read(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(OPENING)
    while await reader.read(65536):
        pass
    writer.close()


async def _all(port: int, pages: int) -> None:
    await asyncio.gather(*(_read(port) for _ in range(pages)))


if __name__ == "__main__":
    asyncio.run(_all(int(sys.argv[1]), int(sys.argv[2])))
