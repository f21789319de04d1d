"""HOLD YOUR BREATH!: refusals that have a ruling of their own."""

from collections.abc import Callable
from typing import TypeAlias

from controller.basics.sentence import say
from controller.games.hold_your_breath.choices import (
    is_hindered_by,
    must_breathe,
    starters,
    with_five,
)
from controller.games.hold_your_breath.pieces import (
    AMOUNTS,
    HAND,
    INDEX,
    USES,
    Done,
    Drop,
    Play,
    Position,
    SelfPanic,
    Snatch,
    Toss,
)
from controller.rules.deals import Draw, First
from controller.rules.game import Refusal

Card: TypeAlias = Play | Toss | Drop | Snatch | SelfPanic
Check: TypeAlias = Callable[[Position, Play], Refusal | None]


def done(position: Position, action: Done) -> Refusal | None:
    card = must_breathe(position)
    if card is None:
        return None
    if card == "dolphin":
        return Refusal("HYB-12", "refused.breathe-dolphin")
    return Refusal("HYB-11", say("refused.breathe", card=card))


def held(position: Position, action: Card) -> Refusal | None:
    seat, card = action.seat, action.card
    if card in position.hands[seat]:
        return None
    return Refusal("HYB-61", say("refused.not-held", card=card))


def play(position: Position, action: Play) -> Refusal | None:
    if action.card not in INDEX:
        return Refusal("HYB-02", say("no-such.card", card=action.card[:20]))
    return held(position, action) or _use(position, action)


def draw(position: Position, action: Draw) -> Refusal | None:
    if position.deck[INDEX[action.card]]:
        return None
    return Refusal("HYB-02", say("refused.none-left", card=action.card))


def first_found(position: Position) -> Refusal:
    rule = "HYB-04" if position.phase == "descent" else "HYB-45"
    return Refusal(rule, "refused.first-found")


def first(position: Position, action: First) -> Refusal | None:
    seat, rule = action.seat, first_found(position).rule
    if seat in starters(position):
        return None
    if position.phase == "descent":
        says = say("refused.first-chosen", first=position.variant.first)
        return Refusal(rule, says)
    depth, least = position.depths[seat], min(position.depths)
    says = say("refused.not-shallowest", seat=seat, depth=depth, least=least)
    return Refusal(rule, says)


def no_snatch(position: Position) -> Refusal:
    if position.variant.draft:
        return Refusal("HYBD-05", "refused.nobody-loses")
    return Refusal("HYB-34", "refused.own-choice")


def self_panic(position: Position, action: SelfPanic) -> Refusal | None:
    if position.hands[action.seat]:
        return held(position, action)
    top = position.discard[-1]
    if action.card == top:
        return None
    return Refusal("HYB-16", say("refused.empty-hand", card=top))


# Cards that the seat holds but cannot use like that


def _use(position: Position, action: Play) -> Refusal | None:
    card, use = action.card, action.as_
    if use not in USES[card]:
        says = say("refused.no-such-use", card=card, uses=USES[card], use=use[:20])
        return Refusal("HYB-05", says)
    if use == "kraken":
        use = f"kraken {action.effect}"
        if use not in _CHECKS:
            return Refusal("HYB-28", "refused.kraken-effect")
    wanted, check = _CHECKS[use]
    given = (
        action.effect is not None,
        action.target is not None,
        action.front is not None,
    )
    # Calm has two sentences: with and without a seat that gets a Shark.
    if given != wanted and not (use == "calm" and given[0] is False and given[2]):
        return Refusal("HYB-61", say(_SHAPES[wanted], use=action.as_))
    return check(position, action)


def _amount(position: Position, action: Play) -> Refusal | None:
    seat, use = action.seat, action.as_
    if use[0] == "a":
        return None
    variant = position.variant
    front = position.fronts[seat]
    if front:
        by = "panic" if is_hindered_by(front, "panic") else "shark"
        rule = "HYB-07" if by == "panic" else "HYB-26"
        return Refusal("HYBD-03" if variant.draft else rule, f"refused.{by}-in-front")
    if position.swim + AMOUNTS[use] > position.air and not variant.draft:
        return Refusal("HYB-08", "refused.air-first")
    return None


def _draw(position: Position, action: Play) -> Refusal | None:
    return None  # HYB-37


def _other_seat(position: Position, action: Play, rule: str) -> Refusal | None:
    seats, target = position.variant.seats, action.target
    if target is None or not 0 <= target < seats:
        return Refusal("HYB-01", say("no-such.seat", seat=target))
    if target == action.seat:
        return Refusal(rule, say("refused.for-others", use=action.as_))
    return None


def _discard(position: Position, action: Play) -> Refusal | None:
    rule = "HYBD-05" if position.variant.draft else "HYB-34"
    refusal = _other_seat(position, action, rule)
    if refusal:
        return refusal
    held = len(position.hands[action.target or 0])
    if held != HAND:
        says = say("refused.not-five", target=action.target, cards=held)
        return Refusal(rule, says)
    return None


def _panic(position: Position, action: Play) -> Refusal | None:
    refusal = _other_seat(position, action, "HYB-24")
    if refusal:
        return refusal
    front = position.fronts[action.target or 0]
    if is_hindered_by(front, "panic"):
        return Refusal("HYB-21", say("refused.has-panic", target=action.target))
    if front and not position.variant.panic_on_sharked:
        return Refusal("HYB-20", say("refused.has-shark", target=action.target))
    return None


def _shark(position: Position, action: Play) -> Refusal | None:
    return _other_seat(position, action, "HYB-24")


def _calm(position: Position, action: Play) -> Refusal | None:
    seat = action.seat
    row, at = position.fronts[seat], action.front or 0
    if not row:
        return Refusal("HYB-28", "refused.nothing-to-calm")
    if not 0 <= at < len(row):
        return Refusal("HYB-27", say("refused.no-such-front", cards=len(row)))
    if row[at].as_ == "panic":
        if action.target is None:
            return None
        return Refusal("HYB-27", "refused.panic-stays")
    if action.target is None:
        return Refusal("HYB-27", "refused.shark-goes")
    return _other_seat(position, action, "HYB-29")


def _kraken_shark(position: Position, action: Play) -> Refusal | None:
    seat, draft = action.seat, position.variant.draft
    target, at = action.target or 0, action.front or 0
    rule = "HYBD-06" if draft else "HYB-30"
    if not draft and target != seat:
        return Refusal(rule, "refused.own-shark")
    if not 0 <= target < position.variant.seats:
        return Refusal("HYB-01", say("no-such.seat", seat=target))
    row = position.fronts[target]
    if 0 <= at < len(row) and row[at].as_ == "shark":
        return None
    return Refusal(rule, say("refused.no-shark", target=target))


def _kraken_discard(position: Position, action: Play) -> Refusal | None:
    if with_five(position):
        return None
    return Refusal("HYB-33", "refused.nobody-has-five")


# For each use: whether it takes effect, target and front, and its own check.
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
    (False, False, False): "shape.alone",
    (False, True, False): "shape.target",
    (False, True, True): "shape.calm",
    (True, True, True): "shape.kraken-shark",
    (True, False, False): "shape.kraken-discard",
}
