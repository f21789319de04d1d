"""What the tests make of the table from within, by a signal.

SIGUSR1 says all that speaks for a stroke, for no sensor board is there to say it.
SIGUSR2 hangs the event loop for good, as a mistake would.
"""

import asyncio
import gc
import signal
import time

TILE = "tile:1,3"


def strike(*_: object) -> None:
    from hardware.parts.eliminator import Eliminator
    from hardware.readings import LinkUp, Occupied, Pressed

    (eliminator,) = (one for one in gc.get_objects() if isinstance(one, Eliminator))
    if eliminator.state != "unasked":
        # It is cooling, as after each start.
        loop = asyncio.get_running_loop()
        loop.call_soon_threadsafe(loop.call_later, 0.5, strike)
        return
    eliminator.ask(TILE)
    for reading in (LinkUp("grid"), Occupied(TILE, True)):
        eliminator.reading(reading)
    for control in ("arm", "fire"):
        eliminator.reading(Pressed(control))


def hang(*_: object) -> None:
    while True:
        time.sleep(1)


signal.signal(signal.SIGUSR1, strike)
signal.signal(signal.SIGUSR2, hang)
