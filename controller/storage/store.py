"""Keeps the game in the journal, and in memory while the journal is out.

What is played is written before anyone is shown it. If that fails, the game goes on in
memory and the table says so; the journal is opened anew with growing patience, and
everything that is missing is then written at once.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.storage.history import PlayerHistory
from controller.storage.journal import (
    Ended,
    InUse,
    Journal,
    JournalError,
    Saved,
    Setup,
)
from controller.storage.sqlite_file import rescued
from hardware.backend import Clock
from hardware.parts.registry import Parts, Retrying, Unready

_log = logging.getLogger("undertow.journal")


class GameStore:
    def __init__(
        self,
        path: Path,
        parts: Parts,
        clock: Clock,
        journal: Callable[[Path], Journal] = Journal,
    ) -> None:
        """Raises InUse; any other trouble with the file leaves the game in memory."""
        self._path = path
        self._open = journal
        self.notice: str | None = None
        self.journal: Journal | None = None
        # What is being played, and what was meanwhile and is not written yet.
        self.in_memory: list[Saved] = []
        self._retrying = Retrying("journal", parts, clock, self._mend)
        try:
            self.journal = journal(path)
            found = self.journal.unfinished()
        except InUse:
            raise
        except JournalError:
            found = rescued(path)
            self._retrying.run(self._mend)
        self.in_memory = [found] if found else []
        if self.journal:
            self.notice = self.journal.notice
            found = found or self.journal.last.saved
        # How the last game was set up, be it over or not.
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
        """By seat the bots of the game that is played now, or was found."""
        return self.in_memory[-1].bots if self.in_memory else ()

    @property
    def is_saved(self) -> bool:
        """Whether all that was played is on disk."""
        return not self._retrying.is_out

    def unfinished(self) -> Saved | None:
        """The game that is played now, or was found at the start."""
        game = self.in_memory[-1] if self.in_memory else None
        return None if game is None or game.over else game

    def begin(self, setup: Setup, actions: Sequence[str]) -> None:
        """Starts a game; one that is unfinished is put away."""
        entries = tuple(("action", action) for action in actions)
        self.in_memory.append(Saved(setup, entries))
        self.last_setup = setup
        self._write(lambda journal: journal.begin(setup, actions))

    def begin_again(self, game: Saved) -> None:
        """Goes on with the unfinished game, set up like this from now on."""
        self.in_memory.append(game)
        self._write(lambda journal: journal.begin_again(game))

    def append(
        self, actions: Sequence[str], over: bool, ended: Ended | None = None
    ) -> None:
        """`ended` says how the game ended, if it is over."""
        self._add([("action", action) for action in actions], over, ended)
        self._write(lambda journal: journal.append(actions, over, ended))

    def undo(self, mark: int) -> None:
        self._add([("undo", str(mark))], False)
        self._write(lambda journal: journal.undo(mark))

    def history(self, names: Sequence[str], game: str) -> list[PlayerHistory]:
        """How people of these names have fared; nothing while the journal is out."""
        if self.journal is None or not self.is_saved:
            return []
        try:
            return self.journal.history(names, game)
        except JournalError as error:
            _log.warning("what was played before cannot be read: %s", error)
            return []

    def seat_bots(self, levels: tuple[str, ...]) -> None:
        """Keeps with the running game which bots play from now on."""
        self.in_memory[-1] = self.in_memory[-1]._replace(bots=levels)
        self._write(lambda journal: journal.seat_bots(levels))

    def mark(self) -> None:
        """Notes how far the journal has come, once there is time for it."""
        if self.journal:
            self.journal.mark()

    def close(self) -> None:
        """Tries a last time to write what is missing."""
        self._retrying.close()
        is_in_place = self.journal is not None and self.journal.is_in_place
        if not self.is_saved or not is_in_place:
            try:
                self._catch_up()
            except JournalError as error:
                _log.error("what was played since it failed is lost: %s", error)
        self._close()

    def _add(
        self,
        entries: Sequence[tuple[str, str]],
        over: bool,
        ended: Ended | None = None,
    ) -> None:
        game = self.in_memory[-1]
        entries = (*game.entries, *entries)
        self.in_memory[-1] = game._replace(entries=entries, over=over, ended=ended)

    def _write(self, write: Callable[[Journal], None]) -> None:
        if self._retrying.run(lambda: self._attempt(write)) and len(self.in_memory) > 1:
            del self.in_memory[:-1]

    def _attempt(self, write: Callable[[Journal], None]) -> None:
        assert self.journal is not None  # it is out until there is one
        try:
            write(self.journal)
        except JournalError as error:
            raise _unsaved(error) from None

    def _mend(self) -> None:
        try:
            self._catch_up()
        except JournalError as error:
            raise _unsaved(error) from None

    def _catch_up(self) -> None:
        """Opens the journal anew, since what the old connection knows may be wrong."""
        self._close()
        self.journal = self._open(self._path)
        self.journal.catch_up(self.in_memory)
        self.notice = self.journal.notice or self.notice
        del self.in_memory[:-1]

    def _close(self) -> None:
        if self.journal:
            self.journal.close()
            self.journal = None


def _unsaved(error: JournalError) -> Unready:
    return Unready(
        f"the game is not saved, it goes on in memory ({error}); "
        "`undertow doctor` says what mends it"
    )
