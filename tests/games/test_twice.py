"""Every game against a second opinion: a naive engine that shares no code with it."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import product
from math import factorial
from random import Random
from typing import Any, NamedTuple

import pytest

from controller import games
from controller.games.hold_your_ground.pieces import Push, Roll, Spare
from controller.rules.codec import to_json
from controller.rules.match import Match
from controller.testing import perft
from controller.testing.playthroughs import one_line
from tests.games.get_bit import naive as bit
from tests.games.hai_noon import naive as noon
from tests.games.hold_your_breath import naive as breath
from tests.games.hold_your_ground import naive as ground

Choose = Callable[[Any, list[Any], Random], Any]


class Opinion(NamedTuple):
    engine: Any
    variants: list[dict[str, Any]]
    # Does what leaves no choice, as a match does; get-bit and hai-noon need none of it.
    settled: Callable[[Any], Any] = lambda game: game
    # Perft stops at a depth that would begin from more positions than this.
    most: int = 1500


def all_of(**values: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [dict(zip(values, some, strict=True)) for some in product(*values.values())]


ON, OFF = (False, True), (True, False)
OPINIONS = {
    "get-bit": Opinion(
        bit.Naive, all_of(longer=ON, memory=ON, refresh_at=(1, 2)), most=4000
    ),
    "hai-noon": Opinion(
        noon.Naive,
        all_of(start=("normal", "hungry", "full"), last_diver=ON, turn_cap=(None, 25)),
        most=2000,
    ),
    "hold-your-breath": Opinion(
        breath.Naive,
        all_of(
            edition=("published", "draft"),
            panic_on_sharked=OFF,
            dolphin_must_be_air=OFF,
        ),
        breath.settled,
    ),
    "hold-your-ground": Opinion(
        ground.Naive,
        [{}, {"first": 1}, {"own_push_counts": False}, {"turn_cap": 9}],
        ground.settled,
    ),
}
# Every option with the fewest and the most seats; the others play with the usual ones.
CASES = [
    (name, seats, options)
    for name, opinion in OPINIONS.items()
    for seats in range(games.find(name).seats[0], games.find(name).seats[1] + 1)
    for options in opinion.variants
    if seats in games.find(name).seats or options == opinion.variants[0]
]


def bare(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key != "weight"}


def played(
    name: str, seats: int, options: dict[str, Any], rng: Random, choose: Choose
) -> Iterator[tuple[Any, Any]]:
    """Play one game in both engines; compare everything after every choice.

    Yields each action with the position that it made.
    """
    game, settled = games.find(name), OPINIONS[name].settled
    match = Match(game, seats, options, None)
    naive = OPINIONS[name].engine(seats, options)
    while match.result is None:
        outcomes = game.chance(match.position)
        choices = [o.action for o in outcomes] or list(game.legal(match.position))
        theirs = sorted(settled(naive).choices_now(), key=lambda a: one_line(bare(a)))
        ours = sorted(map(to_json, choices), key=one_line)
        assert ours == [bare(action) for action in theirs]
        if outcomes and "weight" in theirs[0]:
            weights = {one_line(to_json(o.action)): o.weight for o in outcomes}
            assert [weights[one_line(a)] for a in ours] == [
                action["weight"] for action in theirs
            ]
        action = choose(match.position, choices, rng)
        entries = match.plan(action)
        match.accept(entries)
        naive.do(to_json(action))
        assert game.state(match.position, None) == settled(naive).state()
        yield from ((entry.action, entry.position) for entry in entries)
    assert naive.choices_now() == []
    assert list(match.result.ranks) == naive.ranks()


def eagerly(_: Any, choices: list[Any], rng: Random) -> Any:
    """Choose at random, and rather play than stop."""
    unlikely = {"Done": 1, "End": 2, "Toss": 2}
    weights = [unlikely.get(type(action).__name__, 6) for action in choices]
    return rng.choices(choices, weights)[0]


@pytest.mark.parametrize(("name", "seats", "options"), CASES, ids=str)
def test_random_games_go_as_a_player_would_keep_them(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    for seed in range(5):
        rng = Random(f"{seats}/{options}/{seed}")
        assert [*played(name, seats, options, rng, eagerly)]


def crowding(position: Any, choices: list[Any], rng: Random) -> Any:
    """Choose what crowds the middle of the island, so that there is much to push."""
    if isinstance(choices[0], Roll):
        return Roll("explosion" if rng.random() < 0.2 else "royale")
    if position.phase in ("hole", "first", "deal", "draw"):
        return rng.choice(choices)

    def wanted(action: Any) -> float:
        to = getattr(action, "to", None)
        row, column = map(int, to.split(",")) if to else (0, 0)
        near = -abs(row - 2) - abs(column - 2)
        return 5 * isinstance(action, Spare) + near + rng.random()

    return max(choices, key=wanted)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("own_push_counts", [True, False])
def test_crowded_islands_go_as_a_player_would_keep_them(
    seats: int, own_push_counts: bool
) -> None:
    options = {"own_push_counts": own_push_counts, "turn_cap": 60}
    pushes = overfull = 0
    for seed in range(4):
        rng = Random(f"{seats}/{own_push_counts}/{seed}")
        for action, after in played("hold-your-ground", seats, options, rng, crowding):
            pushes += isinstance(action, Push)
            overfull += len(after.crowds) > 1 or any(c.owed > 1 for c in after.crowds)
    assert pushes > 40
    assert overfull > 5


ENTRIES = [(name, entry) for name in OPINIONS for entry in perft.entries(name)]


def sequences(game: Any, depth: int, settled: Callable[[Any], Any]) -> int:
    """Count the ways to play this many actions, trying them one by one."""
    choices = settled(game).choices_now()
    if depth == 1:
        return len(choices)
    total = 0
    for action in choices:
        after = deepcopy(game)
        after.do(action)
        total += sequences(after, depth - 1, settled)
    return total


@pytest.mark.parametrize(
    ("name", "entry"), ENTRIES, ids=lambda e: str(getattr(e, "about", e))
)
def test_the_perft_counts_are_those_of_the_naive_game(
    name: str, entry: perft.Perft
) -> None:
    opinion = OPINIONS[name]
    game = opinion.engine(entry.seats, entry.options)
    for said in entry.after:
        choices = opinion.settled(game).choices_now()
        game.do(next(a for a in choices if one_line(bare(a)) == said))
    for depth, count in enumerate(entry.counts, start=1):
        if depth > 1 and entry.counts[depth - 2] > opinion.most:
            break
        found = sequences(deepcopy(game), depth, opinion.settled)
        assert found == count, f"depth {depth}"


# Counted on paper


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_get_bits_first_two_rounds_can_be_multiplied_out(seats: int) -> None:
    """Any order of the robots, any card for each: then all again with one card less."""
    robots = {2: 4, 3: 6}.get(seats, seats)

    def ways(items: int, taken: int) -> int:
        return factorial(items) // factorial(items - taken)

    line_up = [ways(robots, k) for k in range(1, robots)]
    first = [ways(robots, k) * (robots + 1) ** k for k in range(1, robots + 1)]
    second = [ways(robots, k) * robots**k for k in range(1, robots + 1)]
    chosen = [*first, *(first[-1] * n for n in second)]
    for entry in perft.entries("get-bit"):
        if entry.seats != seats or len(entry.after) not in (0, robots - 1):
            continue
        lined_up = [] if entry.after else line_up
        before = lined_up[-1] if lined_up else 1
        expected = [*lined_up, *(before * n for n in chosen)]
        assert entry.counts == expected[: len(entry.counts)], entry.about


def test_hai_noons_deal_can_be_multiplied_out() -> None:
    """25 kinds of cards; of the four camouflages there is only one each."""
    (entry,) = [e for e in perft.entries("hai-noon") if e.about == "four seats, deal"]
    # Seat, first card, second card: any kind but a camouflage that is gone.
    assert entry.counts[:3] == [4, 4 * 25, 4 * (21 * 25 + 4 * 24)]
