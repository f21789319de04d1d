"""HOLD YOUR GROUND for bots: likely hands, where to stand, whom to push."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from controller.basics.sentence import Sentence, say
from controller.bots.card_memory import CardMemory, CardTable
from controller.bots.hidden_cards import Zones
from controller.games.hold_your_ground import GAME
from controller.games.hold_your_ground.cards import face
from controller.games.hold_your_ground.moving import moving
from controller.games.hold_your_ground.pieces import (
    TEAM,
    Action,
    Cards,
    Doom,
    Eliminator,
    Pick,
    Play,
    Position,
    Push,
    Spare,
    Special,
    Step,
    Take,
)
from controller.games.hold_your_ground.squares import AHEAD, AT, CENTRE, SIDE, SQUARES
from controller.rules.game import State


def zones(position: Position) -> Zones:
    found: Zones = {}
    names = position.variant.house.cards
    for seat, (hand, deck, _) in enumerate(position.cards):
        counts = Counter(dict(zip(names, deck, strict=True)))
        found["hand", seat] = list(hand)
        found["deck", seat] = list(counts.elements())
    return found


def placed(position: Position, zones: Zones) -> Position:
    names = position.variant.house.cards
    cards = []
    for seat, (hand, _, discard) in enumerate(position.cards):
        held = tuple(sorted(zones.get(("hand", seat), hand)))
        deck = tuple(map(zones["deck", seat].count, names))
        cards.append(Cards(held, deck, discard))
    return position._replace(cards=tuple(cards))


def sizes(position: Position) -> dict[Hashable, int]:
    return {seat: sum(cards.deck) for seat, cards in enumerate(position.cards)}


def leaving(_position: Position, told: State) -> tuple[str, ...]:
    return (told["battlers"], told["tiles"]) if told["type"] == "play" else ()


TABLE = CardTable(zones, placed, sizes, leaving, deck=lambda seat: seat)


def imagine(start: Position, seat: int) -> CardMemory:
    return CardMemory(GAME, TABLE, start, seat)


# Each square's walking distance from the centre.
FAR = tuple(
    abs(square // SIDE - CENTRE // SIDE) + abs(square % SIDE - CENTRE % SIDE)
    for square in SQUARES
)
# The value of a battler where it stands.
VALUE = tuple((4.0, 1.3, 1.0, 0.6, 0.5)[far] for far in FAR)


def prefer(position: Position, legal: Sequence[Action]) -> list[float]:
    """Prefer own battlers near the centre, and others' off the island or blown up."""
    return [_LIKES[type(action)](position, action) for action in legal]


def _play(position: Position, action: Play) -> float:
    battlers, tiles = face(action.battlers), face(action.tiles)
    weight = 1.0 + battlers.number
    for card in (battlers, tiles):
        if card.special == "explosion":
            weight *= (
                2.0 if _blast(position, position.eliminator, action.seat) > 0 else 0.4
            )
    return weight * weight


def _pick(position: Position, action: Pick) -> float:
    """Prefer battlers that can reach the centre, or that stand in danger."""
    at = AT[action.at]
    if at == CENTRE:
        return 0.01
    left = moving(position).tiles
    weight = 8.0 if _can_end_there(FAR[at], left) else 1.0
    if at == position.eliminator:
        weight *= 4.0
    return weight


def _can_end_there(far: int, left: int) -> bool:
    return far <= left and (left - far) % 2 == 0


def _step(position: Position, action: Step) -> float:
    """Prefer paths that end on or near the centre, but not over the Eliminator."""
    to, left = AT[action.to], moving(position).left - 1
    if left:
        return 20.0 if to != CENTRE and _can_end_there(FAR[to], left) else 1.0
    weight = VALUE[to] ** 3
    if to == position.eliminator:
        weight *= 0.2
    counts = position.board[to]
    if sum(counts) >= position.variant.cap:
        weight *= 3.0 if _falls(position, to, moving(position).at) else 1.5
    return weight


def _falls(position: Position, to: int, at: int) -> bool:
    """Return whether a battler pushed from there leaves the island."""
    beyond = AHEAD[to - at][to]
    return beyond is None or not position.tiles >> beyond & 1


def _push(position: Position, action: Push) -> float:
    if TEAM[action.team] == action.seat:
        return 0.02
    return _strength(position, TEAM[action.team])


def _strength(position: Position, team: int) -> float:
    return (0.1 + position.board[CENTRE][team]) ** 2 + 0.05 * _standing(position, team)


def _standing(position: Position, team: int) -> int:
    return sum([counts[team] for counts in position.board])


def _special(position: Position, action: Special) -> float:
    return _doom(position, Doom(action.seat, action.action))


def _doom(position: Position, action: Doom) -> float:
    seat = action.seat
    match action.action:
        case "royale":
            return max(0.05, 1.0 + _royale(position, seat)) ** 2
        case "explosion":
            return max(0.05, 1.0 + 2 * _blast(position, position.eliminator, seat)) ** 2
    return 1.0


def _royale(position: Position, seat: int) -> float:
    """Count tiles where this seat may eliminate, minus those where it may lose."""
    score = 0.0
    for square, counts in enumerate(position.board):
        most = max(counts)
        if counts[seat] == most and min([n for n in counts if n] or [most]) < most:
            score += VALUE[square]
        elif 0 < counts[seat] < most:
            score -= VALUE[square]
    return 0.3 * score


def _blast(position: Position, square: int, seat: int) -> float:
    """Return how many more of the others' battlers than the seat's own stand there."""
    if square == CENTRE or not position.tiles >> square & 1:
        return 0.0
    counts = position.board[square]
    return (sum(counts) - counts[seat]) / (len(counts) - 1) - counts[seat]


def _take(position: Position, action: Take) -> float:
    return 5.0 * _strength(position, TEAM[action.team]) + 1.0


def _spare(position: Position, action: Spare) -> float:
    return 0.01


def _eliminator(position: Position, action: Eliminator) -> float:
    to = AT[action.to]
    return max(0.05, 1.0 + _blast(position, to, action.seat)) ** 3


_LIKES: dict[type[Any], Any] = {
    Play: _play,
    Pick: _pick,
    Step: _step,
    Push: _push,
    Special: _special,
    Doom: _doom,
    Take: _take,
    Spare: _spare,
    Eliminator: _eliminator,
}


def reason(position: Position, action: Action) -> Sentence | None:
    """Explain an action's purpose, without using hidden hands."""
    match action:
        case Play(battlers=battlers, tiles=tiles):
            numbers = {"battlers": face(battlers).number, "tiles": face(tiles).number}
            return say("reason.most", **numbers)
        case Pick(at=at) if _can_end_there(FAR[AT[at]], moving(position).tiles):
            return say("reason.to-centre")
        case Pick(at=at) if AT[at] == position.eliminator:
            return say("reason.away")
        case Step(to=to) if AT[to] == CENTRE:
            return say("reason.centre")
        case Step():
            return say("reason.on-the-way")
        case Push(team=team) if TEAM[team] != action.seat:
            return say("reason.strongest")
        case Take(team=team):
            return say("reason.take")
        case Eliminator():
            return say("reason.eliminator")
        case Doom(action="royale") | Special(action="royale"):
            return say("reason.royale")
        case Doom(action="explosion") | Special(action="explosion"):
            return say("reason.explosion")
    return None


def worth(position: Position) -> list[float]:
    """Value where battlers stand; with fewer tiles, the centre counts more."""
    left = position.tiles.bit_count()
    seats = range(position.variant.seats)
    centre = position.board[CENTRE]
    scores = []
    for seat in seats:
        near = sum(
            [n[seat] * v for n, v in zip(position.board, VALUE, strict=True) if n[seat]]
        )
        score = (
            near + 40 / (left + 4) * centre[seat] + 0.1 * sum(position.captured[seat])
        )
        scores.append(score**3 if near else 0.0)
    total = sum(scores) or 1.0
    return [score / total for score in scores]
