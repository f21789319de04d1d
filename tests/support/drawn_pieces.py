"""The drawn table with pieces on it, for tests in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from controller import games
from controller.games.hold_your_breath.pieces import Play
from hardware.backend import Clock
from hardware.backends.sim.backend import SimBackend
from hardware.parts.registry import Parts
from tests.support.browsing import Drawn, middle
from tests.support.piece_hands import HAND, stacked
from tests.support.webtable import WebTable, web_table
from wiring.boardmap import BoardMap


class Pieces(Drawn):
    """The drawn table, and what its page says about the pieces."""

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def set_up(self) -> None:
        # The page may be a position behind the table, and would set up that one.
        for pieces in self.belongs().values():
            for piece in pieces:
                expect(self.thing(piece)).to_be_visible()
        self.button("Set up the pieces").click()
        self.expect_all_right()
        self.await_rest()

    def await_rest(self) -> None:
        """Wait until every piece is sensed where it belongs, and none elsewhere."""

        def is_at_rest() -> bool:
            table = self.served.table
            feels = table.check
            is_right = feels.occupied == table.belongs().keys()
            return is_right and feels.is_quiet and feels.step is None

        self.served.wait_until(is_at_rest)
        expect(self.page.get_by_test_id("step")).to_be_empty()

    def lies(self, place: str) -> Locator:
        """Return the middle of a piece; the puck lies under its tile."""
        tile = self.page.locator(f"#table .tile[data-control='{place}']")
        return tile if place.startswith("tile:") else self.stand(place)

    def expect_step(self, sentence: str, at: str | None, to: str | None) -> None:
        # After a while the sentence also offers `ok`.
        expect(self.page.get_by_test_id("step")).to_contain_text(sentence)
        way = self.page.get_by_test_id("way")
        for end, place in (("at", at), ("to", to)):
            ring = way.locator(f"[data-end={end}]")
            expect(ring).to_have_count(0 if place is None else 1)
            if place is not None:
                expect(ring).to_have_attribute("data-place", place)
                assert middle(ring) == pytest.approx(middle(self.lies(place)), abs=1)
        expect(way.locator(".arrow")).to_have_count(1)

    def belongs(self) -> dict[str, tuple[str, ...]]:
        return dict(self.served.run(self.served.table.belongs))

    def expect_all_right(self) -> None:
        for place, pieces in self.belongs().items():
            for piece in pieces:
                self.expect_at(piece, place)

    def actions(self) -> tuple[Any, ...]:
        return self.served.run(lambda: tuple(self.served.table.match.actions))

    def await_action(self, action: Any) -> None:
        self.served.wait_until(lambda: action in self.served.table.match.actions)

    def legal(self) -> tuple[Any, ...]:
        match = self.served.table.match
        return self.served.run(lambda: tuple(match.game.legal(match.position)))

    def first_legal(self) -> Any:
        """Return the first legal action; call this on the table's own thread."""
        match = self.served.table.match
        return next(iter(match.game.legal(match.position)), None)

    def act(self, action: Any) -> None:
        """Play it, as a hand does that then releases its button."""
        self.served.run(lambda: self.served.table.act(action, None))

    def play_until(self, is_there: Callable[[], bool]) -> None:
        """Play anything, without pieces, until the condition holds."""
        rng = Random(5)
        for _ in range(2000):
            if self.served.run(is_there):
                return
            self.act(rng.choice(self.legal()))
        raise AssertionError("it does not come about")


@contextmanager
def pieces(
    browser: Browser,
    state: Path,
    game: str,
    seats: int = 2,
    *,
    backend: type[SimBackend] = SimBackend,
    deal: Callable[[WebTable], None] | None = None,
) -> Iterator[Pieces]:
    """Open a table with pieces; `deal` may start another game first."""
    with web_table(state, seats, seed=5, game=game, backend=backend) as served:
        if deal:
            served.run(partial(deal, served))
        table = Pieces(served, browser, seats)
        yield table
        assert table.party.complaints == []
        table.page.close()


@contextmanager
def breath(browser: Browser, state: Path, *, air: int) -> Iterator[Pieces]:
    """Open HOLD YOUR BREATH!, set up, with the known hand and maybe some air."""

    def deal(served: WebTable) -> None:
        served.dealer.chooser = stacked  # type: ignore[method-assign]
        served.table.new_game(games.find("hold-your-breath"), 2, {"first": 0}, seed=3)

    with pieces(browser, state, "hold-your-breath", deal=deal) as table:
        assert table.served.position.hands[0] == HAND
        table.set_up()
        if air:
            table.act(Play(0, "air-10-calm", "air-10"))
            expect(table.page.get_by_test_id("log")).to_contain_text("Air")
        yield table


class RealHands(SimBackend):
    """A table like a Pi's: no page can touch it, and real hands move pieces."""

    def __init__(self, board: BoardMap, clock: Clock, parts: Parts) -> None:
        super().__init__(board, clock, parts)
        self.hands = self.touch
        self.touch = None  # type: ignore[assignment]  # a Backend's may be None
