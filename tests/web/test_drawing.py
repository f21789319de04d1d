"""What pages get to draw the table by; tests/browser/test_to_scale.py sees it drawn."""

import re
from pathlib import Path
from typing import Any

import pytest

import wiring
from controller.web.drawing import drawing
from tests.support.webtable import BOARD, web_table
from wiring.geometry.table import load

MARK_1 = Path(wiring.find("mark1"))


@pytest.mark.parametrize("name", ["mark1", "grid-only", "mini"])
def test_it_is_the_layout_of_the_board_map(name: str) -> None:
    path = Path(wiring.find(name))
    layout, drawn = load(path).layout, drawing(str(path))
    assert drawn
    assert drawn["size"] == pytest.approx([layout.width, layout.height], abs=0.05)
    assert drawn["fields"].keys() == layout.fields.keys()
    for place, row in layout.places.items():
        points = drawn["places"].get(place) or in_grid(drawn["grids"], place)
        assert points
        for what, point in points.items():
            assert point == pytest.approx(getattr(row, what), abs=0.06)
        assert {"lamp", "hall", "tile", "button"} - points.keys() == {
            what
            for what in ("lamp", "hall", "tile", "button")
            if not getattr(row, what)
        }


def in_grid(grids: dict[str, Any], place: str) -> dict[str, tuple[float, float]]:
    """What a page works out for a place of a field."""
    kind, row, column = re.split("[:,]", place)
    return {
        what: (x + int(column) * along, y + int(row) * down)
        for what, (x, y, along, down) in grids[kind].items()
    }


def test_a_map_whose_millimetres_are_wrong_is_drawn_as_a_plan(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(MARK_1.read_text().replace("rim_mm = 80", "rim_mm = -1"))
    assert drawing(str(path)) is None
    assert f"{path}:" in caplog.text
    assert "rim_mm" in caplog.text


def test_pages_of_the_table_get_it_and_seats_do_not(tmp_path: Path) -> None:
    with web_table(tmp_path, 2) as served:
        with served.page() as page:
            assert page.next("hello")["board"]["drawing"] == drawing(BOARD.path)
        with served.page(0) as page:
            assert page.next("hello")["board"]["drawing"] is None
