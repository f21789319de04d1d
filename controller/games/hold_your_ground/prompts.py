"""HOLD YOUR GROUND: the current decision and the teams, as keys of `words/`."""

from typing import Any

from controller.basics.sentence import Says, Sentence, say
from controller.games.hold_your_ground.doom import fighting
from controller.games.hold_your_ground.layout import tile
from controller.games.hold_your_ground.moving import ahead, moving
from controller.games.hold_your_ground.pieces import DOOMS, Position
from controller.games.hold_your_ground.squares import HEADINGS, NAMES
from controller.tabletop.staging import Decision, View
from controller.tabletop.staging import decision as in_words


def decision(position: Position) -> Decision:
    step = position.phase
    return in_words(step, is_held=step == "play", **_details(position))


def standing(view: View) -> tuple[Says, ...]:
    state = view["state"]
    teams = [
        say(
            "standing.team",
            team=team,
            left=sum(here.get(team, 0) for here in state["board"].values()),
            taken=sum(taken.values()),
        )
        for team, taken in state["captured"].items()
    ]
    return (*teams, say("standing.eliminator", at=state["eliminator"]))


def _details(position: Position) -> dict[str, Any]:
    match position.phase:
        case "pick":
            battlers, tiles = moving(position)[:2]
            return {"left": battlers, "tiles": tiles}
        case "step":
            move = moving(position)
            return {"at": tile(NAMES[move.at]), "left": move.left}
        case "push":
            at = position.crowds[-1].at
            return {"at": tile(NAMES[at]), "whither": _landing(position, at)}
        case "royale":
            return {"at": tile(NAMES[fighting(position).at])}
        case "special" | "doom":
            due = position.agenda[:2] if position.phase == "special" else DOOMS
            buttons = [say(f"ask-button.{doom}") for doom in dict.fromkeys(due)]
            return {"buttons": _either(*buttons)}
    return {}


def _either(first: Says, *others: Says) -> Says:
    """Return "this", "either this or that", "either this, that or the other"."""
    match others:
        case (second,):
            return say("either.two", first=first, second=second)
        case (second, third):
            return say("either.three", first=first, second=second, third=third)
    return first


def _landing(position: Position, at: int) -> Sentence:
    """Return where a battler pushed from here lands."""
    to, heading = ahead(position, at), HEADINGS.index(moving(position).heading)
    if to is None:
        return say("whither.off", heading=heading)
    return say("whither.there", to=tile(NAMES[to]), heading=heading)
