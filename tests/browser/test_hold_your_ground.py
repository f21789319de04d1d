"""HOLD YOUR GROUND on a phone shows what a card, a step or a push would move."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect

from controller.games.hold_your_ground import moving
from controller.games.hold_your_ground.pieces import Position, Step
from tests.support.browsing import Phones, phones
from tests.support.webtable import WebTable
from tests.support.words import catalogue_text, like

GAME = "hold-your-ground"
# With it somebody is pushed soon, on and off the island.
SEED = 1


def play_until(served: WebTable, is_so: Callable[[Position], bool]) -> Position:
    """Play randomly until the condition holds."""
    rng = Random(SEED)

    def step() -> Position:
        match = served.table.match
        position: Position = match.position
        if not is_so(position):
            served.table.act(rng.choice(match.game.legal(position)), None)
        return position

    while not is_so(position := served.run(step)):
        pass
    return position


def pushing_steps(position: Position) -> list[Step]:
    """Return the steps that end on a full tile."""
    if position.phase != "step":
        return []
    steps = moving.steps(position)
    return [step for step in steps if moving.step(position, step).phase == "push"]


def pushes_off(position: Position) -> bool:
    if position.phase != "push":
        return False
    return moving.ahead(position, position.crowds[-1].at) is None


def arrows(page: Page) -> list[str]:
    """Return the arrows on the island as KIND:FROM:TO."""
    found: list[str] = page.locator("#board [data-arrow]").evaluate_all(
        "all => all.map(one => one.dataset.arrow)"
    )
    return found


def asked(opened: Phones, position: Position) -> Page:
    page = opened[position.active]
    expect(page.get_by_test_id("missing")).to_contain_text(like("prompt.your-turn"))
    return page


def test_a_step_that_would_push_shows_whom_it_moves_before_it_is_made(
    browser: Browser, tmp_path: Path
) -> None:
    """HYG-18, HYG-19"""
    with phones(browser, tmp_path, 3, GAME) as opened:
        position = play_until(opened.served, lambda now: bool(pushing_steps(now)))
        page = asked(opened, position)
        steps = moving.steps(position)
        walks = [one for one in arrows(page) if one.startswith("walk:")]
        assert sorted(one.rpartition(":")[2] for one in walks) == sorted(
            step.to for step in steps
        )
        starts = {one.split(":")[1] for one in arrows(page) if one.startswith("push:")}
        assert {step.to for step in pushing_steps(position)} <= starts


def test_a_push_says_and_shows_where_it_goes(browser: Browser, tmp_path: Path) -> None:
    """HYG-22"""
    with phones(browser, tmp_path, 3, GAME) as opened:
        position = play_until(opened.served, pushes_off)
        page = asked(opened, position)
        expect(page.get_by_test_id("missing")).to_contain_text(
            catalogue_text("whither.off", "hold-your-ground")
        )
        (at,) = {push.at for push in moving.pushes(position)}
        assert f"push:{at}:off" in arrows(page)


def test_a_card_shows_where_own_battlers_can_go(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 3, GAME) as opened:
        position = play_until(opened.served, lambda now: now.phase == "play")
        page = asked(opened, position)
        assert arrows(page) == []
        page.locator("#hand .legal").first.click()
        expect(page.locator("#board [data-arrow^='may:']").first).to_be_visible()
        # The hand is hidden, and so is what its cards would do.
        page.get_by_test_id("menu").click()
        page.get_by_test_id("hide").click()
        expect(page.locator("#board [data-arrow]")).to_have_count(0)
