"""Everything that depends on a pitch follows a change of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.tools.print.overlay import overlays
from controller.tools.print.symbols import Symbols
from tests.wiring import MAPS, papers
from wiring import harness
from wiring.geometry.table import Geometry, load
from wiring.papers.cutting.pdf import A4
from wiring.papers.cutting.plan import layers
from wiring.papers.cutting.template import template, templates

MARK_1 = MAPS["mark1"]
PITCHES = {
    # A strip of 30 lamps a metre instead of one of 60: the table gets half as wide
    # again, needs a larger bed, and its sensors' signals take longer.
    "lanes": (
        ("pitch_mm = 16.667 ", "pitch_mm = 33.333 "),
        ("bed_mm = [600, 400]", "bed_mm = [1300, 900]"),
        ("settle_us = 20", "settle_us = 25"),
    ),
    "tiles": (("pitch_mm = 70", "pitch_mm = 76"), ("settle_us = 20", "settle_us = 25")),
}


def copied(folder: Path, pitch: str) -> Path:
    text = MARK_1.read_text()
    for old, new in PITCHES[pitch]:
        assert old in text
        text = text.replace(old, new)
    path = folder / "mark1.toml"
    path.write_text(text)
    return path


def overlay(table: Geometry) -> bytes:
    game = games.printing(games.find("hold-your-breath"))
    symbols = Symbols(games.folder("hold-your-breath"))
    return templates("x", overlays("x", game, symbols, table, A4), A4)


def drilling(path: Path) -> bytes:
    top = next(plan for plan in layers(load(path)) if plan.name == "top")
    return template(top, A4)


READ: dict[str, Callable[[Path], object]] = {
    "the page's drawing": lambda path: papers(path)["table.svg"],
    "a layer to cut": lambda path: papers(path)["layers/top.svg"],
    "pictures of the steps": lambda path: papers(path)["steps/6-tile-strip.svg"],
    "the table taken apart": lambda path: papers(path)["exploded.svg"],
    "sizes": lambda path: papers(path)["sizes.md"],
    "the parts list": lambda path: papers(path)["parts.csv"],
    "drilling templates": drilling,
    "wire lengths": lambda path: harness.load(path).lengths,
}


@pytest.fixture(scope="module", params=PITCHES)
def own(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Path:
    return copied(tmp_path_factory.mktemp("own"), request.param)


@pytest.mark.parametrize("what", READ)
def test_it_follows_a_changed_pitch(own: Path, what: str) -> None:
    assert READ[what](own) != READ[what](MARK_1)


def test_overlays_and_parts_to_print_follow_the_pitch_of_their_field(
    tmp_path: Path,
) -> None:
    usual = load(MARK_1)
    tiles = load(copied(tmp_path, "tiles"))
    assert overlay(tiles) != overlay(usual)
    assert {s.name for s in usual.solids if s not in tiles.solids} == {"tile"}
    lanes = load(copied(tmp_path, "lanes"))
    assert overlay(lanes) != overlay(usual)
    assert lanes.solids == usual.solids  # nothing of them is on the Depth Board
