"""What to do next, in one sentence for everybody.

Pages show the same words that the table speaks. They are made from the open side of a
position, so they reveal no hand.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from controller.basics.sentence import Sentence, say, with_values
from controller.chance.dealer import PendingChance
from controller.input.situation import Situation
from controller.rules.game import Viewer
from controller.tabletop.gestures import Count, Hold, Press, Script
from controller.tabletop.staging import COUNTED, PLAIN, Decision, decision
from controller.words.table import as_value, joined

EVERYBODY = say("prompt.everybody")
# This outcome's own sentence says how to report it.
TOLD = decision("told")


class Prompt(NamedTuple):
    """Whose turn it is, what they may do, and how."""

    # The seats that are asked; none means everybody.
    seats: tuple[int, ...]
    says: Sentence
    # How to do it on the bare table, and on a phone.
    table: Sentence
    phone: Sentence
    # Whether these seats must hold their buttons for it.
    is_held: bool = False


def prompt(situation: Situation, viewer: Viewer = "table") -> Prompt:
    """Return what to do next, for everybody at the table or for one seat's page."""
    if situation.phase != "play":
        return _at_rest(situation, viewer)
    if situation.waiting:
        return _chance_prompt(situation, situation.waiting, viewer)
    wanted = situation.staging.decision(situation.position)
    if wanted is PLAIN and _is_counted(situation):
        wanted = COUNTED
    ordinary = _asked(situation.asked, wanted, situation, viewer)
    return _taught(ordinary, situation)


def _is_counted(situation: Situation) -> bool:
    scripts = (script for _, script in situation.scripts)
    return any(isinstance(gesture, Count) for script in scripts for gesture in script)


def called(seats: Collection[int], situation: Situation) -> Any:
    """Name these seats; all seats of a larger game are called everybody."""
    everybody = situation.match.seats
    if not seats or (len(seats) == everybody and everybody > 2):
        return EVERYBODY
    return tuple(sorted(seats))


def said_aloud(situation: Situation) -> tuple[Sentence, ...]:
    """Return what the table says; in a lesson, explanations too."""
    asks, taught = prompt(situation), situation.taught
    if taught is None:
        return (asks.says,)
    is_told = taught.wanted is not None and len(taught.wanted) == 1
    return (taught.says,) if is_told else (taught.says, asks.says)


def whole_prompt(situation: Situation) -> Sentence:
    """Return the whole prompt for the table: who, what, and how."""
    asks = prompt(situation)
    how = () if asks.table == TOLD.table else (asks.table,)
    return as_value(joined((*said_aloud(situation), *how)))


def _asked(
    seats: tuple[int, ...], wanted: Decision, situation: Situation, viewer: Viewer
) -> Prompt:
    what, who = wanted.what, called(seats, situation)
    others = tuple(seat for seat in seats if seat != viewer)
    if viewer not in seats:
        # The question is worded for the seats that must answer it.
        is_page = isinstance(viewer, int)
        says = (
            say("prompt.waiting", who=who)
            if is_page
            else say("prompt.asked", who=who, what=what)
        )
    else:
        says = say("prompt.your-turn", what=what)
        if others:
            says = say("prompt.still", prompt=says, others=others)
    return Prompt(seats, says, *wanted[1:])


def _taught(ordinary: Prompt, situation: Situation) -> Prompt:
    """Describe, gesture by gesture, how to do the one thing that a lesson wants."""
    wanted = situation.taught.wanted if situation.taught else None
    script = (
        situation.staging.script(situation.position, wanted[0])
        if wanted and len(wanted) == 1
        else None
    )
    return ordinary._replace(table=button_steps(script)) if script else ordinary


def button_steps(script: Script) -> Sentence:
    """Describe, gesture by gesture, how to do this with the table's buttons."""
    steps: list[Sentence] = []
    for gesture in script:
        match gesture:
            case Press(place) | Hold(place):
                kind, _, number = place.partition(":")
                verb = "hold" if isinstance(gesture, Hold) else "press"
                seat = int(number) if kind == "seat" else None
                steps.append(say(f"teach.{verb}-{kind}", place=place, seat=seat))
            case Count(times):
                if times:
                    key = "teach.next-once" if times == 1 else "teach.next"
                    steps.append(say(key, times=times))
                steps.append(say("teach.ok"))
    return say("teach.by-hand", steps=tuple(steps))


def _chance_prompt(
    situation: Situation, waiting: PendingChance, viewer: Viewer
) -> Prompt:
    """Ask for a card of the shoe, or for an outcome that the players saw."""
    drawer = waiting.drawer
    wanted = TOLD if drawer is None else decision("draw")
    if waiting.out:
        wanted = wanted._replace(table=waiting.out)
    if drawer is None:
        wanted = wanted._replace(what=with_values(waiting.says))
        return _asked((), wanted, situation, "table")
    return _asked((drawer,), wanted, situation, viewer)


def _at_rest(situation: Situation, viewer: Viewer) -> Prompt:
    match, title = situation.match, situation.match.game.title
    step = "choose-game" if situation.phase == "choose" else situation.phase
    what, table, phone, _ = decision(step, game=title)
    winners = match.result.winners if match.result else ()
    if situation.phase == "offer":
        says = say("prompt.offer", who=EVERYBODY, game=title)
    elif viewer in winners and len(winners) == 1:
        says = say("prompt.you-won")
    elif winners:
        says = say("prompt.won", who=tuple(winners))
    else:
        says = say("prompt.asked", who=EVERYBODY, what=what)
    return Prompt((), says, table, phone)
