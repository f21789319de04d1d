"""The table's dimensions as a page: layers, sheets, magnets, the stroke."""

from collections.abc import Iterator
from math import atan, degrees

from wiring.boardmap import Eliminator
from wiring.geometry.checks import STRIPS, strip_pitch_mm
from wiring.geometry.clearance import (
    PRESS_N,
    STIFF_N_MM2,
    bend_mm,
    span_mm,
)
from wiring.geometry.magnets import on_axis_mt, push_n, reach_mm
from wiring.geometry.sensing import neighbours_mt, own_field_mt, piece_gap_mm
from wiring.geometry.sizes import Sizes
from wiring.geometry.striker import KEPT, puck_gap_mm, stroke
from wiring.geometry.table import Geometry
from wiring.papers.cutting.battens import BATTEN_MM
from wiring.papers.harness.power import STRIP_OHM_M
from wiring.papers.pages.text import table


def measures(geometry: Geometry) -> list[str]:
    lines = [*_size(geometry), "", *_layers(geometry.sizes), "", *_lamps(geometry)]
    if any(
        n.startswith("depth:") and p.hall for n, p in geometry.layout.places.items()
    ):
        lines += ["", *_magnets(geometry)]
    if row := geometry.board.eliminator:
        lines += ["", *_puck(geometry, row)]
    return [*lines, "", *_assumed(geometry)]


def _assumed(geometry: Geometry) -> list[str]:
    """Name the figures that neither a maker nor a calculation gives."""
    sizes = geometry.sizes
    rows = [
        (
            "resistance of a strip's rail",
            f"{STRIP_OHM_M:g} Ω a metre",
            "the 5 V at the far end while the strip shows white: 4.6 V or more",
        )
    ]
    if any(p.hall for p in geometry.layout.places.values()):
        slope = degrees(atan(sizes.piece.friction))
        rows.append(
            (
                "friction of a piece (`piece.friction`)",
                f"{sizes.piece.friction:g}",
                f"tilt the overlay with a piece on it: none slides below {slope:.0f}°",
            )
        )
    if geometry.board.eliminator:
        rows += _assumed_of_the_striker(sizes)
    heads = ("figure", "assumed", "measure it so")
    return ["## Assumed, to be measured", "", *table(heads, rows)]


def _assumed_of_the_striker(sizes: Sizes) -> Iterator[tuple[str, str, str]]:
    servo = sizes.servo
    lever = sizes.puck.arm_mm
    grams = servo.limp_mnm / lever / 9.81 * 1000
    yield (
        "what the servo holds without power (`servo.limp_mnm`)",
        f"{servo.limp_mnm:g} mN·m",
        f"hang {grams:.0f} g on the arm, {lever:g} mm from the axis: it sinks "
        "by itself",
    )
    yield (
        "share of the spring's energy that the plunger gets",
        f"{KEPT:g}",
        "a tile jumps, and the plunger falls back by itself",
    )
    yield (
        "stiffness of the carrier's plywood",
        f"{STIFF_N_MM2:g} N/mm²",
        "lean on a tile with 2 kg: the puck still slides below it",
    )


def _size(geometry: Geometry) -> list[str]:
    layout, bed = geometry.layout, geometry.sizes.table.bed_mm
    rows = [
        (
            layer,
            len(sheets),
            ", ".join(f"{s.width:.1f} × {s.height:.1f}" for s in sheets),
        )
        for layer, sheets in geometry.sheets.items()
    ]
    return [
        f"The table is **{layout.width:.1f} × {layout.height:.1f} mm**. All figures "
        "are calculated; no real table has been built yet.",
        "",
        f"Sheets for a bed of {bed[0]:g} × {bed[1]:g} mm:",
        "",
        *table(("layer", "sheets", "mm"), rows),
        "",
        f"Glue a batten {BATTEN_MM:g} mm wide along each seam: below the top and the "
        "floor, but on the carrier, because the puck slides below it.",
    ]


def _layers(sizes: Sizes) -> list[str]:
    layers = sizes.layers
    rows = [
        ("overlay, printed", layers.overlay_mm),
        ("top", layers.top_mm),
        ("gap: strip, sensors, switches on the carrier", layers.gap_mm),
        ("carrier", layers.carrier_mm),
    ]
    if layers.space_mm and layers.floor_mm:
        below = "space: puck, boards, wires"
        rows += [(below, layers.space_mm), ("floor", layers.floor_mm)]
    elif layers.space_mm:
        rows.append(("feet", layers.space_mm))
    total = sum(high for _, high in rows)
    lines = table(("from above", "mm"), [(name, f"{mm:g}") for name, mm in rows])
    return ["## Layers", "", *lines, "", f"Together {total:g} mm high."]


def _lamps(geometry: Geometry) -> list[str]:
    rows = list(_lamp_rows(geometry))
    return ["## Lamps", "", *table(("field", "pitch", "made of"), rows)]


def _lamp_rows(geometry: Geometry) -> Iterator[tuple[str, str, str]]:
    fields = (("Depth Board", "depth", "lanes"), ("tiles", "grid", "tiles"))
    for name, field, section in fields:
        if field not in geometry.layout.fields:
            continue
        row = getattr(geometry.sizes, section)
        made = "single pixels, cut off a strip and joined by three wires each"
        if row.lamps == "strip":
            pitch = strip_pitch_mm(row.pitch_mm)
            lamps = next(n for n in STRIPS if 1000 / n == pitch)
            made = f"uncut strip of {lamps} lamps a metre, {pitch:.3f} mm"
        yield name, f"{row.pitch_mm:g} mm", made


def _magnets(geometry: Geometry) -> list[str]:
    sizes = geometry.sizes
    piece, sensor = sizes.piece, sizes.sensor
    gap, own = piece_gap_mm(sizes), own_field_mt(sizes)
    rows = [
        (f"right over its sensor, {gap:.1f} mm away", on_axis_mt(piece.magnet, gap)),
        (f"{piece.off_mm:g} mm beside it", own),
        (
            "all neighbouring pieces, worst case",
            neighbours_mt(sizes, geometry.layout),
        ),
    ]
    return [
        "## Pieces and their sensors",
        "",
        f"Magnet: {piece.magnet}. Sensor: {sensor.part}; closes at "
        f"{sensor.operate_least_mt:g} to {sensor.operate_most_mt:g} mT and is "
        f"open again below {sensor.release_least_mt:g} mT (its maker's figures).",
        "",
        *table(("piece", "field"), [(name, f"{mt:.1f} mT") for name, mt in rows]),
        "",
        f"Margin: {own:.1f} / {sensor.operate_most_mt:g} = "
        f"**{own / sensor.operate_most_mt:.1f}** (required: {sensor.margin:g}). Pieces "
        "on neighbouring places push each other with "
        f"**{1000 * push_n(piece.magnet, sizes.lanes.pitch_mm):.0f} mN**; friction "
        f"holds {1000 * piece.holds_n:.0f} mN.",
    ]


def _puck(geometry: Geometry, row: Eliminator) -> list[str]:
    sizes = geometry.sizes
    puck, moves, gap = sizes.puck, stroke(row, sizes), puck_gap_mm(sizes)
    sure = reach_mm(puck.magnet, gap, sizes.tile_sensor.operate_most_mt)
    bend = bend_mm(sizes, span_mm(geometry.layout, geometry.features))
    rows = [
        (
            "spring, at rest and at the edge",
            f"{moves.rest_n:.1f} and {moves.edge_n:.1f} N",
        ),
        ("energy (at most 0.1 J)", f"{1000 * moves.energy_j:.0f} mJ"),
        ("plunger at the tile", f"{moves.speed_m_s:.1f} m/s"),
        (
            "way of the plunger, down and up",
            f"{moves.pulled_mm:.1f}, {moves.flight_mm:g} mm",
        ),
        (
            "torque at the edge",
            f"{moves.torque_mnm:.0f} of {sizes.servo.stall_mnm:g} mN·m",
        ),
        (
            "torque that turns the arm home without power",
            f"{moves.back_mnm:.0f} against {sizes.servo.limp_mnm:g} mN·m",
        ),
    ]
    return [
        "## The puck and its plunger",
        "",
        f"Magnet: {puck.magnet}, {gap:.1f} mm from the sensor, a "
        f"{sizes.tile_sensor.part}. It is always sensed within **{sure:.1f} mm** of "
        f"the right place and never beyond **{moves.play_mm:.1f} mm**, the play of the "
        "plunger in its hole. Two pegs in holes of the floor keep the puck from "
        "turning.",
        *table(("stroke", "is"), rows),
        "",
        f"The arm lets go {puck.edge_deg:g}° below level. Before that the spring turns "
        "it home if the servo has no power or pulses, so nothing is ever left cocked. "
        f"A hand of {PRESS_N:g} N on a tile bends the carrier by **{bend:.1f} mm**; "
        f"the puck clears it by {puck.clear_mm:g} mm.",
    ]
