"""The table's dimensions as a page: layers, sheets, magnets, the stroke."""

from collections.abc import Iterator
from math import atan, degrees

from wiring.geometry.checks import STRIPS, strip_pitch_mm
from wiring.geometry.clearance import (
    PRESS_N,
    STIFF_N_MM2,
    bend_mm,
    span_mm,
)
from wiring.geometry.magnets import field_mt, push_n, reach_mm
from wiring.geometry.sensing import neighbours_mt, own_field_mt, piece_gap_mm
from wiring.geometry.sizes import Sizes
from wiring.geometry.striker import KEPT, puck_gap_mm, stroke
from wiring.geometry.table import Geometry
from wiring.papers.cutting.battens import BATTEN_MM
from wiring.papers.harness.power import STRIP_OHM_M
from wiring.papers.pages.text import filled, table


def measures(geometry: Geometry) -> Iterator[str]:
    sizes, has_striker = geometry.sizes, geometry.board.eliminator is not None
    halls = [name for name, p in geometry.layout.places.items() if p.hall]
    yield _size(geometry)
    yield _layers(sizes)
    rows = table(("field", "pitch", "made of"), _lamp_rows(geometry))
    yield filled("sizes", "lamps", table=rows)
    if any(name.startswith("depth:") for name in halls):
        yield _pieces(geometry)
    if has_striker:
        yield _puck(geometry)
    yield "\n".join(_assumed(sizes, bool(halls), has_striker))


def _assumed(sizes: Sizes, has_halls: bool, has_striker: bool) -> Iterator[str]:
    """Yield the assumed figures, which come from neither a maker nor a calculation."""
    yield filled("sizes", "assumed", rail=STRIP_OHM_M)
    if has_halls:
        slope = degrees(atan(sizes.piece.friction))
        yield filled("sizes", "assumed-of-pieces", piece=sizes.piece, slope=slope)
    if has_striker:
        servo, lever = sizes.servo, sizes.puck.arm_mm
        grams = servo.limp_mnm / lever / 9.81 * 1000
        values = {"servo": servo, "lever": lever, "grams": grams}
        fixed = {"kept": KEPT, "stiff": STIFF_N_MM2}
        yield filled("sizes", "assumed-of-striker", **values, **fixed)


def _size(geometry: Geometry) -> str:
    rows = [
        (
            layer,
            len(sheets),
            ", ".join(f"{s.width:.1f} × {s.height:.1f}" for s in sheets),
        )
        for layer, sheets in geometry.sheets.items()
    ]
    return filled(
        "sizes",
        "size",
        layout=geometry.layout,
        bed=geometry.sizes.table.bed_mm,
        sheets=table(("layer", "sheets", "mm"), rows),
        batten_mm=BATTEN_MM,
    )


def _layers(sizes: Sizes) -> str:
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
    lines = table(("from above", "mm"), [(name, f"{mm:g}") for name, mm in rows])
    return filled("sizes", "layers", table=lines, total=sum(mm for _, mm in rows))


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


def _pieces(geometry: Geometry) -> str:
    sizes = geometry.sizes
    piece, gap, own = sizes.piece, piece_gap_mm(sizes), own_field_mt(sizes)
    return filled(
        "sizes",
        "pieces",
        piece=piece,
        sensor=sizes.sensor,
        gap=gap,
        over=field_mt(piece.magnet, gap, 0),
        own=own,
        others=neighbours_mt(sizes, geometry.layout),
        margin=own / sizes.sensor.operate_most_mt,
        push_mn=1000 * push_n(piece.magnet, sizes.lanes.pitch_mm),
        holds_mn=1000 * piece.holds_n,
    )


def _puck(geometry: Geometry) -> str:
    sizes = geometry.sizes
    puck, moves, gap = sizes.puck, stroke(sizes), puck_gap_mm(sizes)
    return filled(
        "sizes",
        "puck",
        sizes=sizes,
        puck=puck,
        moves=moves,
        gap=gap,
        sure=reach_mm(puck.magnet, gap, sizes.tile_sensor.operate_most_mt),
        energy_mj=1000 * moves.energy_j,
        press_n=PRESS_N,
        bend=bend_mm(sizes, span_mm(geometry.layout, geometry.features)),
    )
