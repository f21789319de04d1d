"""No lamp reveals a secret, by colour or by rhythm."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from controller.games.get_bit.pieces import Choose, Robot
from tests.support.simtable import SimTable, sim_table
from tests.support.words import catalogue_text


@contextmanager
def twins(
    seats: int = 4, seed: int = 1, **options: bool
) -> Iterator[tuple[SimTable, SimTable]]:
    """Two tables with the same game on them."""
    with (
        TemporaryDirectory() as folder,
        sim_table(Path(folder) / "a") as one,
        sim_table(Path(folder) / "b") as other,
    ):
        for table in (one, other):
            table.start(seats, options, seed=seed)
        yield one, other


def missing(table: SimTable) -> list[Robot]:
    position = table.position
    return [
        robot
        for robot, card in zip(position.robots, position.choices, strict=True)
        if not card and not robot.out
    ]


# Counting


def test_each_press_of_next_after_the_first_sends_no_frame() -> None:
    with twins() as (table, _):
        table.count(0, 1)
        frames = len(table.frames)
        for _ in range(6):
            table.tap("next")
        assert len(table.frames) == frames


def test_letting_go_at_two_looks_the_same_as_letting_go_at_five() -> None:
    with twins() as (one, other):
        for table, card in ((one, 2), (other, 5)):
            table.count(1, card)
            table.release("seat:1")
        assert one.frames == other.frames


@pytest.mark.parametrize("by", ["undo", "page"])
def test_a_count_that_is_cut_short_looks_the_same_at_two_and_at_five(by: str) -> None:
    with twins() as (one, other):
        for table, card in ((one, 2), (other, 5)):
            table.count(0, card)
            if by == "undo":
                table.tap("undo")
            else:
                table.act(Choose(0, "red", 1), 0)
            table.release("seat:0")
        assert one.frames == other.frames


def test_one_illegal_count_looks_the_same_as_another() -> None:
    with twins() as (one, other):
        for table, card in ((one, 6), (other, 9)):
            table.choose(0, card)
        assert one.frames == other.frames


def test_the_table_is_told_of_an_illegal_count_without_the_number() -> None:
    with twins(seats=6, memory=True) as (one, other):
        for table, card in ((one, 1), (other, 2)):
            for robot in table.position.robots:
                table.act(Choose(robot.seat, robot.name, card), robot.seat)
            table.choose(3, card)
        public = [told for told in one.told if told.seat is None]
        assert public == [told for told in other.told if told.seat is None]
        assert [told.message for told in public] == [
            catalogue_text("table.cannot-count", seat="Yellow")
        ]


def test_a_restarted_table_offers_the_same_picture_whatever_was_chosen(
    tmp_path: Path,
) -> None:
    offered = []
    for card in (1, 5):
        state = tmp_path / str(card)
        with sim_table(state) as table:
            table.start(seed=1)
            table.choose(0, card)
        with sim_table(state) as table:
            table.start()
            table.tap("ok")
            offered.append(table.frames)
    assert offered[0] == offered[1]


# Memory


def test_in_a_memory_game_played_cards_do_not_change_a_lamp() -> None:
    with twins(memory=True) as (one, other):
        for table, played in ((one, (1, 2, 3, 4)), (other, (2, 3, 4, 5))):
            for seat, card in enumerate(played):
                table.choose(seat, card)
            table.end_effects()
        # The same swim by other cards: only what lies face down is different.
        assert one.position.line == other.position.line
        assert one.position != other.position
        assert one.frames[-1] == other.frames[-1]
        begun = len(one.frames)
        assert begun == len(other.frames)
        for table in (one, other):
            table.choose(0, 5 if table is one else 1)
            table.count(2, 2)
        assert one.frames[begun:] == other.frames[begun:]


# Whole games


class Step(NamedTuple):
    """How one card comes to the table: whose, which of the hand, by hand or by page."""

    who: int
    card: int
    by_hand: bool


STEPS = st.builds(
    Step, st.integers(0, 5), st.integers(0, 6), st.sampled_from([True, True, False])
)


class Plan(NamedTuple):
    """A game up to a reveal, one of whose secret cards can be another."""

    seats: int
    memory: bool
    longer: bool
    rounds: int
    steps: list[Step]
    secret: int
    other: int
    take_back: bool
    pages_only: bool


PLANS = st.builds(
    Plan,
    seats=st.integers(2, 6),
    memory=st.booleans(),
    longer=st.booleans(),
    rounds=st.integers(0, 3),
    steps=st.lists(STEPS, min_size=6, max_size=6),
    secret=st.integers(0, 4),
    other=st.integers(1, 6),
    take_back=st.booleans(),
    pages_only=st.booleans(),
)


def play_a_step(table: SimTable, step: Step, change: int = 0) -> None:
    """Another `change`, another card of the same hand."""
    robots = missing(table)
    robot = robots[step.who % len(robots)]
    # On the table a seat's robots are asked for in their order in the box.
    robot = next(r for r in robots if r.seat == robot.seat)
    card = robot.hand[(step.card + change) % len(robot.hand)]
    if step.by_hand:
        table.choose(robot.seat, card)
    else:
        table.act(Choose(robot.seat, robot.name, card), robot.seat)


def play_until_the_reveal(table: SimTable, plan: Plan, change: int) -> None:
    """Plays whole rounds, then one round but its last card."""
    for number in range(plan.rounds):
        for _ in missing(table):
            play_a_step(table, plan.steps[number]._replace(by_hand=False))
        table.clock.tick(plan.steps[number].card)
    if not plan.pages_only:
        # Counting further takes longer, which an effect's next picture would show.
        table.end_effects()
    for number, step in enumerate(plan.steps[: len(missing(table)) - 1]):
        if plan.pages_only:
            step = step._replace(by_hand=False)
        play_a_step(table, step, change if number == plan.secret else 0)
        if plan.take_back and number == plan.secret:
            table.tap("undo")
            play_a_step(table, step, change)
    table.end_effects()


@given(PLANS)
@settings(max_examples=80)
def test_another_secret_card_changes_no_frame_until_all_are_revealed(
    plan: Plan,
) -> None:
    options = {"memory": plan.memory, "longer": plan.longer}
    with twins(plan.seats, plan.rounds, **options) as (one, other):
        play_until_the_reveal(one, plan, 0)
        play_until_the_reveal(other, plan, plan.other)
        event("another card" if one.position != other.position else "the same card")
        assert one.frames == other.frames
        # Nor is the table's page told it.
        assert one.table.view("table", ()) == other.table.view("table", ())
        assert [told for told in one.told if told.seat is None] == [
            told for told in other.told if told.seat is None
        ]


def test_the_reveal_itself_does_show_the_card() -> None:
    """So that the tests above are not true of a table that shows nothing."""
    with twins() as (one, other):
        for table, card in ((one, 1), (other, 2)):
            for seat, name in enumerate(("red", "blue", "green", "yellow")):
                table.act(Choose(seat, name, card if seat == 0 else 5), seat)
        assert one.frames[:-1] == other.frames[:-1]
        assert one.frames[-1] != other.frames[-1]
