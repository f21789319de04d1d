"""What a press did, or why it did nothing: every press is answered in words.

A secret stays one: what is counted is answered alike, however far it is.
"""

from typing import NamedTuple

from controller.input.gestures import Gestures, Progress, Stage
from controller.input.prompt import asked, prompt
from controller.input.situation import Situation
from controller.stage.gestures import Hold
from controller.stage.places import in_words
from controller.words.notice import Notice, announcement
from controller.words.people import called, listed, sentence
from hardware.parts.eliminator import Interlock, State

NOTHING = "That does nothing right now."
NOBODY_THERE = "Nobody sits there in this game."
NOT_NOW = "{name} is not asked now: waiting for {who}."
HOLD_FIRST = "Hold your seat first, then press next and ok."
HELD = "{name}: keep holding, press next to count, then ok. Letting go cancels."
COUNTED = "Counted. Press next to count on, or ok to finish."
POINTED = "{place}: press ok to take it, or next for another."
SHOWN = "Press ok to take what is lit, or next for another."
CONFIRM = "Press ok to do this, or undo to cancel."
NOW_PRESS = "Now press {what}."
NOW_HOLD = "{who}: now hold your seat."
LET_GO = "{name} let go: nothing was chosen."
CANCELLED = "Cancelled: nothing was chosen."
ONE_AT_A_TIME = "{control} counts once {other} is up."

NO_ELIMINATOR = "This table has no Eliminator."
ELIMINATOR: dict[State, str] = {
    "out": "The Eliminator does not work now: see the hardware status.",
    "cooling": "The Eliminator rests after a stroke: try again in a moment.",
    "unasked": "The Eliminator is not needed now.",
    "holding": "Keep holding fire.",
    "striking": "The Eliminator strikes.",
    "returning": "The Eliminator strikes.",
    "closed": "The Eliminator is switched off.",
}
TO_FIRE = "To fire: {steps}."
PUCK = "put the puck under {tile}"
KEY = "turn the key"
FIRE = "hold fire"


class Before(NamedTuple):
    """What hands had done before a press, to see whether it changed anything."""

    progress: Progress
    stage: Stage
    lit: frozenset[str]
    pointed: str | None

    @classmethod
    def of(cls, gestures: Gestures) -> "Before":
        return cls(gestures.progress, gestures.stage, gestures.lit, gestures.pointed)


def reply(
    situation: Situation, gestures: Gestures, before: Before, control: str
) -> Notice:
    """To a press that has not played anything."""
    if Before.of(gestures) == before:
        return nothing(situation, control)
    return announcement(_begun(situation, gestures))


def _begun(situation: Situation, gestures: Gestures) -> str:
    """What hands have begun, and how it goes on."""
    name = _name(situation, gestures.progress.held or "")
    match gestures.stage:
        case "pointed":
            return sentence(POINTED.format(place=in_words(gestures.pointed or "")))
        case "counting":
            return HELD.format(name=name)
        case "counted":
            return COUNTED
        case "shown":
            return SHOWN
        case "ready":
            return CONFIRM
        case "to hold":
            who = called(asked(situation), situation.names)
            return sentence(NOW_HOLD.format(who=who))
    kinds = sorted({place.partition(":")[0] for place in gestures.lit})
    what = " or ".join(f"a lit {kind}" for kind in kinds)
    return NOW_PRESS.format(what=what) if what else prompt(situation).table


def nothing(situation: Situation, control: str) -> Notice:
    """Why a press does nothing; the prompt says what would do something."""
    kind, _, number = control.partition(":")
    seats = asked(situation)
    if kind == "seat" and seats and int(number) >= len(situation.names):
        return announcement(NOBODY_THERE)
    if kind == "seat" and seats and int(number) not in seats:
        who = called(seats, situation.names)
        words = NOT_NOW.format(name=_name(situation, control), who=who)
        return announcement(words)
    is_held_first = all(isinstance(gesture, Hold) for gesture in situation.first)
    if seats and is_held_first and control in ("next", "ok"):
        return announcement(HOLD_FIRST)
    return announcement(NOTHING)


def let_go(situation: Situation, control: str) -> Notice:
    return announcement(LET_GO.format(name=_name(situation, control)))


def _name(situation: Situation, control: str) -> str:
    seat = control.partition(":")[2]
    return situation.names[int(seat)] if seat else ""


def interlocked(interlock: Interlock | None) -> Notice:
    """To the Eliminator's key and button, after they have done what they do."""
    if interlock is None:
        return announcement(NO_ELIMINATOR)
    state, tile, has_puck, is_armed = interlock
    if state != "asked" or tile is None:
        return announcement(ELIMINATOR.get(state, NOTHING))
    steps = [] if has_puck else [PUCK.format(tile=in_words(tile))]
    steps += [] if is_armed else [KEY]
    return announcement(TO_FIRE.format(steps=listed([*steps, FIRE])))
