"""HOLD YOUR GROUND: which decision is asked for, in words of `words/`."""

from typing import Any

from controller.games.hold_your_ground.doom import fighting
from controller.games.hold_your_ground.layout import tile
from controller.games.hold_your_ground.moving import moving
from controller.games.hold_your_ground.pieces import DOOMS, Position
from controller.games.hold_your_ground.squares import NAMES
from controller.rules.sentence import say
from controller.stage.decisions import Decision
from controller.stage.decisions import decision as in_words


def decision(position: Position) -> Decision:
    step = position.phase
    return in_words(step, is_held=step == "play", **_details(position))


def _details(position: Position) -> dict[str, Any]:
    match position.phase:
        case "pick":
            return {"left": moving(position).battlers}
        case "step":
            move = moving(position)
            return {"at": tile(NAMES[move.at]), "left": move.left}
        case "push":
            return {"at": tile(NAMES[position.crowds[-1].at])}
        case "royale":
            return {"at": tile(NAMES[fighting(position).at])}
        case "special" | "doom":
            due = position.agenda[:2] if position.phase == "special" else DOOMS
            buttons = (say(f"ask-button.{doom}") for doom in dict.fromkeys(due))
            return {"buttons": tuple(buttons)}
    return {}
