"""HOLD YOUR BREATH!: refusals that have a ruling of their own."""

from typing import TypeAlias

from controller.basics.sentence import say
from controller.games.hold_your_breath.choices import must_breathe, starters
from controller.games.hold_your_breath.pieces import (
    INDEX,
    Done,
    Drop,
    Play,
    Position,
    SelfPanic,
    Snatch,
    Toss,
)
from controller.games.hold_your_breath.refused_plays import refuse_use
from controller.rules.deals import Draw, First
from controller.rules.game import Refusal

Card: TypeAlias = Play | Toss | Drop | Snatch | SelfPanic


def done(position: Position, action: Done) -> Refusal | None:
    card = must_breathe(position)
    if card is None:
        return None
    if card == "dolphin":
        return Refusal("HYB-12", "refused.breathe-dolphin")
    return Refusal("HYB-11", say("refused.breathe", card=card))


def held(
    position: Position, action: Play | Toss | Drop | Snatch | SelfPanic
) -> Refusal | None:
    seat, card = action.seat, action.card
    if card in position.hands[seat]:
        return None
    return Refusal("HYB-61", say("refused.not-held", card=card))


def play(position: Position, action: Play) -> Refusal | None:
    if action.card not in INDEX:
        return Refusal("HYB-02", say("no-such.card", card=action.card[:20]))
    return held(position, action) or refuse_use(position, action)


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
