"""HOLD YOUR BREATH!: why a card that is held cannot be used like that now."""

from collections.abc import Callable

from controller.games.hold_your_breath.pieces import (
    AMOUNTS,
    HAND,
    USES,
    Play,
    Position,
    is_hindered_by,
)
from controller.games.hold_your_breath.plays import with_five
from controller.rules.game import Refusal

Check = Callable[[Position, Play], Refusal | None]


def refuse_use(position: Position, action: Play) -> Refusal | None:
    card, use = action.card, action.as_
    if use not in USES[card]:
        known = " or ".join(USES[card])
        words = f"{card} can be played as {known}, not as {use[:20]!r}"
        return Refusal("HYB-05", words)
    if use == "kraken":
        use = f"kraken {action.effect}"
        if use not in _CHECKS:
            words = 'the effect of a Kraken is "shark" or "discard"'
            return Refusal("HYB-28", words)
    wanted, check = _CHECKS[use]
    given = (
        action.effect is not None,
        action.target is not None,
        action.front is not None,
    )
    # Calm is said in two ways: with the seat that gets a Shark, or without.
    if given != wanted and not (use == "calm" and given[0] is False and given[2]):
        return Refusal("HYB-61", f"{card} as {use} {_SHAPES[wanted]}")
    return check(position, action)


def _amount(position: Position, action: Play) -> Refusal | None:
    seat, use = action.seat, action.as_
    if use[0] == "a":
        return None
    variant = position.variant
    front = position.fronts[seat]
    if front:
        by = "a Panic" if is_hindered_by(front, "panic") else "the Shark"
        words = f"seat {seat} has {by} in front of it and cannot swim"
        rule = "HYB-07" if by == "a Panic" else "HYB-26"
        return Refusal("HYBD-03" if variant.draft else rule, words)
    if position.swim + AMOUNTS[use] > position.air and not variant.draft:
        words = "play air first: you can swim only as far as your air"
        return Refusal("HYB-08", words)
    return None


def _draw(position: Position, action: Play) -> Refusal | None:
    return None  # HYB-37


def _other_seat(position: Position, action: Play, rule: str) -> Refusal | None:
    seats, target = position.variant.seats, action.target
    if target is None or not 0 <= target < seats:
        words = f"there is no seat {target}; seats are 0 to {seats - 1}"
        return Refusal("HYB-01", words)
    if target == action.seat:
        words = f"{action.as_} is for another seat, never for one's own"
        return Refusal(rule, words)
    return None


def _discard(position: Position, action: Play) -> Refusal | None:
    rule = "HYBD-05" if position.variant.draft else "HYB-34"
    refusal = _other_seat(position, action, rule)
    if refusal:
        return refusal
    held = len(position.hands[action.target or 0])
    if held != HAND:
        words = f"seat {action.target} holds {held} cards; Discard asks for exactly 5"
        return Refusal(rule, words)
    return None


def _panic(position: Position, action: Play) -> Refusal | None:
    refusal = _other_seat(position, action, "HYB-24")
    if refusal:
        return refusal
    front = position.fronts[action.target or 0]
    if is_hindered_by(front, "panic"):
        words = f"seat {action.target} has a Panic in front of it already"
        return Refusal("HYB-21", words)
    if front and not position.variant.panic_on_sharked:
        words = f"seat {action.target} has the Shark in front of it already"
        return Refusal("HYB-20", words)
    return None


def _shark(position: Position, action: Play) -> Refusal | None:
    return _other_seat(position, action, "HYB-24")


def _calm(position: Position, action: Play) -> Refusal | None:
    seat = action.seat
    row, at = position.fronts[seat], action.front or 0
    if not row:
        return Refusal("HYB-28", "you have no Panic and no Shark to calm")
    if not 0 <= at < len(row):
        words = f"the front row of seat {seat} has {len(row)} cards, counted from 0"
        return Refusal("HYB-27", words)
    if row[at].as_ == "panic":
        if action.target is None:
            return None
        return Refusal("HYB-27", "a Panic is discarded; only a Shark moves to a seat")
    if action.target is None:
        return Refusal("HYB-27", "the Shark has to move to a seat: name it as target")
    return _other_seat(position, action, "HYB-29")


def _kraken_shark(position: Position, action: Play) -> Refusal | None:
    seat, draft = action.seat, position.variant.draft
    target, at = action.target or 0, action.front or 0
    rule = "HYBD-06" if draft else "HYB-30"
    if not draft and target != seat:
        words = "the Kraken takes a Shark only from in front of its own seat"
        return Refusal(rule, words)
    if not 0 <= target < position.variant.seats:
        last = position.variant.seats - 1
        words = f"there is no seat {target}; seats are 0 to {last}"
        return Refusal("HYB-01", words)
    row = position.fronts[target]
    if 0 <= at < len(row) and row[at].as_ == "shark":
        return None
    words = f"there is no Shark at {at} in the front row of seat {target}"
    return Refusal(rule, words)


def _kraken_discard(position: Position, action: Play) -> Refusal | None:
    if with_five(position):
        return None
    return Refusal("HYB-33", "no other seat holds exactly five cards")


# Of each use: whether it has effect, target and front, and what else it asks for.
_CHECKS: dict[str, tuple[tuple[bool, bool, bool], Check]] = {
    **dict.fromkeys(AMOUNTS, ((False, False, False), _amount)),
    "draw": ((False, False, False), _draw),
    "discard": ((False, True, False), _discard),
    "panic": ((False, True, False), _panic),
    "shark": ((False, True, False), _shark),
    "calm": ((False, True, True), _calm),
    "kraken shark": ((True, True, True), _kraken_shark),
    "kraken discard": ((True, False, False), _kraken_discard),
}
_SHAPES = {
    (False, False, False): "is played alone, without effect, target or front",
    (False, True, False): "needs a target, and nothing else",
    (False, True, True): "needs a front, for a Shark a target too, and nothing else",
    (True, True, True): "needs the target and the front where the Shark lies",
    (True, False, False): "needs no target and no front",
}
