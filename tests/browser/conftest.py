"""One browser for all these tests, which closes the pages of each test."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from tests.support.browsing import launched

AT_ONCE = "try { localStorage['at-once'] ??= 'yes'; } catch {}"


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright) as browser:
        yield browser


@pytest.fixture
def browser(chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """The browser; pages that a test leaves open are closed.

    Its pages have no animations and its phones show each round at once, unless a test
    asks for them.
    """
    new_context = chromium.new_context

    def hasty(**given: Any) -> BrowserContext:
        context = new_context(**{"reduced_motion": "reduce", **given})
        context.add_init_script(AT_ONCE)
        return context

    monkeypatch.setattr(chromium, "new_context", hasty)
    monkeypatch.setattr(chromium, "new_page", lambda **given: hasty(**given).new_page())
    before = list(chromium.contexts)
    yield chromium
    for context in chromium.contexts:
        if context not in before:
            context.close()
