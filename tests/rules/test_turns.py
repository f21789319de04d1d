"""Turns of one decision each: of several kinds, and refused where nothing else is."""

from typing import NamedTuple

from controller.basics.record import record
from controller.rules.game import Outcome, Refusal
from controller.rules.kinds import Kind, one_of
from controller.rules.steps import Steps, by_chance
from controller.rules.turns import in_turn


@record
class Dive(NamedTuple):
    seat: int
    tile: int


@record
class Rest(NamedTuple):
    seat: int


class Position(NamedTuple):
    seats: int
    active: int
    is_tired: bool


STEPS = in_turn(
    Dive,
    lambda p: (Rest(p.active),) if p.is_tired else (Dive(p.active, 1), Rest(p.active)),
    one_of("tile", range(2)),
    or_else={Rest: ()},
    rule="XX-01",
    end_rule="XX-02",
)
OVER = in_turn(Rest, lambda _position: (), rule="XX-01", end_rule="XX-02")


def test_a_turn_is_one_of_several_kinds() -> None:
    assert STEPS.legal(Position(2, 0, False)) == (Dive(0, 1), Rest(0))
    assert STEPS.refuse(Position(2, 0, False), Rest(0)) is None


def test_what_is_not_listed_is_refused_without_a_word_of_the_game() -> None:
    against = Refusal("XX-01", "rules.not-among-choices")
    assert STEPS.refuse(Position(2, 0, True), Dive(0, 1)) == against
    assert STEPS.refuse(Position(2, 0, False), Dive(0, 0)) == against


def test_chance_is_refused_what_cannot_come_up() -> None:
    outcomes = (Outcome(Rest(0), 1), Outcome(Rest(1), 1))
    steps: Steps[Position, Rest] = Steps(
        lambda _position: "rest",
        {"rest": by_chance(Rest, lambda _position: outcomes, "waits.rest")},
        {Rest: Kind((one_of("diver", range(3)),))},
        choice_rule="XX-01",
        end_rule=lambda _position: "XX-02",
    )
    against = Refusal("XX-01", "rules.cannot-come-up")
    assert steps.refuse(Position(2, 0, False), Rest(2)) == against
    assert steps.refuse(Position(2, 0, False), Rest(1)) is None


@record
class Wave(NamedTuple):
    height: int


@record
class Wind(NamedTuple):
    side: int


def test_chance_may_be_of_several_kinds_and_the_first_with_outcomes_decides() -> None:
    waves = (Outcome(Wave(1), 1), Outcome(Wave(2), 1))
    winds = (Outcome(Wind(0), 1),)
    steps = in_turn(
        Rest,
        lambda p: (Rest(p.active),),
        rule="XX-01",
        end_rule="XX-02",
        chance={
            Wave: (lambda p: waves if p.is_tired else (), one_of("height", range(3))),
            Wind: (lambda p: winds if p.seats == 2 else (), one_of("side", range(2))),
        },
    )
    assert steps.chance(Position(2, 0, True)) == waves
    assert steps.chance(Position(2, 0, False)) == winds
    assert steps.legal(Position(3, 0, False)) == (Rest(0),)
    waits = steps.waits(Position(2, 0, True))
    assert waits
    assert steps.refuse(Position(2, 0, True), Wind(0)) == Refusal("XX-01", waits)
    odd = Refusal("XX-01", "rules.cannot-come-up")
    assert steps.refuse(Position(2, 0, True), Wave(0)) == odd


def test_it_is_over_where_there_is_nothing_to_choose() -> None:
    against = Refusal("XX-02", "rules.over")
    assert OVER.refuse(Position(2, 0, False), Rest(0)) == against


def test_values_just_beyond_a_field_and_unknown_words_are_tried() -> None:
    tried = STEPS.attempts(Position(2, 0, False)).actions
    assert {Dive(0, -1), Dive(0, 2)} <= {*tried}
    assert one_of("thing", ("pearl", "sand")).strays == ("?",)
