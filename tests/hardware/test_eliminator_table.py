"""HOLD YOUR GROUND on the whole simulated table, up to the striker's pulses."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.games.hold_your_ground import GAME, STAGING
from controller.games.hold_your_ground.pieces import Blast
from controller.rules.game import Event
from controller.session.snapshot import Snapshot
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.eliminator import RULES
from hardware.parts.registry import Parts
from hardware.readings import Occupied, Pressed, Reading, Released
from hardware.rig import Rig
from tests.support import ROOT
from tests.support.eliminator_bench import HOLD_S, ROW
from tests.support.simtable import BOARD, SimTable, sim_table

REST_US, STRIKE_US = 1200, 1850


class Exploding:
    """A table at the moment of an explosion."""

    def __init__(self, table: SimTable) -> None:
        self.table = table
        self.tile = ""
        self._rng = Random(5)
        table.table.on_change.append(self._changed)
        table.start(3, game="hold-your-ground", seed=5)
        while not self.tile:
            assert self.state in ("out", "cooling", "unasked")
            self.play_on()
            table.clock.tick(0.1)
        assert ROW.servo is not None
        self.servo = table.backend.pins.pin(ROW.servo)
        table.clock.tick(10)
        self.servo.clear_states()

    def _changed(self, _now: Snapshot, events: tuple[Event, ...]) -> None:
        blasts = [event for event in events if isinstance(event, Blast)]
        self.tile = f"tile:{blasts[-1].at}" if blasts else ""

    @property
    def state(self) -> str:
        assert self.table.rig.eliminator
        return self.table.rig.eliminator.state

    @property
    def pulses_us(self) -> list[int]:
        return [round(state.state * 20_000) for state in self.servo.states]

    def play_on(self) -> None:
        self.table.act(self._rng.choice(GAME.legal(self.table.position)))

    def puck(self, tile: str) -> None:
        self.table.backend.touch.put(tile)
        self.table.clock.tick(1)

    def turn(self, gpio: int, down: bool) -> None:
        pin = self.table.backend.pins.pin(gpio)
        (pin.drive_low if down else pin.drive_high)()
        self.table.clock.tick(0.05)

    def hold_fire(self, seconds: float) -> None:
        self.turn(ROW.fire, True)
        self.table.clock.tick(seconds)
        self.turn(ROW.fire, False)


@pytest.fixture
def exploding(tmp_path: Path) -> Iterator[Exploding]:
    with sim_table(tmp_path) as table:
        yield Exploding(table)


def test_an_explosion_is_asked_for_and_struck_under_its_tile(
    exploding: Exploding,
) -> None:
    assert exploding.state == "asked"
    exploding.puck(exploding.tile)
    exploding.turn(ROW.arm, True)
    exploding.hold_fire(HOLD_S + 1)
    pulses = exploding.pulses_us
    assert pulses[1] == pulses[-2] == REST_US
    assert max(pulses) == STRIKE_US
    assert pulses[-1] == 0
    assert exploding.servo.frequency is None
    exploding.table.clock.tick(10)
    exploding.hold_fire(HOLD_S + 1)
    assert exploding.pulses_us == pulses, "one strike for each asking"


def test_with_the_cable_of_the_grid_board_pulled_nothing_moves(
    exploding: Exploding,
) -> None:
    faults, clock = exploding.table.backend.faults, exploding.table.clock
    exploding.puck(exploding.tile)
    exploding.turn(ROW.arm, True)
    exploding.turn(ROW.fire, True)
    assert exploding.state == "holding"
    faults.set("grid", "unplug")
    clock.tick(0.1)
    assert exploding.state == "asked"
    exploding.turn(ROW.fire, False)
    exploding.hold_fire(HOLD_S + 1)
    assert max(exploding.pulses_us) == 0
    # Back again, the board says where the puck is without anybody moving it.
    faults.set("grid", "plug")
    clock.tick(10)
    exploding.hold_fire(HOLD_S + 1)
    assert max(exploding.pulses_us) == STRIKE_US


def test_playing_on_withdraws_the_asking(exploding: Exploding) -> None:
    exploding.play_on()
    assert not exploding.tile
    assert exploding.state == "unasked"


def test_a_new_game_withdraws_the_asking(exploding: Exploding) -> None:
    exploding.table.table.new_game(games.find("get-bit"), 4, {})
    assert exploding.state == "unasked"


def test_key_and_button_mean_nothing_to_the_game(exploding: Exploding) -> None:
    before = exploding.table.position
    told = len(exploding.table.told)
    exploding.turn(ROW.arm, True)
    exploding.hold_fire(0.1)
    assert exploding.table.position is before
    assert len(exploding.table.told) == told


def test_closing_the_table_in_mid_stroke_releases_the_servo(
    exploding: Exploding,
) -> None:
    exploding.puck(exploding.tile)
    exploding.turn(ROW.arm, True)
    exploding.turn(ROW.fire, True)
    exploding.table.clock.tick(HOLD_S + 0.05)
    assert exploding.servo.frequency == 50
    exploding.table.rig.close()
    assert exploding.servo.frequency is None
    assert exploding.state == "closed"


def test_a_game_that_is_offered_again_asks_for_nothing(tmp_path: Path) -> None:
    """What was asked for before the restart may have been struck."""
    with sim_table(tmp_path) as table:
        exploding = Exploding(table)
        assert exploding.state == "asked"
    with sim_table(tmp_path) as table:
        table.start(3, game="hold-your-ground")
        table.tap("ok")
        table.clock.tick(10)
        assert table.rig.eliminator
        assert table.rig.eliminator.state == "unasked"


def test_only_a_blast_strikes_and_the_last_one_counts() -> None:
    blasts: list[dict[str, Any]] = [
        {"type": "blast", "at": at, "battlers": {}} for at in ("1,3", "0,2")
    ]
    step = {"type": "step", "seat": 0, "to": "4,4"}
    assert STAGING.struck([step]) is None
    assert STAGING.struck([step, *blasts, step]) == "tile:0,2"
    assert games.staging(games.find("get-bit")).struck(blasts) is None


# The rig


def test_the_eliminator_hears_first_and_everybody_hears_all() -> None:
    clock, parts = VirtualClock(), Parts()
    backend = SimBackend(BOARD, clock, parts)
    rig = Rig(BOARD, backend, parts)
    heard: list[tuple[Reading, str]] = []
    assert rig.eliminator
    eliminator = rig.eliminator
    rig.listen(lambda reading: heard.append((reading, eliminator.state)))
    clock.tick(10)
    rig.ask("tile:1,3")
    heard.clear()
    backend.touch.put("tile:1,3")
    clock.tick(1)
    for gpio in (ROW.arm, ROW.fire):
        backend.pins.pin(gpio).drive_low()
        clock.tick(0.1)
    backend.pins.pin(ROW.fire).drive_high()
    clock.tick(0.1)
    assert heard == [
        (Occupied("tile:1,3", True), "asked"),
        (Pressed("arm"), "asked"),
        (Pressed("fire"), "holding"),
        (Released("fire"), "asked"),
    ]
    assert [type(reading) for reading, _ in heard][2:] == [Pressed, Released]
    rig.ask(None)
    assert eliminator.state == "unasked"
    rig.close()


# The drawing


def test_the_drawing_of_the_states_is_up_to_date() -> None:
    text = (ROOT / "hardware/README.md").read_text()
    drawn = re.findall(r"^    (\w+) --> (\w+): (\w+)$", text, re.MULTILINE)
    moves = {(one, said): new for one, new, said in drawn}
    assert moves == {key: new for key, new in RULES.items() if new != "closed"}
