"""Checks of magnets against sensors, and of the striker's stroke."""

from collections.abc import Iterator, Mapping
from functools import cache
from math import hypot

from wiring.boardmap import BoardMap
from wiring.geometry import striker
from wiring.geometry.magnets import Disc, field_mt, largest_mt, pull_n, push_n, reach_mm
from wiring.geometry.places import Layout
from wiring.geometry.shapes import Point
from wiring.geometry.sizes import Fault, Sizes
from wiring.geometry.striker import puck_gap_mm

# A magnet's field is negligible beyond this distance.
_FAR_MM = 60.0
_A_LANE = 2  # two magnets: its pirate's and its anchor's


def faults(board: BoardMap, sizes: Sizes, layout: Layout) -> Iterator[Fault]:
    yield from _pieces(sizes, layout)
    if board.eliminator:
        yield from _puck(sizes)
        yield from striker.faults(board.eliminator, sizes)


def _pieces(sizes: Sizes, layout: Layout) -> Iterator[Fault]:
    halls = _halls(layout)
    if not halls:
        return
    yield from _feet(sizes)
    felt, most = own_field_mt(sizes), sizes.sensor.operate_most_mt
    if felt < sizes.sensor.margin * most:
        words = (
            f"depth:0:0's Hall sensor ({sizes.sensor.part}) gets {felt:.1f} mT from a "
            f"piece {sizes.piece.off_mm:g} mm off and {piece_gap_mm(sizes):.1f} mm "
            f"away, but needs {sizes.sensor.margin:g} times its operate point of "
            f"{most:g} mT; use a larger magnet (piece.magnet_mm), or lower "
            "layers.top_mm or layers.gap_mm"
        )
        yield ("piece", "magnet_mm"), words
    yield from _pushed(sizes)
    yield from _neighbours(sizes, halls)
    yield from _stacked(sizes)


def _feet(sizes: Sizes) -> Iterator[Fault]:
    piece, lanes = sizes.piece, sizes.lanes
    if piece.foot_mm > lanes.pitch_mm:
        words = (
            "pieces on depth:0:0 and depth:0:1 overlap: piece.foot_mm "
            f"is {piece.foot_mm:g}, lanes.pitch_mm {lanes.pitch_mm:g}; change one"
        )
        yield ("piece", "foot_mm"), words


def _pushed(sizes: Sizes) -> Iterator[Fault]:
    piece = sizes.piece
    push = push_n(piece.magnet, sizes.lanes.pitch_mm)
    if push > piece.holds_n:
        words = (
            f"pieces on depth:0:0 and depth:0:1 push each other away with "
            f"{1000 * push:.0f} mN, but friction holds {1000 * piece.holds_n:.0f} mN; "
            "use a smaller magnet (piece.magnet_mm) and a sensor for it, or raise "
            "lanes.pitch_mm"
        )
        yield ("piece", "magnet_mm"), words


def _stacked(sizes: Sizes) -> Iterator[Fault]:
    """Check that a pirate comes off its anchor without lifting it."""
    piece = sizes.piece
    pull = pull_n(piece.magnet, piece.stack_mm - piece.magnet.thickness_mm)
    if pull > piece.weight_n / 2:
        words = (
            f"an anchor {piece.stack_mm:g} mm high is pulled by the pirate on it with "
            f"{1000 * pull:.0f} mN and weighs {1000 * piece.weight_n:.0f} mN, so it "
            "would be lifted too; raise piece.stack_mm"
        )
        yield ("piece", "stack_mm"), words


def _neighbours(sizes: Sizes, halls: Mapping[str, Point]) -> Iterator[Fault]:
    least = sizes.sensor.release_least_mt
    for name in halls:
        felt = _felt_mt(sizes, halls, name)
        if sum(felt.values()) >= least:
            words = (
                f"magnets beside {name} may close its Hall sensor, most of all "
                f"{max(felt, key=lambda other: felt[other])}'s: "
                f"{sum(felt.values()):.1f} mT, but it surely opens only below "
                f"{least:g} mT; raise lanes.pitch_mm, or use a smaller magnet "
                "(piece.magnet_mm)"
            )
            yield ("lanes", "pitch_mm"), words


def _puck(sizes: Sizes) -> Iterator[Fault]:
    puck, sensor = sizes.puck, sizes.tile_sensor
    gap = puck_gap_mm(sizes)
    sure = reach_mm(puck.magnet, gap, sensor.operate_most_mt)
    if sure < puck.off_mm:
        words = (
            f"the puck's magnet ({puck.magnet}) is surely sensed within "
            f"{sure:.1f} mm only, but a hand may put it {puck.off_mm:g} mm off "
            "(puck.off_mm); use a larger one (puck.magnet_mm)"
        )
        yield ("puck", "magnet_mm"), words
    beyond = reach_mm(puck.magnet, gap, sensor.release_least_mt)
    ring = largest_mt(puck.magnet, gap, beyond + 0.2)
    if ring >= sensor.operate_least_mt:
        words = (
            f"the puck's magnet ({puck.magnet}) closes a tile's Hall sensor again "
            f"further out ({ring:.1f} mT of its other pole), where the striker would "
            "hit wood; use a smaller one (puck.magnet_mm)"
        )
        yield ("puck", "magnet_mm"), words


def piece_gap_mm(sizes: Sizes) -> float:
    """Return the distance from the magnet in a piece's foot to the sensor's die."""
    layers, sensor = sizes.layers, sizes.sensor
    air = layers.gap_mm - sensor.high_mm
    through = sizes.piece.wall_mm + layers.overlay_mm + layers.top_mm
    return through + air + sensor.die_mm


def own_field_mt(sizes: Sizes) -> float:
    """Return a piece's weakest field at its own sensor."""
    return field_mt(sizes.piece.magnet, piece_gap_mm(sizes), sizes.piece.off_mm)


def neighbours_mt(sizes: Sizes, layout: Layout) -> float:
    """Return the strongest field of other pieces at any sensor."""
    halls = _halls(layout)
    return max(sum(_felt_mt(sizes, halls, name).values()) for name in halls)


def _halls(layout: Layout) -> dict[str, Point]:
    """Return the places of all pieces over sensors."""
    return {
        name: place.hall
        for name, place in layout.places.items()
        if name.startswith("depth:") and place.hall
    }


def _felt_mt(sizes: Sizes, halls: Mapping[str, Point], name: str) -> dict[str, float]:
    """Return the neighbours' strongest field by place, each as near as a hand may be.

    Every other lane has its magnets the other way up, which can only weaken the field.
    """
    piece, gap, here = sizes.piece, piece_gap_mm(sizes), halls[name]
    felt = {}
    for other, at in halls.items():
        way = round(hypot(here.x - at.x, here.y - at.y), 3)
        is_alike = (int(other.split(":")[1]) - int(name.split(":")[1])) % 2 == 0
        if other != name and is_alike and way < _FAR_MM:
            felt[other] = _most(piece.magnet, gap, way, piece.off_mm)
    worst: list[str] = []
    for lane in {other.rpartition(":")[0] for other in felt}:
        here_too = [other for other in felt if other.startswith(f"{lane}:")]
        worst += sorted(here_too, key=lambda other: felt[other])[-_A_LANE:]
    return {other: felt[other] for other in worst}


@cache
def _most(magnet: Disc, gap: float, way: float, off: float) -> float:
    """Return the strongest field, cached because the same distances recur."""
    return largest_mt(magnet, gap, max(0.0, way - off), way + off)
