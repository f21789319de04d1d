"""Random games: how many actions a second the rules list, check and apply."""

from random import Random
from time import process_time

from controller import games
from controller.bench.figures import Figure, median
from controller.rules.game import AnyGame, Outcome

SLICE_S = 0.2
# How many times faster than python-chess: a heavier game has a lower bar.
BARS = {"get-bit": 6.0, "hold-your-ground": 2.0}
USUAL_BAR = 4.0


def measure(*, quick: bool) -> list[Figure]:
    repeats = 3 if quick else 11
    figures = []
    for game in map(games.find, games.names()):
        ours: list[tuple[float, float]] = []
        chess: list[float] = []
        # In turns, so that a busy machine slows both alike.
        for seed in range(repeats):
            ours.append(_ours(game, Random(seed)))
            chess.append(_chess(Random(seed)))
        played = median([rate for rate, _ in ours])
        figures.append(
            Figure(
                f"{game.name}: random actions",
                played,
                "/s",
                "python-chess random games",
                median(chess),
                median(
                    [rate / other for (rate, _), other in zip(ours, chess, strict=True)]
                ),
                at_least=BARS.get(game.name, USUAL_BAR),
            )
        )
        figures.append(
            Figure(f"{game.name}: random games", median([g for _, g in ours]), "/s")
        )
    return figures


def _ours(game: AnyGame, random: Random) -> tuple[float, float]:
    """Actions and games a second, over all seat counts; every action is checked."""
    defaults = {option.name: option.default for option in game.options}
    low, high = game.seats
    actions = finished = 0
    begun = process_time()
    while (spent := process_time() - begun) < SLICE_S:
        position = game.start(low + finished % (high - low + 1), defaults)
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
