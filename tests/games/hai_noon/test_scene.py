"""HAI NOON in light: an attack; what stands still is in the game's golden pictures.

Lamps are written as people would draw them: `H` a hungry shark, `f` a full one, `t` a
diver, `!` its blood, `*` white.
"""

from typing import Any

from controller.games.hai_noon import GAME, layout, scene
from controller.games.hai_noon.pieces import Play
from controller.light import palette
from controller.light.colour import DARK, WHITE, dim
from controller.rules.views import show
from tests.games.hai_noon.positions import table, told

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
