"""What to buy for the cables: plugs, wire by gauge and colour, ribbon."""

from collections import Counter
from collections.abc import Iterable, Iterator

from wiring.geometry.lengths import joints
from wiring.geometry.table import Geometry
from wiring.papers.cables import Drawing
from wiring.papers.catalogue import WARES, WIRES
from wiring.papers.items import Item, in_metres, item
from wiring.papers.power import MM2

# What a plug is, by a word of its name in the map.
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
        yield item(count, plug, "where cables end; both halves of each", ware, number)


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


def between_pixels(geometry: Geometry) -> Iterator[Item]:
    """Three wires wherever the strip is cut inside a field."""
    found = list(joints(geometry.board, geometry.sizes, geometry.layout))
    if found:
        millimetres = round(3 * sum(joint.length_mm for joint in found))
        part = f"wire AWG 24 ({MM2[24]} mm²), three colours together"
        why = f"between pixels, where the strip is cut: {len(found)} joints"
        yield item(in_metres(millimetres), part, why, "wire", WIRES[24])
