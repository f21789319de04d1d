"""The table of steps, with a game in which the seats say left or right in turn.

Nobody says right before left has been said; after three times it is over.
"""

from typing import Any, NamedTuple

import pytest

from controller.basics.record import record
from controller.rules.game import Refusal
from controller.rules.kinds import Kind, one_of
from controller.rules.steps import MANY, Outcome, Step, Steps
from tests.support.words import catalogue_text, told


@record
class Left(NamedTuple):
    seat: int
    arm: int


@record
class Right(NamedTuple):
    seat: int
    arm: int


@record
class Coin(NamedTuple):
    seat: int


class Place(NamedTuple):
    turn: int
    said: tuple[Any, ...]


def _turn(place: Place) -> int:
    return place.turn


def _sides(place: Place) -> tuple[Any, ...]:
    lefts = tuple(Left(place.turn, arm) for arm in ARMS)
    return (*lefts, *(Right(place.turn, arm) for arm in ARMS)) if place.said else lefts


def _coins(place: Place) -> tuple[Outcome[Any], ...]:
    return Outcome(Coin(0), 1), Outcome(Coin(1), 2)


def _why_not(place: Place, action: Right) -> Refusal | None:
    return None if place.said else Refusal("TW-01", "left has to be said first")


def _at(place: Place) -> str:
    if len(place.said) == 3:
        return "over"
    return "coin" if place.turn < 0 else "say"


ARMS = (1, 2)
SEAT = one_of("seat", range(2), 2)
ARM = one_of("arm", ARMS, 3).by("TW-02")
STEPS: Steps[Place, Any] = Steps(
    _at,
    {
        "coin": Step((Coin,), _coins, "coin", is_chance=True),
        "say": Step((Left, Right), _sides, "side", _turn),
    },
    {
        Coin: Kind((SEAT,), not_now=Refusal("TW-03", "no_coin")),
        Left: Kind((SEAT, ARM)),
        Right: Kind((SEAT, ARM), _why_not),
    },
    choice_rule="TW-00",
    end_rule=lambda _place: "TW-04",
)
BEGUN = Place(0, (Left(1, 1),))
WORDS = {
    "coin": "The coin is tossed first.",
    "side": "{asked:seat} has to say a side.",
    "no_coin": "No coin now: {waits}",
    "no-such.arm": "There is no arm {arm}.",
}


@pytest.mark.parametrize(
    ("place", "action", "rule", "message"),
    [
        (
            Place(1, (Left(0, 1),) * 3),
            Left(1, 1),
            "TW-04",
            catalogue_text("rules.over"),
        ),
        (Place(-1, ()), Left(0, 1), "TW-00", "The coin is tossed first."),
        (BEGUN, Coin(0), "TW-03", "No coin now: Player 1 has to say a side."),
        (
            BEGUN,
            Left(1, 1),
            "TW-00",
            catalogue_text(
                "rules.not-your-turn",
                seat="Player 2",
                waits="Player 1 has to say a side.",
            ),
        ),
        (
            BEGUN,
            Left(2, 1),
            "TW-00",
            catalogue_text("no-such.seat", seat="Player 3"),
        ),
        (BEGUN, Left(0, 3), "TW-02", "There is no arm 3."),
    ],
)
def test_the_table_answers_for_all_games(
    place: Place, action: Any, rule: str, message: str
) -> None:
    assert told(STEPS.refuse(place, action), **WORDS) == (rule, message)


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        (Kind((SEAT, ARM)), "rules.not-among-choices"),
        (Kind((SEAT, ARM), lambda _place, _said: None), "rules.not-listed"),
    ],
    ids=["without rulings of its own", "with some"],
)
def test_an_unlisted_action_is_refused_even_without_a_ruling(
    kind: Kind, key: str
) -> None:
    odd: Steps[Place, Any] = Steps(
        lambda _place: "say",
        {
            "say": Step(
                (Left,), lambda _place: (Left(0, 1),), "{asked:seat} says", _turn
            )
        },
        {Left: kind},
        choice_rule="TW-00",
        end_rule=str,
    )
    assert odd.refuse(BEGUN, Left(0, 1)) is None
    assert told(odd.refuse(BEGUN, Left(0, 2))) == (
        "TW-00",
        catalogue_text(key),
    )


def test_attempts_are_all_that_the_asked_seat_could_say_where_that_is_little() -> None:
    found = STEPS.attempts(BEGUN)
    assert found.complete == {Coin, Left, Right}
    for kind in (Left, Right):
        mine = {a.arm for a in found.actions if type(a) is kind and a.seat == 0}
        assert mine == {1, 2, 3}
    assert len(set(found.actions)) == len(found.actions)


def test_a_large_kind_is_sampled_the_same_each_time_and_says_so() -> None:
    wide = one_of("number", range(10 * MANY))
    many: Steps[Place, Any] = Steps(
        lambda _place: "say",
        {"say": Step((Left,), lambda _place: (Left(0, 77),), "says", _turn)},
        {Left: Kind((SEAT, wide)), Coin: Kind((SEAT,))},
        choice_rule="TW-00",
        end_rule=str,
    )
    found = many.attempts(BEGUN)
    assert found.complete == {Coin}
    assert found.actions[0] == Left(0, 77)
    mine = [a.arm for a in found.actions if type(a) is Left and a.seat == 0]
    assert MANY <= len(mine) < 2 * MANY
    assert max(mine) - min(mine) > 9 * MANY, "it is spread over all of them"
    assert many.attempts(Place(0, (Left(1, 2),))) == found


def test_a_position_that_comes_again_is_answered_as_before() -> None:
    """The last position is remembered; two in turn must not be mixed up."""
    one, other = Place(0, ()), Place(1, (Left(0, 1),))
    for _ in range(2):
        assert len(STEPS.legal(one)) == 2
        assert len(STEPS.legal(other)) == 4
        assert STEPS.chance(Place(-1, ())) == _coins(one)
        assert STEPS.refuse(other, Right(1, 1)) is None
        assert STEPS.refuse(one, Right(0, 1)) is not None
