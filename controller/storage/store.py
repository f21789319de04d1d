"""The game in the journal, or in memory while the disk fails.

Every action is written before anyone sees its effect. If writing fails, the game
continues in memory and the table says so. The store reopens the journal at growing
intervals, and then writes everything missing at once.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.storage.history import PlayerHistory
from controller.storage.journal import (
    GameResult,
    InUse,
    Journal,
    JournalError,
    SavedGame,
    Setup,
)
from controller.storage.sqlite_file import rescue
from hardware.backend import Clock
from hardware.parts.registry import NotReady, Parts, Retrying

_log = logging.getLogger("undertow.journal")


class GameStore:
    def __init__(
        self,
        path: Path,
        parts: Parts,
        clock: Clock,
        journal: Callable[[Path], Journal] = Journal,
    ) -> None:
        """Open the journal; raise InUse. After other errors the game is in memory."""
        self._path = path
        self._open = journal
        self.notice: str | None = None
        self.journal: Journal | None = None
        # The running game last; before it, games that are not written yet.
        self.in_memory: list[SavedGame] = []
        self._retrying = Retrying("journal", parts, clock, self._reopen)
        try:
            self.journal = journal(path)
            found = self.journal.unfinished()
        except InUse:
            raise
        except JournalError:
            found = rescue(path)
            self._retrying.run(self._reopen)
        self.in_memory = [found] if found else []
        if self.journal:
            self.notice = self.journal.notice
            found = found or self.journal.last.saved
        # The last game's setup, finished or not.
        self.last_setup = found.setup if found else None

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that open the seats of the last game."""
        return self.last_setup.codes if self.last_setup else ()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the people in the last game."""
        return self.last_setup.players if self.last_setup else ()

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots' levels by seat, in the running game or the one that was found."""
        return self.in_memory[-1].bots if self.in_memory else ()

    @property
    def is_saved(self) -> bool:
        """Whether everything played is on disk."""
        return not self._retrying.is_out

    def unfinished(self) -> SavedGame | None:
        """Return the running game, or the one found at the start."""
        game = self.in_memory[-1] if self.in_memory else None
        return None if game is None or game.over else game

    def begin(self, setup: Setup, actions: Sequence[str]) -> None:
        """Start a game, and end an unfinished one."""
        entries = tuple(("action", action) for action in actions)
        self._put(SavedGame(setup, entries))

    def begin_again(self, setup: Setup) -> None:
        """Continue the unfinished game, if there is one, with another setup."""
        if found := self.unfinished():
            self._put(found._replace(setup=setup))

    def append(
        self,
        actions: Sequence[str],
        over: bool,
        ended: GameResult | None = None,
        times: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Add actions, and the result of a game that is over.

        `times` are the clocks' times before them.
        """
        entries = (("action", action) for action in actions)
        self._add(*times, *entries, over=over, ended=ended)

    def undo(self, mark: int) -> None:
        self._add(("undo", str(mark)))

    def history(self, names: Sequence[str], game: str) -> list[PlayerHistory]:
        """Return these players' histories, or none while the journal fails."""
        if self.journal is None or not self.is_saved:
            return []
        try:
            return self.journal.history(names, game)
        except JournalError as error:
            _log.warning("cannot read the players' histories: %s", error)
            return []

    def seat_bots(self, levels: tuple[str, ...]) -> None:
        """Save which bots play the running game from now on."""
        self.in_memory[-1] = self.in_memory[-1]._replace(bots=levels)
        self._retrying.run(self._write)

    def mark(self) -> None:
        """Mark the last row, once there is time for it."""
        if self.journal:
            self.journal.mark()

    def close(self) -> None:
        """Try a last time to write what the journal lacks."""
        self._retrying.close()
        is_in_place = self.journal is not None and self.journal.is_in_place
        if not self.is_saved or not is_in_place:
            self._close()
            try:
                self._catch_up()
            except JournalError as error:
                _log.error("lost everything played since the journal failed: %s", error)
        self._close()

    def _put(self, game: SavedGame) -> None:
        """Start this game after all others."""
        self.in_memory.append(game)
        self.last_setup = game.setup
        self._retrying.run(self._write)

    def _add(
        self,
        *entries: tuple[str, str],
        over: bool = False,
        ended: GameResult | None = None,
    ) -> None:
        game = self.in_memory[-1]
        entries = (*game.entries, *entries)
        self.in_memory[-1] = game._replace(entries=entries, over=over, ended=ended)
        self._retrying.run(self._write)

    def _reopen(self) -> None:
        self._close()
        self._write()

    def _write(self) -> None:
        try:
            self._catch_up()
        except JournalError as error:
            raise _unsaved(error) from None

    def _catch_up(self) -> None:
        """Write what the journal lacks, over a new connection if there is none."""
        if self.journal is None:
            self.journal = self._open(self._path)
        self.journal.write(self.in_memory)
        self.notice = self.journal.notice or self.notice
        del self.in_memory[:-1]

    def _close(self) -> None:
        if self.journal:
            self.journal.close()
            self.journal = None


def _unsaved(error: JournalError) -> NotReady:
    return NotReady(
        f"the game is not saved, it goes on in memory ({error}); "
        "to fix it, run `undertow doctor`"
    )
