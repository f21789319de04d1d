"""A decision in words: what it is, and how it is made on the table and on a phone.

Each step of a game has three entries in its words: `ask.STEP`, `ask-table.STEP` and
`ask-phone.STEP`.
"""

from typing import Any, NamedTuple

from controller.basics.sentence import Sentence


class Decision(NamedTuple):
    """Said to whoever is asked, so never more than everybody may know."""

    what: Sentence  # "choose a card"
    table: Sentence  # "Hold your seat, press next as often as …, then ok."
    phone: Sentence  # "Tap a card, then Play."
    # On the table it is done, at least in part, with the seat's button held.
    is_held: bool = False


def decision(step: str, *, is_held: bool = False, **values: Any) -> Decision:
    """What the words of a game say of this step, with these values put in."""
    what, table, phone = (
        Sentence(f"{part}.{step}", values) for part in ("ask", "ask-table", "ask-phone")
    )
    return Decision(what, table, phone, is_held)


# For a game that says nothing of its own.
PLAIN = decision("plain")
# And whose choices are counted under a held button.
COUNTED = decision("counted", is_held=True)
