"""The Doom Die and the explosion, reported by the players at the table."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.chance.dealer import ChanceSettings
from controller.games.hold_your_ground import STAGING
from controller.games.hold_your_ground.layout import COLOURS
from controller.games.hold_your_ground.pieces import Roll, Scatter
from controller.games.hold_your_ground.scene import FIRE, STEEL
from controller.light.colour import DARK, WHITE
from controller.light.palette import OK, PLACE
from tests.support.simtable import BOARD
from tests.support.told_table import ToldTable, told_table
from tests.support.words import catalogue_text

BY_PLAYERS = ChanceSettings(die="players", explosion="players")
FACES = {
    "royale": "tile:1,1",
    "eliminator": "tile:1,3",
    "explosion": "tile:3,1",
    "choice": "tile:3,3",
}


class Island:
    """HOLD YOUR GROUND, played at random until the table waits for an outcome."""

    def __init__(self, table: ToldTable, seed: int = 5) -> None:
        self.table = table
        self.sim = table.sim
        self._rng = Random(seed)

    def start(self, seats: int = 3) -> None:
        self.sim.start(seats, {"first": 0}, game="hold-your-ground", seed=5)

    @property
    def waits(self) -> str:
        return self.table.waits or ""

    def to_the_die(self) -> None:
        self.play_until(lambda: "Doom Die" in self.waits)

    def to_the_explosion(self) -> None:
        def is_there() -> bool:
            if "Doom Die" in self.waits:
                self.tell(FACES["explosion"])
            return "battler land" in self.waits

        self.play_until(is_there)
        self.sim.end_effects()

    def tell(self, *presses: str) -> None:
        for control in (*presses, "ok"):
            self.sim.tap(control)

    def play_until(self, is_there: Any) -> None:
        while not is_there():
            legal = self.sim.table.match.game.legal(self.sim.position)
            self.sim.act(self._rng.choice(legal))
        self.sim.end_effects()


@pytest.fixture
def island(tmp_path: Path) -> Iterator[Island]:
    with told_table(tmp_path, BY_PLAYERS) as table:
        yield Island(table)


def last(island: Island) -> Any:
    return island.table.actions[-1]


# The die


def test_program_rolls_by_default(tmp_path: Path) -> None:
    with told_table(tmp_path) as table:
        island = Island(table)
        island.start()
        for _ in range(60):
            assert table.waits is None
            legal = table.sim.table.match.game.legal(table.position)
            table.sim.act(legal[0])
        assert any(isinstance(action, Roll) for action in table.actions)


def test_the_table_asks_for_the_face_in_words_and_in_light(island: Island) -> None:
    island.start()
    island.to_the_die()
    assert island.waits == (
        "Roll the Doom Die, press its face, then OK: top left Battle Royale, top "
        "right Move Eliminator, bottom left Explosion, bottom right Action of Choice."
    )
    shown = island.sim.lamps(*FACES.values())
    assert shown == [COLOURS["red"], STEEL, FIRE, WHITE]
    tiles = {f"tile:{r},{c}" for r in range(5) for c in range(5)}
    assert set(island.sim.lamps(*(tiles - set(FACES.values())))) == {DARK}


@pytest.mark.parametrize("face", ["royale", "choice"])
def test_ok_confirms_the_pressed_face(island: Island, face: str) -> None:
    island.start()
    island.to_the_die()
    island.sim.tap(FACES[face])
    assert not isinstance(last(island), Roll)
    island.sim.end_effects()
    assert island.sim.lamp("ok") == OK
    assert island.sim.lamp(FACES[face]) != DARK
    others = [tile for name, tile in FACES.items() if name != face]
    assert island.sim.lamps(*others) == [DARK] * 3
    island.sim.tap("ok")
    assert Roll(face) in island.table.actions
    assert not island.sim.table.can_undo("table")


def test_undo_clears_the_pressed_face(island: Island) -> None:
    island.start()
    island.to_the_die()
    island.sim.tap(FACES["royale"])
    island.sim.tap("undo")
    island.tell(FACES["choice"])
    rolled = [a for a in island.table.actions if isinstance(a, Roll)]
    assert rolled == [Roll("choice")]


def test_ok_alone_rolls_nothing(island: Island) -> None:
    island.start()
    island.to_the_die()
    before = island.table.actions
    island.sim.tap("ok")
    island.sim.tap("tile:0,0")
    island.sim.tap("ok")
    assert island.table.actions == before
    assert island.sim.told == []


def test_no_page_can_act_while_the_table_waits_for_the_die(island: Island) -> None:
    island.start()
    island.to_the_die()
    for seat in range(3):
        pending = island.sim.table.view(seat, ())["pending"]
        assert pending == {"by": "chance", "seats": [], "legal": []}


def test_restarted_table_waits_for_the_die(tmp_path: Path) -> None:
    with told_table(tmp_path, BY_PLAYERS) as table:
        island = Island(table)
        island.start()
        island.to_the_die()
        before, said = table.position, table.waits
    with told_table(tmp_path, BY_PLAYERS) as table:
        table.sim.start(3, game="hold-your-ground")
        table.sim.tap("ok")
        assert (table.position, table.waits) == (before, said)
        Island(table).tell(FACES["royale"])
        assert Roll("royale") in table.actions


def test_program_rolls_after_a_restart_with_other_settings(
    tmp_path: Path,
) -> None:
    with told_table(tmp_path, BY_PLAYERS) as table:
        island = Island(table)
        island.start()
        island.to_the_die()
        length = len(table.actions)
    with told_table(tmp_path) as table:
        table.sim.start(3, game="hold-your-ground")
        table.sim.tap("ok")
        assert table.waits is None
        assert isinstance(table.actions[length], Roll)


def test_face_missing_from_the_house_die_is_refused(island: Island) -> None:
    """HYG-03"""
    island.start()
    island.to_the_die()
    match, view = island.sim.table.match, island.sim.table.seen
    position = island.sim.position
    house = position.variant.house._replace(die=(0, 3, 3, 0))
    lacking = position._replace(variant=position.variant._replace(house=house))
    meant = STAGING.chance_prompts[Roll].meant(view, FACES["royale"])
    assert meant == Roll("royale")
    refusal = match.game.refuse(lacking, meant)
    assert refusal
    assert refusal.rule == "HYG-03"


# The explosion


def test_an_explosion_asks_for_one_battler_after_the_other(island: Island) -> None:
    island.start()
    island.to_the_explosion()
    air = dict(island.sim.table.seen["state"]["air"])
    order = [team for team, number in air.items() for _ in range(number)]
    assert order
    for number, team in enumerate(order):
        rest = len(order) - number - 1
        more = f"; {rest} more to come" if rest else ""
        assert island.waits == (
            f"Where did {team.capitalize()}'s battler land? Press the tile, or "
            f"UNDO if it's lost, then OK{more}."
        )
        island.tell("undo")
        scattered = [a for a in island.table.actions if isinstance(a, Scatter)]
        assert scattered[-1] == Scatter(team, None)
    assert "battler" not in island.waits


def test_battler_lands_on_the_pressed_tile(island: Island) -> None:
    island.start()
    island.to_the_explosion()
    team = next(iter(island.sim.table.seen["state"]["air"]))
    tile = landing(island)
    hole = f"tile:{island.sim.table.seen['state']['eliminator']}"
    assert island.sim.lamp(hole) == COLOURS[team]
    assert island.sim.lamp("undo") == PLACE
    island.sim.tap(tile)
    assert not isinstance(last(island), Scatter)
    island.sim.end_effects()
    assert island.sim.lamp(tile) == COLOURS[team]
    island.sim.tap("ok")
    assert Scatter(team, tile.removeprefix("tile:")) in island.table.actions


def landing(island: Island) -> str:
    lit = sorted(island.sim.table.gestures.lit - {"undo"})
    assert lit
    return lit[0]


def test_undo_clears_the_pressed_tile_before_it_means_lost(
    island: Island,
) -> None:
    island.start()
    island.to_the_explosion()
    island.sim.tap(landing(island))
    island.sim.tap("undo")
    assert not island.sim.table.gestures.begun
    island.sim.tap("undo")
    assert island.sim.table.gestures.begun
    island.sim.tap("undo")
    assert not island.sim.table.gestures.begun
    assert not isinstance(last(island), Scatter)


def test_impossible_tile_is_refused_with_its_ruling(island: Island) -> None:
    """HYG-40"""
    island.start()
    island.to_the_explosion()
    lit = island.sim.table.gestures.lit
    tiles = [(row, column) for row in range(5) for column in range(5)]
    far = [at for at in tiles if f"tile:{at[0]},{at[1]}" not in lit]
    for row, column in far:
        island.sim.told.clear()
        island.sim.tap(f"tile:{row},{column}")
        (told,) = island.sim.told
        assert (told.seat, told.rule) == (None, "HYG-40")
        assert f"row {row + 1}, tile {column + 1}" in told.message.lower()
    assert not isinstance(last(island), Scatter)


def test_released_undo_does_not_report_a_loss(island: Island) -> None:
    island.start()
    island.to_the_explosion()
    island.sim.press("undo")
    island.sim.table.act(Scatter(*lost(island)), None)
    before = island.table.actions
    island.sim.release("undo")
    assert island.table.actions == before
    assert not island.sim.table.gestures.begun


def lost(island: Island) -> tuple[str, None]:
    return next(iter(island.sim.table.seen["state"]["air"])), None


def test_striker_is_requested_while_the_table_waits_for_landings(
    island: Island,
) -> None:
    island.start()
    island.to_the_explosion()
    hole = f"tile:{island.sim.table.seen['state']['eliminator']}"
    assert island.sim.rig.eliminator
    assert island.sim.rig.eliminator.state == "asked"
    assert island.sim.rig.eliminator.tile == hole


def test_undo_is_refused_before_an_explosion(
    island: Island,
) -> None:
    """The striker may have struck, and people may have seen the die."""
    island.start()
    match = island.sim.table.match
    begun = next(a for a in match.game.legal(island.sim.position))
    island.sim.act(begun, begun.seat)
    assert island.sim.table.can_undo(begun.seat)
    air = (2, 0, 0)
    blown_up = island.sim.position._replace(phase="scatter", air=air, eliminator=0)
    match.accept((match.entries_from(-1)[0]._replace(position=blown_up),))
    island.sim.table.look_again()
    assert "Red's battler land" in island.waits
    island.sim.table.undo(begun.seat)
    assert island.sim.told[-1].message == (catalogue_text("undo.telling"))
    assert not island.sim.table.can_undo("table")


# Who decides the explosion


AUTO = ChanceSettings(die="players", explosion="auto")
NO_ELIMINATOR = BOARD._replace(eliminator=None)


def exploded(island: Island) -> bool:
    return any(isinstance(action, Scatter) for action in island.table.actions)


def play_until_exploded(island: Island) -> None:
    """Report the die, and let the program decide the explosion."""

    def is_there() -> bool:
        if "Doom Die" in island.waits:
            island.tell(FACES["explosion"])
        assert "battler land" not in island.waits
        return exploded(island)

    island.play_until(is_there)


def test_program_decides_the_explosion_without_an_eliminator(tmp_path: Path) -> None:
    with told_table(tmp_path, AUTO, NO_ELIMINATOR) as table:
        island = Island(table)
        island.start()
        play_until_exploded(island)


def test_program_decides_the_explosion_if_the_eliminator_is_out(tmp_path: Path) -> None:
    with told_table(tmp_path, AUTO) as table:
        island, sim = Island(table), table.sim
        sim.parts.fails("eliminator", "its servo does not answer")
        island.start()
        play_until_exploded(island)


def test_players_may_still_report_if_the_eliminator_fails(
    tmp_path: Path,
) -> None:
    with told_table(tmp_path, AUTO) as table:
        island, sim = Island(table), table.sim
        island.start()
        island.to_the_explosion()
        sim.parts.fails("eliminator", "its servo does not answer")
        sim.settle()
        assert island.waits.endswith(
            ". "
            + catalogue_text(
                "wait.out", trouble="Eliminator: its servo does not answer"
            )
        )
        # Players who saw where it landed may still report it.
        tile = landing(island)
        length = len(island.table.actions)
        island.tell(tile)
        told = island.table.actions[length]
        assert told.to == tile.removeprefix("tile:")
        scattered = [a for a in island.table.actions[length:] if type(a) is Scatter]
        assert scattered == [told]


def test_ok_lets_the_program_decide_if_the_eliminator_fails(tmp_path: Path) -> None:
    with told_table(tmp_path, AUTO) as table:
        island, sim = Island(table), table.sim
        island.start()
        island.to_the_explosion()
        sim.parts.fails("eliminator", "its servo does not answer")
        sim.settle()
        sim.tap("ok")
        assert "battler" not in island.waits
        assert exploded(island)


def test_nobody_is_asked_where_battlers_landed_if_the_program_decides(
    tmp_path: Path,
) -> None:
    assert BOARD.eliminator
    with told_table(tmp_path, ChanceSettings()) as table:
        island = Island(table)
        island.start()

        def is_over() -> bool:
            assert not island.waits
            return any(isinstance(action, Scatter) for action in table.actions)

        island.play_until(is_over)
