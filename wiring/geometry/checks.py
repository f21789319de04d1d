"""Checks of cuts and heights; an error names both owners and the key."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from controller.basics.locate import Where
from wiring.boardmap import BoardMap
from wiring.geometry.features import GAP, SCREW, STRIP_HIGH_MM, Feature
from wiring.geometry.places import Layout
from wiring.geometry.shapes import between, edges
from wiring.geometry.sizes import Fault, Sizes

# Lamps per metre of strips on the market.
STRIPS = (30, 60, 96, 144)
LAMP_MM = 5.0
_FIT_MM = 0.01
_LEAST_SCREWS = 4


def faults(
    board: BoardMap, sizes: Sizes, layout: Layout, features: Sequence[Feature]
) -> Iterator[Fault]:
    yield from _heights(board, sizes)
    yield from _depths(board, sizes)
    yield from _sensor(sizes)
    yield from _strips(board, sizes)
    yield from _inside(sizes, layout, features)
    yield from _overlaps(sizes, features)
    yield from _screws(features)
    yield from _kerf(sizes, features)


def _heights(board: BoardMap, sizes: Sizes) -> Iterator[Fault]:
    layers = sizes.layers
    parts = [("the strip", STRIP_HIGH_MM)]
    if any(one.sensors for one in board.boards):
        parts.append(("a Hall sensor", sizes.sensor.high_mm))
    for part, high in parts:
        if high > layers.gap_mm:
            words = (
                f"{part} is {high:g} mm high, but the gap below the top only "
                f"{layers.gap_mm:g} mm; raise layers.gap_mm"
            )
            yield ("layers", "gap_mm"), words


def _depths(board: BoardMap, sizes: Sizes) -> Iterator[Fault]:
    """Check that buttons and key do not touch the floor."""
    buttons, layers = sizes.buttons, sizes.layers
    parts = []
    if board.buttons:
        parts.append(("a button", "deep_mm", buttons.deep_mm))
    if board.eliminator:
        parts.append(("the key", "key_deep_mm", buttons.key_deep_mm))
    below = layers.gap_mm + layers.carrier_mm + layers.space_mm
    for part, key, deep in parts:
        if deep > below:
            words = (
                f"{part} reaches {deep:g} mm below the top (buttons.{key}), but the "
                f"floor is {below:g} mm below it; raise layers.space_mm"
            )
            yield ("buttons", key), words


def _sensor(sizes: Sizes) -> Iterator[Fault]:
    sensor, piece = sizes.sensor, sizes.piece
    points = (
        sensor.release_least_mt,
        sensor.operate_least_mt,
        sensor.operate_most_mt,
    )
    if not 0 < points[0] < points[1] <= points[2]:
        words = (
            f"a Hall sensor cannot open at {points[0]:g} mT and close at "
            f"{points[1]:g} to {points[2]:g} mT, because these must increase; copy "
            "its maker's figures"
        )
        yield ("sensor", "operate_least_mt"), words
    if piece.foot_mm <= piece.magnet.diameter_mm:
        words = (
            f"the magnet of {piece.magnet.diameter_mm:g} mm does not fit a foot of "
            f"piece.foot_mm = {piece.foot_mm:g}; raise it"
        )
        yield ("piece", "foot_mm"), words


def _screws(features: Sequence[Feature]) -> Iterator[Fault]:
    screws = sum(f.owner == SCREW and f.layer == "top" for f in features)
    if screws < _LEAST_SCREWS:
        words = (
            f"the edge has room for {screws} screws, but the layers need "
            f"{_LEAST_SCREWS}; lower "
            "table.screws_every_mm or table.screw_mm, or raise table.rim_mm"
        )
        yield ("table", "screws_every_mm"), words


def _kerf(sizes: Sizes, features: Sequence[Feature]) -> Iterator[Fault]:
    kerf = sizes.table.kerf_mm
    cut = [f for f in features if f.layer != GAP]
    least = min(cut, key=lambda f: min(f.shape.size))
    if min(least.shape.size) <= kerf:
        words = (
            f"{least.owner} is {min(least.shape.size):g} mm wide, no more than "
            f"table.kerf_mm = {kerf:g}; drill it, or use a finer bit"
        )
        yield ("table", "kerf_mm"), words


def _strips(board: BoardMap, sizes: Sizes) -> Iterator[Fault]:
    if board.depth and sizes.lanes.lamps == "strip":
        yield from _strip(sizes, "lanes", "depth:0:{}", board.depth.positions)
    if board.grid and sizes.tiles.lamps == "strip":
        yield from _strip(sizes, "tiles", "tile:0,{}", board.grid.columns)


def _strip(sizes: Sizes, section: str, place: str, lamps: int) -> Iterator[Fault]:
    """Check that a strip's own pitch keeps its lamps under their holes."""
    row = getattr(sizes, section)
    real = strip_pitch_mm(row.pitch_mm)
    slack = max(0.0, (row.lamp_hole_mm - LAMP_MM) / 2) + _FIT_MM
    for number in range(lamps):
        off = number * abs(real - row.pitch_mm)
        if off > slack:
            made = ", ".join(f"{1000 / n:.3f} ({n} a metre)" for n in STRIPS)
            words = (
                f"{place.format(number)}'s lamp lies {off:.1f} mm beside its hole: "
                f"{section}.pitch_mm is {row.pitch_mm:g}, but strips have their "
                f"lamps every {made} mm; use one of these, or cut the strip: "
                f'{section}.lamps = "cut"'
            )
            yield (section, "pitch_mm"), words


def _inside(
    sizes: Sizes, layout: Layout, features: Sequence[Feature]
) -> Iterator[Fault]:
    web = sizes.table.web_mm
    for feature in features:
        left, top, right, bottom = edges(feature.shape)
        free = min(left, top, layout.width - right, layout.height - bottom)
        if free < web - _FIT_MM:
            words = (
                f"{feature.owner} is {free:.1f} mm from the table's edge, less "
                f"than table.web_mm = {web:g}; raise table.rim_mm or change "
                f"{_key(feature.where)}"
            )
            yield ("table", "rim_mm"), words


def _overlaps(sizes: Sizes, features: Sequence[Feature]) -> Iterator[Fault]:
    layers: defaultdict[str, list[Feature]] = defaultdict(list)
    for feature in sorted(features, key=lambda f: edges(f.shape)[1::-1]):
        layers[feature.layer].append(feature)
    for layer, found in layers.items():
        web = 0.0 if layer == GAP else sizes.table.web_mm
        for one, other in _nearby(found, web):
            apart = between(one.shape, other.shape)
            if apart < web - _FIT_MM:
                yield other.where, _overlap(sizes, layer, one, other, apart)


def _overlap(
    sizes: Sizes, layer: str, one: Feature, other: Feature, apart: float
) -> str:
    keys = " or ".join(dict.fromkeys((_key(one.where), _key(other.where))))
    where = "between top and carrier" if layer == GAP else f"in the {layer}"
    if apart < 0:
        what = f"overlap by {-apart:.1f} mm {where}"
    else:
        least = sizes.table.web_mm
        what = f"leave {apart:.1f} mm {where}, less than table.web_mm = {least:g}"
    return f"{one.owner} and {other.owner} {what}; change {keys}"


def _nearby(found: Sequence[Feature], web: float) -> Iterator[tuple[Feature, Feature]]:
    """Yield pairs that can touch, given features sorted from far to near."""
    for number, one in enumerate(found):
        bottom = edges(one.shape)[3] + web
        for other in found[number + 1 :]:
            if edges(other.shape)[1] > bottom:
                break
            yield one, other


def strip_pitch_mm(wanted: float) -> float:
    """Return the nearest pitch of any strip on the market."""
    return min((1000 / n for n in STRIPS), key=lambda pitch: abs(pitch - wanted))


def _key(where: Where) -> str:
    return ".".join(map(str, where))
