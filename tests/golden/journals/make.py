"""`python -m tests.golden.journals.make`: a journal of the version written today."""

import shutil
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from controller import games
from controller.chance.house import Houses
from controller.rules.match import Match
from controller.session.restore import set_up, written
from controller.storage.journal import Ended, Journal
from controller.storage.sqlite_file import SCHEMA_VERSION
from tests.golden.journals import NAME, folder
from tests.support.houses import own_deck


class Evening:
    def __init__(self, path: Path) -> None:
        self._journal = Journal(path)
        self._houses = Houses(own_deck(path.parent))
        self._random = Random(4)
        self._match: Match

    def begin(self, name: str, seats: int, seed: int, *players: str) -> None:
        game, codes = games.find(name), tuple("abcdef"[:seats])
        house = self._houses.of(game)
        setup, self._match = set_up(
            game, seats, {}, seed, codes, house=house, players=players
        )
        entries = self._match.opening()
        self._journal.begin(setup, [written(entry.action) for entry in entries])
        self._match.accept(entries)
        self._journal.mark()

    def play(self, most: int) -> None:
        match = self._match
        while most and match.result is None:
            entries = match.plan(self._random.choice(match.game.legal(match.position)))
            match.accept(entries)
            actions = [written(entry.action) for entry in entries]
            result = match.result
            ended = result and Ended(result.winners, result.ranks)
            self._journal.append(actions, result is not None, ended)
            self._journal.mark()
            most -= 1

    def undo(self) -> None:
        """The first choice from now on that can be taken back."""
        while not self._match.can_undo():
            self.play(1)
        mark = self._match.undo_mark()
        self._journal.undo(mark)
        self._match.rewind(mark)
        self._journal.mark()

    def seat(self, *bots: str) -> None:
        self._journal.seat_bots(bots)
        self._journal.mark()


def make(target: Path) -> None:
    target.mkdir()
    with TemporaryDirectory() as state:
        evening = Evening(Path(state) / NAME)
        evening.begin("get-bit", 4, 7, "Ben", "", "Anna")
        evening.play(1000)
        evening.begin("hai-noon", 3, 8)
        evening.play(6)
        evening.begin("hold-your-breath", 2, 11, "Anna", "Ben")
        evening.play(3)
        evening.undo()
        evening.play(4)
        evening.seat("", "steady")
        for path in sorted(Path(state).glob(f"{NAME}*")):
            shutil.copyfile(path, target / path.name)


if __name__ == "__main__":
    if folder(SCHEMA_VERSION).exists():
        sys.exit(f"there is one of version {SCHEMA_VERSION} already")
    make(folder(SCHEMA_VERSION))
