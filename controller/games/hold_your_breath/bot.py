"""HOLD YOUR BREATH! for bots: likely hands; when to dive, breathe and hinder."""

from collections.abc import Sequence
from math import exp
from typing import Any

from controller.basics.sentence import Sentence, say
from controller.bots.card_memory import CardMemory, CardTable, HandsAndDeck, Needs
from controller.bots.hidden_cards import NOTHING, Zones
from controller.bots.sense import Shown
from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import (
    AIRS,
    AMOUNTS,
    CARDS,
    DUALS,
    Done,
    Drop,
    End,
    Front,
    Play,
    Position,
    SelfPanic,
    Toss,
)
from controller.rules.game import State

HELD = HandsAndDeck(CARDS)


def zones(position: Position) -> Zones:
    found = HELD.zones(position)
    for seat, row in enumerate(position.fronts):
        covered = [front.card for front in row if front.hidden]
        for number, card in enumerate(covered):
            found["front", seat, number] = [card]
    return found


def placed(position: Position, zones: Zones) -> Any:
    fronts = [_covered(seat, row, zones) for seat, row in enumerate(position.fronts)]
    return HELD.placed(position, zones)._replace(fronts=tuple(fronts))


def _covered(seat: int, row: tuple[Front, ...], zones: Zones) -> tuple[Front, ...]:
    number, found = 0, []
    for front in row:
        if front.hidden:
            [card] = zones.get(("front", seat, number), [front.card])
            front = front._replace(card=card)
            number += 1
        found.append(front)
    return tuple(found)


def leaving(_position: Position, told: State) -> tuple[str, ...]:
    is_shown = told["type"] in ("play", "drop", "snatch", "toss")
    return (told["card"],) if is_shown else ()


def barred(position: Position, told: State) -> frozenset[str]:
    """HYB-11, HYB-12: a seat done without a breath has neither Air nor a Dolphin."""
    if told["type"] != "done" or position.air:
        return NOTHING
    return AIRS | {"dolphin"} if position.variant.dolphin_must_be_air else AIRS


TABLE = CardTable(zones, placed, HELD.sizes, leaving, barred)


class FaceDown(CardMemory):
    """A memory that includes other seats' face-down cards, which may turn up later."""

    def needs(self, shown: Shown) -> Needs:
        needs = super().needs(shown)
        for event in shown[1:]:
            if event["type"] == "uncover" and event["seat"] != self.seat:
                row = self.base.fronts[event["seat"]][: shown[0]["front"]]
                number = sum(front.hidden for front in row)
                needs["front", event["seat"], number] = (event["card"],)
                self.hidden.uncovered(event["seat"], number, event["card"])
        return needs

    def decided(self, told: State) -> Any:
        seat = told.get("seat")
        if told["type"] == "self-panic" and told["card"] is None:
            self.hidden.laid(told["seat"])
            [card, *_] = self.base.hands[seat]
            return super().decided({**told, "card": card})
        return super().decided(told)


def imagine(start: Position, seat: int) -> CardMemory:
    return FaceDown(GAME, TABLE, start, seat)


# The average way a pirate swims in a turn, and the average number of cards a turn
# takes.
PACE, TURN = 4.5, 3.3
# The depth limit of common sense, by the number of seats.
LIMIT = {2: 25, 3: 15, 4: 10}
SWIMS = {card: AMOUNTS[face] for card, (face, _) in DUALS.items() if face[0] == "s"}


def prefer(position: Position, legal: Sequence[Any]) -> list[float]:
    match position.step:
        case "play":
            plan = _Plan(position)
            return [plan.weight(action) ** 3 for action in legal]
        case "toss":
            return _tosses(position, legal)
    seat = legal[0].seat
    return [exp(-1.2 * _keeping(position, seat, action.card)) for action in legal]


class _Plan:
    """The active seat's plan for the cards it holds."""

    def __init__(self, position: Position) -> None:
        self._position = position
        seat = self._seat = position.active or 0
        hand = position.hands[seat]
        self._airs = sum([card in AIRS for card in hand])
        self._is_hindered = bool(position.fronts[seat])
        self._calms = sum([card.endswith("calm") for card in hand])
        # The distance it still wants to cover, and the distance its cards allow if it
        # can breathe.
        self._way = _wanted(position, seat)
        swims = sum([SWIMS.get(card, 0) for card in hand])
        self._need = min(swims, self._way) - (position.air - position.swim)
        if self._is_hindered and not self._calms:
            self._need = 0

    def weight(self, action: Any) -> float:
        if type(action) is Done:
            return 2.0
        assert isinstance(action, Play)
        use = action.as_
        weight = self._for_amount(use) if use in AMOUNTS else self._for_effect(action)
        if action.card == "dolphin":
            weight *= 0.3
        elif use in AMOUNTS and action.card.endswith("calm"):
            weight *= 0.7  # better kept for a later Panic
        return weight

    def _for_amount(self, use: str) -> float:
        amount = AMOUNTS[use]
        if use[0] == "s":
            return 20.0 + 4 * amount if amount <= self._way else 0.02
        if self._need > 0:
            return 12.0 + (8.0 if amount <= self._need else -4.0)
        # A seat must breathe, but more than necessary is a waste.
        return 0.05 if self._position.air else 12.0 - amount

    def _for_effect(self, action: Play) -> float:
        weight = self._effect(action)
        last_air = action.card in AIRS and self._airs == 1 and not self._position.air
        if last_air:
            return 0.05 * weight
        is_for_swimming = (
            SWIMS.get(action.card, 0) and self._need + self._position.air > 0
        )
        return weight if action.as_ == "calm" or not is_for_swimming else 0.5 * weight

    def _effect(self, action: Play) -> float:
        match action.as_:
            case "calm":
                return 60.0
            case "kraken":
                return 40.0 if action.effect == "shark" else 2.0
            case "panic" | "shark":
                return 2.5 * _threat(self._position, self._seat, action.target or 0)
            case "draw":
                return 2.0
        return 0.5 * _threat(self._position, self._seat, action.target or 0)


def _wanted(position: Position, seat: int) -> int:
    depth = position.depths[seat]
    if position.phase == "ascent":
        # The last few feet may be overshot.
        return depth + 5 if depth else 0
    others = max(d for other, d in enumerate(position.depths) if other != seat)
    return min(LIMIT[position.variant.seats], max(10, others + 5)) - depth


def _threat(position: Position, seat: int, other: int) -> float:
    """Return the value of stopping this seat."""
    if position.anchors is None:
        return 1.0 + position.depths[other] / 40
    if not position.depths[other]:
        return 0.05
    mine, theirs = position.anchors[seat], position.anchors[other]
    return 2.5 if theirs >= mine else 0.6


def _tosses(position: Position, legal: Sequence[Any]) -> list[float]:
    """Prefer to toss unneeded cards, to draw better ones."""
    seat = position.active or 0
    surplus = _surplus(position, seat)
    weights = []
    for action in legal:
        if type(action) is End:
            weights.append(0.2 if surplus else 10.0)
        else:
            weights.append(10.0 if action.card in surplus else 0.02)
    return weights


def _surplus(position: Position, seat: int) -> set[str]:
    """Return all cards except some Air, some Swim, and cards that remove hindrances."""
    row = position.fronts[seat]
    is_stuck = bool(row)
    left = {"a": 1 if is_stuck else 2, "s": 1 if is_stuck else 2}
    if _wanted(position, seat) <= 0:
        left = {"a": 1, "s": 0}
    calms = max(1, len(row))
    found = set()
    for card in sorted(
        position.hands[seat], key=lambda c: -_keeping(position, seat, c)
    ):
        if card not in DUALS:
            continue
        kind = card[0]
        if card.endswith("calm") and calms:
            calms -= 1
            left[kind] -= 0 if is_stuck else 1
        elif left[kind] > 0:
            left[kind] -= 1
        else:
            found.add(card)
    return found


def _keeping(position: Position, seat: int, card: str) -> float:
    """Return the value of keeping a card in this seat's hand."""
    if card not in DUALS:
        return {"dolphin": 4.0, "shark": 1.5}.get(card, 1.0)
    face, icon = DUALS[card]
    value = 2.0 if face[0] == "a" else 1.6
    if face[0] == "s" and _wanted(position, seat) <= 0:
        value = 0.3
    value += 0.4 * (face[-1] == "0")
    if icon == "calm":
        value += 2.0 if position.fronts[seat] else 0.5
    return value


def reason(position: Position, action: Any) -> Sentence | None:
    """Explain an action to players."""
    match action:
        case Play(as_=use) if use.startswith("swim"):
            return say(f"reason.{position.phase}", feet=AMOUNTS[use])
        case Play(as_=use) if use in AMOUNTS and position.air:
            return say("reason.more-air", air=AMOUNTS[use])
        case Play(as_=use):
            return say("reason.breathe" if use in AMOUNTS else f"reason.{use}")
        case Done():
            return say("reason.done")
        case Toss():
            return say("reason.toss")
        case End():
            return say("reason.end")
        case Drop() | SelfPanic():
            return say("reason.drop")
    return None


def worth(position: Position) -> list[float]:
    """Value seats likely to come back, the deepest first; else the furthest swum."""
    seats = position.variant.seats
    turns = sum(position.deck) / (TURN * seats) + 0.5 * (position.last_turns is None)
    goals, chances = [], []
    for seat, depth in enumerate(position.depths):
        lag = PACE * 0.8 * len(position.fronts[seat])
        if position.anchors is None:
            goal = float(max(depth, min(LIMIT[seats], depth + PACE * turns - lag)))
            room = PACE * 52 / (TURN * seats) - goal
        else:
            goal, room = float(position.anchors[seat]), PACE * turns - lag - depth
        goals.append(goal)
        is_back = position.anchors is not None and depth == 0
        chances.append(1.0 if is_back else 1 / (1 + exp(-room / 7)))
    return _split(position, goals, chances)


def _split(position: Position, goals: list[float], chances: list[float]) -> list[float]:
    """Split the win: the deepest to come back wins, or else the furthest swum."""
    left, found = 1.0, [0.0] * len(goals)
    for seat in sorted(
        range(len(goals)), key=lambda s: (-goals[s], position.depths[s])
    ):
        found[seat] = left * chances[seat] * (1.0 if goals[seat] else 0.3)
        left -= found[seat]
    far = [exp((2 * g - d) / 8) for g, d in zip(goals, position.depths, strict=True)]
    total = sum(far)
    return [share + left * f / total for share, f in zip(found, far, strict=True)]
