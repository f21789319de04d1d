"""HOLD YOUR GROUND: Battle Royale, Move Eliminator, Explosion and collapse."""

from random import Random

from controller.games.hold_your_ground import GAME
from controller.games.hold_your_ground.doom import ways
from controller.games.hold_your_ground.pieces import (
    Collapse,
    Doom,
    Eliminator,
    Out,
    Position,
    Roll,
    Scatter,
    Spare,
    Take,
)
from controller.games.hold_your_ground.squares import (
    AT,
    CENTRE,
    FLAG,
    NAMES,
    joined_to_centre,
)
from controller.rules.deals import Turn
from tests.games.hold_your_ground.positions import (
    act,
    asked,
    board,
    island,
    legal,
    outcomes,
    pile,
    refused,
    tiles,
    told,
    why,
    with_house,
)


def doomed(position: Position, face: str, eliminator: str = "2,2") -> Position:
    """The active seat has rolled this."""
    return act(about_to_roll(position, eliminator), Roll(face))


def about_to_roll(position: Position, eliminator: str = "2,2") -> Position:
    return position._replace(phase="roll", eliminator=AT[eliminator])


# Battle Royale


def test_where_all_are_level_nobody_holds_a_majority() -> None:
    """HYG-31"""
    level = {"0,0": "rgbp", "0,1": "rrgg", "0,2": "bbb"}
    after = doomed(island(level, seats=4), "royale")
    assert (after.phase, after.turn) == ("play", 2)


def test_on_a_tile_the_holders_are_asked_in_turn_order_from_the_active_seat() -> None:
    """HYG-32: if the active seat holds nothing there, from the next one on."""
    fight = {"0,0": "rrggbbp", "2,2": "p"}
    for active, order in ((0, (0, 1, 2)), (1, (1, 2, 0)), (3, (0, 1, 2))):
        position = doomed(island(fight, seats=4, active=active), "royale")
        assert position.fight
        assert position.fight.holders == order
        assert (
            why(position, Spare(3, "0,0")) == "HYG-32 rules.not-your-turn waits.royale"
        )
        assert why(position, Spare(order[0], "0,1")) == "HYG-32 refused.fight-first"


def test_a_holder_may_spare_everybody() -> None:
    """HYG-33"""
    position = doomed(island({"0,0": "rrg"}), "royale")
    after = act(position, Spare(0, "0,0"))
    assert (board(after), pile(after, 0)) == ({"0,0": "rrg"}, "")
    assert after.phase == "play"


def test_a_holder_takes_one_battler_of_any_team_without_a_majority() -> None:
    """HYG-34: the sheet's first example."""
    position = island({"0,0": "rrbppp", "2,2": "g"}, seats=4, active=3)
    position = doomed(position, "royale")
    assert legal(position) == ["0,0 red", "0,0 blue", "0,0"]
    after = act(position, Take(3, "0,0", "blue"))
    assert board(after)["0,0"] == "rrppp"
    assert pile(after, 3) == "b"
    assert why(position, Take(3, "0,0", "purple")) == "HYG-34 refused.majority"
    assert why(position, Take(3, "0,0", "green")) == "HYG-34 refused.not-there"
    assert refused(position, Take(3, "0,0", "yellow")).rule == "HYG-04"


def test_of_two_holders_the_first_may_take_the_only_victim() -> None:
    """HYG-35"""
    position = doomed(island({"0,0": "rrggb", "2,2": "b"}, seats=3), "royale")
    taken = act(position, Take(0, "0,0", "blue"))
    assert (taken.phase, pile(taken, 0)) == ("play", "b")
    spared = act(position, Spare(0, "0,0"))
    assert legal(spared) == ["0,0 blue", "0,0"]
    assert pile(act(spared, Take(1, "0,0", "blue")), 1) == "b"


def test_seats_that_are_not_active_are_asked_for_their_majorities() -> None:
    """HYG-36"""
    position = doomed(island({"0,0": "rgg", "1,1": "rrg"}), "royale")
    assert asked(position) == {1}
    assert GAME.state(position, None)["active"] == 0
    position = act(position, Spare(1, "0,0"))
    assert asked(position) == {0}


def test_teams_that_fall_on_one_tile_fall_together() -> None:
    """HYG-56: out changes after the tile, not after each battler."""
    position = doomed(island({"0,0": "rrggbp"}, seats=4), "royale")
    position = act(position, Take(0, "0,0", "blue"))
    assert position.out == ()
    after, events = told(position, Take(1, "0,0", "purple"))
    assert after.out == ((2, 3),)
    assert events[0] == Out(("blue", "purple"))
    assert GAME.state(after, None)["out"] == ["blue", "purple"]


def test_a_seat_that_falls_in_its_own_battle_royale_finishes_it() -> None:
    """HYG-57: then its turn is over, without a second special, cards or die."""
    fights = {"0,0": "rgg", "4,4": "ggb"}
    position = doomed(island(fights, seats=3), "royale")
    position = position._replace(agenda=("eliminator", "draw", "roll"))
    position = act(position, Take(1, "0,0", "red"))
    assert (position.phase, position.out, position.active) == ("royale", ((0,),), 0)
    after, events = told(position, Spare(1, "4,4"))
    assert events == (Turn(2, 1),)
    assert (after.phase, after.active) == ("play", 1)


def test_a_seat_without_battlers_does_nothing_more_in_its_turn() -> None:
    """HYG-47: its cards stay as they are, and the turn passes on."""
    position = island({"0,0": "rgg", "2,2": "b"}, seats=3, hand="n1 n2")
    position = doomed(position, "royale")
    position = position._replace(agenda=("explosion", "draw", "roll"))
    after = act(position, Take(1, "0,0", "red"))
    assert (after.phase, after.active, after.agenda) == ("play", 1, ())
    assert after.cards[0].hand == ("n1", "n2")
    # Two turns later it is passed over.
    assert act(after._replace(active=2, phase="roll"), Roll("royale")).active == 1


# Move Eliminator


def test_the_eliminator_goes_one_step_slantwise_too() -> None:
    """HYG-37"""
    position = doomed(island({"0,0": "r", "4,4": "g"}, holes="1,1"), "eliminator")
    assert legal(position) == ["1,2", "1,3", "2,1", "2,3", "3,1", "3,2", "3,3"]
    assert act(position, Eliminator(0, "3,3")).eliminator == AT["3,3"]
    assert why(position, Eliminator(0, "1,1")) == "HYG-37 refused.hole"
    assert why(position, Eliminator(0, "2,2")) == "HYG-37 refused.not-next"
    assert refused(position, Eliminator(0, "0,2")).rule == "HYG-37"
    assert refused(position, Eliminator(1, "3,3")).rule == "HYG-60"


def test_the_eliminator_always_has_somewhere_to_go() -> None:
    """HYG-38: islands blown up at random, to the last tile but the centre."""
    rng = Random(38)
    for _ in range(200):
        position = island({"2,2": "rg"})
        while position.tiles != FLAG:
            possible = ways(position)
            assert possible
            position = position._replace(eliminator=AT[rng.choice(possible).to])
            if position.eliminator != CENTRE:
                rest = position.tiles & ~(1 << position.eliminator)
                position = position._replace(tiles=joined_to_centre(rest))


# Explosion


def test_under_the_centre_or_a_hole_an_explosion_moves_the_eliminator() -> None:
    """HYG-39"""
    position = island({"0,0": "r", "4,4": "g"}, holes="1,1")
    for place in ("2,2", "1,1"):
        moved = doomed(position, "explosion", place)
        assert moved.phase == "eliminator"
        assert moved.tiles == position.tiles
        assert len(legal(moved)) == (7 if place == "2,2" else 8)


def test_battlers_come_down_team_by_team_lost_or_near_by() -> None:
    """HYG-40"""
    position = island({"0,1": "rgg", "2,2": "rg"}, holes="1,3")
    position = doomed(position, "explosion", "0,1")
    weights = outcomes(position)
    near = ["0,0", "0,2", "0,3", "1,0", "1,1", "1,2", "2,0", "2,1", "2,2", "2,3"]
    assert weights == {
        Scatter("red", None): 20,
        **{Scatter("red", name): 1 for name in near},
    }
    assert why(position, Scatter("green", "0,0")) == "HYG-40 refused.other-team"
    assert why(position, Scatter("red", "4,4")) == "HYG-40 refused.too-far"
    assert why(position, Scatter("red", "0,1")) == "HYG-40 refused.hole"
    after = act(position, Scatter("red", "2,2"), Scatter("green", None))
    assert set(outcomes(after)) == {
        Scatter("green", None),
        *(Scatter("green", name) for name in near),
    }
    after = act(after, Scatter("green", "0,0"))
    assert board(after) == {"0,0": "g", "2,2": "rrg"}
    assert after.lost[1] == position.lost[1] + 1
    assert after.phase == "play"


def test_the_house_decides_how_many_are_lost_and_how_far_they_fly() -> None:
    """HYG-40, HYG-03"""
    position = island({"0,0": "rg", "2,2": "rg"}, holes="0,1 1,1")
    position = position._replace(eliminator=0)
    near = with_house(position, thrown=4, lost=1, reach=1)
    blown = doomed(near, "explosion", "0,0")
    assert outcomes(blown) == {Scatter("red", None): 1, Scatter("red", "1,0"): 3}
    kept = doomed(with_house(position, lost=0, reach=1), "explosion", "0,0")
    assert outcomes(kept) == {Scatter("red", "1,0"): 3}
    assert why(kept, Scatter("red", None)) == "HYG-40 refused.can-land"
    alone = island({"0,0": "rg", "2,2": "rg"}, only="0,0 2,2 2,3")
    alone = doomed(with_house(alone, lost=0, reach=1), "explosion", "0,0")
    assert outcomes(alone) == {Scatter("red", None): 1}


def test_what_is_cut_off_goes_after_the_landing_and_nobody_is_credited() -> None:
    """HYG-41: the one that landed on the corner goes with it."""
    position = island({"0,0": "g", "0,1": "rr", "2,2": "rg"}, holes="1,0")
    position = doomed(position, "explosion", "0,1")
    assert Scatter("red", "0,0") in outcomes(position)
    position = act(position, Scatter("red", "0,0"))
    after, events = told(position, Scatter("red", "1,1"))
    assert events[0] == Collapse(("0,0",), {"red": 1, "green": 1})
    assert board(after) == {"1,1": "r", "2,2": "rg"}
    assert tiles(after) == set(NAMES) - {"0,0", "0,1", "1,0"}
    assert (pile(after, 0), pile(after, 1)) == ("", "")
    assert after.lost == (position.lost[0] + 1, position.lost[1] + 1)


def test_the_eliminator_stays_under_the_hole_that_it_made() -> None:
    """HYG-42"""
    after = doomed(island({"2,2": "rg"}), "explosion", "0,1")
    assert GAME.state(after, None)["eliminator"] == "0,1"
    assert doomed(after, "explosion", "0,1").phase == "eliminator"


def test_teams_that_fall_in_one_explosion_with_its_collapse_fall_together() -> None:
    """HYG-56: red in the air, green with the corner."""
    board_ = {"0,0": "g", "0,1": "r", "2,2": "bp"}
    position = island(board_, seats=4, holes="1,0")
    position = doomed(position, "explosion", "0,1")
    after, events = told(position, Scatter("red", None))
    assert events[1] == Out(("red", "green"))
    assert after.out == ((0, 1),)
    assert after.active == 2


# Action of choice


def test_the_action_of_choice_is_any_of_the_three() -> None:
    """HYG-49: Explosion too where it can only move the Eliminator."""
    position = doomed(island({"0,0": "rrg", "2,2": "g"}), "choice")
    assert legal(position) == ["royale", "eliminator", "explosion"]
    assert act(position, Doom(0, "royale")).phase == "royale"
    assert act(position, Doom(0, "eliminator")).phase == "eliminator"
    assert act(position, Doom(0, "explosion")).phase == "eliminator"
    assert why(position, Doom(0, "choice")) == "HYG-49 no-such.doom"
    assert refused(position, Doom(1, "royale")).rule == "HYG-60"
