"""What a press did, or why it did nothing: every press gets an answer in words.

A count is secret, so each press of it gets the same answer.
"""

from controller.basics.sentence import Says, say
from controller.input.gestures import Gestures, Progress
from controller.input.situation import Situation
from controller.session.prompt import called, whole_prompt
from controller.tabletop.gestures import Hold, first_gestures
from controller.words.notice import Notice, announcement
from hardware.parts.eliminator import Interlock

# The Eliminator's sentences are in the words under `eliminator`, by its state.


def reply(
    situation: Situation, gestures: Gestures, before: Progress, control: str
) -> Says:
    """Answer a press that played nothing, given the progress `before` it."""
    if gestures.progress == before:
        return nothing(situation, control)
    return _begun(situation, gestures)


def _begun(situation: Situation, gestures: Gestures) -> Says:
    """Describe the unfinished move, and how to continue."""
    match gestures.stage:
        case "pointed":
            return say("reply.pointed", place=gestures.pointed)
        case "counting":
            return say("reply.held", seat=_seat(gestures.progress.held or ""))
        case "counted" | "shown" | "ready" as stage:
            return say(f"reply.{stage}")
        case "to hold":
            return say("reply.to-hold", who=called(situation.asked, situation))
    kinds = {place.partition(":")[0] for place in gestures.lit}
    kind = kinds.pop() if kinds in ({"tile"}, {"seat"}) else "lit"
    return say(f"reply.press-{kind}")


def nothing(situation: Situation, control: str) -> Says:
    """Explain why a press does nothing; the prompt says what would."""
    if situation.phase != "play":
        return say(f"reply.{situation.phase}", game=situation.match.game.title)
    seats, seat = situation.asked, _seat(control)
    if control.startswith("seat:") and seats and seat >= situation.match.seats:
        return say("reply.nobody-there")
    if control.startswith("seat:") and seats and seat not in seats:
        return say("reply.not-now", seat=seat, who=called(seats, situation))
    first = first_gestures((*situation.scripts, *situation.bluffs))
    is_held_first = all(isinstance(gesture, Hold) for gesture in first)
    if seats and is_held_first and control in ("next", "ok"):
        return say("reply.hold-first")
    if situation.taught and situation.taught.wanted is not None:
        taught = situation.taught
        return say("teach.nothing", task=taught.task or taught.says)
    return say("reply.nothing")


def _seat(control: str) -> int:
    kind, _, number = control.partition(":")
    return int(number) if kind == "seat" else -1


def interlock_reply(interlock: Interlock | None) -> Says:
    """Answer the Eliminator's key or button, after it has taken effect."""
    if interlock is None:
        return say("eliminator.none")
    state, tile, has_puck, is_armed = interlock
    if state != "asked" or tile is None:
        return say(f"eliminator.{state}")
    steps: tuple[Says, ...] = () if has_puck else (say("eliminator.puck", tile=tile),)
    steps += () if is_armed else (say("eliminator.key"),)
    steps += (say("eliminator.fire"),)
    return say("eliminator.to-fire", steps=steps)


def unfinished_reply(situation: Situation) -> Notice:
    """Answer an attempt with `why` held that means no move by itself."""
    if situation.phase != "play":
        return announcement(whole_prompt(situation))
    says = say("try.alone", next=whole_prompt(situation))
    return Notice(None, False, situation.match.game.choice_rule, says)
