"""A NEW GAME: play a card in turn; what you have played is what you score.

Every seat is dealt three cards. In a turn, a seat plays a card and draws the next while
there are any. A card removes its equal from in front of the other seats.

The rulings (NG-..) are in `rulings.md` beside this file, the sentences in `words/`.
"""

from typing import NamedTuple

from controller.games.api import (
    SEAT,
    Draw,
    Event,
    Game,
    Options,
    Outcome,
    Refusal,
    Result,
    Script,
    Staging,
    State,
    Viewer,
    by_score,
    clockwise,
    counted,
    deck_of,
    draws,
    in_turn,
    less_one,
    next_seat,
    nth,
    one_of,
    over,
    put,
    record,
    shown_draw,
    shown_hands,
    with_card,
    without,
)

CARDS = ("1", "2", "3", "4", "5")
DECK = (6, 5, 4, 3, 2)
HAND = 3


@record
class Play(NamedTuple):
    """A card that a seat plays from its hand."""

    seat: int
    card: str


class Position(NamedTuple):
    seats: int
    active: int
    deck: tuple[int, ...]  # the number of each of CARDS
    hands: tuple[tuple[str, ...], ...]
    played: tuple[tuple[str, ...], ...]


def start(seats: int, _options: Options, _house: None = None) -> Position:
    return Position(seats, 0, DECK, ((),) * seats, ((),) * seats)


def drawn(position: Position) -> tuple[Outcome[Draw], ...]:
    """Let the first seat that is short of a card draw, clockwise from the next one."""
    order = clockwise(position.seats, position.active)
    short = [seat for seat in order if len(position.hands[seat]) < HAND]
    return draws(short[0], CARDS, position.deck) if short else ()


def plays(position: Position) -> tuple[Play, ...]:
    kinds = dict.fromkeys(position.hands[position.active])
    return tuple(Play(position.active, card) for card in kinds)


def why_not(position: Position, action: Play) -> Refusal | None:
    if action.card not in position.hands[action.seat]:
        return Refusal("NG-02", "refused.not-held")
    return None


def apply(
    position: Position, action: Play | Draw
) -> tuple[Position, tuple[Event, ...]]:
    seat, card = action
    if isinstance(action, Draw):
        hands = put(position.hands, seat, with_card(position.hands[seat], card))
        deck = less_one(position.deck, CARDS.index(card))
        return position._replace(hands=hands, deck=deck), ()
    # NG-03: the same card in front of others is removed.
    played = tuple(
        tuple(c for c in row if c != card or owner == seat)
        for owner, row in enumerate(position.played)
    )
    after = position._replace(
        active=next_seat(seat, position.seats),
        hands=put(position.hands, seat, without(position.hands[seat], card)),
        played=put(played, seat, (*played[seat], card)),
    )
    return after, (over(result(after)),) if is_over(after) else ()


def is_over(position: Position) -> bool:
    return not any(position.deck) and not position.hands[position.active]


def result(position: Position) -> Result | None:
    if not is_over(position):
        return None
    scores = [sum(map(int, row)) for row in position.played]
    return by_score(scores, "ending.all-played")


def state(position: Position, viewer: Viewer) -> State:
    return {
        "active": position.active,
        "deck": sum(position.deck),
        "hands": shown_hands(position.hands, viewer, over=is_over(position)),
        "played": [list(row) for row in position.played],
    }


def event_view(position: Position, event: Event, viewer: Viewer) -> State:
    return shown_draw(event, viewer, over=is_over(position))


def script(position: Position, action: Play | Draw) -> Script | None:
    if not isinstance(action, Play):
        return None
    number = nth(position.hands[action.seat], action.card)
    return counted(action.seat, number) if number else None


def tells(_position: Position) -> bool:
    """Ask even for the only card: playing it automatically would reveal the hand."""
    return True


CARD = one_of("card", CARDS).by("NG-01")
GAME: Game[Position, Play | Draw] = Game(
    name="a-new-game",
    title="A NEW GAME",
    seats=(2, 4),
    steps=in_turn(
        Play,
        plays,
        CARD,
        rule="NG-01",
        end_rule="NG-04",
        is_over=is_over,
        why_not=why_not,
        waits="waits.play",
        chance={Draw: (drawn, SEAT, CARD)},
    ),
    start=start,
    apply=apply,
    result=result,
    state=state,
    event_view=event_view,
    tells=tells,
    reveals=frozenset({Draw}),
)

STAGING = Staging(
    script=script,
    deck=lambda _house: deck_of(CARDS, DECK),
)
