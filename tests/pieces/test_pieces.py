"""Pieces on the whole table: compared with the game, and guided by light."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from controller import games
from controller.games.hold_your_breath.pieces import Play
from controller.light.palette import ASTRAY, HOME
from tests.support.ours import OURS, so_many
from tests.support.piece_hands import PieceHands, begun, breathe, legal
from tests.support.simtable import sim_table


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[PieceHands]:
    with sim_table(tmp_path) as sim:
        yield PieceHands(sim)


def test_each_of_our_games_says_where_its_pieces_belong(hands: PieceHands) -> None:
    kinds = {}
    for game in OURS:
        hands.sim.table.new_game(games.find(game), 3, {})
        belongs = hands.sim.table.belongs()
        pieces = [piece for there in belongs.values() for piece in there]
        kinds[game] = {piece.partition(":")[0] for piece in pieces}
    assert kinds == {
        "get-bit": {"robot"},
        "hai-noon": set(),
        "hold-your-breath": {"pirate"},
        "hold-your-ground": {"puck"},
    }


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seed", range(3))
def test_following_the_light_keeps_every_piece_right_all_game_long(
    hands: PieceHands, game: str, seed: int
) -> None:
    hands.sim.start(so_many(game, 3), {}, game=game, seed=seed)
    hands.set_up()
    rng = Random(seed)
    before = dict(hands.sim.table.belongs())
    for _ in range(400):
        if hands.sim.table.phase == "over":
            break
        hands.act(rng.choice(legal(hands)))
        hands.sim.end_effects()
        belongs = dict(hands.sim.table.belongs())
        if belongs != before:
            wrong = sum(before.get(p) != who for p, who in belongs.items())
            gone = len(before.keys() - belongs.keys())
            circles = len(belongs) // 2
            assert hands.follow() <= wrong + gone + circles
            before = belongs
        assert hands.step is None
    if hands.sim.table.phase == "play":
        assert hands.at == set(before)


def test_the_piece_and_its_place_are_lit_in_white(hands: PieceHands) -> None:
    begun(hands, "hold-your-breath")
    hands.put(["depth:2:20"])
    assert hands.sim.lamp("depth:2:20") == tuple(ASTRAY)
    assert hands.asked == "Take the piece off Player 3's lane, 100 ft."
    hands.take("depth:2:20", "depth:1:0")
    assert hands.sim.lamp("depth:1:0") == tuple(HOME)
    assert hands.asked == "Put Green's pirate on Green's lane, 0 ft."
    hands.put(["depth:1:0"])
    assert hands.sim.lamp("depth:1:0") not in (tuple(HOME), tuple(ASTRAY))


def test_a_step_that_came_with_a_move_is_told_to_be_done(hands: PieceHands) -> None:
    breathe(hands, air=10)
    told: list[str | None] = []
    hands.sim.table.on_change.append(lambda *_: told.append(hands.asked))
    hands.act(Play(0, "swim-10-panic", "swim-10"))
    assert told[-1] == (
        "Move Blue's pirate from Blue's lane, 0 ft to Blue's lane, 10 ft."
    )
    hands.carry("depth:0:0", "depth:0:2")
    assert told[-1] is None


def test_a_bare_table_asks_for_nothing(hands: PieceHands) -> None:
    hands.sim.start(2, {}, game="hold-your-breath", seed=3)
    hands.be_patient()
    assert hands.step is None
    assert hands.asked is None


def test_pieces_that_stand_before_the_game_begins_are_compared(
    hands: PieceHands,
) -> None:
    hands.put(["depth:0:0", "depth:1:9"])
    hands.sim.start(2, {}, game="hold-your-breath", seed=3)
    hands.rest()
    assert hands.asked == (
        "Move Green's pirate from Green's lane, 45 ft to Green's lane, 0 ft."
    )


def test_an_offered_game_asks_for_no_piece_before_it_goes_on(tmp_path: Path) -> None:
    with sim_table(tmp_path) as sim:
        sim.start(2, {}, game="hold-your-breath", seed=3)
    with sim_table(tmp_path) as sim:
        hands = PieceHands(sim)
        hands.put(["depth:0:5"])
        sim.start(2, {}, game="hold-your-breath", seed=3)
        hands.rest()
        assert sim.table.phase == "offer"
        assert hands.step is None
        sim.tap("ok")
        assert hands.step is not None
