"""Faulty sensors, a pulled cable, a restart: the table still knows the pieces."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.games.hold_your_breath.pieces import Play
from controller.light.palette import OK
from tests.support.piece_hands import PieceHands, breathe, last
from tests.support.simtable import sim_table
from tests.support.words import catalogue_text


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[PieceHands]:
    with sim_table(tmp_path) as sim:
        yield PieceHands(sim)


def named(hands: PieceHands) -> dict[str, str]:
    parts = hands.sim.parts.all()
    return {p.name: p.trouble for p in parts if p.trouble}


def test_a_dead_sensor_is_named_by_ok_and_the_piece_is_taken_on_trust(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.sim.backend.faults.set("depth", "stuck off", "depth:0:2 hall")
    hands.act(Play(0, "swim-10-panic", "swim-10"))
    hands.carry("depth:0:0", "depth:0:2")
    assert hands.asked == "Put Blue's pirate on Blue's lane, 10 ft."
    hands.sim.tap("ok")
    assert named(hands) == {}, "nobody was asked yet"
    hands.be_patient()
    assert hands.sim.lamp("ok") == tuple(OK)
    hands.sim.tap("ok")
    assert named(hands) == {"depth:0:2's Hall sensor": catalogue_text("sensor.deaf")}
    hands.rest()
    assert hands.step is None


def test_swapped_sensors_are_named_together(hands: PieceHands) -> None:
    breathe(hands, air=10)
    hands.act(Play(0, "swim-10-panic", "swim-10"))
    # It is put on 2, and the sensor of 3 feels it.
    hands.carry("depth:0:0", "depth:0:3")
    hands.be_patient()
    hands.sim.tap("ok")
    assert named(hands) == {
        "depth:0:3's Hall sensor": (
            catalogue_text("sensor.swapped-feels", instead="lane 1, lamp 3")
        ),
        "depth:0:2's Hall sensor": (
            catalogue_text("sensor.swapped-deaf", instead="lane 1, lamp 4")
        ),
    }
    hands.rest()
    assert hands.step is None


def test_a_flapping_sensor_is_left_out_until_it_is_quiet(hands: PieceHands) -> None:
    breathe(hands, air=10)
    hands.sim.backend.faults.set("depth", "flapping", "depth:3:9 hall")
    hands.sim.clock.tick(10)
    hands.rest()
    assert hands.step is None
    hands.carry("depth:0:0", "depth:0:2")
    assert last(hands) == Play(0, "swim-10-panic", "swim-10")


def test_a_move_that_was_made_while_the_cable_was_out_counts_when_it_is_back(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.sim.backend.breakage.fault("sensor board depth", "unplug")
    hands.sim.clock.tick(5)
    hands.carry("depth:0:0", "depth:0:2")
    assert hands.step is None
    assert hands.sim.position.depths == (0, 0)
    hands.sim.backend.breakage.repair("sensor board depth")
    hands.sim.clock.tick(10)
    assert last(hands) == Play(0, "swim-10-panic", "swim-10")
    assert hands.step is None


def test_a_restart_finds_the_pieces_where_they_were_left(tmp_path: Path) -> None:
    with sim_table(tmp_path) as sim:
        hands = PieceHands(sim)
        breathe(hands, air=10)
        hands.carry("depth:0:0", "depth:0:2")
        stood = hands.at
    with sim_table(tmp_path) as sim:
        hands = PieceHands(sim)
        hands.put(sorted(stood))
        sim.start(2, {}, game="hold-your-breath", seed=3)
        sim.tap("ok")
        hands.rest()
        assert sim.position.depths == (10, 0)
        assert hands.step is None
        hands.carry("depth:0:2", "depth:0:9")
        assert sim.told[-1].message.startswith("Blue can't move there.")
