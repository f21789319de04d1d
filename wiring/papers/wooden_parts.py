"""What to buy for the table itself: wood, tiles, screws, and the puck's handle."""

from collections import Counter
from collections.abc import Iterator
from math import ceil

from wiring.geometry.features import SCREW, SHORT_SCREW
from wiring.geometry.table import Geometry
from wiring.papers.battens import BATTEN_MM, battens, thick_mm
from wiring.papers.items import Item, in_metres, item
from wiring.papers.plan import tiles as tile_plans

_GRIP_MM = 100  # so far the puck's handle sticks out when it is farthest in


def puck(geometry: Geometry) -> Iterator[Item]:
    """What holds its printed parts together, and what it is moved by."""
    if geometry.board.eliminator is None:
        return
    sizes, layout = geometry.sizes, geometry.layout
    screw = f"screw M{sizes.table.screw_mm:g} × {ceil(2 * sizes.printer.wall_mm):g} mm"
    yield item(2, screw, "holds the bracket on the puck", "short screw")
    tiles = [place.tile[1] for place in layout.places.values() if place.tile]
    if tiles:
        long = ceil((layout.height - min(tiles) + _GRIP_MM) / 10) * 10
        dowel = f"dowel {sizes.puck.handle_mm:g} mm, {long} mm long"
        yield item(1, dowel, "moves the puck from the front", "dowel")


def sheets(geometry: Geometry) -> Iterator[Item]:
    sizes, bed = geometry.sizes, geometry.sizes.table.bed_mm
    thick = {
        "top": sizes.layers.top_mm,
        "carrier": sizes.layers.carrier_mm,
        "floor": sizes.layers.floor_mm,
    }
    size = f"{bed[0]:g} × {bed[1]:g} mm"
    for high in sorted({thick[layer] for layer in geometry.sheets}):
        counts = {n: len(s) for n, s in geometry.sheets.items() if thick[n] == high}
        why = ", ".join(f"{count} for the {layer}" for layer, count in counts.items())
        yield item(sum(counts.values()), f"plywood {high:g} mm, {size}", why, "wood")
    yield from _battens(geometry)
    tiles = sum(bool(p.switch) for p in geometry.layout.places.values())
    if tiles:
        side, high = sizes.tiles.tile_mm, sizes.tiles.thick_mm
        part, why = f"opal acrylic {high:g} mm, {size}", f"{tiles} tiles of {side:g} mm"
        yield item(len(list(tile_plans(geometry))), part, why, "acrylic")
        part = f"dot of soft foam, {sizes.tiles.switch_mm:g} mm thick, 8 mm wide"
        yield item(4 * tiles, part, "under the corners of the tiles", "foam")
    layers = sizes.layers
    short = layers.top_mm + layers.gap_mm + layers.carrier_mm
    long = sum(mm for mm in layers if mm) - layers.overlay_mm
    for owner, high, why in (
        (SCREW, long, "holds the layers together"),
        (SHORT_SCREW, short, "holds top and carrier where the puck's handle passes"),
    ):
        screws = sum(f.owner == owner for f in geometry.cuts("top"))
        if screws:
            size = f"M{sizes.table.screw_mm:g}"
            part = f"screw {size} with spacers, {high:g} mm between the nuts"
            yield item(screws, part, why, "screw")


def _battens(geometry: Geometry) -> Iterator[Item]:
    metres: Counter[float] = Counter()
    for layer in geometry.sheets:
        for batten in battens(geometry, layer):
            metres[thick_mm(geometry, layer)] += round(max(batten.size))
    for high, millimetres in sorted(metres.items()):
        part = f"plywood {high:g} mm, strips {BATTEN_MM:g} mm wide"
        yield item(in_metres(millimetres), part, "battens along the seams", "batten")
