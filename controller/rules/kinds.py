"""A kind of action: the values of its fields, and its own rulings."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product, starmap
from math import prod
from typing import Any, NamedTuple, TypeAlias

from controller.basics.sentence import Says, Sentence

# Samples are the same each time: values a large prime apart.
_SEED, _STRIDE = 20_011, 2_654_435_761

# The words of a refusal without a special ruling.
NOT_AMONG_CHOICES = "rules.not-among-choices"


class Refusal(NamedTuple):
    """A ruling against an action, and the sentence for it."""

    rule: str
    says: Says


class Field(NamedTuple):
    """The values that a field of an action can hold."""

    noun: str
    values: Callable[[Any], Sequence[Any]]
    # Wrong values that somebody could try.
    strays: tuple[Any, ...] = ()
    # The ruling on any other value; without one, `why_not` must have it.
    rule: str = ""
    # Whether the values are tuples for several fields that depend on each other.
    is_joint: bool = False

    def by(self, rule: str) -> "Field":
        return self._replace(rule=rule)


def one_of(noun: str, values: Sequence[Any], *strays: Any) -> Field:
    """Return a field that can hold the same values in every position.

    Without `strays`, attempts try the numbers just beyond the values, or an unknown
    word.
    """
    return Field(noun, lambda _position: values, strays or _beyond(values))


def _beyond(values: Sequence[Any]) -> tuple[Any, ...]:
    if all(type(value) is int for value in values):
        return min(values) - 1, max(values) + 1
    return ("?",)


# The sentence gets {asked:seat}, who is asked, {seat}, who tries, and {waits}, what the
# game waits for.
NotNow: TypeAlias = Refusal | Callable[[Any], Refusal]


def nothing_special(_position: Any, _action: Any) -> None:
    """Name no ruling; unlisted actions are refused in standard words."""


class Kind(NamedTuple):
    """The fields of a kind of action, and the game's own reasons to refuse it."""

    # In the order of the action's own fields.
    fields: tuple[Field, ...]
    # Called only at the right time, for the right seat, with values that exist.
    why_not: Callable[[Any, Any], Refusal | None] = nothing_special
    # For a kind that has its own ruling on when it is allowed.
    not_now: NotNow | None = None


def no_seat(kind: Kind, position: Any, action: Any, rule: str) -> Refusal | None:
    """Refuse an action of a seat that this game does not have."""
    seat = kind.fields[0]
    if seat.noun != "seat" or action.seat in seat.values(position):
        return None
    return _unknown(seat.by(seat.rule or rule), position, action.seat)


def unknown(kind: Kind, position: Any, action: Any) -> Refusal | None:
    """Refuse an action with a field value that this game does not have."""
    for field, value in zip(kind.fields, action, strict=False):
        if field.rule and value not in field.values(position):
            return _unknown(field, position, value)
    return None


def stray(kind: Kind, position: Any, action: Any, rule: str) -> Refusal | None:
    """Refuse, by this rule, a value that no ruling of its field covers."""
    for field, value in zip(kind.fields, action, strict=False):
        if not field.is_joint and value not in field.values(position):
            return Refusal(rule, NOT_AMONG_CHOICES)
    return None


def _unknown(field: Field, position: Any, value: Any) -> Refusal:
    """Refuse a value by the field's noun; `known` lists the valid ones."""
    known = tuple(known for known in field.values(position) if known is not None)
    said = value[:20] if isinstance(value, str) else value
    values = {field.noun: said, "known": known}
    return Refusal(field.rule, Sentence(f"no-such.{field.noun}", values))


# By field, all values that somebody could try.
Domains: TypeAlias = list[tuple[Any, ...]]


def domains(kind: Kind, position: Any) -> Domains:
    return [_sayable(field, field.values(position)) for field in kind.fields]


def _sayable(field: Field, values: Sequence[Any]) -> tuple[Any, ...]:
    return (*values, *[stray for stray in field.strays if stray not in values])


def size(found: Domains) -> int:
    return prod(map(len, found))


def sample(cls: Any, kind: Kind, found: Domains, most: int) -> Iterator[Any]:
    """Return all actions with values from these domains, or this many of them."""
    total = size(found)
    if total <= most and not any(field.is_joint for field in kind.fields):
        yield from starmap(cls, product(*found))
        return
    for number in range(min(total, most)):
        at = number if total <= most else (_SEED + number * _STRIDE) % total
        said: list[Any] = []
        for field, values in zip(kind.fields, found, strict=True):
            at, index = divmod(at, len(values))
            said += values[index] if field.is_joint else (values[index],)
        yield cls(*said)
