"""Taking a seat without a host: a phone asks, and somebody holds the seat's button."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from controller.input.seat_requests import (
    ASKED_S,
    IN_VAIN,
    ONE_SEAT,
    REFUSED,
    REST_S,
    RIVAL,
    SIGN_S,
    SIGNS,
    SWITCHED_OFF,
    TOO_SOON,
    Requester,
    SeatAnswer,
    SeatRequest,
)
from controller.input.seating import HOLD_S, LOOK_S, WORD_S
from controller.light.colour import DARK
from controller.tabletop.gestures import Press
from controller.testing.colour_vision import too_near
from hardware.readings import LinkDown
from tests.support.simtable import SimTable, sim_table
from wiring import boardmap, find

ANNA = Requester(1, "10.0.0.1")
BEN = Requester(2, "10.0.0.2")
MOMENT_S = 0.01


class Hall:
    """A table, and the answers to the phones that ask there."""

    def __init__(self, sim: SimTable) -> None:
        self.sim = sim
        self.seating = sim.table.seating
        self.words: list[SeatRequest] = []
        self.seating.on_ask.append(self.words.append)
        self.answers: list[SeatAnswer] = []
        self.seating.on_answer.append(self.answers.append)

    def wait(self, seconds: float) -> None:
        self.sim.clock.tick(seconds)

    def hold(self, seat: int, seconds: float) -> None:
        self.sim.press(f"seat:{seat}")
        self.wait(seconds)
        self.sim.release(f"seat:{seat}")
        self.wait(0.05)

    def lamp(self, seat: int) -> tuple[int, int, int]:
        return self.sim.lamp(f"seat:{seat}")

    def lamps(self, seat: int, number: int) -> list[tuple[int, int, int]]:
        """Return what the lamp shows from now on, one sign after another."""
        seen = []
        for _ in range(number):
            seen.append(self.lamp(seat))
            self.wait(SIGN_S)
        return seen


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with sim_table(tmp_path) as sim:
        sim.start(4)
        sim.end_effects()
        yield Hall(sim)


def lit(request: SeatRequest) -> list[tuple[int, int, int]]:
    return [*(SIGNS[sign] for sign in request.word), DARK]


def test_a_seat_is_given_by_holding_its_button_for_two_seconds(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    assert [request.requester for request in hall.words] == [ANNA]
    before = hall.sim.position
    hall.sim.press("seat:2")
    hall.wait(2 * HOLD_S)
    assert hall.answers == []
    hall.sim.release("seat:2")
    hall.wait(0.05)
    assert hall.answers == [SeatAnswer(ANNA, 2, None)]
    assert hall.sim.position is before
    # The next one who sits down presses for the game again.
    hall.sim.choose(2, 3)
    assert hall.sim.position.choices == (0, 0, 3, 0)


def test_less_than_two_seconds_gives_nothing(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.hold(2, HOLD_S - MOMENT_S)
    assert hall.answers == []
    hall.hold(2, HOLD_S + MOMENT_S)
    assert hall.answers == [SeatAnswer(ANNA, 2, None)]


def test_the_lamp_of_the_seat_shows_the_words_of_all_who_ask_for_it(
    hall: Hall,
) -> None:
    quiet = hall.lamp(2), hall.lamp(1)
    hall.seating.ask(2, ANNA)
    hall.seating.ask(2, BEN)
    anna, ben = hall.words
    assert hall.lamps(2, 12) == [*lit(ben), *lit(anna)] * 2
    hall.seating.refuse(2)
    assert (hall.lamp(2), hall.lamp(1)) == quiet
    hall.wait(ASKED_S)
    assert (hall.lamp(2), hall.lamp(1)) == quiet


def test_a_button_that_was_down_before_gives_no_seat_away(hall: Hall) -> None:
    hall.sim.press("seat:2")
    hall.seating.ask(2, ANNA)
    hall.wait(2 * HOLD_S)
    hall.sim.release("seat:2")
    hall.wait(0.05)
    assert hall.answers == []


@pytest.mark.parametrize("first_s", [HOLD_S - 0.2, HOLD_S + 0.2])
@pytest.mark.parametrize("card", [1, 5])
def test_a_card_that_is_counted_meanwhile_is_counted_and_gives_no_seat_away(
    hall: Hall, card: int, first_s: float
) -> None:
    """However long the player takes before and in between."""
    hall.seating.ask(2, ANNA)
    hall.sim.press("seat:2")
    hall.wait(first_s)
    for _ in range(card):
        hall.sim.tap("next")
        hall.wait(HOLD_S)
    hall.sim.tap("ok")
    hall.wait(HOLD_S)
    hall.sim.release("seat:2")
    hall.wait(0.05)
    assert hall.answers == []
    assert hall.sim.position.choices == (0, 0, card, 0)


@pytest.mark.parametrize("other", ["seat:0", "why", "ok", "next", "tile:2,2"])
@pytest.mark.parametrize("comes_up", [False, True])
def test_with_anything_else_down_no_seat_is_given(
    hall: Hall, other: str, comes_up: bool
) -> None:
    hall.seating.ask(2, ANNA)
    hall.sim.press(other)
    hall.sim.press("seat:2")
    hall.wait(0.1)
    if comes_up:
        hall.sim.release(other)
    hall.wait(2 * HOLD_S)
    hall.sim.release("seat:2")
    assert hall.answers == []


def test_whose_count_it_is_does_not_depend_on_who_asks(hall: Hall) -> None:
    """Red holds its button when Green presses its own, and counts."""
    hall.seating.ask(2, ANNA)
    hall.sim.press("seat:0")
    hall.sim.press("seat:2")
    hall.sim.tap("next")
    hall.sim.tap("ok")
    assert hall.sim.position.choices == (0, 0, 0, 0)
    assert hall.answers == []


def test_a_tile_whose_board_is_gone_is_in_nobodys_way(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.sim.press("tile:2,2")
    hall.sim.table.reading(LinkDown("grid"))
    hall.hold(2, HOLD_S + MOMENT_S)
    assert hall.answers == [SeatAnswer(ANNA, 2, None)]


def test_beside_a_button_that_is_down_since_before_the_game_no_seat_is_given(
    tmp_path: Path,
) -> None:
    with sim_table(tmp_path) as sim:
        sim.press("next")
        sim.start(4)
        hall = Hall(sim)
        hall.seating.ask(2, ANNA)
        hall.hold(2, HOLD_S + MOMENT_S)
        assert hall.answers == []
        sim.release("next")
        hall.hold(2, HOLD_S + MOMENT_S)
        assert hall.answers == [SeatAnswer(ANNA, 2, None)]


def test_a_seat_that_is_pressed_as_a_target_is_no_hold(tmp_path: Path) -> None:
    with sim_table(tmp_path) as sim:
        sim.start(3, game="hold-your-breath", seed=0)
        hall = Hall(sim)
        hall.seating.ask(0, ANNA)
        sim.tap("tile:2,3")
        hall.hold(0, 2 * HOLD_S)
        assert hall.answers == []
        assert sim.table.gestures.progress.touched == {"tile:2,3", "seat:0"}


def test_a_seat_whose_press_is_an_action_by_itself_is_no_hold(tmp_path: Path) -> None:
    with sim_table(tmp_path) as sim:
        sim.start(4, game="hold-your-ground", seed=0)
        hall, dice = Hall(sim), Random(0)
        while not (seats := alone(sim)):
            sim.act(dice.choice(sim.table.match.game.legal(sim.position)))
        seat, played = seats[0], len(sim.table.match.actions)
        hall.seating.ask(seat, ANNA)
        hall.hold(seat, 2 * HOLD_S)
        assert len(sim.table.match.actions) > played
        assert None not in [answer.why_not for answer in hall.answers]


def alone(sim: SimTable) -> list[int]:
    """Return the seats whose button plays something at once."""
    pressed = [script[0] for _, script in sim.table.scripts if len(script) == 1]
    places = [g.place for g in pressed if isinstance(g, Press)]
    return [int(p.removeprefix("seat:")) for p in places if p.startswith("seat:")]


# Several who ask


def test_the_one_whose_word_is_shown_when_the_button_is_let_go_has_the_seat(
    hall: Hall,
) -> None:
    """A stranger has asked after the player; the player waits for their own word."""
    hall.seating.ask(2, ANNA)
    hall.seating.ask(2, BEN)
    anna, ben = hall.words
    hall.sim.press("seat:2")
    hall.wait(HOLD_S - LOOK_S)
    assert hall.lamps(2, 6) == lit(ben) * 2
    assert hall.lamps(2, 3) == lit(anna)
    hall.sim.release("seat:2")
    assert hall.answers == [SeatAnswer(ANNA, 2, None), SeatAnswer(BEN, 2, RIVAL)]


def test_who_lets_go_before_the_next_word_could_be_read_gives_nothing(
    hall: Hall,
) -> None:
    hall.seating.ask(2, ANNA)
    hall.seating.ask(2, BEN)
    hall.hold(2, HOLD_S - LOOK_S + WORD_S + LOOK_S / 2)
    assert hall.answers == []


def test_a_request_during_a_hold_has_to_wait_for_the_next_hold(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.sim.press("seat:2")
    hall.seating.ask(2, BEN)
    hall.wait(HOLD_S - LOOK_S + WORD_S + LOOK_S)
    hall.sim.release("seat:2")
    assert hall.answers == [SeatAnswer(ANNA, 2, None), SeatAnswer(BEN, 2, RIVAL)]


def test_a_word_that_is_left_under_the_finger_makes_room_for_the_next(
    hall: Hall,
) -> None:
    hall.seating.ask(2, ANNA)
    hall.seating.ask(2, BEN)
    hall.sim.press("seat:2")
    hall.wait(HOLD_S)
    hall.seating.leave(BEN.page)
    hall.wait(LOOK_S + MOMENT_S)
    hall.sim.release("seat:2")
    assert hall.answers == [SeatAnswer(BEN, 2, REFUSED), SeatAnswer(ANNA, 2, None)]


def test_all_who_ask_have_different_words_and_the_oldest_makes_room(
    hall: Hall,
) -> None:
    number = len(SIGNS) * (len(SIGNS) - 1)
    for page in range(number + 1):
        hall.seating.ask(2, Requester(page, f"10.0.1.{page}"))
    assert hall.answers == [SeatAnswer(Requester(0, "10.0.1.0"), 2, IN_VAIN)]
    assert len({request.word for request in hall.seating.pending}) == number


def test_every_eye_tells_the_signs_apart() -> None:
    for one, two in combinations(SIGNS.values(), 2):
        assert too_near(one, two) == []


# How asking ends


def test_asking_ends_by_itself(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.wait(ASKED_S + MOMENT_S)
    assert hall.answers == [SeatAnswer(ANNA, 2, IN_VAIN)]
    hall.hold(2, 2 * HOLD_S)
    assert len(hall.answers) == 1


def test_asking_that_ends_under_a_finger_leaves_the_press_to_the_game(
    hall: Hall,
) -> None:
    hall.seating.ask(2, ANNA)
    hall.sim.press("seat:2")
    hall.wait(1.5)
    hall.seating.refuse(2)
    hall.wait(2 * HOLD_S)
    hall.sim.tap("next")
    hall.sim.tap("ok")
    assert hall.answers == [SeatAnswer(ANNA, 2, REFUSED)]
    assert hall.sim.position.choices == (0, 0, 1, 0)


def test_an_address_asks_for_one_seat(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.seating.ask(1, ANNA)
    hall.seating.ask(3, Requester(7, ANNA.address))
    assert hall.answers == [
        SeatAnswer(ANNA, 1, ONE_SEAT),
        SeatAnswer(Requester(7, ANNA.address), 3, ONE_SEAT),
    ]


def test_a_refused_player_lets_others_ask_first(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.seating.leave(ANNA.page)
    hall.seating.ask(2, ANNA)
    assert [answer.why_not for answer in hall.answers] == [REFUSED, TOO_SOON]
    hall.wait(REST_S + MOMENT_S)
    hall.seating.ask(2, ANNA)
    assert [request.requester for request in hall.seating.pending] == [ANNA]


def test_the_host_may_switch_asking_off(hall: Hall) -> None:
    hall.seating.ask(2, ANNA)
    hall.seating.open(False)
    hall.seating.ask(1, BEN)
    hall.hold(2, 2 * HOLD_S)
    assert hall.answers == [
        SeatAnswer(ANNA, 2, SWITCHED_OFF),
        SeatAnswer(BEN, 1, SWITCHED_OFF),
    ]
    hall.seating.open(True)
    hall.seating.ask(1, BEN)
    assert [request.requester for request in hall.seating.pending] == [BEN]


def test_a_seat_that_the_next_game_does_not_have_is_asked_for_no_more(
    hall: Hall,
) -> None:
    hall.seating.ask(1, ANNA)
    hall.seating.ask(3, BEN)
    hall.seating.refuse_from(3)
    assert hall.answers == [SeatAnswer(BEN, 3, REFUSED)]
    assert [request.requester for request in hall.seating.pending] == [ANNA]


def test_the_host_gives_a_seat_that_has_no_button(tmp_path: Path) -> None:
    board = boardmap.load(Path(find("mini")))
    with sim_table(tmp_path, board=board) as sim:
        sim.start(2)
        hall = Hall(sim)
        hall.seating.ask(0, ANNA)
        hall.seating.let_in(BEN.page)
        assert hall.answers == []
        hall.seating.let_in(ANNA.page)
        assert hall.answers == [SeatAnswer(ANNA, 0, None)]
