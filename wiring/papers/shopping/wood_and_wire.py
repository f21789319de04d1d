"""Wood, tiles, screws, plugs and wire to buy."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil

from wiring.geometry.features import SCREW, SHORT_SCREW
from wiring.geometry.lengths import joints
from wiring.geometry.table import Geometry
from wiring.papers.cutting.battens import BATTEN_MM, battens, thick_mm
from wiring.papers.cutting.plan import tiles as tile_plans
from wiring.papers.harness.cables import Drawing
from wiring.papers.harness.power import MM2
from wiring.papers.shopping.items import WARES, WIRES, Item, in_metres, item

_GRIP_MM = 100  # how far the puck's handle sticks out at the farthest tile


def puck(geometry: Geometry) -> Iterator[Item]:
    """Yield what holds the puck's printed parts together, and its handle."""
    if geometry.board.eliminator is None:
        return
    sizes, layout = geometry.sizes, geometry.layout
    screw = f"screw M{sizes.table.screw_mm:g} × {ceil(2 * sizes.printer.wall_mm):g} mm"
    yield item(2, screw, "bracket on puck", "short screw")
    tiles = [place.tile[1] for place in layout.places.values() if place.tile]
    if tiles:
        long = ceil((layout.height - min(tiles) + _GRIP_MM) / 10) * 10
        dowel = f"dowel {sizes.puck.handle_mm:g} mm, {long} mm long"
        yield item(1, dowel, "handle of the puck", "dowel")


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
        yield item(4 * tiles, part, "below the tiles' corners", "foam")
    layers = sizes.layers
    short = layers.top_mm + layers.gap_mm + layers.carrier_mm
    long = sum(mm for mm in layers if mm) - layers.overlay_mm
    for owner, high, why in (
        (SCREW, long, "layers"),
        (SHORT_SCREW, short, "top and carrier above the puck's handle"),
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


# Kinds of plugs, recognised by a word of their name in the map.
_PLUGS = (
    *("JST-SM 3", "JST-XH 2", "JST-XH 4", "JST"),
    *("box header", "servo plug", "jumper", "plug of the strip"),
)


def plugs(drawings: Iterable[Drawing]) -> Iterator[Item]:
    plugs = Counter(c.plug for d in drawings for c in d.connectors if c.plug)
    for plug, count in sorted(plugs.items()):
        ware = next((word for word in _PLUGS if word in plug), "other plug")
        number = ""
        if ware == "box header":
            pins = int(plug.split()[-2])
            number = WARES[ware].number.format(pins=pins)
        yield item(count, plug, "ends of cables; both halves of each", ware, number)


def wires(drawings: Iterable[Drawing]) -> Iterator[Item]:
    metres: Counter[tuple[int, str]] = Counter()
    ribbons: Counter[int] = Counter()
    for drawing in drawings:
        for cable in drawing.cables:
            millimetres = round(1000 * cable.length_m)
            if cable.kind == "ribbon":
                ribbons[len(cable.wires)] += millimetres
                continue
            for wire in cable.wires:
                metres[cable.awg, wire.colour] += millimetres
    for (awg, colour), millimetres in sorted(metres.items()):
        size = f"AWG {awg} ({MM2[awg]} mm²)"
        part, number = f"wire {size}, {colour}", WIRES.get(awg, "")
        yield item(in_metres(millimetres), part, "cables", "wire", number)
    for ways, millimetres in sorted(ribbons.items()):
        part = f"ribbon cable, {ways} ways"
        number = WARES["ribbon"].number.format(ways=ways)
        yield item(in_metres(millimetres), part, "sensor rows", "ribbon", number)


def between_pixels(geometry: Geometry, rails: str) -> Iterator[Item]:
    """Three wires wherever the strip is cut inside a field."""
    found = list(joints(geometry.board, geometry.sizes, geometry.layout))
    if found and "breadboard" in rails:
        part, why = "clip for a cut strip, with 3 wires", "ends of rows; no soldering"
        yield item(2 * len(found), part, why, "clip")
    elif found:
        millimetres = round(3 * sum(joint.length_mm for joint in found))
        part = f"wire AWG 24 ({MM2[24]} mm²), three colours together"
        why = f"joints between cut pixels: {len(found)}"
        yield item(in_metres(millimetres), part, why, "wire", WIRES[24])
