"""`undertow wiring`: writes the papers of a board map, or names stale ones."""

import sys
from collections.abc import Mapping
from pathlib import Path

import wiring
from wiring import boardmap
from wiring.geometry import table as geometry
from wiring.papers import CannotDraw, folder, solids
from wiring.papers.cutting import files
from wiring.papers.manual import manual
from wiring.pins import remarks


def wire(board: str | None, out: Path | None) -> int:
    """Write all papers of a board map, or without one those that the guide shows."""
    if board:
        path = Path(wiring.find(board))
        for remark in remarks(boardmap.load(path)):
            sys.stderr.write(f"{remark}\n")
        made = {name: text.encode() for name, text in folder.papers(path).items()}
        return _write(out or Path(path.stem), made)
    if out:
        raise CannotDraw("--out is for one board map; name it with --board")
    for path in folder.refresh():
        sys.stdout.write(f"{path}\n")
    return 0


def check() -> int:
    """Name the papers in the guide that no longer match their maps."""
    found = folder.stale()
    for path in found:
        sys.stderr.write(f"{path} is stale; run undertow wiring\n")
    return 1 if found else 0


def draw(board: str | None, out: Path) -> int:
    """Write files for cutting and drilling; the default board map is mark 1."""
    table = geometry.load(Path(wiring.find(board)))
    return _write(out, dict(files.files(table)))


def write_parts(board: str | None, out: Path) -> int:
    """Write parts to print, and measure each; the default board map is mark 1."""
    table = geometry.load(Path(wiring.find(board)))
    if not table.solids:
        raise CannotDraw(
            f"{table.board.name} has nothing to print: no Eliminator, and no tiles "
            "that are pressed"
        )
    for part in [solids.made(solid) for solid in table.solids]:
        folder.write(out / f"{part.name}.step", part.step)
        folder.write(out / f"{part.name}.stl", part.stl)
        size = " × ".join(f"{mm:.1f}" for mm in part.size_mm)
        cubic = part.volume_mm3 / 1000
        sys.stdout.write(f"{out / part.name}.step, .stl: {size} mm, {cubic:.1f} cm³\n")
    return 0


def write_manual(board: str | None, out: Path) -> int:
    """Write the manual; the default board map is mark 1."""
    data = manual(Path(wiring.find(board)))
    out.write_bytes(data)
    sys.stdout.write(f"{out}: {len(data) // 1000} kB\n")
    return 0


def _write(out: Path, made: Mapping[str, bytes]) -> int:
    """Write files, after making all of them."""
    for name, data in made.items():
        folder.write(out / name, data)
    sys.stdout.write(f"{out}: {len(made)} files written\n")
    return 0
