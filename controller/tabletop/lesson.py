"""A game's lesson as a value; `lesson_sheet` reads it from its file."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.rules.steps import Outcome


class Pattern(NamedTuple):
    """Actions of one kind, with these values in these fields."""

    kind: type[Any]
    # By the names that fields have in files.
    fields: Mapping[str, Any]

    def fits(self, action: Any) -> bool:
        return type(action) is self.kind and all(
            _value(action, name) == value for name, value in self.fields.items()
        )


class Step(NamedTuple):
    says: str
    wants: tuple[Pattern, ...]
    each: str | None


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
        """What the lesson tells chance to decide; None: it says nothing here."""
        left = list(self.told)
        for action in decided:
            used = next((told for told in left if told.fits(action)), None)
            if used:
                left.remove(used)
        return next(
            (o.action for told in left for o in outcomes if told.fits(o.action)), None
        )


# A game that has none is taught by what it asks for.
PLAIN = Lesson()


def _value(action: Any, name: str) -> Any:
    """The field by its name in files: that of a Python keyword has a `_` here."""
    return getattr(action, name if hasattr(action, name) else f"{name}_", None)
