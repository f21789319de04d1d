"""Talks to the engine, in this process or in another."""

import json
import os
import subprocess
import sys
from typing import Any

from controller.engine.protocol import Engine

Answer = dict[str, Any]


def engine_process() -> subprocess.Popen[bytes]:
    """Start `undertow engine` as another program would."""
    # Without a buffer it would answer at once even if it did not flush.
    env = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    return subprocess.Popen(
        [sys.executable, "-m", "controller.cli.main", "engine"],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def send(engine: Engine, line: bytes) -> Answer:
    """Return the answer to a line as the other side reads it; check its shape."""
    answer = json.loads(json.dumps(engine.answer(line), allow_nan=False))
    assert isinstance(answer, dict)
    check_shape(answer)
    return answer


def check_shape(answer: Answer) -> None:
    assert type(answer["ok"]) is bool
    if answer["ok"]:
        assert "error" not in answer
        return
    assert answer.keys() == {"ok", "error"}
    error = answer["error"]
    assert error.keys() - {"rule"} == {"code", "message"}
    assert error["code"] in {
        "bad-json",
        "bad-request",
        "no-game",
        "over",
        "illegal",
        "cannot-undo",
    }
    assert ("rule" in error) == (error["code"] in ("over", "illegal"))
    assert error["message"]
    assert "Traceback" not in error["message"]


def ask(engine: Engine, cmd: str, **request: Any) -> Answer:
    """Send a request that must succeed."""
    answer = send(engine, json.dumps({"cmd": cmd, **request}).encode())
    assert answer["ok"], answer
    return answer


def fail(engine: Engine, cmd: str, **request: Any) -> Answer:
    """Send a request that must fail and change nothing; return its error."""
    before = memory(engine)
    answer = send(engine, json.dumps({"cmd": cmd, **request}).encode())
    assert not answer["ok"], answer
    assert memory(engine) == before
    return dict(answer["error"])


def started(seats: int = 4, **setup: Any) -> Engine:
    engine = Engine()
    ask(engine, "new", game="get-bit", seats=seats, **setup)
    return engine


def memory(engine: Engine) -> list[Answer]:
    """Return everything that an engine can be asked about its game."""
    commands: list[Answer] = [{"cmd": "log"}, {"cmd": "show"}]
    commands += [{"cmd": "show", "seat": seat} for seat in (0, 1, 5, "table")]
    return [send(engine, json.dumps(command).encode()) for command in commands]


def choose(seat: int, robot: str, card: int) -> Answer:
    return {"type": "choose", "seat": seat, "robot": robot, "card": card}
