"""HOLD YOUR GROUND: the ends, the tie-breakers and the ranks."""

from controller.basics.sentence import say
from controller.games.hold_your_ground.ending import over
from controller.games.hold_your_ground.pieces import (
    Eliminator,
    Out,
    Position,
    Roll,
    Scatter,
)
from controller.games.hold_your_ground.squares import AT, FLAG
from controller.rules.deals import Over
from controller.rules.game import Result
from tests.games.hold_your_ground.positions import (
    act,
    captured,
    island,
    result_of,
    told,
    why,
)


def result(position: Position) -> Result:
    """As if only the centre were left."""
    return result_of(over(position._replace(tiles=FLAG), []))


def last_blast(board: dict[str, str], seats: int = 2, **piles: str) -> Position:
    """The last tile but the centre, at 2,3, has just been blown up."""
    position = captured(island(board, seats=seats, only="2,2 2,3"), **piles)
    position = position._replace(phase="roll", active=1, eliminator=AT["2,3"])
    return act(position, Roll("explosion"))


def test_if_only_the_centre_is_left_the_most_battlers_there_win() -> None:
    """HYG-43"""
    after = act(last_blast({"2,3": "r", "2,2": "rgg"}), Scatter("red", None))
    assert result_of(after) == Result(
        (1,),
        (2, 1),
        say("ending.only-centre", decided=say("ending.centre", winner=1)),
    )
    assert why(after, Eliminator(0, "2,2")) == "HYG-43 rules.over"


def test_the_first_tie_breaker_is_the_number_of_battlers_in_front_of_a_seat() -> None:
    """HYG-43"""
    position = island({"2,2": "rrggb"}, seats=3)
    # Blue took the most, but is not level in the centre, and the reason says so.
    position = captured(position, red="g", green="rr", blue="rrrg")
    decided = say("ending.piles", tied=(0, 1), winner=1)
    assert result(position) == Result(
        (1,), (2, 1, 3), say("ending.only-centre", decided=decided)
    )


def test_the_second_tie_breaker_counts_only_colours_of_those_who_are_tied() -> None:
    """HYG-45: three each, but red has more of red's and green's."""
    position = island({"2,2": "rgb"}, seats=4)
    position = captured(position, red="ggp", green="rpp", blue="r")
    ended = result(position)
    assert ended.winners == (0,)
    assert ended.ranks == (1, 2, 3, 4)
    assert ended.reason == (
        say("ending.only-centre", decided=say("ending.recount", tied=(0, 1), winner=0))
    )


def test_those_who_are_still_tied_share_the_win() -> None:
    """HYG-46"""
    position = captured(island({"2,2": "rrggb"}, seats=3), red="gb", green="rb")
    assert result(position) == Result(
        (0, 1),
        (1, 1, 3),
        say("ending.only-centre", decided=say("ending.shared", winners=(0, 1))),
    )


def test_who_takes_part_in_the_second_tie_breaker_is_who_is_level_after_the_first() -> (
    None
):
    """HYG-58: blue is level on the centre but not by its pile: blue does not count."""
    position = island({"2,2": "rgb"}, seats=3)
    position = captured(position, red="gbb", green="rrb", blue="r")
    assert result(position).ranks == (2, 1, 3)


def test_own_colours_count_in_both_tie_breakers() -> None:
    """HYG-58"""
    position = captured(island({"2,2": "rgb"}, seats=3), red="rr", green="rb")
    assert result(position).ranks == (1, 2, 3)
    one = captured(island({"2,2": "rg"}), red="rr", green="r")
    assert result(one).winners == (0,)


def test_teams_that_vanish_together_are_told_apart_by_the_tie_breakers() -> None:
    """HYG-44"""
    position = last_blast({"2,3": "rg"}, green="r")
    after, events = told(act(position, Scatter("red", None)), Scatter("green", None))
    assert events == (Out(("red", "green")), Over((1,)))
    assert result_of(after) == Result(
        (1,),
        (2, 1),
        say(
            "ending.together",
            teams=(0, 1),
            decided=say("ending.piles", tied=(0, 1), winner=1),
        ),
    )


def test_the_pile_of_a_seat_that_is_out_counts_for_nobody() -> None:
    """HYG-48: purple had the most, and fell first."""
    position = island({"2,2": "rrg"}, seats=4)._replace(out=((3,), (2,)))
    position = captured(position, purple="rrrrgggg", blue="p")
    assert result(position).ranks == (1, 2, 3, 4)


def test_ranks_are_survivors_then_the_last_to_fall_first() -> None:
    """HYG-50"""
    position = island({"2,2": "brr"}, seats=4)._replace(out=((1,), (3,)))
    assert result(position).ranks == (1, 4, 2, 3)


def test_a_turn_cap_ends_the_game_with_its_turn() -> None:
    """HYG-59"""
    position = island({"2,2": "rgg", "0,0": "rrr"}, turn_cap=7)._replace(phase="roll")
    before = act(position._replace(turn=6), Roll("royale"))
    assert before.phase == "royale"
    capped = position._replace(turn=7, board=island({"2,2": "rgg", "0,0": "r"}).board)
    after = act(capped, Roll("eliminator"), Eliminator(0, "1,1"))
    assert result_of(after) == Result(
        (1,),
        (2, 1),
        say("ending.last-turn", turn=7, decided=say("ending.centre", winner=1)),
    )
    assert (after.turn, after.active) == (7, 0)
