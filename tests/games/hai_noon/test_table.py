"""HAI NOON on the simulated table: with buttons and tiles alone, and attacks in light.

The game's golden pictures show everything that stands still.
"""

from typing import Any

from controller.games.hai_noon import GAME, STAGING, layout, scene
from controller.games.hai_noon.pieces import Endure, Harpoon, Play, Position, Swim
from controller.light import palette
from controller.light.colour import DARK, WHITE, dim
from controller.rules.views import show
from controller.tabletop.gestures import Count, Hold, Press, Script
from tests.games.hai_noon.positions import act, table, told

RED = "N red-flip red-diver"


def script(position: Position, action: Any) -> Script:
    found = STAGING.script(position, action)
    assert found is not None, f"{action} cannot be meant on the table"
    return found


# What is meant by what


def test_a_card_is_counted_in_the_order_of_the_hand_and_equal_cards_once() -> None:
    position = table("blue-cage wild wild")
    seat, north = Hold("seat:0"), Press("tile:0,2")
    assert script(position, Play(0, "blue-cage", "N")) == (seat, north, Count(1))
    assert script(position, Play(0, "wild", "N")) == (seat, north, Count(2))
    assert script(position, Play(0, "wild", "E"))[1] == Press("tile:2,4")
    assert STAGING.script(position, Play(0, "red-cage", "N")) is None


def test_an_answer_is_counted_too_and_none_is_to_endure() -> None:
    position = table("wild / blue-flip red-cage", RED, hungry={2})
    position = act(position, Play(0, "wild", "N"))
    seat = Hold("seat:1")
    assert script(position, Endure(1)) == (seat, Count(0))
    shot = Harpoon(1, "turquoise", "red-cage")
    assert script(position, shot) == (seat, Count(2))


def test_of_two_attacked_divers_the_second_is_counted_past_the_hand() -> None:
    """HN-44"""
    divers = "pink green turquoise black"
    position = table(
        "wild blue-cage red-cage", RED, seats=2, hungry={1, 2}, divers=divers
    )
    position = act(position, Play(0, "wild", "N"))
    seat = Hold("seat:0")
    for diver, times in [("pink", 2), ("green", 4)]:
        shot = Harpoon(0, diver, "red-cage")
        assert script(position, shot) == (seat, Count(times))


def test_where_two_divers_could_swim_the_diver_is_pressed_first() -> None:
    """HN-32"""
    position = table("wild", seats=2)
    swim = script(position, Swim(0, "green", "TR"))
    assert swim == (Press("tile:3,3"), Press("tile:1,3"))


# In light: `H` a hungry shark, `f` a full one, `t` a diver, `!` its blood, `*` white

TURQUOISE = layout.DIVER_COLOURS["turquoise"]
LETTERS = {
    TURQUOISE: "t",
    dim(TURQUOISE, 0.5): "t",
    layout.HUNGRY: "H",
    layout.FULL: "f",
    palette.BLOOD: "!",
    WHITE: "*",
    DARK: ".",
}
TILES = ("tile:0,1", "tile:0,3", "tile:1,3")  # two sharks, and a diver


def test_an_attack_flashes_white_and_a_bite_red() -> None:
    before = table("wild", "N red-flip red-cage", hungry={2})
    play = Play(0, "wild", "N")
    after, more = told(before, play)
    happened: list[Any] = [play, *more]
    events = [GAME.event_view(after, event, "table") for event in happened]
    shown = [
        "".join(LETTERS[keyframe.lamps[tile]] for tile in TILES)
        for keyframe in scene.effect(show(GAME, before, "table", ()), events)
    ]
    assert shown[4:10] == ["**t", "fHt"] * 3
    # The full one wakes up, the hungry one bites; then the cards go.
    assert shown[10:] == [".Ht", "HHt"] * 2 + ["Hf!", "Hft"] * 3 + ["Hft"]
