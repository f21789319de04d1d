"""From any wrong placement, the guidance quickly leads to the right one."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from controller import games
from controller.pieces.guide import corrections, next_step
from controller.pieces.identify import UNKNOWN, Pieces
from controller.tabletop.staging import Stand

PLACES = [f"depth:{lane}:{p}" for lane in range(2) for p in range(5)]
NAMES = [f"pirate {n}" for n in range(5)]


@st.composite
def placements(draw: st.DrawFn) -> Stand:
    """Draw some of the pieces, each in a place of its own."""
    pieces = draw(st.lists(st.sampled_from(NAMES), unique=True))
    places = draw(
        st.lists(
            st.sampled_from(PLACES),
            unique=True,
            min_size=len(pieces),
            max_size=len(pieces),
        )
    )
    return {place: (piece,) for place, piece in zip(places, pieces, strict=True)}


def circles(stands: Stand, belongs: Stand) -> int:
    """Return how many rings of pieces stand in each other's places."""
    at = {piece: place for place, (piece,) in stands.items()}
    goal = {piece: place for place, (piece,) in belongs.items()}
    seen: set[str] = set()
    rings = 0
    for start in at:
        ring: list[str] = []
        piece: str | None = start
        while piece is not None and piece not in seen and piece not in ring:
            ring.append(piece)
            target = goal.get(piece)
            others = stands.get(target, ()) if target else ()
            piece = others[0] if others else None
        closed = piece == start and len(ring) > 1
        rings += closed
        seen.update(ring)
    return rings


@given(placements(), placements())
def test_each_wrong_piece_is_carried_once_and_one_of_each_circle_is_lifted_before(
    start: Stand, belongs: Stand
) -> None:
    stands = dict(start)
    budget = len(corrections(stands, belongs)) + circles(stands, belongs)
    moves = 0
    while step := next_step(stands, belongs):
        moves += 1
        assert moves <= budget
        if step.at is not None:
            # It stands where the step says, and is taken from there.
            assert stands.pop(step.at) == (step.piece,)
        if step.to is not None:
            # Never onto another piece.
            assert step.to not in stands
            stands[step.to] = (step.piece,)
    assert stands == dict(belongs)
    assert corrections(stands, belongs) == []


def pieces_of(belongs: Stand, at: Iterable[str]) -> Pieces:
    pieces = Pieces()
    pieces.expect(belongs)
    pieces.settle(at)
    return pieces


RIGHT: Stand = {"depth:0:3": ("red",), "depth:1:7": ("blue",)}


def test_a_piece_too_many_is_unknown_and_is_sent_away() -> None:
    pieces = pieces_of(RIGHT, [*RIGHT, "depth:0:4"])
    assert pieces.stands["depth:0:4"] == (UNKNOWN,)
    assert next_step(pieces.stands, RIGHT) == (UNKNOWN, "depth:0:4", None)
    pieces.settle(RIGHT)
    assert pieces.stands == RIGHT
    assert pieces.up == frozenset()


def test_a_second_piece_on_a_place_cannot_be_seen_and_is_taken_to_be_there() -> None:
    pieces = pieces_of({"depth:0:3": ("pirate 0",)}, ["depth:0:3"])
    pieces.expect({"depth:0:3": ("anchor 0", "pirate 0")})
    assert pieces.stands == {"depth:0:3": ("anchor 0", "pirate 0")}
    assert pieces.up == frozenset()


def test_a_pirate_that_leaves_its_anchor_is_followed_and_so_is_the_anchor() -> None:
    game = games.find("hold-your-breath")
    stands = games.staging(game).stands
    assert stands
    shared = stands({"state": {"depths": [15], "anchors": [15]}})
    pieces = pieces_of(shared, shared)
    pieces.settle(["depth:0:3", "depth:0:1"])
    assert pieces.stands == {"depth:0:3": ("anchor:0",), "depth:0:1": ("pirate:0",)}
    # Back onto it, which no sensor sees, and then the other way round.
    pieces.settle(["depth:0:3"])
    pieces.settle(["depth:0:3", "depth:0:5"])
    assert pieces.stands["depth:0:5"] == ("pirate:0",)


def test_a_piece_that_the_game_no_longer_has_is_unknown() -> None:
    pieces = pieces_of(RIGHT, RIGHT)
    pieces.expect({"depth:0:3": ("red",)})
    assert pieces.stands["depth:1:7"] == (UNKNOWN,)


@given(
    st.lists(st.frozensets(st.sampled_from(PLACES)), max_size=10),
    placements(),
    placements(),
)
def test_what_stands_is_what_the_sensors_say_and_nobody_stands_twice(
    rests: list[frozenset[str]], start: Stand, later: Stand
) -> None:
    pieces = pieces_of(start, start)
    for occupied in [*rests, frozenset(start)]:
        pieces.settle(occupied)
        assert set(pieces.stands) == occupied
    pieces.expect(later)
    named = [p for ps in pieces.stands.values() for p in ps if p != UNKNOWN]
    assert len(named) == len(set(named))
    assert {*named, *pieces.up} == {p for (p,) in later.values()}


@given(placements(), placements())
def test_whoever_follows_the_guidance_ends_with_everything_right(
    start: Stand, belongs: Stand
) -> None:
    """With sensors that tell no names: what is guided is what they see."""
    pieces = pieces_of(start, start)
    pieces.expect(belongs)
    occupied = set(start)
    budget = len(corrections(pieces.stands, belongs)) + len(belongs) // 2
    for _move in range(budget):
        step = next_step(pieces.stands, belongs)
        if step is None:
            break
        if step.at is not None:
            occupied.remove(step.at)
        if step.to is not None:
            assert step.to not in occupied
            occupied.add(step.to)
        pieces.settle(occupied)
    assert next_step(pieces.stands, belongs) is None
    assert occupied == set(belongs)
