"""Turns of one decision each: of several kinds, and refused where nothing else is."""

from typing import NamedTuple

from controller.basics.record import record
from controller.rules.game import Refusal
from controller.rules.kinds import one_of
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
    is_over=lambda _position: False,
)


def test_a_turn_is_one_of_several_kinds() -> None:
    assert STEPS.legal(Position(2, 0, False)) == (Dive(0, 1), Rest(0))
    assert STEPS.refuse(Position(2, 0, False), Rest(0)) is None


def test_what_is_not_listed_is_refused_without_a_word_of_the_game() -> None:
    against = Refusal("XX-01", "rules.not-among-choices")
    assert STEPS.refuse(Position(2, 0, True), Dive(0, 1)) == against
    assert STEPS.refuse(Position(2, 0, False), Dive(0, 0)) == against
