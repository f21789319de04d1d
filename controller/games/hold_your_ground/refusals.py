"""HOLD YOUR GROUND: why not, where a ruling of its own says so."""

from controller.games.hold_your_ground import cards, doom, moving
from controller.games.hold_your_ground.layouts import next_holes
from controller.games.hold_your_ground.pieces import (
    TEAM,
    TEAMS,
    Eliminator,
    Hole,
    Pick,
    Play,
    Position,
    Push,
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
from controller.rules.deals import Draw
from controller.rules.game import Refusal


def called(seat: int) -> str:
    return f"seat {seat} ({TEAMS[seat]})"


def _no_tile(position: Position, rule: str, name: str) -> Refusal | None:
    """HYG-17: one that is gone."""
    if position.tiles >> AT[name] & 1:
        return None
    return Refusal(rule, f"there is a hole at {name}")


def hole(position: Position, action: Hole) -> Refusal | None:
    if AT[action.at] == CENTRE:
        return Refusal("HYG-01", "the flag tile in the centre is no explosion tile")
    return _no_tile(position, "HYG-17", action.at) or _apart(position, action.at)


def _apart(position: Position, at: str) -> Refusal | None:
    holes = EVERYWHERE & ~position.tiles
    if any(AT[at] == possible for possible, _ in next_holes(holes)):
        return None
    return Refusal("HYG-02", f"with a hole at {at} the island would fall apart")


def draw(position: Position, action: Draw) -> Refusal | None:
    seat, card = action
    if position.cards[seat].deck[position.variant.house.cards.index(card)]:
        return None
    return Refusal("HYG-30", f"the deck of {called(seat)} has no {card} left")


def play(position: Position, action: Play) -> Refusal | None:
    seat, *played = action
    hand = position.cards[seat].hand
    for card in played:
        held, wanted = hand.count(card), played.count(card)
        if held < wanted:
            number = "no" if not held else "only one"
            return Refusal("HYG-60", f"{called(seat)} holds {number} {card}")
    return None if action in cards.plays(seat, hand) else _misused(action)


def _misused(action: Play) -> Refusal:
    _, battlers, tiles = action
    if not cards.face(battlers).for_battlers and not cards.face(tiles).for_tiles:
        words = f"{battlers} is for tiles only and {tiles} for battlers only"
    elif not cards.face(battlers).for_battlers:
        words = f"{battlers} is for tiles only: it cannot say how many battlers move"
    else:
        words = f"{tiles} is for battlers only: it cannot say how far they move"
    return Refusal("HYG-09", words)


def pick(position: Position, action: Pick) -> Refusal | None:
    seat, at = action
    if refusal := _no_tile(position, "HYG-17", at):
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


def step(position: Position, action: Step) -> Refusal | None:
    to, move = action.to, moving.moving(position)
    if refusal := _no_tile(position, "HYG-17", to):
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


def push(position: Position, action: Push) -> Refusal | None:
    _, at, team = action
    crowd = position.crowds[-1]
    if AT[at] != crowd.at:
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


def special(position: Position, action: Special) -> Refusal | None:
    due = position.agenda[:2]
    if action.action in due:
        return None
    words = f"{action.action[:20]!r} is not on the two cards; {' and '.join(due)} are"
    return Refusal("HYG-28", words)


def spare(position: Position, action: Take | Spare) -> Refusal | None:
    at = doom.fighting(position).at
    if AT[action.at] == at:
        return None
    return Refusal("HYG-32", f"the fight is on {NAMES[at]} now")


def take(position: Position, action: Take) -> Refusal | None:
    if refusal := spare(position, action):
        return refusal
    fight, team = doom.fighting(position), TEAM[action.team]
    if not position.board[fight.at][team]:
        return Refusal("HYG-34", f"no {action.team} battler stands on {action.at}")
    if team in fight.victims:
        return None
    words = f"{action.team} holds a majority on {action.at} and cannot be taken"
    return Refusal("HYG-34", words)


def eliminator(position: Position, action: Eliminator) -> Refusal | None:
    if refusal := _no_tile(position, "HYG-37", action.to):
        return refusal
    if AT[action.to] in around(position.eliminator, 1):
        return None
    return Refusal("HYG-37", f"{action.to} is not next to where the Eliminator is")


def scatter(position: Position, action: Scatter) -> Refusal | None:
    due, to = TEAMS[doom.thrown(position)], action.to
    if action.team != due:
        words = f"the battler that comes down now is {due}, not {action.team}"
        return Refusal("HYG-40", words)
    if any(outcome.action == action for outcome in doom.landings(position)):
        return None
    if to is None:
        return Refusal("HYG-40", "in this house no battler is lost that can land")
    words = f"{to} is too far from the blown-up tile to land on"
    return _no_tile(position, "HYG-40", to) or Refusal("HYG-40", words)
