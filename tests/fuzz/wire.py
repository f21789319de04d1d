"""The wire between table and sensor boards: any bytes, and lines that are bad.

Bytes that no board sent tell nothing and break nothing (`tests.fuzz.boards`).
On a line that loses, doubles, delays and misorders frames a silent loss is a press of a
tile that was made and is never told, or is told twice.
"""

import logging
from random import Random

from hardware.backends.sim.clock import VirtualClock
from hardware.boards.driver import Boards
from hardware.parts.registry import Parts
from hardware.readings import Pressed, Reading
from tests.fuzz import Lost, limited
from tests.fuzz import boards as fuzz
from tests.fuzz.changes import changed
from tests.support.bad_line import FaultySimBackend
from tests.support.simtable import BOARD

_TILES = [f"tile:{row},{column}" for row in range(5) for column in range(5)]
# What spoils bytes is not among them: one such frame in 65,536 passes as another.
_FAULTS = {"drop": 0.4, "duplicate": 0.5, "reorder": 0.5, "delay": 0.3}


class Wire:
    name = "wire"

    def __init__(self, inputs: int = 60, presses: int = 20) -> None:
        self._inputs = inputs
        self._presses = presses

    def play(self, random: Random) -> int:
        logging.disable()  # what is wrong with such a line is said each time
        known = [*fuzz.seeds(), *fuzz.kept()]
        try:
            for _ in range(self._inputs):
                data = changed(random.choice(known), known, random)
                with limited():
                    fuzz.look_at(data)
            with limited():
                on_a_bad_line(self._presses, random)
        finally:
            logging.disable(logging.NOTSET)
        return self._inputs + self._presses


def on_a_bad_line(presses: int, random: Random) -> None:
    clock, told = VirtualClock(), list[Reading]()
    backend = FaultySimBackend(BOARD, clock, Parts(), seed=random.randrange(2**32))
    boards = Boards(BOARD.boards, backend.ports, clock, Parts(), backend.nonce())
    boards.listen(told.append)
    clock.tick(3)
    pressed = []
    for _ in range(presses):
        name, worst = random.choice(sorted(_FAULTS.items()))
        backend.faults.set("grid", name, random.random() * worst)
        pressed.append(random.choice(_TILES))
        backend.touch.press(pressed[-1])
        clock.tick(random.choice((0.05, 0.1, 0.5)))
        backend.touch.release(pressed[-1])
        clock.tick(random.choice((0.1, 0.2, 2.0)))
    backend.faults.clear("grid")
    clock.tick(60)
    boards.close()
    backend.close()
    heard = [reading.control for reading in told if isinstance(reading, Pressed)]
    if heard != pressed:
        raise Lost(f"pressed were {pressed}, and told {heard}")
