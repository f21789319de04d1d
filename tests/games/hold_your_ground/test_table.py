"""HOLD YOUR GROUND on the table: a whole game by hand, and what the lamps tell.

Pictures of the grid are written as people would draw them: a tile that a team holds by
the first letter of its colour, large if it is full, `s` and `S` for sand, `o` for an
empty tile, `.` for a hole; over the Eliminator in brackets.
"""

from pathlib import Path
from typing import Any

from controller.chance.seed import seeded
from controller.games.hold_your_ground import GAME, cards, gestures, layout, scene
from controller.games.hold_your_ground.pieces import Action, Pick, Play, Position
from controller.games.hold_your_ground.squares import AT
from controller.light.colour import DARK, WHITE, Colour, Lamps, dim
from controller.rules.match import Match
from controller.rules.views import show
from controller.tabletop.gestures import Count, Hold
from controller.tabletop.staging import View
from tests.games.hold_your_ground.positions import act, island, march
from tests.support.simtable import sim_table
from tests.support.words import catalogue_text


def view(position: Position, *events: Any) -> View:
    return {**show(GAME, position, "table", events), "options": {}}


def picture(position: Position) -> Lamps:
    return scene.picture(view(position))


def shades() -> dict[Colour, str]:
    letters: dict[Colour, str] = {}
    named = {team[0]: colour for team, colour in layout.COLOURS.items()}
    for letter, colour in {**named, "s": layout.SAND}.items():
        pale = scene.mixed(colour, WHITE)
        letters[dim(colour, scene.NOT_FULL)] = letter
        letters[colour] = letter.upper()
        letters[dim(pale, scene.PALE_NOT_FULL)] = f"({letter})"
        letters[pale] = f"({letter.upper()})"
    empty = scene.mixed(layout.EMPTY, WHITE)
    return {**letters, layout.EMPTY: "o", empty: "(o)", scene.PIT: "(.)", DARK: "."}


def grid(lamps: Lamps) -> list[str]:
    letters = shades()
    return [
        "".join(letters[lamps[f"tile:{row},{column}"]] for column in range(5))
        for row in range(5)
    ]


# The island


def test_majorities_full_tiles_holes_and_the_eliminator_can_be_told_apart() -> None:
    board = {
        "0,0": "rrg",
        "0,1": "rgggg",
        "0,2": "rg",
        "1,1": "g",
        "2,2": "rrrrr",
        "2,3": "rrgggg",
        "4,4": "r",
    }
    position = island(board, holes="0,4 3,3")._replace(eliminator=AT["1,1"])
    assert grid(picture(position)) == [
        "rGso.",
        "o(g)ooo",
        "ooRGo",
        "ooo.o",
        "oooor",
    ]


# What can be pressed


def test_while_tiles_can_be_pressed_the_others_step_back() -> None:
    lamps = picture(island({"0,0": "r", "0,1": "ggggg", "2,2": "g"}))
    pressable = frozenset({"tile:0,0", "tile:0,2"})
    focused = scene.focus(lamps, pressable)
    assert max(focused["tile:0,0"]) == scene.PRESSABLE
    assert max(focused["tile:0,2"]) == scene.PRESSABLE
    assert focused["tile:0,1"] == dim(layout.COLOURS["green"], scene.BACK)
    assert scene.FAINT <= max(focused["tile:2,2"]) < 100


# Gestures


def script(position: Position, action: Action) -> Any:
    return gestures.script(position, action)


def test_two_cards_are_counted_under_a_held_button() -> None:
    position = island({"2,2": "r", "0,0": "g"}, hand="n1 n2 n2 t3")
    numbered = {
        ("n1", "n2"): 1,
        ("n1", "t3"): 2,
        ("n2", "n1"): 3,
        ("n2", "n2"): 4,
        ("n2", "t3"): 5,
        ("t3", "n1"): 6,
        ("t3", "n2"): 7,
    }
    for pair, number in numbered.items():
        assert script(position, Play(0, *pair)) == (Hold("seat:0"), Count(number))
    assert script(position, Play(0, "n1", "n4")) is None
    assert script(position, Play(1, "n1", "n2")) is None


# The table


def test_the_pairs_that_are_no_pairs_are_explained_to_the_seat_alone(
    tmp_path: Path,
) -> None:
    """HYG-09"""
    with sim_table(tmp_path) as table:
        seed = next(s for s in range(200) if has_misfit(s))
        table.start(2, {"first": 0}, game="hold-your-ground", seed=seed)
        hand = table.position.cards[0].hand
        wrong = hand.index("t3") if "t3" in hand else hand.index("t4")
        pairs = cards.pairs(hand)
        number = next(n for n, pair in enumerate(pairs, 1) if pair[0] == hand[wrong])
        table.choose(0, number)
        private, public = table.told
        assert (private.seat, private.rule) == (0, "HYG-09")
        assert public.message == catalogue_text("table.cannot-count", seat="Red")


def has_misfit(seed: int) -> bool:
    match = Match(GAME, 2, {"first": 0}, seeded(seed))
    match.accept(match.opening())
    return bool({"t3", "t4"} & set(match.position.cards[0].hand))


def test_an_open_press_against_a_ruling_is_answered_with_it(tmp_path: Path) -> None:
    """HYG-17"""
    position = act(march(island({"2,2": "r", "4,4": "g"}), 1, 2), Pick(0, "2,2"))
    with sim_table(tmp_path) as table:
        table.start(2, {"first": 0}, game="hold-your-ground", seed=1)
        match = table.table.match
        match.accept((match.entries_from(-1)[0]._replace(position=position),))
        table.table.look_again()
        table.tap("tile:0,0")
        assert [told.rule for told in table.told] == ["HYG-17"]
