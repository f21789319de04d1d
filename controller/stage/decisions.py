"""A decision in words: what it is, and how it is made on the table and on a phone."""

from typing import NamedTuple


class Decision(NamedTuple):
    """Said to whoever is asked, so never more than everybody may know."""

    what: str  # "choose a card"
    table: str  # "Hold your seat, press next as often as …, then ok."
    phone: str  # "Tap a card, then Play."
    # On the table it is done, at least in part, with the seat's button held.
    is_held: bool = False


# For a game that says nothing of its own.
PLAIN = Decision("decide", "Press what is lit.", "Tap what glows, then Play.")
