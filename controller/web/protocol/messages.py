"""Every message between pages and the table: its fields, and their types.

`README.md` explains them, `static/shared/protocol.d.ts` is generated from this file,
and pages' messages are checked against it. A field whose name ends in "?" may be
missing; a range is a number within it, and a tuple is one of its strings. Each message
has its `type` as well, and perhaps an `id`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from controller.basics.sentence import Says
from controller.bots.sense import SEATED
from controller.session.clocks import MOST_MINUTES, NO_CLOCK
from controller.words.files import LANGUAGES

Record: TypeAlias = Mapping[str, Any]
Object: TypeAlias = Mapping[str, Any]
Objects: TypeAlias = Sequence[Mapping[str, Any]]
Names: TypeAlias = Sequence[str]
# The level of a bot, or "" for a person.
_LEVEL = ("", *SEATED)

FROM_TABLE: Mapping[str, Record] = {
    "hello": {
        "version": str,
        "page": ("host", "seat", "spectator"),
        "seat": int | None,
        "touch": Object | None,
        "updates": bool,
        "settings": bool,
        "board": Object,
    },
    "games": {"games": Objects},
    "position": {
        "phase": ("choose", "offer", "play", "over"),
        "game": Object,
        "events": Objects,
        "state": Any,
        "pending": Object | None,
        "result": Object | None,
        "can_undo": bool,
        "waits": Says | None,
        "prompt": Says | None,
        "how": Object,
        "lesson?": Object,
        "clock?": Object,
        "notice?": Says | None,
        "decision?": str,
        "beats?": Objects,
        "belongs?": Mapping[str, Names],
        "step?": Object | None,
        "links?": Objects,
        "told_by?": Mapping[str, str],
    },
    "story": {"from": int, "lines": Objects},
    "past": {"at": int, "state": Any},
    "review": {"length": int, "points": Sequence[Sequence[int]], "records": Objects},
    "parts": {"parts": Objects},
    "nearby": {"tables": Objects},
    "striker": {"state": str, "degrees": float | None},
    "lying": {
        "armed": bool,
        "pieces": Mapping[str, str | None],
        "cards": Mapping[str, str],
        "faults": Mapping[str, Names],
    },
    "seats": {"seats": Objects, "joining": bool, "shared?": str | None},
    "asking": {"seat": int, "word": Names},
    "seated": {"seat": int, "url": str | None, "message": Says | None},
    "hint": {"action": Object, "message": Says | None},
    "health": {
        "boards": Objects,
        "heard": Sequence[float] | None,
        "pins": Objects,
        "readings": Sequence[Any],
    },
    "heard": {"sounds": Names},
    "said": {
        "told": Sequence[Says],
        "prompt": Sequence[Says],
        "answer": Says | None,
        "again": bool,
    },
    "sound": {
        "volume": int,
        "muted": bool,
        "music": bool,
        "speaks": bool | None,
        "language": str,
    },
    "settings": {
        "values": Object,
        "boards": Objects,
        "elsewhere": Mapping[str, str],
        "refused": Mapping[str, Says],
        "waiting": Names,
        "restarts": bool,
    },
    "told": {"legal": bool, "rule": str, "message": Says},
    "misnamed": {"seat": int | None, "message": Says},
    "reply": {"message": Says},
    "error": {"message": Says},
    "done": {},
}

TO_TABLE: Mapping[str, Record] = {
    "press": {"control": str},
    "release": {"control": str},
    "turn": {"on": bool},
    "move": {"piece": str, "to": str | None},
    "tag": {"reader": str, "uid": str},
    "fault": {"part": str, "fault": str, "value?": str | float | None},
    "repair": {"part": str},
    "health": {},
    "story": {},
    "past": {"at": int},
    "games": {},
    "review": {},
    "ping": {},
    "update": {},
    "settings": {"table_name?": str, "language?": str, "board?": str},
    "restart": {},
    "new": {
        "game": str,
        "seats": int,
        "options?": Object,
        "learn?": bool,
        "new_links?": bool,
        "players?": Names,
        "bots?": Names,
        "told_by?": Mapping[str, str],
        "clock?": range(NO_CLOCK, MOST_MINUTES + 1),
    },
    "again": {},
    "do_it": {},
    "continue": {},
    "away": {},
    "point": {"game": str, "seats": int},
    "refuse": {"seat": int},
    "join": {"table": str},
    "let_in": {"page": int},
    "joining": {"on": bool},
    "share": {"on": bool},
    "ready": {"on": bool},
    "name": {"name": str},
    "forget": {"name": str},
    "bot": {"seat?": int, "level": _LEVEL},
    "sound": {
        "volume?": range(11),
        "muted?": bool,
        "music?": bool,
        "speaks?": bool,
        "language?": LANGUAGES,
    },
    "brightness": {"percent": range(1, 101)},
    "sit": {"seat": int, "name?": str},
    "leave": {},
    "act": {"action": Object, "decision": str},
    "undo": {"decision": str},
    "hint": {"decision": str},
    "why": {"action": Object},
}
