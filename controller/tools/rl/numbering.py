"""A number for each action, the same wherever it is legal; whose action it is is left
out, since an agent only ever acts for its own seat.

Where the fields of a kind can hold the same in every position, all of it is numbered
through. An action that is not among those (its fields depend on each other, or on the
position) gets a number from what it says, in a block of its own behind them; if two of
one decision meet there, the later one takes the next free number.
"""

from collections.abc import Sequence
from hashlib import blake2b
from itertools import product
from typing import Any

from controller.rules.game import AnyGame
from controller.rules.records import to_json

# Numbers for actions that cannot be numbered through.
SPARE = 4096


class Numbering:
    def __init__(self, game: AnyGame, start: Any) -> None:
        self._known: dict[str, int] = {}
        for cls, kind in game.steps.kinds.items():
            if cls in game.by_chance or any(f.is_joint for f in kind.fields):
                continue
            _seat, *others = [field.values(start) for field in kind.fields]
            for said in product(*others):
                self._known.setdefault(_text(cls(0, *said)), len(self._known))
        self.size = len(self._known) + SPARE

    def numbered(self, legal: Sequence[Any]) -> dict[int, Any]:
        """The actions of one seat, by their numbers."""
        found: dict[int, Any] = {}
        first = len(self._known)
        for action in legal:
            text = _text(action)
            number = self._known.get(text)
            if number is None:
                number = first + _hashed(text) % SPARE
                while number in found:
                    number = first + (number + 1 - first) % SPARE
            found[number] = action
        return found


def _hashed(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def _text(action: Any) -> str:
    told = to_json(action)
    del told["seat"]
    return str(sorted(told.items()))
