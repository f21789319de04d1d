"""The engine: any line, and requests that are a little wrong, in the middle of games.

A silent loss is a line without its one answer, a request that was refused and changed
something all the same, or a conversation whose log does not load to the same game.
"""

import io
import json
from random import Random
from typing import Any

from controller import games
from controller.engine.protocol import Engine, serve
from tests.fuzz import Lost, limited
from tests.fuzz.changes import changed, changed_value, dumped
from tests.support.engine_driver import Answer, ask, check_shape, memory, send


class Lines:
    name = "engine"

    def __init__(self, inputs: int = 40) -> None:
        self._inputs = inputs

    def play(self, random: Random) -> int:
        engine, lines = Engine(), list[bytes]()
        for number in range(self._inputs):
            line = _line(engine, random, is_first=number == 0)
            lines.append(line)
            with limited():
                _send(engine, line)
        with limited():
            _loads_again(engine)
            _streams(lines)
        return self._inputs


def _send(engine: Engine, line: bytes) -> None:
    before = memory(engine)
    answer = send(engine, line)
    if not answer["ok"] and memory(engine) != before:
        raise Lost(f"{line[:200]!r} was refused, and changed something")


def _loads_again(engine: Engine) -> None:
    log = send(engine, b'{"cmd":"log"}')
    if not log["ok"]:
        return
    other = Engine()
    loaded = ask(other, "load", log=log["log"])
    if {**ask(engine, "show"), "events": []} != {**loaded, "events": []}:
        raise Lost("the log loads to another game")


def _streams(lines: list[bytes]) -> None:
    """Return the same lines as bytes from a pipe."""
    out = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines) + b"\n"), out)
    answers = out.getvalue().splitlines()
    for answer in answers:
        check_shape(json.loads(answer))
    if len(answers) != len(lines):
        raise Lost(f"{len(lines)} lines got {len(answers)} answers")


def _line(engine: Engine, random: Random, *, is_first: bool) -> bytes:
    request: Any = _new(random) if is_first else _request(engine, random)
    if is_first or random.random() < 0.4:
        return json.dumps(request).encode()
    if random.random() < 0.3:
        data = json.dumps(request).encode()
        return changed(data, [data, b"\xff\xfe", b"{}"], random).replace(b"\n", b" ")
    for _ in range(random.choice((1, 1, 2))):
        request = changed_value(request, random)
    return dumped(request).encode()


def _new(random: Random) -> Answer:
    game = games.find(random.choice(games.names()))
    chance = random.choice(("auto", "auto", "manual"))
    seats = random.randint(*game.seats)
    request = {"cmd": "new", "game": game.name, "seats": seats, "chance": chance}
    return request | ({"seed": random.randrange(99)} if chance == "auto" else {})


def _request(engine: Engine, random: Random) -> Answer:
    """Return a valid request for the current position."""
    shown = send(engine, b'{"cmd":"show"}')
    match random.randrange(12):
        case 0:
            return _new(random)
        case 1:
            return {"cmd": "games"}
        case 2:
            return {"cmd": "show", "seat": random.choice((0, 1, "table"))}
        case 3:
            return {"cmd": "undo"}
        case 4:
            log = send(engine, b'{"cmd":"log"}')
            return {"cmd": "load", "log": log.get("log")}
        case 5:
            return {"cmd": "why", "action": _action(shown, random)}
    return {"cmd": "act", "action": _action(shown, random)}


def _action(shown: Answer, random: Random) -> Any:
    pending = shown.get("pending") or {}
    legal = pending.get("legal") or pending.get("outcomes") or [{"type": "choose"}]
    return random.choice(legal)
