"""What must hold of cuts and heights; a refusal names both owners and the key."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from controller.basics.locate import Where
from controller.basics.sheet import Sheet, SheetError
from wiring.boardmap import BoardMap
from wiring.geometry.features import GAP, SCREW, STRIP_HIGH_MM, Feature
from wiring.geometry.places import Layout
from wiring.geometry.shapes import between, edges
from wiring.geometry.sizes import Sizes

# Lamps a metre of the strips that can be bought.
STRIPS = (30, 60, 96, 144)
LAMP_MM = 5.0
_FIT_MM = 0.01
_LEAST_SCREWS = 4


class Checker:
    """Whether a table can be cut and put together so; raises SheetError."""

    def __init__(self, sheet: Sheet, board: BoardMap, sizes: Sizes) -> None:
        self._sheet = sheet
        self._board = board
        self._sizes = sizes

    def check(self, layout: Layout, features: Sequence[Feature]) -> None:
        self._check_heights()
        self._check_depths()
        self._check_sensor()
        self._check_strips()
        self._check_inside(layout, features)
        self._check_overlaps(features)
        self._check_screws(features)
        self._check_kerf(features)

    def _error(self, where: Where, words: str) -> SheetError:
        return self._sheet.error(where, words)

    def _check_heights(self) -> None:
        layers, sizes = self._sizes.layers, self._sizes
        parts = [("the strip", STRIP_HIGH_MM)]
        if any(one.sensors for one in self._board.boards):
            parts.append(("a Hall sensor", sizes.sensor.high_mm))
        for part, high in parts:
            if high > layers.gap_mm:
                words = (
                    f"{part} is {high:g} mm high, but between top and carrier there "
                    f"are {layers.gap_mm:g} mm; raise layers.gap_mm"
                )
                raise self._error(("layers", "gap_mm"), words)

    def _check_depths(self) -> None:
        """Buttons and key reach below the top, and must not meet the floor."""
        board, buttons, layers = self._board, self._sizes.buttons, self._sizes.layers
        parts = []
        if board.buttons:
            parts.append(("a button", "deep_mm", buttons.deep_mm))
        if board.eliminator:
            parts.append(("the key", "key_deep_mm", buttons.key_deep_mm))
        below = layers.gap_mm + layers.carrier_mm + layers.space_mm
        for part, key, deep in parts:
            if deep > below:
                words = (
                    f"{part} reaches {deep:g} mm below the top (buttons.{key}), where "
                    f"there are {below:g} mm down to the floor or what the table "
                    "stands on; raise layers.space_mm"
                )
                raise self._error(("buttons", key), words)

    def _check_sensor(self) -> None:
        sensor, piece = self._sizes.sensor, self._sizes.piece
        points = (
            sensor.release_least_mt,
            sensor.operate_least_mt,
            sensor.operate_most_mt,
        )
        if not 0 < points[0] < points[1] <= points[2]:
            words = (
                f"a Hall sensor cannot open at {points[0]:g} mT and close at "
                f"{points[1]:g} to {points[2]:g} mT: each has to be more than the one "
                "before; copy its maker's figures"
            )
            raise self._error(("sensor", "operate_least_mt"), words)
        if piece.foot_mm <= piece.magnet.diameter_mm:
            words = (
                f"the magnet of {piece.magnet.diameter_mm:g} mm has no room in a foot "
                f"of piece.foot_mm = {piece.foot_mm:g}; raise it"
            )
            raise self._error(("piece", "foot_mm"), words)

    def _check_screws(self, features: Sequence[Feature]) -> None:
        screws = sum(f.owner == SCREW and f.layer == "top" for f in features)
        if screws < _LEAST_SCREWS:
            words = (
                f"there is room for {screws} screws along the edge, and "
                f"{_LEAST_SCREWS} are needed to hold the layers; lower "
                "table.screws_every_mm or table.screw_mm, or raise table.rim_mm"
            )
            raise self._error(("table", "screws_every_mm"), words)

    def _check_kerf(self, features: Sequence[Feature]) -> None:
        kerf = self._sizes.table.kerf_mm
        cut = [f for f in features if f.layer != GAP]
        least = min(cut, key=lambda f: min(f.shape.size))
        if min(least.shape.size) <= kerf:
            words = (
                f"{least.owner} is {min(least.shape.size):g} mm wide, and a cut "
                f"table.kerf_mm = {kerf:g}; drill it, or take a finer bit"
            )
            raise self._error(("table", "kerf_mm"), words)

    def _check_strips(self) -> None:
        board, sizes = self._board, self._sizes
        if board.depth and sizes.lanes.lamps == "strip":
            self._check_strip("lanes", "depth:0:{}", board.depth.positions)
        if board.grid and sizes.tiles.lamps == "strip":
            self._check_strip("tiles", "tile:0,{}", board.grid.columns)

    def _check_strip(self, section: str, place: str, lamps: int) -> None:
        """A strip's lamps come at its own pitch, whatever the holes do."""
        row = getattr(self._sizes, section)
        real = strip_pitch_mm(row.pitch_mm)
        slack = max(0.0, (row.lamp_hole_mm - LAMP_MM) / 2) + _FIT_MM
        for number in range(lamps):
            off = number * abs(real - row.pitch_mm)
            if off > slack:
                made = ", ".join(f"{1000 / n:.3f} ({n} a metre)" for n in STRIPS)
                words = (
                    f"{place.format(number)}'s lamp lies {off:.1f} mm beside its hole: "
                    f"{section}.pitch_mm is {row.pitch_mm:g}, but strips have their "
                    f"lamps every {made} mm; take one of these, or cut the strip: "
                    f'{section}.lamps = "cut"'
                )
                raise self._error((section, "pitch_mm"), words)

    def _check_inside(self, layout: Layout, features: Sequence[Feature]) -> None:
        web = self._sizes.table.web_mm
        for feature in features:
            left, top, right, bottom = edges(feature.shape)
            free = min(left, top, layout.width - right, layout.height - bottom)
            if free < web - _FIT_MM:
                words = (
                    f"{feature.owner} is {free:.1f} mm from the table's edge, less "
                    f"than table.web_mm = {web:g}; raise table.rim_mm or change "
                    f"{_key(feature.where)}"
                )
                raise self._error(("table", "rim_mm"), words)

    def _check_overlaps(self, features: Sequence[Feature]) -> None:
        layers: defaultdict[str, list[Feature]] = defaultdict(list)
        for feature in sorted(features, key=lambda f: edges(f.shape)[1::-1]):
            layers[feature.layer].append(feature)
        for layer, found in layers.items():
            web = 0.0 if layer == GAP else self._sizes.table.web_mm
            for one, other in _nearby(found, web):
                apart = between(one.shape, other.shape)
                if apart < web - _FIT_MM:
                    raise self._overlap(layer, one, other, apart)

    def _overlap(
        self, layer: str, one: Feature, other: Feature, apart: float
    ) -> SheetError:
        keys = " or ".join(dict.fromkeys((_key(one.where), _key(other.where))))
        where = "between top and carrier" if layer == GAP else f"in the {layer}"
        if apart < 0:
            what = f"overlap by {-apart:.1f} mm {where}"
        else:
            least = self._sizes.table.web_mm
            what = f"leave {apart:.1f} mm {where}, less than table.web_mm = {least:g}"
        words = f"{one.owner} and {other.owner} {what}; change {keys}"
        return self._error(other.where, words)


def _nearby(found: Sequence[Feature], web: float) -> Iterator[tuple[Feature, Feature]]:
    """Pairs that can touch, of features sorted from the far side to the near one."""
    for number, one in enumerate(found):
        bottom = edges(one.shape)[3] + web
        for other in found[number + 1 :]:
            if edges(other.shape)[1] > bottom:
                break
            yield one, other


def strip_pitch_mm(wanted: float) -> float:
    """The pitch of the strip that comes nearest."""
    return min((1000 / n for n in STRIPS), key=lambda pitch: abs(pitch - wanted))


def _key(where: Where) -> str:
    return ".".join(map(str, where))
