"""The answers of a session that are not about a rule."""

from typing import Any

from controller import games
from controller.basics.sentence import say, verbatim
from controller.basics.sheet import SheetError
from controller.input.intents import NewGame
from controller.input.situation import Phase, Situation
from controller.rules.game import AnyGame, Refusal
from controller.storage.forget import forget_in
from controller.storage.journal import JournalError, Setup
from controller.storage.store import GameStore
from controller.words.notice import Notice, announcement

UNSAVED = say("game.unsaved")
CHOOSING = say("game.choose-first")
OFFERED = say("game.answer-first")


def verdict(game: AnyGame, position: Any, action: Any, seat: int) -> Notice:
    """Say whether this seat could play the action, and if not, why not."""
    if refusal := game.refuse(position, action):
        return Notice(seat, False, *refusal)
    return Notice(seat, True, game.choice_rule, say("rules.legal"))


def broken_lesson(new: NewGame) -> Notice | None:
    """Refuse a lesson whose file is wrong, and say where to fix it."""
    try:
        _ = games.lesson(new.game.name) if new.learn else None
    except SheetError as error:
        return Notice(None, False, "", say("teach.broken", why=str(error)))
    return None


def not_in_lesson(situation: Situation, action: Any, seat: int | None) -> Notice | None:
    """Answer a legal action that the lesson does not want; nothing is played."""
    taught = situation.taught
    if taught is None or taught.wanted is None or action in taught.wanted:
        return None
    return Notice(seat, False, "", say("teach.instead", lesson=taught.says))


def between_games(phase: Phase, game: AnyGame) -> Refusal | None:
    """Refuse playing and undoing while a game is still being chosen or offered."""
    if phase in ("play", "over"):
        return None
    return Refusal(game.choice_rule, OFFERED if phase == "offer" else CHOOSING)


def unsaved(seat: int | None, is_saved: bool) -> tuple[Notice, ...]:
    """Tell a seat's page that its action is not on disk yet."""
    return () if seat is None or is_saved else (Notice(seat, True, "", UNSAVED),)


def forgotten(store: GameStore, setup: Setup, name: str) -> tuple[Setup, Notice]:
    """Forget a name; return the setup without it, and the host's answer."""
    try:
        is_known = forget_in(store, name)
    except JournalError as error:
        why = verbatim(str(error))
        return setup, announcement(say("name.not-forgotten", who=name, why=why))
    says = say("name.forgotten" if is_known else "name.nobody", who=name)
    return setup.without(name), announcement(says)
