"""Face-down layouts: exact chances, and nothing that is known before its time."""

from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from controller.rules.face_down import (
    FaceDown,
    finds,
    lay,
    next_places,
    still_down,
    turn_up,
)
from controller.rules.game import Outcome

THINGS = ("pearl", "sand")


class Find(NamedTuple):
    thing: str


def test_what_is_turned_up_is_left_below_no_more() -> None:
    ground = lay(3, (1, 2))
    assert ground == FaceDown(("", "", ""), (1, 2))
    assert finds(Find, THINGS, ground) == (
        Outcome(Find("pearl"), 1),
        Outcome(Find("sand"), 2),
    )
    ground = turn_up(ground, 1, THINGS, "pearl")
    assert ground == FaceDown(("", "pearl", ""), (0, 2))
    assert still_down(ground) == (0, 2)
    assert finds(Find, THINGS, ground) == (Outcome(Find("sand"), 2),)


def test_every_layout_is_as_likely_as_any_other() -> None:
    """As if they had been shuffled: by the product of the chances on the way."""

    def chance(layout: tuple[str, ...]) -> Fraction:
        ground, product = lay(4, (2, 2)), Fraction(1)
        for place, thing in enumerate(layout):
            weights = {o.action.thing: o.weight for o in finds(Find, THINGS, ground)}
            product *= Fraction(weights[thing], sum(weights.values()))
            ground = turn_up(ground, place, THINGS, thing)
        return product

    layouts = set(permutations(("pearl", "pearl", "sand", "sand")))
    assert {chance(layout) for layout in layouts} == {Fraction(1, len(layouts))}


def test_laid_one_by_one_every_layout_that_may_be_is_as_likely() -> None:
    """Of two among four places, all but 0 and 1 together."""
    first = dict(next_places(range(4), 2, [0b11]))
    assert first == {0: 2, 1: 2, 2: 3, 3: 3}
    assert dict(next_places((1, 2, 3), 1, [0b10])) == {2: 1, 3: 1}
    # 0 and 2 come as 0 then 2, or as 2 then 0; 2 and 3 the same way.
    one = Fraction(2, 10) * Fraction(1, 2) + Fraction(3, 10) * Fraction(1, 3)
    other = 2 * Fraction(3, 10) * Fraction(1, 3)
    assert one == other == Fraction(1, 5)
