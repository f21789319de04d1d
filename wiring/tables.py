"""The tables of each sensor board's firmware, made from the board map.

    python -m wiring.tables [--map FILE] [--check]
    python -m wiring.tables --flash BOARD FOLDER

writes one file a board into `firmware/boards`, or with --check says which are stale.
With --flash it fills a folder with all that one board has on its flash.

What the tables hold depends on the board map alone. Their hash goes with them onto the
board, and the board says it in its hello, so that the table knows both mean the same
bits. Which place a bit stands for is not in them: the board does not need to know.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from wiring.boardmap import DEFAULT, BoardMap, BoardMapError, SensorBoard, load

FIRMWARE = Path(__file__).parents[1] / "firmware"
FOLDER = FIRMWARE / "boards"
# Files of the firmware that do not go into the package on the flash: what the chip
# starts with lies above it, and the simulated board runs on no chip.
_NOT_IN_THE_PACKAGE = {"main.py", "sim_main.py"}

# How long a bit has to be steady before it counts: a switch bounces for a few
# milliseconds; a piece that slides by covers a Hall sensor for a tenth of a second.
DWELL_MS = {"switch": 10, "hall": 150}
TAG_GONE_MS = 400  # a reader misses a tag now and then that lies still

_TABLES = '''"""Made from the board map by `python -m wiring.tables`; change that."""

NAME = "{name}"
# Bits up to this one (not with it), and for how many ms they must be steady; 0: unused.
DWELL = ({dwell})
READERS = ({readers})
TAG_GONE_MS = {gone}
'''


def tables(board: SensorBoard) -> str:
    """The file that goes onto this board."""
    text = _content(board)
    return f'{text}HASH = bytes.fromhex("{_hash(text).hex()}")\n'


def tables_hash(board: SensorBoard) -> bytes:
    """What this board has to say in its hello."""
    return _hash(_content(board))


def flash(board: SensorBoard) -> dict[str, str]:
    """Every file that this board has on its flash, by its path there."""
    package = sorted({p.name for p in FIRMWARE.glob("*.py")} - _NOT_IN_THE_PACKAGE)
    files = {f"firmware/{name}": (FIRMWARE / name).read_text() for name in package}
    files["tables.py"] = tables(board)
    # Last, so that a board that is unplugged while it is written starts nothing.
    files["main.py"] = (FIRMWARE / "main.py").read_text()
    return files


def stale(board_map: BoardMap, folder: Path = FOLDER) -> list[str]:
    """Each file that is not what the board map says, with what is wrong with it."""
    wanted = {f"{board.name}.py": tables(board) for board in board_map.boards}
    wrong = []
    for name, text in wanted.items():
        path = folder / name
        if not path.exists():
            wrong.append(f"{name} is missing")
        elif path.read_text() != text:
            wrong.append(f"{name} differs from the board map")
    unknown = {path.name for path in folder.glob("*.py")} - set(wanted)
    return wrong + [f"{name} is of no board in the map" for name in sorted(unknown)]


def write(board_map: BoardMap, folder: Path = FOLDER) -> list[Path]:
    """Make the folder hold these boards' tables and no others; gives their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{board.name}.py" for board in board_map.boards]
    for path in set(folder.glob("*.py")) - set(paths):
        path.unlink()
    for path, board in zip(paths, board_map.boards, strict=True):
        path.write_text(tables(board))
    return paths


def _content(board: SensorBoard) -> str:
    return _TABLES.format(
        name=board.name,
        dwell=_items([f"({end}, {ms})" for end, ms in _dwell(board)]),
        readers=_items([f'"{reader}"' for reader in board.readers]),
        gone=TAG_GONE_MS,
    )


def _dwell(board: SensorBoard) -> Iterator[tuple[int, int]]:
    times = [DWELL_MS[s.kind] if s else 0 for s in board.sensors]
    end = 0
    for ms, run in groupby(times):
        end += len(list(run))
        yield end, ms


def _items(items: list[str]) -> str:
    """The inside of a tuple's brackets, right for none and for one as well."""
    return f"{items[0]}," if len(items) == 1 else ", ".join(items)


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:8]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m wiring.tables")
    parser.add_argument("--map", type=Path, default=DEFAULT, help="the board map")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where they go")
    wishes = parser.add_mutually_exclusive_group()
    wishes.add_argument("--check", action="store_true", help="write nothing")
    wishes.add_argument("--flash", nargs=2, metavar=("BOARD", "FOLDER"))
    wish = parser.parse_args(arguments)
    try:
        board_map = load(wish.map)
    except BoardMapError as error:
        return _refuse([str(error)])
    if wish.check:
        wrong = stale(board_map, wish.folder)
        mend = "python -m wiring.tables writes them anew"
        return _refuse([f"firmware tables: {words}; {mend}" for words in wrong])
    if wish.flash:
        return _fill(board_map, wish.flash[0], Path(wish.flash[1]))
    for path in write(board_map, wish.folder):
        sys.stdout.write(f"{path}\n")
    return 0


def _fill(board_map: BoardMap, name: str, folder: Path) -> int:
    boards = {board.name: board for board in board_map.boards}
    if name not in boards:
        known = ", ".join(boards) or "none"
        return _refuse([f"{board_map.path} has no board {name!r}; it has {known}"])
    for place, text in flash(boards[name]).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        sys.stdout.write(f"{path}\n")
    return 0


def _refuse(sentences: list[str]) -> int:
    for words in sentences:
        sys.stderr.write(f"{words}\n")
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
