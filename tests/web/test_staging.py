"""What happened, event by event, for as long as the lamps show it."""

import json
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.rules.views import past
from controller.web.protocol import outgoing
from tests.support.ours import so_many
from tests.support.simtable import SimTable

STEPS = 60


@pytest.mark.parametrize("name", games.names())
def test_each_event_has_its_time_its_sentence_and_the_state_after_its_action(
    tmp_path: Path, name: str
) -> None:
    sent: list[dict[str, Any]] = []
    rng = Random(8)
    sim = SimTable(tmp_path)
    with closing(sim):
        sim.start(so_many(name, 2), game=name)
        table, match = sim.table, sim.table.match
        table.on_change.append(
            lambda now, events: sent.append(
                json.loads(outgoing.position(now, 0, events))
            )
        )
        for _ in range(STEPS):
            if not (legal := match.game.legal(match.position)):
                break
            told = len(match.story)
            sent.clear()
            table.act(rng.choice(legal), None)
            (position,) = [one for one in sent if one["events"]]
            if "beats" not in position:
                continue
            beats, entries = position["beats"], match.story[told:]
            assert len(beats) == len(position["events"])
            assert any(beat["ms"] > 0 for beat in beats)
            ends, at = {}, -1
            for line, story_line in enumerate(entries[:-1], told):
                at += len(story_line.entry.events)
                if story_line.entry.events:
                    seen = past(match, 0, line)
                    assert seen is not None
                    ends[at] = json.loads(json.dumps(seen["state"]))
            later = {i: b["state"] for i, b in enumerate(beats) if "state" in b}
            assert later == {at: end for at, end in ends.items() if at < len(beats) - 1}
