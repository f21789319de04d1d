"""The default prompt, for a game without prompts of its own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.rules.game import Game
from controller.session.prompt import prompt
from controller.tabletop.gestures import Script, presses
from controller.tabletop.staging import COUNTED, PLAIN
from tests.support.simtable import sim_table
from tests.support.words import catalogue_text


def on_a_tile(_position: Any, _action: Any) -> Script:
    return presses("tile:0,0")


@pytest.mark.parametrize(
    ("script", "wanted", "says"),
    [
        (
            games.staging(games.find("get-bit")).script,
            COUNTED,
            catalogue_text("ask-table.counted"),
        ),
        (on_a_tile, PLAIN, catalogue_text("ask-table.plain")),
    ],
)
def test_it_is_said_how_its_choices_are_meant(
    script: Callable[[Any, Any], Script | None],
    wanted: Any,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    staging = games.staging(games.find("get-bit"))
    plain = staging._replace(decision=lambda _position: PLAIN, script=script)
    monkeypatch.setattr("controller.games.get_bit.STAGING", plain)
    with sim_table(tmp_path) as table:
        table.start(2)
        asks = prompt(table.table.now.situation)
        assert (asks.table, asks.is_held) == (wanted.table, wanted.is_held)
        assert table.said(asks.table) == says


def test_seats_without_a_name_are_called_by_their_colours() -> None:
    assert Game._field_defaults["teams"](3) == (("red",), ("blue",), ("green",))
