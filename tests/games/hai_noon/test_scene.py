"""HAI NOON in light: the sharks, the divers, the cards, whose turn it is.

The tile grid is written as people would draw it: `H` a hungry shark, `f` a full one,
`p t g b` the divers, `R G B Y W` cards by colour, `~` an empty side, `*` white.
"""

from collections.abc import Callable, Sequence
from typing import Any

from controller.games.hai_noon import GAME, layout, scene
from controller.games.hai_noon.pieces import Play, Position
from controller.light import palette
from controller.light.colour import DARK, WHITE, Colour, Keyframe, Lamps, dim
from controller.rules.views import show
from controller.tabletop.staging import View
from tests.games.hai_noon.positions import act, table, told

LETTERS = {
    **{colour: name[0] for name, colour in layout.DIVER_COLOURS.items()},
    **{dim(colour, 0.5): name[0] for name, colour in layout.DIVER_COLOURS.items()},
    **{dim(colour, 0.25): "d" for colour in layout.DIVER_COLOURS.values()},
    **{colour: name[0].upper() for name, colour in layout.CARD_COLOURS.items()},
    layout.HUNGRY: "H",
    layout.FULL: "f",
    scene.SEA: "~",
    palette.BLOOD: "!",
    WHITE: "*",
    DARK: ".",
}


def grid(lamp: Callable[[str], Colour]) -> str:
    return "\n".join(
        "".join(LETTERS[lamp(f"tile:{row},{column}")] for column in range(5))
        for row in range(5)
    )


def lane(lamps: Lamps, number: int) -> str:
    row = [lamps[f"depth:{number}:{position}"] for position in range(31)]
    return "".join(LETTERS[colour] for colour in row)


def view(position: Position, events: Sequence[Any] = ()) -> View:
    return {**show(GAME, position, "table", events), "options": {}}


def picture(position: Position, events: Sequence[Any] = ()) -> Lamps:
    return scene.picture(view(position, events))


# The board


def test_the_board_lies_on_the_grid_with_the_cards_between() -> None:
    position = table(
        "wild",
        "N red-flip / E blue-cage wild / S green-flip green-cage",
        hungry={0, 3, 6, 9},
    )
    assert grid(picture(position).__getitem__) == (
        "HfRfH\n"
        "fp~tf\n"
        "~~.WB\n"
        "fbGGf\n"
        "HfGfH"
    )  # fmt: skip


# Cards and sides


def test_an_empty_side_is_never_dark() -> None:
    """HN-52: guidance lights dark tiles, and would tell where hidden cards fit."""
    lamps = picture(table("red-flip", "N red-cage"))
    for side, (first, second) in layout.SIDE_TILES.items():
        assert lamps[first] != DARK, side
        assert lamps[second] != DARK, side


def test_what_the_card_cannot_touch_is_dimmed_until_its_action_is_done() -> None:
    for card, dimmed in [("blue-flip", True), ("blue-diver", False)]:
        play = Play(0, card, "E")
        position = act(table(card, "N red-cage"), play)
        lamps = picture(position, [play])
        faint = dim(layout.CARD_COLOURS["red"], scene.FAINT)
        assert lamps["tile:0,2"] == faint
        pink = layout.DIVER_COLOURS["pink"]
        assert lamps["tile:1,1"] == (dim(pink, scene.FAINT) if dimmed else pink)
        assert picture(position)["tile:1,1"] == pink, "after a restart"


# Divers


def test_an_injured_diver_is_dimmer_and_its_bar_is_short() -> None:
    lamps = picture(table("wild", injured="turquoise"))
    assert lamps["tile:1,1"] == layout.DIVER_COLOURS["pink"]
    assert lamps["tile:1,3"] == dim(layout.DIVER_COLOURS["turquoise"], 0.5)
    assert lane(lamps, 0) == "*.pppppppppppppppppppp........."
    assert lane(lamps, 1) == "..tttttttttt..................."


def test_the_cage_shows_in_the_centre_and_behind_its_divers_bar() -> None:
    lamps = picture(table("wild", cage="green"))
    assert lamps[layout.CENTRE] == layout.DIVER_COLOURS["green"]
    assert lane(lamps, 2) == "..GGGGGGGGGGGGGGGGGGGG..***...."
    assert picture(table("wild"))[layout.CENTRE] == DARK


# Seats


def seats(lamps: Lamps) -> list[Colour | None]:
    return [lamps.get(f"seat:{seat}") for seat in range(6)]


def test_a_seat_that_has_to_answer_is_brighter_than_the_one_whose_turn_it_is() -> None:
    position = table("wild / blue-flip", "N red-flip red-cage", hungry={2})
    lamps = picture(act(position, Play(0, "wild", "N")))
    assert seats(lamps)[:2] == [
        dim(layout.DIVER_COLOURS["pink"], 0.6),
        layout.DIVER_COLOURS["turquoise"],
    ]
    assert lane(lamps, 0)[0] == "."
    assert lane(lamps, 1)[0] == "*"


def over() -> tuple[View, Position, Any]:
    position = table("wild", "N red-flip red-cage", hungry={1}, injured="pink")
    after, events = told(position, Play(0, "wild", "N"))
    return view(position), after, [GAME.event_view(after, e, "table") for e in events]


def test_at_the_end_the_winners_are_bright_and_the_prey_is_red() -> None:
    _, position, _ = over()
    lamps = picture(position)
    assert seats(lamps)[:4] == [DARK, *list(layout.DIVER_COLOURS.values())[1:]]
    assert lamps["tile:1,1"] == palette.BLOOD
    assert lane(lamps, 0).strip(".") == ""


# What has happened


def keyframes(position: Position, *actions: Any) -> tuple[Keyframe, ...]:
    """What plays for these actions, one after another."""
    before = view(position)
    events: list[Any] = []
    for action in actions:
        position, more = told(position, action)
        events += [GAME.event_view(position, e, "table") for e in (action, *more)]
    return scene.effect(before, events)


def shown(effect: Sequence[Keyframe], *places: str) -> list[str]:
    """What these places show, keyframe by keyframe."""
    return [
        "".join(LETTERS[keyframe.lamps[place]] for place in places)
        for keyframe in effect
    ]


def test_an_attack_flashes_white_and_a_bite_red() -> None:
    position = table("wild", "N red-flip red-cage", hungry={2})
    effect = keyframes(position, Play(0, "wild", "N"))
    story = shown(effect, "tile:0,1", "tile:0,3", "tile:1,3")
    assert story[4:10] == ["**t", "fHt"] * 3
    # The full one wakes up, the hungry one bites; then the cards go.
    assert story[10:] == [".Ht", "HHt"] * 2 + ["Hf!", "Hft"] * 3 + ["Hft"]
