"""The page about the wire says what the code does."""

import re

import pytest

from firmware import messages
from firmware.board import GIVE_UP_MS, HEARTBEAT_MS, REPEAT_MS
from firmware.log import ROOM, WINDOW
from firmware.messages import PROTOCOL, Hello, Message, Statistics, ahead, unpack
from firmware.wire import LONGEST_FRAME, LONGEST_MESSAGE, Decoder
from hardware.boards.link import CATCH_UP_S
from tests.firmware.test_vectors import VECTORS
from tests.support import ROOT

PAGE = (ROOT / "firmware" / "WIRE.md").read_text()
WORDS = " ".join(PAGE.split())
FRAMES = {v["is"]: v["frame"] for v in VECTORS["good"]}
_BYTES = r"(?:[0-9A-F]{2} ?)+"


def section(title: str) -> str:
    """What stands under this heading, up to the next one."""
    (found,) = re.findall(
        rf"^#+ {re.escape(title)}$(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL
    )
    return str(found)


def worked(title: str) -> bytes:
    """The frame that is taken apart there."""
    (raw,) = re.findall(rf"^({_BYTES})$", section(title), re.MULTILINE)
    return bytes.fromhex(raw)


def rows(title: str) -> list[tuple[bytes, str, str]]:
    """Each part of that frame: its bytes, what it is, its value where there is one."""
    found = re.findall(
        rf"^\| `({_BYTES})` \| ([^|]+) \|(?: ([^|]*)\|)?$", section(title), re.MULTILINE
    )
    return [(bytes.fromhex(raw), name, value.strip()) for raw, name, value in found]


def test_the_frames_on_the_page_are_the_vectors() -> None:
    shown = re.findall(r"^\| ([^|]+) \| `((?:[0-9A-F]{2} ?)+)` \|$", PAGE, re.MULTILINE)
    frames = {what: bytes.fromhex(raw).hex() for what, raw in shown if what in FRAMES}
    assert len(frames) >= 8
    assert frames == {what: FRAMES[what] for what in frames}


def test_the_frame_that_is_taken_apart_is_one_of_them() -> None:
    assert worked("A frame").hex() == FRAMES["bit 5 is pressed"]
    parts = [raw for raw, _, _ in rows("A frame")]
    assert b"".join(parts) == worked("A frame")


@pytest.mark.parametrize(
    ("title", "kind"),
    [("A Hello, taken apart", Hello), ("Statistics, taken apart", Statistics)],
)
def test_a_worked_message_decodes_to_what_the_page_says(
    title: str, kind: type[Message]
) -> None:
    frame = worked(title)
    (message,) = Decoder().feed(frame)
    parts = rows(title)
    assert b"".join(raw for raw, _, _ in parts[1:-1]) == message
    told = unpack(message)
    assert isinstance(told, kind)
    values = {name: value for _, name, value in parts if value}
    assert values.pop("sequence number") == str(frame[1])
    assert values.pop("code") == kind.__name__
    assert values == said(told)
    assert frame.hex() in FRAMES.values()


def said(message: Message) -> dict[str, str]:
    """Its fields as a person writes them."""
    fields = {name: str(value) for name, value in vars(message).items()}
    if isinstance(message, Statistics):
        del fields["counters"]
        fields |= {name: str(value) for name, value in message.named().items()}
    if isinstance(message, Hello):
        fields["version"] = ".".join(map(str, message.version))
        fields["tables"] = message.tables.hex()
    return fields


def test_the_counters_are_on_the_page_in_their_order() -> None:
    listed = re.findall(
        r"^\| (\d+) \| `(\w+)` \|", section("What the board counts"), re.MULTILINE
    )
    assert [(int(n), name) for n, name in listed] == [
        (n + 1, name) for n, name in enumerate(Statistics.FIELDS)
    ]


def test_numbers_compare_as_the_page_says() -> None:
    shown = re.findall(
        r"ahead\(([0-9A-F]{4}), ([0-9A-F]{4})\) = (-?\d+)", section("Comparing numbers")
    )
    assert len(shown) == 4
    for a, b, by in shown:
        assert ahead(int(a, 16), int(b, 16)) == int(by)


def test_every_message_is_on_the_page_with_its_code() -> None:
    listed = dict(re.findall(r"^\| ([0-9A-F]{2}) \| (\w+) \|", PAGE, re.MULTILINE))
    kinds = [kind for kind in vars(messages).values() if isinstance(kind, type)]
    coded = {kind for kind in kinds if issubclass(kind, Message) and kind.code}
    assert listed == {f"{kind.code:02X}": kind.__name__ for kind in coded}


def test_every_message_has_a_vector() -> None:
    raw = [Decoder().feed(bytes.fromhex(frame))[0] for frame in FRAMES.values()]
    codes = re.findall(r"^\| ([0-9A-F]{2}) \| \w+ \|", PAGE, re.MULTILINE)
    assert {f"{message[0]:02X}" for message in raw} == set(codes)


def test_the_numbers_on_the_page_are_those_of_the_code() -> None:
    assert f"longer than {LONGEST_MESSAGE} bytes" in WORDS
    assert f"more than {LONGEST_FRAME} bytes" in WORDS
    assert f"within {REPEAT_MS} ms" in WORDS
    assert f"keeps {ROOM} entries" in WORDS
    assert f"more than {WINDOW:,} past the last" in WORDS
    assert f"no table was heard for {GIVE_UP_MS // 1000} s" in WORDS
    assert f"within {CATCH_UP_S:.0f} s" in WORDS
    assert f"`protocol` is {PROTOCOL}." in WORDS
    assert HEARTBEAT_MS == 5000
    assert "Heartbeats come every five seconds" in WORDS
