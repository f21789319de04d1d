"""The messages between a home and its guest.

guest   hello     its version, its name, and what it has: lamps and sensed places
        readings  all readings since the last message
home    a frame   three bytes for each lamp, before gamma and current limit
        heard     sounds to start now
        off       somebody has switched the guest off by hand
        asking    people at home decide; meanwhile the guest shows these colours
        welcome   a ticket with which the guest comes back without asking
        declined  nobody at home lets this guest in
        refused   the reason why this guest cannot join
"""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from controller.basics.errors import MISSHAPEN, BadRequest
from hardware import readings
from hardware.readings import Reading

# Far more than any table has, but harmless.
MOST_PIXELS = 1024
MOST_READINGS = 512
LONGEST_NAME = 40
# The most readings in one of a guest's messages.
AT_ONCE = 40
_MOST_BYTES = 128 * 1024
_KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        readings.Pressed,
        readings.Released,
        readings.Occupied,
        readings.TagSeen,
        readings.LinkDown,
        readings.LinkUp,
    )
}


class BadGuestData(BadRequest):
    """A message from a guest that makes no sense."""


class Hello(NamedTuple):
    """A guest that wants to join."""

    version: str
    name: str
    pixels: int
    # Each lamp's pixel, and the places that each board senses.
    lamps: Mapping[str, int]
    sensed: Mapping[str, frozenset[str]]


def hello(guest: Hello) -> str:
    table = {
        "pixels": guest.pixels,
        "lamps": dict(guest.lamps),
        "sensed": {board: sorted(places) for board, places in guest.sensed.items()},
    }
    packed = b64encode(zlib.compress(json.dumps(table).encode())).decode()
    head = {"type": "hello", "version": guest.version, "name": guest.name}
    return json.dumps({**head, "table": packed})


def read_hello(message: str | bytes) -> Hello:
    """Read a guest's first message; raise BadGuestData."""
    try:
        data = _object(message, "hello")
        table = json.loads(_unpacked(data["table"]))
        found = Hello(
            str(data["version"]),
            str(data["name"])[:LONGEST_NAME],
            int(table["pixels"]),
            {str(place): int(pixel) for place, pixel in table["lamps"].items()},
            {
                str(board): frozenset(map(str, places))
                for board, places in table["sensed"].items()
            },
        )
    except (*MISSHAPEN, zlib.error):
        raise BadGuestData("this is no hello of a guest table") from None
    if not 0 < found.pixels <= MOST_PIXELS or not found.name.isprintable():
        raise BadGuestData("no table has this many lamps, or such a name")
    if not all(0 <= pixel < found.pixels for pixel in found.lamps.values()):
        raise BadGuestData("a lamp is on no pixel of this table")
    return found


def _unpacked(text: str) -> bytes:
    inflate = zlib.decompressobj()
    found = inflate.decompress(b64decode(text, validate=True), _MOST_BYTES)
    if inflate.unconsumed_tail:
        raise BadGuestData("this table is too large")
    return found


def reading_messages(happened: Sequence[Reading]) -> Iterator[str]:
    """Yield these readings as messages, short enough for home."""
    rows = [[type(reading).__name__, *reading] for reading in happened]
    for at in range(0, len(rows), AT_ONCE):
        yield json.dumps({"type": "readings", "readings": rows[at : at + AT_ONCE]})


def read_readings(message: str | bytes, places: frozenset[str]) -> list[Reading]:
    """Return the readings of a message from these `places`; raise BadGuestData."""
    try:
        rows = _object(message, "readings")["readings"]
        if len(rows) > MOST_READINGS:
            raise BadGuestData(f"{len(rows)} readings at once are too many")
        return [_reading(row, places) for row in rows]
    except MISSHAPEN:
        raise BadGuestData("these are no readings of a guest table") from None


def _reading(row: Any, places: frozenset[str]) -> Reading:
    kind, *fields = row
    found: Reading = _KINDS[kind](*fields)
    match found:
        case readings.Occupied(place, present):
            is_right = place in places and isinstance(present, bool)
        case _:
            is_right = all(isinstance(value, str) for value in found)
    if not is_right:
        raise ValueError(row)
    return found


def to_guest(kind: str, **values: Any) -> str:
    """Return a message of this kind from home."""
    return json.dumps({"type": kind, **values})


def _object(message: str | bytes, kind: str) -> dict[str, Any]:
    data = json.loads(message)
    if not isinstance(data, dict) or data.get("type") != kind:
        raise ValueError(kind)
    return data
