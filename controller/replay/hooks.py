"""Hooks into a table above its parts: its journal, its chance and its positions.

Recording and replay share them; only the turns differ.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from controller.rules.codec import to_json
from controller.rules.game import Event
from controller.rules.match import Match
from controller.service.hooks import TableHooks
from controller.session.requests import Ask
from controller.session.restore import new_seed
from controller.session.snapshot import OnChange, Snapshot
from controller.storage.journal import Journal, JournalError, Statement
from controller.web.protocol.incoming import Data
from controller.web.protocol.requests import read, written
from controller.words.notice import Notice
from hardware.backend import Backend
from hardware.backends.replay.taps import RecordedBackend
from hardware.backends.replay.turns import Turns

if TYPE_CHECKING:
    from controller.web.protocol.access import Kind


class RecordingHooks(TableHooks):
    def __init__(self, turns: Turns) -> None:
        super().__init__(turns.clock)
        self.turns: Turns = turns
        self.journal = partial(RecordedJournal, turns=turns)
        self.new_seed = partial(turns.ask, "seed", new_seed)

    def backend(self, backend: Backend) -> Backend:
        return RecordedBackend(backend, self.turns)

    def wrap_requests(self, ask: Ask, now: Callable[[], Snapshot]) -> Ask:
        """Give each intent its own turn, recorded as a page's message."""

        def hear(kind: "Kind", data: Data) -> None:
            asked = read(now(), kind, data)
            if not isinstance(asked, Notice):
                ask(asked)

        self.turns.listeners["page", "asks"] = hear
        return lambda intent: self.turns.receive(["page", "asks", *written(intent)])

    def listeners(self) -> list[OnChange]:
        return [Positions(self.turns).changed]


class RecordedJournal(Journal):
    """A journal whose failures are recorded."""

    def __init__(self, path: Path, turns: Turns) -> None:
        self._turns = turns

        def open_it() -> None:
            super(RecordedJournal, self).__init__(path)

        turns.attempt("open journal", open_it, JournalError)

    def commit(self, statements: Sequence[Statement]) -> None:
        def commit() -> None:
            super(RecordedJournal, self).commit(statements)

        self._turns.attempt("write journal", commit, JournalError)


class Positions:
    """A record of each position, as a hash of its state."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._game = 0
        self._match: Match | None = None
        self._last: tuple[object, ...] = ()

    def changed(self, now: Snapshot, _events: tuple[Event, ...]) -> None:
        match, phase = now.situation.match, now.situation.phase
        if match is not self._match:
            self._match = match
            self._game += 1
        actions = match.actions
        last = to_json(actions[-1]) if actions else None
        reached = (self._game, len(actions), phase, last, _mark(now))
        if reached != self._last:
            self._last = reached
            self._turns.note("position", *reached)


def _mark(now: Snapshot) -> str:
    match, times = now.situation.match, now.times
    state = json.dumps(match.game.state(match.position, None), sort_keys=True)
    if times:
        state += repr([round(used_s, 3) for used_s in times.used_s])
    return blake2b(state.encode(), digest_size=8).hexdigest()
