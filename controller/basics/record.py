"""Records of two kinds are never equal, even where their fields are.

As a plain tuple `Done(0)` would equal `End(0)`. `@record` over a NamedTuple compares
the classes too; making, reading and hashing one cost no more than before.
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

    # The hash of a tuple will do: what is equal has the same one.
    cls.__eq__ = equal  # type: ignore[assignment]  # it is a tuple
    cls.__ne__ = differ  # type: ignore[assignment]
    return cls
