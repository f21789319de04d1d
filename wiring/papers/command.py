"""`undertow wiring`: writes the papers of a board map, or says which are stale."""

import sys
from pathlib import Path

import wiring
from controller.basics.errors import UndertowError
from wiring import boardmap
from wiring.geometry import table as geometry
from wiring.papers import cad, drawings
from wiring.papers.folder import stale, write
from wiring.pins import remarks


def wire(board: str | None, out: Path | None, *, check: bool) -> int:
    """Without a board map: of all that have a name; without `out`: beside the map."""
    if out and not board:
        return _complain("--out is for one board map; name it with --board")
    paths = [Path(wiring.find(name)) for name in ([board] if board else wiring.names())]
    return max(_one(path, out or path.with_suffix(""), check) for path in paths)


def draw(board: str | None, folder: Path) -> int:
    """Files to cut and drill by; without a board map, those of mark 1."""
    try:
        number = drawings.write(geometry.load(Path(wiring.find(board))), folder)
    except UndertowError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename or folder}: {error.strerror}")
    sys.stdout.write(f"{folder}: {number} files written\n")
    return 0


def shape(board: str | None, folder: Path) -> int:
    """Parts to print, each measured; without a board map, those of mark 1."""
    try:
        table = geometry.load(Path(wiring.find(board)))
        if not table.solids:
            return _complain(
                f"{table.board.name} has nothing to print: no Eliminator, and no tiles "
                "that are pressed"
            )
        for part in cad.write(table.solids, table.sizes.printer, folder):
            size = " × ".join(f"{mm:.1f}" for mm in part.mesh.size_mm)
            cubic = part.mesh.volume_mm3 / 1000
            sys.stdout.write(
                f"{folder / part.name}.step, .stl: {size} mm, {cubic:.1f} cm³, closed\n"
            )
    except UndertowError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename or folder}: {error.strerror}")
    return 0


def _one(path: Path, folder: Path, check: bool) -> int:
    try:
        for says in remarks(boardmap.load(path)):
            sys.stderr.write(f"{says}\n")
        return _check(path, folder) if check else _write(path, folder)
    except UndertowError as error:
        return _complain(str(error))
    except OSError as error:
        where = error.filename or folder
        mend = "name a folder that can be written with --out"
        return _complain(f"{where}: {error.strerror}; {mend}")


def _write(path: Path, folder: Path) -> int:
    written = write(path, folder)
    count = len(written)
    files = "1 file" if count == 1 else f"{count} files"
    told = f"{files} written anew" if count else "all of it was right already"
    sys.stdout.write(f"{folder}: {told}\n")
    return 0


def _check(path: Path, folder: Path) -> int:
    wrong = [f"{folder}: {words}" for words in stale(path, folder)]
    for words in wrong:
        sys.stderr.write(f"{words}\n")
    if not wrong:
        return 0
    return _complain(f"the papers of {path.name} are stale; {_mend(path, folder)}")


def _mend(path: Path, folder: Path) -> str:
    given = path.stem if Path(wiring.find(path.stem)) == path else path
    out = "" if folder == path.with_suffix("") else f" --out {folder}"
    return f"undertow wiring --board {given}{out} makes them anew"


def _complain(sentence: str) -> int:
    sys.stderr.write(f"undertow: {sentence}\n")
    return 1
