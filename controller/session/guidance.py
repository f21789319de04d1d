"""The lamps over a game's picture: what can be pressed now, one meaning a colour.

Their rhythm gives nothing away: only a lamp that is lit anyway beats.
"""

from collections.abc import Collection, Mapping

from controller.input.gestures import Gestures
from controller.input.situation import Situation
from controller.light.colour import (
    DARK,
    WHITE,
    Colour,
    Ink,
    Lamps,
    Rhythm,
    dim,
    steady,
)
from controller.light.palette import HOME, NEXT, OK, PLACE, UNDO, WHY
from controller.pieces.tracker import Placement
from controller.tabletop import places

# The light of a seat that has used half of its time, and of one with little left.
HALF_LIGHT, LITTLE_LIGHT = 0.5, 0.25

_AT_REST: dict[str, Lamps] = {
    "offer": {"ok": OK, "undo": UNDO},
    "choose": {"ok": OK, "next": NEXT},
    "over": {"ok": OK},
}


def guidance(
    situation: Situation,
    gestures: Gestures,
    placement: Placement,
    *,
    can_explain: bool,
    is_troubled: bool,
) -> Lamps:
    """Return the lamps that guide hands.

    `can_explain`: `why` would repeat a refusal. `is_troubled`: a part has failed.
    """
    if situation.phase == "play":
        lamps = _in_play(situation, gestures)
        if can_explain:
            lamps["why"] = WHY
    else:
        lamps = dict(_AT_REST[situation.phase])
    if situation.waiting:
        live = gestures.lit | gestures.progress.touched
        lamps.update(situation.waiting.lamps(situation.view, situation.picture, live))
    lamps.update(placement.lamps())
    if placement.asks and not gestures.waits_for_ok:
        lamps["ok"] = OK
    if is_troubled:
        lamps["why"] = WHY
    return lamps


def with_times(
    lamps: Lamps, picture: Lamps, asked: Collection[int], levels: Mapping[int, int]
) -> Lamps:
    """Dim the lamp of an asked seat that has used much of its time.

    `levels`: see `Times.levels`. From the reminder on the lamp flutters too.
    """
    timed = dict(lamps)
    for seat in levels.keys() & set(asked):
        place, level = places.seat(seat), levels[seat]
        lit = lamps.get(place) or picture.get(place, DARK)
        if level == 1:
            timed[place] = dim(lit, HALF_LIGHT)
        else:
            colour = steady(lit if lit != DARK else WHITE)
            timed[place] = Ink(dim(colour, LITTLE_LIGHT), Rhythm.QUICK)
    return timed


def _in_play(situation: Situation, gestures: Gestures) -> dict[str, Colour]:
    """Light what can be pressed next; in a lesson, also over the game's own tiles."""
    picture, focus, lit = situation.picture, situation.staging.focus, gestures.lit
    # What the game lights itself needs no second light.
    lamps: dict[str, Colour] = {p: PLACE for p in lit if picture.get(p, DARK) == DARK}
    if focus:
        lamps.update(focus(picture, lit))
    if situation.taught:
        lamps.update({p: HOME for p in lit if p.startswith("tile:")})
    if gestures.pointed:
        lamps[gestures.pointed] = WHITE
    if gestures.counting:
        # Lit from the first press on and not again: the number stays a secret.
        lamps["next"] = WHITE if gestures.progress.counted else NEXT
    if gestures.waits_for_ok:
        lamps["ok"] = OK
    if situation.can_undo("table"):
        lamps["undo"] = UNDO
    return lamps
