"""The lamps that say what can be pressed now. Each colour has one meaning."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from controller.gestures import Gestures
from controller.staging import DARK, WHITE, Colour, Lamps

# An unfinished game is offered, one is played, one has ended.
Phase: TypeAlias = Literal["offer", "play", "over"]

OK: Colour = (0, 160, 60)
NEXT: Colour = (0, 90, 200)
UNDO: Colour = (150, 90, 0)
WHY: Colour = (120, 0, 160)
PLACE: Colour = (90, 90, 90)


def guidance(
    phase: Phase,
    gestures: Gestures,
    picture: Lamps,
    *,
    can_undo: bool,
    can_explain: bool,
    focus: Callable[[Lamps, frozenset[str]], Lamps] | None = None,
) -> Lamps:
    if phase == "offer":
        return {"ok": OK, "undo": UNDO}
    if phase == "over":
        return {"ok": OK}
    # What the game lights itself needs no second light.
    lamps = {p: PLACE for p in gestures.lit if picture.get(p, DARK) == DARK}
    if focus:
        lamps.update(focus(picture, gestures.lit))
    if gestures.counting:
        # Lit from the first press on and not again: the number stays a secret.
        lamps["next"] = WHITE if gestures.counted else NEXT
    if gestures.waits_for_ok:
        lamps["ok"] = OK
    if can_undo:
        lamps["undo"] = UNDO
    if can_explain:
        lamps["why"] = WHY
    return lamps
