"""Hands that move pieces on the simulated table."""

from collections.abc import Iterable
from typing import Any

from controller.chance.seed import seeded
from controller.games.hold_your_breath.pieces import Play
from controller.pieces.guide import Step
from controller.pieces.tracker import PATIENCE_S, QUIET_S, Placement
from controller.rules.deals import Draw
from controller.rules.match import Chooser
from tests.support.simtable import SimTable

# From a magnet to its reading; Hall sensors are filtered on the board.
FELT_S = 0.3
REST_S = QUIET_S + FELT_S


class PieceHands:
    def __init__(self, sim: SimTable) -> None:
        self.sim = sim
        self.at: set[str] = set()  # where pieces really stand

    @property
    def placement(self) -> Placement:
        return self.sim.table.placement

    @property
    def asked(self) -> str | None:
        """The step that is requested, in words."""
        says = self.placement.says
        return says and self.sim.said(says)

    @property
    def step(self) -> Step | None:
        return self.placement.step

    def set_up(self) -> None:
        self.put(self.sim.table.belongs())

    def put(self, places: Iterable[str]) -> None:
        for place in places:
            self.at.add(place)
            self.sim.backend.touch.put(place)
        self.rest()

    def take(self, *places: str) -> None:
        for place in places:
            self.at.remove(place)
            self.sim.backend.touch.take(place)
        self.rest()

    def carry(self, at: str, to: str) -> None:
        assert to not in self.at, f"asked to put a piece onto another at {to}"
        self.at.remove(at)
        self.sim.backend.touch.take(at)
        self.sim.clock.tick(0.2)
        self.at.add(to)
        self.sim.backend.touch.put(to)
        self.rest()

    def rest(self) -> None:
        self.sim.clock.tick(REST_S)

    def be_patient(self) -> None:
        self.sim.clock.tick(PATIENCE_S)

    def follow(self) -> int:
        """Follow the table's steps to their end; return the number of moves."""
        moves = 0
        while step := self.step:
            moves += 1
            assert moves < 40, f"no end of it: {step}"
            assert step.at is None or step.at in self.at, "there is nothing to take"
            if step.at and step.to:
                self.carry(step.at, step.to)
            elif step.at:
                self.take(step.at)
            elif step.to:
                assert step.to not in self.at
                self.put([step.to])
        return moves

    def act(self, action: Any) -> None:
        """Play it as somebody does on a page."""
        self.sim.act(action)


def begun(hands: PieceHands, game: str, seats: int = 2, **options: Any) -> PieceHands:
    hands.sim.start(seats, options, game=game, seed=3)
    hands.sim.end_effects()
    hands.set_up()
    assert hands.step is None
    return hands


def legal(hands: PieceHands) -> tuple[Any, ...]:
    match = hands.sim.table.match
    return tuple(match.game.legal(match.position))


HAND = ("air-10-calm", "shark", "swim-10-panic", "swim-5-calm", "swim-5-draw")


def breathe(hands: PieceHands, *, air: int) -> None:
    """Give seat 0 this hand, and play its Air if any is wanted."""
    hands.sim.dealer.chooser = stacked  # type: ignore[method-assign]
    begun(hands, "hold-your-breath", first=0)
    assert hands.sim.position.hands[0] == HAND
    if air:
        hands.act(Play(0, "air-10-calm", "air-10"))


def stacked(*_game: Any, **_stands_in: Any) -> Chooser:
    """Stack a deck with the hand of seat 0 on top."""
    cards = list(HAND)

    def choose(outcomes: Any, ply: int) -> Any:
        action = outcomes[0].action
        if isinstance(action, Draw) and action.seat == 0 and cards:
            return Draw(0, cards.pop())
        return seeded(3)(outcomes, ply)

    return choose


def last(hands: PieceHands) -> Any:
    return hands.sim.table.match.actions[-1]
