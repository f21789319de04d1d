"""What checks look at, a machine and the table that will run on it, and findings."""

from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

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


def case(machine: Machine, board_path: Path, state: Path) -> Case:
    board, trouble = None, None
    try:
        board = boardmap.load(board_path)
    except boardmap.BoardMapError as error:
        trouble = str(error)
    return Case(machine, machine.pi, board_path, board, trouble, state)


# A warning can be ignored; an error keeps the table from working as its board map says.
State: TypeAlias = Literal["ok", "warning", "error"]


class Finding(NamedTuple):
    subject: str  # "clock", "strip", "sensor board depth"
    state: State
    says: str
    fix: tuple[str, ...] = ()  # shell commands, in this order


def ok(subject: str, says: str) -> Finding:
    return Finding(subject, "ok", says)


def warn(subject: str, says: str, *fix: str) -> Finding:
    return Finding(subject, "warning", says, fix)


def fail(subject: str, says: str, *fix: str) -> Finding:
    return Finding(subject, "error", says, fix)
