"""Every game as a PettingZoo environment, for training your own players.

    from controller.tools.rl import env
    table = env("get-bit", seats=4)

Each seat is an agent, and observes what that seat may know: a vector, and as
`infos[agent]["view"]` the view itself. A mask says which actions are legal. A win is
worth 1, and a shared win is split. Seats decide one after another: if several choose at
once, the environment asks them one by one, and none observes what another has chosen.
Chance comes from the seed. Needs `undertow[rl]`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from controller import games
from controller.bots.search import by_seat
from controller.bots.sense import shares
from controller.chance.seed import seeded
from controller.rules.codec import to_json
from controller.rules.game import AnyGame
from controller.rules.match import Match


class GameEnv(AECEnv):  # type: ignore[misc]
    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        house: Any = None,
        render_mode: str | None = None,
    ) -> None:
        """Set up the game; raises BadSetup or NoSuchGame."""
        super().__init__()
        found = games.find(game)
        self._deals = _Deals(
            found, seats or found.seats_near(4), dict(options or {}), house
        )
        self.metadata = {
            "name": game,
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.match = self._deals.new(0)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match.seats)]
        self._numbering = Numbering(found, self.match.position)
        # What each agent observes and does.
        self._spaces = {a: _spaces(self._numbering.size) for a in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        return self._spaces[agent][1]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Deal a new game; without a seed it differs each time."""
        if seed is not None:
            self._deals.dice = np.random.default_rng(seed)
        self.match = self._deals.new()
        self.match.accept(self.match.opening())
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self._legal: dict[int, Any] = {}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what this seat may know; out of turn, its mask is empty."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._numbering.size, np.int8)
        if agent == self.agent_selection and self.match.result is None:
            mask[list(self._legal)] = 1
        return {"observation": features(self._view(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        chosen = self._legal.get(-1 if action is None else int(action))
        if chosen is None:
            raise ValueError(f"{agent}: {action} is not the number of a legal action")
        self.match.accept(self.match.plan(chosen))
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Print or return the open table as text."""
        text = json.dumps(self.match.game.state(self.match.position, "table"), indent=1)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)  # noqa: T201 - that is what rendering for people is
        return None

    def close(self) -> None: ...

    def _view(self, seat: int) -> Any:
        return self.match.game.state(self.match.position, seat)

    def _ask(self) -> None:
        """Select the seat that decides next, or end the game."""
        result = self.match.result
        if result is not None:
            won = shares(self.match.game, self.match.position) or ()
            self.rewards = dict(zip(self.agents, won, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._legal, self.agent_selection = {}, self.agents[0]
        else:
            legal = by_seat(self.match.game.legal(self.match.position))[0]
            self._legal = self._numbering.numbered(legal)
            self.agent_selection = self.possible_agents[legal[0].seat]
        self._inform()

    def _inform(self) -> None:
        """Put the view and the meaning of the legal numbers into `infos`."""
        seat = self.possible_agents.index(self.agent_selection)
        actions = {number: to_json(action) for number, action in self._legal.items()}
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {"view": self._view(seat), "legal": actions}


def _spaces(size: int) -> tuple[Any, Any]:
    observed: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(-np.inf, np.inf, (SIZE,), np.float32),
        "action_mask": spaces.Box(0, 1, (size,), np.int8),
    }
    return spaces.Dict(observed), spaces.Discrete(size)


class _Deals:
    """New games of one kind, each with its own seed."""

    def __init__(self, game: AnyGame, seats: int, options: Any, house: Any) -> None:
        self._game = game
        self._setup = seats, options, house
        self.dice = np.random.default_rng()

    def new(self, seed: int | None = None) -> Match:
        if seed is None:
            seed = int(self.dice.integers(1 << 48))
        seats, options, house = self._setup
        return Match(self._game, seats, options, seeded(seed), house)


# Numbers for actions without consecutive numbers.
SPARE = 4096


class Numbering:
    """A number for each action, the same wherever it is legal, whichever seat acts.

    A kind whose fields can hold the same values in every position gets consecutive
    numbers. Any other action gets a number from its JSON, in a block behind them; if
    two of one decision collide, the later takes the next free one.
    """

    def __init__(self, game: AnyGame, start: Any) -> None:
        self._known: dict[str, int] = {}
        for cls, kind in game.steps.kinds.items():
            if cls in game.by_chance or any(f.is_joint for f in kind.fields):
                continue
            _seat, *others = [field.values(start) for field in kind.fields]
            for said in product(*others):
                self._known.setdefault(_text(cls(0, *said)), len(self._known))
        self.size = len(self._known) + SPARE

    def numbered(self, legal: Sequence[Any]) -> dict[int, Any]:
        """Return the actions of one seat, by number."""
        found: dict[int, Any] = {}
        first = len(self._known)
        for action in legal:
            text = _text(action)
            number = self._known.get(text)
            if number is None:
                number = first + _hashed(text) % SPARE
                while number in found:
                    number = first + (number + 1 - first) % SPARE
            found[number] = action
        return found


def _hashed(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def _text(action: Any) -> str:
    told = to_json(action)
    del told["seat"]
    return str(sorted(told.items()))


SIZE = 2048


def features(view: Any) -> NDArray[np.float32]:
    """Return a view as a vector of fixed length, however long the view is.

    A number goes to a place found by hashing its path; a word counts at the place of
    its path and itself, and so does each card of a hand. If two share a place, which is
    rare, their values add up.
    """
    found = np.zeros(SIZE, np.float32)
    for path, value in _leaves("", view):
        found[_place(path)] += value
    return found


def _leaves(path: str, value: Any) -> Iterator[tuple[str, float]]:
    match value:
        case bool() | int() | float():
            yield path, float(value)
        case str():
            yield f"{path}={value}", 1.0
        case dict():
            for key, part in value.items():
                yield from _leaves(f"{path}.{key}", part)
        case [*parts] if parts and all(isinstance(part, str) for part in parts):
            for part in parts:
                yield from _leaves(path, part)
        case [*parts]:
            for number, part in enumerate(parts):
                yield from _leaves(f"{path}[{number}]", part)


@lru_cache(maxsize=100_000)
def _place(path: str) -> int:
    digest = blake2b(path.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % SIZE


# PettingZoo's name for it; a number that is not legal raises ValueError.
raw_env = GameEnv


def env(*setup: Any, **options: Any) -> Any:
    """Return a `raw_env` behind PettingZoo's usual checks."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(
                raw_env(*setup, **options), illegal_reward=-1
            )
        )
    )
