"""Every line gets one answer, and a refused request changes nothing."""

import io
import json
import select
import tracemalloc
from typing import Any

import pytest

from controller.engine.protocol import LONGEST, serve
from tests.support.engine_driver import (
    Answer,
    check_shape,
    choose,
    engine_process,
    memory,
    send,
    started,
)


def served(data: bytes) -> list[Answer]:
    """Return the engine's answers to a stream of bytes."""
    out = io.BytesIO()
    serve(io.BytesIO(data), out)
    text = out.getvalue().decode("ascii")
    assert text.endswith("\n") or not text
    answers = [json.loads(line) for line in text.splitlines()]
    for answer in answers:
        check_shape(answer)
    return answers


BAD_LINES = {
    "empty": b"",
    "blank": b" \t ",
    "word": b"hello",
    "two": b'{"cmd":"games"}{"cmd":"games"}',
    "not UTF-8": b'{"cmd":"\xff\xfe"}',
    "surrogate as UTF-8": b'"\xed\xa0\x80"',
    "BOM": b'\xef\xbb\xbf{"cmd":"games"}',
    "NUL": b"\x00",
    "control character": b'{"cmd":"\x01"}',
    "NaN": b'{"cmd":"new","seed":NaN}',
    "number that is too long": b'{"cmd":"new","seed":' + b"9" * 5000 + b"}",
    "nested lists": b"[" * 100_000,
    "nested objects": b'{"cmd":' * 100_000,
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_invalid_json_is_refused(line: bytes) -> None:
    engine = started()
    before = memory(engine)
    answer = send(engine, line)
    assert answer["error"]["code"] == "bad-json"
    assert len(answer["error"]["message"]) < 200
    assert memory(engine) == before


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"[]", "a request is a JSON object, not []"),
        (b"1e999", "a request is a JSON object, not Infinity"),
        (b"{}", "there is no command null; there is "),
        (b'{"cmd":["new"]}', 'there is no command ["new"]; there is '),
        (b'{"cmd":"\\ud800"}', 'there is no command "\\ud800"; there is '),
    ],
)
def test_json_without_a_command_is_refused(line: bytes, message: str) -> None:
    answer = send(started(), line)
    assert answer["error"]["code"] == "bad-request"
    assert answer["error"]["message"].startswith(message)


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "new", "game": "\ud800", "seats": 4},
        {"cmd": "new", "game": "get-bit", "seats": 4, "options": {"\udfff": 1}},
        {"cmd": "act", "action": choose(0, "\ud800", 1)},
        {"cmd": "act", "action": {**choose(0, "red", 1), "\ud800": 1}},
        {"cmd": "act", "action": choose(0, "red", 10**4299)},
        {"cmd": "why", "action": choose(0, "x" * 10_000, 1)},
        {"cmd": "show", "seat": 10**4299},
        {"cmd": "load", "log": {"game": "get-bit", "seats": 10**4299, "actions": []}},
    ],
)
def test_odd_texts_and_giant_numbers_are_answered(
    request_: dict[str, Any],
) -> None:
    engine = started()
    before = memory(engine)
    line = json.dumps(request_).encode()
    answer = send(engine, line)
    assert not answer["ok"] or answer["legal"] is False
    assert memory(engine) == before
    new = b'{"cmd":"new","game":"get-bit","seats":4}\n'
    assert served(new + line)[1] == answer


@pytest.mark.parametrize("depth", [100, 980, 50_000])
@pytest.mark.parametrize(
    "line",
    [
        '{"cmd":@}',
        '{"cmd":"new","game":"get-bit","seats":4,"options":@}',
        '{"cmd":"new","game":"get-bit","seats":4,"options":{"longer":@}}',
        '{"cmd":"act","action":{"type":"choose","seat":0,"robot":"red","card":@}}',
        '{"cmd":"why","action":{"type":"choose","seat":0,"robot":"red","card":@}}',
        '{"cmd":"show","seat":@}',
        '{"cmd":"load","log":@}',
        '{"cmd":"load","log":{"game":"get-bit","seats":4,"rules":@}}',
        "@",
    ],
)
def test_a_line_may_be_nested_to_any_depth(line: str, depth: int) -> None:
    engine = started()
    before = memory(engine)
    nested = line.replace("@", "[" * depth + "]" * depth).encode()
    answer = send(engine, nested)
    assert not answer["ok"] or answer["legal"] is False
    assert memory(engine) == before


def test_every_line_gets_one_answer_in_its_order() -> None:
    answers = served(
        b'{"cmd":"games"}\r\n'
        b"\n"
        b'\t{"cmd":"new","game":"get-bit","seats":2} \r\n'
        b"\r\n"
        b"nonsense\n"
        b'{"cmd":"log"}'
    )
    assert [answer["ok"] for answer in answers] == [
        True,
        False,
        True,
        False,
        False,
        True,
    ]
    assert "games" in answers[0]
    assert answers[5]["log"]["seats"] == 2


def test_only_a_newline_ends_a_line() -> None:
    """Other characters that some programs take for a newline do not."""
    assert len(served(b"a\x0bb\x0cc\x1cd\x85e\xe2\x80\xa8f\rg")) == 1
    assert len(served(b"\n\n\n")) == 3
    assert served(b"") == []


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"cmd": "undo", "seat": 0}, 'undo does not know the key "seat"; it knows cmd'),
        (
            {"cmd": "new", "game": "get-bit", "seats": 4, "sead": 3},
            'new does not know the key "sead"; it knows cmd, game, seats, options, '
            "seed, chance",
        ),
        ({"cmd": "why", "\ud800": 1}, 'why does not know the key "\\ud800"; it knows'),
    ],
)
def test_unknown_key_is_refused(request_: dict[str, Any], message: str) -> None:
    engine = started()
    before = memory(engine)
    answer = send(engine, json.dumps(request_).encode())
    assert answer["error"]["code"] == "bad-request"
    assert answer["error"]["message"].startswith(message)
    assert memory(engine) == before


# Too long lines


class Endless(io.RawIOBase):
    """A stream of this many bytes without a newline."""

    def __init__(self, size: int, after: bytes) -> None:
        self._left = size
        self._after = after

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = min(len(buffer), self._left or len(self._after))
        if self._left:
            buffer[:size] = b"9" * size
            self._left -= size
        else:
            buffer[:size] = self._after[:size]
            self._after = self._after[size:]
        return size


def test_line_may_have_four_mebibytes() -> None:
    games = b'{"cmd":"games"}'
    longest = games + b" " * (LONGEST - len(games))
    answers = served(longest + b"\n" + longest + b" \n" + games + b"\n" + longest)
    assert [answer["ok"] for answer in answers] == [True, False, True, True]
    assert answers[1]["error"] == {
        "code": "bad-request",
        "message": "the line is longer than 4194304 bytes",
    }


@pytest.mark.parametrize("after", [b"", b"\n", b'\n{"cmd":"games"}\n'])
def test_too_long_line_is_not_kept_in_memory(after: bytes) -> None:
    out = io.BytesIO()
    tracemalloc.start()
    serve(io.BufferedReader(Endless(64 * 1024 * 1024, after)), out)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [False] + [True] * (len(after) > 1)
    assert peak < 3 * LONGEST


def test_too_long_line_is_answered_before_it_ends() -> None:
    with engine_process() as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"9" * (LONGEST + 1))
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], 60)
        assert ready, "no answer"
        assert not json.loads(process.stdout.readline())["ok"]
        out, err = process.communicate(b'999\n{"cmd":"games"}\n')
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [True]
    assert (err, process.returncode) == (b"", 0)


# The real process


def test_process_answers_each_line_at_once() -> None:
    requests: list[Answer] = [
        {"cmd": "games"},
        {"cmd": "new", "game": "get-bit", "seats": 4},
        {"cmd": "act", "action": choose(0, "red", 3)},
        {"cmd": "nonsense"},
        {"cmd": "log"},
    ]
    with engine_process() as process:
        assert process.stdin
        assert process.stdout
        for request in requests:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            # The timeout only prevents waiting for ever.
            ready, _, _ = select.select([process.stdout], [], [], 60)
            assert ready, f"no answer to {request}"
            answer = json.loads(process.stdout.readline())
            check_shape(answer)
            assert answer["ok"] == (request["cmd"] != "nonsense")
        out, err = process.communicate()
    assert (out, err, process.returncode) == (b"", b"", 0)
