"""Every game is a PettingZoo environment, by PettingZoo's own tests and by ours."""

import json
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from controller import games
from controller.rules.game import BadSetup
from controller.tools.rl import env, features, raw_env
from tests.support.ours import OURS, so_many

every_game = pytest.mark.parametrize("game", games.names())
# PettingZoo warns about our observations, although dictionaries with masks are right.
ours = pytest.mark.filterwarnings("ignore::UserWarning")


@ours
@every_game
def test_pettingzoos_own_tests_pass(game: str) -> None:
    api_test(env(game), num_cycles=60)
    seed_test(lambda: env(game), num_cycles=20)
    render_test(lambda render_mode=None: env(game, render_mode=render_mode))


def played(table: Any, seed: int, most: int = 5000) -> list[Any]:
    """A random game, and what every agent was told on the way."""
    dice, told = Random(seed), []
    table.reset(seed=seed)
    for agent in table.agent_iter(most):
        observation, reward, over, cut, info = table.last()
        told.append((agent, reward, json.dumps(info, sort_keys=True)))
        numbers = np.flatnonzero(observation["action_mask"]).tolist()
        table.step(None if over or cut else dice.choice(numbers))
    return told


@every_game
def test_a_game_is_played_to_its_end_and_the_win_is_shared_out(game: str) -> None:
    table = raw_env(game, so_many(game))
    told = played(table, 3)
    assert table.agents == []
    assert sum(reward for _, reward, _ in told) == pytest.approx(1.0)
    assert played(raw_env(game, so_many(game)), 3) == told
    assert played(raw_env(game, so_many(game)), 4) != told


@every_game
def test_a_seat_observes_its_own_view_and_nothing_else(game: str) -> None:
    table = raw_env(game, so_many(game))
    table.reset(seed=5)
    for agent in table.agent_iter(12):
        seat = table.possible_agents.index(agent)
        position = table.unwrapped.match.position
        view = games.find(game).state(position, seat)
        observation = table.observe(agent)
        assert (observation["observation"] == features(view)).all()
        assert table.infos[agent]["view"] == view
        others = [other for other in table.agents if other != agent]
        assert all(table.infos[other] == {} for other in others)
        assert not any(table.observe(other)["action_mask"].any() for other in others)
        numbers = np.flatnonzero(observation["action_mask"]).tolist()
        assert numbers == sorted(table.infos[agent]["legal"])
        table.step(numbers[0])


@pytest.mark.parametrize("game", OURS)
def test_an_action_has_the_same_number_wherever_it_is_legal(game: str) -> None:
    known: dict[int, str] = {}
    clashes = 0
    for seed in range(3):
        table = raw_env(game, so_many(game, 3))
        table.reset(seed=seed)
        dice = Random(seed)
        for agent in table.agent_iter(150):
            if table.terminations[agent]:
                break
            legal = table.infos[agent]["legal"]
            for number, action in legal.items():
                text = json.dumps({**action, "seat": 0}, sort_keys=True)
                clashes += known.setdefault(number, text) != text
            table.step(dice.choice(sorted(legal)))
    assert len(known) > 10
    assert clashes <= len(known) // 20


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(BadSetup, match="there is no game 'chess'"):
        env("chess")
    with pytest.raises(BadSetup, match="seats must be a number from 2 to 6, not 9"):
        env("get-bit", 9)
    table = raw_env("get-bit")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="seat_0: 4000"):
        table.step(4000)
