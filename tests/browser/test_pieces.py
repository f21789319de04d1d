"""Pieces on the drawn table, in a real browser: set up, guided, moved as a choice."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from controller import games
from controller.basics.sentence import verbatim
from controller.games.hold_your_breath.pieces import Play
from controller.games.hold_your_ground.pieces import Eliminator
from controller.input.intents import NewGame
from controller.light import palette
from controller.pieces.tracker import CARRYING
from controller.words.files import in_english
from tests.support.browsing import middle, press
from tests.support.drawn_pieces import Pieces, RealHands, breath, pieces
from tests.support.words import catalogue_text

# How often something is put into an element from now on.
COUNT_NEWS = """id => {
  window.news = 0;
  const count = () => { window.news += 1; };
  const what = { childList: true, characterData: true, subtree: true };
  new MutationObserver(count).observe(document.getElementById(id), what);
}"""
NOTHING_CAN_BE_SCROLLED_SIDEWAYS = (
    "() => document.documentElement.scrollWidth <= innerWidth"
)


# Setting up and putting away


def test_the_pieces_are_set_up_and_what_belongs_nowhere_is_taken_off(
    browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, "hold-your-breath") as table:
        table.drag("pirate:1", table.spot("depth:2:9"))
        with table.served.page() as other:
            other.send("move", piece="puck", to="depth:0:0")
            table.expect_at("puck", "depth:0:0")
        table.set_up()
        table.expect_at("pirate:0", "depth:0:0")
        table.expect_at("pirate:1", "depth:1:0")
        expect(table.thing("puck")).to_be_hidden()
        table.button(catalogue_text("html.put-away-pieces")).click()
        table.expect_in_tray("pirate:0")
        table.expect_in_tray("pirate:1")
        game = table.served.table
        table.served.wait_until(lambda: not game.check.occupied)
        expect(table.page.get_by_test_id("step")).to_be_empty()


@pytest.mark.parametrize("name", games.names())
def test_the_tray_offers_the_pieces_of_the_game_in_its_colours(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, name, games.find(name).seats[1]) as table:
        expected = sorted(
            piece for there in table.belongs().values() for piece in there
        )
        there = table.page.locator("#tray-pieces [data-thing]:visible")
        expect(there).to_have_count(len(expected))
        things = [str(each.get_attribute("data-thing")) for each in there.all()]
        assert things == expected
        feels_none = table.page.get_by_text(catalogue_text("html.pieceless"))
        expect(feels_none).to_be_visible(visible=not expected)
        set_up = table.button(catalogue_text("html.set-up-pieces"))
        expect(set_up).to_be_visible(visible=bool(expected))
        for thing in things:
            expect(table.thing(thing)).to_have_css("border-color", colour(name, thing))


def colour(game: str, thing: str) -> str:
    """Return a piece's colour from the palette."""
    which = thing.partition(":")[2]
    names = list(games.for_page(game)["colours"])
    whose = names[int(which)] if which.isdecimal() else which
    screen = palette.for_pages().get(whose, "#f3c677")
    red, green, blue = (int(screen[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


def test_pieces_that_no_game_of_ours_has_are_offered_set_up_and_moved(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands = {"tile:0,0": ("buoy",), "tile:2,2": ("crab:1",), "depth:1:4": ("x:green",)}
    staging = games.staging(games.find("get-bit"))
    other = staging._replace(stands=lambda _view: stands)
    monkeypatch.setattr("controller.games.get_bit.STAGING", other)
    with pieces(browser, tmp_path, "get-bit", seats=4) as table:
        for thing, letter, name in (
            ("buoy", "B", "buoy"),
            ("crab:1", "B", "Blue's crab"),
            ("x:green", "G", "the Green x"),
        ):
            table.expect_in_tray(thing)
            expect(table.thing(thing)).to_have_text(letter)
            expect(table.thing(thing)).to_have_attribute("aria-label", name)
        table.set_up()
        table.expect_all_right()
        table.drag("buoy", table.spot("tile:4,4"))
        table.expect_at("buoy", "tile:4,4")
        named = NewGame(games.find("get-bit"), 4, {}, players=("A", "\U0001f988 Ben"))
        table.served.run(lambda: table.served.table.ask(named))
        expect(table.thing("crab:1")).to_have_text("\U0001f988")


def test_an_anchor_and_its_pirate_stand_on_one_place_and_the_pirate_can_be_moved(
    browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, "hold-your-breath") as table:
        match = table.served.table.match
        expect(table.thing("anchor:0")).to_be_hidden()
        table.play_until(lambda: match.position.anchors is not None)
        shared = [p for p, who in table.belongs().items() if len(who) > 1]
        place = next(place for place in shared if place != "depth:0:0")
        anchor, pirate = table.belongs()[place]
        expect(table.thing(anchor).locator("svg")).to_have_count(1)
        table.set_up()
        # In whatever order they came there.
        table.page.reload()
        table.expect_all_right()
        table.drag(pirate, table.spot("depth:3:30"))
        table.expect_at(pirate, "depth:3:30")
        table.expect_at(anchor, place)


# A move by moving


def test_a_pirate_is_dragged_down_his_lane_and_the_swim_is_played(
    browser: Browser, tmp_path: Path
) -> None:
    with breath(browser, tmp_path, air=10) as table:
        table.drag("pirate:0", table.spot("depth:0:2"))
        table.await_action(Play(0, "swim-10-panic", "swim-10"))
        expect(table.page.get_by_test_id("log")).to_contain_text("Swim 10")
        table.await_rest()
        table.expect_at("pirate:0", "depth:0:2")
        # Taken back, he is led home, and the page can carry him.
        table.page.locator("[data-control=undo]").click()
        table.expect_step(
            "Move Blue's pirate from Blue's lane, 10 ft to Blue's lane, 0 ft",
            "depth:0:2",
            "depth:0:0",
        )
        before = table.actions()
        table.button(catalogue_text("html.do-it")).press("Enter")
        table.await_rest()
        table.expect_at("pirate:0", "depth:0:0")
        assert table.actions() == before
        expect(table.button(catalogue_text("html.do-it"))).to_be_hidden()
        expect(table.page.locator("#table")).to_be_focused()
        expect(table.page.get_by_test_id("way").locator("*")).to_have_count(0)


def test_where_several_cards_fit_a_dragged_pirate_waits_for_his_seats_button(
    browser: Browser, tmp_path: Path
) -> None:
    with breath(browser, tmp_path, air=10) as table:
        table.drag("pirate:0", table.spot("depth:0:1"))
        table.served.wait_until(lambda: table.served.table.gestures.progress.carrying)
        expect(table.page.get_by_test_id("step")).to_have_text(in_english(CARRYING))
        expect(table.button(catalogue_text("html.do-it"))).to_be_hidden()
        seat = table.page.locator("[data-control='seat:0']")
        seat.click(modifiers=["Shift"])
        press(table.page, *["next"] * 4, "ok")
        table.await_action(Play(0, "swim-5-draw", "swim-5"))
        seat.click()
        table.await_rest()
        table.expect_at("pirate:0", "depth:0:1")


def test_a_drag_that_nobody_may_do_is_refused_and_led_back(
    browser: Browser, tmp_path: Path
) -> None:
    with breath(browser, tmp_path, air=0) as table:
        told = table.page.get_by_test_id("told")
        table.drag("pirate:0", table.spot("depth:0:1"))
        table.expect_step(
            "Move Blue's pirate from Blue's lane, 5 ft to Blue's lane, 0 ft",
            "depth:0:1",
            "depth:0:0",
        )
        expect(told).to_contain_text("Blue can't move there.")
        table.drag("pirate:0", table.spot("depth:0:0"))
        table.await_rest()
        expect(told).to_have_text(catalogue_text("reply.all-right"))


def test_a_finger_on_a_phone_is_fine_enough_for_five_feet(
    browser: Browser, tmp_path: Path
) -> None:
    with breath(browser, tmp_path, air=10) as table:
        phone = browser.new_page(
            viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
        )
        phone.goto(f"{table.party.address}/")
        spot = phone.locator("#table .lens[data-place='depth:0:7']")
        start, end = middle(table.thing("pirate:0", phone)), middle(spot)
        finger = phone.context.new_cdp_session(phone)
        steps = [("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])]
        for kind, points in steps:
            at = [{"x": x, "y": y} for x, y in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        says = "Move Blue's pirate from Blue's lane, 35 ft to Blue's lane, 0 ft"
        expect(phone.get_by_test_id("step")).to_contain_text(says)
        assert phone.evaluate(NOTHING_CAN_BE_SCROLLED_SIDEWAYS)
        phone.get_by_role("button", name=catalogue_text("html.do-it")).click()
        table.await_rest()
        phone.close()


def _in_words(tile: str) -> str:
    row, column = map(int, tile.removeprefix("tile:").split(","))
    return f"row {row + 1}, tile {column + 1}"


def test_the_puck_is_dragged_to_where_the_eliminator_shall_go(
    browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, "hold-your-ground") as table:
        table.play_until(lambda: isinstance(table.first_legal(), Eliminator))
        table.set_up()
        ways = {f"tile:{action.to}": action for action in table.legal()}
        (at,) = table.belongs()
        tiles = [f"tile:{row},{column}" for row in range(5) for column in range(5)]
        far = next(tile for tile in tiles if tile not in ways and tile != at)
        table.drag("puck", table.spot(far))
        expect(table.page.locator(".ruling")).to_contain_text("HYG-")
        there, back = (_in_words(place) for place in (far, at))
        table.expect_step(f"Move the puck from {there} to {back}", far, at)
        table.button(catalogue_text("html.do-it")).click()
        table.await_rest()
        to, action = next(iter(ways.items()))
        table.drag("puck", table.spot(to))
        # Cards are drawn after it, so it waits for `ok`.
        table.served.wait_until(lambda: table.served.table.gestures.progress.carrying)
        press(table.page, "ok")
        table.await_action(action)


# Step by step


def swim(table: Pieces) -> None:
    """Play GET BIT! until robots have overtaken each other."""
    before = table.belongs()
    rng = Random(3)
    for _ in range(100):
        table.act(rng.choice(table.legal()))
        if len(table.belongs()) == len(before) and table.belongs() != before:
            return
    raise AssertionError("nobody overtakes")


def test_after_a_round_each_robot_is_led_and_the_page_does_every_step(
    browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, "get-bit", seats=4) as table:
        table.set_up()
        swim(table)
        do_it, line = (
            table.button(catalogue_text("html.do-it")),
            table.page.get_by_test_id("step"),
        )
        said: list[str] = []
        while True:
            expect(do_it).to_be_visible()
            said.append(str(line.text_content()))
            assert len(said) < 10, said
            # A second click does no harm; after the last step nothing is left to click.
            do_it.dblclick()
            table.page.wait_for_function(
                "said => document.getElementById('step').textContent !== said",
                arg=said[-1],
            )
            if not line.text_content():
                break
        assert all(" robot " in sentence for sentence in said)
        table.await_rest()
        table.expect_all_right()


def change_places_unfelt(table: Pieces) -> None:
    """Swap the robots so that no sensor is ever free."""
    with table.served.page() as other:
        for place, (robot,) in table.belongs().items():
            other.send("move", piece=robot, to=place)
        table.expect_all_right()
    expect(table.page.get_by_test_id("step")).not_to_be_empty()


def test_robots_that_were_swapped_unfelt_are_lifted_to_be_felt(
    browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, "get-bit", seats=4) as table:
        table.set_up()
        swim(table)
        change_places_unfelt(table)
        table.set_up()
        table.expect_all_right()


def test_a_piece_that_its_sensor_does_not_feel_is_not_put_there_twice(
    browser: Browser, tmp_path: Path
) -> None:
    with breath(browser, tmp_path, air=0) as table:
        faults = table.served.backend.faults
        table.served.run(lambda: faults.set("depth", "stuck off", "depth:1:0 hall"))
        says = "Put Green's pirate on Green's lane, 0 ft"
        table.expect_step(says, at=None, to="depth:1:0")
        table.button(catalogue_text("html.do-it")).click()
        table.drag("pirate:0", table.spot("depth:0:3"))
        table.expect_at("pirate:0", "depth:0:3")
        table.expect_at("pirate:1", "depth:1:0")
        standing = table.page.locator(".standing-things .thing")
        expect(standing).to_have_count(2)


def test_a_step_is_said_once_however_often_the_page_is_told(
    browser: Browser, tmp_path: Path
) -> None:
    with breath(browser, tmp_path, air=0) as table:
        line, game = table.page.get_by_test_id("step"), table.served.table
        assert line.get_attribute("role") == "status"
        table.drag("pirate:1", table.page.locator("#tray-title"))
        table.expect_step(
            "Put Green's pirate on Green's lane, 0 ft", at=None, to="depth:1:0"
        )
        table.page.evaluate(COUNT_NEWS, "step")
        for _ in range(3):
            table.served.run(lambda: game.tell_again())
        table.served.run(lambda: game.announce(verbatim("that was three times")))
        expect(table.page.get_by_test_id("told")).to_contain_text("three times")
        assert table.page.evaluate("() => news") == 0
        table.button(catalogue_text("html.do-it")).click()
        table.await_rest()
        assert table.page.evaluate("() => news") == 1


def test_a_real_tables_page_says_and_shows_the_step_and_moves_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    with pieces(browser, tmp_path, "hold-your-breath", backend=RealHands) as table:
        served, backend = table.served, table.served.backend
        assert isinstance(backend, RealHands)
        served.run(lambda: backend.hands.put("depth:0:0"))
        served.run(lambda: backend.hands.put("depth:1:4"))
        table.expect_step(
            "Move Green's pirate from Green's lane, 20 ft to Green's lane, 0 ft",
            "depth:1:4",
            "depth:1:0",
        )
        for name in (
            catalogue_text("html.do-it"),
            catalogue_text("html.set-up-pieces"),
            catalogue_text("html.put-away-pieces"),
        ):
            expect(table.button(name)).to_be_hidden()
        served.run(lambda: backend.hands.take("depth:1:4"))
        table.expect_step(
            "Put Green's pirate on Green's lane, 0 ft", at=None, to="depth:1:0"
        )
        served.run(lambda: backend.hands.put("depth:1:0"))
        table.await_rest()
