"""Commands over the broker: fewer than the host has.

They can start, resume or discard games. They cannot decide for a seat, report an
outcome of chance, or move the striker.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from controller.basics.errors import BadRequest
from controller.basics.sentence import Says, verbatim
from controller.rules.codec import brief
from controller.session.requests import Ask
from controller.session.snapshot import Snapshot
from controller.web.protocol.incoming import (
    Data,
    InvalidMessage,
    check,
    parsed,
    request_id,
)
from controller.web.protocol.messages import TO_TABLE, Record
from controller.web.protocol.requests import read

LONGEST_SAYING = 200
_ABOUT = ("id", "type")
# Commands that a host's page has too, each with the keys it uses here.
_SHARED = {
    "bot": ("seat", "level"),
    "new": ("game", "seats", "options", "players", "bots", "learn", "clock"),
    "again": (),
    "continue": (),
    "away": (),
    "brightness": ("percent",),
}
_OWN: dict[str, Record] = {"say": {"text": str}, "mute": {"on": bool}}
_KEYS: dict[str, Collection[str]] = {**_SHARED, **_OWN}


class CommandCallbacks(NamedTuple):
    """The functions that a command may call."""

    now: Callable[[], Snapshot]
    ask: Ask
    announce: Callable[[Says], object]
    # Notes the id of the command that started the current game.
    begun: Callable[[str], object]
    # Mutes or unmutes the table; None without a speaker.
    mute: Callable[[bool], object] | None = None


def answer(payload: bytes, callbacks: CommandCallbacks) -> dict[str, Any]:
    """Do what a command asks, and return the answer."""
    given = ""
    try:
        data = parsed(_decoded(payload))
        given = request_id(data)
        _do(data, callbacks)
        if data["type"] == "new":
            callbacks.begun(given)
    except BadRequest as error:
        return {"id": given, "ok": False, "error": str(error)}
    except RecursionError:
        return {"id": given, "ok": False, "error": "the command is nested too deep"}
    return {"id": given, "ok": True}


def _decoded(payload: bytes) -> str:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise InvalidMessage("a command is JSON in UTF-8") from None


def _do(data: Data, callbacks: CommandCallbacks) -> None:
    called = data.get("type")
    if not isinstance(called, str) or called not in _KEYS:
        known = ", ".join(_KEYS)
        raise InvalidMessage(f"there is no command {brief(called)}; there is {known}")
    for key in data:
        if key not in (*_ABOUT, *_KEYS[called]):
            known = ", ".join(_KEYS[called]) or "no keys"
            raise InvalidMessage(f"{called} takes {known}, not {brief(key)}")
    check(data, _OWN.get(called) or TO_TABLE[called])
    match called:
        case "say":
            callbacks.announce(verbatim(_checked_text(data["text"])))
        case "mute" if callbacks.mute:
            callbacks.mute(data["on"])
        case "mute":
            raise InvalidMessage("this table has no speaker")
        case "continue" | "away" if callbacks.now().situation.phase != "offer":
            raise InvalidMessage("no saved game waits to be resumed or put away")
        case _:
            asked = read(callbacks.now(), "host", data)
            # Only seats' pages are answered with a notice.
            assert not isinstance(asked, tuple), "a host's request is an intent"
            callbacks.ask(asked)


def _checked_text(words: str) -> str:
    said = " ".join(words.split())
    if not said or len(said) > LONGEST_SAYING or not said.isprintable():
        raise InvalidMessage(f"text must be 1 to {LONGEST_SAYING} printable letters")
    return said
