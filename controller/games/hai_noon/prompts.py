"""HAI NOON: what is asked of people, in words."""

from controller.games.hai_noon.board import attacked, hidden, own
from controller.games.hai_noon.pieces import DIVERS, KIND, OWNERS, Position
from controller.stage.decisions import PLAIN, Decision

ABOUT = (
    "Divers in a pool full of sharks: steer the sharks at the others, and keep "
    "your harpoon."
)
DECISIONS = {
    "enter": Decision(
        "bring the {diver} diver back into the pool",
        "Press the tile of a free place.",
        "Tap a free place, then Play.",
    ),
    "play": Decision(
        "play a card to a side of the pool",
        "Hold your seat, press the outer tile in the middle of that side, press next "
        "as often as the card's place in your hand says, then ok.",
        "Tap a card, then the side, then Play.",
        is_held=True,
    ),
    "cage": Decision(
        "put the cage on a diver",
        "Press that diver's tile.",
        "Tap a diver, then Play.",
    ),
    "camouflage": Decision(
        "hide a diver of yours",
        "Press that diver's tile.",
        "Tap a diver, then Play.",
    ),
    "diver": Decision(
        "swim on with your diver",
        "Press the tile of a place beside the diver.",
        "Tap the place where the diver goes, then Play.",
    ),
    "flip": Decision(
        "turn a shark over: hungry or full",
        "Press that shark's tile.",
        "Tap a shark, then Play.",
    ),
    "shark": Decision(
        "choose a shark that swims on: it changes places with the next one clockwise",
        "Press that shark's tile.",
        "Tap a shark, then Play.",
    ),
    "answer": Decision(
        "answer the attack: use a harpoon, or endure it",
        "Hold your seat: ok alone endures; next as often as the harpoon's place in "
        "your hand says, then ok, uses it.",
        "Tap a harpoon or Endure, then Play.",
        is_held=True,
    ),
}
ONE_OF_TWO = Decision(
    "swim on with one of your divers",
    "Press the diver's tile, then the tile of a place beside it.",
    "Tap the diver and the place where it goes, then Play.",
)
SAVE_ONE = (
    "Hold your seat: ok alone endures; next as often as the harpoon's place in your "
    "hand says, then ok, saves the first diver. Count on past your last card to save "
    "the second."
)


def decision(position: Position) -> Decision:
    step = KIND[position.card] if position.step == "act" else position.step
    asked = DECISIONS.get(step, PLAIN)
    if step == "enter":
        diver = hidden(position, position.active) or ""
        return asked._replace(what=asked.what.format(diver=diver))
    if step == "diver" and len(own(position, position.active)) > 1:
        return ONE_OF_TWO
    if step == "answer" and _both_attacked(position):
        return asked._replace(table=SAVE_ONE)
    return asked


def _both_attacked(position: Position) -> bool:
    mine = own(position, position.asked[0])
    return sum(diver in mine for diver in attacked(position)) > 1


def seat_names(seats: int) -> tuple[str, ...]:
    """By the colours of their divers."""
    return tuple(
        " & ".join(
            diver.capitalize()
            for diver, owner in zip(DIVERS, OWNERS[seats], strict=True)
            if owner == seat
        )
        for seat in range(seats)
    )
