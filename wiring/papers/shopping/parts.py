"""The parts list: what to buy for a table, counted from its map and its drawings."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from typing import Any

from wiring.boardmap import BoardMap
from wiring.geometry import puck
from wiring.geometry.checks import strip_pitch_mm
from wiring.geometry.features import SCREW, SHORT_SCREW
from wiring.geometry.lengths import joints, lead_name
from wiring.geometry.magnets import Disc
from wiring.geometry.mounted import SCREW_MM, THIRD_MM, mounted, multiplexers
from wiring.geometry.table import Geometry
from wiring.harness import Wiring
from wiring.papers.cutting.nest import nested
from wiring.papers.harness.cables import Cable, Drawing, levers
from wiring.papers.harness.pi_side import PULL_DOWN
from wiring.papers.harness.power import MM2, Power
from wiring.papers.harness.sensor_side import LEAD_AWG
from wiring.papers.shopping.items import (
    FUSES,
    SPARE,
    SUPPLIES,
    WIRES,
    Item,
    has,
    item,
)

STICKERS = 210  # all games' cards together, each with a tag
_CUT_LAMPS_A_METRE = 60
_PLUG_A = 5.0  # the largest current through a 5.5 × 2.1 mm plug
_HUB_FROM = 2  # with this many boards, a Pi Zero's only socket is not enough
_JUMPERS_MM = (150, 300)  # lengths on the market
_NUTS = 2.3  # two nuts and the ends that stick out, in screw diameters
_GRIP_MM = 100  # how far the puck's handle sticks out at the farthest tile


def parts(
    geometry: Geometry, wiring: Wiring, power: Power, drawings: Iterable[Drawing]
) -> tuple[Item, ...]:
    return tuple(_Basket(geometry, wiring, power, tuple(drawings)).items())


class _Basket:
    def __init__(
        self,
        geometry: Geometry,
        wiring: Wiring,
        power: Power,
        drawings: tuple[Drawing, ...],
    ) -> None:
        self._geometry, self._sizes = geometry, geometry.sizes
        self._board, self._wiring = geometry.board, wiring
        self._power, self._drawings = power, drawings
        # The chain's wires from field to field and from button to button.
        self._hops = [c for d in drawings if d.name == "chain" for c in d.cables]
        self._on_board = "breadboard" in wiring.harness.rails

    def items(self) -> Iterator[Item]:
        yield from self._computer()
        yield from self._lamps()
        yield from self._buttons()
        if self._board.eliminator:
            yield from self._striker()
        yield from self._speaker(self._board)
        for part in self._board.parts:
            yield item("part", 1, driver=part.driver, name=part.name)
        if self._board.boards:
            yield from self._boards()
        yield from self._sensors()
        yield from self._wood()
        if "floor" in self._geometry.sheets:
            yield from self._floor()
            yield item("tape", 1)
        yield item("sleeves", 1)
        yield from self._plugs()
        yield from self._wires()

    def _computer(self) -> Iterator[Item]:
        models = {"spi": "3, 4, 5 or Zero 2 W", "pwm": "3, 4 or Zero 2 W", "pio": "5"}
        yield item("pi", 1, models=models[self._board.strip.driver])
        yield item("card", 1)
        yield item("pi supply", 1, amps=self._power.pi_supply_a)

    def _lamps(self) -> Iterator[Item]:
        power, rails = self._power, self._wiring.harness.rails
        yield from self._strips()
        if amps := power.strip_supply_a:
            cut = f"; cut off its plug, which carries only {_PLUG_A:g} A"
            words = cut if amps > _PLUG_A else ""
            number = next((SUPPLIES[a] for a in sorted(SUPPLIES) if a >= amps), "")
            yield item("supply", 1, number, amps=amps, words=words)
            if amps <= _PLUG_A:
                yield item("jack", 1)
        yield from self._fuse("strip", "F1: the strip's feeds", len(power.feeds))
        if self._on_board:
            yield item("breadboard", 1, rails=rails)
        if count := sum(levers(self._drawings).values()):
            yield item("levers", count)
        yield item("shifter", 1)
        yield item("330 Ω", 1)
        yield item(PULL_DOWN, 1, where="R2: from U1's input to ground")
        yield item("1000 µF", 1)
        yield item("capacitor", 1)

    def _strips(self) -> Iterator[Item]:
        """Group strips by density, and cut single pixels off one of them."""
        lamps: Counter[int] = Counter()
        cut = self._board.strip.pixels
        for field, row in (("depth", self._sizes.lanes), ("tile", self._sizes.tiles)):
            count = sum(p.startswith(f"{field}:") for p in self._board.pixels)
            if count and row.lamps == "strip":
                lamps[round(1000 / strip_pitch_mm(row.pitch_mm))] += count
                cut -= count
        lamps[max(lamps, default=_CUT_LAMPS_A_METRE)] += cut
        for density, count in sorted(lamps.items()):
            metres = ceil(count / density * 10) / 10
            yield item("strip", f"{metres:g} m", density=density, lamps=count)

    def _fuse(self, line: str, where: str, count: int) -> Iterator[Item]:
        amps = self._power.line(line).fuse_a
        yield item("fuse", 2 * count, FUSES.get(amps, ""), amps=amps, where=where)
        yield item("fuse holder", count, name=where.partition(":")[0])

    def _buttons(self) -> Iterator[Item]:
        sizes, board = self._sizes.buttons, self._board
        seats = sum(b.control.startswith("seat:") for b in board.buttons)
        others = len(board.buttons) - seats
        if seats:
            yield item("seat", seats, hole=sizes.seat_hole_mm)
        if others:
            fire = 1 if board.eliminator else 0
            ware = "control" if sizes.control_hole_mm > 16 else "push button"
            words = " and `fire`" if fire else ""
            yield item(ware, others + fire, hole=sizes.control_hole_mm, words=words)

    def _striker(self) -> Iterator[Item]:
        line, sizes = self._power.line("servo"), self._sizes
        layout = self._geometry.layout
        stall_a = line.current_ma / 1000
        yield item("servo", 1, servo=self._wiring.harness.servo_part, amps=stall_a)
        yield item(PULL_DOWN, 1, where="R3: from the servo's pulses to ground")
        yield item("470 µF", 1)
        yield from self._fuse("servo", "F2: the servo; at the supply", 1)
        yield item("key", 1, amps=line.fuse_a)
        yield item("spring", 2, rate=sizes.puck.spring_n_mm)
        long = ceil(2 * sizes.printer.wall_mm)
        screws = puck.screws(sizes)
        yield item("short screw", len(screws), screw=sizes.table.screw_mm, long=long)
        yield item("epoxy", 1)
        tiles = [place.tile.y for place in layout.places.values() if place.tile]
        long = ceil((layout.height - min(tiles) + _GRIP_MM) / 10) * 10
        yield item("dowel", 1, wide=sizes.puck.handle_mm, long=long)
        yield self._magnet(1, sizes.puck.magnet, "the Eliminator's puck")

    def _speaker(self, board: BoardMap) -> Iterator[Item]:
        match board.speaker and board.speaker.driver:
            case "i2s":
                for ware in ("amplifier", "100 kΩ", "speaker"):
                    yield item(ware, 1)
            case "usb":
                yield item("usb speaker", 1)
            case "headphones":
                yield item("active speaker", 1)

    def _boards(self) -> Iterator[Item]:
        boards = self._board.boards
        names = ", ".join(one.name for one in boards)
        yield item("pico", len(boards), names=names)
        yield item("usb", len(boards), metres=self._wiring.harness.usb_m)
        if len(boards) >= _HUB_FROM:
            yield item("hub", 1)
        scanned = [one.multiplexers for one in boards if one.multiplexers]
        if scanned:
            count = sum(len(scan.signals) for scan in scanned)
            yield item("multiplexer", count)
            yield item("pin strip", count)
        yield item("socket strip", 2 * len(boards))
        if readers := sum(len(one.readers) for one in boards):
            yield item("reader", readers)
            yield item("sticker", STICKERS)

    def _sensors(self) -> Iterator[Item]:
        """Yield magnets, and sensors with spares, because heat kills them."""
        board, sizes = self._board, self._sizes
        found = [s for one in board.boards for s in one.sensors if s]
        kinds = Counter((s.kind, s.place.partition(":")[0]) for s in found)
        if switches := kinds["switch", "tile"]:
            yield item("switch", ceil(switches * SPARE), places=switches)
        for field, sensor in (("depth", sizes.sensor), ("tile", sizes.tile_sensor)):
            if halls := kinds["hall", field]:
                name = sensor.part.split(",")[0].removeprefix("TI ")
                ware = f"hall {name}" if has(f"hall {name}") else "other hall"
                values: dict[str, Any] = {"sensor": sensor.part, "places": halls}
                yield item(
                    ware, ceil(halls * SPARE), most=sensor.operate_most_mt, **values
                )
        pieces = [s for s in self._geometry.solids if s.name in ("figure", "anchor")]
        if count := sum(piece.needed for piece in pieces):
            why = "pieces: a pirate and an anchor per lane, a robot per seat"
            yield self._magnet(count, sizes.piece.magnet, why)

    def _magnet(self, quantity: int, disc: Disc, where: str) -> Item:
        ware = f"magnet {disc.diameter_mm:g} × {disc.thickness_mm:g}"
        known = ware if has(ware) else "other magnet"
        return item(known, quantity, disc=disc, where=where)

    def _wood(self) -> Iterator[Item]:
        geometry, sizes = self._geometry, self._sizes
        beds = Counter(bed.title.partition(": ")[2] for bed in nested(geometry))
        sheets = Counter(title.partition(", ")[0] for title in beds)
        size = " × ".join(f"{mm:g}" for mm in sizes.table.bed_mm)
        for material, count in sheets.items():
            yield item(material.split()[0], count, material=material, size=size)
        if tiles := sum(bool(p.switch) for p in geometry.layout.places.values()):
            yield item("foam", 4 * tiles, high=sizes.tiles.switch_mm)
        yield from self._screws()

    def _screws(self) -> Iterator[Item]:
        """Yield rods through the layers, and spacers between layers or as feet."""
        sizes, layers = self._sizes, self._sizes.layers
        owners = [f.owner for f in self._geometry.cuts("top")]
        screw = sizes.table.screw_mm
        short = layers.top_mm + layers.gap_mm + layers.carrier_mm
        all_of_it = short + layers.space_mm + layers.floor_mm
        for owner, high, where in (
            (SCREW, all_of_it, "through all layers"),
            (SHORT_SCREW, short, "top and carrier above the puck's handle"),
        ):
            if count := owners.count(owner):
                long = ceil((high + _NUTS * screw) / 5) * 5
                yield item("rod", count, screw=screw, long=long, where=where)
        below = "on the floor" if layers.floor_mm else "feet"
        long, short = owners.count(SCREW), owners.count(SHORT_SCREW)
        for count, high, where in (
            (long + short, layers.gap_mm, "on the carrier"),
            (long, layers.space_mm, below),
        ):
            values: dict[str, Any] = {"screw": screw, "wide": 2 * screw, "high": high}
            yield item("spacer", count, where=where, **values)

    def _floor(self) -> Iterator[Item]:
        """Yield fixings for boards on the floor, the cable in the wall, and seams."""
        found = list(mounted(self._board, self._geometry.layout))
        thirds = sum(sorted(part.shape.size) == sorted(THIRD_MM) for part in found)
        yield item("stripboard", len(self._board.boards) + ceil(thirds / 3))
        screws = sum(len(part.holes) for part in found if not part.is_tied)
        yield item("board screw", screws, size=SCREW_MM)
        yield item("tie", ceil(sum(part.is_tied for part in found) * SPARE))
        yield item("gland", 1)
        if any(len(sheets) > 1 for sheets in self._geometry.sheets.values()):
            yield item("wood glue", 1)

    def _plugs(self) -> Iterator[Item]:
        plugs = Counter(c.plug for d in self._drawings for c in d.connectors if c.plug)
        kinds = ("box header", "receptacle", "servo plug", "JST-SM", "JST-XH", "plug")
        for plug, count in sorted(plugs.items()):
            ware = next((word for word in kinds if word in plug), "other plug")
            pins = int(plug.split()[-2]) if ware == "box header" else 0
            if "jumper" not in plug:
                yield item(ware, count, plug=plug, pins=pins)
        cables = [cable for drawing in self._drawings for cable in drawing.cables]
        header = sum(w.start.connector == "J8" for c in cables for w in c.wires)
        if self._on_board:
            yield item("jumper", header, long=self._jumper_mm())
            yield item("bridges", 1)
        else:
            yield item("contact", ceil(header * SPARE))

    def _comes_with_plugs(self, cable: Cable) -> bool:
        """Tell whether jumper wires or clips replace the cable, beside a breadboard."""
        return self._on_board and (
            any(wire.start.connector == "J8" for wire in cable.wires)
            or cable in self._hops
        )

    def _jumper_mm(self) -> int:
        """Return the shortest length of jumper wires that reaches everywhere."""
        cables = {c for drawing in self._drawings for c in drawing.cables}
        found = filter(self._comes_with_plugs, cables - set(self._hops))
        longest = max(cable.length_m for cable in found)
        return next((mm for mm in _JUMPERS_MM if mm >= 1000 * longest), _JUMPERS_MM[-1])

    def _wires(self) -> Iterator[Item]:
        """Yield the wire for all cables, and three wires for each cut in the strip."""
        metres: dict[int, Counter[str]] = {}
        ribbons: Counter[int] = Counter()
        for drawing in self._drawings:
            for cable in drawing.cables:
                millimetres = round(1000 * cable.length_m)
                if self._comes_with_plugs(cable):
                    continue
                if cable.kind == "ribbon":
                    header = cable.wires[0].start.connector
                    ways = sum(w.start.connector == header for w in cable.wires)
                    ribbons[ways] += millimetres
                    continue
                for wire in cable.wires:
                    colours = metres.setdefault(cable.awg, Counter())
                    colours[wire.colour] += millimetres
        for colour, long_m in self._leads():
            metres.setdefault(LEAD_AWG, Counter())[colour] += round(1000 * long_m)
        board, layout = self._board, self._geometry.layout
        cuts = list(joints(board, self._sizes, layout))
        if self._on_board:
            if clips := len(cuts) + len(self._hops):
                yield item("clip", clips)
        elif cuts:
            three = self._wiring.colours
            for colour in (three.plus, three.data, three.ground):
                long = round(sum(cut.length_mm for cut in cuts))
                metres.setdefault(24, Counter())[colour] += long
        for awg, found in sorted(metres.items()):
            shares = ", ".join(f"{c} {_metres(mm)}" for c, mm in sorted(found.items()))
            mm2, total = MM2[awg], _metres(sum(found.values()))
            number = WIRES.get(awg, "")
            yield item("wire", total, number, awg=awg, mm2=mm2, colours=shares)
        for ways, millimetres in sorted(ribbons.items()):
            yield item("ribbon", _metres(millimetres), ways=ways)

    def _leads(self) -> Iterator[tuple[str, float]]:
        """Yield the wires from each multiplexer to its sensors and along these."""
        colours, lengths = self._wiring.colours, self._wiring.lengths
        for one in multiplexers(self._board, self._geometry.layout):
            yield colours.logic, lengths.lead_m
            yield colours.ground, lengths.lead_m
            for channel, sensor, _ in one.sensors:
                lead = lengths.leads_m[lead_name(one.board.name, sensor)]
                yield self._wiring.signal(channel), lead


def _metres(millimetres: int) -> str:
    """Return how much wire to buy, with some to spare."""
    return f"{ceil(millimetres * SPARE / 100) / 10:g} m"
