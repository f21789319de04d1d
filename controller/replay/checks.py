"""Whether each field of a recording makes sense, checked before it is played.

A sum keeps out what a disk does to a file, and nothing that a hand or a program did
before it was made. Whatever is wrong is a ValueError whose words fit in brackets.
"""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from controller.rules.codec import brief

# No table is recorded for longer; beyond it a clock of floats would stand still.
LONGEST_US = 366 * 24 * 3600 * 10**6
# The form of a recording; no other is read.
FORMAT = 1
# How often a watchdog may want to be fed.
_BEAT_S = (0.1, 3600.0)

Fits = Callable[[Any], bool]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _is_int(value: Any) -> bool:
    return type(value) is int


def _is_seed(value: Any) -> bool:
    """As a journal keeps them."""
    return _is_int(value) and abs(value) < 2**63


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_level(value: Any) -> bool:
    return type(value) is int and value in (0, 1)


def _is_hex(value: Any) -> bool:
    try:
        bytes.fromhex(value)
    except (ValueError, TypeError):
        return False
    return True


def _are_texts(value: Any) -> bool:
    if isinstance(value, dict):
        value = [*value.values()]
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _are_plugs(value: Any) -> bool:
    """Pairs of numbers and ports."""
    is_list = isinstance(value, list)
    return is_list and all(_are_texts(pair) and len(pair) == 2 for pair in value)


def _are_houses(value: Any) -> bool:
    return _is_object(value) and all(map(_is_object, value.values()))


def _is_beat(value: Any) -> bool:
    return _is_number(value) and _BEAT_S[0] <= value <= _BEAT_S[1]


def _or_none(fits: Fits) -> Fits:
    return lambda value: value is None or fits(value)


_HEADER: Mapping[str, tuple[Fits, str]] = {
    "format": (lambda value: value == FORMAT, str(FORMAT)),
    "version": (_is_text, "a text"),
    "board": (_is_text, "a text"),
    "game": (_is_text, "a text"),
    "seats": (_is_int, "a number"),
    "options": (_is_object, "an object"),
    "seed": (_or_none(_is_seed), "a number that a journal keeps, or null"),
    "learn": (_is_flag, "true or false"),
    "told_by": (_are_texts, "a list of texts"),
    "decks": (_or_none(_is_text), "a text or null"),
    "house": (_are_houses, "house data by game"),
    "unfinished": (_or_none(_is_object), "an object or null"),
    "beat_s": (
        _or_none(_is_beat),
        f"seconds from {_BEAT_S[0]:g} to {_BEAT_S[1]:g}, or null",
    ),
}
# What can come to a table, and what each word after it must be.
_SAID: Mapping[str, tuple[Fits, ...]] = {
    "start": (),
    "tick": (),
    "late": (),
    "edge": (_is_int, _is_level),
    "bytes": (_is_text, _is_hex),
    "lost": (_is_text, _is_text),
    "page": (
        lambda value: value == "asks",
        lambda value: value is None or _is_int(value) or _is_text(value),
        lambda value: _is_object(value) and _is_text(value.get("type")),
    ),
}
# What is answered, by the first word of what was asked; all else is never looked at.
_ANSWERS: Mapping[str, Fits] = {
    "level": _is_level,
    "nonce": lambda value: _is_int(value) and 0 <= value < 2**32,
    "ports": _are_plugs,
    "power": _is_flag,
    "pull": _is_text,
    "seed": _is_seed,
    "steady": _is_number,
}


def header(said: Any) -> dict[str, Any]:
    if not isinstance(said, dict):
        _wrong("the header", said, "an object")
    for name in _HEADER.keys() - said.keys():
        raise ValueError(f"the header has no {name}")
    for name in said.keys() - _HEADER.keys():
        raise ValueError(f"nobody knows the header's {brief(name)}")
    for name, (fits, expected) in _HEADER.items():
        if not fits(said[name]):
            _wrong(name, said[name], expected)
    # All of it is written into files again: half a character cannot be.
    json.dumps(said, ensure_ascii=False).encode()
    return said


def turn(said: list[Any], before_us: int) -> None:
    """`before_us` is when the turn before it was."""
    if len(said) != 4:
        raise ValueError(f"it has {len(said)} fields, and a turn has 4")
    at_us, heard, answers, outcomes = said
    if not _is_int(at_us) or not before_us <= at_us <= LONGEST_US:
        _wrong("its time", at_us, f"microseconds from {before_us} to {LONGEST_US}")
    _heard(heard)
    for answer in _list("what was answered", answers):
        _answer(answer)
    for outcome in _list("what was done", outcomes):
        _outcome(outcome)


def _heard(said: Any) -> None:
    kind = _list("what came", said)[0] if said else None
    fields = _SAID.get(kind) if isinstance(kind, str) else None
    if fields is None:
        _wrong("what came", kind, f"one of {', '.join(_SAID)}")
    words = said[1:]
    if len(words) != len(fields) or not all(
        fits(word) for fits, word in zip(fields, words, strict=True)
    ):
        raise ValueError(f"{brief(said)} cannot come to a table")


def _answer(answer: Any) -> None:
    match answer:
        case [str(name), int(), value] if name:
            fits = _ANSWERS.get(name.split()[0]) if name.split() else None
            if fits and not fits(value):
                raise ValueError(f"{brief(value)} is no answer to {brief(name)}")
        case [str(), int(), None, str()]:
            pass
        case _:
            raise ValueError(f"{brief(answer)} answers nothing")


def _outcome(outcome: Any) -> None:
    if not _list("what was done", outcome) or not _is_text(outcome[0]):
        raise ValueError(f"{brief(outcome)} is nothing that a table does")
    match outcome:
        case ["frame", [*runs]] if all(_is_run(run) for run in runs):
            return
        case ["position", int(), int(), _, _, _]:
            return
        case ["frame" | "position", *_]:
            raise ValueError(f"{brief(outcome)} is no {outcome[0]}")


def _is_run(run: Any) -> bool:
    match run:
        case [int(pixel), str(pixels)]:
            return pixel >= 0 and _is_hex(pixels)
    return False


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        _wrong(name, value, "a list")
    return value


def _wrong(name: str, value: Any, expected: str) -> NoReturn:
    raise ValueError(f"{name} is {brief(value)}, and should be {expected}")
