"""The table's end of the wire, against a scripted board; no port and no clock."""

import pytest

from firmware.messages import (
    AskHello,
    AskState,
    Heartbeat,
    Seen,
    tag_entry,
)
from firmware.wire import Decoder
from hardware.boards.link import CATCH_UP_S, PATIENCE_S, SILENCE_S
from hardware.readings import (
    LinkUp,
    Occupied,
    Pressed,
    Released,
    TagSeen,
)
from tests.support.board_peer import (
    EPOCH,
    NONCE,
    Conversation,
    changes,
    down,
    hello,
    state,
    up,
)

UP = LinkUp("mixed")
TILE, OTHER = "tile:0,0", "tile:0,1"
PIECE = "depth:0:0"


# Greeting


def test_a_board_is_greeted_asked_for_its_state_and_then_live(
    talk: Conversation,
) -> None:
    talk.link.opened(talk.now)
    (ask,) = talk.asked()
    assert ask == AskHello(NONCE + 1)
    assert talk.says(hello(NONCE + 1)) == []
    assert talk.asked() == [AskState(EPOCH)]
    assert talk.says(state()) == [UP]
    assert talk.link.stage == "live"


def test_it_is_greeted_again_with_the_same_nonce_until_it_answers(
    talk: Conversation,
) -> None:
    nonce = talk.open()
    talk.wait(1.1)
    assert talk.asked() == [AskHello(nonce)] * 2
    talk.says(hello(nonce))
    talk.asked()
    talk.wait(0.6)
    assert talk.asked() == [AskState(EPOCH)]


@pytest.mark.parametrize("nonce", [0, NONCE, NONCE + 2])
def test_an_unrequested_hello_starts_nothing(talk: Conversation, nonce: int) -> None:
    talk.open()
    talk.says(hello(nonce), state(0))
    assert (talk.read, talk.link.stage) == ([], "asking")


def test_no_question_to_a_board_that_may_be_starting_holds_the_byte_of_ctrl_c() -> None:
    """It would stop MicroPython in its start, and the board would stay there."""
    asked = 0
    for number in range(500):
        talk = Conversation(nonce=131 * number)  # the program has started anew
        talk.link.opened(talk.now)
        while talk.link.failure is None:
            sent = talk.link.outgoing()
            assert b"\x03" not in sent
            asked += len(Decoder().feed(sent))
            talk.wait(PATIENCE_S[-1])
        talk.link.closed()
    assert asked == 500 * len(PATIENCE_S)


def test_a_board_that_never_answers_is_given_up_with_the_command_that_mends_it(
    talk: Conversation,
) -> None:
    talk.open()
    talk.wait(sum(PATIENCE_S) - 0.01)
    assert talk.link.failure is None
    talk.wait(0.02)
    assert "`undertow flash mixed`" in str(talk.link.failure)
    assert talk.link.wake_at is None
    assert talk.link.closed() == []


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"name": "grid"}, "grid"),
        ({"version": (0, 9, 0)}, "0.9.0"),
        ({"version": (2, 0, 0)}, "2.0.0"),
        ({"protocol": 1}, "version 1"),
        ({"protocol": 3}, "version 3"),
        ({"serial": "E66139"}, "E66139"),
        ({"tables": b"others!!"}, "board map"),
    ],
)
def test_a_wrong_board_is_refused_with_what_mends_it(
    talk: Conversation, wrong: dict[str, object], named: str
) -> None:
    nonce = talk.open()
    talk.says(hello(nonce, **wrong), state(0))  # type: ignore[arg-type]
    assert talk.link.failure
    assert named in talk.link.failure
    assert ("`undertow flash mixed`" in talk.link.failure) != ("serial" in wrong)
    assert talk.link.closed() == []
    assert talk.read == []


# Going live


def test_the_state_at_the_start_is_reported_but_not_its_history(
    talk: Conversation,
) -> None:
    nonce = talk.open()
    talk.says(hello(nonce, last=5), state(2))
    assert talk.read == []
    happened = down(0), up(0), down(1), up(2), down(3)
    talk.says(changes(1, *happened, tag_entry(0, b"\x04\xa1"), down(0)))
    assert talk.read == [
        UP,
        Pressed(OTHER),
        Occupied("depth:0:1", True),
        TagSeen("shoe", "04a1"),
        Pressed(TILE),
    ]


# Changes


def test_each_change_is_a_reading_in_order_and_is_acknowledged(
    live: Conversation,
) -> None:
    uid = bytes.fromhex("04a1b2c3d4e5f6")
    told = live.says(
        changes(1, down(0), down(2), up(0), tag_entry(1, uid), tag_entry(1, b""))
    )
    assert told == [
        Pressed(TILE),
        Occupied(PIECE, True),
        Released(TILE),
        TagSeen("play", "04a1b2c3d4e5f6"),
    ]
    assert live.asked() == [Seen(EPOCH, 5)]


def test_a_repeated_entry_is_reported_once_and_acknowledged_again(
    live: Conversation,
) -> None:
    first = changes(1, down(0), up(0))
    live.says(first, first)
    live.says(changes(1, down(0), up(0), down(0)))
    assert live.read == [Pressed(TILE), Released(TILE), Pressed(TILE)]
    assert live.asked() == [Seen(EPOCH, 2), Seen(EPOCH, 3)]
    assert live.link.counters.resent == 4


def test_a_gap_asks_for_the_state_and_nothing_is_reported_until_it_is_filled(
    live: Conversation,
) -> None:
    assert live.says(changes(3, down(1))) == []
    assert live.asked() == [AskState(EPOCH)]
    told = live.says(state(), changes(1, down(0), up(0), down(1)))
    assert told == [Pressed(TILE), Released(TILE), Pressed(OTHER)]


def test_changes_without_a_gap_are_as_good_as_the_state_that_was_asked_for(
    live: Conversation,
) -> None:
    live.says(Heartbeat(EPOCH, 2, 0))
    live.asked()
    assert live.says(changes(1, down(0), up(0))) == [Pressed(TILE), Released(TILE)]
    live.asked()
    live.wait(SILENCE_S - 0.1)
    assert live.asked() == []
    assert live.link.failure is None


def test_a_newer_state_is_taken_over_where_the_board_had_to_fold(
    live: Conversation,
) -> None:
    live.says(state(0, 3, number=300))
    assert live.read == [Pressed(TILE), Occupied("depth:0:1", True)]
    live.says(changes(301, up(0)))
    assert live.read[2:] == [Released(TILE)]


def test_a_heartbeat_is_answered_and_reveals_missed_entries(
    live: Conversation,
) -> None:
    live.says(Heartbeat(EPOCH, 0, 0))
    assert live.asked() == [Seen(EPOCH, 0)]
    live.says(Heartbeat(EPOCH, 2, 0))
    assert live.asked() == [AskState(EPOCH), Seen(EPOCH, 0)]


@pytest.mark.parametrize(("bits", "tags"), [(8, (b"", b"")), (5, (b"",))])
def test_a_state_of_another_size_is_refused_with_the_command_that_mends_it(
    live: Conversation, bits: int, tags: tuple[bytes, ...]
) -> None:
    wrong = state(0, number=9, tags=tags)
    wrong.count = bits
    assert live.says(wrong) == []
    assert "`undertow flash mixed`" in str(live.link.failure)


def test_a_board_that_never_gets_through_its_log_is_given_up_with_a_sentence(
    talk: Conversation,
) -> None:
    """It answers, its heart beats, but what it noted last never comes."""
    nonce = talk.open()
    talk.says(hello(nonce, last=9), state())
    begun = talk.now
    while talk.link.failure is None:
        talk.wait(0.25)
        talk.says(Heartbeat(EPOCH, 9, 0), state(), changes(1, down(0), up(0)))
    assert CATCH_UP_S <= talk.now - begun < CATCH_UP_S + 1
    assert talk.read == []


# Acknowledging


def test_what_is_not_told_yet_is_not_acknowledged(talk: Conversation) -> None:
    """While it catches up, nothing has been dealt with."""
    nonce = talk.open()
    talk.says(hello(nonce, last=3), state(), changes(1, down(0), up(0)))
    assert talk.asked() == [AskState(EPOCH), Seen(EPOCH, 0)], "its state, no change"
    talk.says(Heartbeat(EPOCH, 3, 0))
    assert talk.asked() == [AskState(EPOCH)]
    talk.says(changes(3, down(2)))
    assert talk.asked() == [Seen(EPOCH, 3)]
