"""`undertow effects`: the list, and every effect shown once by games on their own."""

from pathlib import Path

import pytest

from controller import games
from controller.tabletop.effect_sheet import DARK_AND_SILENT
from controller.tools.effects import Preview
from tests.cli.test_cli import Run, undertow
from tests.support.simtable import sim_table

__all__ = ["undertow"]  # a fixture


def test_the_list_has_every_event_with_its_light_and_sound(undertow: Run) -> None:
    status, out, said = undertow("effects", "get-bit", "--list")
    assert (status, said) == (0, "")
    head, *rows = [line.split() for line in out.splitlines()]
    assert head == ["event", "light", "seconds", "times", "colours", "sound"]
    bite, stay = (next(row for row in rows if row[0] == e) for e in ("bite", "stay"))
    assert bite[1:2] + bite[-2:] == ["bite", "blood", "bite"]
    assert stay[1:2] + stay[-2:] == ["shudder", "white", "bump"]
    assert all(float(seconds) > 0 for seconds in bite[2:4] + stay[2:3])
    names = games.staging(games.find("get-bit")).effects.names
    assert [row[0] for row in rows] == list(names)


@pytest.mark.parametrize("name", ["get-bit", "hai-noon"])
def test_every_effect_is_shown_on_the_table(name: str, tmp_path: Path) -> None:
    told: list[str] = []
    with sim_table(tmp_path) as table:
        table.start(2 if name == "hai-noon" else 4, game=name)
        preview = Preview(table.table, table.clock, told.append)
        heard: list[str] = []
        table.lights.on_sounds.append(heard.extend)
        preview.begin()
        for _ in range(20_000):
            if told and not told[-1].startswith("shown: "):
                break
            table.clock.tick(0.5)
    effects = games.staging(games.find(name)).effects
    worth = [n for n in effects.names if effects[n] != DARK_AND_SILENT]
    shown = [line.removeprefix("shown: ").split(",")[0] for line in told[:-1]]
    assert sorted([*shown, *preview.missing]) == sorted(worth)
    assert len(preview.missing) <= 2, told[-1]
    assert {effects[n].sound for n in shown} - {"silent"} <= set(heard)


def test_what_is_closed_shows_nothing_more(tmp_path: Path) -> None:
    """The table may be on its way down: nothing is played on it then."""
    with sim_table(tmp_path) as table:
        table.start(4)
        preview = Preview(table.table, table.clock, lambda _line: None)
        preview.begin()
        table.clock.tick(1)
        played = len(table.table.match.actions)
        assert played
        preview.close()
        table.clock.tick(60)
        assert len(table.table.match.actions) == played
