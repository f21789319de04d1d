"""What people are called in sentences."""

from collections.abc import Collection, Sequence

EVERYBODY = "everybody"


def listed(names: Sequence[str]) -> str:
    """ "Anna", "Anna and Ben", "Anna, Ben and Carla" """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def called(seats: Collection[int], names: Sequence[str]) -> str:
    """These seats by name; all of them, if they are many, are everybody."""
    if not seats or (len(seats) == len(names) and len(seats) > 2):
        return EVERYBODY
    return listed([names[seat] for seat in sorted(seats)])


def sentence(words: str) -> str:
    """Begins with a capital and ends with a full stop."""
    words = words[:1].upper() + words[1:]
    return words if words[-1:] in ".!?" else f"{words}."
