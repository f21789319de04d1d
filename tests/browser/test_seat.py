"""A seat's page on a phone: everything is in view, tappable and explained."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from controller import games
from tests.support.browsing import (
    PLAYABLE,
    choices,
    phones,
    until_answered,
    until_up_to_date,
)
from tests.support.ours import OURS
from tests.support.webtable import web_table
from tests.support.words import catalogue_text, like


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The first seat's page in a GET BIT! game for three, with two robots."""
    with phones(browser, tmp_path, seats=3) as opened:
        expect(opened[0].locator(PLAYABLE)).to_have_count(14)
        yield opened[0]


def card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-target='card:{name}']")


def test_answers_stay_and_keep_the_focus_when_one_is_picked(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2, "hold-your-breath") as opened:
        table = opened.served.table

        def until_somebody_has_a_dolphin() -> int:
            while True:
                legal = table.match.game.legal(table.match.position)
                for action in legal:
                    if "dolphin" in action and "air-5" in action:
                        return int(action.seat)
                table.act(legal[0], None)

        page = opened[opened.served.run(until_somebody_has_a_dolphin)]
        page.evaluate("undertow.shown()")
        page.locator("[data-target='card:dolphin']").first.click()
        answers = page.locator("[data-testid=answers] button")
        count = answers.count()
        answers.first.press("Enter")
        expect(answers.first).to_have_attribute("aria-pressed", "true")
        expect(answers.first).to_be_focused()
        expect(answers).to_have_count(count)
        answers.nth(1).click()
        expect(answers.first).to_have_attribute("aria-pressed", "false")


def test_the_sentence_says_how_it_is_done_and_a_tap_without_effect_is_answered(
    page: Page,
) -> None:
    turn, told = page.get_by_test_id("missing"), page.get_by_test_id("told")
    expect(turn).to_contain_text(like("ask-phone.choose-twice", "get-bit"))
    # Who else has to choose is told apart from what to do.
    expect(turn.locator(".others")).to_have_text(re.compile("Green"))
    expect(turn.locator(".asks")).to_contain_text(like("prompt.your-turn"))
    page.locator("#board svg").click()
    expect(told).to_have_text(re.compile("^That does nothing right now. Tap a card"))
    # It lies over the board, and a tap on it puts it away.
    told.click()
    expect(told).to_be_empty()
    for robot in ("red", "blue"):
        card(page, f"{robot}:4").click()
        page.get_by_test_id("play").click()
    expect(turn).to_have_text(re.compile("^Waiting for"))
    expect(turn).not_to_contain_text(like("ask-phone.choose-twice", "get-bit"))
    expect(told).to_be_empty()
    page.locator("#board svg").click()
    expect(told).to_have_text(catalogue_text("own.not-your-turn"))


def test_a_phone_looks_back_and_a_tap_leads_to_the_present(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 4) as opened:
        table = opened.served.table

        def act() -> None:
            table.act(table.match.game.legal(table.match.position)[0], None)

        for _ in range(8):
            opened.served.run(act)
        page = opened[0]
        turn, title = page.get_by_test_id("missing"), page.get_by_test_id("title")
        # Before one's turn it tells who was bitten, not who takes back how many cards.
        expect(turn.locator(".latest")).to_contain_text(like("tell.bite", "get-bit"))
        now = title.inner_text()
        page.get_by_test_id("open-log").click()
        log, caption = page.get_by_test_id("log"), turn.locator(".caption")
        log.locator("li", has_text=like("tell.choose", "get-bit")).last.click()
        expect(caption).to_have_text(like("tell.choose", "get-bit"))
        expect(title).not_to_have_text(now)
        # Its own card lies there as it did then.
        expect(page.locator(".fan-card.down")).to_have_count(1)
        # It stays there while others choose, and goes on step by step.
        opened.served.run(act)
        until_up_to_date(page)
        while not caption.get_by_text(like("tell.bite", "get-bit")).count():
            before = caption.inner_text()
            page.locator("#later").click()
            expect(caption).not_to_have_text(before)
        page.get_by_test_id("open-log").click()
        # All that this moment tells is marked once.
        expect(log.locator("[aria-current]")).to_have_count(1)
        page.get_by_test_id("close").click()
        page.locator("[data-target='card:red:5']").click()
        expect(title).to_have_text(now)
        expect(caption).to_have_count(0)
        expect(page.locator(".lifted")).to_have_count(0)


def test_the_place_that_the_sentence_is_about_is_marked(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 4, "hold-your-ground") as opened:
        table = opened.served.table

        def until_a_battler_walks() -> tuple[int, str]:
            while True:
                legal = table.match.game.legal(table.match.position)
                if type(legal[0]).__name__ == "Pick":
                    table.act(legal[0], None)
                    return int(legal[0].seat), str(legal[0].at)
                table.act(legal[0], None)

        seat, at = opened.served.run(until_a_battler_walks)
        walker = opened[seat].locator(f"#board [data-target='tile:{at}']")
        expect(walker).to_have_class(re.compile(r"\bsure\b"))


# GET BIT!


def test_a_card_is_tapped_played_and_taken_back(page: Page) -> None:
    play, turn = page.get_by_test_id("play"), page.get_by_test_id("missing")
    expect(play).to_have_text(catalogue_text("own.play"))
    card(page, "red:4").click()
    expect(card(page, "red:4")).to_have_attribute("aria-pressed", "true")
    expect(play).to_have_text("Play 4 for Red")
    # One tap tells what the card does.
    expect(turn).to_contain_text(like("page.about", "get-bit"))
    card(page, "blue:6").click()
    expect(play).to_have_text("Play 6 for Blue")
    play.click()
    expect(card(page, "blue:6").locator("..")).to_contain_text(
        like("page.chosen", "get-bit")
    )
    expect(page.locator(PLAYABLE)).to_have_count(7)
    expect(turn).to_contain_text(like("page.take-back-last", "get-bit"))
    # A card that cannot be played answers why not.
    card(page, "blue:5").click()
    expect(page.locator("[data-rule='GB-05']")).to_be_visible()
    expect(page.get_by_test_id("told")).to_have_class("told")
    expect(page.locator(".fan-card.down")).to_have_count(1)
    until_answered(page)
    card(page, "blue:6").click()
    expect(page.locator(".fan-card.down")).to_have_count(0)


def test_an_empty_choice_a_long_press_and_why_explain_and_choose_nothing(
    page: Page,
) -> None:
    play, told = page.get_by_test_id("play"), page.get_by_test_id("told")
    chosen = page.locator("main [aria-pressed=true]")
    play.dispatch_event("click")
    expect(told).to_contain_text(like("own.choose-first"))
    card(page, "red:4").hover()
    page.mouse.down()
    expect(told).to_contain_text(like("page.about", "get-bit"))
    page.mouse.up()
    expect(chosen).to_have_count(0)
    page.get_by_test_id("why").click()
    card(page, "red:4").click()
    # A card that can be played is not refused.
    expect(told).to_have_class("told yes")
    expect(chosen).to_have_count(0)
    # The ruling opens in words.
    page.locator("[data-rule='GB-05']").click()
    expect(page.locator("#sheet-title")).to_have_text(re.compile(r"\?$"))
    expect(page.locator(".paper p").first).to_be_visible()
    page.get_by_test_id("close").click()
    play.dispatch_event("click")
    expect(told).to_contain_text(like("own.choose-first"))
    card(page, "red:4").click()
    expect(told).to_be_empty()
    expect(play).to_have_text("Play 4 for Red")


def test_a_hidden_hand_stays_hidden_after_a_reload_until_it_is_shown(
    page: Page,
) -> None:
    page.get_by_test_id("menu").click()
    page.get_by_test_id("hide").click()
    expect(page.locator(".fan-card.back")).to_have_count(14)
    page.reload()
    expect(page.locator(".fan-card.back")).to_have_count(14)
    assert page.locator("[data-target^='card:']").count() == 0
    assert choices(page).count() == 0
    expect(page.get_by_test_id("choices")).to_have_text(catalogue_text("own.hidden"))
    page.get_by_test_id("close").click()
    page.get_by_test_id("show-hand").click()
    expect(page.locator(PLAYABLE)).to_have_count(14)
    expect(page.get_by_test_id("show-hand")).to_have_count(0)
    # A choice in words is the same choice.
    choices(page).filter(has_text="5").first.click()
    expect(card(page, "red:5")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.activeElement.id") == "play"
    page.keyboard.press("Enter")
    expect(card(page, "red:5").locator("..")).to_contain_text(
        like("page.chosen", "get-bit")
    )


# Papers


@pytest.mark.parametrize("name", OURS)
def test_each_game_has_its_rules_with_pictures_and_its_lamps(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    seats = games.find(name).seats[1]
    with phones(browser, tmp_path, seats, name) as opened:
        page = opened[0]
        page.get_by_test_id("menu").click()
        page.get_by_test_id("rules").click()
        paper = page.locator(".paper")
        expect(paper.locator("h3")).to_have_text(games.find(name).title)
        expect(paper.locator("figure > svg")).to_have_count(2)
        expect(paper).to_contain_text("The end")
        page.get_by_test_id("close").click()
        page.get_by_test_id("menu").click()
        page.get_by_test_id("lamps").click()
        expect(paper.locator(".lamp-sample").first).to_be_visible()
        dark = "all => all.filter((lamp) => !lamp.style.background).length"
        assert paper.locator(".lamp-sample").evaluate_all(dark) == 0


# It shows what happened

MOVED = """async ([from, to]) => {
  const { glide, seen } = await import("/static/shared/motion.js");
  const box = document.createElement("div");
  document.body.append(box);
  const put = (name, left) => {
    const node = document.createElement("i");
    Object.assign(node.style, { position: "fixed", left: `${left}px`, top: "0" });
    node.dataset.piece = name;
    box.replaceChildren(node);
    return node;
  };
  put(from, 10);
  const before = seen(box);
  const node = put(to, 200);
  glide(box, before, from === to ? [] : [{ piece: to, from }]);
  const moving = node.getAnimations();
  box.remove();
  return moving.map((one) => one.effect.getTiming().duration);
}"""


# Shown again, everything begins again: some may have come to rest already.
ENDINGS = """() => {
  document.body.style.display = "none";
  document.body.getBoundingClientRect();
  document.body.style.display = "";
  const ends = (one) => one.effect.getComputedTiming().endTime;
  return document.getAnimations().map(ends);
}"""


def test_pieces_move_from_where_they_were_and_what_glows_comes_to_rest(
    browser: Browser, tmp_path: Path
) -> None:
    """A page that nobody touches paints nothing, and spares the phone's battery."""
    with phones(browser, tmp_path, seats=3, moves=True) as opened:
        expect(opened[0].locator(PLAYABLE)).to_have_count(14)
        assert opened[0].evaluate(MOVED, ["robot:red", "robot:red"]) == [320]
        assert opened[0].evaluate(MOVED, ["card:4", "choice:red"]) == [320]
        endings = opened[0].evaluate(ENDINGS)
    # Infinity comes as a float, and is more than any of these.
    assert endings
    assert max(endings) < 6000


# The table out of reach


def test_a_choice_is_kept_while_the_table_is_away_and_sent_once(page: Page) -> None:
    acts = "sent.filter((one) => one.type === 'act').length"
    page.evaluate("window.sent = []")
    page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            sent.push(JSON.parse(text));
            return send.call(this, text);
          };
        }"""
    )
    page.context.set_offline(True)
    page.evaluate("undertow.connection.lose()")
    banner = page.get_by_test_id("connection")
    expect(banner).to_contain_text("Offline")
    # The sentence and the board stay in view.
    top = "node => node.getBoundingClientRect().top"
    bottom = "node => node.getBoundingClientRect().bottom"
    turn = page.get_by_test_id("missing").evaluate(top)
    assert banner.evaluate(bottom) <= turn + 8
    card(page, "red:4").click()
    page.get_by_test_id("play").click()
    expect(page.get_by_test_id("told")).to_contain_text("We'll send your move")
    assert page.evaluate(acts) == 0
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(card(page, "red:4").locator("..")).to_contain_text(
        like("page.chosen", "get-bit")
    )
    assert page.evaluate(acts) == 1


def test_after_a_gap_the_page_lists_what_it_has_missed(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, seats=2, seed=7) as opened:
        page, table = opened[0], opened.served.table
        page.evaluate("undertow.shown()")
        page.context.set_offline(True)
        expect(page.get_by_test_id("connection")).to_contain_text("Offline")

        def a_round() -> None:
            while not table.match.position.round > 1:
                legal = table.match.game.legal(table.match.position)
                table.act(legal[0], None)

        opened.served.run(a_round)
        page.context.set_offline(False)
        expect(page.get_by_test_id("told")).to_contain_text("While you were away:")
        expect(page.get_by_test_id("told")).to_contain_text(
            catalogue_text("tell.round-2", "get-bit")
        )
        expect(page.get_by_test_id("connection")).to_be_empty()


WAKE = """(seconds) => {
  const opened = [];
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...all) { super(...all); opened.push(this); }
  };
  const look = (hidden, at) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    Date.now = () => at;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  look(true, 0);
  look(false, seconds * 1000);
  return opened.length;
}"""


def test_a_phone_that_wakes_up_asks_the_table_at_once(page: Page) -> None:
    assert page.evaluate(WAKE, 1) == 0, "a moment's sleep has lost nothing"
    assert page.evaluate(WAKE, 60) == 1
    expect(page.locator(PLAYABLE)).to_have_count(14)


def test_a_seat_that_wants_it_is_called_with_a_chime(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, seats=2, seed=7) as opened:
        page, table = opened[0], opened.served.table
        page.evaluate(
            """() => {
              window.rung = 0;
              const begin = OscillatorNode.prototype.start;
              OscillatorNode.prototype.start = function (at) {
                rung += 1;
                return begin.call(this, at);
              };
            }"""
        )
        page.get_by_test_id("menu").click()
        page.get_by_test_id("chime").click()
        expect(page.get_by_test_id("chime")).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("rung") == 2, "it is heard once, to be known again"

        def choose_for(seat: int) -> None:
            for _ in range(2):
                legal = table.match.game.legal(table.match.position)
                table.act(next(a for a in legal if a.seat == seat), None)

        opened.served.run(lambda: choose_for(0))
        expect(page.get_by_test_id("missing")).to_have_text(re.compile("^Waiting for"))
        opened.served.run(lambda: choose_for(1))
        page.wait_for_function("() => rung === 4")


def test_the_screen_stays_on_while_somebody_wants_it(page: Page) -> None:
    page.evaluate(
        """() => {
          window.locks = [];
          const request = async () => {
            const lock = { released: false, async release() { this.released = true; } };
            locks.push(lock);
            return lock;
          };
          Object.defineProperty(navigator, "wakeLock", { value: { request } });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    held = "locks.filter((lock) => !lock.released).length"
    page.get_by_test_id("menu").click()
    switch = page.get_by_test_id("awake")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    page.wait_for_function(f"() => {held} === 0")
    page.get_by_test_id("awake").click()
    page.wait_for_function(f"() => {held} === 1")


def test_an_installed_page_opens_while_the_table_is_away(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    expect(page.locator(PLAYABLE)).to_have_count(14)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("connection")).to_contain_text("Offline")
    kept = (
        "caches.open('undertow').then((c) => c.keys()).then((k) => k.map((r) => r.url))"
    )
    assert not any("code" in url for url in page.evaluate(kept))


def test_a_phone_without_room_for_a_copy_still_opens_its_page(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2) as served:
        page = browser.new_page()
        address = f"http://localhost:{served.port}"
        page.goto(f"{address}/seat/0?code={served.codes[0]}")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.reload()
        expect(page.locator(PLAYABLE).first).to_be_visible()
        page.evaluate("caches.delete('undertow')")
        tools = page.context.new_cdp_session(page)
        tools.send(
            "Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1}
        )
        page.reload()
        expect(page.locator(PLAYABLE).first).to_be_visible()


IS_CUT = "line => line.scrollWidth > line.clientWidth + 1"


def test_the_turns_that_are_left_are_told_in_full_on_a_small_phone(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 4, "hold-your-breath") as opened:
        table, rng = opened.served.table, Random(3)

        def step() -> bool:
            match = table.match
            if match.position.last_turns is None:
                table.act(rng.choice(match.game.legal(match.position)), None)
            return match.position.last_turns is not None

        while not opened.served.run(step):
            pass
        page = opened[0]
        page.set_viewport_size({"width": 360, "height": 640})
        stands = page.locator("#title > :first-child")
        expect(stands).to_contain_text("more turns")
        assert not stands.evaluate(IS_CUT)
