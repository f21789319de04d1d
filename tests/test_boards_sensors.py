"""Sensors that cannot be trusted: found, named, and played around."""

import pytest

from firmware.entries import bit_entry
from firmware.messages import Changes
from hardware.boards.sensors import FLAPPING, QUIET_S, STUCK_S
from hardware.readings import LinkUp, Occupied, Pressed, Released
from tests.boards.peer import EPOCH, Conversation, hello, state

TILE, OTHER, PIECE = "tile:0,0", "tile:0,1", "depth:0:0"


class Board(Conversation):
    """Keeps count of its log."""

    def __init__(self) -> None:
        super().__init__()
        self.go_live()
        self.number = 0
        self.read.clear()

    def set(self, bit: int, level: int, after_s: float = 0.0) -> None:
        self.wait(after_s)
        self.number += 1
        self.says(Changes(EPOCH, self.number, bit_entry(bit, level)))

    def flap(self, bit: int, times: int, every_s: float) -> None:
        """Ends as it was, if it flaps an even number of times."""
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
    assert board.parts.troubles() == [
        "tile:0,0's switch: down for 60 s; is something lying on it?"
    ]


def test_presses_elsewhere_work_while_a_tile_is_stuck(board: Board) -> None:
    board.set(0, 1)
    board.keep_alive(STUCK_S + 1)
    board.read.clear()
    board.set(1, 1)
    board.set(1, 0)
    assert board.read == [Pressed(OTHER), Released(OTHER)]


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
    assert board.parts.troubles() == [
        "tile:0,0's switch: changes 50 times within 2 s; is its wire loose?"
    ]
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


def test_no_hand_is_so_fast_that_its_tile_is_taken_for_loose(board: Board) -> None:
    board.flap(0, 400, 0.05)
    assert len(board.read) == 400
    assert board.parts.troubles() == []


def test_a_flapping_hall_sensor_is_named_and_its_last_word_counts(
    board: Board,
) -> None:
    board.flap(2, 41, 0.2)
    assert board.parts.troubles() == [
        "depth:0:0's Hall sensor: changes 20 times within 5 s; is its wire loose?"
    ]
    assert board.read[-1] == Occupied(PIECE, True)
    told = len(board.read)
    assert told < 20
    board.set(2, 0, 0.2)
    assert len(board.read) == told
    board.wait(QUIET_S + 0.1)
    assert board.read[told:] == [Occupied(PIECE, False)]
    assert board.parts.troubles() == []


def test_a_tile_may_flap_while_its_link_is_lost_and_found(board: Board) -> None:
    board.flap(0, 60, 0.02)
    board.read.clear()
    board.link.closed()
    board.wait(QUIET_S + 0.1)
    nonce = board.open()
    board.says(hello(nonce, last=board.number), state(number=board.number))
    assert board.read == [LinkUp("mixed")]
    assert board.parts.troubles() == []
