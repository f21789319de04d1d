"""A game's lesson: its `lesson.toml`, checked; `games/ADDING.md` describes it."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from controller.basics.sheet import Bounds, Sheet, nearest
from controller.rules.codec import field_types, type_name
from controller.rules.game import AnyGame, BadSetup, checked_options
from controller.tabletop.lesson import Later, Lesson, Pattern, Step
from controller.words.catalogue import Catalogue, placeholders

FILE = "lesson.toml"


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


_NAME = Bounds("a name, in quotes", lambda v: isinstance(v, str))
_OPTIONS = Bounds("a table such as { first = 0 }", _is_table)
_WANTS = Bounds('a list such as [{ type = "play", seat = 0 }]', _are_tables)


class _Top(NamedTuple):
    end: Annotated[str, _NAME]
    options: Annotated[Mapping[str, Any], _OPTIONS] = MappingProxyType({})


class _Step(NamedTuple):
    says: Annotated[str, _NAME]
    wants: Annotated[Sequence[Mapping[str, Any]], _WANTS]
    each: Annotated[str | None, _NAME] = None


class _Later(NamedTuple):
    event: Annotated[str, _NAME]
    says: Annotated[str, _NAME]


def read(
    path: Path, game: AnyGame, words: Catalogue, events: Collection[str]
) -> Lesson:
    """Read the lesson in this file; raise SheetError. `events` are the game's."""
    return _Reader(path, game, words, events).lesson()


class _Reader:
    def __init__(
        self, path: Path, game: AnyGame, words: Catalogue, events: Collection[str]
    ) -> None:
        self._sheet = Sheet(path, f"the lesson of {game.title}")
        self._game = game
        self._words = words
        self._events = events

    def lesson(self) -> Lesson:
        sheet = self._sheet
        top = sheet.top(_Top, ("told", "step", "later"))
        self._check_options(top.options)
        self._check_says(("end",), top.end, set())
        told = tuple(
            self._pattern(("told", row), values, by_chance=True)
            for row, values in enumerate(sheet.raw_rows("told"))
        )
        steps = tuple(
            self._step(row, step) for row, step in enumerate(sheet.rows("step", _Step))
        )
        if not steps:
            raise sheet.error((), "a lesson has no steps; add [[step]]")
        later = tuple(
            self._later(row, each)
            for row, each in enumerate(sheet.rows("later", _Later))
        )
        return Lesson(steps, later, told, top.options, top.end)

    def _check_options(self, options: Mapping[str, Any]) -> None:
        low, high = self._game.seats
        for seats in range(low, high + 1):
            try:
                checked_options(self._game, seats, dict(options))
            except BadSetup as error:
                raise self._sheet.error(("options",), str(error)) from None

    def _step(self, row: int, step: _Step) -> Step:
        where = ("step", row, "wants")
        wants = tuple(
            self._pattern(where, want, by_chance=False) for want in step.wants
        )
        common = set.intersection(*(set(want.fields) for want in wants))
        known = {"who", *common, *(["wanted"] if step.each else [])}
        where = ("step", row, "says")
        task = self._task(where, step.says, known)
        why = None
        if not task or f"lesson.{step.says}" in self._words.entries:
            why = self._check_says(where, step.says, known)
        each = own = None
        if step.each:
            where = ("step", row, "each")
            each = self._check_says(where, step.each, common)
            own = self._task(where, step.each, {*common, "seat"})
        return Step(why, task, wants, each, own)

    def _task(
        self, where: tuple[str | int, ...], name: str, known: set[str]
    ) -> str | None:
        """Return the key of the task, if the words have one."""
        if f"lesson-task.{name}" not in self._words.entries:
            return None
        return self._check_says(where, name, known, "lesson-task")

    def _later(self, row: int, later: _Later) -> Later:
        if later.event not in self._events:
            words = f"there is no event {later.event[:40]!r}"
            words += nearest(later.event, self._events)
            raise self._sheet.error(("later", row, "event"), words)
        self._check_says(("later", row, "says"), later.says, None)
        return Later(later.event, later.says)

    def _check_says(
        self,
        where: tuple[str | int, ...],
        name: str,
        known: set[str] | None,
        section: str = "lesson",
    ) -> str:
        """Return the key of a sentence; raise SheetError if it cannot be rendered."""
        key = f"{section}.{name}"
        template = self._words.entries.get(key)
        if template is None:
            here = [k[7:] for k in self._words.entries if k.startswith("lesson.")]
            words = f"the words of the game have no lesson.{name[:40]}"
            raise self._sheet.error(where, words + nearest(name, here))
        teams = {team for own in self._game.teams(self._game.seats[1]) for team in own}
        used = placeholders(template) - teams
        unknown = sorted(used - known) if known is not None else []
        if unknown:
            words = f"nothing is put into {key} for {{{unknown[0]}}}"
            raise self._sheet.error(where, words)
        return key

    def _pattern(
        self,
        where: tuple[str | int, ...],
        values: Mapping[str, Any],
        *,
        by_chance: bool,
    ) -> Pattern:
        game, sheet = self._game, self._sheet
        actions: tuple[Any, ...] = game.actions
        kinds = {
            type_name(kind): kind
            for kind in actions
            if (kind in game.by_chance) == by_chance
        }
        said = values.get("type")
        if not isinstance(said, str) or said not in kinds:
            words = f"there is no action {str(said)[:40]!r}"
            raise sheet.error(where, words + nearest(str(said), kinds))
        fields = {name: value for name, value in values.items() if name != "type"}
        types = field_types(kinds[said])
        for name, value in fields.items():
            if name not in types:
                words = f"{said} has no {name[:40]!r}" + nearest(name, types)
                raise sheet.error(where, words)
            if type(value) not in types[name]:
                words = f"{said}.{name} cannot be {str(value)[:40]!r}; see the rules"
                raise sheet.error(where, words)
        return Pattern(kinds[said], fields)
