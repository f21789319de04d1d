"""A game's lesson: what it says and wants at each point of the log.

It is a function of the log, so an undo goes back in the lesson too, and after a power
cut it continues where it was.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.basics.sentence import Sentence, say
from controller.rules.codec import type_name
from controller.rules.match import Match
from controller.rules.steps import Outcome


class Pattern(NamedTuple):
    """Actions of one kind, with these values in these fields."""

    kind: type[Any]
    # By the fields' names in files.
    fields: Mapping[str, Any]

    def fits(self, action: Any) -> bool:
        return type(action) is self.kind and all(
            _value(action, name) == value for name, value in self.fields.items()
        )


class Step(NamedTuple):
    # The keys of the explanation, and of the task.
    why: str | None
    task: str | None
    wants: tuple[Pattern, ...]
    # The keys of an action in a list of all, and for its own player.
    each: str | None = None
    own: str | None = None


class Later(NamedTuple):
    event: str
    says: str


class Lesson(NamedTuple):
    steps: tuple[Step, ...] = ()
    later: tuple[Later, ...] = ()
    told: tuple[Pattern, ...] = ()
    options: Mapping[str, Any] = MappingProxyType({})
    end: str | None = None

    def preset(
        self, decided: Sequence[Any], outcomes: Sequence[Outcome[Any]]
    ) -> Any | None:
        """Return the outcome that the lesson sets for chance; None if it sets none."""
        left = list(self.told)
        for action in decided:
            used = next((told for told in left if told.fits(action)), None)
            if used:
                left.remove(used)
        return next(
            (o.action for told in left for o in outcomes if told.fits(o.action)), None
        )


# A game without one is taught by its prompts.
PLAIN = Lesson()


def _value(action: Any, name: str) -> Any:
    """Return a field by its name in files; a Python keyword has a `_` here."""
    return getattr(action, name if hasattr(action, name) else f"{name}_", None)


# How many decisions of each seat to explain in a game without its own lesson.
EXPLAINED = 2


class Taught(NamedTuple):
    # What the lesson explains.
    why: Sentence | None
    # What players may play now; None allows everything that the rules allow.
    wanted: tuple[Any, ...] | None = None
    # What to do, in words for everybody and for the seats that must do it.
    task: Sentence | None = None
    own: Mapping[int, Sentence] = MappingProxyType({})

    @property
    def says(self) -> Sentence:
        """Everything that the table says."""
        if self.why and self.task:
            return say("together", first=self.why, then=self.task)
        both = self.why or self.task
        assert both, "a step of a lesson says something"
        return both

    def task_for(self, viewer: Any) -> Sentence | None:
        """Return this seat's task; for the table, everybody's."""
        return self.own.get(viewer) if isinstance(viewer, int) else self.task


class _Place(NamedTuple):
    """The point that the script has reached; once it wants nothing, it is over."""

    number: int
    # What this step still wants, and what it wanted at its beginning.
    wants: tuple[Pattern, ...] = ()
    all_wants: tuple[Pattern, ...] = ()
    # Whether it ended with the last decision.
    is_news: bool = False


def teach(lesson: Lesson, match: Match) -> Taught | None:
    """Return what to say now, or None where the players need no help."""
    if match.result is not None or match.game.chance(match.position):
        return None
    if not lesson.steps:
        is_early = len([*_decisions(match)]) < EXPLAINED * match.seats
        return Taught(say("teach.plain")) if is_early else None
    place = _place(lesson, match)
    if place.wants:
        return _step(lesson.steps[place.number], place, match)
    if place.is_news:
        return Taught(say(f"lesson.{lesson.end}"))
    return _later(lesson, match)


def _decisions(match: Match) -> Iterator[tuple[Any, Any]]:
    """Yield the seats' decisions, each with the position before it."""
    before = match.start
    for entry in match.entries_from(0):
        if entry.by == "seat":
            yield before, entry.action
        before = entry.position


def _place(lesson: Lesson, match: Match) -> _Place:
    place = _Place(0)
    for position, action in _decisions(match):
        place = _at(lesson, place, match.game.legal(position))
        used = next((want for want in place.wants if want.fits(action)), None)
        if used is None:
            return _Place(len(lesson.steps))
        at = place.wants.index(used)
        left = (*place.wants[:at], *place.wants[at + 1 :])
        place = place._replace(wants=left, number=place.number + (not left))
    place = _at(lesson, place, match.game.legal(match.position))
    return place._replace(is_news=not place.wants)


def _at(lesson: Lesson, place: _Place, legal: tuple[Any, ...]) -> _Place:
    """Return the first step from here on with a playable action."""
    left = _playable(place.wants, legal)
    if left:
        return place._replace(wants=left)
    for number in range(place.number, len(lesson.steps)):
        wants = _playable(lesson.steps[number].wants, legal)
        if wants:
            return _Place(number, wants, wants)
    return _Place(len(lesson.steps))


def _playable(
    wants: tuple[Pattern, ...], legal: tuple[Any, ...]
) -> tuple[Pattern, ...]:
    return tuple(want for want in wants if any(map(want.fits, legal)))


def _step(step: Step, place: _Place, match: Match) -> Taught:
    wants = place.wants
    legal = match.game.legal(match.position)
    wanted = tuple(a for a in legal if any(want.fits(a) for want in wants))
    values = _values(step, place, match, wanted)
    why, task = (Sentence(key, values) if key else None for key in step[:2])
    own = {seat: task for seat in values["who"] if task}
    if step.own:
        own = {seat: _own(step.own, wants, seat, wanted) for seat in values["who"]}
    return Taught(why, wanted, task, own)


def _values(
    step: Step, place: _Place, match: Match, wanted: tuple[Any, ...]
) -> dict[str, Any]:
    """Return the values that the sentences of a step may use."""
    values: dict[str, Any] = {
        "who": tuple(sorted({action.seat for action in wanted})),
        "wanted": tuple(
            Sentence(step.each, dict(want.fields))
            for want in place.all_wants
            if step.each
        ),
    }
    # A lesson may mention any team.
    values |= {team: team for own in match.game.teams(match.seats) for team in own}
    common = set.intersection(*(set(want.fields) for want in place.wants))
    return values | {name: place.wants[0].fields[name] for name in common}


def _own(
    key: str, wants: tuple[Pattern, ...], seat: int, wanted: tuple[Any, ...]
) -> Sentence:
    """Return what this seat must do next."""
    mine = [action for action in wanted if action.seat == seat]
    want = next(want for want in wants if any(map(want.fits, mine)))
    return Sentence(key, {**want.fields, "seat": seat})


def _later(lesson: Lesson, match: Match) -> Taught | None:
    """Explain the newest event that has just happened for the first time."""
    says = {later.event: later.says for later in lesson.later}
    entries = match.entries_from(0)
    decided = [number for number, entry in enumerate(entries) if entry.by == "seat"]
    last = decided[-1] if decided else 0
    before = {type_name(type(e)) for entry in entries[:last] for e in entry.events}
    for entry in reversed(entries[last:]):
        for event in reversed(entry.events):
            kind: Any = type(event)
            name = type_name(kind)
            if name in says and name not in before:
                seen = match.game.event_view(entry.position, event, "table")
                return Taught(Sentence(f"lesson.{says[name]}", seen))
    return None
