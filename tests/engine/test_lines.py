"""Any line gets one answer, and a refused one changes nothing."""

import io
import json
import select
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.engine.protocol import LONGEST, Engine, serve
from tests.support.engine_driver import (
    Answer,
    ask,
    check_shape,
    choose,
    engine_process,
    memory,
    send,
    started,
)

# No example is judged by the clock: a slow machine is no failure.
fuzz = settings(
    deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow]
)


def served(data: bytes) -> list[Answer]:
    """What the engine answers to these bytes, read as a stream."""
    out = io.BytesIO()
    serve(io.BytesIO(data), out)
    text = out.getvalue().decode("ascii")
    assert text.endswith("\n") or not text
    answers = [json.loads(line) for line in text.splitlines()]
    for answer in answers:
        check_shape(answer)
    return answers


def lines_in(data: bytes) -> int:
    """Lines end with a newline, but for the last one."""
    return data.count(b"\n") + (not data.endswith(b"\n") and data != b"")


BAD_LINES = {
    "empty": b"",
    "blank": b" \t ",
    "carriage return": b"\r",
    "word": b"hello",
    "half": b'{"cmd":"games"',
    "two": b'{"cmd":"games"}{"cmd":"games"}',
    "comma": b'{"cmd":"games",}',
    "single quotes": b"{'cmd':'games'}",
    "not UTF-8": b'{"cmd":"\xff\xfe"}',
    "Latin-1": b'{"cmd":"caf\xe9"}',
    "half a character": b'"\xe2\x82',
    "surrogate as UTF-8": b'"\xed\xa0\x80"',
    "UTF-16": '{"cmd":"games"}'.encode("utf-16"),
    "BOM": b'\xef\xbb\xbf{"cmd":"games"}',
    "NUL": b"\x00",
    "NUL inside": b'{"cmd":"ga\x00mes"}',
    "control character": b'{"cmd":"\x01"}',
    "NaN": b'{"cmd":"new","seed":NaN}',
    "Infinity": b'{"cmd":"new","seed":-Infinity}',
    "number that is too long": b'{"cmd":"new","seed":' + b"9" * 5000 + b"}",
    "nested lists": b"[" * 100_000,
    "nested objects": b'{"cmd":' * 100_000,
    "nested and closed": b"[" * 50_000 + b"]" * 50_000,
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_a_line_that_is_no_json_is_told_so(line: bytes) -> None:
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
        (b"null", "a request is a JSON object, not null"),
        (b"3", "a request is a JSON object, not 3"),
        (b"1e999", "a request is a JSON object, not Infinity"),
        (b'"games"', 'a request is a JSON object, not "games"'),
        (b'[{"cmd":"games"}]', 'a request is a JSON object, not [{"cmd": "games"}]'),
        (b"{}", "there is no command null; there is "),
        (b'{"cmd":["new"]}', 'there is no command ["new"]; there is '),
        (b'{"cmd":{}}', "there is no command {}; there is "),
        (b'{"cmd":"\\ud800"}', 'there is no command "\\ud800"; there is '),
        (b'{"CMD":"games"}', "there is no command null; there is "),
    ],
)
def test_json_that_is_no_request_is_told_so(line: bytes, message: str) -> None:
    answer = send(started(), line)
    assert answer["error"]["code"] == "bad-request"
    assert answer["error"]["message"].startswith(message)


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "new", "game": "\ud800", "seats": 4},
        {"cmd": "new", "game": "get-bit", "seats": 4, "options": {"\udfff": 1}},
        {"cmd": "new", "game": "get-bit", "seats": 4, "options": {"longer": "\ud800"}},
        {"cmd": "new", "game": "get-bit", "seats": "\ud800"},
        {"cmd": "act", "action": {"type": "\ud800"}},
        {"cmd": "act", "action": choose(0, "\ud800", 1)},
        {"cmd": "act", "action": {**choose(0, "red", 1), "\ud800": 1}},
        {"cmd": "act", "action": choose(0, "red", 10**4299)},
        {"cmd": "act", "action": choose(-(10**4299), "red", 1)},
        {"cmd": "why", "action": choose(0, "x" * 10_000, 1)},
        {"cmd": "show", "seat": "\ud800"},
        {"cmd": "show", "seat": 10**4299},
        {"cmd": "load", "log": {"game": "get-bit", "seats": 10**4299, "actions": []}},
    ],
)
def test_odd_texts_and_giant_numbers_are_answered_like_any_other(
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


@pytest.mark.parametrize("depth", [10, 100, 300, 900, 980, 2000, 50_000])
@pytest.mark.parametrize(
    "line",
    [
        '{"cmd":@}',
        '{"cmd":"new","game":@}',
        '{"cmd":"new","game":"get-bit","seats":@}',
        '{"cmd":"new","game":"get-bit","seats":4,"options":@}',
        '{"cmd":"new","game":"get-bit","seats":4,"options":{"longer":@}}',
        '{"cmd":"act","action":@}',
        '{"cmd":"act","action":{"type":@}}',
        '{"cmd":"act","action":{"type":"choose","seat":0,"robot":"red","card":@}}',
        '{"cmd":"why","action":{"type":"choose","seat":0,"robot":"red","card":@}}',
        '{"cmd":"show","seat":@}',
        '{"cmd":"load","log":@}',
        '{"cmd":"load","log":{"game":"get-bit","seats":4,"actions":@}}',
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


def test_no_line_gets_no_answer() -> None:
    assert served(b"") == []


def test_only_a_newline_ends_a_line() -> None:
    """Not the other characters that some take for one."""
    assert len(served(b"a\x0bb\x0cc\x1cd\x85e\xe2\x80\xa8f\rg")) == 1
    assert len(served(b"\n\n\n")) == 3


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"cmd": "games", "game": "x"}, 'games does not know the key "game"; it '),
        ({"cmd": "undo", "seat": 0}, 'undo does not know the key "seat"; it knows cmd'),
        ({"cmd": "log", "": 0}, 'log does not know the key ""; it knows cmd'),
        (
            {"cmd": "new", "game": "get-bit", "seats": 4, "sead": 3},
            'new does not know the key "sead"; it knows cmd, game, seats, options, '
            "seed, chance",
        ),
        (
            {"cmd": "act", "action": choose(0, "red", 1), "seat": 0},
            'act does not know the key "seat"; it knows cmd, action',
        ),
        ({"cmd": "show", "seats": 1}, 'show does not know the key "seats"; it knows'),
        ({"cmd": "why", "\ud800": 1}, 'why does not know the key "\\ud800"; it knows'),
        ({"cmd": "load", "log": {}, "x": {}}, 'load does not know the key "x"; it '),
    ],
)
def test_a_key_that_the_command_does_not_know_is_refused(
    request_: dict[str, Any], message: str
) -> None:
    engine = started()
    before = memory(engine)
    answer = send(engine, json.dumps(request_).encode())
    assert answer["error"]["code"] == "bad-request"
    assert answer["error"]["message"].startswith(message)
    assert memory(engine) == before


# Lines without end


class Endless(io.RawIOBase):
    """So many bytes without a newline, made while they are read."""

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


def test_a_line_of_four_mebibytes_is_read_and_a_longer_one_is_not() -> None:
    games = b'{"cmd":"games"}'
    longest = games + b" " * (LONGEST - len(games))
    answers = served(longest + b"\n" + longest + b" \n" + games + b"\n" + longest)
    assert [answer["ok"] for answer in answers] == [True, False, True, True]
    assert answers[1]["error"] == {
        "code": "bad-request",
        "message": "the line is longer than 4194304 bytes",
    }


@pytest.mark.parametrize("after", [b"", b"\n", b'\n{"cmd":"games"}\n'])
def test_a_line_that_is_too_long_is_skipped_and_not_kept(after: bytes) -> None:
    out = io.BytesIO()
    tracemalloc.start()
    serve(io.BufferedReader(Endless(64 * 1024 * 1024, after)), out)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [False] + [True] * (len(after) > 1)
    assert peak < 3 * LONGEST


def test_a_line_that_is_too_long_is_answered_before_it_ends() -> None:
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


def test_the_process_answers_each_line_before_the_next_is_sent() -> None:
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
            # A guard against waiting for ever, not a measurement.
            ready, _, _ = select.select([process.stdout], [], [], 60)
            assert ready, f"no answer to {request}"
            answer = json.loads(process.stdout.readline())
            check_shape(answer)
            assert answer["ok"] == (request["cmd"] != "nonsense")
        out, err = process.communicate()
    assert (out, err, process.returncode) == (b"", b"", 0)


def test_the_process_survives_everything_and_ends_with_status_zero() -> None:
    lines = [line for line in BAD_LINES.values() if b"\n" not in line]
    data = b"\n".join([*lines, b'{"cmd":"new","game":"get-bit","seats":2}', b"\xff"])
    with engine_process() as process:
        out, err = process.communicate(data)
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == len(lines) + 2
    assert [answer["ok"] for answer in answers] == [False] * len(lines) + [True, False]
    assert (err, process.returncode) == (b"", 0)


def test_the_process_ends_with_status_zero_when_nothing_was_asked() -> None:
    with engine_process() as process:
        out, err = process.communicate(b"")
    assert (out, err, process.returncode) == (b"", b"", 0)


def test_the_process_answers_as_the_engine_does() -> None:
    requests: list[Answer] = [
        {"cmd": "new", "game": "get-bit", "seats": 3, "seed": 11},
        {"cmd": "act", "action": choose(2, "orange", 7)},
        {"cmd": "show", "seat": 1},
        {"cmd": "undo"},
        {"cmd": "undo"},
    ]
    engine = Engine()
    expected = [send(engine, json.dumps(request).encode()) for request in requests]
    data = "\n".join(json.dumps(request) for request in requests).encode()
    with engine_process() as process:
        out, _ = process.communicate(data)
    assert [json.loads(line) for line in out.splitlines()] == expected


# Fuzz


def unchanged_if_refused(engine: Engine, line: bytes) -> Answer:
    before = memory(engine)
    answer = send(engine, line)
    if not answer["ok"]:
        assert memory(engine) == before
    return answer


def mid_game() -> Engine:
    engine = started(seed=2)
    ask(engine, "act", action=choose(0, "red", 3))
    return engine


def finished() -> Engine:
    engine = started(2, seed=2)
    shown = ask(engine, "show")
    while shown["pending"]["legal"]:
        shown = ask(engine, "act", action=shown["pending"]["legal"][0])
    return engine


FINISHED = ask(finished(), "log")["log"]
ENGINES: dict[str, Callable[[], Engine]] = {
    "no game": Engine,
    "mid-game": mid_game,
    "chance": lambda: started(chance="manual"),
}

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["red", "table", "choose", "get-bit", "auto", 0, 1, 4]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
VALID: list[Answer] = [
    {"cmd": "games"},
    {"cmd": "new", "game": "get-bit", "seats": 4, "options": {}, "seed": 7},
    {"cmd": "new", "game": "get-bit", "seats": 2, "chance": "manual"},
    {"cmd": "act", "action": choose(1, "blue", 4)},
    {"cmd": "act", "action": {"type": "line-up", "robot": "red", "p": 0.25}},
    {"cmd": "why", "action": choose(3, "yellow", 4)},
    {"cmd": "show", "seat": 1},
    {"cmd": "show", "seat": "table"},
    {"cmd": "undo"},
    {"cmd": "log"},
    {"cmd": "load", "log": ask(mid_game(), "log")["log"]},
    {"cmd": "load", "log": FINISHED},
]


@fuzz
@given(data=st.binary())
def test_any_bytes_get_an_answer_a_line(data: bytes) -> None:
    answers = served(data)
    assert len(answers) == lines_in(data)


@fuzz
@given(kind=st.sampled_from(sorted(ENGINES)), value=json_values)
def test_any_json_is_answered_and_changes_nothing_if_refused(
    kind: str, value: Any
) -> None:
    unchanged_if_refused(ENGINES[kind](), json.dumps(value).encode())


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A valid request with one or two things changed somewhere inside."""
    request: Any = json.loads(json.dumps(draw(st.sampled_from(VALID))))
    for _ in range(draw(st.integers(1, 2))):
        request = change(draw, request)
    return request


def change(draw: st.DrawFn, value: Any) -> Any:
    """The value with something replaced, taken out or added, at any depth."""
    if isinstance(value, dict) and value and draw(st.integers(0, 3)):
        key = draw(st.sampled_from(sorted(value)))
        match draw(st.sampled_from(["deeper", "deeper", "drop", "add"])):
            case "deeper":
                return {**value, key: change(draw, value[key])}
            case "drop":
                return {k: v for k, v in value.items() if k != key}
        return {**value, draw(st.text()): draw(json_values)}
    if isinstance(value, list) and value and draw(st.integers(0, 3)):
        index = draw(st.integers(0, len(value) - 1))
        match draw(st.sampled_from(["deeper", "deeper", "drop", "twice"])):
            case "deeper":
                changed = change(draw, value[index])
                return [*value[:index], changed, *value[index + 1 :]]
            case "drop":
                return value[:index] + value[index + 1 :]
        return [*value[:index], value[index], *value[index:]]
    return draw(json_values)


@fuzz
@given(kind=st.sampled_from(sorted(ENGINES)), request=mutated())
def test_requests_that_are_a_little_wrong_are_answered(kind: str, request: Any) -> None:
    unchanged_if_refused(ENGINES[kind](), json.dumps(request).encode())


@fuzz
@given(
    request=st.sampled_from(VALID),
    place=st.integers(0, 400),
    byte=st.binary(max_size=2),
    cut=st.integers(0, 2),
)
def test_requests_with_a_broken_byte_are_answered(
    request: Answer, place: int, byte: bytes, cut: int
) -> None:
    line = json.dumps(request).encode()
    place = min(place, len(line))
    broken = line[:place] + byte + line[place + cut :]
    unchanged_if_refused(mid_game(), broken.replace(b"\n", b" "))


@settings(fuzz, max_examples=100)
@given(requests=st.lists(st.sampled_from(VALID) | mutated(), max_size=12))
def test_after_any_conversation_the_log_still_loads(requests: list[Any]) -> None:
    engine = Engine()
    for request in requests:
        unchanged_if_refused(engine, json.dumps(request).encode())
    log = send(engine, b'{"cmd":"log"}')
    if log["ok"]:
        other = Engine()
        loaded = ask(other, "load", log=log["log"])
        assert {**ask(engine, "show"), "events": []} == {**loaded, "events": []}
        assert send(other, b'{"cmd":"log"}') == log
