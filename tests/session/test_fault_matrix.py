"""Every game over every kind of bad line ends exactly as on a good one.

A recorded game of each kind is played by hand on the simulated table, with the real
firmware and the real driver, while the line between them does its worst. Position,
journal and lamps at the end are those of a quiet line.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from controller import games
from controller.games import names
from controller.light.colour import WHITE
from controller.tabletop.gestures import Count, Hold, Press, Script
from controller.testing import playthroughs
from controller.testing.known import known
from tests.support import broken
from tests.support.simtable import BOARD, SimTable, sim_table

_FINGER_S = 0.05
_PATIENCE_S = 58.0  # less than it takes for a held button to count as stuck


class Stroke(NamedTuple):
    control: str
    is_down: bool


class Recorded(NamedTuple):
    script: playthroughs.Script
    actions: tuple[tuple[Stroke, ...], ...]

    @property
    def tiles(self) -> set[str]:
        """Those that the game presses."""
        strokes = [stroke for action in self.actions for stroke in action]
        return {s.control for s in strokes if s.control.startswith("tile:")}


class Outcome(NamedTuple):
    position: Any
    journal: tuple[tuple[str, str], ...]
    lamps: dict[str, tuple[int, int, int]]


def record(game: str) -> Recorded:
    """Record on a quiet line what hands do to play this game."""
    wanted = known(game).in_hands
    [path] = [path for path in playthroughs.files(game) if path.stem == wanted]
    script = playthroughs.read(path.read_text())
    said = [line for _, line in script.commands if line.startswith("> ")]
    actions = []
    with TemporaryDirectory() as folder, sim_table(Path(folder)) as table:
        start(table, script)
        for line in said:
            actions.append(_strokes(table, line.removeprefix("> ")))
    return Recorded(script, tuple(actions))


def start(table: SimTable, script: playthroughs.Script) -> None:
    options = {k: v for k, v in script.options.items() if v is not None}
    table.start(script.seats, options, game=script.game, seed=script.seed)


def _strokes(table: SimTable, said: str) -> tuple[Stroke, ...]:
    match = table.table.match
    action = playthroughs.action_said(match, said, "recorded")
    meant = games.staging(match.game).script(match.position, action)
    assert meant is not None, f"{said} cannot be meant on the bare table"
    strokes = list(_meant(meant))
    before = len(match.actions)
    for stroke in strokes:
        do(table, stroke)
    if len(match.actions) == before:
        strokes += tap("ok")  # it cannot be taken back
        for stroke in tap("ok"):
            do(table, stroke)
    assert match.actions[before] == action
    return tuple(strokes)


def _meant(script: Script) -> list[Stroke]:
    strokes, held = [], []
    for gesture in script:
        match gesture:
            case Press(place=place):
                strokes += tap(place)
            case Hold(place=place):
                strokes.append(Stroke(place, True))
                held.append(Stroke(place, False))
            case Count(times=times):
                strokes += [*(tap("next") * times), *tap("ok")]
    return strokes + held


def tap(control: str) -> list[Stroke]:
    return [Stroke(control, True), Stroke(control, False)]


def do(table: SimTable, stroke: Stroke) -> None:
    """Do what a patient hand does, and take as long."""
    if not stroke.is_down:
        table.release(stroke.control)
    elif not stroke.control.startswith("tile:"):
        table.press(stroke.control)
    else:
        assert _is_soon(table, stroke.control, lit=False)
        table.press(stroke.control)
        if not _is_soon(table, stroke.control, lit=True):
            table.release(stroke.control)
            table.clock.tick(1)
            table.press(stroke.control)
            assert _is_soon(table, stroke.control, lit=True)
    table.clock.tick(_FINGER_S)


def _is_soon(table: SimTable, tile: str, *, lit: bool) -> bool:
    waited = 0.0
    while (table.lamp(tile) == WHITE) is not lit:
        table.clock.tick(_FINGER_S)
        waited += _FINGER_S
        if waited >= _PATIENCE_S:
            return False
    return True


# Called before each stroke with the numbers of the action and of the stroke in it.
Trouble = Callable[[SimTable, int, int], None]


def play(recorded: Recorded, trouble: Trouble) -> Outcome:
    """Play the recorded game over a bad line, which is fixed before the end."""
    with TemporaryDirectory() as folder:
        with sim_table(Path(folder)) as table:
            start(table, recorded.script)
            for number, strokes in enumerate(recorded.actions):
                for at, stroke in enumerate(strokes):
                    trouble(table, number, at)
                    do(table, stroke)
            for row in BOARD.boards:
                table.backend.faults.clear(row.name)
            table.clock.tick(90)
            assert [h.stage for h in table.rig.boards.health()] == ["live"] * 3
            # `why` may have something to tell that a quiet line has not.
            places = [place for place in BOARD.pixels if place != "why"]
            lamps = {place: table.lamp(place) for place in places}
            position = table.position
        return Outcome(position, _rows(Path(folder, "journal.sqlite")), lamps)


def _rows(journal: Path) -> tuple[tuple[str, str], ...]:
    with closing(sqlite3.connect(journal)) as db:
        return tuple(db.execute("SELECT kind, body FROM entry ORDER BY game, n"))


BOARDS = [row.name for row in BOARD.boards]


@cache
def recorded(game: str) -> tuple[Recorded, Outcome]:
    """Return the game, and its end on a quiet line."""
    found = record(game)
    return found, play(found, lambda *_: None)


def ends_the_same(game: str, trouble: Trouble) -> None:
    found, quiet = recorded(game)
    outcome = play(found, trouble)
    assert outcome.journal == quiet.journal
    assert outcome.position == quiet.position
    assert outcome.lamps == quiet.lamps


def always(fault: str, value: object) -> Trouble:
    """Return a fault of every board from the first stroke on."""

    def trouble(table: SimTable, action: int, stroke: int) -> None:
        if action == stroke == 0:
            for board in BOARDS:
                table.backend.faults.set(board, fault, value)

    return trouble


def at_every_step(happen: Callable[[SimTable], None]) -> Trouble:
    return lambda table, _action, _stroke: happen(table)


def once_an_action(happen: Callable[[SimTable], None], turn: int) -> Trouble:
    """Return a trouble once an action, each time before another stroke."""
    return lambda table, action, stroke: (
        happen(table) if stroke == (action + turn) % 5 else None
    )


def fault(table: SimTable, *faults: tuple[str, object], lasts_s: float) -> None:
    for name, value in faults:
        table.backend.faults.set("grid", name, value)
    table.clock.tick(lasts_s)


IN_HANDS = [name for name in names() if known(name).in_hands]
every_game = pytest.mark.parametrize("game", IN_HANDS)


# A line that is bad all the time


@every_game
@pytest.mark.parametrize(
    ("fault", "value"),
    [
        ("drop", 0.3),
        ("corrupt", 0.3),
        ("duplicate", 0.5),
        ("reorder", 0.5),
        ("delay", 0.4),
        ("babble", 0.05),
    ],
)
def test_a_bad_line_changes_nothing(game: str, fault: str, value: object) -> None:
    ends_the_same(game, always(fault, value))


# What happens at one moment


def until_live(table: SimTable) -> None:
    """Wait for the grid board, so that two gaps do not become one."""
    while table.rig.boards.health()[1].stage != "live":
        table.clock.tick(0.1)


def replug(table: SimTable) -> None:
    """Unplug the board for a moment; it comes back under another name."""
    until_live(table)
    fault(table, ("unplug", None), lasts_s=0.3)
    fault(table, ("plug", None), lasts_s=0)


@every_game
def test_unplugged_and_back_at_every_step_nothing_is_lost(game: str) -> None:
    ends_the_same(game, at_every_step(replug))


@every_game
def test_a_board_that_restarts_at_every_step_loses_nothing(game: str) -> None:
    def happen(table: SimTable) -> None:
        until_live(table)
        fault(table, ("reset", None), lasts_s=0)

    ends_the_same(game, at_every_step(happen))


@every_game
@pytest.mark.parametrize("way", ["from", "to"])
@pytest.mark.parametrize("turn", [0, 1])
def test_a_line_that_is_dead_in_one_direction_for_a_while_loses_nothing(
    game: str, way: str, turn: int
) -> None:
    def happen(table: SimTable) -> None:
        fault(table, ("half-open", way), lasts_s=20)
        later = table.clock.time() + 5
        table.clock.call_at(later, lambda: table.backend.faults.clear("grid"))

    ends_the_same(game, once_an_action(happen, turn))


# Sensors


def unused(table: SimTable, game: str) -> str:
    """Return a tile that this game does not press, and that means nothing now."""
    tiles = [place for place in BOARD.pixels if place.startswith("tile:")]
    lit = table.table.gestures.lit
    return next(t for t in tiles if t not in recorded(game)[0].tiles and t not in lit)


@every_game
@pytest.mark.parametrize(("wrong", "wait_s"), [("stuck on", 62), ("flapping", 3)])
def test_a_tile_that_is_stuck_or_flaps_is_named_and_the_others_work(
    game: str, wrong: str, wait_s: float
) -> None:
    def trouble(table: SimTable, action: int, stroke: int) -> None:
        if action == stroke == 0:
            tile = unused(table, game)
            fault(table, (wrong, tile), lasts_s=wait_s)
            assert broken(table.parts) == [f"{tile}'s switch"]

    ends_the_same(game, trouble)


@every_game
def test_pieces_and_cards_that_come_and_go_change_no_game(game: str) -> None:
    def happen(table: SimTable) -> None:
        touch = table.backend.touch
        touch.put("depth:1:3")
        touch.tag("shoe", "04a1b2")
        table.clock.tick(0.2)
        touch.take("depth:1:3")
        touch.tag("shoe", "")

    ends_the_same(game, at_every_step(happen))
