"""HOLD YOUR GROUND: what is asked of people, in words."""

from controller.games.hold_your_ground.doom import fighting
from controller.games.hold_your_ground.layout import tile
from controller.games.hold_your_ground.moving import moving
from controller.games.hold_your_ground.pieces import DOOMS, TEAMS, Position
from controller.games.hold_your_ground.squares import NAMES
from controller.stage.decisions import PLAIN, Decision
from controller.stage.places import in_words

ABOUT = "Push the others off an island that is blown up tile by tile."
DECISIONS = {
    "play": Decision(
        "play two cards: how many battlers move, and how far",
        "Hold your seat, press next as often as the pair's number on your phone says, "
        "then ok.",
        "Tap the card for battlers and the card for tiles, then Play.",
        is_held=True,
    ),
    "pick": Decision(
        "pick the battler that moves next ({left} to go)",
        "Press its tile.",
        "Tap its tile.",
    ),
    "step": Decision(
        "walk on with the battler on {at} ({left} to go)",
        "Press a lit tile beside it.",
        "Tap a glowing tile beside it.",
    ),
    "push": Decision(
        "push somebody off {at}: it is full",
        "Press that tile, then the seat of the team that has to go.",
        "Tap the team that has to go, then Play.",
    ),
    "special": Decision(
        "choose which special action comes first",
        "Press {buttons}.",
        "Tap one, then Play.",
    ),
    "doom": Decision(
        "choose a doom action",
        "Press {buttons}.",
        "Tap one, then Play.",
    ),
    "royale": Decision(
        "Battle Royale on {at}: eliminate one battler there, or nobody",
        "Press that tile, then the seat of the team that loses a battler; your own "
        "seat spares them all.",
        "Tap a team, or Nobody, then Play.",
    ),
    "eliminator": Decision(
        "move the Eliminator to a tile beside it",
        "Press that tile, or move the puck there.",
        "Tap that tile, then Play.",
    ),
}
BUTTONS = {
    "royale": "your own seat for Battle Royale",
    "eliminator": "the pale blue free seat for Move Eliminator",
    "explosion": "the orange free seat for Explosion",
}


def decision(position: Position) -> Decision:
    asked = DECISIONS.get(position.phase, PLAIN)
    details = _details(position)
    what, table = asked.what.format(**details), asked.table.format(**details)
    return asked._replace(what=what, table=table)


def _details(position: Position) -> dict[str, str | int]:
    match position.phase:
        case "pick":
            return {"left": moving(position).battlers}
        case "step":
            move = moving(position)
            return {"at": _tile(move.at), "left": move.left}
        case "push":
            return {"at": _tile(position.crowds[-1].at)}
        case "royale":
            return {"at": _tile(fighting(position).at)}
        case "special" | "doom":
            due = position.agenda[:2] if position.phase == "special" else DOOMS
            return {"buttons": ", ".join(BUTTONS[doom] for doom in dict.fromkeys(due))}
    return {}


def _tile(square: int) -> str:
    return in_words(tile(NAMES[square]))


def seat_names(seats: int) -> tuple[str, ...]:
    return tuple(team.capitalize() for team in TEAMS[:seats])
