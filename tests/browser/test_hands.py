"""The drawn table in a real browser: its sensors feel what a hand drags there."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.games.hold_your_ground import GAME
from controller.games.hold_your_ground.pieces import Blast
from controller.rules.game import Event
from controller.session.snapshot import Snapshot
from hardware.readings import LinkUp, Occupied, Pressed, TagSeen
from tests.support.browsing import Drawn, drawn, middle
from tests.support.words import catalogue_text, like

KEEP_STATES = """() => {
  window.states = [];
  const state = document.querySelector("[data-testid=striker]");
  const keep = () => window.states.push(state.dataset.state);
  new MutationObserver(keep).observe(state, { attributes: true });
}"""


def to_the_bench(page: Page) -> None:
    """Switch to the bench view."""
    page.get_by_label(like("html.menu")).click()
    page.get_by_role("button", name=catalogue_text("html.view-bench")).click()


# Pieces and cards


def test_the_puck_is_felt_wherever_it_is_dragged(
    browser: Browser, tmp_path: Path
) -> None:
    with drawn(browser, tmp_path, game="hold-your-ground") as table:
        other = table.party.open("/", 390, 844)
        table.drag("puck", table.spot("tile:1,3"))
        table.await_reading(Occupied("tile:1,3", True))
        table.expect_at("puck", "tile:1,3")
        table.expect_at("puck", "tile:1,3", other)
        table.drag("puck", table.spot("depth:2:14"))
        table.await_reading(Occupied("depth:2:14", True))
        table.expect_at("puck", "depth:2:14")
        table.drag("puck", table.page.locator("#tray-title"))
        table.await_reading(Occupied("depth:2:14", False))
        table.expect_in_tray("puck")
        other.close()
        # Clicked, and then its place: no tile is pressed.
        table.thing("puck").click()
        expect(table.thing("puck")).to_have_attribute("aria-pressed", "true")
        table.page.locator("[data-control='tile:2,0']").click()
        table.expect_at("puck", "tile:2,0")
        expect(table.thing("puck")).to_have_attribute("aria-pressed", "false")
        table.page.locator("[data-control='tile:2,1']").click()
        read = table.served.readings
        table.served.wait_until(lambda: Pressed("tile:2,1") in read)
        table.served.wait_until(lambda: Occupied("tile:2,0", True) in read)
        assert Pressed("tile:2,0") not in read


def test_a_drag_that_is_broken_off_leaves_the_piece_where_it_was(
    browser: Browser, tmp_path: Path
) -> None:
    with drawn(browser, tmp_path, game="hold-your-breath") as table:
        table.drag("pirate:1", table.spot("depth:0:3"))
        table.await_reading(Occupied("depth:0:3", True))
        table.expect_at("pirate:1", "depth:0:3")
        table.lift("pirate:1", table.spot("tile:0,0"))
        expect(table.page.locator("#aim")).to_contain_text(" → ")
        # It is drawn under the finger.
        ghost, finger = table.page.locator(".ghost"), table.spot("tile:0,0")
        assert middle(ghost) == pytest.approx(middle(finger), abs=2)
        table.page.keyboard.press("Escape")
        table.page.mouse.up()
        expect(table.page.locator("#aim")).to_be_empty()
        expect(table.page.get_by_test_id("send")).to_be_hidden()
        expect(table.thing("pirate:1")).to_have_attribute("aria-pressed", "false")
        table.lift("pirate:1", table.spot("tile:0,0"))
        table.page.reload()
        table.expect_at("pirate:1", "depth:0:3")
        assert table.served.readings == []


def test_a_piece_is_moved_from_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    with drawn(browser, tmp_path) as table:
        table.thing("robot:green").focus()
        table.page.keyboard.press("Enter")
        expect(table.page.get_by_test_id("send")).to_contain_text(like("goes-to.move"))
        table.page.locator("#send-where").select_option("depth:3:30")
        table.page.get_by_role("button", name="Move", exact=True).press("Enter")
        table.await_reading(Occupied("depth:3:30", True))
        table.expect_at("robot:green", "depth:3:30")
        expect(table.page.get_by_test_id("send")).to_be_hidden()
        expect(table.thing("robot:green")).to_be_focused()


# What goes wrong


def test_a_cable_is_pulled_named_and_plugged_in_again(
    browser: Browser, tmp_path: Path
) -> None:
    with drawn(browser, tmp_path) as table:
        page = table.page
        trouble = page.get_by_test_id("trouble")
        to_the_bench(page)
        board = page.locator("[data-part='sensor board grid']")
        expect(board).to_contain_text("live on ")
        expect(board).to_contain_text("damaged frames 0")
        board.locator("select").select_option("unplug")
        board.get_by_role("button", name="Apply").click()
        expect(trouble).to_contain_text("sensor board grid: No USB plug has the serial")
        expect(board).to_contain_text(catalogue_text("bench.done", faults="unplug"))
        expect(board.locator(".broken")).to_be_visible()
        board.locator("select").select_option("plug")
        board.get_by_role("button", name="Apply").click()
        expect(trouble).to_be_hidden()
        table.await_reading(LinkUp("grid"))
        expect(board).to_contain_text("live on ")
        board.locator("select").select_option("stuck on")
        board.locator("input").fill("roof")
        board.get_by_role("button", name="Repair").click()
        expect(board).not_to_contain_text("Simulated faults")


# The Eliminator


def play_to_an_explosion(table: Drawn) -> str:
    """Plays a seeded game until the rules ask for a strike; under this tile."""
    blown: list[str] = []

    def changed(_now: Snapshot, events: tuple[Event, ...]) -> None:
        blown[:] = [f"tile:{e.at}" for e in events if isinstance(e, Blast)]

    rng = Random(5)

    def play_on() -> None:
        game = table.served.table
        game.act(rng.choice(GAME.legal(game.match.position)), None)

    table.served.run(lambda: table.served.table.on_change.append(changed))
    while not blown:
        table.served.run(play_on)
    return blown[-1]


def test_the_key_is_turned_and_fire_held_and_the_striker_strikes(
    browser: Browser, tmp_path: Path
) -> None:
    with drawn(browser, tmp_path, seats=3, game="hold-your-ground") as table:
        page = table.page
        state, fire = page.get_by_test_id("striker"), page.locator(".fire")
        page.evaluate(KEEP_STATES)
        tile = play_to_an_explosion(table)
        expect(state).to_have_attribute("data-state", "asked")
        table.drag("puck", table.spot(tile))
        table.await_reading(Occupied(tile, True))
        page.get_by_test_id("key").click()
        table.await_reading(Pressed("arm"))
        expect(page.get_by_test_id("key")).to_be_checked()
        page.mouse.move(*middle(fire))
        page.mouse.down()
        struck = "() => states.includes('returning')"
        page.wait_for_function(struck)
        page.mouse.up()
        expect(state).to_have_attribute("data-state", "unasked")
        states = [s for s in page.evaluate("() => states") if s != "asked"]
        first = states.index("holding")
        kept = list(dict.fromkeys(states[first:]))
        assert kept == ["holding", "striking", "returning", "cooling", "unasked"]


# The table to scale


def test_the_bench_measures_and_cards_are_laid_on_its_readers(
    browser: Browser, tmp_path: Path
) -> None:
    with drawn(browser, tmp_path) as table:
        page = table.page
        to_the_bench(page)
        picture = page.get_by_test_id("to-scale").get_by_role("img")
        picture.scroll_into_view_if_needed()
        size = "image => image.decode().then(() => image.naturalWidth)"
        assert picture.evaluate(size) > 0
        meters = page.locator("#meters")
        # 159 pixels draw a milliampere each even when they are dark.
        expect(meters).to_contain_text(re.compile(r"Lamp current0\.[1-9]\d A"))
        expect(meters).to_contain_text(re.compile(r"Frames so far[1-9]"))
        pin = page.locator("[data-testid=pins] li", has_text=re.compile(r"\bok"))
        expect(pin).to_contain_text(like("meter.high"))
        ok = page.locator("[data-control=ok]")
        ok.hover()
        page.mouse.down()
        expect(pin).to_contain_text(like("meter.low"))
        page.mouse.up()
        expect(page.get_by_test_id("last-readings")).to_contain_text("released: ok")
        # Cards are laid on the readers.
        play, shoe = (
            page.locator("[data-reader=play]"),
            page.locator("[data-reader=shoe]"),
        )
        table.drag("tag:04a1b2c3d4e502", play)
        table.await_reading(TagSeen("play", "04a1b2c3d4e502"))
        expect(play).to_have_text("2")
        page.locator("#tag-uid").fill("04 FF 01")
        page.keyboard.press("Enter")
        table.drag("tag:04ff01", shoe)
        table.await_reading(TagSeen("shoe", "04ff01"))
        expect(meters).to_contain_text("Card on shoe04 ff 01")
        table.drag("tag:04a1b2c3d4e502", page.locator("#tray-title"))
        expect(play).to_be_empty()
