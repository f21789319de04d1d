"""The table's page in a hand: pieces, keyboard, motion, letters, codes."""

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from controller.cli.settings.resolve import resolve
from controller.service.host_settings import HostSettings
from controller.service.settings import Settings
from controller.web.protocol import outgoing
from controller.web.room import NearbyTable
from tests.browser.screenshots import host_page, resized, set_up
from tests.support.browsing import findings, phones, press
from tests.support.webtable import WebTable, web_table
from tests.support.words import catalogue_text
from wiring import boardmap, find

MINI = Path(find("mini"))
LONG = "() => { for (const id of ['told', 'missing', 'trouble', 'notice']) {"
LONG += " const e = document.getElementById(id); e.hidden = false;"
LONG += " e.textContent = 'A sentence about the table. '.repeat(40); } }"
BOX = "id => { const b = document.getElementById(id).getBoundingClientRect();"
BOX += " return [b.left, b.top, b.right, b.bottom]; }"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as served:
        yield served


@pytest.fixture
def page(browser: Browser, served: WebTable) -> Iterator[Page]:
    with host_page(browser, served, "/?view=table") as page:
        yield page


def test_pieces_that_are_put_away_lie_in_their_tray(page: Page) -> None:
    piece = page.locator("[data-thing='robot:red']")
    in_tray = piece.bounding_box()
    set_up(page)
    expect(page.locator(".standing-things .thing")).to_have_count(4)
    page.locator("#clear").click()
    expect(page.locator(".standing-things .thing")).to_have_count(0)
    assert piece.bounding_box() == in_tray


def test_the_tray_stays_at_the_table_however_much_is_said(page: Page) -> None:
    for say in ("() => null", LONG):
        page.evaluate(say)
        for size in ((1280, 720), (390, 844)):
            resized(page, size)
            table, tray = page.evaluate(BOX, "table"), page.evaluate(BOX, "tray")
            assert 0 <= tray[1] - table[3] <= 16


def test_the_small_table_grows_and_the_board_comes_back(
    browser: Browser, served: WebTable
) -> None:
    with host_page(browser, served) as page:
        table, board = page.locator("#table"), page.locator("#summary")
        small = table.bounding_box()
        assert small
        assert size(board.bounding_box()) > 3 * size(small)
        # A tap on its wood; its buttons still press.
        table.click(position={"x": 4, "y": 4})
        expect(page).to_have_url(re.compile("view=table"))
        assert size(table.bounding_box()) > 3 * size(small)
        page.get_by_role("button", name=catalogue_text("html.board-large")).click()
        assert table.bounding_box() == small


def size(box: FloatRect | None) -> float:
    assert box
    return box["width"] * box["height"]


IN_THE_TABLE = "() => document.activeElement.closest('#table') !== null"


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_keyboard_goes_through_the_table_as_the_eye_does(
    page: Page, size: tuple[int, int]
) -> None:
    """No step goes back up past what has been left, within what stands together."""
    resized(page, size)
    page.locator("#table").focus()
    steps = 0
    page.keyboard.press("Tab")
    while page.evaluate(IN_THE_TABLE):
        steps += 1
        page.keyboard.press("Tab")
    assert steps >= 6 + 25 + 4
    order = page.evaluate(
        "() => [...document.querySelectorAll('#table > .seat, #table > .inlay, "
        "#table > .inlay > *')].map((e) => { const all = document.createRange();"
        # Some have no box of their own, only what is in them.
        " all.selectNodeContents(e); const b = e.getClientRects().length"
        " ? e.getBoundingClientRect() : all.getBoundingClientRect();"
        " return [e.parentElement.id || e.parentElement.className,"
        " b.left, b.top, b.right, b.bottom]; })"
    )
    for parent in {row[0] for row in order}:
        boxes = [row[1:] for row in order if row[0] == parent]
        for one, later in pairwise(boxes):
            is_above = later[3] <= one[1] + 1
            is_level = not is_above and later[1] < one[3] - 1
            assert not is_above
            assert not is_level or one[0] < later[0]


def test_reduced_motion_shows_steady_lamps_without_flashing(
    browser: Browser, served: WebTable
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.clock.install()
    page.goto(f"http://localhost:{served.port}/")
    page.wait_for_function("() => window.undertow?.lamp('ok') !== null")
    before = page.evaluate("undertow.lamp('ok')")
    page.locator("[data-control=ok]").dispatch_event("pointerdown")
    served.wait_until(lambda: any("ok" in str(r) for r in served.readings))
    page.wait_for_function("() => undertow.frames() > 1")
    assert page.evaluate("undertow.lamp('ok')") == before
    page.clock.run_for(450)
    assert page.evaluate("undertow.lamp('ok')") != before
    page.close()


def test_another_game_is_chosen_where_the_result_was(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 4) as opened:
        page, table = opened.table(), opened.served.table

        def play() -> None:
            while not table.match.result:
                table.act(table.match.game.legal(table.match.position)[0], None)

        opened.served.run(play)
        expect(page.get_by_test_id("result")).to_be_visible()
        page.locator("#another").click()
        expect(page.get_by_test_id("result")).to_be_hidden()
        expect(page.locator(".game-card").first).to_be_in_viewport()
        page.locator("#leave-first").click()
        expect(page.get_by_test_id("result")).to_be_visible()


def test_a_held_seat_is_let_go_of_by_a_refusal_and_by_undo(
    page: Page,
) -> None:
    told = page.get_by_test_id("told")
    press(page, "seat:0", "next", "undo")
    expect(told).to_have_text(catalogue_text("reply.cancelled"))
    expect(page.locator("#table .seat[aria-pressed=true]")).to_have_count(0)
    press(page, "seat:0", "ok")
    expect(told).to_contain_text("Red can't play that card.")
    press(page, "seat:1")
    expect(told).to_contain_text("Blue: keep holding")
    press(page, "next", "ok")
    expect(page.locator("#missing strong")).to_have_text(
        "Red, Green and Yellow: choose a card."
    )


def test_other_tables_in_the_network_are_a_tap_away(
    page: Page, served: WebTable
) -> None:
    listed = page.get_by_test_id("nearby")
    expect(listed).to_be_hidden()
    kitchen = NearbyTable("kitchen", "http://192.0.2.7:8137/", "0.1.0", guests=False)
    served.run(lambda: served.server.room.nearby.show([kitchen]))
    link = listed.get_by_role("link", name="kitchen")
    expect(link).to_have_attribute("href", kitchen.url)
    expect(listed.get_by_role("button")).to_have_count(0)
    served.run(lambda: served.server.room.nearby.show([]))
    expect(listed).to_be_hidden()


def test_before_a_game_another_table_is_joined_by_its_name(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        web_table(tmp_path, is_chosen=False) as served,
        host_page(browser, served, "/?view=table") as page,
    ):
        joined: list[str] = []
        room, url = served.server.room, "http://kitchen.local:8000/join"
        page.route(url, lambda route: route.fulfill(body="the kitchen's page"))
        room.nearby.on_join = joined.append
        kitchen = NearbyTable("kitchen", url, "0.1.0", guests=True)
        served.run(lambda: room.nearby.show([kitchen]))
        page.get_by_role("button", name="kitchen").click()
        # This page is the other table's from then on.
        expect(page.get_by_text("the kitchen's page")).to_be_visible()
        assert (page.url, joined) == (url, [url])


def test_the_host_sets_the_table_up_and_starts_it_again(
    browser: Browser, tmp_path: Path
) -> None:
    restarts: list[Settings] = []
    environment = {"UNDERTOW_STATE": str(tmp_path), "UNDERTOW_LANGUAGE": "de"}
    own = HostSettings(
        resolve({}, environment),
        lambda by_host: resolve({}, environment, by_host=by_host),
    )
    own.restart = restarts.append
    with web_table(tmp_path) as served:
        served.run(lambda: setattr(served.server.host_controls, "settings", own))
        with host_page(browser, served, "/") as page:
            page.locator("#menu").click()
            page.locator("#settings-button").click()
            sheet = page.get_by_test_id("settings")
            name, board = (
                sheet.locator("[name=table_name]"),
                sheet.locator("[name=board]"),
            )
            name.fill("the attic")
            board.select_option("mini")
            needs = re.compile(rf"{len(boardmap.load(MINI).buttons)}\b")
            expect(sheet.locator("#setting-board")).to_have_text(needs)
            expect(sheet.locator("#setting-language")).to_contain_text(
                "UNDERTOW_LANGUAGE"
            )
            sheet.locator("button.strong").click()
            # Nothing that was typed is lost.
            refused = catalogue_text("settings.bad-table-name")
            expect(sheet.locator("#setting-table_name")).to_contain_text(refused)
            expect(name).to_have_value("the attic")
            expect(board).to_have_value("mini")
            assert findings(page, "dialog[open]") == []
            name.fill("attic")
            sheet.locator("button.strong").click()
            sheet.locator("#restart").click()
            expect(sheet).not_to_be_visible()
            served.wait_until(lambda: [new.table_name for new in restarts] == ["attic"])
    kept = tomllib.loads((tmp_path / "host.toml").read_text())
    assert kept == {"table_name": "attic", "board": "mini"}


def test_the_host_can_ask_for_an_update_of_an_installed_table(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "update.py").touch()
    monkeypatch.setattr(outgoing, "UPDATER", tmp_path / "update.py")
    with phones(browser, tmp_path, 2) as opened:
        checkout = opened.table()
        checkout.locator("#menu").click()
        expect(checkout.locator("#update")).to_have_count(0)
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
        host = opened.table()
        for answer in ("no", "yes"):
            assert not (tmp_path / "update-request").exists()
            host.locator("#menu").click()
            host.locator("#update").click()
            host.get_by_test_id("update").locator(f"[value={answer}]").click()
        expect(host.get_by_text(catalogue_text("update.asked"))).to_be_visible()
        assert (tmp_path / "update-request").exists()
