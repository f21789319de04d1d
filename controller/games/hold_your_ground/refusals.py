"""HOLD YOUR GROUND: why an action is not legal, by ruling and in a sentence."""

from collections.abc import Callable
from typing import Any

from controller.games.hold_your_ground import cards, moving, turn
from controller.games.hold_your_ground.doom import landings, thrown
from controller.games.hold_your_ground.layouts import next_holes
from controller.games.hold_your_ground.pieces import (
    DOOMS,
    FACES,
    TEAM,
    TEAMS,
    Action,
    Doom,
    Eliminator,
    Hole,
    Phase,
    Pick,
    Play,
    Position,
    Push,
    Roll,
    Scatter,
    Spare,
    Special,
    Step,
    Take,
)
from controller.games.hold_your_ground.squares import (
    AT,
    BESIDE,
    CENTRE,
    EVERYWHERE,
    NAMES,
    NEIGHBOURS,
    around,
)
from controller.rules.deals import Draw, First
from controller.rules.game import Refusal

# What is waited for, phase by phase.
_WAITING: dict[Phase, str] = {
    "hole": "the holes of the island have yet to be dealt",
    "first": "it has yet to be settled who starts",
    "deal": "{who} has yet to draw its hand",
    "play": "{who} has to play two cards",
    "pick": "{who} has to pick the battler that moves next",
    "step": "{who} has a battler on its way",
    "push": "{who} has to push a battler from a full tile",
    "special": "{who} has to say which special action comes first",
    "draw": "{who} has to draw a card",
    "roll": "the Doom Die has to be rolled",
    "doom": "{who} has to choose a doom action",
    "royale": "{who} decides in the Battle Royale",
    "eliminator": "{who} has to move the Eliminator",
    "scatter": "the battlers in the air have to come down",
}


def refuse(position: Position, action: Action) -> Refusal | None:
    phases, check = _CHECKS[type(action)]
    phase = position.phase
    if phase in phases:
        return check(position, action)
    if phase == "over":
        return Refusal("HYG-43", "the game is over")
    return Refusal("HYG-60", f"not now: {_waiting(position)}")


def _waiting(position: Position) -> str:
    return _WAITING[position.phase].format(who=_who(asked(position)))


def asked(position: Position) -> int:
    """The seat that decides now, or for which a card is drawn."""
    if position.fight:
        return position.fight.holders[0]
    if position.phase == "deal":
        return turn.drawer(position)
    return position.active


def _who(seat: int) -> str:
    return f"seat {seat} ({TEAMS[seat]})" if seat in range(len(TEAMS)) else f"{seat}"


def _not_asked(position: Position, seat: int) -> Refusal | None:
    if seat == asked(position):
        return None
    return Refusal("HYG-60", f"seat {seat} is not asked: {_waiting(position)}")


def _no_tile(position: Position, name: str) -> Refusal | None:
    """HYG-17: not a tile of the island, or one that is gone."""
    square = AT.get(name)
    if square is None:
        words = f"there is no tile {name[:20]!r}; tiles are 0,0 to 4,4"
        return Refusal("HYG-17", words)
    if not position.tiles >> square & 1:
        return Refusal("HYG-17", f"there is a hole at {name}")
    return None


def _no_team(position: Position, name: str) -> Refusal | None:
    names = TEAMS[: position.variant.seats]
    if name in names:
        return None
    words = f"there is no team {name[:20]!r} in this game; there is "
    return Refusal("HYG-04", words + ", ".join(names))


def _hole(position: Position, action: Hole) -> Refusal | None:
    square = AT.get(action.at)
    holes = EVERYWHERE & ~position.tiles
    if any(square == possible for possible, _ in next_holes(holes)):
        return None
    if square == CENTRE:
        return Refusal("HYG-01", "the flag tile in the centre is no explosion tile")
    return _no_tile(position, action.at) or Refusal(
        "HYG-02", f"with a hole at {action.at} the island would fall apart"
    )


def _first(position: Position, action: First) -> Refusal | None:
    if 0 <= action.seat < position.variant.seats:
        return None
    return Refusal("HYG-07", f"there is no seat {action.seat} that could start")


def _no_card(position: Position, name: str) -> Refusal | None:
    names = position.variant.house.cards
    if name in names:
        return None
    words = f"there is no card {name[:20]!r} in a deck; there is {', '.join(names)}"
    return Refusal("HYG-03", words)


def _draw(position: Position, action: Draw) -> Refusal | None:
    seat, card = action
    refusal = _not_asked(position, seat) or _no_card(position, card)
    if refusal:
        return refusal
    if position.cards[seat].deck[position.variant.house.cards.index(card)]:
        return None
    return Refusal("HYG-30", f"the deck of {_who(seat)} has no {card} left")


def _play(position: Position, action: Play) -> Refusal | None:
    seat, *played = action
    hand = position.cards[position.active].hand
    if action in cards.plays(position.active, hand):
        return None
    for refusal in (
        _not_asked(position, seat),
        *(_no_card(position, c) for c in played),
    ):
        if refusal:
            return refusal
    for card in played:
        held, wanted = hand.count(card), played.count(card)
        if held < wanted:
            number = "no" if not held else "only one"
            words = f"{_who(seat)} holds {number} {card}"
            return Refusal("HYG-60", words)
    return _misused(action)


def _misused(action: Play) -> Refusal:
    _, battlers, tiles = action
    if not cards.face(battlers).for_battlers and not cards.face(tiles).for_tiles:
        words = f"{battlers} is for tiles only and {tiles} for battlers only"
    elif not cards.face(battlers).for_battlers:
        words = f"{battlers} is for tiles only: it cannot say how many battlers move"
    else:
        words = f"{tiles} is for battlers only: it cannot say how far they move"
    return Refusal("HYG-09", words)


def _pick(position: Position, action: Pick) -> Refusal | None:
    seat, at = action
    refusal = _not_asked(position, seat) or _no_tile(position, at)
    if refusal:
        return refusal
    square = AT[at]
    own, moved = position.board[square][seat], position.moved[square]
    if own > moved and position.tiles & BESIDE[square]:
        return None
    if not own:
        return Refusal("HYG-10", f"{TEAMS[seat]} has no battler on {at}")
    if own > moved:
        return Refusal("HYG-14", f"a battler on {at} has nowhere to go")
    words = f"the battlers of {TEAMS[seat]} on {at} have moved in this turn already"
    return Refusal("HYG-11", words)


def _step(position: Position, action: Step) -> Refusal | None:
    seat, to = action
    refusal = _not_asked(position, seat) or _no_tile(position, to)
    move = position.move
    if refusal or move is None:
        return refusal
    square = AT[to]
    is_beside = square in NEIGHBOURS[move.at]
    if is_beside and moving.leads_on(position.tiles, move, square):
        return None
    if move.way >> square & 1:
        return Refusal("HYG-15", f"this battler has been on {to} in this move already")
    if not is_beside:
        words = f"{to} is not straight beside the battler's tile"
        return Refusal("HYG-17", words)
    tiles = "1 tile" if move.left == 1 else f"{move.left} tiles"
    words = f"by {to} the battler could not go all of the {tiles} that it has to"
    return Refusal("HYG-13", words)


def _push(position: Position, action: Push) -> Refusal | None:
    seat, at, team = action
    crowd = position.crowds[-1]
    refusal = _not_asked(position, seat) or _no_team(position, team)
    if refusal:
        return refusal
    if AT.get(at) != crowd.at:
        words = f"the tile that has to push now is {NAMES[crowd.at]}"
        return Refusal("HYG-55", words)
    number = TEAM[team]
    standing = position.board[crowd.at][number]
    if standing > (number == crowd.team):
        return None
    if standing:
        words = f"the one {team} battler on {at} has just come and is not pushed"
    else:
        words = f"no {team} battler stands on {at}"
    return Refusal("HYG-20", words)


def _special(position: Position, action: Special) -> Refusal | None:
    refusal = _not_asked(position, action.seat)
    due = position.agenda[:2]
    if refusal or action.action in due:
        return refusal
    words = f"{action.action[:20]!r} is not on the two cards; {' and '.join(due)} are"
    return Refusal("HYG-28", words)


def _roll(position: Position, action: Roll) -> Refusal | None:
    die = dict(zip(FACES, position.variant.house.die, strict=True))
    if die.get(action.face):
        return None
    faces = ", ".join(face for face, sides in die.items() if sides)
    words = f"the Doom Die has no face {action.face[:20]!r}; it has {faces}"
    return Refusal("HYG-03", words)


def _doom(position: Position, action: Doom) -> Refusal | None:
    refusal = _not_asked(position, action.seat)
    if refusal or action.action in DOOMS:
        return refusal
    words = f"{action.action[:20]!r} is no doom action; choose {', '.join(DOOMS)}"
    return Refusal("HYG-49", words)


def _answer(position: Position, action: Take | Spare) -> Refusal | None:
    fight = position.fight
    refusal = _not_asked(position, action.seat)
    if refusal or fight is None:
        return refusal and refusal._replace(rule="HYG-32")
    if AT.get(action.at) != fight.at:
        return Refusal("HYG-32", f"the fight is on {NAMES[fight.at]} now")
    return _take(position, action) if isinstance(action, Take) else None


def _take(position: Position, action: Take) -> Refusal | None:
    fight = position.fight
    refusal = _no_team(position, action.team)
    if refusal or fight is None:
        return refusal
    team = TEAM[action.team]
    if not position.board[fight.at][team]:
        return Refusal("HYG-34", f"no {action.team} battler stands on {action.at}")
    if team in fight.victims:
        return None
    words = f"{action.team} holds a majority on {action.at} and cannot be taken"
    return Refusal("HYG-34", words)


def _eliminator(position: Position, action: Eliminator) -> Refusal | None:
    refusal = _not_asked(position, action.seat) or _no_tile(position, action.to)
    if refusal:
        return refusal if refusal.rule == "HYG-60" else refusal._replace(rule="HYG-37")
    if AT[action.to] in around(position.eliminator, 1):
        return None
    return Refusal("HYG-37", f"{action.to} is not next to where the Eliminator is")


def _scatter(position: Position, action: Scatter) -> Refusal | None:
    if any(outcome.action == action for outcome in landings(position)):
        return None
    refusal = _no_team(position, action.team)
    if refusal:
        return refusal
    due = TEAMS[thrown(position)]
    if action.team != due:
        words = f"the battler that comes down now is {due}, not {action.team}"
    elif action.to is None:
        words = "in this house no battler is lost that can land"
    elif refusal := _no_tile(position, action.to):
        words = refusal.message
    else:
        words = f"{action.to} is too far from the blown-up tile to land on"
    return Refusal("HYG-40", words)


_CHECKS: dict[
    type[Any], tuple[tuple[Phase, ...], Callable[[Position, Any], Refusal | None]]
] = {
    Hole: (("hole",), _hole),
    First: (("first",), _first),
    Draw: (("deal", "draw"), _draw),
    Play: (("play",), _play),
    Pick: (("pick",), _pick),
    Step: (("step",), _step),
    Push: (("push",), _push),
    Special: (("special",), _special),
    Roll: (("roll",), _roll),
    Doom: (("doom",), _doom),
    Take: (("royale",), _answer),
    Spare: (("royale",), _answer),
    Eliminator: (("eliminator",), _eliminator),
    Scatter: (("scatter",), _scatter),
}
