"""The buttons that are down, and which presses count while they are.

Two hands at once, or one palm, must not make an action that nobody meant:

    next, ok, undo        count one at a time, not while another of them is down
    why                   while it is down nothing counts: see `tries`
    undo                  acts when it comes up, and on what it was pressed for
    next, ok              count for one seat at a time: see `rivals`
"""

from collections.abc import Callable, Iterable

from controller.stage.gestures import Hold, Scripted

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

    def rivals(self, held: str | None, scripts: Iterable[Scripted]) -> list[str]:
        """Other seats that hold their button as if to count: whose `next` is it?"""
        seats = {place for place in self.down if place.startswith("seat:")} - {held}
        if not seats:
            return []
        holding = {g.place for _, s in scripts for g in s if isinstance(g, Hold)}
        return sorted(seats & holding)

    def under(self, kind: str) -> list[str]:
        """The places of this kind that are pressed."""
        return [place for place in self.down if place.startswith(f"{kind}:")]
