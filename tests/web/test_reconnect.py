"""A message of a round is dropped, delayed, doubled or late, or its socket dies.

The connections are the pages' own, in Node; the table and its sockets are real.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from controller.rules.codec import to_json
from controller.rules.game import Event
from controller.rules.match import Match
from controller.session.snapshot import Snapshot
from controller.testing.page_runs import node
from tests.support.webtable import web_table

PLAYS = Path(__file__).parents[1] / "pages" / "reconnect.js"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("get-bit", {}),
    ("hai-noon", {}),
    ("hold-your-breath", {"edition": "published"}),
    ("hold-your-breath", {"edition": "draft"}),
    ("hold-your-ground", {}),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_no_choice_is_lost_and_none_counts_twice(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    matches: list[Match] = []

    def changed(now: Snapshot, _events: tuple[Event, ...]) -> None:
        if now.situation.match not in matches:
            matches.append(now.situation.match)

    with web_table(tmp_path, 2, game=game, **options) as served:
        served.run(lambda: served.table.on_change.append(changed))
        matches.append(served.table.match)
        program = node()
        assert program
        ran = subprocess.run(
            [program, PLAYS, str(served.port), *served.codes],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert ran.returncode == 0, ran.stderr[-2000:]
        told = json.loads(ran.stdout)
    assert told["rounds"] > 60
    entries = [entry for match in matches for entry in match.entries_from(0)]
    decided = [to_json(entry.action) for entry in entries if entry.by == "seat"]
    for seat, choices in enumerate(told["choices"]):
        assert [each for each in decided if each["seat"] == seat] == choices
