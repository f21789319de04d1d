"""From the first screen to a legal move, using only what the page shows and says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller import games
from controller.tabletop.gestures import Count, Press
from tests.support.browsing import press, until_answered
from tests.support.webtable import WebTable, web_table
from tests.support.words import catalogue_text, like


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path, 2, seed=3, is_chosen=False) as served:
        yield served


@pytest.fixture
def page(browser: Browser, served: WebTable) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    # The host has no seat to ask for, and gets to the first screen all the same.
    page.goto(f"http://localhost:{served.port}/join", wait_until="commit")
    expect(page.locator(".game-card")).to_have_count(len(games.names()))
    yield page
    page.close()


def begin(page: Page, title: str) -> None:
    """Start a game of two named players."""
    page.get_by_role("radio", name=title).check(force=True)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    for number, name in enumerate(("Anna", "Ben")):
        page.locator("[name=player]").nth(number).fill(name)
    page.get_by_role("button", name=like("html.start")).click()
    expect(page.locator("#first")).to_be_hidden()


def asked(page: Page) -> str:
    """Return the player whom the prompt addresses."""
    prompt = page.locator("#missing strong")
    expect(prompt).to_contain_text(": ")
    return str(prompt.text_content()).partition(":")[0].split(" and ")[0]


def hold(page: Page, name: str) -> None:
    seat = page.locator("#table .seat", has_text=name)
    seat.click()
    expect(seat).to_have_attribute("aria-pressed", "true")


# Each game's first move, as its prompt describes it.


def get_bit(page: Page, _served: WebTable) -> None:
    expect(page.locator("#missing")).to_contain_text("Hold your seat, press NEXT")
    hold(page, "Anna")
    expect(page.locator("#told")).to_contain_text("Anna: keep holding.")
    press(page, "next", "next")
    expect(page.locator("#told")).to_contain_text(like("reply.counted"))
    press(page, "ok")


def in_hand(served: WebTable) -> tuple[list[str], int]:
    """Return the tiles and the number of a play, as its player sees them."""
    scripts = served.run(lambda: served.table.now.situation.scripts)
    script = next(s for _, s in scripts if any(isinstance(g, Count) for g in s))
    tiles = [g.place for g in script if isinstance(g, Press)]
    (number,) = (g.times for g in script if isinstance(g, Count))
    return tiles, number


def hold_your_breath(page: Page, served: WebTable) -> None:
    expect(page.locator("#missing")).to_contain_text(
        like("ask.breathe", "hold-your-breath")
    )
    tiles, number = in_hand(served)
    who = asked(page)
    press(page, *tiles)
    expect(page.locator("#told")).to_contain_text(f"{who}: now hold your seat.")
    hold(page, who)
    press(page, *["next"] * number, "ok")


MOVES = {"get-bit": get_bit, "hold-your-breath": hold_your_breath}


@pytest.mark.parametrize("name", MOVES)
def test_a_first_time_player_gets_from_the_first_screen_to_a_legal_move(
    name: str, page: Page, served: WebTable
) -> None:
    begin(page, games.find(name).title)
    served.wait_until(lambda: served.table.phase == "play")
    assert served.run(lambda: served.table.setup.players) == ("Anna", "Ben")
    before = served.position
    MOVES[name](page, served)
    match = served.table.match
    served.wait_until(lambda: match.position != before)
    assert not served.run(lambda: match.is_undecided)
    expect(page.locator("#missing strong")).to_contain_text(": ")


def test_next_and_ok_on_the_table_choose_too_and_the_screen_follows(
    page: Page, served: WebTable
) -> None:
    expect(page.locator("#missing")).to_contain_text("Everyone: choose a game.")
    press(page, "next")
    second = games.find(games.names()[1]).title
    expect(page.locator("#missing")).to_contain_text(f"OK to play {second}")
    expect(page.get_by_role("radio", name=second)).to_be_checked()
    press(page, "ok")
    expect(page.locator("#first")).to_be_hidden()
    served.wait_until(lambda: served.table.phase == "play")


def test_a_name_that_nobody_can_see_is_refused_beside_its_field(
    page: Page, served: WebTable
) -> None:
    names = page.locator("[name=player]")
    names.nth(0).fill("Anna")
    names.nth(1).fill("\u2800\u3164")
    page.get_by_role("button", name=like("html.start")).click()
    expect(page.locator("[name=player][aria-invalid=true]")).to_have_count(1)
    expect(names.nth(1)).to_be_focused()
    expect(page.locator("#misnamed")).to_be_visible()
    assert served.run(lambda: served.table.phase) == "choose"
    names.nth(1).fill("Ben")
    page.get_by_role("button", name=like("html.start")).click()
    served.wait_until(lambda: served.table.phase == "play")
    assert served.run(lambda: served.table.setup.players)[:2] == ("Anna", "Ben")


def open_more(page: Page) -> None:
    page.locator("#more summary").click()


def choose_again(page: Page) -> None:
    """Open the first screen during a game."""
    page.locator("#menu summary").click()
    page.locator("#new-game-button").click()


def test_arrow_keys_reach_every_number_of_players_and_options_stay(
    page: Page, served: WebTable
) -> None:
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    open_more(page)
    option = page.get_by_label(games.words("get-bit").render("option.memory"))
    option.select_option("true")
    page.get_by_role("radio", name="2", exact=True).focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="4", exact=True)).to_be_focused()
    expect(page.get_by_role("radio", name="4", exact=True)).to_be_checked()
    expect(page.locator("[name=player]")).to_have_count(4)
    expect(option).to_have_value("true")
    page.get_by_role("button", name=like("html.start")).click()
    served.wait_until(lambda: served.table.phase == "play")
    assert served.run(lambda: served.table.match.options["memory"]) is True


def test_a_refused_order_keeps_the_form_and_a_number_is_there_again(
    page: Page, served: WebTable
) -> None:
    page.get_by_role("radio", name="HAI NOON").check(force=True)
    names, cap = page.locator("[name=player]"), page.locator("[name='option:turn_cap']")
    names.nth(0).fill("Anna \U0001f988")
    open_more(page)
    cap.fill("many")
    page.get_by_role("button", name=like("html.start")).click()
    expect(page.locator("#told")).not_to_be_empty()
    expect(page.locator("#first")).to_be_visible()
    expect(names.nth(0)).to_have_value("Anna \U0001f988")
    cap.fill("30")
    page.get_by_role("button", name=like("html.start")).click()
    served.wait_until(lambda: served.table.phase == "play")
    expect(page.locator("#first")).to_be_hidden()
    page.get_by_test_id("links").locator("select").nth(1).select_option("sharp")
    choose_again(page)
    expect(names.nth(0)).to_have_value("Anna \U0001f988")
    expect(cap).to_have_value("30")
    # The players keep their seats.
    expect(page.locator("#names select").nth(1)).to_have_value("sharp")
    # A name can be typed while others play.
    names.nth(1).click()
    table = served.table
    served.run(lambda: table.act(table.match.game.legal(table.match.position)[0], None))
    expect(page.get_by_test_id("log")).not_to_be_empty()
    page.keyboard.type("Cy")
    expect(names.nth(1)).to_have_value("Cy")
    page.get_by_role("button", name=like("html.start")).click()
    page.get_by_test_id("confirm").locator(".strong").click()
    expect(page.locator("#first")).to_be_hidden()
    expect(page.locator("#table")).to_be_focused()
    assert served.run(lambda: served.table.match.options["turn_cap"]) == 30


def test_each_game_says_what_it_is_how_many_play_and_how_long(page: Page) -> None:
    for card in page.locator(".game-card").all():
        expect(card).to_contain_text("players")
        expect(card).to_contain_text(" min")
        assert len(str(card.locator(".about").text_content())) > 30
        assert card.locator("img").evaluate("image => image.naturalWidth") > 0


def test_ok_on_the_table_is_not_told_beside_another_game(
    page: Page, served: WebTable
) -> None:
    how = page.locator("#missing .how").first
    expect(how).to_contain_text("Press OK to play GET BIT!")
    expect(how).to_be_visible()
    # Wait until the table knows which game the page has chosen.
    with served.standing_still():
        page.get_by_role("radio", name="HAI NOON").check(force=True)
        expect(how).to_be_hidden()
    expect(how).to_contain_text("Press OK to play HAI NOON")
    expect(how).to_be_visible()
    press(page, "next")
    expect(how).to_contain_text("Press OK to play HOLD YOUR BREATH!")
    expect(how).to_be_visible()


def test_an_option_that_is_typed_before_the_table_has_answered_stays(
    page: Page, served: WebTable
) -> None:
    with served.standing_still():
        page.get_by_role("radio", name="HAI NOON").check(force=True)
        open_more(page)
        cap = page.locator("[name='option:turn_cap']")
        cap.fill("30")
    expect(page.locator("#missing .how").first).to_contain_text("HAI NOON")
    expect(cap).to_have_value("30")


# Bots


def begun(browser: Browser, served: WebTable) -> Page:
    """Start a game of Anna against a bot on the first screen."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"http://localhost:{served.port}/")
    page.get_by_role("radio", name="GET BIT!").check(force=True)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("textbox", name="Red and Blue's name").fill("Anna")
    page.get_by_role(
        "combobox", name=catalogue_text("first.plays", who="Green and Yellow")
    ).select_option("easy")
    page.get_by_role("button", name=like("html.start")).click()
    expect(page.get_by_test_id("title")).to_have_text("Round 1")
    return page


def seat_of(browser: Browser, page: Page, served: WebTable) -> Page:
    link = page.locator("[data-testid=links] a").first.get_attribute("href")
    seat = browser.new_page(viewport={"width": 390, "height": 844})
    seat.goto(f"http://localhost:{served.port}{link}")
    return seat


def follow_a_hint(seat: Page) -> None:
    """Ask for a hint, and play what it suggests."""
    seat.get_by_test_id("menu").click()
    seat.get_by_test_id("hint").click()
    told, play = seat.get_by_test_id("told"), seat.get_by_test_id("play")
    expect(told).to_contain_text("Hint: Play ")
    deed = str(told.locator(".sentence").text_content()).split(".")[0]
    expect(play).to_have_text(deed.removeprefix("Hint: "))
    expect(seat.locator("#hand .picked")).to_have_count(1)
    play.click()
    until_answered(seat)
    expect(seat.locator("#hand .picked")).to_have_count(0)


def test_a_round_is_played_with_hints_against_a_bot(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2, seed=3, is_chosen=False, has_bots=True) as served:
        page = begun(browser, served)
        expect(
            page.get_by_label(catalogue_text("sitting.who", who="Green & Yellow"))
        ).to_have_value("easy")
        seat = seat_of(browser, page, served)
        follow_a_hint(seat)
        follow_a_hint(seat)
        # The bot chooses for its two robots by itself, at its own pace.
        for each in (page, seat):
            expect(each.get_by_test_id("title")).to_contain_text("Round 2")
        page.close()
        seat.close()


def test_a_seat_is_left_to_a_bot_and_taken_back(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2, seed=3, has_bots=True) as served:
        seat = browser.new_page(viewport={"width": 390, "height": 844})
        seat.goto(f"http://localhost:{served.port}/seat/0?code={served.codes[0]}")
        seat.get_by_test_id("menu").click()
        seat.get_by_test_id("leave-to-bot").click()
        seat.get_by_test_id("bot-easy").click()
        expect(seat.get_by_test_id("bot")).to_contain_text(
            catalogue_text("sitting.plays-easy").strip()
        )
        # It has chosen for the first robot: its card is in.
        expect(seat.locator("[data-piece^='choice:']").first).to_be_attached()
        seat.get_by_test_id("play-myself").click()
        expect(seat.get_by_test_id("bot")).to_be_hidden()
        seat.close()
