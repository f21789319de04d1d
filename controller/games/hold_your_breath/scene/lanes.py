"""HOLD YOUR BREATH!: the pirates and Anchors that stand in their lanes.

Deeper than 150 ft a lane is folded: its first position below the Surface is 155 ft.
Swimming can be meant by carrying the pirate: that far down his lane, or up in the
Ascent. Which card pays for it is asked only where the hand has several.
"""

from controller.games.hold_your_breath.pieces import (
    AMOUNTS,
    USES,
    Action,
    Play,
    Position,
)
from controller.stage.gestures import Carry
from controller.stage.staging import Stand, View

POSITIONS = 31
FEET = 5  # from one position to the next


def fold(depth: int) -> tuple[int, int]:
    """How often the lane is folded at that depth, and the position in the lane."""
    steps = depth // FEET
    if steps < POSITIONS:
        return 0, steps
    folds, rest = divmod(steps - 1, POSITIONS - 1)
    return folds, rest + 1


def anchored(depth: int, anchor: int) -> int:
    """Where the Anchor is in the lane; one that lies a fold deeper, at its end."""
    folds, _ = fold(depth)
    deeper, position = fold(anchor)
    return position if deeper == folds else POSITIONS - 1


def stands(view: View) -> Stand:
    state = view["state"]
    there: dict[str, tuple[str, ...]] = {}
    for seat, depth in enumerate(state["depths"]):
        if state["anchors"] is not None:
            at = anchored(depth, state["anchors"][seat])
            there[f"depth:{seat}:{at}"] = (f"anchor:{seat}",)
        place = _place(seat, depth)
        there[place] = (*there.get(place, ()), f"pirate:{seat}")
    return there


def carry(position: Position, action: Action) -> Carry | None:
    match action:
        case Play(seat, card, use) if use in AMOUNTS and use in USES.get(card, ()):
            depth = position.depths[seat]
            way = _way(position, use)
            after = max(0, depth - way) if position.phase == "ascent" else depth + way
            if after != depth:
                return Carry(_place(seat, depth), _place(seat, after))
    return None


def _way(position: Position, use: str) -> int:
    """How far the pirate would have to be carried to mean this."""
    is_air = use.startswith("air")
    if not position.variant.draft:
        # There is always enough Air for a Swim that is allowed (HYB-08).
        return 0 if is_air else AMOUNTS[use]
    air, swim = position.air, position.swim
    before = min(air, swim)
    if is_air:
        return min(air + AMOUNTS[use], swim) - before
    return min(air, swim + AMOUNTS[use]) - before


def _place(seat: int, depth: int) -> str:
    return f"depth:{seat}:{fold(depth)[1]}"
