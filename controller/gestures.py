"""From hands to actions: the same code for all games.

A game says by which script of gestures each action is meant. `Gestures` keeps the
actions whose script still fits what has been done, tells which places would narrow
them down, and gives the action when one is left:

    Press   this place, once
    Hold    this button, as long as the rest of the script takes; nothing that is
            counted meanwhile shows
    Count   `next`, so many times, then `ok`
    Card    this real card on the reader; no button need be held for it
    Carry   a piece, from where it belongs to another place

Where no press tells the rest apart, `next` steps through it and `ok` takes the one
that is shown; what has yet to be held or counted is secret and not stepped to. There
`next` points at one tile of the menu after another, all of them, and `ok` presses it:
so a tile whose switch is dead can be pressed without telling what could be meant. An
action that cannot be taken back waits for `ok` in any case.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias


# As tuples, Press("ok") and Hold("ok") would be equal: the kind tells them apart.
class Press(NamedTuple):
    place: str
    kind: Literal["press"] = "press"


class Hold(NamedTuple):
    place: str
    kind: Literal["hold"] = "hold"


class Count(NamedTuple):
    times: int
    kind: Literal["count"] = "count"


class Card(NamedTuple):
    label: str
    kind: Literal["card"] = "card"


class Carry(NamedTuple):
    at: str
    to: str
    kind: Literal["carry"] = "carry"


Gesture: TypeAlias = Press | Hold | Count | Card | Carry
Script: TypeAlias = tuple[Gesture, ...]
# An action and the gestures by which it is meant.
Scripted: TypeAlias = tuple[Any, Script]


class Misfit(NamedTuple):
    """The gestures were complete, and no action is meant by them."""

    script: Script


def beginnings(scripts: Iterable[Scripted]) -> frozenset[Gesture]:
    return frozenset([script[0] for _, script in scripts if script])


class Gestures:
    def __init__(
        self,
        needs_ok: Callable[[Any], bool],
        has_lamp: Callable[[str], bool] = lambda _place: True,
    ) -> None:
        """`needs_ok` tells which actions cannot be taken back.

        What a smaller table has no lamps for is not stepped to: nobody would see it.
        """
        self._needs_ok = needs_ok
        self._has_lamp = has_lamp
        # Pairs, not a dict: actions of two kinds may be equal as tuples.
        self._scripts: Sequence[Scripted] = ()
        # What a piece that was carried could mean; found out once it was.
        self._carried: Sequence[Scripted] = ()
        # The gestures that some script begins with.
        self._first: frozenset[Gesture] = frozenset()
        self._done: Script = ()
        # What still fits, and the gestures that lead on from here: see _narrow.
        self._fitting: Sequence[Scripted] = ()
        self._following: frozenset[Gesture] = frozenset()
        # What `next` steps through, from its first press on.
        self._steps: Sequence[Scripted] = ()
        self._count = 0
        self._step: int | None = None
        # The tiles that a secret may begin with, and which of them is pointed at.
        self._menu: Sequence[str] = ()
        self._pointer: int | None = None

    def use(self, menu: Iterable[str]) -> None:
        """Another game, with these tiles for what is chosen in secret."""
        self._menu = tuple(place for place in menu if self._has_lamp(place))
        self.cancel()

    def offer(
        self, scripts: Iterable[Scripted], first: frozenset[Gesture] | None = None
    ) -> None:
        """These are the legal actions now; what has been done is kept if it fits.

        `first` is what their scripts begin with, if that is known already.
        """
        self._scripts, self._carried = tuple(scripts), ()
        self._first = beginnings(self._scripts) if first is None else first
        self._step = None
        self._narrow()
        if not self._fitting:
            self.cancel()

    def cancel(self) -> bool:
        """Forgets what has been done; False if that was nothing."""
        begun = self.begun
        self._done, self._count, self._step, self._pointer = (), 0, None, None
        self._narrow()
        return begun

    @property
    def begun(self) -> bool:
        return bool(self._done) or self._step is not None or self._pointer is not None

    @property
    def pointed(self) -> str | None:
        """The tile that `ok` would press."""
        return None if self._pointer is None else self._menu[self._pointer]

    @property
    def so_far(self) -> Script:
        """What has been done, and counted, of a script."""
        return (*self._done, Count(self._count)) if self._count else self._done

    @property
    def held(self) -> str | None:
        """The place that has to stay pressed."""
        return next((g.place for g in self._done if isinstance(g, Hold)), None)

    @property
    def counting(self) -> bool:
        """`next` and `ok` are waited for, to count; how far it is stays a secret."""
        return any(isinstance(g, Count) for g in self._following)

    @property
    def counted(self) -> bool:
        return self._count > 0

    @property
    def lit(self) -> frozenset[str]:
        """The places that lead on from here."""
        leading: Iterable[Gesture] = self._following
        if self._step is not None:
            _, leading = self._steps[self._step]
        return frozenset(g.place for g in leading if isinstance(g, Press | Hold))

    @property
    def touched(self) -> frozenset[str]:
        """The places that have been pressed on the way here."""
        return frozenset(g.place for g in self._done if isinstance(g, Press))

    @property
    def waits_for_ok(self) -> bool:
        is_shown = self._step is not None or self._pointer is not None
        return self.counting or is_shown or self._only() is not None

    @property
    def coming(self) -> Any | None:
        """The action that `ok` would take."""
        if self._step is not None:
            return self._steps[self._step][0]
        if self.counting:
            return self._counted_to()
        return self._only()

    def press(self, place: str) -> Any | Misfit | None:
        """An action, a Misfit, or None if more is needed."""
        if place == "next":
            self._next()
        elif place == "ok":
            return self._ok()
        gestures: tuple[Gesture, ...] = (Hold(place), Press(place))
        for gesture in gestures:
            if gesture in self._following:
                return self._lead_on(gesture)
        return None

    def card(self, label: str) -> Any | Misfit | None:
        """The same for a real card on the reader."""
        before = self._done
        # The card says what would have been counted, so nothing has to be held.
        self._done = tuple(g for g in before if not isinstance(g, Hold))
        self._narrow()
        if Card(label) in self._following:
            self._count = 0
            return self._lead_on(Card(label))
        misfit = Misfit((*self._done, Card(label)))
        self._done = before
        self._narrow()
        return misfit

    def carry(self, carry: Carry, ways: Sequence[Scripted]) -> Any | Misfit | None:
        """The same for a piece; each of these ways begins with this carry."""
        if not ways:
            return Misfit((carry,))
        self.cancel()
        self._carried = ways
        return self._lead_on(carry)

    @property
    def carrying(self) -> bool:
        """A piece was carried, and more has to be done to say what is meant."""
        return bool(self._done) and isinstance(self._done[0], Carry)

    def release(self, place: str) -> None:
        if place != self.held:
            return
        if self.carrying:
            # The piece still stands where it was carried to.
            self._done = tuple(g for g in self._done if not isinstance(g, Hold))
            self._count = 0
            self._narrow()
        else:
            self.cancel()

    def _lead_on(self, gesture: Gesture) -> Any | None:
        self._done += (gesture,)
        self._step = self._pointer = None
        self._narrow()
        action = self._only()
        if action is None or self._needs_ok(action):
            return None
        return self._taken(action)

    def _next(self) -> None:
        if self.counting:
            self._count += 1
        elif self._has_menu():
            before = -1 if self._pointer is None else self._pointer
            self._pointer = (before + 1) % len(self._menu)
        elif self._step is None:
            n = len(self._done)
            self._steps = [p for p in self._fitting if self._is_shown(p[1][n:])]
            self._step = 0 if self._steps else None
        else:
            self._step = (self._step + 1) % len(self._steps)

    def _has_menu(self) -> bool:
        """A tile of the menu leads on; which one does may be a secret."""
        return any(Press(place) in self._following for place in self._menu)

    def _ok(self) -> Any | Misfit | None:
        pointed = self.pointed
        if pointed is not None:
            self._pointer = None
            return self.press(pointed)
        action = self.coming
        if action is not None:
            return self._taken(action)
        if not self.counting:
            return None
        script = (*self._done, Count(self._count))
        # The place is still held down, so counting may start again.
        self._count = 0
        return Misfit(script)

    def _counted_to(self) -> Any | None:
        script = (*self._done, Count(self._count))
        return next((a for a, s in self._fitting if s == script), None)

    def _taken(self, action: Any) -> Any:
        self.cancel()
        return action

    def _only(self) -> Any | None:
        """The one action that is left, if all of its script has been done."""
        if not self._done or len(self._fitting) != 1:
            return None
        action, script = self._fitting[0]
        return action if script == self._done else None

    def _narrow(self) -> None:
        done, n = self._done, len(self._done)
        if not done:
            self._fitting, self._following = self._scripts, self._first
            return
        scripts = self._carried if self.carrying else self._scripts
        self._fitting = [pair for pair in scripts if pair[1][:n] == done]
        self._following = frozenset([s[n] for _, s in self._fitting if len(s) > n])

    def _is_shown(self, script: Script) -> bool:
        """Whether everybody may see it done, and can."""
        return all(
            isinstance(gesture, Press) and self._has_lamp(gesture.place)
            for gesture in script
        )
