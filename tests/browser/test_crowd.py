"""A page for which the table has no room: it says why, and comes in when there is."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.webtable import HASTY, web_table


def test_a_page_without_room_says_why_and_comes_in_when_there_is_room(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, limits=HASTY._replace(pages_of_one=1)) as served:
        with served.page() as first:
            first.next("position")
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{served.port}/")
            said = page.get_by_text("Too many pages are open on this device")
            expect(said).to_be_visible()
        served.wait_for_pages(0)
        page.get_by_role("button", name="Try now").click()
        expect(said).to_have_count(0)
        served.wait_for_pages(1)
        page.close()
