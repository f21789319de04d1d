"""Messages at bad moments: during a tap or a drag, under a sheet, too early."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from controller import games
from controller.basics.sentence import say
from controller.input.intents import NewGame
from controller.words.notice import Notice
from tests.browser.test_ending import finish
from tests.browser.test_pieces import COUNT_NEWS
from tests.support.browsing import PLAYABLE, Phones, phones, until_up_to_date
from tests.support.drawn_pieces import pieces
from tests.support.webtable import WebTable, web_table
from tests.support.words import catalogue_text, like

HAS_FOCUS = "node => node === document.activeElement"


def begin(served: WebTable, game: str, seats: int = 2) -> None:
    """Start another game on the table."""
    served.run(lambda: served.table.ask(NewGame(games.find(game), seats, {}, 3)))


def other_plays(opened: Phones, page: Page, seat: int = 1) -> None:
    """Let another seat decide, and wait until the page shows it."""
    match = opened.served.table.match

    def play() -> None:
        legal = match.game.legal(match.position)
        opened.served.table.act(next(a for a in legal if a.seat == seat), None)

    opened.served.run(play)
    until_up_to_date(page)


def a_round(served: WebTable) -> None:
    """Play a round."""
    table = served.table
    now = table.match.position.round
    while table.match.position.round == now:
        table.act(table.match.game.legal(table.match.position)[0], None)


# A module on its way


def test_a_game_that_is_passed_over_leaves_the_board_of_the_next_alone(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2) as served:
        page = browser.new_page(service_workers="block")
        held: list[Route] = []
        page.route("**/games/hai-noon/page.js", lambda route: held.append(route))
        page.goto(f"http://localhost:{served.port}/")
        summary = page.get_by_test_id("summary")
        expect(summary.locator("svg")).to_be_visible()
        with page.expect_request("**/games/hai-noon/page.js"):
            begin(served, "hai-noon")
        begin(served, "hold-your-ground")
        with served.page() as other:
            other.send("turn", on=True)
            # What was sent before that has come in too.
            expect(page.get_by_test_id("key")).to_be_checked()
        held[0].continue_()
        expect(page.locator("#game")).to_have_text("HOLD YOUR GROUND")
        expect(summary.get_by_label("The island")).to_be_visible()
        expect(page.get_by_test_id("undrawn")).to_have_count(0)


# Under a tap, under the keyboard's focus


def test_the_button_that_takes_a_seat_back_from_a_bot_stays(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 3) as opened:
        page = opened[0]
        with opened.served.page() as host:
            host.send("bot", seat=0, level="easy")
            button = page.get_by_test_id("play-myself")
            expect(button).to_be_visible()
        button.focus()
        other_plays(opened, page)
        assert button.evaluate(HAS_FOCUS)


@pytest.mark.parametrize(
    ("opens", "first"), [("menu", "[data-testid=rules]"), ("list", "[aria-pressed]")]
)
def test_a_sheet_keeps_the_focus_while_others_play(
    opens: str, first: str, browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 3) as opened:
        page = opened[0]
        expect(page.locator(PLAYABLE).first).to_be_visible()
        page.get_by_test_id(opens).click()
        item = page.locator(f"#sheet-body {first}").first
        item.focus()
        other_plays(opened, page)
        assert item.evaluate(HAS_FOCUS)


# In a flood


def test_a_refusal_that_comes_with_a_flood_of_positions_is_read(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        page, served = opened[0], opened.served
        expect(page.locator(PLAYABLE).first).to_be_visible()

        def round_and_refusal() -> None:
            a_round(served)
            served.server.noticed(Notice(0, False, "GB-05", say("rules.over")))

        served.run(round_and_refusal)
        expect(page.get_by_test_id("title")).to_contain_text("Round 2")
        page.evaluate("undertow.shown()")
        expect(page.locator("[data-rule='GB-05']")).to_be_visible()


# An action on its way


COUNT_ACTS = """(isLost) => {
  const send = WebSocket.prototype.send;
  window.acts = 0;
  WebSocket.prototype.send = function (text) {
    const isAct = JSON.parse(text).type === "act";
    acts += isAct;
    if (!isAct || !isLost || acts > 1) send.call(this, text);
  };
}"""


def test_a_tap_does_not_lose_an_action_that_is_being_sent(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 3) as opened:
        page = opened[0]
        page.evaluate(COUNT_ACTS, True)
        card = page.locator("[data-target='card:red:4']")
        card.click()
        page.get_by_test_id("play").click()
        page.wait_for_function("() => acts === 1")
        page.locator("#board svg").click()
        expect(page.get_by_test_id("told")).not_to_be_empty()
        page.evaluate("undertow.connection.lose()")
        expect(card.locator("..")).to_contain_text(like("page.chosen", "get-bit"))


def test_two_quick_taps_pick_one_battler_once(browser: Browser, tmp_path: Path) -> None:
    with phones(browser, tmp_path, 2, "hold-your-ground") as opened:
        table = opened.served.table

        def until_a_battler_is_picked() -> int:
            while True:
                legal = table.match.game.legal(table.match.position)
                if type(legal[0]).__name__ == "Pick":
                    return int(legal[0].seat)
                table.act(legal[0], None)

        page = opened[opened.served.run(until_a_battler_is_picked)]
        page.evaluate("undertow.shown()")
        page.evaluate(COUNT_ACTS, False)
        page.evaluate(
            """() => {
              const { target } = document.querySelector("#board .legal").dataset;
              for (const _ of [1, 2]) {
                const tile = document.querySelector(`#board [data-target="${target}"]`);
                tile.dispatchEvent(new MouseEvent("click", { bubbles: true }));
              }
            }"""
        )
        assert page.evaluate("acts") == 1


# What stays from the last game


def test_the_question_why_ends_with_the_game(browser: Browser, tmp_path: Path) -> None:
    with phones(browser, tmp_path, 2) as opened:
        page = opened[0]
        expect(page.locator(PLAYABLE).first).to_be_visible()
        page.get_by_test_id("why").click()
        expect(page.get_by_test_id("missing")).to_contain_text("whether you can play")
        finish(opened.served)
        expect(page.get_by_test_id("result")).to_be_visible()
        expect(page.get_by_test_id("missing")).not_to_contain_text(like("own.asking"))


def test_a_piece_that_waits_for_its_place_is_forgotten_with_its_game(
    browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, "hold-your-breath") as table:
        table.thing("pirate:1").click()
        form = table.page.get_by_test_id("send")
        expect(form).to_be_visible()
        begin(table.served, "get-bit")
        expect(table.thing("robot:red")).to_be_visible()
        expect(form).to_be_hidden()


# In the middle of a drag


def test_another_pages_move_is_shown_while_a_finger_rests_on_a_piece(
    browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, "hold-your-breath") as table:
        table.thing("pirate:1").hover()
        table.page.mouse.down()
        with table.served.page() as other:
            other.send("tag", reader="play", uid="04a1b2c3d4e501")
            other.send("turn", on=True)
            expect(table.page.get_by_test_id("key")).to_be_checked()
        table.page.mouse.up()
        on_reader = table.page.locator(".slot [data-thing='tag:04a1b2c3d4e501']")
        expect(on_reader).to_be_attached()


# A sheet that fills late


def test_a_ruling_that_comes_late_is_not_put_over_another_sheet(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 3) as served:
        page = browser.new_page(service_workers="block")
        held: list[Route] = []
        page.route("**/rulings.md", lambda route: held.append(route), times=1)
        page.goto(f"http://localhost:{served.port}/seat/0?code={served.codes[0]}")
        page.get_by_test_id("why").click()
        page.locator("[data-target='card:red:4']").click()
        with page.expect_request("**/rulings.md"):
            page.locator("[data-rule='GB-05']").click()
        page.get_by_test_id("close").click()
        page.get_by_test_id("menu").click()
        held[0].continue_()
        # Any later request comes after it.
        page.evaluate("fetch('/games/get-bit/rulings.md').then((one) => one.text())")
        expect(page.locator("#sheet-title")).to_have_text(like("html.menu"))


def test_a_seat_request_ends_with_the_connection(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 3) as opened:
        page = opened.spectator()
        page.get_by_test_id("join").get_by_role("link").click()
        page.get_by_role("button", name=like("join.sit-as")).first.click()
        asking = page.get_by_test_id("asking")
        expect(asking).not_to_be_empty()
        page.context.set_offline(True)
        expect(page.get_by_test_id("connection")).to_contain_text("Offline")
        page.get_by_role("button", name=like("join.sit-as")).first.click()
        refused = page.get_by_text(catalogue_text("own.unreached"))
        expect(refused).to_be_visible()
        page.context.set_offline(False)
        expect(page.get_by_test_id("connection")).to_be_empty()
        expect(page.get_by_role("button", name=like("join.sit-as"))).to_have_count(3)
        expect(refused).to_be_hidden()
        expect(asking).to_have_count(0)


def test_a_notice_is_said_once(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no journal at all" * 400)
    with phones(browser, tmp_path, 3) as opened:
        page = opened[0]
        expect(page.get_by_test_id("notice")).to_contain_text("journal")
        until_up_to_date(page)
        page.evaluate(COUNT_NEWS, "notice")
        other_plays(opened, page)
        assert page.evaluate("news") == 0


# What a screen reader speaks, and where the focus is

COUNT_ATTEMPTS = """() => {
  window.attempts = 0;
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...all) {
      super(...all);
      this.addEventListener("close", () => (attempts += 1));
    }
  };
}"""


def test_another_attempt_leaves_the_banner_and_its_focus_alone(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        page = opened[0]
        page.evaluate(COUNT_ATTEMPTS)
        page.context.set_offline(True)
        again = page.get_by_test_id("connection").get_by_role("button")
        again.focus()
        node = again.element_handle()
        assert node is not None
        page.wait_for_function("() => attempts > 1")
        assert node.evaluate(HAS_FOCUS)
        opened.complaints.clear()


BLOCK_STORAGE = """for (const name of ["sessionStorage", "localStorage"]) {
  const get = () => { throw new DOMException("blocked", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}"""


def test_a_seat_can_be_played_where_the_browser_blocks_its_storage(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        page = browser.new_page()
        page.add_init_script(BLOCK_STORAGE)
        code = opened.served.codes[0]
        page.goto(f"http://localhost:{opened.served.port}/seat/0?code={code}")
        expect(page.locator(PLAYABLE).first).to_be_visible()
        page.get_by_test_id("menu").click()
        page.get_by_test_id("hide").click()
        expect(page.locator(".fan-card.back").first).to_be_visible()
        page.close()


WATCH = """(selector) => {
  window.news = [];
  const note = (all) => news.push(...all.map(({ target }) => target.id));
  const watch = new MutationObserver(note);
  window.watched = [...document.querySelectorAll(selector)];
  for (const node of watched) {
    watch.observe(node, { childList: true, characterData: true, subtree: true });
  }
}"""


def test_the_same_position_puts_nothing_into_the_page_again(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        page = opened[0]
        until_up_to_date(page)
        page.evaluate(WATCH, "#who, #title, #turn, #told, #notice, #board, #hand")
        before = page.evaluate("undertow.count()")
        page.evaluate("undertow.connection.lose()")
        page.wait_for_function("before => undertow.count() > before", arg=before)
        assert page.evaluate("news") == []
        assert page.evaluate("watched.every((node) => node.isConnected)")


def test_an_undo_leaves_the_lines_of_the_log_in_place(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        served, page = opened.served, opened[0]
        served.run(lambda: a_round(served))
        page.get_by_test_id("open-log").click()
        lines = page.get_by_test_id("log").locator("li")
        expect(lines.nth(1)).to_be_visible()
        first = lines.last.element_handle()
        assert first is not None
        for _ in range(2):
            other_plays(opened, page, seat=0)
        page.get_by_test_id("undo").evaluate("it => [it.click(), it.click()]")
        # A second tap does not undo the choice before.
        expect(page.locator("[data-testid=log] .undo")).to_have_count(1)
        page.wait_for_function("() => !undertow.connection.isWaiting")
        assert [line.how for line in served.table.match.story].count("undo") == 1
        assert first.evaluate("line => line.isConnected")
