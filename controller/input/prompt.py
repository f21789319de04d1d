"""What to do next: one sentence for everybody, made of what is on the table alone.

The same words are shown on pages and said by the table's own voice. They come from the
open side of a position, so they tell nobody what another hand holds.
"""

from typing import NamedTuple

from controller.chance.dealer import Waiting
from controller.input.situation import Situation
from controller.rules.game import Viewer
from controller.stage.decisions import Decision
from controller.words.people import called, listed, sentence

ASKED = "{who}: {what}"
YOUR_TURN = "Your turn: {what}"
STILL = "Still missing: {others}."
WAITING = "Waiting for {who}: {what}"
CHOOSE = Decision(
    "choose a game",
    "Press next for another game, ok to play {game}.",
    "The host's page starts a game.",
)
OFFER = Decision(
    "continue the saved game of {game}?",
    "Press ok to continue, undo to put it away.",
    "The host's page continues it or puts it away.",
)
OVER = Decision(
    "the game is over",
    "Press ok to play again, next for another game.",
    "The host's page starts the next game.",
)
WON = "{who} won. The game is over"
YOU_WON = "You won! The game is over"
DRAW = Decision("draw a card", "Pass it over the shoe.", "The card shows here then.")


class Prompt(NamedTuple):
    """Whose turn it is, what they may do, and how."""

    # Who is asked; nobody in particular means everybody.
    seats: tuple[int, ...]
    says: str
    # How it is done on the bare table, and on a phone.
    table: str
    phone: str
    # The seats asked have to hold their buttons for it.
    is_held: bool = False


def prompt(situation: Situation, viewer: Viewer = "table") -> Prompt:
    """For everybody at the table, or as the page of one seat says it."""
    if situation.phase != "play":
        return _at_rest(situation, viewer)
    if situation.waiting:
        return _told(situation, situation.waiting, viewer)
    seats = asked(situation)
    decision = situation.staging.decision(situation.position)
    return _asked(seats, decision, situation, viewer)


def asked(situation: Situation) -> tuple[int, ...]:
    """The seats whose decision is missing."""
    if situation.phase != "play":
        return ()
    legal = situation.match.game.legal(situation.position)
    return tuple(sorted({action.seat for action in legal}))


def _asked(
    seats: tuple[int, ...], decision: Decision, situation: Situation, viewer: Viewer
) -> Prompt:
    names, others = situation.names, [seat for seat in seats if seat != viewer]
    if viewer in seats:
        words = sentence(YOUR_TURN.format(what=decision.what))
        if others:
            still = listed([names[seat] for seat in others])
            words = f"{words} {STILL.format(others=still)}"
    else:
        form = WAITING if isinstance(viewer, int) else ASKED
        words = form.format(who=called(seats, names), what=decision.what)
    return Prompt(seats, sentence(words), *decision[1:])


def _told(situation: Situation, waiting: Waiting, viewer: Viewer) -> Prompt:
    """Chance waits for a card of the shoe, or for what the players saw happen."""
    if waiting.drawer is None:
        told = waiting.sentence.replace("`", "")
        return _asked((), Decision(told, "", ""), situation, "table")
    decision = DRAW
    if waiting.is_out:
        how = sentence(waiting.sentence.replace("`", "").partition(", but ")[2])
        decision = DRAW._replace(table=how)
    return _asked((waiting.drawer,), decision, situation, viewer)


def _at_rest(situation: Situation, viewer: Viewer) -> Prompt:
    match, title = situation.match, situation.match.game.title
    decision = {"choose": CHOOSE, "offer": OFFER, "over": OVER}[situation.phase]
    what, table, phone = (words.format(game=title) for words in decision[:3])
    winners = match.result.winners if match.result else ()
    if viewer in winners and len(winners) == 1:
        what = YOU_WON
    elif winners:
        who = listed([situation.names[seat] for seat in winners])
        what = WON.format(who=who)
    else:
        what = ASKED.format(who=called((), situation.names), what=what)
    return Prompt((), sentence(what), table, phone)
