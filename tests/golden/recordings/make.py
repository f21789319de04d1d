"""`python -m tests.golden.recordings.make`: one recording of each game, played anew."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from controller import games
from tests.golden.recordings import FOLDER, play, recorded_table

STEPS = 250


def make(folder: Path) -> None:
    for game in games.names():
        file = folder / f"{game}.jsonl.gz"
        file.unlink(missing_ok=True)
        with (
            TemporaryDirectory() as state,
            recorded_table(Path(state), file, game=game, beat_s=10.0) as table,
        ):
            play(table, Random(game), STEPS)
        file.chmod(0o644)  # nobody plays this one


if __name__ == "__main__":
    make(FOLDER)
