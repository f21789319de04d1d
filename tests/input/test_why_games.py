"""With `why` held, each of the four games says what its rules say."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.chance.dealer import ChanceSettings
from controller.games.hold_your_breath.layout import FINISH
from controller.games.hold_your_breath.pieces import Play
from controller.games.hold_your_ground.pieces import Scatter
from controller.input import tries
from controller.input.scripts import imagined
from controller.tabletop.gestures import Press, Script
from controller.words.files import in_english
from tests.chance.test_told import FACES, Island
from tests.input.test_why import neutral, why_held
from tests.support.piece_hands import PieceHands
from tests.support.simtable import SimTable, Told, sim_table
from tests.support.told_table import told_table
from tests.support.words import catalogue_text

POSSIBLE = in_english(tries.POSSIBLE)

GAMES = games.names()
TRIED = 8  # actions of one position


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        yield table


def play_on(table: SimTable, rng: Random) -> bool:
    """Play some moves at random; return whether the game goes on."""
    for _ in range(5):
        table.act(rng.choice(table.table.match.game.legal(table.position)))
        if table.table.match.result:
            return False
    table.end_effects()
    return True


def scripted(table: SimTable, actions: Any) -> list[tuple[Any, Script]]:
    script = table.table.staging.script
    pairs = [(action, script(table.position, action)) for action in actions]
    return [(action, found) for action, found in pairs if found]


def is_open(table: SimTable, action: Any, script: Script) -> bool:
    guarded = type(action) in table.table.staging.guarded
    return not guarded and all(isinstance(gesture, Press) for gesture in script)


def said(table: SimTable, seat: int | None) -> list[Told]:
    return [told for told in table.told if told.seat == seat]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_be_done_is_said_to_be_possible(
    table: SimTable, game: str
) -> None:
    rng = Random(game)
    table.start(games.find(game).seats[0], game=game, seed=4)
    rules = table.table.match.game
    for _ in range(12):
        legal = scripted(table, rules.legal(table.position))
        for action, script in rng.sample(legal, min(TRIED, len(legal))):
            with why_held(table):
                table.perform(script)
                if is_open(table, action, script):
                    assert said(table, None)[-1] == Told(None, True, "", POSSIBLE)
                else:
                    mine = said(table, action.seat)
                    assert mine[-1] == Told(action.seat, True, "", POSSIBLE)
                    same = neutral(table, action.seat)
                    assert same in [told.message for told in said(table, None)]
        if not play_on(table, rng):
            return


@pytest.mark.parametrize("game", GAMES)
def test_whatever_cannot_be_done_is_refused_by_a_ruling_that_the_rules_give(
    table: SimTable, game: str
) -> None:
    rng = Random(game)
    table.start(games.find(game).seats[0], game=game, seed=4)
    rules = table.table.match.game
    for _ in range(12):
        position = table.position
        ways: dict[Script, list[tuple[str, str] | None]] = {}
        examples: dict[Script, Any] = {}
        for action, script in scripted(table, imagined(table.table.match)):
            refusal = rules.refuse(position, action)
            ways.setdefault(script, []).append(refusal and table.refused(refusal))
            examples.setdefault(script, action)
        refused = [
            script
            for script, answers in ways.items()
            # Else an answer comes before the last of its gestures.
            if None not in answers and not any(script[:n] in ways for n in (1, 2))
        ]
        for script in rng.sample(refused, min(TRIED, len(refused))):
            with why_held(table):
                table.perform(script)
                refusals = [told for told in table.told if not told.legal]
                alone = catalogue_text("try.alone", next="")
                (answer,) = [t for t in refusals if not t.message.startswith(alone)]
                assert (answer.rule, answer.message) in ways[script]
                is_public = is_open(table, examples[script], script)
                assert (answer.seat is None) == is_public
        if not play_on(table, rng):
            return


# HOLD YOUR BREATH!


def test_done_is_answered_to_its_seat_alone(table: SimTable) -> None:
    """HYB-11: whether Air is left in a hand is not for the others to know."""
    table.start(2, {"first": 0}, game="hold-your-breath", seed=3)
    assert any(card.startswith("air") for card in table.position.hands[0])
    with why_held(table) as told:
        table.tap(FINISH)
        private, public = told
        assert (private.seat, private.rule) == (0, "HYB-11")
        assert public == Told(None, True, "HYB-61", neutral(table, 0))


def test_a_pirate_that_is_carried_is_answered_and_does_not_swim(
    table: SimTable,
) -> None:
    table.start(2, {"first": 0}, game="hold-your-breath", seed=3)
    carry = table.table.staging.carry
    assert carry
    ways = [
        way
        for action in imagined(table.table.match)
        if isinstance(action, Play) and (way := carry(table.position, action))
    ]
    hands = PieceHands(table)
    hands.set_up()
    with why_held(table) as told:
        hands.carry(ways[0].at, ways[0].to)
        private, public = told
        assert (private.seat, private.legal, private.rule) == (0, False, "HYB-08")
        assert public == Told(None, True, "HYB-61", neutral(table, 0))
    # The light leads the piece back.
    assert hands.step
    assert (hands.step.at, hands.step.to) == (ways[0].to, ways[0].at)


def test_ok_says_that_it_would_call_the_pieces_right(table: SimTable) -> None:
    table.start(2, {"first": 0}, game="hold-your-breath", seed=3)
    hands = PieceHands(table)
    hands.set_up()
    hands.take(next(iter(hands.at)))
    hands.be_patient()
    assert hands.placement.asks
    with why_held(table) as told:
        table.tap("ok")
        sentence = catalogue_text("try.right")
        assert told == [Told(None, True, "", sentence)]
    assert hands.placement.asks


# HOLD YOUR GROUND


@pytest.fixture
def island(tmp_path: Path) -> Iterator[Island]:
    by_players = ChanceSettings(die="players", explosion="players")
    with told_table(tmp_path, by_players) as table:
        island = Island(table)
        island.start()
        yield island


def test_a_face_of_the_die_is_tried_and_not_told(island: Island) -> None:
    island.to_the_die()
    with why_held(island.sim) as told:
        island.tell(FACES["royale"])
        assert told == [Told(None, True, "", POSSIBLE)] * 2
        island.sim.tap("tile:2,2")
        assert island.waits
        asked = f"Everyone: {island.waits[0].lower()}{island.waits[1:]}"
        assert told[-1].message == catalogue_text("try.alone", next=asked)


def test_a_lost_battler_is_tried_with_undo(island: Island) -> None:
    island.to_the_explosion()
    match = island.sim.table.match
    (outcome, *_) = match.game.chance(island.sim.position)
    refusal = match.refusal(Scatter(outcome.action.team, None))
    with why_held(island.sim) as told:
        island.sim.tap("undo")
        expected = Told(None, True, "", POSSIBLE)
        if refusal:
            expected = Told(None, False, *island.sim.refused(refusal))
        assert told[-1] == expected
