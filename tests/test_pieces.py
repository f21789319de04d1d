"""Pieces on the whole table: compared, guided, and moved as a choice."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.agreement.wood import CARRYING
from controller.chance import seeded
from controller.games import names
from controller.games.hold_your_breath.pieces import Play
from controller.games.hold_your_ground.pieces import Eliminator
from controller.gestures import Carry
from controller.lights import RHYTHM_S
from controller.palette import ASTRAY, HOME, OK
from controller.rules.deals import Draw
from controller.rules.match import Chooser
from controller.staging import Stand
from tests.piece_hands import PieceHands
from tests.simtable import sim_table

SENSED = {"get-bit": 5, "hai-noon": 4, "hold-your-breath": 3, "hold-your-ground": 3}


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[PieceHands]:
    with sim_table(tmp_path) as sim:
        yield PieceHands(sim)


def begun(hands: PieceHands, game: str, seats: int = 2, **options: Any) -> PieceHands:
    hands.sim.start(seats, options, game=game, seed=3)
    hands.sim.end_effects()
    hands.set_up()
    assert hands.step is None
    return hands


def legal(hands: PieceHands) -> tuple[Any, ...]:
    match = hands.sim.table.match
    return tuple(match.game.legal(match.position))


def pieces(stand: Stand) -> set[str]:
    return {piece for there in stand.values() for piece in there}


# Where every piece should be


def test_each_game_says_where_its_pieces_belong(hands: PieceHands) -> None:
    kinds = {}
    for game in names():
        hands.sim.table.new_game(*found(game), {})
        belongs = hands.wood.belongs()
        kinds[game] = {piece.partition(":")[0] for piece in pieces(belongs)}
    assert kinds == {
        "get-bit": {"robot"},
        "hai-noon": set(),
        "hold-your-breath": {"pirate"},
        "hold-your-ground": {"puck"},
    }


def found(game: str) -> tuple[Any, int]:
    from controller import games

    return games.find(game), SENSED[game]


@pytest.mark.parametrize("game", sorted(SENSED))
@pytest.mark.parametrize("seed", range(3))
def test_whoever_follows_the_light_has_every_piece_right_all_game_long(
    hands: PieceHands, game: str, seed: int
) -> None:
    hands.sim.start(SENSED[game], {}, game=game, seed=seed)
    hands.set_up()
    rng = Random(seed)
    before = dict(hands.wood.belongs())
    for _ in range(400):
        if hands.sim.table.phase == "over":
            break
        hands.act(rng.choice(legal(hands)))
        hands.sim.end_effects()
        belongs = dict(hands.wood.belongs())
        if belongs != before:
            wrong = sum(before.get(p) != who for p, who in belongs.items())
            gone = len(before.keys() - belongs.keys())
            circles = len(belongs) // 2
            assert hands.follow() <= wrong + gone + circles
            before = belongs
        assert hands.step is None
    if hands.sim.table.phase == "play":
        assert hands.at == set(before)


@pytest.mark.parametrize("game", sorted(SENSED))
@pytest.mark.parametrize("seed", range(5))
def test_from_any_placement_the_light_leads_to_the_right_one(
    hands: PieceHands, game: str, seed: int
) -> None:
    rng = Random(seed)
    hands.sim.start(SENSED[game], {}, game=game, seed=seed)
    belongs = hands.wood.belongs()
    felt = sorted(set().union(*(places for places in sensed(hands).values())))
    wrong = rng.sample(felt, rng.randint(1, 6))
    hands.put(wrong)
    right = len(set(wrong) & set(belongs))
    moves = hands.follow()
    assert hands.at == set(belongs)
    assert moves <= max(len(wrong), len(belongs)) - right + 1


def sensed(hands: PieceHands) -> dict[str, frozenset[str]]:
    from controller.agreement.wood import sensed

    return dict(sensed(hands.sim.board))


def test_the_piece_and_its_place_are_lit_in_white(hands: PieceHands) -> None:
    begun(hands, "hold-your-breath")
    hands.put(["depth:2:20"])
    assert hands.sim.lamp("depth:2:20") == tuple(ASTRAY)
    assert hands.wood.sentence == "take a piece off lane 2, 100 ft"
    hands.take("depth:2:20", "depth:1:0")
    assert hands.sim.lamp("depth:1:0") == tuple(HOME)
    assert hands.wood.sentence == "put seat 1's pirate on lane 1, 0 ft"
    hands.put(["depth:1:0"])
    assert hands.sim.lamp("depth:1:0") not in (tuple(HOME), tuple(ASTRAY))


def test_a_step_that_came_with_a_move_is_told_to_be_done(hands: PieceHands) -> None:
    breathe(hands, air=10)
    told: list[str | None] = []
    hands.sim.table.on_change.append(lambda _: told.append(hands.wood.sentence))
    hands.act(Play(0, "swim-10-panic", "swim-10"))
    assert told[-1] == "carry seat 0's pirate from lane 0, 0 ft to lane 0, 10 ft"
    hands.carry("depth:0:0", "depth:0:2")
    assert told[-1] is None


def test_a_bare_table_asks_for_nothing(hands: PieceHands) -> None:
    hands.sim.start(2, {}, game="hold-your-breath", seed=3)
    hands.be_patient()
    assert hands.step is None
    assert hands.wood.sentence is None


def test_pieces_that_stand_before_the_game_begins_are_compared(
    hands: PieceHands,
) -> None:
    hands.put(["depth:0:0", "depth:1:9"])
    hands.sim.start(2, {}, game="hold-your-breath", seed=3)
    hands.rest()
    assert hands.wood.sentence == "carry seat 1's pirate from lane 1, 45 ft to " + (
        "lane 1, 0 ft"
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


# Moves by moving


HAND = ("air-10-calm", "shark", "swim-10-panic", "swim-5-calm", "swim-5-draw")


def breathe(hands: PieceHands, *, air: int) -> None:
    """Seat 0 holds this hand, and has played its Air or has not."""
    hands.sim.table.dealer.chooser = stacked  # type: ignore[method-assign]
    begun(hands, "hold-your-breath", first=0)
    assert hands.sim.position.hands[0] == HAND
    if air:
        hands.act(Play(0, "air-10-calm", "air-10"))


def stacked(*_game: Any, **_stands_in: Any) -> Chooser:
    """A deck with the hand of seat 0 on top."""
    cards = list(HAND)

    def choose(outcomes: Any, ply: int) -> Any:
        action = outcomes[0].action
        if isinstance(action, Draw) and action.seat == 0 and cards:
            return Draw(0, cards.pop())
        return seeded(3)(outcomes, ply)

    return choose


def last(hands: PieceHands) -> Any:
    return hands.sim.table.match.actions[-1]


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
    assert hands.wood.sentence == CARRYING
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
    assert hands.wood.sentence == "carry seat 0's pirate from lane 0, 5 ft to " + (
        "lane 0, 0 ft"
    )
    assert hands.follow() == 1
    assert hands.sim.position.depths == (0, 0)


def test_a_pirate_put_back_has_meant_nothing(hands: PieceHands) -> None:
    breathe(hands, air=10)
    hands.carry("depth:0:0", "depth:0:1")
    hands.carry("depth:0:1", "depth:0:0")
    assert not hands.sim.table.is_carrying
    assert hands.sim.told == []
    assert hands.step is None


def test_a_swim_without_air_is_refused_in_light_and_words(hands: PieceHands) -> None:
    breathe(hands, air=0)
    hands.carry("depth:0:0", "depth:0:1")
    private, public = hands.sim.told
    assert (private.seat, private.rule) == (0, "HYB-08")
    assert (public.seat, public.message) == (
        None,
        "seat 0 cannot move its piece there now; its page says why",
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
    assert private.message == "nobody can move that piece there now"
    assert public.message.startswith("seat 0 cannot move its piece there now")


def test_nobody_swims_at_another_seats_turn(hands: PieceHands) -> None:
    breathe(hands, air=10)
    hands.carry("depth:1:0", "depth:1:1")
    private, public = hands.sim.told
    assert (private.seat, public.seat) == (1, None)
    assert hands.sim.position.depths == (0, 0)


def test_undo_takes_the_swim_back_and_the_pirate_is_guided_home(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.carry("depth:0:0", "depth:0:2")
    hands.sim.tap("undo")
    assert hands.sim.position.depths == (0, 0)
    assert hands.wood.sentence == "carry seat 0's pirate from lane 0, 10 ft to " + (
        "lane 0, 0 ft"
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
            if hands.sim.table.is_carrying:
                pay(hands, [a for a in ways if ways[a] == way])
        else:
            air = [a for a in ways if getattr(a, "as_", "").startswith("air")]
            hands.act(rng.choice(air or list(ways)))
        hands.sim.end_effects()
        hands.follow()
    assert len(carried) >= 5


def pay(hands: PieceHands, fitting: list[Any]) -> None:
    """Counts to the first card that fits."""
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


# Sensors that are out of order


def named(hands: PieceHands) -> dict[str, str]:
    parts = hands.sim.parts.all()
    return {p.name: p.trouble for p in parts if p.trouble}


def test_a_dead_sensor_is_named_by_ok_and_the_piece_is_taken_on_trust(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.sim.backend.faults.set("depth", "stuck off", "depth:0:2 hall")
    hands.act(Play(0, "swim-10-panic", "swim-10"))
    hands.carry("depth:0:0", "depth:0:2")
    assert hands.wood.sentence == "put seat 0's pirate on lane 0, 10 ft"
    hands.sim.tap("ok")
    assert named(hands) == {}, "nobody was asked yet"
    hands.be_patient()
    assert hands.sim.lamp("ok") == tuple(OK)
    hands.sim.tap("ok")
    assert named(hands) == {
        "depth:0:2's Hall sensor": "does not feel the piece that stands there"
    }
    hands.rest()
    assert hands.step is None


def test_a_stuck_sensor_is_named_and_counts_again_once_it_goes_off(
    hands: PieceHands,
) -> None:
    breathe(hands, air=10)
    hands.sim.backend.faults.set("depth", "stuck on", "depth:0:9 hall")
    hands.rest()
    assert hands.wood.sentence == "take a piece off lane 0, 45 ft"
    hands.be_patient()
    hands.sim.tap("ok")
    assert list(named(hands)) == ["depth:0:9's Hall sensor"]
    hands.rest()
    assert hands.step is None
    hands.sim.backend.touch.mend("sensor board depth")
    hands.rest()
    assert named(hands) == {}


def test_swapped_sensors_are_named_together(hands: PieceHands) -> None:
    breathe(hands, air=10)
    hands.act(Play(0, "swim-10-panic", "swim-10"))
    # It is put on 2, and the sensor of 3 feels it.
    hands.carry("depth:0:0", "depth:0:3")
    hands.be_patient()
    hands.sim.tap("ok")
    assert named(hands) == {
        "depth:0:3's Hall sensor": (
            "feels the piece that stands on depth:0:2; their wires may be swapped"
        ),
        "depth:0:2's Hall sensor": (
            "does not feel its piece, depth:0:3 does; their wires may be swapped"
        ),
    }
    hands.rest()
    assert hands.step is None


def test_a_flapping_sensor_is_left_out_until_it_is_quiet(hands: PieceHands) -> None:
    breathe(hands, air=10)
    hands.sim.backend.faults.set("depth", "flapping", "depth:3:9 hall")
    hands.sim.clock.tick(10)
    hands.rest()
    assert hands.step is None
    hands.carry("depth:0:0", "depth:0:2")
    assert last(hands) == Play(0, "swim-10-panic", "swim-10")
