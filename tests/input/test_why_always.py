"""Whatever hands do while `why` is down, nothing is played, kept or lost."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller import games
from tests.support.ours import so_many
from tests.support.simtable import BOARD, SimTable, sim_table

TILES = [f"tile:{row},{column}" for row in range(5) for column in range(5)]
CONTROLS = [b.control for b in BOARD.buttons if b.control != "why"]
SHORT = [0.0, 0.03, 0.1, 0.4]
STEPS = st.lists(
    st.tuples(st.sampled_from([*CONTROLS, *CONTROLS, *TILES]), st.sampled_from(SHORT)),
    max_size=25,
)


def play(table: SimTable, moves: int, rng: Random) -> None:
    for _ in range(moves):
        if table.table.match.result is None:
            table.act(rng.choice(table.table.match.game.legal(table.position)))
    table.end_effects()


def begin(table: SimTable, rng: Random) -> str | None:
    """Begin a gesture; return the seat that holds its button for it, if any."""
    legal = table.table.scripts
    if not legal:
        return None
    _, script = rng.choice(legal)
    place = getattr(script[0], "place", "next")
    table.press(place)
    table.clock.tick(0.05)
    if place == table.table.gestures.progress.held:
        table.tap("next")
        return place
    table.release(place)
    table.clock.tick(0.05)
    return None


def fumble(table: SimTable, steps: list[tuple[str, float]]) -> None:
    """Press and release one button at each step; release all at the end."""
    down: list[str] = []
    for control, then_s in steps:
        # Both together for three seconds switch off: that is another thing.
        if control == "undo" and control not in down:
            table.tap("undo")
        elif control in down:
            down.remove(control)
            table.release(control)
        else:
            down.append(control)
            table.press(control)
        table.clock.tick(then_s)
    for control in down:
        table.release(control)
    table.clock.tick(0.1)


@settings(max_examples=60)
@example("get-bit", 0, 0, [("seat:1", 0.1), ("next", 0.1), ("next", 0.1), ("ok", 0.1)])
@example("hold-your-ground", 1, 3, [("tile:2,2", 0.1), ("seat:0", 0.1), ("ok", 0.1)])
@given(st.sampled_from(games.names()), st.integers(0, 60), st.integers(0, 99), STEPS)
def test_no_presses_while_why_is_down_change_anything(
    game: str, moves: int, seed: int, steps: list[tuple[str, float]]
) -> None:
    rng = Random(seed)
    with TemporaryDirectory() as folder, sim_table(Path(folder)) as table:
        table.start(so_many(game), game=game, seed=seed)
        play(table, moves, rng)
        held = begin(table, rng)
        table.end_effects()
        match, position, phase = table.table.match, table.position, table.table.phase
        begun, last = table.table.gestures.progress.so_far, table.table.refused
        kept, shown = table.journal.unfinished(), table.frames[-1]
        table.press("why")
        table.clock.tick(0.05)
        fumble(table, [step for step in steps if step[0] != held])
        assert table.table.gestures.progress.so_far == begun
        table.release("why")
        table.end_effects()
        assert table.table.match is match
        assert table.position is position
        assert table.table.phase == phase
        assert table.table.gestures.progress.so_far == begun
        assert table.table.refused is last
        assert table.journal.unfinished() == kept
        assert table.frames[-1] == shown
