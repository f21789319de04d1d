"""Finds the action that gestures mean; the same code serves all games.

A game gives each action a script of gestures. `Gestures` keeps the actions whose script
still fits the gestures so far, knows which places would narrow them down, and returns
the action when only one is left:

    Press   this place, once
    Hold    this button until the script is complete; counting under it stays invisible
    Count   `next`, this many times, then `ok`
    Card    this real card on the reader, without holding a button
    Carry   a piece, from where it belongs to another place

If no press distinguishes the remaining actions, `next` steps through them and `ok`
takes the one shown. Secret actions, which need a hold or a count, are never shown: for
these, `next` points at the tiles of the menu, one after another, and `ok` presses the
tile. So players can use a tile with a dead switch, and nobody learns what it could
mean. An action that cannot be undone always waits for `ok`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from controller.tabletop.gestures import (
    Card,
    Carry,
    Count,
    Gesture,
    Hold,
    NoMatch,
    Press,
    Script,
    Scripted,
)

# How far gestures have come, as everyone may know it: `next` points at a tile, or shows
# an action; a count is expected, or has begun; `ok` is missing; a seat must be held;
# something else has been done, or nothing.
Stage: TypeAlias = Literal[
    "pointed", "shown", "counting", "counted", "ready", "to hold", "begun", "nothing"
]


class Progress(NamedTuple):
    """The part of a script that is done, with the count so far.

    Alternatively, the action or tile that `next` points at and `ok` would choose.
    """

    done: Script = ()
    times: int = 0
    shown: Scripted | None = None
    pointed: str | None = None

    @property
    def so_far(self) -> Script:
        """The gestures done so far, with the count."""
        return (*self.done, Count(self.times)) if self.times else self.done

    @property
    def held(self) -> str | None:
        """The place that must stay pressed."""
        return next((g.place for g in self.done if isinstance(g, Hold)), None)

    @property
    def touched(self) -> frozenset[str]:
        """The places pressed so far."""
        return frozenset(g.place for g in self.done if isinstance(g, Press))

    @property
    def carrying(self) -> bool:
        """Whether a piece was carried and its meaning is still open."""
        return bool(self.done) and isinstance(self.done[0], Carry)

    @property
    def counted(self) -> bool:
        return self.times > 0

    def let_go(self) -> Script:
        """Return the same gestures without those that hold a button."""
        return tuple(g for g in self.done if not isinstance(g, Hold))


T = TypeVar("T")


class ScriptFilter:
    """The scripts that still fit the gestures so far, and the gestures that follow."""

    def __init__(self) -> None:
        self._offered: Sequence[Scripted] = ()
        # The scripts to narrow down: those on offer, or those given to start_with.
        self._scripts: Sequence[Scripted] = ()
        self.done: Script = ()
        self.fitting: Sequence[Scripted] = ()
        # The gestures that can come next.
        self.following: frozenset[Gesture] = frozenset()

    def offer(self, scripts: Sequence[Scripted]) -> None:
        """Replace the scripts; gestures so far stay."""
        self._scripts = self._offered = scripts
        self.set_done(self.done)

    def start_over(self) -> None:
        """Forget the gestures so far, so that everything on offer fits again."""
        self._scripts = self._offered
        self.set_done(())

    def start_with(self, gesture: Gesture, ways: Sequence[Scripted]) -> None:
        """Treat this as done, and allow only these scripts until `start_over`."""
        self._scripts = ways
        self.set_done((gesture,))

    def set_done(self, done: Script) -> None:
        """Set the gestures done so far, and find the scripts that fit."""
        self.done, n = done, len(done)
        self.fitting = [pair for pair in self._scripts if pair[1][:n] == done]
        self.following = frozenset([s[n] for _, s in self.fitting if len(s) > n])

    def meant_by(self, script: Script) -> Any | None:
        """Return the fitting action that has exactly this script."""
        return next((a for a, s in self.fitting if s == script), None)

    def only(self) -> Any | None:
        """Return the only remaining action, if its script is complete."""
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
        """Replace the candidates, with none selected."""
        self.things, self._at = things, None

    def advance(self) -> None:
        """Select the next candidate, if there is one."""
        if self.things:
            before = -1 if self._at is None else self._at
            self._at = (before + 1) % len(self.things)

    def clear(self) -> None:
        self._at = None


class Gestures:
    def __init__(
        self,
        needs_ok: Callable[[Any], bool],
        has_lamp: Callable[[str], bool] = lambda _place: True,
    ) -> None:
        """Set up; `needs_ok` tells which actions cannot be undone.

        `next` skips places that have no lamp on a smaller table, because nobody would
        see them.
        """
        self._needs_ok = needs_ok
        self._has_lamp = has_lamp
        self._scripts = ScriptFilter()
        self._count = 0
        # The candidates that `next` steps through.
        self._step = Pointer[Scripted]()
        # The tiles that a secret may begin with.
        self._menu = Pointer[str]()

    def use(self, menu: Iterable[str]) -> None:
        """Switch to another game, with these tiles for secret choices."""
        self._menu.use(tuple(place for place in menu if self._has_lamp(place)))
        self.cancel()

    def offer(self, scripts: Iterable[Scripted]) -> None:
        """Replace the actions on offer; gestures so far stay if they still fit."""
        if self.progress.carrying:
            # The piece may mean something else among the new actions.
            self.cancel()
        self._scripts.offer(tuple(scripts))
        self._step.clear()
        if not self._scripts.fitting:
            self.cancel()

    def cancel(self) -> bool:
        """Cancel the gestures so far; return whether there were any."""
        begun = self.begun
        self._count = 0
        self._step.clear()
        self._menu.clear()
        self._scripts.start_over()
        return begun

    @property
    def progress(self) -> Progress:
        shown, pointed = self._step.current, self._menu.current
        return Progress(self._scripts.done, self._count, shown, pointed)

    @property
    def begun(self) -> bool:
        return bool(self._scripts.done) or self._is_shown

    @property
    def pointed(self) -> str | None:
        """The tile that `ok` would press."""
        return self._menu.current

    @property
    def counting(self) -> bool:
        """Whether a count is expected now; the count itself stays secret."""
        return any(isinstance(g, Count) for g in self._scripts.following)

    @property
    def lit(self) -> frozenset[str]:
        """The places that can be pressed next."""
        leading: Iterable[Gesture] = self._scripts.following
        if self._step.current is not None:
            _, leading = self._step.current
        return frozenset(g.place for g in leading if isinstance(g, Press | Hold))

    @property
    def waits_for_ok(self) -> bool:
        return self.counting or self._is_shown or self._scripts.only() is not None

    @property
    def stage(self) -> Stage:
        if self._is_shown:
            return "shown" if self._menu.current is None else "pointed"
        if self.counting:
            return "counted" if self._count else "counting"
        if self._scripts.only() is not None:
            return "ready"
        if not self._scripts.done:
            return "nothing"
        is_held_next = all(isinstance(g, Hold) for g in self._scripts.following)
        return "to hold" if is_held_next else "begun"

    @property
    def coming(self) -> Any | None:
        """The action that `ok` would play."""
        if self._step.current is not None:
            return self._step.current[0]
        if self.counting:
            return self._scripts.meant_by((*self._scripts.done, Count(self._count)))
        return self._scripts.only()

    def press(self, place: str) -> Any | NoMatch | None:
        """Handle a press; return an action, a NoMatch, or None if more is needed."""
        if place == "next":
            self._next()
        elif place == "ok":
            return self._ok()
        gestures: tuple[Gesture, ...] = (Hold(place), Press(place))
        for gesture in gestures:
            if gesture in self._scripts.following:
                self._scripts.set_done((*self._scripts.done, gesture))
                return self._completed()
        return None

    def card(self, label: str) -> Any | NoMatch | None:
        """Handle a real card on the reader, as `press` does."""
        before = self._scripts.done
        # The card replaces the count, so nobody needs to hold a button.
        self._scripts.set_done(self.progress.let_go())
        done = (*self._scripts.done, Card(label))
        if Card(label) in self._scripts.following:
            self._count = 0
            self._scripts.set_done(done)
            return self._completed()
        self._scripts.set_done(before)
        return NoMatch(done)

    def carry(self, carry: Carry, ways: Sequence[Scripted]) -> Any | NoMatch | None:
        """Handle a carried piece, which begins a script, as `press` does."""
        if not ways:
            return NoMatch((carry,))
        self.cancel()
        self._scripts.start_with(carry, ways)
        return self._completed()

    def release(self, place: str) -> None:
        if place != self.progress.held:
            return
        if self.progress.carrying:
            # The piece still stands where it was carried.
            self._scripts.set_done(self.progress.let_go())
            self._count = 0
        else:
            self.cancel()

    @property
    def _is_shown(self) -> bool:
        """Whether `next` points at something that `ok` would choose or press."""
        return self._step.current is not None or self._menu.current is not None

    def _completed(self) -> Any | None:
        """Return the action if the last gesture completed it."""
        self._step.clear()
        self._menu.clear()
        action = self._scripts.only()
        if action is None or self._needs_ok(action):
            return None
        self.cancel()
        return action

    def _next(self) -> None:
        following, fitting = self._scripts.following, self._scripts.fitting
        if self.counting:
            self._count += 1
        elif not following.isdisjoint(map(Press, self._menu.things)):
            # A tile of the menu leads on; which ones do may be a secret.
            self._menu.advance()
        else:
            if self._step.current is None:
                n = len(self._scripts.done)
                has_lamp = self._has_lamp
                self._step.use([p for p in fitting if _can_be_seen(p[1][n:], has_lamp)])
            self._step.advance()

    def _ok(self) -> Any | NoMatch | None:
        pointed = self.pointed
        if pointed is not None:
            self._menu.clear()
            return self.press(pointed)
        action = self.coming
        if action is not None:
            self.cancel()
            return action
        if not self.counting:
            return None
        script = (*self._scripts.done, Count(self._count))
        # The place is still held down, so counting may start again.
        self._count = 0
        return NoMatch(script)


def _can_be_seen(script: Script, has_lamp: Callable[[str], bool]) -> bool:
    """Return whether these gestures are open, and can be seen on this table."""
    return all(isinstance(g, Press) and has_lamp(g.place) for g in script)
