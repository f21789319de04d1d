"""The simulated board as a process of MicroPython."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.board import VERSION
from firmware.messages import AskHello, AskState, Changes, Hello, Seen, State
from tests.firmware.process import Process, started
from tests.support import micropython
from wiring.boardmap import load
from wiring.tables import tables, tables_hash

BOARDS = {board.name: board for board in load().boards}


@contextmanager
def running(name: str, folder: Path) -> Iterator[Process]:
    path = folder / f"{name}.py"
    path.write_text(tables(BOARDS[name]))
    run = [micropython.interpreter(), "-m", "firmware.sim_main", str(path), "E661"]
    with started([*run, "{}"], micropython.environment()) as process:
        yield process


def epoch_of(board: Process) -> int:
    """Return its epoch after its first hello."""
    first = board.hear()
    assert isinstance(first, Hello)
    return first.epoch


def entries(
    board: Process, epoch: int, count: int
) -> list[tuple[int, int, bytes | None]]:
    """Return the first entries of its log, and confirm them."""
    found: list[tuple[int, int, bytes | None]] = []
    while len(found) < count:
        told = board.hear()
        if isinstance(told, Changes) and told.first == len(found) + 1:
            found += [entry[:3] for entry in told.split()]
            board.say(Seen(epoch, len(found)))
    return found


def test_it_says_who_it_is_whatever_byte_is_in_the_question(tmp_path: Path) -> None:
    grid = tables_hash(BOARDS["grid"])
    with running("grid", tmp_path) as board:
        epoch = epoch_of(board)
        for nonce in (5, 0x0303, 0x1113, 0x0D0A, 0x1A04, 0xFFFF):
            expected = Hello(nonce, epoch, 0, VERSION, grid, "grid", "E661")
            assert board.answer(AskHello(nonce), Hello) == expected


def test_presses_that_are_read_late_are_as_long_as_they_were(tmp_path: Path) -> None:
    with running("grid", tmp_path) as board:
        epoch = epoch_of(board)
        board.answer(AskState(epoch), State)
        hands = [(bit, level, None) for bit in (0, 4, 20, 3) for level in (1, 0)]
        board.do(*(f"bit {bit} {level}\nhold 30" for bit, level, _ in hands))
        assert entries(board, epoch, len(hands)) == hands


def test_a_reset_is_a_new_epoch(tmp_path: Path) -> None:
    with running("grid", tmp_path) as board:
        epoch = epoch_of(board)
        board.do("reset")
        heard = board.hear()
        while not isinstance(heard, Hello):
            heard = board.hear()
        assert heard.epoch != epoch


def test_cards_come_and_go_and_the_board_ends_with_its_hands(tmp_path: Path) -> None:
    with running("cards", tmp_path) as cards:
        epoch = epoch_of(cards)
        cards.answer(AskState(epoch), State)
        cards.do("tag 1 04A1B2C3", "tag 1 -")
        uid = bytes.fromhex("04A1B2C3")
        assert entries(cards, epoch, 2) == [(1, 0, uid), (1, 0, b"")]
        assert cards.end() == 0
