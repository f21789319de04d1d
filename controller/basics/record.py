"""Make records of different classes unequal, even if their fields are equal.

As plain tuples, `Done(0)` and `End(0)` would be equal. `@record` over a NamedTuple
compares the classes too; making, reading and hashing a record costs no more than
before.
"""

from typing import TypeVar

T = TypeVar("T")

_alike = tuple.__eq__


def record(cls: type[T]) -> type[T]:
    """Make a NamedTuple equal only to others of its own class."""

    def equal(self: tuple[object, ...], other: object) -> bool:
        return other.__class__ is cls and _alike(self, other)

    def differ(self: tuple[object, ...], other: object) -> bool:
        return not equal(self, other)

    # The tuple's hash will do, because equal records have equal hashes.
    cls.__eq__ = equal  # type: ignore[assignment]  # it is a tuple
    cls.__ne__ = differ  # type: ignore[assignment]
    return cls
