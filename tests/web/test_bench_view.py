"""The bench's instruments: what a maker sees of pins, readings and power."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import wiring
from controller.web.drawn_table import LAST, MakerReadings, described
from controller.words.files import LANGUAGES, catalogue
from hardware.backend import PinLevel
from hardware.readings import LinkDown, LinkUp, Occupied, Pressed, Released, TagSeen
from tests.support.webtable import BOARD, WebTable, web_table
from tests.support.words import catalogue_text
from wiring.geometry.drawing import drawing
from wiring.geometry.table import load

EVERY_KIND = (
    Pressed("next"),
    Released("next"),
    Occupied("tile:1,3", True),
    Occupied("tile:1,3", False),
    TagSeen("shoe", "04a1"),
    LinkDown("grid"),
    LinkUp("grid"),
)


def test_every_kind_of_reading_is_said_in_every_language() -> None:
    for language in LANGUAGES:
        words = catalogue(None, language)
        said = [words.render(described(reading)) for reading in EVERY_KIND]
        assert len(set(said)) == len(EVERY_KIND)
        assert not any("{" in text or "reading." in text for text in said)
    assert catalogue(None, "en").render(described(TagSeen("shoe", "04a1"))) == (
        catalogue_text("reading.tag", reader="shoe", uid="04a1")
    )


def test_the_last_readings_are_kept_and_numbered() -> None:
    instruments = MakerReadings(lambda: [PinLevel("ok", 6, False)])
    for number in range(LAST + 3):
        instruments.reading(Pressed(f"seat:{number}"))
    now = instruments.now()
    assert now["pins"] == [{"control": "ok", "gpio": 6, "is_high": False}]
    assert [number for number, _ in now["readings"]] == [*range(LAST + 3, 3, -1)]
    assert now["readings"][0][1] == described(Pressed(f"seat:{LAST + 2}"))


def test_a_pressed_button_is_low_and_read(tmp_path: Path) -> None:
    with web_table(tmp_path, 2) as served, served.page() as page:
        page.send("press", control="ok")
        served.wait_until(lambda: Pressed("ok") in served.readings)
        page.send("health")
        health = page.next("health")
        (ok,) = (pin for pin in health["pins"] if pin["control"] == "ok")
        assert ok["is_high"] is False
        assert sum(not pin["is_high"] for pin in health["pins"]) == 1
        assert ["reading.pressed", {"control": "ok"}] in [
            says for _, says in health["readings"]
        ]


def test_only_the_host_sees_the_lamps_current(tmp_path: Path) -> None:
    def power(served: WebTable, seat: int | None) -> object:
        with served.page(seat) as page:
            return json.loads(page.receive())["board"]["power"]

    with web_table(tmp_path, 2) as served:
        strip = BOARD.strip
        assert power(served, None) == {
            "channel_ma": strip.channel_ma,
            "idle_ma": strip.idle_ma,
            "supply_ma": strip.supply_ma,
        }
        assert power(served, 0) is None


# Where everything on the drawn table is


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
    """Return the points that a page computes for a place of a field."""
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
