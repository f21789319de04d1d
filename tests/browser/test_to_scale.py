"""The drawn table matches the board map: every lamp, tile and button in its place."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import wiring
from tests.support.webtable import web_table
from tests.support.words import catalogue_text
from wiring import boardmap
from wiring.geometry.places import Layout
from wiring.geometry.table import load

MAPS = ("mark1", "grid-only", "mini")
# Screens round to pixels.
NEAR_PX = 1.0

# In pixels from the table's corner: its size, and the middle of all that is drawn.
DRAWN = """() => {
  const table = document.getElementById("table").getBoundingClientRect();
  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2 - table.left, top + height / 2 - table.top];
  };
  const all = (which, name) => Object.fromEntries(
    [...document.querySelectorAll(which)].map((node) => [name(node), middle(node)]));
  const control = (node) => node.closest("[data-control]")?.dataset.control ?? "arm";
  return {
    size: [table.width, table.height],
    lamp: all("#table .lens", (node) => node.dataset.place),
    tile: all("#table .tile", (node) => node.dataset.control),
    button: all("#table .cap", control),
    hall: all("#table .stand", (node) =>
      node.parentElement.querySelector(".lens").dataset.place),
  };
}"""


def drawn(browser: Browser, state: Path, path: Path) -> dict[str, Any]:
    """Return what a page draws of a table with this map."""
    board = boardmap.load(path)._replace(bounce_ms=1)
    with web_table(state, 2, game="hold-your-ground", board=board) as served:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"http://localhost:{served.port}/?view=table")
        expect(page.locator("#table .tile")).to_have_count(25)
        found: dict[str, Any] = page.evaluate(DRAWN)
        page.close()
    return found


def wrong_with(found: dict[str, Any], layout: Layout) -> dict[str, Any]:
    """Return everything drawn in the wrong place."""
    scale = found["size"][0] / layout.width
    wrong: dict[str, Any] = {}
    for name, place in layout.places.items():
        for kind in ("lamp", "tile", "button", "hall"):
            point = getattr(place, kind)
            at = found[kind].get(name)
            if point is None or (kind == "lamp" and at is None):
                continue
            away = [abs(a - mm * scale) for a, mm in zip(at, point, strict=True)]
            if max(away) > NEAR_PX:
                wrong[f"{name}'s {kind}"] = at
    return wrong


@pytest.mark.parametrize("name", MAPS)
def test_everything_is_where_the_map_has_it(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    path = Path(wiring.find(name))
    layout = load(path).layout
    found = drawn(browser, tmp_path, path)
    wide, high = found["size"]
    assert high / wide == pytest.approx(layout.height / layout.width, rel=0.01)
    assert set(found["lamp"]) == set(boardmap.load(path).pixels)
    assert wrong_with(found, layout) == {}


def test_pointing_at_a_lamp_shows_its_meaning(browser: Browser, tmp_path: Path) -> None:
    with web_table(tmp_path, 2, seed=5, game="hold-your-breath") as served:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"http://localhost:{served.port}/")
        says = page.get_by_test_id("lamp")
        page.locator(".cell:has([data-place='depth:0:0'])").hover()
        expect(says).to_have_text("Blue's lane, 0 ft Blue's pirate: Surface.")
        page.locator("[data-control='tile:0,2']").hover()
        expect(says).to_have_text(
            catalogue_text(
                "tiles.{row},{column}",
                "hold-your-ground",
                row="1,",
                column="3 Play a card for Air 5.",
            )
        )
        ok = page.locator("[data-control=ok]")
        ok.hover()
        expect(says).to_contain_text(catalogue_text("drawn.ok"), ignore_case=True)
        page.mouse.down()
        expect(says).to_be_empty()
        page.mouse.up()
        # The page moves under a mouse that rests.
        page.clock.install()
        ok.dispatch_event("pointerover", {"pointerType": "mouse"})
        page.clock.run_for(1000)
        expect(says).to_be_empty()
        page.locator("[data-control='tile:0,2']").hover()
        page.clock.run_for(1000)
        expect(says).not_to_be_empty()
        # And with a keyboard alone, wherever the mouse rests.
        page.locator("#table .depth").focus()
        page.keyboard.press("ArrowDown")
        expect(says).to_have_text("Green's lane, 0 ft Green's pirate: Surface.")
        page.keyboard.press("ArrowRight")
        expect(says).to_have_text("Green's lane, 5 ft Green's lane.")
        page.keyboard.press("Tab")
        expect(says).not_to_contain_text("lane 2")
        page.close()
