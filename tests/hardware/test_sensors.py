"""Untrustworthy sensors are detected, reported and worked around."""

import pytest

from firmware.messages import Changes, bit_entry
from hardware.boards.sensors import FLAPPING, QUIET_S, STUCK_S
from hardware.readings import Occupied, Pressed, Released
from tests.support import broken
from tests.support.board_peer import EPOCH, Conversation, state

TILE, OTHER, PIECE = "tile:0,0", "tile:0,1", "depth:0:0"


class Board(Conversation):
    """A scripted board that counts its log."""

    def __init__(self) -> None:
        super().__init__()
        self.go_live()
        self.number = 0
        self.read.clear()

    def set(self, bit: int, level: int, after_s: float = 0.0) -> None:
        self.wait(after_s)
        self.number += 1
        since_ms = round(after_s * 1000)
        self.says(Changes(EPOCH, self.number, bit_entry(bit, level, since_ms)))

    def flap(self, bit: int, times: int, every_s: float) -> None:
        """Change a bit this often; an even number leaves it as it was."""
        for time in range(times):
            self.set(bit, 1 - time % 2, every_s)


@pytest.fixture
def board() -> Board:
    return Board()


# Stuck


def test_a_tile_that_stays_down_is_named_and_counts_as_released(board: Board) -> None:
    board.set(0, 1)
    board.keep_alive(STUCK_S - 1)
    assert board.read == [Pressed(TILE)]
    board.keep_alive(2)
    assert board.read == [Pressed(TILE), Released(TILE)]
    assert broken(board.parts) == ["tile:0,0's switch"]


def test_a_stuck_tile_that_comes_up_counts_again_from_its_next_press(
    board: Board,
) -> None:
    board.set(0, 1)
    board.keep_alive(STUCK_S + 1)
    board.read.clear()
    board.set(0, 0)
    assert (board.read, board.parts.troubles()) == ([], [])
    board.set(0, 1)
    board.set(0, 0)
    assert board.read == [Pressed(TILE), Released(TILE)]


def test_a_piece_may_stand_where_it_is_for_hours(board: Board) -> None:
    board.set(2, 1)
    board.keep_alive(10 * STUCK_S)
    assert board.read == [Occupied(PIECE, True)]
    assert board.parts.troubles() == []


# Flapping


def test_a_flapping_tile_is_named_and_left_alone(board: Board) -> None:
    most, within_s = FLAPPING["switch"]
    board.flap(0, 500, within_s / most / 2)
    assert broken(board.parts) == ["tile:0,0's switch"]
    assert len(board.read) == most
    assert board.read[-1] == Released(TILE)
    board.read.clear()
    board.set(1, 1)
    assert board.read == [Pressed(OTHER)]


@pytest.mark.parametrize("times", [51, 100])
def test_a_tile_that_stops_flapping_counts_again_once_it_was_up(
    board: Board, times: int
) -> None:
    board.flap(0, times, 0.02)
    board.read.clear()
    board.wait(QUIET_S - 0.1)
    assert board.parts.troubles() != []
    board.wait(0.2)
    assert (board.read, board.parts.troubles()) == ([], [])
    if times % 2:
        board.set(0, 0)
    board.set(0, 1)
    board.set(0, 0)
    assert board.read == [Pressed(TILE), Released(TILE)]


def test_no_hand_is_so_fast_that_its_tile_is_taken_for_loose(
    board: Board,
) -> None:
    board.flap(0, 400, 0.05)
    assert len(board.read) == 400
    assert board.parts.troubles() == []


def test_a_flapping_hall_sensor_is_named_and_its_last_word_counts(
    board: Board,
) -> None:
    board.flap(2, 41, 0.2)
    assert broken(board.parts) == ["depth:0:0's Hall sensor"]
    assert board.read[-1] == Occupied(PIECE, True)
    told = len(board.read)
    assert told < 20
    board.set(2, 0, 0.2)
    assert len(board.read) == told
    board.wait(QUIET_S + 0.1)
    assert board.read[told:] == [Occupied(PIECE, False)]
    assert board.parts.troubles() == []


def burst(board: Board, times: int, every_ms: int) -> None:
    """Send this many changes of the first tile at once, with their own times."""
    entries = [bit_entry(0, 1 - n % 2, every_ms) for n in range(times)]
    frames = [
        Changes(EPOCH, at + 1, b"".join(entries[at : at + 16]))
        for at in range(0, times, 16)
    ]
    board.number += times
    board.says(*frames)


def test_sixty_presses_that_come_all_at_once_after_a_gap_are_sixty_presses(
    board: Board,
) -> None:
    burst(board, 120, 300)
    assert [type(reading) for reading in board.read] == [Pressed, Released] * 60
    assert board.parts.troubles() == []


def test_a_tile_that_flaps_slowly_on_the_wire_is_named_by_the_boards_time(
    board: Board,
) -> None:
    """A bad line spreads over a minute what happened within a second."""
    for number in range(60):
        board.wait(1)
        board.number += 1
        entry = bit_entry(0, 1 - number % 2, 20)
        board.says(Changes(EPOCH, board.number, entry))
    assert board.parts.troubles() != []


def test_changes_that_a_board_had_to_fold_do_not_make_the_next_ones_flapping(
    board: Board,
) -> None:
    """How long they took is not known."""
    burst(board, 48, 10)
    board.says(state(number=400))
    board.number = 400
    for level in (1, 0, 1, 0):
        board.set(0, level, 0.1)
    assert board.parts.troubles() == []
    assert [type(r) for r in board.read[48:]] == [Pressed, Released] * 2
