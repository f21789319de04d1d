"""HOLD YOUR GROUND: refusals that have a ruling of their own."""

from controller.basics.sentence import say
from controller.games.hold_your_ground import cards, doom, moving
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
    next_holes,
)
from controller.rules.deals import Draw
from controller.rules.game import Refusal


def _no_tile(position: Position, rule: str, name: str) -> Refusal | None:
    """HYG-17: return whether this tile is gone."""
    if position.tiles >> AT[name] & 1:
        return None
    return Refusal(rule, say("refused.hole", tile=name))


def hole(position: Position, action: Hole) -> Refusal | None:
    if AT[action.at] == CENTRE:
        return Refusal("HYG-01", "refused.centre")
    return _no_tile(position, "HYG-17", action.at) or _apart(position, action.at)


def _apart(position: Position, at: str) -> Refusal | None:
    holes = EVERYWHERE & ~position.tiles
    if any(AT[at] == possible for possible, _ in next_holes(holes)):
        return None
    return Refusal("HYG-02", say("refused.apart", tile=at))


def draw(position: Position, action: Draw) -> Refusal | None:
    seat, card = action
    if position.cards[seat].deck[position.variant.house.cards.index(card)]:
        return None
    return Refusal("HYG-30", say("refused.not-in-deck", seat=seat, card=card))


def play(position: Position, action: Play) -> Refusal | None:
    seat, *played = action
    hand = position.cards[seat].hand
    for card in played:
        held, wanted = hand.count(card), played.count(card)
        if held < wanted:
            key = "refused.only-one" if held else "refused.not-held"
            return Refusal("HYG-60", say(key, seat=seat, card=card))
    return None if action in cards.plays(seat, hand) else _misused(action)


def _misused(action: Play) -> Refusal:
    _, battlers, tiles = action
    if cards.can_pair(tiles, battlers):
        words = say("refused.swap-cards", many=tiles, far=battlers)
    elif not cards.face(battlers).for_battlers:
        words = say("refused.not-for-battlers", card=battlers)
    else:
        words = say("refused.not-for-tiles", card=tiles)
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
        return Refusal("HYG-10", say("refused.not-own", seat=seat, tile=at))
    if own > moved:
        return Refusal("HYG-14", say("refused.stuck", tile=at))
    return Refusal("HYG-11", say("refused.moved", seat=seat, tile=at))


def step(position: Position, action: Step) -> Refusal | None:
    to, move = action.to, moving.moving(position)
    if refusal := _no_tile(position, "HYG-17", to):
        return refusal
    square = AT[to]
    is_beside = square in NEIGHBOURS[move.at]
    if is_beside and moving.can_continue(position.tiles, move, square):
        return None
    if move.way >> square & 1:
        return Refusal("HYG-15", say("refused.been-there", tile=to))
    if not is_beside:
        words = say("refused.not-beside", here=NAMES[move.at], tile=to)
        return Refusal("HYG-17", words)
    return Refusal("HYG-13", say("refused.dead-end", tile=to, left=move.left))


def push(position: Position, action: Push) -> Refusal | None:
    _, at, team = action
    crowd = position.crowds[-1]
    if AT[at] != crowd.at:
        return Refusal("HYG-55", say("refused.push-first", tile=NAMES[crowd.at]))
    number = TEAM[team]
    standing = position.board[crowd.at][number]
    if standing > (number == crowd.team):
        return None
    key = "refused.just-came" if standing else "refused.not-there"
    return Refusal("HYG-20", say(key, team=team, tile=at))


def special(position: Position, action: Special) -> Refusal | None:
    due = position.agenda[:2]
    if action.action in due:
        return None
    both = tuple(dict.fromkeys(due))
    words = say("refused.not-on-cards", doom=action.action[:20], due=both)
    return Refusal("HYG-28", words)


def spare(position: Position, action: Take | Spare) -> Refusal | None:
    at = doom.fighting(position).at
    if AT[action.at] == at:
        return None
    return Refusal("HYG-32", say("refused.fight-first", tile=NAMES[at]))


def take(position: Position, action: Take) -> Refusal | None:
    if refusal := spare(position, action):
        return refusal
    fight, team = doom.fighting(position), TEAM[action.team]
    is_there = position.board[fight.at][team]
    if is_there and team in fight.victims:
        return None
    key = "refused.majority" if is_there else "refused.not-there"
    return Refusal("HYG-34", say(key, team=action.team, tile=action.at))


def eliminator(position: Position, action: Eliminator) -> Refusal | None:
    if refusal := _no_tile(position, "HYG-37", action.to):
        return refusal
    if AT[action.to] in around(position.eliminator, 1):
        return None
    return Refusal("HYG-37", say("refused.not-next", tile=action.to))


def scatter(position: Position, action: Scatter) -> Refusal | None:
    due, to = TEAMS[doom.thrown(position)], action.to
    if action.team != due:
        words = say("refused.other-team", due=due, team=action.team)
        return Refusal("HYG-40", words)
    if any(outcome.action == action for outcome in doom.landings(position)):
        return None
    if to is None:
        return Refusal("HYG-40", "refused.can-land")
    too_far = Refusal("HYG-40", say("refused.too-far", tile=to))
    return _no_tile(position, "HYG-40", to) or too_far
