"""The table's end of the wire when a board restarts, falls silent or goes away."""

from firmware.messages import (
    AskHello,
    AskState,
    Heartbeat,
    tag_entry,
)
from hardware.boards.link import PATIENCE_S, SILENCE_S
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Released,
    TagSeen,
)
from tests.support import broken
from tests.support.board_peer import (
    EPOCH,
    Conversation,
    changes,
    down,
    hello,
    state,
    up,
)

UP = LinkUp("mixed")
DOWN = LinkDown("mixed")
TILE, OTHER = "tile:0,0", "tile:0,1"
PIECE = "depth:0:0"


# Restarts of the board


def test_a_restart_tells_the_difference_and_what_happened_since(
    live: Conversation,
) -> None:
    live.says(changes(1, down(0), down(2)))
    live.read.clear()
    live.says(hello(0, epoch=78))
    (ask,) = live.asked()[1:]
    assert isinstance(ask, AskHello)
    live.says(hello(ask.nonce, epoch=78, last=2))
    assert live.asked() == [AskState(78)]
    live.says(state(0, 3, epoch=78))
    assert live.read == []
    live.says(changes(1, down(1), up(1), epoch=78))
    assert live.read == [
        Occupied(PIECE, False),
        Occupied("depth:0:1", True),
        Pressed(OTHER),
        Released(OTHER),
    ]
    assert live.link.counters.restarts == 1


def test_a_tile_that_is_down_through_a_restart_is_not_pressed_again(
    live: Conversation,
) -> None:
    live.says(changes(1, down(0)), hello(0, epoch=78))
    ask, *_ = live.asked()
    assert isinstance(ask, AskHello)
    live.says(hello(ask.nonce, epoch=78), state(0, epoch=78))
    assert live.read == [Pressed(TILE)]
    live.says(changes(1, up(0), epoch=78))
    assert live.read == [Pressed(TILE), Released(TILE)]


def test_a_card_that_lies_on_its_reader_through_a_restart_is_not_seen_again(
    live: Conversation,
) -> None:
    live.says(changes(1, tag_entry(0, b"\x04")), hello(0, epoch=78))
    ask, *_ = live.asked()
    assert isinstance(ask, AskHello)
    live.says(hello(ask.nonce, epoch=78), state(epoch=78, tags=(b"\x04", b"")))
    assert live.read == [TagSeen("shoe", "04")]


def test_late_messages_from_before_a_restart_are_ignored(
    live: Conversation,
) -> None:
    live.says(hello(0, epoch=78))
    (ask,) = live.asked()
    assert isinstance(ask, AskHello)
    live.says(hello(ask.nonce, epoch=78), state(epoch=78))
    live.asked()
    assert live.says(changes(1, down(0)), state(0, number=5)) == []
    (again,) = live.asked()
    assert isinstance(again, AskHello)
    assert again.nonce == ask.nonce + 1
    assert live.says(hello(again.nonce, epoch=78), changes(1, down(1), epoch=78)) == [
        Pressed(OTHER)
    ]


# Silence


def test_a_quiet_board_is_asked_for_a_sign_of_life_and_stays_live(
    live: Conversation,
) -> None:
    live.wait(SILENCE_S - 0.1)
    assert live.asked() == []
    live.wait(0.2)
    (ask,) = live.asked()
    assert isinstance(ask, AskHello)
    live.says(hello(ask.nonce))
    assert live.asked() == []
    assert (live.read, live.link.stage) == ([], "live")
    live.wait(SILENCE_S - 0.1)
    assert live.asked() == []


def test_a_board_that_falls_silent_is_given_up_and_its_held_tile_let_go(
    live: Conversation,
) -> None:
    live.says(changes(1, down(0)))
    live.wait(SILENCE_S + sum(PATIENCE_S) + 0.1)
    assert live.link.failure
    assert live.link.closed() == [Released(TILE), DOWN]


# Unplugged and back


def test_after_a_gap_in_the_line_every_event_is_reported_once(
    live: Conversation,
) -> None:
    live.says(changes(1, down(0), up(0), down(2)))
    live.read.clear()
    assert live.link.closed() == [DOWN]
    nonce = live.open()
    live.says(hello(nonce, last=7))
    assert live.asked() == [AskState(EPOCH)]
    live.says(state(number=0))
    live.says(changes(1, down(0), up(0), down(2), down(1), up(1), up(2), down(3)))
    assert live.read == [
        UP,
        Occupied(PIECE, False),
        Occupied("depth:0:1", True),
        Pressed(OTHER),
        Released(OTHER),
    ]


def test_pieces_are_reported_again_when_the_link_is_back(live: Conversation) -> None:
    live.says(changes(1, down(2), tag_entry(0, b"\x04")))
    live.link.closed()
    live.read.clear()
    nonce = live.open()
    live.says(hello(nonce, last=2), state(2, number=2, tags=(b"\x04", b"")))
    assert live.read == [UP, Occupied(PIECE, True)], "but a card is not seen again"


def test_a_tile_that_is_still_down_when_the_link_is_back_is_not_pressed_again(
    live: Conversation,
) -> None:
    live.says(changes(1, down(0)))
    assert live.link.closed() == [Released(TILE), DOWN]
    live.read.clear()
    nonce = live.open()
    live.says(hello(nonce, last=1), state(number=0))
    assert live.read == [UP]
    live.says(changes(1, down(0), up(0)))
    assert live.read == [UP]
    live.says(changes(3, down(0), up(0)))
    assert live.read == [UP, Pressed(TILE), Released(TILE)]


# Requests, counters


def test_a_reader_that_does_not_answer_is_named_until_it_does(
    live: Conversation,
) -> None:
    live.says(Heartbeat(EPOCH, 0, 0b10))
    assert broken(live.parts) == ["reader play"]
    live.says(Heartbeat(EPOCH, 0, 0b10), Heartbeat(EPOCH, 0, 0))
    assert live.parts.troubles() == []
