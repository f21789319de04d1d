"""The cost of the rules alone, measured by replaying pre-drawn games.

`python -m tests.bench.replayed` prints, as JSON, the microseconds of CPU for
an action of each game: to list what chance or the seats can decide, to check one of
these, and to apply it.
"""

import json
from random import Random
from time import process_time
from typing import Any, NamedTuple

from controller import games
from controller.chance.house import Houses
from controller.rules.game import AnyGame

GAMES, REPEATS = 40, 7


class Drawn(NamedTuple):
    start: Any
    # The index of each outcome or action that was taken.
    taken: list[int]


def draw(game: AnyGame, seed: int) -> Drawn:
    random = Random(seed)
    defaults = {option.name: option.default for option in game.options}
    low, high = game.seats
    seats = low + seed % (high - low + 1)
    start = position = game.start(seats, defaults, Houses().of(game))
    taken: list[int] = []
    while listed := game.chance(position) or game.legal(position):
        taken.append(random.randrange(len(listed)))
        position = again(game, position, taken[-1])
    return Drawn(start, taken)


def again(game: AnyGame, position: Any, index: int) -> Any:
    outcomes = game.chance(position)
    action = outcomes[index].action if outcomes else game.legal(position)[index]
    game.refuse(position, action)
    return game.apply(position, action)[0]


def cost_us(game: AnyGame) -> float:
    """Return the lowest of several measurements, which was interrupted least."""
    drawn = [draw(game, seed) for seed in range(GAMES)]
    actions = sum(len(one.taken) for one in drawn)
    costs = []
    for _ in range(REPEATS):
        begun = process_time()
        for position, taken in drawn:
            for index in taken:
                position = again(game, position, index)
        costs.append(process_time() - begun)
    return 1e6 * min(costs) / actions


if __name__ == "__main__":
    print(json.dumps({name: cost_us(games.find(name)) for name in games.names()}))
