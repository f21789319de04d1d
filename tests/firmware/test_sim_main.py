"""The simulated board as a process, under both interpreters."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from firmware.board import VERSION
from firmware.messages import (
    AskHello,
    AskState,
    AskStatistics,
    Changes,
    Heartbeat,
    Hello,
    Reset,
    Seen,
    State,
    Statistics,
    Update,
)
from tests.firmware.process import Process, started
from tests.support import ROOT, micropython
from wiring.boardmap import load
from wiring.tables import tables, tables_hash

BOARDS = {board.name: board for board in load().boards}
INTERPRETERS = ("cpython", "micropython")


def command(interpreter: str, path: Path, *more: str) -> list[str]:
    run = sys.executable if interpreter == "cpython" else micropython.interpreter()
    return [run, "-m", "firmware.sim_main", str(path), "E661", "{}", *more]


def environment() -> Mapping[str, str]:
    return {**micropython.environment(), "PYTHONPATH": str(ROOT)}


def lay_tables(folder: Path) -> None:
    for board in BOARDS.values():
        (folder / f"{board.name}.py").write_text(tables(board))


@pytest.fixture(params=INTERPRETERS)
def board(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Process]:
    """The grid's board in played time, settled."""
    lay_tables(tmp_path)
    arguments = command(request.param, tmp_path / "grid.py", "--played")
    with started(arguments, environment()) as process:
        process.do("pass 400")
        yield process


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[Process]:
    lay_tables(tmp_path)
    arguments = command("micropython", tmp_path / "cards.py", "--played")
    with started(arguments, environment()) as process:
        process.do("pass 400")
        yield process


def epoch_of(board: Process) -> int:
    """Return its epoch after its first hello."""
    first = board.hear()
    assert isinstance(first, Hello)
    return first.epoch


def test_it_says_who_it_is(board: Process) -> None:
    grid = tables_hash(BOARDS["grid"])
    epoch = epoch_of(board)
    expected = Hello(5, epoch, 0, VERSION, grid, "grid", "E661")
    assert board.answer(AskHello(5), Hello) == expected


def test_a_press_is_told_with_its_release(board: Process) -> None:
    epoch = epoch_of(board)
    board.answer(AskState(epoch), State)
    board.do("bit 20 1", "pass 20", "bit 20 0", "pass 20", "bit 73 1", "pass 200")
    entries: list[tuple[int, int, bytes | None]] = []
    while len(entries) < 3:
        told = board.hear()
        assert isinstance(told, Changes)
        entries += [entry[:3] for entry in told.split()]
        board.say(Seen(epoch, told.first + len(told.split()) - 1))
    assert entries == [(20, 1, None), (20, 0, None), (73, 1, None)]
    state = board.answer(AskState(epoch), State)
    assert isinstance(state, State)
    assert (state.number, state.level(20), state.level(73)) == (3, 0, 1)


@pytest.mark.parametrize("interpreter", INTERPRETERS)
def test_presses_that_are_read_late_are_as_long_as_they_were(
    interpreter: str, tmp_path: Path
) -> None:
    lay_tables(tmp_path)
    arguments = command(interpreter, tmp_path / "grid.py")
    with started(arguments, environment()) as board:
        epoch = epoch_of(board)
        board.answer(AskState(epoch), State)
        hands = [(bit, level) for bit in range(5) for level in (1, 0)]
        board.do(*(f"bit {bit} {level}\nhold 30" for bit, level in hands))
        entries: list[tuple[int, int]] = []
        while len(entries) < len(hands):
            told = board.hear()
            if isinstance(told, Changes) and told.first == len(entries) + 1:
                entries += [entry[:2] for entry in told.split()]
                board.say(Seen(epoch, len(entries)))
        assert entries == hands


def test_all_byte_values_pass_the_line(board: Process) -> None:
    epoch_of(board)
    for nonce in [*range(1, 257), 0x0303, 0x1113, 0x0D0A, 0x1A04, 0xFFFF]:
        hello = board.answer(AskHello(nonce), Hello)
        assert isinstance(hello, Hello)
        assert hello.nonce == nonce


def test_a_reset_is_a_new_epoch_and_counted(board: Process) -> None:
    epoch = epoch_of(board)
    board.say(Reset(epoch))
    for _ in range(2000):  # the pty takes its time
        if board.has_said(0.01):
            break
        board.do("pass 50")
    epochs = [epoch, epoch_of(board)]
    board.do("reset", "pass 400")
    heard = board.hear()
    while not isinstance(heard, Hello):
        heard = board.hear()
    epochs.append(heard.epoch)
    assert len(set(epochs)) == 3
    counted = board.answer(AskStatistics(epochs[-1]), Statistics)
    assert isinstance(counted, Statistics)
    assert counted.named()["resets"] == 2


def test_it_ends_for_an_update(board: Process) -> None:
    board.say(Update(epoch_of(board)))
    assert board.child.wait(30) == 0


def test_what_hands_cannot_do_is_said_and_passed_over(board: Process) -> None:
    epoch_of(board)
    board.do(
        "bit 900 1", "bit -1 1", "bit x y", "tag 0 04", "dance", "bit 1 1", "pass 20"
    )
    hello = board.answer(AskHello(9), Hello)
    assert isinstance(hello, Hello)
    assert hello.last == 1
    board.end()
    assert board.child.stderr is not None
    assert board.child.stderr.read().splitlines() == [
        f"sim_main: {words!r} is nothing that hands can do here"
        for words in ("bit 900 1", "bit -1 1", "bit x y", "tag 0 04", "dance")
    ]


def test_tags_and_silent_readers_are_told(cards: Process) -> None:
    epoch = epoch_of(cards)
    cards.answer(AskState(epoch), State)
    cards.do("tag 1 04A1B2C3", "pass 10", "tag 1 -", "pass 10")
    told = [cards.hear(), cards.hear()]
    entries = [e[:3] for m in told if isinstance(m, Changes) for e in m.split()]
    assert entries == [(1, 0, bytes.fromhex("04A1B2C3")), (1, 0, b"")]
    cards.do("silent 0 1", "pass 10")
    assert cards.hear() == Heartbeat(epoch, 2, 1)
