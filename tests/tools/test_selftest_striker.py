"""The walk of the striker: it moves only while it is held, slowly, and a little."""

from itertools import pairwise
from pathlib import Path

import pytest

from controller.tools.selftest.striker import JOG_DEG
from hardware.backend import Servo
from tests.support.selftest_table import Builder, Faults, found, is_well
from tests.support.selftest_table import path as path
from wiring.boardmap import DEFAULT, Eliminator, load

REVERSED = Faults(is_reversed=True)


def angles(path: Path) -> tuple[float, float]:
    row = load(path).eliminator
    assert row is not None
    return row.rest_deg, row.strike_deg


def driven(builder: Builder) -> list[float]:
    return [angle for angle in builder.table.striker if angle is not None]


def test_a_reversed_servo_is_named_and_its_angles_are_turned_round(path: Path) -> None:
    results = Builder(path, REVERSED).walk("striker")
    assert found(results) == [
        "the servo is reversed: it goes up where it should go down; "
        "it rests at 30° and strikes at -35°"
    ]
    assert angles(path) == (30.0, -35.0)
    assert path.with_name("board.toml.bak").read_bytes() == DEFAULT.read_bytes()
    assert results[0].is_well
    assert is_well(path, REVERSED)


@pytest.mark.parametrize("faults", [Faults(), REVERSED])
def test_angles_that_are_off_are_found_by_steps_and_written(
    path: Path, faults: Faults
) -> None:
    sign = -1 if faults.is_reversed else 1
    Builder(path, faults, angles=(-42.0, 20.0)).walk("striker")
    assert angles(path) == (sign * -42.0, sign * 20.0)
    again = Builder(path, faults, angles=(-42.0, 20.0)).walk("striker")
    assert found(again) == []


def test_it_goes_slowly_in_short_jogs_and_is_released_after_each(path: Path) -> None:
    builder = Builder(path, angles=(-42.0, 41.0))
    builder.walk("striker")
    jog: list[float] = []
    for angle in builder.table.striker:
        if angle is not None:
            jog.append(angle)
            continue
        steps = [abs(b - a) for a, b in pairwise(jog)]
        # A quarter of 400 degrees a second, in steps of 20 ms.
        assert all(step <= 2.0001 for step in steps)
        assert sum(steps) <= JOG_DEG + 0.0001
        jog = []
    assert jog == []


def test_it_stays_within_its_travel_however_often_it_is_asked_up(path: Path) -> None:
    builder = Builder(path)
    asked = iter(["next"] * 50)
    builder.acts = {
        "Is the arm just": lambda b: b.answer(next(asked, "ok")),
        **builder.acts,
    }
    builder.walk("striker")
    assert max(driven(builder)) == 90
    assert angles(path) == (-30.0, 90.0) or angles(path) == (-30.0, 35.0)


def test_nothing_moves_without_the_key_and_that_is_said(path: Path) -> None:
    builder = Builder(path)
    builder.has_key = False
    results = builder.walk("striker")
    assert found(results) == [
        "the key was not at arm with fire held, so nothing was moved"
    ]
    assert results[0].findings[0].fix == (
        "run `undertow selftest striker` with the key at hand"
    )
    assert driven(builder) == []


@pytest.mark.parametrize("held", ["arm", "fire"])
def test_nothing_moves_with_only_one_of_the_two(path: Path, held: str) -> None:
    builder = Builder(path)
    builder.acts = {
        "Turn the key to arm and hold": lambda b: b.table.press(held),
        **builder.acts,
    }
    assert not builder.walk("striker")[0].is_well
    assert driven(builder) == []


@pytest.mark.parametrize("let_go", ["arm", "fire"])
def test_it_is_released_at_once_when_it_is_let_go(path: Path, let_go: str) -> None:
    builder = Builder(path)
    builder.rig.listen(builder.bench.reading)
    from controller.tools.selftest.command import walk_all

    builder.bench.start(walk_all(builder.bench, "striker", []))
    builder.let(0.5)
    builder.act(builder.said[-1])
    while len(driven(builder)) < 4:
        builder.let(0.01)
    builder.table.release(let_go)
    builder.let(0)
    assert builder.table.striker[-1] is None
    count = len(driven(builder))
    builder.let(5.0)
    assert len(driven(builder)) == count
    assert builder.said[-1] == "Turn the key to arm and hold fire: then it moves."
    builder.table.press(let_go)
    builder.let(1.0)
    assert len(driven(builder)) > count
    # Cut off in the middle of a move, it is released all the same.
    builder.bench.close()
    assert builder.table.striker[-1] is None
    builder.rig.close()


class Broken:
    def turn(self, degrees: float) -> None:
        raise OSError(5, "Input/output error")

    def release(self) -> None: ...

    def close(self) -> None: ...


def test_a_servo_that_cannot_be_driven_is_named(path: Path) -> None:
    builder = Builder(path)

    def open_servo(row: Eliminator) -> Servo:
        return Broken()

    builder.table.open_servo = open_servo  # type: ignore[method-assign]
    results = builder.walk("striker")
    assert found(results) == [
        "the servo cannot be driven: OSError: [Errno 5] Input/output error"
    ]


def test_nothing_can_strike_while_the_striker_is_walked(path: Path) -> None:
    builder = Builder(path)
    builder.walk("striker")
    assert builder.rig.eliminator is not None
    assert builder.rig.eliminator.state == "closed"
