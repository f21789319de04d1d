"""The files of a Pico under the real MicroPython, on a played chip."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest

from firmware.board import VERSION
from firmware.messages import (
    AskHello,
    AskState,
    Changes,
    Heartbeat,
    Hello,
    Message,
    State,
    Update,
)
from tests.firmware.process import Process, started
from tests.support import micropython
from wiring.boardmap import SensorBoard, load
from wiring.tables import flash, tables_hash

STANDIN = Path(__file__).parent / "standin"
BOARDS = {board.name: board for board in load().boards}
SERIAL = "E6613852836F4B21"
RESET, BITTEN = 3, 4

Answer = TypeVar("Answer", bound=Message)


PICO = "Raspberry Pi Pico with RP2040"
PICO_2 = "Raspberry Pi Pico2 with RP2350"
chips = pytest.mark.parametrize(
    "chip", [PICO, PICO_2, f"{PICO_2}-RISCV", "Raspberry Pi Pico W with RP2040"]
)


def wired(board: SensorBoard) -> str:
    """Return the pins of its multiplexers for the played chip."""
    if board.multiplexers is None:
        return ""
    rows = board.multiplexers.select, board.multiplexers.signals
    return " ".join(",".join(map(str, pins)) for pins in rows)


@contextmanager
def powered(name: str, folder: Path, chip: str = PICO) -> Iterator[Process]:
    """Start a board with its files on flash; the folder keeps its register."""
    for place, text in flash(BOARDS[name]).items():
        path = folder / "flash" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    # The firmware is found on the flash first, and only the stand-ins below it.
    environment = micropython.environment(STANDIN, folder / "flash")
    environment["UNDERTOW_NOTE"] = str(folder / "note")
    environment["UNDERTOW_CHIP"] = chip
    environment["UNDERTOW_MULTIPLEXERS"] = wired(BOARDS[name])
    start = str(STANDIN / "start.py"), str(folder / "flash" / "main.py")
    # As much as the chip has for programs, though words here are twice as long.
    run = [micropython.interpreter(), "-X", "heapsize=190k", *start]
    with started(run, environment) as process:
        yield process


def epoch_of(board: Process) -> int:
    """Return its epoch once it has settled."""
    board.do("pass 400")
    board.until_done()
    first = board.hear()
    assert isinstance(first, Hello)
    return first.epoch


def ask(board: Process, question: Message, kind: type[Answer]) -> Answer:
    """Return its answer, and let time pass until the pty delivers it."""
    board.say(question)
    for _ in range(2000):
        if board.has_said(0.01):
            heard = board.hear()
            if isinstance(heard, kind):
                return heard
        board.do("pass 2")
        board.until_done()
    raise AssertionError(f"no {kind.__name__} comes in answer to {question}")


def ended(board: Process, command: Message) -> int:
    """Return its exit status after this command."""
    board.say(command)
    for _ in range(2000):
        with suppress(BrokenPipeError):
            board.do("pass 2")
        with suppress(subprocess.TimeoutExpired):
            return board.child.wait(0.01)
    raise AssertionError(f"{command} does not end it")


@pytest.mark.parametrize("name", BOARDS)
def test_each_board_runs_and_says_who_it_is(name: str, tmp_path: Path) -> None:
    row = BOARDS[name]
    with powered(name, tmp_path) as board:
        epoch = epoch_of(board)
        expected = Hello(1, epoch, 0, VERSION, tables_hash(row), row.name, SERIAL)
        assert ask(board, AskHello(1), Hello) == expected
        assert board.end() == 0


def changes(board: Process, count: int) -> list[tuple[int, int, bytes | None]]:
    entries: list[tuple[int, int, bytes | None]] = []
    while len(entries) < count:
        heard = board.hear()
        if isinstance(heard, Changes):
            entries += [entry[:3] for entry in heard.split()]
    return entries


@chips
def test_channels_of_the_multiplexers_are_the_bits_of_the_board(
    chip: str, tmp_path: Path
) -> None:
    with powered("depth", tmp_path, chip) as board:
        board.do("bit 0 1", "bit 77 1")
        epoch = epoch_of(board)
        state = ask(board, AskState(epoch), State)
        assert [bit for bit in range(128) if state.level(bit)] == [0, 77]
        board.do("bit 126 1", "pass 200")
        assert changes(board, 1) == [(126, 1, None)]


@pytest.mark.parametrize("bit", [0, 1, 5, 20, 79 - 6])
def test_switches_and_hall_sensors_behind_multiplexers_have_their_own_times(
    bit: int, tmp_path: Path
) -> None:
    kind = BOARDS["grid"].sensors[bit]
    assert kind
    with powered("grid", tmp_path) as board:
        epoch = epoch_of(board)
        ask(board, AskState(epoch), State)
        short_ms = 6 if kind.kind == "switch" else 140
        board.do(f"bit {bit} 1", f"pass {short_ms}", f"bit {bit} 0", "pass 20")
        board.do(f"bit {bit} 1", f"pass {short_ms + 20}")
        assert changes(board, 1) == [(bit, 1, None)]


def test_cards_on_both_readers_are_told(tmp_path: Path) -> None:
    with powered("cards", tmp_path) as board:
        epoch = epoch_of(board)
        ask(board, AskState(epoch), State)
        board.do("tag 0 04A1B2C3D4E580", "pass 150", "tag 1 01020304", "pass 150")
        came = [(0, 0, bytes.fromhex("04A1B2C3D4E580")), (1, 0, b"\1\2\3\4")]
        assert changes(board, 2) == came
        board.do("tag 0 -", "pass 160")
        assert ask(board, AskState(epoch), State).number == 0


def test_a_reader_without_a_plug_is_a_fault(tmp_path: Path) -> None:
    with powered("cards", tmp_path) as board:
        board.do("unplug 1", "pass 2500")
        heard = board.hear()
        while not isinstance(heard, Heartbeat):
            heard = board.hear()
        assert heard.faults == 2


def test_frames_may_hold_the_byte_of_ctrl_c(tmp_path: Path) -> None:
    with powered("grid", tmp_path) as board:
        epoch_of(board)
        assert ask(board, AskHello(0x0303), Hello).nonce == 0x0303


@pytest.mark.parametrize("name", ["grid", "depth"])
def test_after_a_scan_that_fails_the_board_goes_on(name: str, tmp_path: Path) -> None:
    with powered(name, tmp_path) as board:
        epoch = epoch_of(board)
        board.do("break 7", "pass 100")
        board.until_done()
        assert ask(board, AskState(epoch), State).epoch == epoch


def test_a_board_that_only_fails_is_bitten_by_its_watchdog(tmp_path: Path) -> None:
    with powered("grid", tmp_path) as board:
        epoch_of(board)
        board.do("break 1000000", "pass 9000")
        assert board.child.wait(30) == BITTEN


def test_the_lamp_is_lit_when_a_table_speaks(tmp_path: Path) -> None:
    with powered("grid", tmp_path) as board:
        epoch = epoch_of(board)
        assert board.lamp == "0"
        ask(board, AskState(epoch), State)
        board.do("pass 2")
        board.until_done()
        assert board.lamp == "1"


# What the chip's own register keeps; the stand-in knows where that is on which chip


@chips
def test_for_an_update_the_next_start_runs_nothing_and_the_one_after_does(
    chip: str, tmp_path: Path
) -> None:
    with powered("grid", tmp_path, chip) as board:
        assert ended(board, Update(epoch_of(board))) == RESET
    with powered("grid", tmp_path, chip) as board:
        assert board.child.wait(30) == 0
    with powered("grid", tmp_path, chip) as board:
        epoch_of(board)
