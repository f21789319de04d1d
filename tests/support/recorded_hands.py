"""Recorded games as what hands do: which button or tile goes down, which comes up.

A hand at the table is patient: it keeps a tile down until the table has lit it, does
nothing else meanwhile, and does not press a tile that is still lit from its last press.
A tile that stays dark all the same is let go and pressed once more: one that came up
and went down again while its board was away cannot be told from one that was held.
That is all that a bad line asks of people.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from controller import games
from controller.light.colour import WHITE
from controller.tabletop.gestures import Count, Hold, Press, Script
from controller.testing import playthroughs
from controller.testing.known import known
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
    """What hands do to play it, found out on a quiet line."""
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
    """What a patient hand does, and how long it takes."""
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
    """The recorded game over a line with trouble; all is mended before the end."""
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
            assert [h.stage for h in table.backend.boards.health()] == ["live"] * 3
            # `why` may have something to tell that a quiet line has not.
            places = [place for place in BOARD.pixels if place != "why"]
            lamps = {place: table.lamp(place) for place in places}
            position = table.position
        return Outcome(position, _rows(Path(folder, "journal.sqlite")), lamps)


def _rows(journal: Path) -> tuple[tuple[str, str], ...]:
    with closing(sqlite3.connect(journal)) as db:
        return tuple(db.execute("SELECT kind, body FROM entry ORDER BY game, n"))
