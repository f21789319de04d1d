"""The lamps that say what can be pressed now. Each colour has one meaning.

Their rhythm adds nothing to what they tell: only a lamp that is lit anyway beats.
"""

from collections.abc import Callable

from controller.input.gestures import Gestures
from controller.input.situation import Phase
from controller.light.colour import DARK, WHITE, Colour, Lamps
from controller.light.palette import HOME, NEXT, OK, PLACE, UNDO, WHY


def guidance(
    phase: Phase,
    gestures: Gestures,
    picture: Lamps,
    *,
    can_undo: bool,
    can_explain: bool,
    is_taught: bool = False,
    focus: Callable[[Lamps, frozenset[str]], Lamps] | None = None,
) -> Lamps:
    """The lamps that guide; in a lesson they also cover tiles that are lit."""
    if phase == "offer":
        return {"ok": OK, "undo": UNDO}
    if phase == "choose":
        return {"ok": OK, "next": NEXT}
    if phase == "over":
        return {"ok": OK}
    # What the game lights itself needs no second light.
    lamps: dict[str, Colour]
    lamps = {p: PLACE for p in gestures.lit if picture.get(p, DARK) == DARK}
    if focus:
        lamps.update(focus(picture, gestures.lit))
    if is_taught:
        lamps.update({p: HOME for p in gestures.lit if p.startswith("tile:")})
    if gestures.pointed:
        lamps[gestures.pointed] = WHITE
    if gestures.counting:
        # Lit from the first press on and not again: the number stays a secret.
        lamps["next"] = WHITE if gestures.progress.counted else NEXT
    if gestures.waits_for_ok:
        lamps["ok"] = OK
    if can_undo:
        lamps["undo"] = UNDO
    if can_explain:
        lamps["why"] = WHY
    return lamps
