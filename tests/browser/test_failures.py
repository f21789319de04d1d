"""A page that lacks something says so, and works with the rest."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browsing import phones
from tests.support.drawn_pieces import RealHands
from tests.support.webtable import HASTY, WebTable, web_table
from tests.support.words import catalogue_text, like

MISSING = catalogue_text("page.not-fetched")


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with web_table(tmp_path) as served:
        page = browser.new_page(service_workers="block")
        page.goto(f"http://localhost:{served.port}/")
        expect(page.get_by_test_id("title")).not_to_be_empty()
        yield page


def take(page: Page, what: str) -> None:
    page.locator("#menu summary").click()
    page.locator(f"#menu button[data-{what}]").click()


def test_a_paper_that_cannot_be_fetched_is_said_and_can_be_tried_again(
    page: Page,
) -> None:
    page.route("**/rules.md", lambda route: route.abort())
    take(page, "paper=rulesOf")
    expect(page.get_by_test_id("told")).to_have_text(MISSING)
    page.unroute("**/rules.md")
    take(page, "paper=rulesOf")
    expect(page.locator("#paper p").first).to_be_visible()


# A game's page.js that fails


SENTENCE = catalogue_text("page.undrawn")
GAME = "hold-your-ground"
BROKEN = "throw new Error('broken for a test');"


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebTable]:
    """A table on which each of these tests finds somebody's turn."""
    with web_table(tmp_path_factory.mktemp("ground"), 2, game=GAME) as served:
        yield served


def asked(served: WebTable) -> str:
    """Return the address of the seat whose turn it is."""
    match = served.table.match
    seat = served.run(lambda: match.game.legal(match.position)[0].seat)
    return f"/seat/{seat}?code={served.codes[seat]}"


def opened(browser: Browser, served: WebTable, path: str, fails: str) -> Page:
    """Open a page where a function of page.js throws; "" for the whole module."""

    def broken(route: Route) -> None:
        answer = route.fetch()
        broken = f"export function {fails}() {{ {BROKEN} }}\nfunction unused("
        text = answer.text().replace(f"export function {fails}(", broken)
        route.fulfill(response=answer, body=text if fails else BROKEN)

    page = browser.new_page(service_workers="block")
    page.route(f"**/games/{GAME}/page.js", broken)
    page.goto(f"http://localhost:{served.port}{path}")
    return page


@pytest.mark.parametrize("fails", ["board", "cards", "way", ""])
def test_a_seat_chooses_in_words_where_its_board_fails(
    browser: Browser, ground: WebTable, fails: str
) -> None:
    match = ground.table.match
    before = ground.run(lambda: len(match.entries_from(0)))
    page = opened(browser, ground, asked(ground), fails)
    expect(page.get_by_test_id("undrawn")).to_have_text(SENTENCE)
    expect(page.locator("main svg")).to_have_count(0)
    expect(page.get_by_test_id("missing")).to_contain_text(like("prompt.your-turn"))
    page.get_by_test_id("answers").get_by_role("button").first.click()
    page.get_by_test_id("play").click()
    ground.wait_until(lambda: len(match.entries_from(0)) > before)


@pytest.mark.parametrize("fails", ["board", "title", "seatColours", ""])
def test_the_tables_page_says_so_and_goes_on(
    browser: Browser, ground: WebTable, fails: str
) -> None:
    page = opened(browser, ground, "/", fails)
    expect(page.get_by_test_id("links").locator("li")).to_have_count(2)
    expect(page.get_by_test_id("missing")).not_to_be_empty()
    if fails in ("board", ""):
        expect(page.get_by_test_id("undrawn")).to_have_text(SENTENCE)


def test_a_page_whose_attempt_fails_answers_a_tap(
    browser: Browser, tmp_path: Path
) -> None:
    # At the beginning of a game, a tile is nothing to be chosen.
    with web_table(tmp_path, 2, game=GAME) as served:
        page = opened(browser, served, asked(served), "attempt")
        page.locator("#board [data-target='tile:0,1']").dispatch_event("click")
        told = page.get_by_test_id("told")
        expect(told).to_have_text(catalogue_text("table.nothing"))


# No storage, no simulated table, no network


def test_a_page_that_could_not_fetch_a_module_loads_itself_again(
    browser: Browser, ground: WebTable
) -> None:
    def lost(page: Page, path: str) -> Page:
        page.route("**/shared/words.js", lambda route: route.abort(), times=1)
        with page.expect_event("requestfailed"):
            page.goto(f"http://localhost:{ground.port}{path}")
        return page

    paths = ("/", "/join", asked(ground))
    context = browser.new_context(service_workers="block")
    for page in [lost(context.new_page(), path) for path in paths]:
        expect(page.locator("main")).to_be_visible()


BLOCKED = """for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new DOMException("blocked", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}"""


def test_the_tables_page_works_where_storage_is_blocked(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2) as served:
        page = browser.new_page()
        page.add_init_script(BLOCKED)
        page.goto(f"http://localhost:{served.port}/")
        expect(page.get_by_test_id("links").locator("li")).to_have_count(2)
        page.locator("#menu summary").click()
        page.locator("#sound").click()
        expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")


def test_the_bench_of_a_real_table_asks_for_nothing_that_is_refused(
    browser: Browser, tmp_path: Path
) -> None:
    sent: list[str] = []

    def hear(message: str | bytes) -> None:
        sent.append(str(message))

    with web_table(tmp_path, 2, backend=RealHands) as served:
        page = browser.new_page()
        page.on("websocket", lambda line: line.on("framesent", hear))
        page.clock.install()
        page.goto(f"http://localhost:{served.port}/?view=bench")
        expect(page.get_by_test_id("links").locator("li")).to_have_count(2)
        page.clock.run_for(3000)
        expect(page.locator("#meters")).not_to_be_empty()
        page.evaluate("Promise.resolve()")
        assert not [message for message in sent if "health" in message]


def test_while_the_table_is_away_a_bot_is_not_shown_and_the_form_stays(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        page = opened.table()
        page.locator("#menu summary").click()
        page.locator("#new-game-button").click()
        name = page.locator("[name=player]").first
        expect(name).to_be_visible()
        page.context.set_offline(True)
        retry = page.get_by_role("button", name=like("connection.retry"))
        expect(retry).to_be_visible()
        bot = page.get_by_test_id("links").locator("select").first
        bot.select_option("easy", force=True)
        expect(page.get_by_test_id("told")).to_have_text(like("own.unreached"))
        expect(bot).to_have_value("")
        # The banner is there for as long as it says the same, and so is its button.
        retry.focus()
        with page.expect_websocket():
            retry.press("Enter")
        with page.expect_websocket():
            pass
        expect(retry).to_be_focused()
        name.fill("Anna")
        page.get_by_role("button", name=like("html.start")).click()
        page.get_by_test_id("confirm").locator(".strong").click()
        expect(page.get_by_role("button", name=like("html.start"))).to_be_visible()
        expect(name).to_have_value("Anna")
        page.context.set_offline(False)
        expect(page.get_by_test_id("connection")).to_be_empty()


SHARED = """() => {
  const { prototype } = WebSocket;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, "onmessage");
  const changed = (event) => typeof event.data !== "string" ? event : new MessageEvent(
    "message", { data: event.data.replace('"shared": null', '"shared": "table"') });
  Object.defineProperty(prototype, "onmessage", {
    get, set(handler) { set.call(this, (event) => handler(changed(event))); },
  });
}"""


def test_a_seats_code_is_there_once_the_table_is_shared(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        page = opened.table()
        code, dialog = page.locator("#links button").first, page.locator("#code")
        code.click()
        expect(dialog.locator("img:visible")).to_have_count(0)
        dialog.get_by_role("button", name=catalogue_text("html.close")).click()
        page.evaluate(SHARED)
        page.context.set_offline(True)
        expect(page.get_by_test_id("connection")).not_to_be_empty()
        page.context.set_offline(False)
        expect(page.get_by_test_id("connection")).to_be_empty()
        code.click()
        expect(dialog.locator("img:visible")).to_have_count(1)


# No room


def test_a_page_without_room_says_why_and_comes_in_when_there_is_room(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, limits=HASTY._replace(pages_of_one=1)) as served:
        with served.page() as first:
            first.next("position")
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{served.port}/")
            said = page.get_by_text(like("closed.crowded-device"))
            expect(said).to_be_visible()
        served.wait_for_pages(0)
        page.get_by_role("button", name=like("connection.retry")).click()
        expect(said).to_have_count(0)
        served.wait_for_pages(1)
        page.close()
