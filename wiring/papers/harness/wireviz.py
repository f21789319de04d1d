"""Drawings of the harness: WireViz files and their SVG.

WireViz draws parts that are wired in a row from left to right. A drawing that would be
too wide or too high for a sheet of A4 is split: each picture has one step of the row,
and not too many cables.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from controller.basics.errors import UndertowError
from wiring.harness import COLOURS
from wiring.papers.harness.cables import Cable, Connector, Drawing, used
from wiring.papers.harness.power import MM2

# WireViz prints these without a fault; anything else is a complaint.
_CHATTER = ("WireViz ", "Input file: ", "Output file: ")


class CannotDraw(UndertowError):
    """A drawing that cannot be made, with a sentence that says why."""


def source(drawing: Drawing) -> str:
    """Return the WireViz file. It is JSON, which is YAML as well."""
    return f"{json.dumps(_document(drawing), ensure_ascii=False, indent=1)}\n"


def draw(text: str, name: str) -> bytes:
    """Return the picture of a WireViz file, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.yml"
        path.write_text(text, encoding="utf-8")
        _run(path)
        return path.with_suffix(".svg").read_bytes()


def _run(path: Path) -> None:
    command = [sys.executable, "-m", "wireviz.wv_cli", "-f", "s", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "No module named" in done.stderr and "wireviz" in done.stderr:
        raise CannotDraw(
            "the drawings need WireViz, which is not installed; "
            "pip install 'undertow[wiring]'"
        )
    if "ExecutableNotFound" in done.stderr:
        raise CannotDraw(
            "the drawings need Graphviz, which is not installed; "
            "sudo apt-get install graphviz"
        )
    # For an unconnected part WireViz only prints a warning and exits with 0.
    said = [line for line in done.stdout.splitlines() if line.strip()]
    said = [line for line in said if not line.startswith(_CHATTER)]
    said += done.stderr.strip().splitlines()[-1:]
    if said or done.returncode:
        raise CannotDraw(
            f"{path.stem}: WireViz complains: {'; '.join(said) or 'no word'}"
        )


def _document(drawing: Drawing) -> dict[str, Any]:
    return {
        "metadata": {"title": drawing.title},
        "options": {"color_mode": "full", "mini_bom_mode": False},
        "connectors": {c.name: _connector(c) for c in drawing.connectors},
        "cables": {c.name: _cable(c) for c in drawing.cables},
        "connections": [
            ends for cable in drawing.cables for ends in _connections(cable)
        ],
    }


def _connector(connector: Connector) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": connector.kind}
    if connector.plug:
        entry["subtype"] = connector.plug
    entry["pins"] = [_pin(number) for number, _ in connector.pins]
    entry["pinlabels"] = [label for _, label in connector.pins]
    if connector.notes:
        entry["notes"] = connector.notes
    return entry


def _cable(cable: Cable) -> dict[str, Any]:
    return {
        "type": f"{cable.kind} {MM2[cable.awg]:g} mm²".strip(),
        "gauge": f"{cable.awg} AWG",
        "length": cable.length_m,
        "wirecount": len(cable.wires),
        "colors": [COLOURS[wire.colour] for wire in cable.wires],
    }


def _pin(name: str) -> int | str:
    # WireViz does not find a pin that is a number in quotes.
    return int(name) if name.isdigit() else name


def _connections(cable: Cable) -> Iterator[list[dict[str, list[Any]]]]:
    numbered = list(enumerate(cable.wires, 1))
    for (start, end), run in groupby(
        numbered, lambda pair: (pair[1].start.connector, pair[1].end.connector)
    ):
        wires = list(run)
        yield [
            {start: [_pin(wire.start.pin) for _, wire in wires]},
            {cable.name: [number for number, _ in wires]},
            {end: [_pin(wire.end.pin) for _, wire in wires]},
        ]


_MOST_CABLES = 8
_MOST_WIRES = 40


def readable(drawings: Sequence[Drawing]) -> Iterator[Drawing]:
    for drawing in drawings:
        groups = [some for step in _steps(drawing.cables) for some in _handfuls(step)]
        if len(groups) == 1:
            yield drawing
            continue
        for number, cables in enumerate(groups, 1):
            parts = (used(one, cables) for one in drawing.connectors)
            yield Drawing(
                f"{drawing.name}-{number}",
                f"{drawing.title}, {number} of {len(groups)}",
                tuple(part for part in parts if part.pins),
                cables,
            )


def _steps(cables: Sequence[Cable]) -> Iterator[tuple[Cable, ...]]:
    """Group cables by how many others lie between them and the start."""
    depths = {cable.name: _depth(cable, cables) for cable in cables}
    for depth in range(max(depths.values()) + 1):
        yield tuple(cable for cable in cables if depths[cable.name] == depth)


def _depth(cable: Cable, cables: Sequence[Cable]) -> int:
    starts = {wire.start.connector for wire in cable.wires}
    before = [c for c in cables if starts & {wire.end.connector for wire in c.wires}]
    return 1 + max(_depth(c, cables) for c in before) if before else 0


def _handfuls(cables: tuple[Cable, ...]) -> Iterator[tuple[Cable, ...]]:
    """Split the cables as evenly as possible."""
    wires = sum(len(cable.wires) for cable in cables)
    parts = max(-(-len(cables) // _MOST_CABLES), -(-wires // _MOST_WIRES))
    parts = min(parts, len(cables))
    size = -(-len(cables) // parts)
    for first in range(0, len(cables), size):
        yield cables[first : first + size]
