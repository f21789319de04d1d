"""The register card under KiCad's own rule checks, and as files for a maker.

These need KiCad in a small Debian of its own: `make kicad-test` makes that and runs
them, `make test` does not.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT
from wiring.kicad.board import board_file
from wiring.kicad.card import Card, card
from wiring.kicad.project import NAME, project
from wiring.kicad.schematic import schematic_file

DEBIAN = ROOT / ".cache" / "kicad" / "root"


class Bench:
    """A folder inside that Debian with the files of a project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in project().items():
            (folder / name).write_text(text)

    def kicad(self, *words: str) -> subprocess.CompletedProcess[str]:
        inside = f"/{self.folder.relative_to(DEBIAN)}"
        command = ["chroot", str(DEBIAN), "env", "HOME=/tmp", "sh", "-c"]
        return subprocess.run(
            [*command, f'cd {inside} && exec kicad-cli "$@"', "sh", *words],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def violations(self, what: str, check: str, *more: str) -> dict[str, Any]:
        """What a rule check reports, errors only."""
        file = f"{NAME}.kicad_{what}"
        done = self.kicad(
            *(what, check, "--format", "json", "--severity-error"),
            *("--exit-code-violations", *more, "-o", "report.json", file),
        )
        report = self.folder / "report.json"
        assert report.exists(), done.stdout + done.stderr
        found: dict[str, Any] = json.loads(report.read_text())
        report.unlink()
        return found | {"status": done.returncode}

    def erc(self) -> list[str]:
        found = self.violations("sch", "erc")
        return self._errors(found, [s["violations"] for s in found["sheets"]])

    def drc(self, *more: str) -> list[str]:
        found = self.violations("pcb", "drc", *more)
        lists = ("violations", "unconnected_items", "schematic_parity")
        return self._errors(found, [found.get(name, []) for name in lists])

    def _errors(self, found: dict[str, Any], lists: list[Any]) -> list[str]:
        """Warnings are listed too: no library of KiCad's has our symbols."""
        all_of_them = [one for each in lists for one in each]
        types = [v["type"] for v in all_of_them if v["severity"] == "error"]
        assert bool(types) == bool(found["status"])
        return types


@pytest.fixture
def bench() -> Iterator[Bench]:
    assert (DEBIAN / "usr/bin/kicad-cli").exists(), "run: make kicad-test"
    folder = DEBIAN / "tmp" / "card"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    yield Bench(folder)
    shutil.rmtree(folder)


def test_the_schematic_has_no_error(bench: Bench) -> None:
    assert bench.erc() == []


def test_the_board_has_no_error_and_is_that_of_the_schematic(bench: Bench) -> None:
    assert bench.drc("--schematic-parity") == []


def nets(made: Card) -> set[frozenset[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = {}
    for part in made.parts:
        for pad in part.pads:
            if pad.net:
                found.setdefault(pad.net, set()).add((part.name, pad.number))
    return {frozenset(pins) for pins in found.values()}


def test_kicad_finds_the_nets_that_were_meant(bench: Bench) -> None:
    done = bench.kicad("sch", "export", "netlist", "-o", "n.net", f"{NAME}.kicad_sch")
    assert done.returncode == 0, done.stderr
    text = (bench.folder / "n.net").read_text()
    found = set()
    for net in text[text.index("(nets") :].split("(net ")[1:]:
        nodes = re.findall(r'\(node\s+\(ref "([^"]+)"\)\s+\(pin "([^"]+)"\)', net)
        pins = frozenset(node for node in nodes if not node[0].startswith("#"))
        if len(pins) > 1:
            found.add(pins)
    assert found == nets(card())


def test_a_track_that_is_missing_is_an_error(bench: Bench) -> None:
    made = card()
    cut = made._replace(tracks=made.tracks[1:])
    path = bench.folder / f"{NAME}.kicad_pcb"
    path.write_text(board_file(cut, NAME))
    assert "unconnected_items" in bench.drc()


def test_a_track_across_another_is_an_error(bench: Bench) -> None:
    made = card()
    first = made.tracks[0]
    across = first._replace(start=(1, -5), end=(1, 9))
    path = bench.folder / f"{NAME}.kicad_pcb"
    path.write_text(board_file(made._replace(tracks=(*made.tracks, across)), NAME))
    assert "tracks_crossing" in bench.drc()


def test_a_pin_that_is_left_open_is_an_error(bench: Bench) -> None:
    made = card()
    chip = made.parts[0]
    open_pads = tuple(
        pad._replace(net="nowhere") if pad.name == "CLK" else pad for pad in chip.pads
    )
    parts = (chip._replace(pads=open_pads), *made.parts[1:])
    path = bench.folder / f"{NAME}.kicad_sch"
    path.write_text(schematic_file(made._replace(parts=parts), NAME))
    assert bench.erc() != []


def test_a_maker_gets_gerbers_and_every_hole(bench: Bench) -> None:
    file = f"{NAME}.kicad_pcb"
    for what in ("gerbers", "drill"):
        done = bench.kicad("pcb", "export", what, "-o", "fab/", file)
        assert done.returncode == 0, done.stderr
    names = {path.name for path in (bench.folder / "fab").iterdir()}
    for layer in ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_SilkS", "Edge_Cuts"):
        assert any(layer in name for name in names), names
    drills = [p.read_text() for p in (bench.folder / "fab").glob("*.drl")]
    holes = sum(len(re.findall(r"^X.*Y", text, re.MULTILINE)) for text in drills)
    made = card()
    pads = sum(len(part.pads) for part in made.parts)
    assert holes == pads + len(made.vias) + len(made.holes)
