"""The buttons that are down, and which presses count while they are.

Two hands at once, or one palm, must not make an action that nobody meant:

    next, ok, undo        count one at a time, not while another of them is down
    why                   while it is down nothing counts: see `tries`
    undo                  acts when it comes up, and on what it was pressed for
    next, ok              count for one seat at a time: see `rivals`
"""

from collections.abc import Callable, Collection

_CONTROLS = frozenset(("next", "ok", "undo", "why"))


class HeldButtons:
    def __init__(self) -> None:
        self.down: set[str] = set()
        self._undo: Callable[[], object] | None = None

    def press(self, control: str) -> str | None:
        """The control that is in the way of this press; None if it counts."""
        in_the_way = None
        if control in _CONTROLS:
            # Another one beside it takes the meaning from an `undo` that is down.
            self._undo = None
            in_the_way = next(iter(self.down & _CONTROLS - {control, "why"}), None)
        self.down.add(control)
        return in_the_way

    def undo_means(self, deed: Callable[[], object] | None) -> None:
        self._undo = deed

    def release(self, control: str) -> Callable[[], object] | None:
        """What to do now that this button is up: only `undo` acts on its release."""
        self.down.discard(control)
        deed = None
        if control == "undo":
            deed, self._undo = self._undo, None
        return deed

    def rivals(self, held: str | None, asked: Collection[int]) -> list[str]:
        """Other seats that are asked too and hold their button: whose `next` is it?

        Nothing depends on what a hand can play: that is its secret.
        """
        if len(asked) < 2:
            return []
        return sorted({f"seat:{seat}" for seat in asked} & self.down - {held})

    def under(self, kind: str) -> list[str]:
        """The places of this kind that are pressed."""
        return [place for place in self.down if place.startswith(f"{kind}:")]
