"""A guest table in a process of its own, with simulated hardware.

python -m tests.guest.puppet LINK

A line of input touches a button (`press ok`) and is answered with what its lamps show,
as JSON; `look` only asks. It ends with its input.
"""

import asyncio
import json
import sys
from unittest.mock import patch

from controller.guest.client import PART, GuestClient
from controller.web.server.page import version
from hardware.backends.sim.backend import SimBackend
from hardware.parts.registry import Parts
from hardware.rig import Rig
from tests.support.webtable import BOARD


async def main(link: str) -> None:
    loop, parts = asyncio.get_running_loop(), Parts()
    # The boards' firmware in this process, without three of MicroPython.
    with patch("hardware.backends.sim.boards.find_micropython", return_value=None):
        backend = SimBackend(BOARD, loop, parts)
    rig, ended = Rig(BOARD, backend, parts), asyncio.Event()
    away = GuestClient(
        rig,
        link,
        "attic",
        version(),
        play=lambda _names: None,
        wait=lambda: None,
        end=ended.set,
        pause=lambda _seconds: asyncio.sleep(0.2),
    )

    def told() -> None:
        deed, _, control = sys.stdin.readline().strip().partition(" ")
        if control:
            getattr(backend.touch, deed)(control)
        elif not deed:
            ended.set()
        trouble = next((p.trouble for p in parts.all() if p.name == PART), None)
        said = {"wire": rig.strip.wire.hex(), "trouble": trouble}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()

    loop.add_reader(sys.stdin, told)
    visiting = asyncio.create_task(away.run())
    await ended.wait()
    visiting.cancel()
    await asyncio.gather(visiting, return_exceptions=True)
    rig.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
