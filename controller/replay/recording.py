"""`undertow play --record FILE`: the table of the service, recorded."""

from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from controller import games
from controller.chance.decks import FILE as DECKS
from controller.chance.house import BadHouse, Houses, written
from controller.replay.file import FORMAT, BadRecording, Header, Writer
from controller.replay.hooks import RecordingHooks
from controller.service.assembly import CannotStart
from controller.service.hooks import MakeHooks
from controller.service.settings import Settings
from controller.storage.journal import SavedGame
from hardware.backend import Clock
from hardware.backends.replay.recorder import Recorder
from wiring.boardmap import BoardMap

START = ["start"]


class TableRecorder(RecordingHooks):
    def __init__(
        self,
        path: Path,
        settings: Settings,
        board: BoardMap,
        clock: Clock,
        beat_s: float | None = None,
    ) -> None:
        """Create the file; raises BadRecording. `clock` itself is not recorded."""
        self._path = path
        self._settings = settings
        self._board = board
        self._beat_s = beat_s
        self._is_begun = False
        self._file = Writer(path)
        self._recorder = Recorder(clock, self._file.write)
        super().__init__(self._recorder)

    def start(self) -> None:
        self._recorder.start(START)

    def offers(self, unfinished: SavedGame | None) -> None:
        self._is_begun = True
        self._file.write(header(self._settings, self._board, unfinished, self._beat_s))

    def finish(self) -> None:
        self._recorder.finish()

    def close(self) -> None:
        self._recorder.close()
        self._file.close()
        if not self._is_begun:
            self._path.unlink()  # the table could not start


def recording_hooks(path: Path, settings: Settings) -> MakeHooks:
    """Return the hooks that record a table in this file; raise CannotStart."""

    def make(board: BoardMap, clock: Clock, beat_s: float | None) -> TableRecorder:
        try:
            return TableRecorder(path, settings, board, clock, beat_s)
        except BadRecording as error:
            raise CannotStart(f"--record: {error}") from None

    return make


def header(
    settings: Settings,
    board: BoardMap,
    unfinished: SavedGame | None,
    beat_s: float | None,
) -> Header:
    decks = settings.state / DECKS
    game, seats, options = settings.setup()
    return Header(
        format=FORMAT,
        version=version("undertow"),
        board=Path(board.path).read_text(encoding="utf-8"),
        game=game.name,
        seats=seats,
        options=options,
        seed=settings.seed,
        learn=settings.learn,
        told_by=[settings.die, settings.explosion, settings.cards],
        decks=decks.read_text(encoding="utf-8") if decks.is_file() else None,
        house=_house_data(Houses(settings.house)),
        unfinished=_without_codes(unfinished) if unfinished else None,
        beat_s=beat_s,
        clock=settings.clock,
    )


def _without_codes(game: SavedGame) -> dict[str, Any]:
    """Return the game without the seats' codes, because people share recordings."""
    setup = game.setup._replace(codes=())
    return {"setup": setup._asdict(), "entries": game.entries}


def _house_data(houses: Houses) -> dict[str, Any]:
    """Return the house data of all games, as JSON."""
    found = {}
    for game in map(games.find, games.names()):
        # The table refuses data that it cannot read.
        with suppress(BadHouse):
            found[game.name] = written(game, houses.of(game))
    return {name: data for name, data in found.items() if data is not None}
