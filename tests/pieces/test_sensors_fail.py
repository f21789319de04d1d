"""Every sensor fails in turn, and every game still ends.

Hands follow the light. If a sensor is wrong, they wait until the table asks, and
confirm with `ok` that the pieces are right. Nothing else is necessary.
"""

import itertools
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from controller import games
from controller.pieces.guide import Step
from controller.pieces.sensors import sensed
from controller.pieces.tracker import PATIENCE_S, QUIET_S
from controller.testing.known import known
from hardware.readings import Occupied
from tests.support.ours import so_many
from tests.support.simtable import BOARD, SimTable, sim_table

# Those whose pieces can be felt.
GAMES = [name for name in games.names() if games.staging(games.find(name)).stands]
PLACES = sorted(frozenset[str]().union(*sensed(BOARD).values()))


class Hands:
    """Hands at a table some of whose sensors may be faulty."""

    def __init__(
        self,
        sim: SimTable,
        dead: str = "",
        stuck: str = "",
        swapped: tuple[str, str] = ("", ""),
    ) -> None:
        self.sim = sim
        self.stuck = stuck
        self.at: set[str] = set()
        self.visited: set[str] = set()
        one, other = swapped
        # By place whose sensor feels what stands there, if any does.
        self._felt_by = {dead: "", stuck: "", one: other, other: one}
        if stuck:
            sim.table.reading(Occupied(stuck, True))

    @property
    def faulty(self) -> set[str]:
        return {self.stuck, *self._felt_by}

    def next_stuck(self, place: str) -> None:
        """Let this sensor be stuck, and the last one work again."""
        if self.stuck:
            self.sim.table.reading(Occupied(self.stuck, False))
            self.rest()
        self.stuck = place
        self.sim.table.reading(Occupied(place, True))

    @property
    def step(self) -> Step | None:
        return self.sim.table.placement.step

    def put(self, place: str) -> None:
        self.at.add(place)
        self.visited.add(place)
        self._feel(place, True)

    def take(self, place: str) -> None:
        self.at.discard(place)
        self._feel(place, False)

    def _feel(self, place: str, present: bool) -> None:
        felt = self._felt_by.get(place, place)
        if felt and place != self.stuck:
            self.sim.table.reading(Occupied(felt, present))

    def rest(self) -> None:
        self.sim.clock.tick(QUIET_S)

    def follow(self) -> None:
        """Do each step that can be done, and confirm the pieces where there is none."""
        for _ in range(60):
            self.rest()
            step = self.step
            if step is None:
                return
            if not self._do(step):
                self.sim.clock.tick(PATIENCE_S)
                self.sim.tap("ok")
        raise AssertionError(f"no end of it: {self.step}")

    def _do(self, step: Step) -> bool:
        """Do the step; return whether there was anything to do."""
        takes = step.at is not None and step.at in self.at
        puts = step.to is not None and step.to not in self.at
        lost = self.at - set(self.sim.table.belongs())
        if step.at and takes:
            self.take(step.at)
        elif puts and lost:
            self.take(lost.pop())  # it stands where nobody feels it
        if step.to and puts:
            self.put(step.to)
        return takes or puts


def play(
    game: str,
    dead: str = "",
    stuck: str = "",
    swapped: tuple[str, str] = ("", ""),
    others: list[str] | None = None,
    seed: int = 7,
) -> Hands:
    """Play a whole game; `others` are stuck in turn, for an action each."""
    options = dict(known(game).short)
    with TemporaryDirectory() as folder, sim_table(Path(folder)) as sim:
        sim.start(so_many(game), options, game=game, seed=seed)
        hands = Hands(sim, dead, stuck, swapped)
        # On its way each piece was felt somewhere.
        beside = next(p for p in reversed(PLACES) if p not in sim.table.belongs())
        hands.put(beside)
        hands.rest()
        hands.take(beside)
        for place in sim.table.belongs():
            hands.put(place)
        hands.follow()
        rng = Random(seed)
        match = sim.table.match
        while match.result is None:
            if others:
                hands.next_stuck(others.pop())
            hands.follow()
            assert_right(hands)
            sim.act(rng.choice(match.game.legal(match.position)))
        return hands


def assert_right(hands: Hands) -> None:
    """Check that all pieces that can be felt stand right."""
    blamed = {p.name.partition("'")[0] for p in hands.sim.parts.all() if p.trouble}
    assert blamed <= hands.faulty, "a sound sensor was blamed"
    belongs = set(hands.sim.table.belongs())
    assert belongs ^ hands.at <= hands.faulty


@cache
def visited(game: str) -> frozenset[str]:
    """Return the places that pieces of this game come to."""
    return frozenset(play(game).visited)


@pytest.mark.parametrize("game", GAMES)
def test_each_sensor_that_is_used_can_be_dead(game: str) -> None:
    for place in sorted(visited(game)):
        play(game, dead=place)


@pytest.mark.parametrize("game", GAMES)
def test_each_sensor_that_is_used_can_be_stuck(game: str) -> None:
    for place in sorted(visited(game)):
        play(game, stuck=place)


@pytest.mark.parametrize("game", GAMES)
def test_each_two_neighbours_that_are_used_can_be_swapped(game: str) -> None:
    order = sorted(visited(game), key=PLACES.index)
    for pair in itertools.pairwise(order):
        play(game, swapped=pair)


@pytest.mark.parametrize("game", GAMES)
def test_each_other_sensor_can_be_stuck_and_is_sound_again_afterwards(
    game: str,
) -> None:
    others = [place for place in PLACES if place not in visited(game)]
    seed = 7
    while others:
        play(game, others=others, seed=seed)
