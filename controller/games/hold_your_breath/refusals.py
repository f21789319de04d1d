"""HOLD YOUR BREATH!: why something cannot be done now."""

from controller.games.hold_your_breath.pieces import (
    AIRS,
    INDEX,
    Action,
    Done,
    Drop,
    End,
    Play,
    Position,
    SelfPanic,
    Snatch,
    Toss,
)
from controller.games.hold_your_breath.ranking import end_rule
from controller.games.hold_your_breath.refused_plays import refuse_use
from controller.rules.deals import Draw, First
from controller.rules.game import Refusal

# Whose decision it is, and with which cards.
TURN = "HYB-61"


def refuse(position: Position, action: Action) -> Refusal | None:
    if position.step == "over":
        return Refusal(end_rule(position), "the game is over")
    match action:
        case Draw():
            return _refuse_draw(position, action)
        case Play():
            return _refuse_play(position, action)
        case Toss(seat, card):
            return _refuse_turn(position, seat, "toss") or _not_held(
                position, seat, card
            )
        case End(seat):
            return _refuse_turn(position, seat, "toss")
        case Done(seat):
            return _refuse_turn(position, seat, "play") or must_breathe(position, seat)
        case Drop(seat, card):
            return _refuse_drop(position, seat, card)
        case SelfPanic(seat, card):
            return _refuse_self_panic(position, seat, card)
        case Snatch(seat, card):
            return _refuse_snatch(position, seat, card)
        case First(seat):
            return _refuse_first(position, seat)


def due(position: Position) -> str:
    """What has to happen first, as a sentence."""
    match position.step:
        case "first":
            return "the seat that starts has not been found yet"
        case "deal" | "draw" | "refill":
            return f"seat {drawer(position)} is drawing a card"
        case "snatch":
            return f"seat {position.queue[0]} is losing a card"
        case "drop":
            return f"seat {position.queue[0]} has to choose the card it discards"
        case "panic":
            return f"seat {position.active} has to lay down a card as its Panic"
        case "toss":
            return f"seat {position.active} is done with playing; it can only discard"
    return f"seat {position.active} is still playing cards"


def drawer(position: Position) -> int:
    return position.queue[0] if position.step == "deal" else position.active or 0


def starters(position: Position) -> tuple[int, ...]:
    """HYB-04, HYB-45, HYBD-14: chance, or the host; in the Ascent the shallowest."""
    variant = position.variant
    if position.phase == "descent":
        chosen = variant.first
        return tuple(range(variant.seats)) if chosen is None else (chosen,)
    least = min(position.depths)
    return tuple(s for s, depth in enumerate(position.depths) if depth == least)


def must_breathe(position: Position, seat: int) -> Refusal | None:
    """HYB-11, HYB-12, HYB-14: nobody may end who could still play Air."""
    if position.air:
        return None
    hand = position.hands[seat]
    for card in hand:
        if card in AIRS:
            words = f"seat {seat} has played no Air this turn and holds {card}"
            return Refusal("HYB-11", words)
    if "dolphin" in hand and position.variant.dolphin_must_be_air:
        words = f"seat {seat} has played no Air this turn; its dolphin could be Air"
        return Refusal("HYB-12", words)
    return None


def _refuse_turn(position: Position, seat: int, step: str) -> Refusal | None:
    if position.step != step:
        if position.step in ("toss", "panic") and seat == position.active:
            return Refusal("HYB-19", due(position))
        if position.step == "play" and seat == position.active:
            words = "cards are thrown away, and the turn ended, only after done"
            return Refusal("HYB-39", words)
        return Refusal(TURN, due(position))
    if seat != position.active:
        words = f"it is the turn of seat {position.active}, not of seat {seat}"
        return Refusal(TURN, words)
    return None


def _not_held(position: Position, seat: int, card: str) -> Refusal | None:
    if card in position.hands[seat]:
        return None
    if card not in INDEX:
        words = f"there is no card {card[:20]!r} in the Dive Deck"
        return Refusal("HYB-02", words)
    return Refusal(TURN, f"seat {seat} does not hold {card}")


def _refuse_play(position: Position, action: Play) -> Refusal | None:
    seat, card = action.seat, action.card
    return (
        _refuse_turn(position, seat, "play")
        or _not_held(position, seat, card)
        or refuse_use(position, action)
    )


def _refuse_draw(position: Position, action: Draw) -> Refusal | None:
    seat, card = action
    if position.step not in ("deal", "draw", "refill"):
        return Refusal("HYB-40", f"nobody draws now: {due(position)}")
    if seat != drawer(position):
        words = f"seat {drawer(position)} draws now, not seat {seat}"
        return Refusal("HYB-44" if position.step == "deal" else "HYB-40", words)
    index = INDEX.get(card)
    if index is None:
        return Refusal("HYB-02", f"there is no card {card[:20]!r} in the Dive Deck")
    if not position.deck[index]:
        return Refusal("HYB-02", f"no {card} is left in the Dive Deck")
    return None


def _refuse_first(position: Position, seat: int) -> Refusal | None:
    descent = position.phase == "descent"
    rule = "HYB-04" if descent else "HYB-45"
    if position.step != "first":
        return Refusal(rule, "the seat that starts has been found already")
    if seat in starters(position):
        return None
    if not 0 <= seat < position.variant.seats:
        last = position.variant.seats - 1
        return Refusal(rule, f"there is no seat {seat}; seats are 0 to {last}")
    if descent:
        words = f"the host has chosen seat {position.variant.first} to start"
        return Refusal(rule, words)
    depth, least = position.depths[seat], min(position.depths)
    words = f"seat {seat} is {depth} ft deep; who is shallowest ({least} ft) starts"
    return Refusal(rule, words)


def _refuse_drop(position: Position, seat: int, card: str) -> Refusal | None:
    if position.step != "drop":
        words = f"nobody has to discard a card now: {due(position)}"
        return Refusal("HYB-34", words)
    if seat != position.queue[0]:
        return Refusal("HYB-31", f"{due(position)}, not seat {seat}")
    return _not_held(position, seat, card)


def _refuse_snatch(position: Position, seat: int, card: str) -> Refusal | None:
    if not position.variant.draft:
        return Refusal("HYB-34", "who has to discard a card chooses it")
    if position.step != "snatch":
        return Refusal("HYBD-05", f"nobody is losing a card now: {due(position)}")
    if seat != position.queue[0]:
        return Refusal("HYBD-05", f"{due(position)}, not seat {seat}")
    return _not_held(position, seat, card)


def _refuse_self_panic(position: Position, seat: int, card: str) -> Refusal | None:
    if position.step != "panic" or seat != position.active:
        words = f"seat {seat} does not have to lay down a Panic: {due(position)}"
        return Refusal("HYB-11", words)
    if position.hands[seat]:
        return _not_held(position, seat, card)
    top = position.discard[-1]
    if card != top:
        words = f"an empty hand takes the top of the Discard Pile, which is {top}"
        return Refusal("HYB-16", words)
    return None
