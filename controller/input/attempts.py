"""Everything that can be tried now, legal or not, with its gestures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from controller.input.scripts import card_scripts, carry_scripts, imagined, is_about
from controller.input.situation import Situation
from controller.tabletop.gestures import (
    Card,
    Carry,
    Count,
    Hold,
    Press,
    Script,
    Scripted,
)


class Way(NamedTuple):
    """The presses, cards and count that mean an action."""

    places: tuple[str, ...]
    cards: tuple[str, ...] = ()
    times: int | None = None

    def is_prefix_of(self, other: Way) -> bool:
        """Return whether the other begins with this."""
        return (
            self != other
            and other.places[: len(self.places)] == self.places
            and other.cards[: len(self.cards)] == self.cards
        )


# One way may mean several actions.
Ways: TypeAlias = dict[Way, list[Any]]


def way(script: Script) -> Way:
    """Return the way of a script; an attempt may press the button that it holds."""
    return Way(
        tuple(g.place for g in script if isinstance(g, Press | Hold)),
        tuple(g.label for g in script if isinstance(g, Card)),
        next((g.times for g in script if isinstance(g, Count)), None),
    )


class Attempts:
    def __init__(self, situation: Situation, begun: Script) -> None:
        """Collect all ways; `begun` is the unfinished gesture."""
        self._match, self._staging = situation.match, situation.staging
        self._position = situation.position
        self._with_cards = situation.with_cards
        self._possible = [action for action, _ in situation.scripts]
        self._imagined = imagined(situation.match)
        # Everyone sees the open ways; secret ones hold, count or lay a card.
        self.open: Ways = {}
        self.secret: Ways = {}
        for action, script in self._scripted(situation.scripts, begun):
            is_open = all(isinstance(gesture, Press) for gesture in script)
            ways = self.open if is_open else self.secret
            ways.setdefault(way(script), []).append(action)

    def is_possible(self, actions: list[Any]) -> bool:
        return any(self._match.refusal(action) is None for action in actions)

    def is_begun(self, done: Way, ways: Ways) -> bool:
        """Return whether this is only the beginning of something legal."""
        return not self.is_possible(ways[done]) and any(
            done.is_prefix_of(other) and self.is_possible(longer)
            for other, longer in ways.items()
        )

    def nearest(self, actions: list[Any]) -> Any:
        """Return a legal action, or else the one nearest to a legal action."""
        seats = self._seats()

        def miss(action: Any) -> tuple[bool, int, bool]:
            alike = [a for a in self._possible if type(a) is type(action)]
            least = min((_differences(a, action) for a in alike), default=len(action))
            is_refused = self._match.refusal(action) is not None
            return is_refused, least, getattr(action, "seat", None) not in seats

        return min(actions, key=miss)

    def carried(self, carry: Carry) -> list[Any]:
        """Return the actions that carrying a piece like this could mean."""
        meant = self._staging.carry
        return [
            action
            for action in self._imagined
            if meant and meant(self._position, action) == carry
        ]

    def counted(self, places: tuple[str, ...], times: int, seat: int) -> list[Any]:
        """Return the actions that this seat means by these places and this count."""
        own = {
            done: [action for action in actions if action.seat == seat]
            for done, actions in self.secret.items()
            if done.times == times and not done.cards
        }
        done = _latest(places, (done for done, actions in own.items() if actions))
        return own[done] if done else []

    def laid(self, places: tuple[str, ...], cards: tuple[str, ...]) -> list[Any]:
        """Return the actions that these cards and places mean; [] if more is needed."""
        done = _latest(places, (w for w in self.secret if w.cards == cards))
        if done is None or self.is_begun(done, self.secret):
            return []
        return self.secret[done]

    def begun(self, cards: tuple[str, ...]) -> list[Any]:
        """Return the actions that these cards could begin."""
        return [
            action
            for done, actions in self.secret.items()
            if done.cards[: len(cards)] == cards
            for action in actions
        ]

    def _seats(self) -> set[int]:
        return {action.seat for action in self._match.game.legal(self._position)}

    def _scripted(
        self, possible: tuple[Scripted, ...], begun: Script
    ) -> Iterator[Scripted]:
        yield from possible
        staging, asked = self._staging, self._seats()
        for action in self._imagined:
            script = self._staging.script(self._position, action)
            if script:
                yield action, script
            if self._with_cards:
                for laid in card_scripts(self._staging, self._position, action):
                    if is_about(staging, self._match, laid, action.seat, asked):
                        yield action, laid
        for gesture in begun:
            if isinstance(gesture, Carry):
                yield from carry_scripts(
                    self._match, self._staging, gesture, with_cards=self._with_cards
                )


def _latest(pressed: tuple[str, ...], ways: Iterable[Way]) -> Way | None:
    """Return the newest candidate whose places were all pressed in order."""
    found = {done: at for done in ways if (at := _found(pressed, done)) is not None}
    return max(found, key=lambda done: found[done], default=None)


def _found(pressed: tuple[str, ...], done: Way) -> tuple[int, ...] | None:
    """Return the indices of its places among the presses, last first."""
    at: list[int] = []
    end = len(pressed)
    for place in reversed(done.places):
        end = max((i for i in range(end) if pressed[i] == place), default=-1)
        if end < 0:
            return None
        at.append(end)
    return tuple(at)


def _differences(one: Any, other: Any) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))
