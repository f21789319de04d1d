"""What few look at is fetched when it is opened; if that fails, the page says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.webtable import web_table
from tests.support.words import catalogue_text

BENCH = "view-button=bench"
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


def test_the_bench_is_fetched_when_somebody_looks_at_it(page: Page) -> None:
    asked: list[str] = page.evaluate(
        "() => performance.getEntriesByType('resource').map(({ name }) => name)"
    )
    assert not [name for name in asked if "/late/" in name]
    take(page, BENCH)
    meters = page.get_by_test_id("instruments")
    expect(meters).to_contain_text(catalogue_text("meter.frames"))
    expect(page.get_by_test_id("builder").locator("form").first).to_be_visible()
    # It counts from the first frame on.
    count = page.evaluate("undertow.frames()")
    assert count > 0
    expect(meters.locator("dd").nth(1)).to_have_text(str(count))


@pytest.mark.parametrize(
    ("what", "shown"),
    [(BENCH, "[data-part]"), ("paper=rulesOf", "#paper p")],
)
def test_what_cannot_be_fetched_is_said_and_can_be_tried_again(
    page: Page, what: str, shown: str
) -> None:
    page.route("**/late/*", lambda route: route.abort())
    take(page, what)
    expect(page.get_by_test_id("told")).to_have_text(MISSING)
    page.unroute("**/late/*")
    take(page, what)
    expect(page.locator(shown).first).to_be_visible()
