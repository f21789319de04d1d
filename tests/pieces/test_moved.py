"""Moving pieces as a choice: a pirate in his lane, the puck under its tiles."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.hold_your_breath import GAME, STAGING
from controller.games.hold_your_breath.gestures import carry
from controller.games.hold_your_breath.pieces import Play
from controller.games.hold_your_ground.pieces import Eliminator
from controller.input.scripts import carry_scripts
from controller.light.palette import ASTRAY, HOME
from controller.light.playback import RHYTHM_S
from controller.pieces.tracker import CARRYING
from controller.rules.match import Entry, Match
from controller.tabletop.gestures import Carry
from controller.words.files import in_english
from tests.games.hold_your_breath.positions import a_turn, play
from tests.support.piece_hands import PieceHands, breathe, last, legal
from tests.support.simtable import sim_table
from tests.support.words import catalogue_text


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[PieceHands]:
    with sim_table(tmp_path) as sim:
        yield PieceHands(sim)


def test_a_pirate_carried_down_his_lane_swims_with_the_one_card_for_it(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.carry("depth:0:0", "depth:0:2")
    assert last(hands) == Play(0, "swim-10-panic", "swim-10")
    assert hands.sim.position.depths == (10, 0)
    assert hands.step is None


def test_where_several_cards_fit_the_pirate_waits_for_one_to_be_counted(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    before = len(hands.sim.table.match.actions)
    hands.carry("depth:0:0", "depth:0:1")
    assert len(hands.sim.table.match.actions) == before
    assert hands.step is None, "it has been moved, and is not sent back yet"
    assert hands.asked == in_english(CARRYING)
    # Air is gone from the hand: the fourth card of it is the second that fits.
    hands.sim.choose(0, 4)
    assert last(hands) == Play(0, "swim-5-draw", "swim-5")
    assert hands.step is None


def test_letting_go_of_the_button_keeps_the_pirate_and_undo_sends_him_back(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.carry("depth:0:0", "depth:0:1")
    hands.sim.tap("seat:0")
    assert hands.step is None
    hands.sim.tap("undo")
    assert hands.asked == (
        "Move Blue's pirate from Blue's lane, 5 ft to Blue's lane, 0 ft."
    )
    assert hands.follow() == 1
    assert hands.sim.position.depths == (0, 0)


def test_a_pirate_put_back_has_meant_nothing(hands: PieceHands) -> None:
    breathe(hands, air=10)
    hands.carry("depth:0:0", "depth:0:1")
    hands.carry("depth:0:1", "depth:0:0")
    assert not hands.sim.table.gestures.progress.carrying
    assert hands.sim.told == []
    assert hands.step is None


def test_a_swim_without_air_is_refused_in_light_and_words(hands: PieceHands) -> None:
    breathe(hands, air=0)
    hands.carry("depth:0:0", "depth:0:1")
    private, public = hands.sim.told
    assert (private.seat, private.rule) == (0, "HYB-08")
    assert (public.seat, public.message) == (
        None,
        catalogue_text("table.cannot-move", seat="Blue"),
    )
    assert hands.sim.lamp("depth:0:1") == tuple(ASTRAY)
    assert hands.sim.lamp("depth:0:0") == tuple(HOME)
    hands.be_patient()
    hands.put(["depth:3:9"])
    hands.take("depth:3:9")
    assert len(hands.sim.told) == 2, "it is said once"


def test_a_way_that_no_card_goes_is_refused_in_the_same_words_on_the_table(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.carry("depth:0:0", "depth:0:7")
    private, public = hands.sim.told
    assert private.message == catalogue_text("table.no-move")
    assert public.message.startswith("Blue can't move there.")


def test_undo_takes_the_swim_back_and_the_pirate_is_guided_home(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.carry("depth:0:0", "depth:0:2")
    hands.sim.tap("undo")
    assert hands.sim.position.depths == (0, 0)
    assert hands.asked == (
        "Move Blue's pirate from Blue's lane, 10 ft to Blue's lane, 0 ft."
    )
    before = len(hands.sim.table.match.actions)
    assert hands.follow() == 1
    assert len(hands.sim.table.match.actions) == before


@pytest.mark.parametrize("edition", ["published", "draft"])
def test_every_swim_of_a_game_can_be_carried(hands: PieceHands, edition: str) -> None:
    """In both editions, down and up again; the pirate ends where the rules say."""
    hands.sim.start(2, {"edition": edition}, game="hold-your-breath", seed=4)
    hands.set_up()
    rng = Random(4)
    carry = hands.sim.table.staging.carry
    assert carry
    carried: list[Carry] = []
    while hands.sim.table.phase == "play" and len(carried) < 12:
        ways = {a: carry(hands.sim.position, a) for a in legal(hands)}
        swims = [way for way in ways.values() if way and way.to not in hands.at]
        if swims:
            way = rng.choice(swims)
            hands.carry(way.at, way.to)
            carried.append(way)
            if hands.sim.table.gestures.progress.carrying:
                pay(hands, [a for a in ways if ways[a] == way])
        else:
            air = [a for a in ways if getattr(a, "as_", "").startswith("air")]
            hands.act(rng.choice(air or list(ways)))
        hands.sim.end_effects()
        hands.follow()
    assert len(carried) >= 5


def pay(hands: PieceHands, fitting: list[Any]) -> None:
    """Count to the first card that fits."""
    hand = hands.sim.position.hands[fitting[0].seat]
    kinds = list(dict.fromkeys(hand))
    before = len(hands.sim.table.match.actions)
    hands.sim.choose(fitting[0].seat, 1 + kinds.index(fitting[0].card))
    done = hands.sim.table.match.actions[before:]
    assert done
    assert done[0] in fitting


# The puck


def island(hands: PieceHands) -> None:
    """HOLD YOUR GROUND, and the Eliminator is to be moved."""
    hands.sim.start(2, {}, game="hold-your-ground", seed=5)
    hands.set_up()
    rng = Random(5)
    for _ in range(2000):
        actions = legal(hands)
        if isinstance(actions[0], Eliminator):
            break
        hands.act(rng.choice(actions))
        hands.sim.end_effects()
        hands.follow()
    assert isinstance(legal(hands)[0], Eliminator)


def test_the_puck_goes_where_it_is_carried(hands: PieceHands) -> None:
    island(hands)
    way = legal(hands)[0]
    (at,) = hands.at
    hands.carry(at, f"tile:{way.to}")
    assert hands.step is None
    if way not in hands.sim.table.match.actions:
        hands.sim.tap("ok")  # it cannot be taken back: cards are drawn after it
    assert way in hands.sim.table.match.actions
    assert hands.step is None or hands.step.piece == "puck"


def test_a_tile_that_the_puck_cannot_reach_is_refused_with_its_ruling(
    hands: PieceHands,
) -> None:
    island(hands)
    open_to = {action.to for action in legal(hands)}
    (at,) = hands.at
    tiles = [f"{r},{c}" for r in range(5) for c in range(5)]
    far = next(t for t in tiles if t not in open_to and f"tile:{t}" != at)
    hands.carry(at, f"tile:{far}")
    (told,) = hands.sim.told
    assert told.seat is None
    assert told.rule.startswith("HYG-")
    hands.sim.clock.tick(RHYTHM_S)
    assert hands.sim.lamp(f"tile:{far}") == tuple(ASTRAY)
    assert hands.follow() == 1


# The draft: Air that comes after a Swim moves the pirate, too


def test_in_the_draft_air_carries_the_swim_that_was_played_before() -> None:
    position = a_turn("air-5-calm swim-5-draw", "", edition="draft", air=0, swim=10)
    five = Carry("depth:0:0", "depth:0:1")
    assert carry(position, play("air-5-calm", "air-5")) == five
    assert carry(position, play("swim-5-draw", "swim-5")) is None
    published = a_turn("air-5-calm", "", air=0, swim=0)
    assert carry(published, play("air-5-calm", "air-5")) is None


def test_where_one_card_could_mean_two_things_its_use_is_asked_for() -> None:
    position = a_turn("dolphin", "", edition="draft", air=5, swim=10)
    match = Match(GAME, 2, {"edition": "draft"}, None)
    match.accept((Entry(None, "settled", position, (), True),))
    five = Carry("depth:0:0", "depth:0:1")
    ways = carry_scripts(match, STAGING, five, with_cards=False)
    assert {action.as_ for action, _ in ways} == {"air-5", "air-10"}
    scripts = [script for _, script in ways]
    assert len(set(scripts)) == len(scripts) == 2


def test_a_refused_move_is_not_played_later_when_it_could_be(hands: PieceHands) -> None:
    """Nobody moves the pirate then: he only stands there still."""
    breathe(hands, air=0)
    hands.carry("depth:0:0", "depth:0:2")
    air = Play(0, "air-10-calm", "air-10")
    hands.act(air)
    hands.put(["depth:3:9"])
    hands.take("depth:3:9")
    assert last(hands) == air
    # Lifted and put there again, he swims.
    hands.take("depth:0:2")
    hands.put(["depth:0:2"])
    assert last(hands) == Play(0, "swim-10-panic", "swim-10")
