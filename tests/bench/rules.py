"""Random games: how many actions a second the rules list, check and apply."""

from random import Random
from time import perf_counter, process_time

from controller import games
from controller.chance.house import Houses
from controller.rules.game import AnyGame, Outcome
from tests.bench.figures import Figure, median, percentile

SLICE_S = 0.2
# The minimum speed relative to python-chess; a heavier game has a lower bar.
BARS = {"get-bit": 6.0, "hold-your-ground": 2.0}
USUAL_BAR = 4.0


def measure(*, quick: bool) -> list[Figure]:
    figures = []
    for game in map(games.find, games.names()):
        figures += _rates(game, 1 if quick else 11)
        figures += _steps(game, 3 if quick else 500)
    return figures


def _rates(game: AnyGame, repeats: int) -> list[Figure]:
    ours: list[tuple[float, float]] = []
    chess: list[float] = []
    # In turns, so that a busy machine slows both alike.
    for seed in range(repeats):
        ours.append(_ours(game, Random(seed)))
        chess.append(_chess(Random(seed)))
    ratios = [rate / other for (rate, _), other in zip(ours, chess, strict=True)]
    return [
        Figure(
            f"{game.name}: random actions",
            median([rate for rate, _ in ours]),
            "/s",
            "python-chess random games",
            median(chess),
            median(ratios),
            at_least=BARS.get(game.name, USUAL_BAR),
        ),
        Figure(f"{game.name}: random games", median([g for _, g in ours]), "/s"),
    ]


def _steps(game: AnyGame, number: int) -> list[Figure]:
    """Measure each decision of some games: the list's length and its time."""
    defaults = {option.name: option.default for option in game.options}
    low, high = game.seats
    house = Houses().of(game)
    taken_ms: list[float] = []
    longest = 0
    for seed in range(number):
        random = Random(seed)
        position = game.start(low + seed % (high - low + 1), defaults, house)
        while True:
            begun = perf_counter()
            choices = game.chance(position) or game.legal(position)
            if not choices:
                break
            chosen = random.choice(choices)
            action = chosen.action if isinstance(chosen, Outcome) else chosen
            position, _events = game.apply(position, action)
            taken_ms.append(1000 * (perf_counter() - begun))
            longest = max(longest, len(choices))
    return [
        Figure(
            f"{game.name}: list and apply, p99",
            percentile(taken_ms, 0.99),
            "ms",
            at_most=1,
        ),
        Figure(f"{game.name}: longest list", longest, "actions", at_most=400),
    ]


def _ours(game: AnyGame, random: Random) -> tuple[float, float]:
    """Return checked actions and games per second, over all numbers of seats."""
    defaults = {option.name: option.default for option in game.options}
    low, high = game.seats
    house = Houses().of(game)
    actions = finished = 0
    begun = process_time()
    while (spent := process_time() - begun) < SLICE_S:
        position = game.start(low + finished % (high - low + 1), defaults, house)
        while outcomes := game.chance(position) or game.legal(position):
            chosen = random.choice(outcomes)
            action = chosen.action if isinstance(chosen, Outcome) else chosen
            if game.refuse(position, action) is not None:
                raise AssertionError(f"{action} is listed and refused")
            position, _events = game.apply(position, action)
            actions += 1
        finished += 1
    return actions / spent, finished / spent


def _chess(random: Random) -> float:
    import chess

    moves = 0
    begun = process_time()
    while (spent := process_time() - begun) < SLICE_S:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            moves += 1
    return moves / spent
