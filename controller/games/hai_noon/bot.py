"""HAI NOON for bots: likely hands, dangerous places, and good actions."""

from collections.abc import Sequence
from math import exp
from typing import Any

from controller.basics.sentence import Sentence, say
from controller.bots.card_memory import CardMemory, CardTable, HandsAndDeck
from controller.bots.hidden_cards import NOTHING
from controller.games.hai_noon import GAME
from controller.games.hai_noon.board import empty_sides, is_first_turn, side_colours
from controller.games.hai_noon.pieces import (
    ATTACKS,
    CARDS,
    COLOUR,
    HARPOONS,
    INDEX,
    KIND,
    OWNERS,
    PLACES,
    SIDE,
    Endure,
    Harpoon,
    Play,
    Position,
)
from controller.games.hai_noon.rules import apply
from controller.rules.game import State


def leaving(_position: Position, told: State) -> tuple[str, ...]:
    match told["type"]:
        case "play" | "harpoon":
            return (told["card"],)
        case "out":
            return tuple(told["cards"])
    return ()


def barred(position: Position, told: State) -> frozenset[str]:
    """HN-11: a first card on a side with cards means that none fits an empty side."""
    if told["type"] != "play" or not is_first_turn(position):
        return NOTHING
    if not position.sides[SIDE[told["side"]]]:
        return NOTHING
    now = side_colours(position.sides)
    return frozenset(card for card in CARDS if empty_sides(COLOUR[card], now))


_CARDS = HandsAndDeck(CARDS)
TABLE = CardTable(_CARDS.zones, _CARDS.placed, _CARDS.sizes, leaving, barred)


def imagine(start: Position, seat: int) -> CardMemory:
    return CardMemory(GAME, TABLE, start, seat)


# How soon a side attacks, by the number of its cards.
_SOON = (0.12, 0.3, 1.0, 1.0, 1.0)
# For each place, the sharks that attack it, with their sides.
_BITERS = tuple(
    tuple(
        (shark, side)
        for side, pairs in enumerate(ATTACKS)
        for shark, there in pairs
        if there == place
    )
    for place in range(len(PLACES))
)
# How readily the bot gives up a card, by what the card does.
_KEPT = {"cage": 0.25, "camouflage": 0.6, "": 0.9}


def dangers(position: Position) -> list[float]:
    """Return the danger to each seat's divers."""
    found = [0.0] * position.variant.seats
    owners = OWNERS[position.variant.seats]
    sides, sharks, cage = position.sides, position.sharks, position.cage
    for place, diver in enumerate(position.places):
        index = INDEX[diver] if diver else 0
        seat = owners[index]
        if diver is None or seat is None or position.health[index] == "dummy":
            continue
        danger = 0.02
        for shark, side in _BITERS[place]:
            soon = _SOON[len(sides[side])]
            danger += soon if sharks[shark] else 0.15 * soon
        if diver == cage:
            danger *= 0.35
        if position.health[index] == "injured":
            danger *= 3.0
        found[seat] += danger
    return found


def _with_harpoons(position: Position, seat: int, danger: float) -> float:
    """Reduce the danger for each harpoon in hand."""
    held = sum(card in HARPOONS for card in position.hands[seat])
    return danger * (1.0, 0.75, 0.6, 0.5)[held]


def prefer(position: Position, legal: Sequence[Any]) -> list[float]:
    """Prefer actions that keep the seat's own divers safe and endanger others."""
    kind = type(legal[0])
    if position.step == "answer":
        return [1.0 if type(action) is Endure else 30.0 for action in legal]
    weights = []
    for action in legal:
        weight = _steep(position, action, legal[0].seat)
        if kind is Play:
            weight *= _KEPT.get(KIND[action.card], 1.0)
        weights.append(weight)
    return weights


def _steep(position: Position, action: Any, seat: int) -> float:
    after, _ = apply(position, action)
    if after.step == "over":
        return 50.0 if not after.fell[seat] else 1e-6
    found = dangers(after)
    before = sum(health == "injured" for health in position.health)
    now = sum(health == "injured" for health in after.health)
    own = found[seat]
    others = (sum(found) - own) / max(1, len(found) - 1)
    return exp(-5.0 * own + 1.0 * others + 0.3 * (now - before))


# The smallest change of danger worth mentioning.
_FELT = 0.03


def reason(position: Position, action: Any) -> Sentence:
    """Explain an action by the danger before and after it, without hidden hands."""
    match action:
        case Harpoon():
            return say("reason.harpoon")
        case Endure():
            return say("reason.endure")
    seat = action.seat
    before, (after, _) = dangers(position), apply(position, action)
    if after.step == "over":
        return say("reason.end")
    now = dangers(after)
    own = now[seat] - before[seat]
    others = sum(now) - sum(before) - own
    if own < -_FELT:
        return say("reason.safer")
    if others > _FELT:
        return say("reason.others")
    return say("reason.least")


def worth(position: Position) -> list[float]:
    """Value each seat by its danger: the most endangered is the likeliest prey."""
    if position.variant.last_diver:
        return _last_worth(position)
    found = dangers(position)
    fears = [
        _with_harpoons(position, seat, danger) + 0.1
        for seat, danger in enumerate(found)
    ]
    total = sum(fears)
    return [(1 - fear / total) / (len(fears) - 1) for fear in fears]


def _last_worth(position: Position) -> list[float]:
    found = dangers(position)
    chances = [
        0.0 if position.fell[seat] else 1 / (0.5 + danger)
        for seat, danger in enumerate(found)
    ]
    return [chance / sum(chances) for chance in chances]
