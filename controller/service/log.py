"""The log: sentences for people, in systemd's journal.

Each line has its level, and the journal adds the time; programs use `journalctl -o
json`. Elsewhere only problems are written, because a terminal shows the rest anyway.

Secrets of a game are never logged: no card, no code, no seed.
"""

import json
import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from controller.rules.game import Event, Result
from controller.session.snapshot import Snapshot
from controller.storage.journal import Setup

_log = logging.getLogger("undertow.game")

# syslog's numbers, which systemd reads at the start of a line.
_PRIORITIES = {"CRITICAL": 2, "ERROR": 3, "WARNING": 4, "INFO": 6, "DEBUG": 7}


def is_journal(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether this output goes to systemd's journal and nowhere else."""
    device, _, inode = environment.get("JOURNAL_STREAM", "").partition(":")
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return (device, inode) == (str(found.st_dev), str(found.st_ino))


@contextmanager
def written() -> Iterator[None]:
    """Write all log records to systemd's journal, until the block ends."""
    if not is_journal(sys.stderr):
        yield
        return
    ours, root = logging.getLogger("undertow"), logging.getLogger()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Journal())
    before = ours.level
    # Other packages log warnings and errors only, as usual.
    ours.setLevel(logging.INFO)
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        ours.setLevel(before)


@contextmanager
def silenced(name: str) -> Iterator[None]:
    """Silence this logger until the block ends."""
    logger = logging.getLogger(name)
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


class _Journal(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        priority = _PRIORITIES.get(record.levelname, 6)
        # Each line of a traceback becomes its own journal entry.
        lines = super().format(record).splitlines()
        return "\n".join(f"<{priority}>{line}" for line in lines)


class GameLog:
    """Logs games that start, are offered, resumed or discarded, and end."""

    def __init__(self) -> None:
        self._last: Snapshot | None = None

    def changed(self, now: Snapshot, _events: tuple[Event, ...]) -> None:
        last, setup, phase = self._last, now.setup, now.situation.phase
        before = last.situation.phase if last else None
        if phase == "choose":
            # A game that is only pointed at has not begun, so the last one is kept.
            return
        self._last = now
        if last is None or last.situation.match is not now.situation.match:
            if last and before != "over":
                _log.info("put away: %s", _named(last.setup))
            words = "waits, unfinished" if phase == "offer" else "begun"
            _log.info("%s: %s", words, _named(setup))
        elif before == phase:
            return
        elif before == "offer":
            _log.info("resumed: %s", _named(setup))
        if phase == "over":
            outcome = _outcome(now.situation.match.result)
            _log.info("over: %s; %s", _named(setup), outcome)


def _outcome(result: Result | None) -> str:
    winners = result.winners if result else ()
    if not winners:
        return "nobody has won"
    seats = " and ".join(str(seat) for seat in winners)
    return f"won by seat{'s' if len(winners) > 1 else ''} {seats}"


def _named(setup: Setup) -> str:
    """Describe a game without its secrets: neither seed nor codes."""
    options = [f"{name}={json.dumps(v)}" for name, v in setup.options.items()]
    return ", ".join([f"{setup.game}, {setup.seats} seats", *options])
