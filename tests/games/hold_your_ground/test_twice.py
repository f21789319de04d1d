"""HOLD YOUR GROUND against a second opinion: a naive game, and counting on paper."""

import json
from random import Random
from typing import Any

import pytest

from controller.games.hold_your_ground import GAME, data
from controller.games.hold_your_ground.pieces import Push, Roll, Scatter, Spare
from controller.rules.game import checked_options
from controller.rules.match import Match
from controller.rules.records import to_json
from controller.testing import perft
from controller.testing.playthroughs import one_line
from tests.games.hold_your_ground.naive import Naive
from tests.games.sequences import sequences

VARIANTS: list[dict[str, Any]] = [
    {},
    {"first": 1},
    {"own_push_counts": False},
    {"turn_cap": 9},
]


def both_lists(position: Any, naive: Naive) -> tuple[list[Any], list[Any]]:
    """What can be done by the rules and by the naive game, written alike."""
    chance = [{**to_json(o.action), "weight": o.weight} for o in GAME.chance(position)]
    ours = chance or [to_json(action) for action in GAME.legal(position)]
    key = json.dumps
    return sorted(ours, key=key), sorted(naive.choices_now(), key=key)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_go_as_a_player_would_keep_them(
    seats: int, options: dict[str, Any]
) -> None:
    for seed in range(6):
        rng = Random(f"{seats}/{options}/{seed}")
        position = GAME.start(
            seats, checked_options(GAME, seats, options), data.usual()
        )
        naive = Naive(seats, options)
        while GAME.result(position) is None:
            ours, theirs = both_lists(position, naive)
            assert ours == theirs
            outcomes = [o.action for o in GAME.chance(position)]
            action = rng.choice(outcomes or GAME.legal(position))
            position = GAME.apply(position, action)[0]
            naive.do(to_json(action))
            assert GAME.state(position, None) == naive.state()
        assert naive.over
        result = GAME.result(position)
        assert result
        assert list(result.ranks) == naive.ranks()


def crowding(position: Any, rng: Random) -> Any:
    """An action that crowds the middle, so that there is much to push."""
    outcomes = [o.action for o in GAME.chance(position)]
    if outcomes and isinstance(outcomes[0], Roll):
        return Roll("explosion" if rng.random() < 0.2 else "royale")
    if outcomes and not isinstance(outcomes[0], Scatter):
        return rng.choice(outcomes)

    def wanted(action: Any) -> float:
        to = getattr(action, "to", None)
        row, column = map(int, to.split(",")) if to else (0, 0)
        near = -abs(row - 2) - abs(column - 2)
        return 5 * isinstance(action, Spare) + near + rng.random()

    return max(outcomes or GAME.legal(position), key=wanted)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("own_push_counts", [True, False])
def test_crowded_games_go_as_a_player_would_keep_them(
    seats: int, own_push_counts: bool
) -> None:
    options = {"own_push_counts": own_push_counts, "turn_cap": 60}
    pushes = overfull = 0
    for seed in range(4):
        rng = Random(f"{seats}/{own_push_counts}/{seed}")
        position = GAME.start(
            seats, checked_options(GAME, seats, options), data.usual()
        )
        naive = Naive(seats, options)
        while GAME.result(position) is None:
            ours, theirs = both_lists(position, naive)
            assert ours == theirs
            action = crowding(position, rng)
            pushes += isinstance(action, Push)
            position = GAME.apply(position, action)[0]
            overfull += len(position.crowds) > 1 or any(
                crowd.owed > 1 for crowd in position.crowds
            )
            naive.do(to_json(action))
            assert GAME.state(position, None) == naive.state()
    assert pushes > 40
    assert overfull > 5


def settled(game: Naive) -> Naive:
    """What leaves no choice is done, but for what is always asked."""
    while len(choices := game.choices_now()) == 1:
        if choices[0]["type"] in ("play", "draw"):
            break
        game.do(choices[0])
    return game


@pytest.mark.parametrize(
    "entry", perft.entries("hold-your-ground"), ids=lambda e: str(e.about)
)
def test_the_perft_counts_are_those_of_the_naive_game(entry: perft.Perft) -> None:
    for depth, count in enumerate(entry.counts, start=1):
        if depth > 1 and entry.counts[depth - 2] > 1500:
            break
        game = Naive(entry.seats, entry.options)
        for said in entry.after:
            choices = settled(game).choices_now()
            game.do(next(a for a in choices if one_line(bare(a)) == said))
        assert sequences(settled(game), depth, settled) == count, f"depth {depth}"


def bare(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key != "weight"}


def test_the_first_play_can_be_counted_on_paper() -> None:
    """Four different plain cards: twelve pairs, and 21 battlers for the first move."""
    match = Match(GAME, 2, {"first": 0}, None)
    said = [f"hole at={at}" for at in ("0,0", "0,4", "4,0", "4,4")]
    said += [f"draw seat={s} card=n{n}" for s in (0, 1) for n in (1, 2, 3, 4)]
    for line in said:
        choices = [o.action for o in GAME.chance(match.position)]
        action = next(a for a in choices if one_line(to_json(a)) == line)
        match.accept(match.plan(action))
    plays = GAME.legal(match.position)
    assert len(plays) == 12
    for play in plays:
        assert len(GAME.legal(GAME.apply(match.position, play)[0])) == 21
