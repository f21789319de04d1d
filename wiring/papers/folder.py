"""All papers of one board map in a folder: made anew, or looked over for stale ones.

What is text is the same on every machine and is compared byte for byte. Drawings are
not: another version of Graphviz gives other bytes for the same drawing. So beside them
lies a note that says from which WireViz file each was drawn, and what it was when it
was drawn; a drawing is stale if its file has changed since, or the drawing has.

A picture of each drawing (PNG) is made as well and nowhere kept; it has in itself from
which file it was drawn.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from wiring import boardmap, find, harness, settling, tables
from wiring.geometry import table as geometry
from wiring.papers import board_side, own_parts, pi_side, wireviz
from wiring.papers.bits import bits
from wiring.papers.breadboard import breadboard
from wiring.papers.budget import budget
from wiring.papers.cables import Drawing
from wiring.papers.chain import chain
from wiring.papers.checklist import checklist
from wiring.papers.chip import chip
from wiring.papers.contents import album, contents
from wiring.papers.exploded import exploded
from wiring.papers.items import as_csv, as_table
from wiring.papers.measures import measures
from wiring.papers.parts import parts
from wiring.papers.pinout import pinout
from wiring.papers.plan import layers
from wiring.papers.power import Power, power
from wiring.papers.scenery import overview, picture
from wiring.papers.split import readable
from wiring.papers.steps import steps
from wiring.papers.svg import svg
from wiring.papers.text import MADE, page

NOTE = "harness/drawn.txt"
_NOTE_HEAD = "# drawing, hash of its WireViz file, hash of the drawing\n"


class Papers(NamedTuple):
    texts: Mapping[str, str]  # by path in the folder
    sources: Mapping[str, str]  # WireViz files, by the drawing's name


def papers(path: Path) -> Papers:
    """Raises SheetError if the board map cannot be used."""
    board, wiring = boardmap.load(path), harness.load(path)
    measured = geometry.load(path)
    settling.check(board, wiring.harness)
    supplies = power(board, wiring)
    drawings = (
        *pi_side.drawings(board, wiring, supplies),
        *own_parts.drawings(board, wiring),
        *board_side.drawings(board, wiring),
    )
    # Text has the harness whole; pictures are for sheets of paper.
    pictures = tuple(readable(drawings))
    made = MADE.format(file=path.name, name=_name(path))
    items = parts(measured, wiring, supplies, drawings)
    pages = {
        "pins": ("Pin-out", pinout(board, drawings)),
        "bits": ("Sensor bits", bits(board, wiring)),
        "power": ("Power", budget(board, wiring, supplies)),
        "sizes": ("Sizes", measures(measured)),
        "parts": ("Parts", as_table(items)),
        "harness": ("Harness", album(pictures)),
    }
    texts = {
        f"{name}.md": page(f"{board.name}: {title}", made, lines)
        for name, (title, lines) in pages.items()
    }
    first = contents(_name(path), measured, len(pictures))
    texts["README.md"] = page(f"{board.name}: papers", made, first)
    texts["parts.csv"] = as_csv(items)
    texts["chain.svg"] = chain(board, supplies)
    texts["exploded.svg"] = exploded(measured)
    texts |= {f"layers/{plan.name}.svg": svg(plan) for plan in layers(measured)}
    texts |= _guide(measured, wiring, supplies, drawings)
    order = steps(measured, supplies, "my-table.toml")
    texts["checklist.md"] = page(f"{board.name}: step by step", made, checklist(order))
    sources = {drawing.name: wireviz.source(drawing) for drawing in pictures}
    texts |= {f"harness/{name}.yml": text for name, text in sources.items()}
    texts |= {f"firmware/{one.name}.py": tables.tables(one) for one in board.boards}
    return Papers(texts, sources)


def _guide(
    table: geometry.Geometry,
    wiring: harness.Wiring,
    supplies: Power,
    drawings: tuple[Drawing, ...],
) -> dict[str, str]:
    """Pictures for whoever builds it."""
    order = steps(table, supplies, "my-table.toml")
    made = {
        f"steps/{number + 1}-{step.name}.svg": picture(
            table, supplies, order[:number], step
        )
        for number, step in enumerate(order)
    }
    made["table.svg"] = overview(table)
    made["chip.svg"] = chip(table.board)
    if supplies.strip_supply_a is None:  # small enough for one
        made["breadboard.svg"] = breadboard(table.board, wiring, drawings)
    return made


def _name(path: Path) -> str:
    """As `--board` takes it, without a folder: papers are the same everywhere."""
    return path.stem if Path(find(path.stem)) == path else path.name


def write(path: Path, folder: Path) -> list[str]:
    """Gives the paths of what was written anew; raises SheetError or CannotDraw."""
    made = papers(path)
    files = {name: text.encode() for name, text in made.texts.items()}
    # All of it is drawn before anything is written: a failure leaves the old papers.
    noted = _notes(folder)
    for name, source in made.sources.items():
        is_drawn = _is_drawn(folder, name, source, noted)
        if is_drawn and _is_pictured(folder, name, source):
            continue
        drawn = wireviz.draw(source, name, _hash(source.encode()))
        files[f"harness/{name}.png"] = drawn["png"]
        if not is_drawn:
            files[f"harness/{name}.svg"] = drawn["svg"]
            noted[f"{name}.svg"] = _hash(source.encode()), _hash(drawn["svg"])
    wanted = sorted(f"{name}.svg" for name in made.sources)
    lines = [" ".join((name, *noted[name])) for name in wanted]
    files[NOTE] = (_NOTE_HEAD + "".join(f"{line}\n" for line in lines)).encode()
    written = [name for name, data in files.items() if _put(folder / name, data)]
    for name in _unwanted(folder, made):
        (folder / name).unlink()
    return sorted(written)


def stale(path: Path, folder: Path) -> list[str]:
    """What is not as the board map says: `pins.md differs`; raises SheetError."""
    made = papers(path)
    wrong = []
    for name, text in made.texts.items():
        found = _read(folder / name)
        if found != text.encode():
            wrong.append(f"{name} {'is missing' if found is None else 'differs'}")
    noted = _notes(folder)
    for name, source in made.sources.items():
        if not _is_drawn(folder, name, source, noted):
            wrong.append(f"harness/{name}.svg is not drawn from {name}.yml")
    wrong += [f"{name} is of nothing in the map" for name in _unwanted(folder, made)]
    return sorted(wrong)


def _is_drawn(
    folder: Path, name: str, source: str, noted: Mapping[str, tuple[str, str]]
) -> bool:
    found = _read(folder / f"harness/{name}.svg")
    return noted.get(f"{name}.svg") == (_hash(source.encode()), _hash(found or b""))


def _is_pictured(folder: Path, name: str, source: str) -> bool:
    found = _read(folder / f"harness/{name}.png")
    return found is not None and _hash(source.encode()).encode() in found


def _notes(folder: Path) -> dict[str, tuple[str, str]]:
    text = (_read(folder / NOTE) or b"").decode(errors="replace")
    words = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return {row[0]: (row[1], row[2]) for row in words if len(row) == 3}


def _unwanted(folder: Path, made: Papers) -> list[str]:
    """Papers of parts that the map no longer has; files of other kinds are left."""
    pictures = {
        f"harness/{name}.{kind}" for name in made.sources for kind in wireviz.FORMATS
    }
    ours = [
        *folder.glob("layers/*.svg"),
        *folder.glob("steps/*.svg"),
        *folder.glob("breadboard.svg"),
        *folder.glob("harness/*.yml"),
        *(p for kind in wireviz.FORMATS for p in folder.glob(f"harness/*.{kind}")),
        *folder.glob("firmware/*.py"),
    ]
    names = {path.relative_to(folder).as_posix() for path in ours}
    return sorted(names - set(made.texts) - pictures)


def _put(path: Path, data: bytes) -> bool:
    if _read(path) == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
