"""Finds the scripts that still fit what has been done, and the gestures that follow."""

from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

G = TypeVar("G")
T = TypeVar("T")
# An action may be there several times, with other gestures.
Scripts: TypeAlias = Sequence[tuple[Any, tuple[G, ...]]]


class Narrowing(Generic[G]):
    def __init__(self) -> None:
        self._offered: Scripts[G] = ()
        # The gestures that some script on offer begins with.
        self._first: frozenset[G] = frozenset()
        # The scripts that are narrowed down: those on offer, or the ways of start_with.
        self._scripts: Scripts[G] = ()
        self.done: tuple[G, ...] = ()
        self.fitting: Scripts[G] = ()
        # The gestures that lead on from here.
        self.following: frozenset[G] = frozenset()

    def offer(self, scripts: Scripts[G], first: frozenset[G]) -> None:
        """Replace the scripts, which begin with `first`; gestures so far stay."""
        self._scripts = self._offered = scripts
        self._first = first
        self.set_done(self.done)

    def start_over(self) -> None:
        """Forget the gestures so far, so that everything on offer fits again."""
        self._scripts = self._offered
        self.set_done(())

    def start_with(self, gesture: G, ways: Scripts[G]) -> None:
        """Take this as done, and allow only these scripts until `start_over`."""
        self._scripts = ways
        self.set_done((gesture,))

    def set_done(self, done: tuple[G, ...]) -> None:
        """Set the gestures done so far, and find the scripts that fit."""
        self.done, n = done, len(done)
        if not done:
            self.fitting, self.following = self._offered, self._first
            return
        self.fitting = [pair for pair in self._scripts if pair[1][:n] == done]
        self.following = frozenset([s[n] for _, s in self.fitting if len(s) > n])

    def meant_by(self, script: tuple[G, ...]) -> Any | None:
        """Return the fitting action that has exactly this script."""
        return next((a for a, s in self.fitting if s == script), None)

    def only(self) -> Any | None:
        """Return the only remaining action, if its whole script is done."""
        if not self.done or len(self.fitting) != 1:
            return None
        action, script = self.fitting[0]
        return action if script == self.done else None


class Pointer(Generic[T]):
    """A pointer that cycles through candidates."""

    def __init__(self) -> None:
        self.things: Sequence[T] = ()
        self._at: int | None = None

    @property
    def current(self) -> T | None:
        """The selected candidate; None before the first."""
        return None if self._at is None else self.things[self._at]

    def use(self, things: Sequence[T]) -> None:
        """Replace the candidates; none is selected yet."""
        self.things, self._at = things, None

    def advance(self) -> None:
        """Select the next candidate, if there is any."""
        if self.things:
            before = -1 if self._at is None else self._at
            self._at = (before + 1) % len(self.things)

    def clear(self) -> None:
        self._at = None
