"""A sentence that somebody is told."""

from typing import NamedTuple


class Notice(NamedTuple):
    """For one seat's page, or (None) for everybody at the table."""

    seat: int | None
    legal: bool
    rule: str
    message: str


def announcement(sentence: str) -> Notice:
    """What is nobody's mistake, and so nothing to explain again."""
    return Notice(None, True, "", sentence)
