"""HOLD YOUR BREATH!: beginnings and ends of turns, phases and the game; who wins.

An empty Dive Deck triggers the end of a phase. In the published edition that happens
with the draw that empties it, and the round is finished. In the draft it happens with
the first refill that fails; then every seat has one more turn, and the seat that failed
has the last.
"""

from controller.basics.sentence import Says, say
from controller.games.hold_your_breath.pieces import (
    CARDS,
    HAND,
    Anchors,
    DeckOut,
    Position,
)
from controller.rules.deals import (
    Turn,
    bag_of,
    best,
    clockwise,
    competition_ranks,
    over,
)
from controller.rules.game import Event, Result

After = tuple[Position, tuple[Event, ...]]


def begin_deal(position: Position, first: int) -> After:
    """HYB-44: fill each hand to five before the next, from the first seat on."""
    # Turns are counted through both phases; the Descent has the first one.
    turn = position.turn + (position.phase == "ascent")
    seats = clockwise(position.variant.seats, first)
    position = position._replace(turn=turn, active=first, leader=first, queue=seats)
    dealt, events = continue_deal(position)
    return dealt, (Turn(turn, first), *events)


def continue_deal(position: Position) -> After:
    queue = position.queue
    if any(position.deck):
        while queue and len(position.hands[queue[0]]) >= HAND:
            queue = queue[1:]
        if queue:
            return position._replace(step="deal", queue=queue), ()
        return position._replace(step="play", queue=()), ()
    # HYB-59: nobody draws any more, so a published Ascent is this one round.
    position = position._replace(step="play", queue=())
    if position.variant.draft:
        return position, ()
    turns = position.variant.seats - 1
    return position._replace(last_turns=turns), (DeckOut(turns),)


def turns_left_in_round(position: Position) -> int:
    """HYB-42: count the seats after the active one in this round."""
    seats = position.variant.seats
    return seats - 1 - ((position.active or 0) - position.leader) % seats


def refill(position: Position) -> After:
    """HYB-40: refill the hand from the deck; this is not optional."""
    seat = position.active or 0
    if len(position.hands[seat]) < HAND and any(position.deck):
        return position._replace(step="refill"), ()
    return turn_over(position)


def turn_over(position: Position) -> After:
    events: tuple[Event, ...] = ()
    seat, seats = position.active or 0, position.variant.seats
    last = position.last_turns
    if position.variant.draft and last is None and len(position.hands[seat]) < HAND:
        last = seats  # HYBD-07, HYBD-08
        events = (DeckOut(last),)
    if last == 0:
        return _phase_over(position)
    following = position._replace(
        step="play",
        turn=position.turn + 1,
        active=(seat + 1) % seats,
        air=0,
        swim=0,
        last_turns=None if last is None else last - 1,
    )
    return following, (*events, Turn(following.turn, (seat + 1) % seats))


def _phase_over(position: Position) -> After:
    if position.phase == "ascent":
        return game_over(position)  # HYB-56
    depths = position.depths
    position = position._replace(
        anchors=depths, surfaced=tuple(None if depth else 0 for depth in depths)
    )
    if not any(depths):
        ended, over = game_over(position)  # HYB-52
        return ended, (Anchors(depths), *over)
    ascent = position._replace(
        phase="ascent",
        step="first",
        deck=bag_of(position.discard, CARDS),
        discard=(),
        air=0,
        swim=0,
        last_turns=None,
    )
    return ascent, (Anchors(depths),)


def game_over(position: Position) -> After:
    ended = position._replace(phase="over", step="over", queue=())
    return ended, (over(result(ended)),)


def result(position: Position) -> Result | None:
    if position.phase != "over":
        return None
    seats = range(position.variant.seats)
    ranks = competition_ranks([_standing(position, seat) for seat in seats])
    winners = best(ranks)
    return Result(winners, ranks, _reason(position, winners))


def _standing(position: Position, seat: int) -> tuple[int, ...]:
    """HYB-50, HYB-51, HYB-55: rank returned seats by Anchor, then by time of return."""
    anchors, order = position.anchors or position.depths, position.surfaced[seat]
    if order is not None:
        return 1, anchors[seat], -order
    return 0, distance(position, seat), 0


def distance(position: Position, seat: int) -> int:
    """HYB-53: add the feet down and up; HYBD-11: subtract the draft's penalties."""
    anchors = position.anchors or position.depths
    penalty = 10 * len(position.fronts[seat]) if position.variant.draft else 0
    return 2 * anchors[seat] - position.depths[seat] - penalty


def is_home(position: Position, seat: int) -> bool:
    """HYB-49: return whether a deepest diver is back, which ends the game."""
    anchors = position.anchors or ()
    return anchors[seat] == max(anchors) and position.depths[seat] == 0


def end_rule(position: Position) -> str:
    if not any(position.anchors or ()):
        return "HYB-52"
    seats = range(position.variant.seats)
    return "HYB-49" if any(is_home(position, seat) for seat in seats) else "HYB-56"


def _reason(position: Position, winners: tuple[int, ...]) -> Says:
    depth = (position.anchors or position.depths)[winners[0]]
    match end_rule(position):
        case "HYB-52":
            return "ending.nobody-dived"
        case "HYB-49":
            return say("ending.home", seats=winners, depth=depth)
    if position.surfaced[winners[0]] is not None:
        key = "ending.came-back" if depth else "ending.stayed-up"
        return say(key, seats=winners, depth=depth)
    has_less = position.variant.draft and any(position.fronts)
    key = "ending.furthest-less" if has_less else "ending.furthest"
    return say(key, seats=winners, score=distance(position, winners[0]))
