"""A real card on the `play` reader is the gesture for that card."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.chance.decks import TaggedCard
from controller.games.get_bit.pieces import Choose
from controller.games.hai_noon.layout import PLACE_TILES
from controller.games.hai_noon.pieces import Harpoon
from controller.games.hai_noon.pieces import Play as PlayCard
from controller.games.hold_your_breath.pieces import Done, Play, SelfPanic
from controller.games.hold_your_ground.pieces import Play as PlayPair
from controller.input.scripts import card_scripts
from controller.light.palette import OK
from controller.tabletop.gestures import Card, Press
from tests.games.hai_noon import positions as hai_noon
from tests.support.told_table import ToldTable, told_table
from tests.support.words import catalogue_text


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ToldTable]:
    with told_table(tmp_path) as table:
        yield table


def begin(table: ToldTable, game: str, *cards: str, seats: int = 2) -> None:
    """Start a game in which seat 0 begins with these cards, if any are dealt."""
    table.enroll(game)
    options = {} if game == "get-bit" else {"first": 0}
    table.sim.start(seats, options, game=game)
    for card in cards:
        table.draw(card)
    table.deal()
    table.sim.told.clear()


def last(table: ToldTable) -> Any:
    return table.actions[-1]


# GET BIT!: in secret


def test_a_card_on_the_reader_chooses_for_its_robot(table: ToldTable) -> None:
    begin(table, "get-bit", seats=4)
    table.play("green 4")
    assert last(table) == Choose(2, "green", 4)


def test_the_card_that_ends_the_round_waits_for_ok(table: ToldTable) -> None:
    begin(table, "get-bit", seats=4)
    for robot in ("red", "blue", "green"):
        table.play(f"{robot} 1")
    table.play("yellow 5")
    assert len(table.position.choices) == 4
    assert last(table) == Choose(2, "green", 1)
    table.sim.end_effects()
    assert table.sim.lamp("ok") == OK
    table.sim.tap("ok")
    assert table.position.round == 2


def test_no_lamp_tells_which_card_lay_there(tmp_path: Path) -> None:
    frames = []
    for number in (2, 5):
        with told_table(tmp_path / str(number)) as table:
            begin(table, "get-bit", seats=4)
            table.play(f"red {number}")
            table.sim.end_effects()
            frames.append((table.sim.frames, table.told(None)))
    assert frames[0] == frames[1]


def test_a_second_card_is_refused_on_the_seats_own_page(table: ToldTable) -> None:
    begin(table, "get-bit", seats=4)
    table.play("green 4")
    table.play("green 5")
    assert table.told(2) == [
        catalogue_text("refused.has-card", "get-bit", robot="Green")
    ]
    assert table.told(None) == [catalogue_text("table.cannot-lay", seat="Green")]
    assert last(table) == Choose(2, "green", 4)


def test_a_card_of_a_robot_that_does_not_play_is_not_played(table: ToldTable) -> None:
    begin(table, "get-bit", seats=4)
    table.play("orange 1")
    assert table.told(None) == [catalogue_text("table.no-card-now")]


# HOLD YOUR BREATH!


def test_the_card_comes_before_what_it_is_for(table: ToldTable) -> None:
    begin(table, "hold-your-breath", "air-5-calm", "swim-10-panic")
    table.play("air-5-calm")
    assert "tile:0,2" in table.sim.table.gestures.lit
    assert "tile:1,3" not in table.sim.table.gestures.lit
    table.sim.tap("tile:0,2")
    assert last(table) == Play(0, "air-5-calm", "air-5")


def test_a_card_that_is_not_in_the_hand_is_named_to_its_seat_alone(
    table: ToldTable,
) -> None:
    begin(table, "hold-your-breath", "air-5-calm")
    before = table.actions
    table.play("kraken")
    assert table.told(0) == [
        catalogue_text("refused.not-held", "hold-your-breath", card="Kraken")
    ]
    assert table.told(None) == [catalogue_text("table.cannot-lay", seat="Blue")]
    assert table.told(1) == []
    assert table.actions == before


def test_a_card_that_cannot_be_played_for_that_is_refused_by_its_ruling(
    table: ToldTable,
) -> None:
    begin(table, "hold-your-breath", "air-5-calm", "swim-10-panic")
    table.sim.tap("tile:2,3")
    table.sim.tap("seat:1")
    table.play("air-5-calm")
    told = [told for told in table.sim.told if told.seat == 0]
    assert [t.rule[:4] for t in told] == ["HYB-"]
    assert told[0].message == catalogue_text("table.no-card-now")
    table.play("swim-10-panic")
    assert last(table) == Play(0, "swim-10-panic", "panic", target=1)


def test_a_panic_is_laid_face_down_with_the_card_alone(table: ToldTable) -> None:
    begin(table, "hold-your-breath", *["swim-10-panic"] * 2, *["swim-5-calm"] * 3)
    table.sim.act(Done(0), 0)
    table.play("swim-5-calm")
    assert last(table) == SelfPanic(0, "swim-5-calm")
    assert "swim-5-calm" not in repr(table.sim.table.view("table", (last(table),)))


# HAI NOON


def test_the_seat_whose_turn_it_is_is_told_what_it_does_not_hold(
    table: ToldTable,
) -> None:
    table.enroll("hai-noon")
    table.sim.start(2, {"first": 1}, game="hai-noon")
    table.deal()
    table.play("wild")
    assert table.told(0) == []
    (words,) = table.told(1)
    assert catalogue_text("card.wild", "hai-noon") in words


@pytest.mark.parametrize("is_card_first", [True, False])
def test_side_and_card_come_in_either_order(
    table: ToldTable, is_card_first: bool
) -> None:
    begin(table, "hai-noon", "red-flip", "wild")
    if is_card_first:
        table.play("red-flip")
    table.sim.tap("tile:0,2")
    if not is_card_first:
        table.play("red-flip")
    assert PlayCard(0, "red-flip", "N") in table.actions


def test_a_harpoon_is_the_card_alone_or_with_the_diver() -> None:
    """HN-44"""
    staging = games.staging(games.find("hai-noon"))
    red = "N red-flip red-diver"
    one = hai_noon.table("wild / red-cage", red, hungry={2})
    one = hai_noon.act(one, PlayCard(0, "wild", "N"))
    (script,) = card_scripts(staging, one, Harpoon(1, "turquoise", "red-cage"))
    assert script == (Card("red-cage"),)
    divers = "pink green turquoise black"
    hand = "wild blue-cage red-cage"
    both = hai_noon.table(hand, red, seats=2, hungry={1, 2}, divers=divers)
    both = hai_noon.act(both, PlayCard(0, "wild", "N"))
    first, second = card_scripts(staging, both, Harpoon(0, "green", "red-cage"))
    assert first == (Card("red-cage"), Press(PLACE_TILES["TR"]))
    assert second == (Press(PLACE_TILES["TR"]), Card("red-cage"))


# HOLD YOUR GROUND


def test_the_card_for_battlers_comes_first(table: ToldTable) -> None:
    begin(table, "hold-your-ground", "red n1", "red n2", "red t3", "red b3")
    table.play("red n2")
    assert table.actions[-1] != PlayPair(0, "n2", "n1")
    table.play("red n1")
    assert last(table) == PlayPair(0, "n2", "n1")


def test_a_card_of_another_team_is_told_to_its_own_seat(table: ToldTable) -> None:
    begin(table, "hold-your-ground", "red n1", "red n2", "red t3", "red b3")
    table.play("green n4")
    (words,) = table.told(1)
    assert words in (
        catalogue_text("table.not-held"),
        catalogue_text("table.no-card-now"),
    )
    assert table.told(0) == []


# What is no card of this game


def test_a_card_of_another_game_is_named(table: ToldTable) -> None:
    begin(table, "get-bit", seats=4)
    table.enrolled.add("04feed00", TaggedCard("hai-noon", "wild"))
    table.pass_card("04feed00", "play")
    assert table.told(None) == [
        catalogue_text(
            "shoe.other-game", card="wild", other="HAI NOON", game="GET BIT!"
        ).removesuffix(".")
    ]
    table.pass_card("04feed01", "play")
    assert table.told(None)[0].startswith("The table doesn't know this card.")


def test_while_cards_are_dealt_none_can_be_played(table: ToldTable) -> None:
    table.enroll("hai-noon")
    table.sim.start(2, {"first": 0}, game="hai-noon")
    table.draw("wild")
    table.play("wild")
    assert table.told(None) == [catalogue_text("table.no-card-now")]
    assert len(table.actions) == 1
