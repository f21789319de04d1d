"""A sentence for somebody at the table."""

from typing import NamedTuple

from controller.basics.sentence import Says


class Notice(NamedTuple):
    """A message for one seat's page, or (None) for everybody at the table."""

    seat: int | None
    legal: bool
    rule: str
    says: Says


def announcement(says: Says) -> Notice:
    """Make a notice for everybody, which `why` does not repeat."""
    return Notice(None, True, "", says)
