"""Points at one thing after another, round and round."""

from collections.abc import Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Pointer(Generic[T]):
    def __init__(self) -> None:
        self.things: Sequence[T] = ()
        self._at: int | None = None

    @property
    def current(self) -> T | None:
        """The thing that is pointed at; None before the first is."""
        return None if self._at is None else self.things[self._at]

    def use(self, things: Sequence[T]) -> None:
        """Takes over other things; none of them is pointed at yet."""
        self.things, self._at = things, None

    def advance(self) -> None:
        """Points at the next thing, if there is any."""
        if self.things:
            before = -1 if self._at is None else self._at
            self._at = (before + 1) % len(self.things)

    def clear(self) -> None:
        self._at = None
