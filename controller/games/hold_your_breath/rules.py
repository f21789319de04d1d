"""HOLD YOUR BREATH!: dive as deep as your air allows, and be back in time.

In a turn, a seat plays cards one by one, each for its Air or Swim amount or for its
effect (`Play`); victims answer in between (`Drop`). A seat that is `Done` without
having played Air lays a card in front of itself (`SelfPanic`). Then it may discard any
of its remaining cards (`Toss`), and at the `End` it refills its hand to five. When the
deck runs out in the Descent, Anchors mark the depths and the discards become the deck
of the Ascent.

The published edition and the designers' draft differ where the code checks
`variant.draft`. The rulings (HYB-.., HYBD-..) are in `rulings.md` beside this file.
"""

from controller.games.hold_your_breath import choices, turns
from controller.games.hold_your_breath.pieces import (
    AMOUNTS,
    HAND,
    INDEX,
    Action,
    Clear,
    DeckOut,
    Done,
    Drop,
    End,
    Front,
    Hands,
    Move,
    Play,
    Position,
    SelfPanic,
    Snatch,
    Step,
    Surface,
    Toss,
    Uncover,
    Variant,
)
from controller.games.hold_your_breath.turns import After
from controller.rules.deals import (
    Bag,
    Draw,
    First,
    clockwise,
    less_one,
    put,
    with_card,
    without,
)
from controller.rules.game import Options


def start(seats: int, options: Options, deck: Bag) -> Position:
    variant = Variant(
        seats,
        options["edition"] == "draft",
        options["first"],
        options["panic_on_sharked"],
        options["dolphin_must_be_air"],
    )
    none: tuple[None, ...] = (None,) * seats
    return Position(
        variant,
        "descent",
        "first",
        1,
        None,
        0,
        (0,) * seats,
        None,
        none,
        ((),) * seats,
        ((),) * seats,
        deck,
        (),
        0,
        0,
        None,
        (),
    )


def apply(position: Position, action: Action) -> After:
    match action:
        case Draw():
            return _draw(position, action)
        case Play():
            return _play(position, action)
        case Toss(seat, card):
            return _discarded(position, seat, card), ()
        case End():
            return turns.refill(position)
        case Done(seat):
            return _done(position, seat), ()
        case Drop(seat, card) | Snatch(seat, card):
            return _lose(position, seat, card), ()
        case SelfPanic(seat, card):
            return _self_panic(position, seat, card), ()
        case First(seat):
            return turns.begin_deal(position, seat)


def _discarded(position: Position, seat: int, card: str) -> Position:
    return position._replace(
        hands=put(position.hands, seat, without(position.hands[seat], card)),
        discard=(*position.discard, card),
    )


def _draw(position: Position, action: Draw) -> After:
    seat, card = action
    hand = with_card(position.hands[seat], card)
    hands = put(position.hands, seat, hand)
    deck = less_one(position.deck, INDEX[card])
    # Half of all actions are draws; building the position field by field halves their
    # time.
    position = Position(*position[:9], hands, position.fronts, deck, *position[12:])
    if any(deck):
        if len(hand) < HAND and position.step != "draw":
            return position, ()
    elif not position.variant.draft and position.step != "deal":  # HYB-41
        left = turns.turns_left_in_round(position)
        after, events = _drawn(position._replace(last_turns=left))
        return after, (DeckOut(left), *events)
    return _drawn(position)


def _drawn(position: Position) -> After:
    match position.step:
        case "deal":
            return turns.continue_deal(position)
        case "draw":
            return position._replace(step="play"), ()
    return turns.refill(position)


def _play(position: Position, action: Play) -> After:
    """HYB-38, HYB-60: put the card on the pile, or in front, before its effect."""
    seat, card, use, effect, target, at = action
    hands = put(position.hands, seat, without(position.hands[seat], card))
    if use in AMOUNTS:
        return _swim(position, use, hands, (*position.discard, card))
    if use in ("panic", "shark"):
        return _in_front(position._replace(hands=hands), target, Front(card, use)), ()
    position = position._replace(hands=hands, discard=(*position.discard, card))
    match use:
        case "draw":
            # HYB-37, HYBD-13: with nothing left to draw, nothing happens.
            return position._replace(step="draw" if any(position.deck) else "play"), ()
        case "discard":
            step: Step = "snatch" if position.variant.draft else "drop"
            return position._replace(step=step, queue=(target or 0,)), ()
        case "calm":
            return _take_away(position, seat, at or 0, target)
        case _ if effect == "shark":
            return _take_away(position, target or 0, at or 0, None)
    five = choices.with_five(position)
    order = clockwise(position.variant.seats, seat)  # HYB-31
    return position._replace(
        step="drop", queue=tuple(s for s in order if s in five)
    ), ()


def _in_front(position: Position, seat: int | None, front: Front) -> Position:
    at = seat or 0
    row = (*position.fronts[at], front)
    return position._replace(fronts=put(position.fronts, at, row))


def _take_away(position: Position, seat: int, at: int, to: int | None) -> After:
    """Move a card from a front row to another seat's row, or to the Discard Pile."""
    row = position.fronts[seat]
    front = row[at]
    fronts = put(position.fronts, seat, row[:at] + row[at + 1 :])
    position = position._replace(fronts=fronts)
    if to is not None:
        return _in_front(position, to, front), ()
    told = Uncover if front.hidden else Clear
    after = position._replace(discard=(*position.discard, front.card))  # HYB-17
    return after, (told(seat, front.card),)


def _swim(
    position: Position, use: str, hands: Hands, discard: tuple[str, ...]
) -> After:
    """HYB-10, HYBD-01: a turn's distance is the lesser of its Air and its Swim."""
    seat = position.active or 0
    air, swim = position.air, position.swim
    before = min(air, swim)
    if use[0] == "a":
        air += AMOUNTS[use]
    else:
        swim += AMOUNTS[use]
    way = min(air, swim) - before
    depth = position.depths[seat]
    up = position.phase == "ascent"
    after = max(0, depth - way) if up else depth + way  # HYB-03, HYB-46
    depths = put(position.depths, seat, after)
    position = position._replace(
        depths=depths, air=air, swim=swim, hands=hands, discard=discard
    )
    if after == depth:
        return position, ()
    moved = Move(seat, after)
    return _surface(position, seat, moved) if after == 0 else (position, (moved,))


def _surface(position: Position, seat: int, moved: Move) -> After:
    order = 1 + max(number or 0 for number in position.surfaced)
    position = position._replace(surfaced=put(position.surfaced, seat, order))
    events = (moved, Surface(seat))
    if not turns.is_home(position, seat):
        return position, events
    ended, over = turns.game_over(position)
    return ended, (*events, *over)


def _lose(position: Position, seat: int, card: str) -> Position:
    queue = position.queue[1:]
    step = position.step if queue else "play"
    return _discarded(position, seat, card)._replace(step=step, queue=queue)


def _done(position: Position, seat: int) -> Position:
    """HYB-11, HYB-16, HYBD-04: a seat that did not breathe panics, if it has a card."""
    pile = () if position.variant.draft else position.discard
    panics = not position.air and (position.hands[seat] or pile)
    return position._replace(step="panic" if panics else "toss")


def _self_panic(position: Position, seat: int, card: str) -> Position:
    """HYB-15, HYB-18: Panics stack; one from the hand is hidden."""
    hand = position.hands[seat]
    if hand:
        hands = put(position.hands, seat, without(hand, card))
        position = position._replace(hands=hands)
    else:
        position = position._replace(discard=position.discard[:-1])
    front = Front(card, "panic", bool(hand))
    return _in_front(position, seat, front)._replace(step="toss")
