"""Writes games into a journal as a table does: what is there, and what comes next."""

from collections.abc import Sequence

from controller.storage.journal import GameResult, Journal, SavedGame, Setup


def begin(journal: Journal, setup: Setup, actions: Sequence[str]) -> None:
    """Start a game, and end an unfinished one."""
    before = [journal.last.saved] if journal.last.saved else []
    entries = tuple(("action", action) for action in actions)
    journal.write([*before, SavedGame(setup, entries)])


def append(
    journal: Journal,
    actions: Sequence[str],
    over: bool = False,
    ended: GameResult | None = None,
) -> None:
    """Add actions, and the result of a game that is over."""
    game = last(journal)
    entries = (*game.entries, *(("action", action) for action in actions))
    journal.write([game._replace(entries=entries, over=over, ended=ended)])


def undo(journal: Journal, mark: int) -> None:
    game = last(journal)
    journal.write([game._replace(entries=(*game.entries, ("undo", str(mark))))])


def seat_bots(journal: Journal, levels: Sequence[str]) -> None:
    journal.write([last(journal)._replace(bots=tuple(levels))])


def last(journal: Journal) -> SavedGame:
    assert journal.last.saved
    return journal.last.saved
