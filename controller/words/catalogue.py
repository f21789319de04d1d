"""Renders sentences: a catalogue has a template for each key, to be filled with values.

`games/ADDING.md` explains the placeholders in braces. A key without a template is shown
as it is, with its values, and logged once.

`controller/web/static/shared/words.js` does the same, and the same examples test both.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.basics.sentence import Says, Sentence

_log = logging.getLogger("undertow.words")

PLACEHOLDER = re.compile(
    r"\{(?P<name>\w+)(?::(?P<kind>[\w-]+))?(?P<more>\+1)?"
    r"(?:\|(?P<one>[^|{}]*)\|(?P<many>[^|{}]*))?\}"
)


# Tiles of the grid in a row; this package does not import `controller.tabletop.places`.
_SIDE = 5


class _Pattern(NamedTuple):
    key: str
    fits: re.Pattern[str]


class SeatNames(tuple[str, ...]):
    """The name of each seat, and of each team whose player has a name."""

    teams: Mapping[str, str] = MappingProxyType({})


class Catalogue:
    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = entries
        self._patterns: dict[str, list[_Pattern]] = {}
        for key in entries:
            kind, _, shape = key.partition(".")
            if "{" in shape:
                found = _Pattern(key, _fitting(shape))
                self._patterns.setdefault(kind, []).append(found)

    def render(self, says: Says, seats: Sequence[str] = ()) -> str:
        """Return the sentence; `seats` are the players' names."""
        key, values = says if isinstance(says, Sentence) else (says, {})
        if key not in self.entries:
            return unknown(key, values)
        template = self.entries[key]
        # A value may end as a sentence does.
        text = self._filled(template, values, seats)
        text = text.replace("!.", "!").replace("?.", "?")
        return text[:1].upper() + text[1:] if template.startswith("{") else text

    def seats(
        self, teams: Sequence[Sequence[str]], players: Sequence[str] = ()
    ) -> SeatNames:
        """Return each seat's name: its player's, else its team's."""
        players = (*players, *[""] * len(teams))
        found = SeatNames(
            players[seat]
            or " & ".join(self.called("team", name) for name in names)
            or self.called("seat", seat)
            for seat, names in enumerate(teams)
        )
        found.teams = {
            name: player if len(own) == 1 else f"{self.called('team', name)} ({player})"
            for own, player in zip(teams, players, strict=False)
            for name in own
            if player
        }
        return found

    def _filled(
        self,
        template: str,
        values: Mapping[str, Any],
        seats: Sequence[str],
        within: str = "",
    ) -> str:
        """Fill a template; `within` is the kind already being named."""

        def put(found: re.Match[str]) -> str:
            name, kind, more, one, many = found.groups()
            if name not in values:
                return found[0]
            value = values[name]
            if one is not None:
                return one if _number(value) == 1 else many
            if (kind or name) == within and not more:
                return _text(value)
            if more:
                # Values from outside may be anything, even the number.
                return str(value + 1) if type(value) is int else _text(value)
            return self.called(kind or name, value, seats)

        return PLACEHOLDER.sub(put, template)

    def called(self, kind: str, value: Any, seats: Sequence[str] = ()) -> str:
        """Return the name of this value of that kind."""
        if isinstance(value, Sentence):
            return self.render(value, seats)
        if isinstance(value, tuple | list):
            return self._listed([self.called(kind, each, seats) for each in value])
        if kind == "seat" and type(value) is int and value in range(len(seats)):
            return seats[value]
        text = _text(value)
        if kind == "team" and isinstance(seats, SeatNames) and text in seats.teams:
            return seats.teams[text]
        if f"{kind}.{text}" in self.entries:
            return self._filled(self.entries[f"{kind}.{text}"], {}, seats)
        for key, fits in self._patterns.get(kind, ()):
            if found := fits.fullmatch(text):
                parts = {n: _plain(part) for n, part in found.groupdict().items()}
                return self._filled(self.entries[key], parts, seats, kind)
        if kind == "tile" and type(value) is int and value in range(_SIDE * _SIDE):
            row, column = divmod(value, _SIDE)
            return self.called("spot", f"tile:{row},{column}", seats)
        return text

    def _listed(self, words: Sequence[str]) -> str:
        """Join as "red", "red and blue", "red, blue and green"."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.entries.get('and', '&')} {words[-1]}"


@cache
def _log_once(key: str) -> None:
    _log.error("there is no sentence %r in the words of this game", key)


def unknown(key: str, values: Mapping[str, Any]) -> str:
    """Return what to show for a key that no catalogue has; "" shows nothing."""
    if key:
        _log_once(key)
    told = ", ".join(f"{name}: {_text(value)}" for name, value in values.items())
    return f"{key} ({told})" if told else key


def placeholders(template: str) -> set[str]:
    """Return the names of a template's placeholders."""
    return {found["name"] for found in PLACEHOLDER.finditer(template)}


def _fitting(shape: str) -> re.Pattern[str]:
    """Return a pattern for the values that fit the placeholders of a key."""
    parts = re.split(r"\{(\w+)\}", shape)
    return re.compile(
        "".join(
            rf"(?P<{part}>\w+)" if index % 2 else re.escape(part)
            for index, part in enumerate(parts)
        )
    )


def _text(value: Any) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _plain(part: str) -> str | int:
    return int(part) if part.isdecimal() else part


def _number(value: Any) -> Any:
    return len(value) if isinstance(value, tuple | list) else value
