"""House data: values that no rule sheet gives, and that the owner may replace.

It is read once and passed to the rules. A game keeps the data it started with, in the
journal and in every log and recording.
"""

from pathlib import Path
from typing import Any

from controller.basics.sheet import SheetError
from controller.rules.game import AnyGame, BadSetup


class BadHouse(BadSetup):
    """House data that cannot be used; the message says where to fix it."""


class Houses:
    """The house data of new games: from the owner's folder, or else the default."""

    def __init__(self, folder: str | Path | None = None) -> None:
        """Check that the folder exists; read each game's file when first needed.

        Raises BadHouse if the folder is missing, because the owner expects those decks.
        """
        if folder and not Path(folder).is_dir():
            raise BadHouse(
                f"{folder}: there is no such folder with house data; "
                "create it, or name another one"
            )
        self._folder = folder
        self._known: dict[str, Any] = {}

    def of(self, game: AnyGame) -> Any:
        """Return a game's house data, or None if it has none; raises BadHouse."""
        if game.house is None:
            return None
        if game.name not in self._known:
            self._known[game.name] = self._read(game)
        return self._known[game.name]

    def _read(self, game: AnyGame) -> Any:
        assert game.house is not None
        own = Path(self._folder, f"{game.name}.toml") if self._folder else None
        if own is None or not own.exists():
            return game.house.usual()
        try:
            return game.house.load(own)
        except SheetError as error:
            raise BadHouse(str(error)) from None


class RecordedHouses(Houses):
    """The house data of a recording, or the default where it has none."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        self._data = data

    def of(self, game: AnyGame) -> Any:
        data = self._data.get(game.name)
        return super().of(game) if data is None else read(game, data)


def read(game: AnyGame, data: Any) -> Any:
    """Read house data from a log, a journal or a recording; raises BadHouse."""
    if game.house is None:
        if data is None:
            return None
        raise BadHouse(f"{game.title} has no house data; house must be null")
    try:
        return game.house.read(data)
    except SheetError as error:
        raise BadHouse(str(error)) from None


def written(game: AnyGame, house: Any) -> Any:
    """Return house data as JSON; null for a game that has none."""
    return None if game.house is None else game.house.write(house)
