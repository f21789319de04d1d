"""The table of a game's steps, which decides what is legal and why not.

A game is at one step at a time. A `Step` says which kinds of action are possible, what
can be chosen, who decides and what the game waits for. A `Kind` says which values the
fields of an action can hold, and has its own rulings. An action is legal only if the
step lists it. For all games alike an action is refused because, in this order:

    it is over      the game has ended
    no such seat    nobody sits there
    not now         the step is for other kinds of action
    not your turn   it is another seat's decision
    no such thing   a field has a value that this game does not have
    why not         the game's own ruling on this kind of action
    no such value   a field has a value that no other ruling covers
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from controller.basics.sentence import Says, Sentence, with_values
from controller.rules.kinds import (
    NOT_AMONG_CHOICES,
    Kind,
    NotNow,
    Refusal,
    domains,
    no_seat,
    nothing_special,
    sample,
    size,
    stray,
    unknown,
)

P = TypeVar("P")
A = TypeVar("A", bound=NamedTuple)

# The most attempts of a kind that is asked for now, of any other kind, and by seats
# that are not asked.
MANY, FEW, OTHERS = 2500, 12, 8

# The reason if none of a kind's own rulings applies; a complete game never needs it.
NOT_LISTED = "rules.not-listed"
# The reason against an outcome of chance; hardly any game has a better one.
CANNOT_COME_UP = "rules.cannot-come-up"


class Outcome(NamedTuple, Generic[A]):
    """Something that chance can decide; its probability is its share of all weights."""

    action: A
    weight: int


class Step(NamedTuple):
    # The kinds of action that are possible now.
    kinds: tuple[type[Any], ...]
    # Every legal action or, if chance decides, every outcome.
    choices: Callable[[Any], tuple[Any, ...]]
    # What the game waits for; {asked:seat} in its sentence is who decides.
    waits: Says | Callable[[Any], Says]
    # Who decides, or for whom chance decides; None if several do at once.
    seat: Callable[[Any], int] | None = None
    # The rulings on another kind of action and on another seat, if they have one.
    rule: str = ""
    seat_rule: str = ""
    # The answer to another kind of action; "": what the game waits for.
    words: str = ""
    # Whether chance decides, for that seat if there is one.
    is_chance: bool = False


def by_chance(
    kind: type[Any],
    outcomes: Callable[[Any], tuple[Outcome[Any], ...]],
    waits: Says,
    seat: Callable[[Any], int] | None = None,
    seat_rule: str = "",
) -> Step:
    """Return a step at which chance decides, for that seat if there is one."""
    return Step((kind,), outcomes, waits, seat, "", seat_rule, is_chance=True)


class Attempts(NamedTuple):
    """Actions that somebody could try, legal and illegal."""

    actions: tuple[Any, ...]
    # The kinds with all actions of the asked seat, or chance; other kinds have a
    # sample.
    complete: frozenset[type[Any]]


# A position, its outcomes and its legal actions.
_LookUp: TypeAlias = tuple[Any, tuple[Outcome[Any], ...], tuple[Any, ...]]


def _nothing(_position: Any) -> tuple[Any, ...]:
    return ()


_THE_END = _nothing, False


class Steps(Generic[P, A]):
    """A game's table of steps, which says what is legal, and why not."""

    def __init__(
        self,
        at: Callable[[P], str],
        steps: Mapping[str, Step],
        kinds: Mapping[type[Any], Kind],
        *,
        choice_rule: str,
        end_rule: Callable[[P], str],
    ) -> None:
        """Set up; `at` names a position's step, or anything not in `steps` at the end.

        `choice_rule` is the ruling on who decides what and when.
        """
        self._at = at
        self._steps = steps
        self._lists = {name: (s.choices, s.is_chance) for name, s in steps.items()}
        self.kinds = kinds
        # Every kind of action, a seat's or chance's, and those that are chance's.
        self.actions: tuple[type[A], ...] = tuple(kinds)
        self.by_chance: frozenset[type[A]] = frozenset(
            kind for s in steps.values() if s.is_chance for kind in s.kinds
        )
        self.choice_rule = choice_rule
        self._end_rule = end_rule
        # Positions never change, so the answers for the last one are cached.
        self._last: _LookUp = (None, (), ())
        self._listed: frozenset[A] | None = None

    def all(self) -> Iterable[Step]:
        return self._steps.values()

    def step(self, position: P) -> Step | None:
        """Return the step that this position is at; None at the end."""
        return self._steps.get(self._at(position))

    def chance(self, position: P) -> tuple[Outcome[A], ...]:
        last = self._last
        return (last if last[0] is position else self._look_up(position))[1]

    def legal(self, position: P) -> tuple[A, ...]:
        last = self._last
        return (last if last[0] is position else self._look_up(position))[2]

    def _look_up(self, position: P) -> _LookUp:
        lists, by_chance = self._lists.get(self._at(position), _THE_END)
        found = lists(position)
        look: _LookUp = (position, found, ()) if by_chance else (position, (), found)
        self._last, self._listed = look, None
        return look

    def refuse(self, position: P, action: A) -> Refusal | None:
        last = self._last
        _, outcomes, legal = last if last[0] is position else self._look_up(position)
        # It is nearly always one of the very objects that were listed.
        for possible in legal:
            if possible is action:
                return None
        for outcome in outcomes:
            if outcome[0] is action:
                return None
        if self._listed is None:
            self._listed = frozenset((*legal, *(o.action for o in outcomes)))
        if action in self._listed:
            return None
        against = self.objection(position, action)
        return against or Refusal(self.choice_rule, self._no_reason(type(action)))

    def _no_reason(self, kind: type[A]) -> str:
        """Return the answer to an unlisted action that no ruling covers."""
        if kind in self.by_chance:
            return CANNOT_COME_UP
        is_plain = self.kinds[kind].why_not is nothing_special
        return NOT_AMONG_CHOICES if is_plain else NOT_LISTED

    def objection(self, position: P, action: A) -> Refusal | None:
        """Return why an action is refused, without listing the legal ones."""
        step = self.step(position)
        if step is None:
            return Refusal(self._end_rule(position), "rules.over")
        kind = self.kinds[type(action)]
        return (
            no_seat(kind, position, action, self.choice_rule)
            or self._mistimed(position, step, action)
            or unknown(kind, position, action)
            or kind.why_not(position, action)
            or stray(kind, position, action, self.choice_rule)
        )

    def _mistimed(self, position: P, step: Step, action: Any) -> Refusal | None:
        """Refuse with *not now*, or *not your turn*."""
        seat = getattr(action, "seat", None)
        asked = step.seat(position) if step.seat else seat
        is_now = type(action) in step.kinds
        own = self.kinds[type(action)].not_now
        if is_now and seat in (None, asked):
            return None
        if not is_now and own:
            return self._refusal(position, step, action, own)
        rule, says = step.seat_rule if is_now else "", "rules.not-your-turn"
        if seat in (None, asked):
            rule, says = step.rule, step.words
        return self._refusal(
            position, step, action, Refusal(rule or self.choice_rule, says)
        )

    def _refusal(self, position: P, step: Step, action: Any, said: NotNow) -> Refusal:
        rule, says = said if isinstance(said, Refusal) else said(position)
        asked = step.seat(position) if step.seat else None
        waits = self._waits(position, step, asked)
        if not says:
            return Refusal(rule, waits)
        seat = getattr(action, "seat", None)
        return Refusal(rule, with_values(says, waits=waits, asked=asked, seat=seat))

    def _waits(self, position: P, step: Step, asked: int | None) -> Sentence:
        says = step.waits(position) if callable(step.waits) else step.waits
        return with_values(says, asked=asked)

    def waits(self, position: P) -> Sentence | None:
        """Return what this position waits for, or None if the game is over."""
        step = self.step(position)
        if step is None:
            return None
        asked = step.seat(position) if step.seat else None
        return self._waits(position, step, asked)

    def attempts(self, position: P, many: int = MANY, few: int = FEW) -> Attempts:
        """Return all actions of the asked seat or chance, plus a sample of the others.

        `many` is the most of a kind that is asked for now, `few` of any other.
        """
        step = self.step(position)
        outcomes = [outcome.action for outcome in self.chance(position)]
        found: dict[Any, None] = dict.fromkeys((*self.legal(position), *outcomes))
        complete = set()
        for cls, kind in self.kinds.items():
            said = everybody = domains(kind, position)
            if step and step.seat and kind.fields[0].noun == "seat":
                said = [(step.seat(position),), *everybody[1:]]
            most = many if step and cls in step.kinds else few
            found.update(dict.fromkeys(sample(cls, kind, said, most)))
            found.update(dict.fromkeys(sample(cls, kind, everybody, min(few, OTHERS))))
            if size(said) <= most:
                complete.add(cls)
        return Attempts(tuple(found), frozenset(complete))
