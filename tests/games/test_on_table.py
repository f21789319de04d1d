"""Every game on the simulated table: played by hand, and lit alike after a restart."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.rules.match import Match
from controller.rules.views import show
from tests.support.ours import OURS
from tests.support.simtable import SimTable, sim_table

SIZES = [(name, seats) for name in OURS for seats in games.find(name).seats]
sizes = pytest.mark.parametrize(("name", "seats"), SIZES)


@sizes
def test_a_whole_game_is_played_by_hand(table: SimTable, name: str, seats: int) -> None:
    table.start(seats, game=name, seed=seats)
    game, rng, match = games.find(name), Random(seats), table.table.match
    script = games.staging(game).script
    while match.result is None:
        ways = [(a, script(match.position, a)) for a in game.legal(match.position)]
        action, way = rng.choice([(a, way) for a, way in ways if way])
        done = len(match.actions)
        table.perform(way)
        if len(match.actions) == done:
            table.tap("ok")  # it cannot be undone
        assert match.actions[done] == action
    assert table.table.phase == "over"
    assert [told for told in table.told if not told.legal] == []
    table.end_effects()
    lamps = [max(table.lamp(f"seat:{seat}")) for seat in range(seats)]
    assert max(lamps) == max(lamps[winner] for winner in match.result.winners)


@pytest.mark.parametrize(
    ("name", "seats"), [size for size in SIZES if size[0] != "hai-noon"]
)
def test_after_its_effects_a_table_shows_what_a_restarted_table_shows(
    tmp_path: Path, name: str, seats: int
) -> None:
    """HAI NOON dims what a card cannot touch only while its effect is fresh."""
    game = games.find(name)
    for actions in (0, 7, 20):
        rng, state = Random(actions), tmp_path / str(actions)
        with sim_table(state) as table:
            table.start(seats, game=name, seed=7)
            for _ in range(actions):
                table.act(rng.choice(game.legal(table.position)))
            table.act(game.legal(table.position)[-1])
            table.end_effects()
            shown = table.frames[-1]
        with sim_table(state) as again:
            again.start()
            again.tap("ok")
            assert again.frames[-1] == shown


@pytest.mark.parametrize("name", OURS)
def test_a_picture_names_every_place_that_an_effect_lights(name: str) -> None:
    """Else an effect's light could stay behind."""
    game, rng = games.find(name), Random(name)
    staging = games.staging(game)
    lit = 0
    match = Match(game, game.seats[0], {}, lambda o, _: rng.choice(o).action)
    match.accept(match.opening())
    while match.result is None:
        before = {**show(game, match.position, "table", ()), "options": match.options}
        places = staging.picture(before).keys()
        events: list[Any] = []
        for entry in (entries := match.plan(rng.choice(game.legal(match.position)))):
            told = entry.events
            events += [game.event_view(entry.position, e, "table") for e in told]
        match.accept(entries)
        for keyframe in staging.effect(before, events):
            assert keyframe.lamps.keys() <= places
            lit += 1
    assert lit > 20
