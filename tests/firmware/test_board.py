"""The behaviour of a board; `test_micropython` runs this file too."""

from firmware.board import ALONE_MS, GIVE_UP_MS, HEARTBEAT_MS, REPEAT_MS, VERSION
from firmware.log import ROOM, WINDOW, Log
from firmware.messages import (
    AskHello,
    AskState,
    Changes,
    Heartbeat,
    Hello,
    Seen,
    State,
    Update,
    bit_entry,
    tag_entry,
)
from tests.firmware.played import Played, SmallTables, same

EPOCH = 77
NOTHING = State(EPOCH, 0, 16, b"\x00\x00", (b"", b""))


def listened_to() -> Played:
    """Return a board that knows that a table is there."""
    played = Played(EPOCH)
    played.say(Seen(EPOCH, 0))
    return played


def hello(nonce: int, epoch: int = EPOCH, last: int = 0) -> Hello:
    return Hello(nonce, epoch, last, VERSION, SmallTables.HASH, "small", "E661")


# Starting


def test_a_board_says_hello_when_it_has_settled() -> None:
    played = Played(EPOCH, is_settled=False)
    played.wait(298)
    same(played.told(), [])
    played.wait(4)
    same(played.told(), [hello(0)])


def test_a_hello_answers_with_the_nonce_of_its_question() -> None:
    played = Played(EPOCH)
    played.say(AskHello(4711))
    same(played.told(), [hello(4711)])


def test_what_is_pressed_and_lies_there_at_the_start_is_state_and_not_news() -> None:
    played = Played(EPOCH, is_settled=False)
    played.hold(3)
    played.hold(12)
    played.shoe.tag = b"\x04\x01\x02\x03"
    played.wait(320)
    played.told()
    played.say(AskState(EPOCH))
    played.wait(20)
    state = State(EPOCH, 0, 16, b"\x08\x10", (b"\x04\x01\x02\x03", b""))
    same(played.told(), [state])


def test_a_board_waits_for_its_readers_but_not_for_ever() -> None:
    played = Played(EPOCH, is_settled=False)
    played.play.tag = None
    played.wait(1990)
    same(played.told(), [])
    played.wait(20)
    same(played.told(), [hello(0)])


def test_an_unwired_bit_is_never_told() -> None:
    played = listened_to()
    played.hold(8)
    played.hold(9)
    played.wait(400)
    same(played.changes(), [])


# Dwell


def test_a_bouncing_switch_is_one_press() -> None:
    played = listened_to()
    for _ in range(5):
        played.hold(2)
        played.wait(6)
        played.let_go(2)
        played.wait(4)
    played.hold(2)
    played.wait(20)
    same(played.changes(), [(2, 1, None)])


def test_a_piece_that_slides_over_a_sensor_is_not_told() -> None:
    played = listened_to()
    played.hold(11)
    played.wait(140)
    played.let_go(11)
    played.wait(400)
    same(played.changes(), [])


def test_a_tag_is_reported_when_it_arrives_and_when_it_leaves() -> None:
    played = listened_to()
    played.play.tag = b"\x04\x11\x22\x33\x44\x55\x66"
    played.wait(4)
    played.play.tag = b""
    played.wait(4)
    same(played.changes(), [(1, 0, b"\x04\x11\x22\x33\x44\x55\x66"), (1, 0, b"")])


def test_a_reader_that_cannot_tell_changes_nothing() -> None:
    played = listened_to()
    played.shoe.tag = b"\x01\x02\x03\x04"
    played.wait(4)
    played.told()
    played.shoe.tag = None
    played.wait(50)
    played.shoe.tag = b"\x01\x02\x03\x04"
    played.wait(50)
    same(played.changes(), [])


# Telling


def test_a_press_between_two_looks_of_the_table_is_not_lost() -> None:
    played = listened_to()
    played.line.is_full = True
    played.press(1)
    played.line.is_full = False
    played.wait(2)
    same(played.changes(), [(1, 1, None), (1, 0, None)])


def test_unacknowledged_entries_are_sent_again() -> None:
    played = listened_to()
    played.hold(1)
    played.wait(20)
    first = played.told()
    same(first, [Changes(EPOCH, 1, bit_entry(1, 1, 32))])
    played.wait(REPEAT_MS)
    same(played.told(), first)
    played.say(Seen(EPOCH, 1))
    played.wait(3 * REPEAT_MS)
    same(played.told(), [])


def test_new_changes_do_not_put_off_what_has_to_be_told_again() -> None:
    played = listened_to()
    seen = []
    for bit in (0, 1, 2, 3, 4, 5, 6, 7):
        played.hold(bit)
        played.wait(REPEAT_MS // 4)
        seen += played.changes()
    again = seen.count((0, 1, None))
    assert again == 2, seen


def test_everything_after_the_last_acknowledged_entry_is_sent_again_in_order() -> None:
    played = listened_to()
    played.press(1)
    played.press(2)
    played.told()
    played.say(Seen(EPOCH, 1))
    played.wait(REPEAT_MS + 2)
    later = bit_entry(1, 0, 20) + bit_entry(2, 1, 20) + bit_entry(2, 0, 20)
    same(played.told(), [Changes(EPOCH, 2, later)])


def test_an_impossible_acknowledgement_is_ignored() -> None:
    played = listened_to()
    played.press(1)
    played.told()
    played.say(Seen(EPOCH, 3))
    played.say(Seen(EPOCH, 0xFFFF))
    played.wait(REPEAT_MS + 2)
    same(played.changes(), [(1, 1, None), (1, 0, None)])


def test_the_state_is_the_one_before_the_unsent_entries() -> None:
    played = listened_to()
    played.hold(1)
    played.wait(20)
    played.shoe.tag = b"\x04\x01\x02\x03"
    played.wait(20)
    played.told()
    played.say(AskState(EPOCH))
    played.wait(2)
    card = tag_entry(0, b"\x04\x01\x02\x03")
    same(played.told(), [NOTHING, Changes(EPOCH, 1, bit_entry(1, 1, 32) + card)])
    played.say(Seen(EPOCH, 2))
    played.say(AskState(EPOCH))
    state = State(EPOCH, 2, 16, b"\x02\x00", (b"\x04\x01\x02\x03", b""))
    same(played.told(), [state])


def test_many_changes_go_in_frames_that_fit() -> None:
    played = listened_to()
    played.line.is_full = True
    for _ in range(20):
        played.shoe.tag = b"0123456789"
        played.wait(2)
        played.shoe.tag = b""
        played.wait(2)
    played.line.is_full = False
    played.wait(2)
    told = [m for m in played.told() if isinstance(m, Changes)]
    same([m.first for m in told], [1, 17, 33])
    same(sum(len(m.split()) for m in told), 40)


def test_without_a_table_there_are_heartbeats_and_nothing_else() -> None:
    played = Played(EPOCH)
    played.press(1)
    played.wait(2 * ALONE_MS)
    same(played.told(), [Heartbeat(EPOCH, 2, 0)] * 2)


def test_with_a_table_heartbeats_are_seldom() -> None:
    played = listened_to()
    played.wait(HEARTBEAT_MS - 400)
    same(played.told(), [])
    played.wait(400)
    same(played.told(), [Heartbeat(EPOCH, 0, 0)])


def test_the_board_sends_nothing_more_to_a_table_that_has_gone() -> None:
    played = listened_to()
    played.wait(GIVE_UP_MS + 10)
    played.told()
    played.hold(1)
    played.wait(HEARTBEAT_MS)
    told = played.told()
    assert told, "no heartbeat"
    assert all(isinstance(m, Heartbeat) for m in told), told
    played.say(AskState(EPOCH))
    played.wait(2)
    waited_ms = GIVE_UP_MS + 10 + 32  # and since it settled
    pressed = bit_entry(1, 1, waited_ms)
    same(played.told(), [NOTHING, Changes(EPOCH, 1, pressed)])


def test_a_silent_reader_is_reported_at_once_and_again_when_it_is_back() -> None:
    played = listened_to()
    played.play.is_silent = True
    played.wait(2)
    same(played.told(), [Heartbeat(EPOCH, 0, 2)])
    played.play.is_silent = False
    played.wait(2)
    same(played.told(), [Heartbeat(EPOCH, 0, 0)])


def test_a_full_log_keeps_the_levels() -> None:
    played = Played(EPOCH)
    for _ in range(ROOM // 2 + 3):
        played.press(6)
    played.hold(0)
    played.wait(20)
    played.told()
    played.say(AskState(EPOCH))
    played.wait(2)
    told = played.told()
    state = State(EPOCH, 7, 16, b"\x40\x00", (b"", b""))
    same(told[0], state)
    entries = [e for m in told[1:] if isinstance(m, Changes) for e in m.split()]
    same(len(entries), ROOM)
    same(entries[-1], (0, 1, None, 20))


# The time of a change


def test_each_change_of_a_bit_tells_how_long_the_one_before_it_is_ago() -> None:
    played = listened_to()
    played.press(1)
    played.wait(1000)
    played.shoe.tag = b"\x04"
    played.wait(500)
    played.hold(2)
    played.hold(3)
    played.wait(20)
    told = [m for m in played.told() if isinstance(m, Changes)]
    times = {e[:3]: e[3] for changes in told for e in changes.split()}
    same(times[1, 0, None], 20)
    same(times[0, 0, b"\x04"], 0)
    same(times[2, 1, None], 1520)
    same(times[3, 1, None], 0)


# More than a log's numbers can count


def fill(log: Log, entries: int) -> None:
    """Change one bit this many times; it is off after an even number."""
    for number in range(entries):
        log.bit(6, 1 - number % 2, 0)


def test_a_log_that_nobody_listens_to_begins_a_new_epoch() -> None:
    played = listened_to()
    log = played.board.watch.log
    assert log is not None
    fill(log, WINDOW + ROOM - 1)
    played.wait(2)
    played.told()
    played.say(AskHello(5))
    same(played.told(), [hello(5, last=WINDOW + ROOM - 1)])
    fill(log, 1)
    played.wait(2)
    played.told()
    played.say(AskHello(6))
    same(played.told(), [hello(6, EPOCH + 1, WINDOW + ROOM)])


def test_an_entry_too_far_from_the_last_acknowledged_one_waits() -> None:
    """A table might take its number for an old one."""
    log = Log(bytearray(1), [], 0)
    fill(log, WINDOW + 100)
    told = []
    found = log.unsent()
    while found:
        told.append(found[1])
        log.sent = found[1]
        found = log.unsent()
    same(told[-1], WINDOW)
    log.acknowledge(WINDOW)
    found = log.unsent()
    assert found is not None
    same(found[0], WINDOW + 1)


def test_a_table_that_acknowledges_keeps_its_epoch_however_much_is_sent() -> None:
    log = Log(bytearray(1), [], 0)
    for _ in range(1000):
        fill(log, 200)
        log.sent = log.last
        log.acknowledge(log.last)
        assert not log.is_abandoned()
    same(log.last, 200_000 & 0xFFFF)


# Commands


def test_a_command_for_another_epoch_is_not_obeyed() -> None:
    played = listened_to()
    for command in (Update(EPOCH + 1), Update(1), AskState(1), Seen(1, 0)):
        played.say(command)
        same(played.told(), [hello(0)])
    same(played.board.wants_update, False)


def test_an_update_is_requested_from_the_code_that_owns_the_chip() -> None:
    played = listened_to()
    played.say(Update(EPOCH))
    same(played.board.wants_update, True)


def test_the_lamp_is_lit_while_a_table_is_there() -> None:
    played = Played(EPOCH)
    same(played.board.is_lamp_on(), False)
    played.say(Seen(EPOCH, 0))
    same(played.board.is_lamp_on(), True)
