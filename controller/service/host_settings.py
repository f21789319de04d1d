"""The settings that the host changes on the table's page.

They are stored in a file beside the games, the only place where the service can write.
This file overrides the owner's settings file, which keeps its comments and is never
changed here. A value that equals the owner's is not stored.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import wiring
from controller.basics.errors import UndertowError
from controller.basics.files import beside, sync, write_new
from controller.basics.sentence import Says, say, verbatim
from controller.service.settings import HOST_FILE, HOST_KEYS, Settings, bounds_of
from controller.sound.control import SoundControl
from hardware.choose import why_unfit
from wiring import boardmap

# Resolves the settings again, with or without what the host has set.
Resolve: TypeAlias = Callable[[bool], Settings]

_log = logging.getLogger("undertow.settings")

# The settings that the running table applies at once.
_LIVE = ("volume", "music")
_HEAD = "# Set by the host on the table's page; this overrides the settings file.\n"


class HostSettings:
    def __init__(self, running: Settings, resolve: Resolve) -> None:
        """Set up; `running` are the settings that the table was started with."""
        self._running = running
        self._resolve = resolve
        # Restarts the table with these settings; None where that would lose something.
        self.restart: Callable[[Settings], object] | None = None

    def message(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Save these settings unless one is refused; return what is now set.

        Raise BadSettings if the owner's file has become invalid.
        """
        boards = dict(self._boards())
        refused = dict(self._refused(wanted, boards))
        if wanted and not refused:
            try:
                self.keep(wanted)
            except OSError as error:
                refused[""] = _not_kept(error)
        found = self._resolve(True)
        waiting = [
            key
            for key in HOST_KEYS
            if key not in _LIVE and getattr(found, key) != getattr(self._running, key)
        ]
        return {
            "values": {key: _written(found, key) for key in HOST_KEYS},
            "boards": [{"board": key, **row} for key, row in boards.items()],
            "elsewhere": dict(_overrides(found)),
            "refused": refused,
            "waiting": waiting,
            "restarts": self.restart is not None,
        }

    def keep(self, wanted: Mapping[str, Any]) -> None:
        """Write what differs from the owner's settings; raise OSError."""
        owner, found = self._resolve(False), self._resolve(True)
        values = {key: _written(found, key) for key in HOST_KEYS} | dict(wanted)
        kept = {
            key: value for key, value in values.items() if value != _written(owner, key)
        }
        path = found.state / HOST_FILE
        lines = [f"{k} = {json.dumps(v)}\n" for k, v in kept.items() if v != ""]
        new = (_HEAD + "".join(lines)).encode()
        if path.exists() and path.read_bytes() == new:
            return
        write_new(beside(path, ".new"), new).replace(path)
        sync(path.parent)

    def keep_sound(self, sound: SoundControl) -> None:
        """Save each change of the volume and the music from now on."""
        kept = sound.state

        def keep() -> None:
            nonlocal kept
            before, kept = kept, sound.state
            changed = {
                key: getattr(kept, key)
                for key in _LIVE
                if getattr(kept, key) != getattr(before, key)
            }
            try:
                if changed:
                    self.keep(changed)
            except (UndertowError, OSError) as error:
                _log.warning("the sound's settings cannot be saved: %s", error)

        sound.on_change.append(keep)

    def start_again(self) -> None:
        """Restart the table with the settings as they are now; raise BadSettings."""
        if self.restart:
            self.restart(self._resolve(True))

    def _refused(
        self, wanted: Mapping[str, Any], boards: Mapping[str, Any]
    ) -> Iterator[tuple[str, Says]]:
        """Yield the reason for each value that is refused."""
        for key, value in wanted.items():
            if key == "board" and value not in boards:
                yield key, self._board_fault(value)
            elif value != "" and not bounds_of(key).fits(value):
                yield key, say(f"settings.bad-{key.replace('_', '-')}")
            elif value == "" and key != "table_name":
                yield key, say(f"settings.bad-{key}")

    def _boards(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the board maps that fit this machine, ours before the owner's."""
        own = [str(path) for path in sorted(self._running.file.parent.glob("*.toml"))]
        for name in [*wiring.names(), *own]:
            try:
                board = boardmap.load(Path(wiring.find(name)))
            except UndertowError:
                continue
            if why_unfit(self._running.backend, board) is None:
                needs = say(
                    "settings.needs",
                    buttons=len(board.buttons),
                    lamps=board.strip.pixels,
                    boards=len(board.boards),
                )
                yield name, {"name": board.name, "needs": needs}

    def _board_fault(self, name: str) -> Says:
        path = Path(wiring.find(name))
        if path.parent not in (wiring.MAPS, self._running.file.parent):
            return say("settings.bad-board")
        try:
            board = boardmap.load(path)
        except UndertowError as error:
            return verbatim(str(error))
        return verbatim(why_unfit(self._running.backend, board) or "")


def _written(settings: Settings, key: str) -> Any:
    """Return the value as in the host's page and file; "" for none."""
    value = getattr(settings, key)
    if key == "board":
        is_ours = value.parent == wiring.MAPS
        return value.stem if is_ours else str(value)
    return "" if value is None else value


def _overrides(found: Settings) -> Iterator[tuple[str, str]]:
    """Yield what overrides the host: a variable, or the command line."""
    for key in HOST_KEYS:
        origin = found.origins[key]
        if origin.startswith("UNDERTOW_") or origin == "command line":
            yield key, origin


def _not_kept(error: OSError) -> Says:
    return say("settings.not-kept", why=error.strerror or str(error))
