"""HOLD YOUR GROUND: walking and pushing, ruling by ruling."""

from controller.games.hold_your_ground import GAME
from controller.games.hold_your_ground.pieces import Out, Pick, Push, Shoved, Step
from controller.games.hold_your_ground.squares import AT
from controller.rules.deals import Over
from tests.games.hold_your_ground.positions import (
    act,
    board,
    island,
    legal,
    march,
    pile,
    refused,
    told,
    walk,
    why,
)

FAR = {"4,4": "g"}


# Walking


def test_only_tiles_with_own_battlers_can_be_picked() -> None:
    """HYG-10"""
    position = march(island({"0,0": "rr", **FAR}), 2, 1)
    assert why(position, Pick(0, "4,4")) == "HYG-10 refused.not-own"
    assert why(position, Pick(1, "4,4")) == "HYG-60 rules.not-your-turn waits.pick"


def test_a_battler_moves_once_in_a_turn() -> None:
    """HYG-11"""
    position = march(island({"0,0": "r", "0,1": "r", **FAR}), 2, 1)
    position = walk(position, "0,0 0,1")
    # Two stand on 0,1 now, and only one of them may still move.
    assert legal(position) == ["0,1"]
    position = walk(position, "0,1 1,1")
    assert position.phase == "roll"
    both = walk(march(island({"0,0": "rr", **FAR}), 3, 1), "0,0 0,1")
    assert legal(both) == ["0,0"]
    assert why(both, Pick(0, "0,1")) == "HYG-11 refused.moved"


def test_a_battler_goes_as_far_as_the_longest_way_from_its_tile() -> None:
    """HYG-12: three steps are wanted, from the corner only two are there."""
    only = "2,2 2,1 2,0 3,2"
    position = march(island({"2,0": "r", "2,2": "r", "3,2": "g"}, only=only), 1, 4)
    assert legal(position) == ["2,0", "2,2"]
    corner = act(position, Pick(0, "2,0"))
    assert corner.move
    assert corner.move.left == 3
    # The other one could not go that far; the seat may choose it all the same.
    middle = act(position, Pick(0, "2,2"))
    assert middle.move
    assert middle.move.left == 2
    assert legal(middle) == ["2,1"]
    assert walk(position, "2,2 2,1 2,0").phase == "roll"


def test_a_battler_may_not_stop_short_in_a_dead_end() -> None:
    """HYG-13"""
    only = "2,2 2,1 2,3 2,4 3,4"
    position = march(island({"2,2": "r", "3,4": "g"}, only=only), 1, 3)
    position = act(position, Pick(0, "2,2"))
    assert legal(position) == ["2,3"]
    assert why(position, Step(0, "2,1")) == "HYG-13 refused.dead-end"


def test_a_battler_without_a_way_out_cannot_be_picked() -> None:
    """HYG-14"""
    position = island({"0,0": "r", "2,2": "r", "2,3": "g"}, only="0,0 2,2 2,3")
    position = march(position, 2, 1)
    assert legal(position) == ["2,2"]
    assert why(position, Pick(0, "0,0")) == "HYG-14 refused.stuck"


def test_no_tile_is_crossed_twice_and_the_first_one_counts() -> None:
    """HYG-15"""
    position = march(island({"2,2": "r", **FAR}), 1, 4)
    position = act(position, Pick(0, "2,2"), Step(0, "2,3"))
    assert "2,2" not in legal(position)
    assert why(position, Step(0, "2,2")) == "HYG-15 refused.been-there"
    position = act(position, Step(0, "1,3"), Step(0, "1,2"))
    assert refused(position, Step(0, "2,2")).rule == "HYG-15"


def test_the_next_battler_may_cross_the_same_tiles() -> None:
    """HYG-16"""
    position = march(island({"2,2": "rr", **FAR}), 2, 2)
    position = walk(walk(position, "2,2 2,3 2,4"), "2,2 2,3 2,4")
    assert board(position) == {"2,4": "rr", "4,4": "g"}


def test_steps_go_straight_to_a_tile_that_is_there() -> None:
    """HYG-17"""
    position = march(island({"0,1": "r", **FAR}, holes="0,2"), 1, 2)
    position = act(position, Pick(0, "0,1"))
    assert legal(position) == ["1,1", "0,0"]
    assert why(position, Step(0, "1,2")) == "HYG-17 refused.not-beside"
    assert why(position, Step(0, "0,2")) == "HYG-17 refused.hole"
    assert why(position, Step(0, "-1,1")) == "HYG-17 no-such.tile"
    # The right edge of a row does not lead to the left edge of the next one.
    edge = act(march(island({"1,4": "r", **FAR}), 1, 1), Pick(0, "1,4"))
    assert legal(edge) == ["0,4", "2,4", "1,3"]
    assert refused(edge, Step(0, "2,0")).rule == "HYG-17"


# Pushing


def test_passing_through_a_full_tile_pushes_nobody() -> None:
    """HYG-18"""
    position = march(island({"2,0": "r", "2,1": "ggggg", **FAR}), 1, 2)
    position = act(position, Pick(0, "2,0"), Step(0, "2,1"))
    # In passing it is counted where it is: six stand there for a moment.
    assert board(position)["2,1"] == "rggggg"
    assert position.phase == "step"
    after = act(position, Step(0, "2,2"))
    assert board(after) == {"2,1": "ggggg", "2,2": "r", "4,4": "g"}


def test_a_pushed_battler_goes_the_way_of_the_last_step() -> None:
    """HYG-19"""
    full = {"1,1": "r", "2,2": "ggggg"}
    by_the_side = march(island(full), 1, 2)
    right = walk(by_the_side, "1,1 2,1 2,2")
    assert board(act(right, Push(0, "2,2", "green")))["2,3"] == "g"
    down = walk(by_the_side, "1,1 1,2 2,2")
    after, events = told(down, Push(0, "2,2", "green"))
    assert board(after)["3,2"] == "g"
    assert events[0] == Shoved("green", "2,2", "3,2")


def test_four_battlers_and_a_newcomer_are_not_too_many() -> None:
    """HYG-20, HYG-52: five are the maximum, on the centre as elsewhere."""
    after = walk(march(island({"2,1": "r", "2,2": "gggg"}), 1, 1), "2,1 2,2")
    assert after.phase == "roll"
    assert board(after) == {"2,2": "rgggg"}


def test_the_active_seat_chooses_whom_to_push_but_not_the_newcomer() -> None:
    """HYG-20"""
    full = {"2,1": "r", "2,2": "rggbb", "0,0": "b"}
    position = walk(march(island(full, seats=3), 1, 1), "2,1 2,2")
    assert legal(position) == ["2,2 red", "2,2 green", "2,2 blue"]
    assert refused(position, Push(1, "2,2", "green")).rule == "HYG-60"
    foreign = {"2,1": "r", "2,2": "ggbbb"}
    position = walk(march(island(foreign, seats=3), 1, 1), "2,1 2,2")
    assert legal(position) == ["2,2 green", "2,2 blue"]
    assert why(position, Push(0, "2,2", "red")) == "HYG-20 refused.just-came"
    assert why(position, Push(0, "2,2", "purple")) == "HYG-04 no-such.team"
    only_green = {"2,1": "r", "2,2": "ggggg", "0,0": "b"}
    position = walk(march(island(only_green, seats=3), 1, 1), "2,1 2,2")
    assert why(position, Push(0, "2,2", "blue")) == "HYG-20 refused.not-there"


def test_a_push_onto_a_full_tile_pushes_on() -> None:
    """HYG-21"""
    full = {"2,0": "r", "2,1": "ggggg", "2,2": "rrggg", "2,3": "g"}
    position = walk(march(island(full), 1, 1), "2,0 2,1")
    position = act(position, Push(0, "2,1", "green"))
    assert legal(position) == ["2,2 red", "2,2 green"]
    after = act(position, Push(0, "2,2", "red"))
    assert board(after) == {"2,1": "rgggg", "2,2": "rgggg", "2,3": "rg"}
    assert after.phase == "roll"


def test_pushed_over_the_edge_or_into_a_hole_is_eliminated() -> None:
    """HYG-22"""
    for full, way, holes in (
        ({"2,3": "r", "2,4": "ggggg", "0,0": "g"}, "2,3 2,4", ""),
        ({"2,1": "r", "2,2": "ggggg", "0,0": "g"}, "2,1 2,2", "2,3"),
    ):
        position = walk(march(island(full, holes=holes), 1, 1), way)
        tile = way.split()[1]
        after, events = told(position, Push(0, tile, "green"))
        assert events == (Shoved("green", tile, None),)
        assert board(after) == {"0,0": "g", tile: "rgggg"}
        assert (pile(after, 0), pile(after, 1)) == ("g", "")


def test_by_option_an_own_battler_that_is_pushed_out_is_lost() -> None:
    """HYG-23"""
    full = {"2,3": "r", "2,4": "rgggg"}
    position = walk(march(island(full, own_push_counts=False), 1, 1), "2,3 2,4")
    own = act(position, Push(0, "2,4", "red"))
    assert pile(own, 0) == ""
    assert own.lost == (position.lost[0] + 1, position.lost[1])
    other = act(position, Push(0, "2,4", "green"))
    assert pile(other, 0) == "g"


def test_an_overfull_tile_pushes_until_it_holds_its_maximum() -> None:
    """HYG-24: seven stood there, so three have to go."""
    full = {"2,1": "r", "2,2": "ggggggg"}
    position = walk(march(island(full), 1, 1), "2,1 2,2")
    for _ in range(3):
        assert legal(position) == ["2,2 green"]
        position = act(position, Push(0, "2,2", "green"))
    assert position.phase == "roll"
    assert board(position) == {"2,2": "rgggg", "2,3": "ggg"}


def test_an_overfull_tile_to_which_nobody_comes_stays_so() -> None:
    """HYG-25: nor does leaving it or passing it change anything."""
    full = {"2,2": "rggggggg", "2,1": "r"}
    position = walk(march(island(full), 2, 1), "2,2 3,2")
    assert board(position)["2,2"] == "ggggggg"
    assert position.phase == "pick"
    passing = walk(march(island(full), 1, 2), "2,1 2,2 2,3")
    assert board(passing)["2,2"] == "rggggggg"


def test_a_pushed_battler_may_still_move() -> None:
    """HYG-27"""
    full = {"2,1": "r", "2,2": "rgggg"}
    position = walk(march(island(full), 2, 1), "2,1 2,2")
    position = act(position, Push(0, "2,2", "red"))
    # The mover on 2,2 has moved; the one that it pushed has not.
    assert legal(position) == ["2,3"]
    assert walk(position, "2,3 2,4").phase == "roll"


def test_a_chain_may_cross_the_tile_that_the_mover_left() -> None:
    """HYG-53: up, right, down and back to the left, where it came from."""
    full = {"2,1": "r", "2,2": "ggggg"}
    position = walk(march(island(full), 1, 4), "2,1 1,1 1,2 1,3 2,3")
    assert board(position) == {"2,2": "ggggg", "2,3": "r"}
    around = {"2,1": "rgggg", "2,2": "ggggg"}
    position = march(island(around, holes="1,0 3,0"), 1, 3)
    position = walk(position, "2,1 1,1 1,2 2,2")
    assert board(act(position, Push(0, "2,2", "green")))["3,2"] == "g"
    back = {"2,1": "r", "2,2": "ggggg"}
    position = march(island(back), 1, 5)
    position = walk(position, "2,1 1,1 1,2 1,3 2,3 2,2")
    after = act(position, Push(0, "2,2", "green"))
    assert board(after) == {"2,1": "g", "2,2": "rgggg"}


def test_a_pushed_own_battler_that_arrives_is_told_from_those_that_moved() -> None:
    """HYG-54: an unmoved red one is pushed to a tile where a moved one stands."""
    full = {"2,1": "r", "2,2": "rgggg", "1,3": "r", "2,3": "gggg", "0,0": "r"}
    position = walk(march(island(full), 4, 1), "1,3 2,3")
    position = act(walk(position, "2,1 2,2"), Push(0, "2,2", "red"))
    # On 2,3 the newcomer is safe and unmoved: the moved one goes, and stays moved.
    assert legal(position) == ["2,3 red", "2,3 green"]
    position = act(position, Push(0, "2,3", "red"))
    assert [position.moved[AT[name]] for name in ("2,2", "2,3", "2,4")] == [1, 0, 1]
    assert legal(position) == ["0,0", "2,3"]


def test_a_chain_ends_before_the_earlier_tile_pushes_again() -> None:
    """HYG-55"""
    full = {"2,0": "r", "2,1": "gggggg", "2,2": "ggggg", "2,3": "ggggg"}
    position = walk(march(island(full), 1, 1), "2,0 2,1")
    order = []
    while position.phase == "push":
        (action,) = GAME.legal(position)
        assert isinstance(action, Push)
        order.append(action.at)
        if action.at == "2,1":
            assert why(position, Push(0, "2,2", "green")) == "HYG-55 refused.push-first"
        position = act(position, action)
    assert order == ["2,1", "2,2", "2,3", "2,1", "2,2", "2,3"]
    assert board(position) == {
        "2,1": "rgggg",
        "2,2": "ggggg",
        "2,3": "ggggg",
        "2,4": "gg",
    }


def test_pushing_out_the_last_other_team_ends_it_and_owed_pushes_are_dropped() -> None:
    """HYG-43"""
    full = {"2,3": "r", "2,4": "rrrrrrg"}
    position = walk(march(island(full), 2, 1), "2,3 2,4")
    after, events = told(position, Push(0, "2,4", "green"))
    assert events == (
        Shoved("green", "2,4", None),
        Out(("green",)),
        Over((0,)),
    )
    assert after.phase == "over"
    assert board(after) == {"2,4": "rrrrrrr"}
    assert GAME.legal(after) == ()
    assert why(after, Push(0, "2,4", "red")) == "HYG-43 rules.over"
