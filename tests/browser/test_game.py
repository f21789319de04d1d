"""A real table in a real browser, as people at a table would play."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from controller.basics.sentence import say
from tests.support import processes
from tests.support.browsing import PLAYABLE, Party, press
from tests.support.webtable import web_table
from tests.support.words import catalogue_text


def choose_on_the_bare_table(party: Party, seat: int, card: int) -> None:
    """Holds the seat (shift keeps it held), counts with next, confirms with ok."""
    button = party.table.locator(f"[data-control='seat:{seat}']")
    button.click(modifiers=["Shift"])
    press(party.table, *["next"] * card, "ok")
    button.click()


def test_four_seats_play_rounds_in_the_browser(
    browser: Browser, tmp_path: Path
) -> None:
    """`test_blind` plays on to the end."""
    with processes.table(tmp_path, "--seed=7", "--seats=4") as address:
        party = Party(browser, address)
        expect(party.table.get_by_test_id("title")).to_contain_text("Round 1")
        for seat in range(3):
            party.choose(seat, pick=seat)
        # A missing card's lamp is brighter.
        party.await_light('return light("seat:0") < light("seat:3") / 2')
        choose_on_the_bare_table(party, 3, card=5)
        party.await_round(2)
        _ask_why_not(party)
        _see_a_reveal(party)
        party.await_round(3)
        assert party.complaints == []


def _ask_why_not(party: Party) -> None:
    """Check that a card on the table is refused with GB-31."""
    page = party.seats[0]
    illegal = page.locator("[data-testid=hand] button:not([aria-pressed])").first
    card = str(illegal.get_attribute("data-target")).rpartition(":")[2]
    illegal.click()
    told = page.get_by_test_id("told")
    expect(told.locator("[data-rule='GB-31']")).to_be_visible()
    expect(told).to_contain_text(f"Red has already played the {card}")


def _see_a_reveal(party: Party) -> None:
    # Every card has its middle tile, its corners or both lit, for a moment.
    with party.expect_light('return light("tile:2,2") + light("tile:1,1") > 0'):
        for seat in range(4):
            party.choose(seat, pick=3 - seat)


def test_a_game_is_offered_after_a_restart_and_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    with processes.table(tmp_path, "--seed=7", "--seats=4") as address:
        before = Party(browser, address, opened=1)
        before.choose(0)
    with processes.table(tmp_path) as address:
        after = Party(browser, address, opened=2)
        offer = after.table.get_by_test_id("offer")
        expect(offer).to_contain_text("Round 1 · Red, Blue, Green, Yellow")
        assert after.links == before.links
        after.table.locator("[data-control=ok]").click()
        expect(offer).to_be_hidden()
        expect(after.seats[1].locator(PLAYABLE).first).to_be_visible()
        assert after.pending() == [1]
        after.choose(1)
        assert after.pending() == []


def unplugged(wire: bytes) -> None:
    raise OSError(19, "No such device")


def test_a_strip_that_fails_and_recovers_is_named_on_the_page(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, seats=2) as served:
        party = Party(browser, f"http://localhost:{served.port}", seats=2, opened=1)
        page = party.table
        trouble, told = page.get_by_test_id("trouble"), page.get_by_test_id("told")
        parts = page.get_by_test_id("parts")
        expect(parts.locator("li", has_text="strip")).to_contain_text("strip: OK")
        expect(trouble).to_be_hidden()
        served.run(lambda: setattr(served.backend.pixels, "show", unplugged))
        page.locator("[data-control='seat:0']").click()
        sentence = "strip: OSError: [Errno 19] No such device"
        expect(trouble).to_be_visible()
        expect(trouble).to_contain_text(sentence)
        expect(told).to_contain_text(sentence, ignore_case=True)
        expect(parts.locator("li.broken")).to_contain_text(sentence)
        # The page shows what the lamps should, and `why` what is the matter.
        party.await_light('return light("why") > 0')
        choose_on_the_bare_table(party, 0, card=9)
        page.locator("[data-control=why]").click()
        expect(told).to_contain_text(sentence, ignore_case=True)
        served.run(lambda: delattr(served.backend.pixels, "show"))
        expect(told).to_contain_text(catalogue_text("works-again", part="Strip"))
        expect(trouble).to_be_hidden()
        party.choose(0)
        party.await_light('return light("why") === 0')
        assert party.complaints == []


# Each answer is shown for seconds, and a busy machine may look too late.
KEEP_TOLD = """() => {
  window.kept = [];
  const told = document.getElementById("told");
  const keep = () => kept.push(told.textContent);
  const what = { childList: true, characterData: true, subtree: true };
  new MutationObserver(keep).observe(told, what);
}"""


def test_the_table_is_switched_off_from_the_keyboard(
    browser: Browser, tmp_path: Path
) -> None:
    with processes.table(tmp_path, "--seed=7", "--seats=2") as address:
        party = Party(browser, address, seats=2, opened=0)
        page = party.table
        page.evaluate(KEEP_TOLD)
        page.locator("#table").focus()
        page.keyboard.down("u")
        page.keyboard.down("w")
        expect(page.get_by_test_id("connection")).to_contain_text("Offline")
        told = "\n".join(page.evaluate("kept"))
        assert "The table turns off in 3 s" in told
        assert catalogue_text("power.off") in told


def test_a_button_that_is_held_too_long_is_called_by_its_player(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, seats=4) as served:
        party = Party(browser, f"http://localhost:{served.port}", seats=4, opened=0)
        told = say("trouble.held", control="seat:0")
        driver_says = ("seat:0's button", "down for 60 s", told)
        served.run(lambda: served.rig.parts.fails(*driver_says))
        trouble = party.table.get_by_test_id("trouble")
        expect(trouble).to_contain_text("Red's button has been down for a minute")
        expect(trouble).not_to_contain_text("seat:0")
        assert party.complaints == []
