"""What to do next: one sentence for everybody, made of what is on the table alone.

The same words are shown on pages and said by the table's own voice. They come from the
open side of a position, so they tell nobody what another hand holds.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from controller.chance.dealer import Waiting
from controller.input.situation import Situation
from controller.rules.game import Viewer
from controller.rules.sentence import Sentence, say, with_values
from controller.stage.decisions import Decision, decision

EVERYBODY = say("prompt.everybody")


class Prompt(NamedTuple):
    """Whose turn it is, what they may do, and how."""

    # Who is asked; nobody in particular means everybody.
    seats: tuple[int, ...]
    says: Sentence
    # How it is done on the bare table, and on a phone.
    table: Sentence
    phone: Sentence
    # The seats asked have to hold their buttons for it.
    is_held: bool = False


def prompt(situation: Situation, viewer: Viewer = "table") -> Prompt:
    """For everybody at the table, or as the page of one seat says it."""
    if situation.phase != "play":
        return _at_rest(situation, viewer)
    if situation.waiting:
        return _told(situation, situation.waiting, viewer)
    wanted = situation.staging.decision(situation.position)
    return _asked(asked(situation), wanted, situation, viewer)


def asked(situation: Situation) -> tuple[int, ...]:
    """The seats whose decision is missing."""
    if situation.phase != "play":
        return ()
    legal = situation.match.game.legal(situation.position)
    return tuple(sorted({action.seat for action in legal}))


def called(seats: Collection[int], situation: Situation) -> Any:
    """These seats; all of them, if they are many, are everybody."""
    everybody = situation.match.seats
    if not seats or (len(seats) == everybody and everybody > 2):
        return EVERYBODY
    return tuple(sorted(seats))


def _asked(
    seats: tuple[int, ...], wanted: Decision, situation: Situation, viewer: Viewer
) -> Prompt:
    what, who = wanted.what, called(seats, situation)
    others = tuple(seat for seat in seats if seat != viewer)
    if viewer not in seats:
        key = "waiting" if isinstance(viewer, int) else "asked"
        says = say(f"prompt.{key}", who=who, what=what)
    else:
        says = say("prompt.your-turn", what=what)
        if others:
            says = say("prompt.still", prompt=says, others=others)
    return Prompt(seats, says, *wanted[1:])


def _told(situation: Situation, waiting: Waiting, viewer: Viewer) -> Prompt:
    """Chance waits for a card of the shoe, or for what the players saw happen."""
    told = with_values(waiting.says)
    if waiting.is_out:
        told = Sentence(waiting.sentence.replace("`", ""), {})
    if waiting.drawer is None:
        wanted = decision("told")._replace(what=told)
        return _asked((), wanted, situation, "table")
    wanted = decision("draw")
    if waiting.is_out:
        wanted = wanted._replace(table=told)
    return _asked((waiting.drawer,), wanted, situation, viewer)


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
