"""What is thought ahead is what comes: one frame for each result, and the right one."""

from pathlib import Path
from random import Random

import pytest

from controller import games
from tests.simtable import sim_table


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seed", range(3))
def test_the_light_that_was_foreseen_is_the_light_that_comes(
    game: str, seed: int, tmp_path: Path
) -> None:
    rng = Random(seed)
    with sim_table(tmp_path) as sim:
        sim.start(4, {}, game=game, seed=seed)
        table = sim.table
        for _ in range(150):
            if table.phase != "play":
                break
            action = rng.choice(table.match.game.legal(sim.position))
            table.think_ahead(action)
            assert table._looks.ahead
            foreseen = table._looks.ahead.guidance
            before = len(sim.frames)
            sim.act(action)
            assert table._shown
            assert foreseen == table._guidance(table._shown.picture), action
            assert len(sim.frames) <= before + 1


def test_a_light_that_could_not_be_foreseen_is_put_right(tmp_path: Path) -> None:
    """A piece stands wrong after the move, which the rules do not know."""
    with sim_table(tmp_path) as sim:
        sim.start(2, {"first": 0}, game="hold-your-breath", seed=3)
        sim.backend.touch.put("depth:3:9")
        sim.clock.tick(1)
        action = sim.table.match.game.legal(sim.position)[0]
        sim.table.think_ahead(action)
        sim.act(action)
        sim.clock.tick(30)
        assert sim.table.wood
        assert sim.table.wood.step
        assert sim.lamp("depth:3:9") == (255, 255, 255)
