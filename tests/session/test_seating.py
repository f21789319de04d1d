"""Taking a seat without a host: a phone asks, and the seat's own button is held."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.basics.sentence import Says
from controller.games.get_bit.pieces import Choose
from controller.light.colour import DARK, WHITE
from controller.session.seating import (
    ASKED_S,
    FLASH_S,
    HOLD_S,
    IN_VAIN,
    NO_BUTTON,
    ONE_SEAT,
    REFUSED,
    REST_S,
    RIVAL,
    TOO_SOON,
    Answer,
    Asker,
)
from hardware.readings import Pressed, Reading, Released
from tests.support.simtable import SimTable, sim_table
from wiring import boardmap, find

ANNA = Asker(1, "10.0.0.1")
BEN = Asker(2, "10.0.0.2")
MOMENT_S = 0.01


class Hall:
    """A table, what its game hears, and what the phones that ask are answered."""

    def __init__(self, sim: SimTable) -> None:
        self.sim = sim
        self.seating = sim.seating
        self.heard: list[Reading] = []
        self._table = sim.table
        self.seating.ground = self
        self.answers: list[Answer] = []
        self.seating.on_answer.append(self.answers.append)

    @property
    def is_set(self) -> bool:
        return self._table.is_set

    @property
    def is_saved(self) -> bool:
        return self._table.is_saved

    def announce(self, says: Says) -> None:
        self._table.announce(says)

    def reading(self, reading: Reading) -> None:
        self.heard.append(reading)
        self._table.reading(reading)

    def given(self) -> list[Answer]:
        return [answer for answer in self.answers if answer.why_not is None]

    def hold(self, seat: int, seconds: float) -> None:
        self.sim.press(f"seat:{seat}")
        self.sim.clock.tick(seconds)
        self.sim.release(f"seat:{seat}")
        self.sim.clock.tick(0.05)

    def lamp(self, seat: int) -> tuple[int, int, int]:
        return self.sim.lamp(f"seat:{seat}")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with sim_table(tmp_path) as sim:
        sim.start(4)
        sim.end_effects()
        yield Hall(sim)


def test_a_seat_is_given_by_holding_its_button_for_two_seconds(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    assert hall.sim.told[-1].message == (
        "The phone at 10.0.0.1 asks for the seat of Green: "
        "hold the button that flashes for two seconds to let it in."
    )
    before = hall.sim.position
    hall.sim.press("seat:2")
    hall.sim.clock.tick(HOLD_S - MOMENT_S)
    assert hall.answers == []
    hall.sim.clock.tick(2 * MOMENT_S)
    assert hall.answers == [Answer(ANNA, 2, None)]
    hall.sim.release("seat:2")
    hall.sim.clock.tick(0.05)
    assert hall.sim.position is before
    # The next one who sits down presses for the game again.
    hall.sim.choose(2, 3)
    assert hall.sim.position.choices == (0, 0, 3, 0)


def test_the_lamp_of_the_seat_flashes_while_it_is_asked_for(hall: Hall) -> None:
    quiet = hall.lamp(2), hall.lamp(1)
    hall.seating.ask(2, ANNA)
    seen = []
    for _ in range(6):
        seen.append(hall.lamp(2))
        hall.sim.clock.tick(FLASH_S)
    assert seen == [WHITE, DARK] * 3
    hall.seating.refuse(2)
    assert (hall.lamp(2), hall.lamp(1)) == quiet
    hall.sim.clock.tick(ASKED_S)
    assert (hall.lamp(2), hall.lamp(1)) == quiet


def test_a_button_that_was_down_before_gives_no_seat_away(hall: Hall) -> None:
    hall.sim.press("seat:2")
    hall.seating.ask(2, ANNA)
    hall.sim.clock.tick(2 * HOLD_S)
    hall.sim.release("seat:2")
    hall.sim.clock.tick(0.05)
    assert hall.answers == []
    hall.hold(2, HOLD_S + MOMENT_S)
    assert hall.answers == [Answer(ANNA, 2, None)]


@pytest.mark.parametrize("card", [1, 5])
def test_a_card_that_is_counted_meanwhile_is_counted_and_gives_no_seat_away(
    hall: Hall, card: int
) -> None:
    """The first `next` comes within two seconds; after it there is time."""
    hall.seating.ask(2, ANNA)
    hall.sim.press("seat:2")
    hall.sim.clock.tick(HOLD_S - 0.2)
    for _ in range(card):
        hall.sim.tap("next")
        hall.sim.clock.tick(HOLD_S)
    hall.sim.tap("ok")
    hall.sim.release("seat:2")
    hall.sim.clock.tick(0.05)
    assert hall.answers == []
    assert hall.sim.position.choices == (0, 0, card, 0)


def test_a_seat_that_is_pressed_as_a_target_is_pressed_for_the_game(
    tmp_path: Path,
) -> None:
    with sim_table(tmp_path) as sim:
        sim.start(3, {"first": 0}, game="hold-your-ground", seed=5)
        hall = Hall(sim)
        hall.seating.ask(1, ANNA)
        hall.hold(1, HOLD_S - 0.1)
        assert hall.answers == []
        assert hall.heard == [Pressed("seat:1"), Released("seat:1")]


def test_whoever_counts_at_another_seat_does_not_disturb(hall: Hall) -> None:
    hall.sim.press("seat:0")
    hall.seating.ask(2, ANNA)
    hall.sim.press("seat:2")
    hall.sim.tap("next")
    hall.sim.tap("ok")
    hall.sim.clock.tick(HOLD_S)
    assert hall.answers == [Answer(ANNA, 2, None)]
    assert hall.sim.position.choices == (1, 0, 0, 0)


def test_two_seats_are_given_at_the_same_time(hall: Hall) -> None:
    hall.seating.ask(1, ANNA)
    hall.seating.ask(3, BEN)
    for seat in (1, 3):
        hall.sim.press(f"seat:{seat}")
    hall.sim.clock.tick(HOLD_S + MOMENT_S)
    assert hall.answers == [Answer(ANNA, 1, None), Answer(BEN, 3, None)]


def test_asking_ends_by_itself_and_then_the_button_is_the_games_again(
    hall: Hall,
) -> None:
    hall.seating.ask(2, ANNA)
    hall.sim.clock.tick(ASKED_S + MOMENT_S)
    assert hall.answers == [Answer(ANNA, 2, IN_VAIN)]
    hall.hold(2, 2 * HOLD_S)
    assert len(hall.answers) == 1


def test_asking_that_ends_under_a_finger_leaves_the_press_to_the_game(
    hall: Hall,
) -> None:
    hall.seating.ask(2, ANNA)
    hall.sim.press("seat:2")
    hall.sim.clock.tick(1.0)
    hall.seating.refuse(2)
    hall.sim.clock.tick(2 * HOLD_S)
    hall.sim.tap("next")
    hall.sim.tap("ok")
    assert hall.answers == [Answer(ANNA, 2, REFUSED)]
    assert hall.sim.position.choices == (0, 0, 1, 0)


def test_one_phone_asks_for_a_seat_and_each_for_one(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.seating.ask(2, BEN)
    hall.seating.ask(1, ANNA)
    hall.seating.ask(3, Asker(7, ANNA.address))
    assert hall.answers == [
        Answer(BEN, 2, RIVAL),
        Answer(ANNA, 1, ONE_SEAT),
        Answer(Asker(7, ANNA.address), 3, ONE_SEAT),
    ]
    assert hall.seating.asked == {2: ANNA}


def test_who_has_asked_in_vain_lets_others_ask_first(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.seating.leave(ANNA.page)
    hall.seating.ask(2, ANNA)
    assert [answer.why_not for answer in hall.answers] == [REFUSED, TOO_SOON]
    hall.seating.ask(2, BEN)
    assert hall.seating.asked == {2: BEN}
    hall.seating.leave(BEN.page)
    hall.sim.clock.tick(REST_S + MOMENT_S)
    hall.seating.ask(2, ANNA)
    assert hall.seating.asked == {2: ANNA}


def test_a_seat_that_the_next_game_does_not_have_is_asked_for_no_more(
    hall: Hall,
) -> None:
    hall.seating.ask(1, ANNA)
    hall.seating.ask(3, BEN)
    hall.seating.refuse_from(3)
    assert hall.answers == [Answer(BEN, 3, REFUSED)]
    assert hall.seating.asked == {1: ANNA}


def test_a_table_without_that_button_says_so(tmp_path: Path) -> None:
    board = boardmap.load(Path(find("mini")))
    with sim_table(tmp_path, board=board) as sim:
        sim.start(2)
        hall = Hall(sim)
        hall.seating.ask(0, ANNA)
        assert hall.answers == [Answer(ANNA, 0, NO_BUTTON)]


def test_the_table_can_still_be_switched_off(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.sim.press("undo")
    hall.sim.press("why")
    hall.sim.clock.tick(3.1)
    assert len(hall.sim.ended) == 1


SEATS = ("seat:0", "seat:1")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["press", "release", "ask", "refuse", "wait"]),
        st.sampled_from([*SEATS, "next", "ok", "tile:2,2"]),
        st.sampled_from([0.02, 0.4, 1.1, 2.1]),
    ),
    max_size=25,
)


class Fingers:
    """Presses, askings and refusals, with what has to come of them."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._down: dict[str, float] = {}
        self.presses = 0

    def do(self, deed: str, control: str, seconds: float) -> None:
        sim, given = self._hall.sim, len(self._hall.given())
        match deed:
            case "press" if control not in self._down:
                self._down[control] = sim.clock.time()
                self.presses += control in SEATS
                sim.press(control)
            case "release" if control in self._down:
                sim.release(control)
                del self._down[control]
            case "ask" if control in SEATS:
                asker = Asker(SEATS.index(control), f"10.0.0.{control[-1]}")
                self._hall.seating.ask(asker.page, asker)
            case "refuse" if control in SEATS:
                self._hall.seating.refuse(SEATS.index(control))
        sim.clock.tick(seconds)
        for answer in self._hall.given()[given:]:
            assert sim.clock.time() - self._down[SEATS[answer.seat]] >= HOLD_S


@settings(max_examples=25)
@given(STEPS)
def test_a_press_reaches_the_game_or_gives_a_seat_and_never_both(
    steps: list[tuple[str, str, float]],
) -> None:
    """And no seat is given by less than two seconds of its own button."""
    with TemporaryDirectory() as folder, sim_table(Path(folder)) as sim:
        sim.start(2)
        hall = Hall(sim)
        fingers = Fingers(hall)
        for step in [*steps, *(("release", seat, 0.05) for seat in SEATS)]:
            fingers.do(*step)
        felt = [type(r) for r in hall.heard if getattr(r, "control", "") in SEATS]
        assert felt.count(Pressed) == felt.count(Released)
        assert felt.count(Pressed) + len(hall.given()) == fingers.presses


def test_what_a_page_plays_is_not_held_up_by_an_asking(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.sim.act(Choose(2, "green", 4), 2)
    assert hall.sim.position.choices == (0, 0, 4, 0)
