"""A view as a vector: each thing it says goes to a place found by hashing its path.

A number is written at the place of its path, a word counts at the place of its path and
itself, and so does each card of a hand: the vector has one length, however long a view
is. Two paths share a place rarely, and then their values add up.
"""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZE = 2048


def features(view: Any) -> NDArray[np.float32]:
    found = np.zeros(SIZE, np.float32)
    for path, value in _said("", view):
        found[_place(path)] += value
    return found


def _said(path: str, value: Any) -> Iterator[tuple[str, float]]:
    match value:
        case bool() | int() | float():
            yield path, float(value)
        case str():
            yield f"{path}={value}", 1.0
        case dict():
            for key, part in value.items():
                yield from _said(f"{path}.{key}", part)
        case [*parts] if parts and all(isinstance(part, str) for part in parts):
            for part in parts:
                yield from _said(path, part)
        case [*parts]:
            for number, part in enumerate(parts):
                yield from _said(f"{path}[{number}]", part)


@lru_cache(maxsize=100_000)
def _place(path: str) -> int:
    digest = blake2b(path.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % SIZE
