"""HOLD YOUR BREATH!: why not, where a ruling of its own says so."""

from typing import TypeAlias

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
    words = f"seat {action.seat} has played no Air this turn"
    if card == "dolphin":
        return Refusal("HYB-12", f"{words}; its dolphin could be Air")
    return Refusal("HYB-11", f"{words} and holds {card}")


def held(
    position: Position, action: Play | Toss | Drop | Snatch | SelfPanic
) -> Refusal | None:
    seat, card = action.seat, action.card
    if card in position.hands[seat]:
        return None
    return Refusal("HYB-61", f"seat {seat} does not hold {card}")


def play(position: Position, action: Play) -> Refusal | None:
    if action.card not in INDEX:
        words = f"there is no card {action.card[:20]!r} in the Dive Deck"
        return Refusal("HYB-02", words)
    return held(position, action) or refuse_use(position, action)


def draw(position: Position, action: Draw) -> Refusal | None:
    if position.deck[INDEX[action.card]]:
        return None
    return Refusal("HYB-02", f"no {action.card} is left in the Dive Deck")


def first_found(position: Position) -> Refusal:
    rule = "HYB-04" if position.phase == "descent" else "HYB-45"
    return Refusal(rule, "the seat that starts has been found already")


def first(position: Position, action: First) -> Refusal | None:
    seat, rule = action.seat, first_found(position).rule
    if seat in starters(position):
        return None
    if position.phase == "descent":
        words = f"the host has chosen seat {position.variant.first} to start"
        return Refusal(rule, words)
    depth, least = position.depths[seat], min(position.depths)
    words = f"seat {seat} is {depth} ft deep; who is shallowest ({least} ft) starts"
    return Refusal(rule, words)


def no_snatch(position: Position) -> Refusal:
    if position.variant.draft:
        return Refusal("HYBD-05", "nobody is losing a card now: {waits}")
    return Refusal("HYB-34", "who has to discard a card chooses it")


def self_panic(position: Position, action: SelfPanic) -> Refusal | None:
    if position.hands[action.seat]:
        return held(position, action)
    top = position.discard[-1]
    if action.card == top:
        return None
    words = f"an empty hand takes the top of the Discard Pile, which is {top}"
    return Refusal("HYB-16", words)
