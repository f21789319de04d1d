"""HOLD YOUR GROUND: from the first hole to the first turn, and through each turn.

The agenda of a turn is what its cards and the die still have in store: specials (after
"order" while two of them have no order yet), "draw", "roll", and the rolled action.
"""

from controller.games.hold_your_ground import doom, moving
from controller.games.hold_your_ground.cards import can_pair, face, specials
from controller.games.hold_your_ground.ending import is_out, living, over
from controller.games.hold_your_ground.pieces import (
    HAND,
    NOBODY,
    Cards,
    Doom,
    Hole,
    House,
    Phase,
    Play,
    Position,
    Roll,
    Special,
    Variant,
)
from controller.games.hold_your_ground.squares import (
    AT,
    CENTRE,
    EVERYWHERE,
    HOLES,
    SQUARES,
)
from controller.rules.deals import (
    Draw,
    First,
    Turn,
    bag_of,
    less_one,
    put,
    short_of_cards,
    with_card,
    without,
)
from controller.rules.game import Event, Options


def start(seats: int, options: Options, house: House) -> Position:
    nobody = (0,) * seats
    first = options["first"]
    variant = Variant(
        seats,
        6 if seats == 4 else 5,  # HYG-26: fixed here, even if teams fall later
        options["own_push_counts"],
        options["turn_cap"],
        house,
    )
    return Position(
        variant=variant,
        phase="hole",
        turn=1,
        active=NOBODY if first is None else first,
        agenda=(),
        tiles=EVERYWHERE,
        eliminator=CENTRE,  # HYG-06
        board=(nobody,) * len(SQUARES),
        moved=moving.NONE_MOVED,
        move=None,
        crowds=(),
        fight=None,
        air=nobody,
        cards=(Cards((), house.deck, ()),) * seats,
        captured=(nobody,) * seats,
        lost=nobody,
        out=(),
    )


def hole(position: Position, action: Hole) -> Position:
    tiles = position.tiles & ~(1 << AT[action.at])
    position = position._replace(tiles=tiles)
    if tiles.bit_count() > len(SQUARES) - HOLES:
        return position
    nobody = position.air
    each = (1,) * len(nobody)  # HYG-04: one of each team on every tile
    board = tuple(each if tiles >> square & 1 else nobody for square in SQUARES)
    phase: Phase = "first" if position.active == NOBODY else "deal"
    return position._replace(board=board, phase=phase)


def first(position: Position, action: First) -> Position:
    return position._replace(active=action.seat, phase="deal")


def drawer(position: Position) -> int:
    """Return the seat that draws now; the deal goes round from the first seat."""
    if position.phase == "draw":
        return position.active
    hands = [cards.hand for cards in position.cards]
    return short_of_cards(hands, position.active, HAND)


def draw(position: Position, action: Draw) -> Position:
    seat, card = action
    hand, deck, discard = position.cards[seat]
    deck = less_one(deck, position.variant.house.cards.index(card))
    drawn = Cards(with_card(hand, card), deck, discard)
    cards = put(position.cards, seat, drawn)
    phase: Phase = "next"
    if position.phase == "deal":
        is_dealt = all(len(each.hand) == HAND for each in cards)
        phase = "play" if is_dealt else "deal"
    return position._replace(cards=cards, phase=phase)


def play(position: Position, action: Play) -> Position:
    """Discard both cards at once; their specials wait until all battlers have moved."""
    seat = action.seat
    hand, deck, discard = position.cards[seat]
    played = (action.battlers, action.tiles)
    left = without(without(hand, action.battlers), action.tiles)
    cards = Cards(left, deck, tuple(sorted(discard + played)))
    set_off = tuple(specials(action))
    order = ("order",) if len(set_off) > 1 else ()
    position = position._replace(
        cards=put(position.cards, seat, cards),
        agenda=(*order, *set_off, "draw", "roll"),
    )
    if not can_pair(*played):
        return position._replace(phase="next")  # HYG-09: no movement
    return moving.begin(position, face(played[0]).number, face(played[1]).number)


def special(position: Position, action: Special) -> Position:
    """HYG-28: begin this special, then the other."""
    one, other, *rest = position.agenda
    pair = (one, other) if action.action == one else (other, one)
    return position._replace(phase="next", agenda=(*pair, *rest))


def roll(position: Position, action: Roll) -> Position:
    if action.face == "choice":
        return position._replace(phase="doom")
    return position._replace(phase="next", agenda=(action.face,))


def choose(position: Position, action: Doom) -> Position:
    return position._replace(phase="next", agenda=(action.action,))


def go_on(position: Position, events: list[Event]) -> Position:
    """Begin the next thing on the agenda."""
    # HYG-47, HYG-57: a seat that has lost its last battler does nothing more.
    if not position.agenda or is_out(position, position.active):
        return _end_turn(position, events)
    item, *rest = position.agenda
    if item == "draw":
        return _draw_or_go_on(position)
    position = position._replace(agenda=tuple(rest))
    match item:
        case "order":
            return position._replace(phase="special")
        case "royale":
            return doom.royale(position, events)
        case "eliminator":
            return doom.eliminator(position)
        case "explosion":
            return doom.explosion(position, events)
    return position._replace(phase="roll")


def _draw_or_go_on(position: Position) -> Position:
    seat = position.active
    hand, deck, discard = position.cards[seat]
    if len(hand) == HAND:
        return position._replace(agenda=position.agenda[1:])
    if not any(deck):  # HYG-30
        cards = Cards(hand, bag_of(discard, position.variant.house.cards), ())
        position = position._replace(cards=put(position.cards, seat, cards))
    return position._replace(phase="draw")


def _end_turn(position: Position, events: list[Event]) -> Position:
    if position.turn == position.variant.turn_cap:
        return over(position, events)  # HYG-59
    active, alive = position.active, living(position)
    following = next((seat for seat in alive if seat > active), alive[0])
    events.append(Turn(position.turn + 1, following))
    return position._replace(
        phase="play", turn=position.turn + 1, active=following, agenda=()
    )
