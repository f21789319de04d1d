"""A sentence that somebody is told."""

from typing import NamedTuple

from controller.basics.sentence import Says


class Notice(NamedTuple):
    """For one seat's page, or (None) for everybody at the table."""

    seat: int | None
    legal: bool
    rule: str
    says: Says


def announcement(says: Says) -> Notice:
    """A notice for everybody that `why` does not say again."""
    return Notice(None, True, "", says)
