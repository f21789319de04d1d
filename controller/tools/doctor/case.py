"""What is looked at: a machine, and the table that is to run on it."""

from pathlib import Path
from typing import NamedTuple

from controller.tools.doctor.machine import Machine
from hardware.pi_model import Pi
from wiring import boardmap


class Case(NamedTuple):
    machine: Machine
    pi: Pi | None
    board_path: Path
    board: boardmap.BoardMap | None
    board_trouble: str | None  # why there is no board map
    state: Path
    port: int


def case(machine: Machine, board_path: Path, state: Path, port: int) -> Case:
    board, trouble = None, None
    try:
        board = boardmap.load(board_path)
    except boardmap.BoardMapError as error:
        trouble = str(error)
    return Case(machine, machine.pi, board_path, board, trouble, state, port)
