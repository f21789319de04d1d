"""HOLD YOUR BREATH! in light: lanes, hindrances, the menu, the deck, what happened.

Lanes are written as people would draw them: pirates `B G Y P` by colour, their way in
small letters, `A` an Anchor, `!` a Panic, `^` a Shark, `~` water, `-` water at dusk,
`=` in the last turns, `1 2 3` folded once, twice, three times.
"""

from typing import Any

import pytest

from controller.games.hold_your_breath import GAME, layout
from controller.games.hold_your_breath.pieces import Position
from controller.games.hold_your_breath.scene import board, effect, effects, picture
from controller.light import palette
from controller.light.colour import DARK, WHITE, Colour, Keyframe, Lamps, dim
from controller.rules.views import show
from controller.tabletop.staging import View
from tests.games.hold_your_breath.positions import a_turn

FIVE = "air-5-calm air-5-draw air-5-panic air-5-discard air-10-calm"
LETTERS: dict[Colour, str] = {
    palette.WATER: "~",
    board.DUSK: "-",
    board.EMBER: "=",
    layout.ANCHOR: "A",
    palette.PANIC: "!",
    palette.SHARK: "^",
    DARK: " ",
    **{colour: str(fold) for fold, colour in enumerate(board.FOLDS, start=1)},
    **{board.SEATS[seat]: letter for seat, letter in enumerate("BGYP")},
    **{dim(board.SEATS[seat], board.WAY): letter for seat, letter in enumerate("bgyp")},
}


def view(position: Position) -> View:
    variant = position.variant
    options = {
        "edition": "draft" if variant.draft else "published",
        "panic_on_sharked": variant.panic_on_sharked,
    }
    return {**show(GAME, position, "table", ()), "options": options}


def lamps(position: Position) -> Lamps:
    return picture(view(position))


def lane(lit: Lamps, seat: int) -> str:
    return "".join(LETTERS[lit[f"depth:{seat}:{at}"]] for at in range(31))


def lanes(position: Position) -> list[str]:
    lit = lamps(position)
    return [lane(lit, seat) for seat in range(position.variant.seats)]


# The Depth Board


def test_panics_and_sharks_swim_right_below_a_pirate() -> None:
    fronts = ("panic:air-5-panic", "shark:shark", "hidden:kraken shark:dolphin", "")
    position = a_turn("", "", "", "", fronts=fronts, depths=(10, 0, 150, 15))
    assert lanes(position) == [
        "bbB!~~~~~~~~~~~~~~~~~~~~~~~~~~~",
        "G~^~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
        "yyyyyyyyyyyyyyyyyyyyyyyyyyyy^!Y",
        "pppP~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    ]


# Deeper than the board


@pytest.mark.parametrize(
    ("depth", "folds", "position"),
    [(0, 0, 0), (150, 0, 30), (155, 1, 1), (300, 1, 30), (305, 2, 1), (600, 3, 30)],
)
def test_a_lane_is_folded_below_150_ft(depth: int, folds: int, position: int) -> None:
    """HYB-03: there is no bottom; the Surface lamp stays the Surface."""
    assert layout.fold(depth) == (folds, position)


def test_a_folded_lane_has_water_of_its_own() -> None:
    """HYB-03."""
    position = a_turn("", "", "", "", depths=(155, 170, 320, 700))
    assert lanes(position) == [
        "1B11111111111111111111111111111",
        "1gggG11111111111111111111111111",
        "2yyyY22222222222222222222222222",
        "3pppppppppppppppppppP3333333333",
    ]


# The deck


def deck_of(number: int, **more: Any) -> Position:
    cards = "swim-5-calm " * number
    return a_turn("", "", deck=cards, **more)


def gauge(position: Position) -> list[Colour]:
    lit = lamps(position)
    return [lit[place] for place in layout.DECK]


def test_the_last_twenty_cards_go_out_four_at_a_time() -> None:
    full, low, off = board.GAUGE, board.GAUGE_LOW, DARK
    assert gauge(deck_of(48)) == gauge(deck_of(17)) == [full] * 5
    assert gauge(deck_of(16)) == [full] * 4 + [off]
    assert gauge(deck_of(10)) == [low] * 3 + [off] * 2
    assert gauge(deck_of(1)) == [low] + [off] * 4


# The menu


def bright(position: Position) -> set[str]:
    lit = lamps(position)
    return {use for use, place in layout.USES.items() if lit[place] == board.MENU[use]}


ALWAYS = {"air-5", "air-10", "draw", "panic", "shark"}


@pytest.mark.parametrize("edition", ["published", "draft"])
def test_the_menu_is_bright_where_all_can_see_that_it_makes_sense(edition: str) -> None:
    def menu(*hands: str, **more: Any) -> set[str]:
        return bright(a_turn(*hands, edition=edition, **more))

    swims = {"swim-5", "swim-10"} if edition == "draft" else set()
    assert menu("", "") == ALWAYS | swims
    assert menu("", "", air=5) == ALWAYS | swims | {"swim-5"}
    assert menu("", FIVE) == ALWAYS | swims | {"discard", "kraken discard"}
    assert menu("", "", fronts=("panic:air-5-panic",), air=10) == ALWAYS | {"calm"}
    assert menu("", "", fronts=("shark:shark",)) == ALWAYS | {"calm", "kraken shark"}
    others = menu("", "", fronts=("", "shark:shark"))
    assert others == ALWAYS | swims | ({"kraken shark"} if swims else set())
    assert "panic" not in menu("", "", fronts=("", "panic:air-5-panic"))
    assert "draw" not in menu("", "", deck="", last_turns=0)
    sharked = {"fronts": ("", "shark:shark"), "panic_on_sharked": False}
    assert "panic" not in menu("", "", **sharked)


# What just happened


def keyframes(position: Position, *events: dict[str, Any]) -> tuple[Keyframe, ...]:
    return effect(view(position), events)


def test_a_pirate_swims_lamp_by_lamp() -> None:
    played = {"type": "play", "seat": 0, "card": "swim-10-calm", "as": "swim-10"}
    moved = {"type": "move", "seat": 0, "depth": 15}
    flash, _, one, two = keyframes(a_turn("", "", depths=(5, 0)), played, moved)
    assert flash.lamps == {layout.USES["swim-10"]: WHITE}
    assert lane(one.lamps, 0)[:5] == "bbB~~"
    assert lane(two.lamps, 0)[:5] == "bbbB~"
    up = a_turn("", "", phase="ascent", depths=(10, 5), anchors=(10, 5))
    home = keyframes(
        up,
        {"type": "move", "seat": 0, "depth": 0},
        {"type": "surface", "seat": 0},
    )
    assert [lane(keyframe.lamps, 0)[:3] for keyframe in home[:2]] == ["~BA", "BbA"]
    assert home[2].lamps["depth:0:0"] == effects.EFFECTS["surface"].colour
