"""The card as copper: a KiCad board file."""

from collections.abc import Iterator

from wiring.kicad.card import BACK, FRONT, GRID_MM, Card, Part
from wiring.kicad.text import Expression, identity, quoted, written

LIBRARY = "undertow"
_TRACK_MM, _VIA_MM, _VIA_HOLE_MM, _SCREW_MM = 0.5, 1.0, 0.5, 3.2
_ABOVE = (0.0, -1.5)
_ORIGIN_MM = (60.0, 60.0)  # where the card's (0, 0) lies on the page
# As KiCad 9 numbers them.
_LAYERS = (
    (0, "F.Cu", "signal"),
    (2, "B.Cu", "signal"),
    (1, "F.Mask", "user"),
    (3, "B.Mask", "user"),
    (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"),
    (25, "Edge.Cuts", "user"),
    (35, "F.Fab", "user"),
)


def board_file(card: Card, name: str) -> str:
    nets = {net: number for number, net in enumerate(nets_of(card), 1)}
    lines: list[Expression] = [
        "kicad_pcb",
        ["version", 20241229],
        ["generator", quoted(LIBRARY)],
        ["generator_version", quoted("9.0")],
        ["general", ["thickness", 1.6]],
        ["paper", quoted("A4")],
        ["layers", *map(_layer, _LAYERS)],
        ["setup", ["pad_to_mask_clearance", 0]],
        ["net", 0, quoted("")],
    ]
    lines += [["net", number, quoted(net)] for net, number in nets.items()]
    lines += [_footprint(part, nets, name) for part in card.parts]
    lines += [_hole(number, at) for number, at in enumerate(card.holes)]
    lines += [*_outline(card), *_copper(card, nets)]
    return written(lines)


def _layer(layer: tuple[int, str, str]) -> Expression:
    number, name, kind = layer
    return [number, quoted(name), kind]


def nets_of(card: Card) -> list[str]:
    return sorted({pad.net for part in card.parts for pad in part.pads if pad.net})


def footprint_of(part: Part) -> str:
    return f"{LIBRARY}:{part.kind.replace(' ', '-')}"


def place(at: tuple[float, float]) -> list[float]:
    """In millimetres on the page."""
    return [origin + GRID_MM * n for origin, n in zip(_ORIGIN_MM, at, strict=True)]


def _footprint(part: Part, nets: dict[str, int], name: str) -> Expression:
    first = part.pads[0].at
    wide, hole = part.pad_mm
    pads: list[Expression] = []
    for pad in part.pads:
        offset = [GRID_MM * (n - f) for n, f in zip(pad.at, first, strict=True)]
        shape = "rect" if pad.number == "1" else "circle"
        entry: list[Expression] = [
            "pad", quoted(pad.number), "thru_hole", shape, ["at", *offset],
            ["size", wide, wide], ["drill", hole],
            ["layers", quoted("*.Cu"), quoted("*.Mask")],
        ]  # fmt: skip
        # What is joined to nothing has the net that KiCad gives such a pin.
        if pad.net:
            entry.append(["net", nets[pad.net], quoted(pad.net)])
        pads.append([*entry, identity(part.name, pad.number)])
    return [
        "footprint", quoted(footprint_of(part)), ["layer", quoted(FRONT)],
        identity("footprint", part.name), ["at", *place(first)],
        _text("Reference", part.name, "F.SilkS", part.name, _beside(part)),
        _text("Value", part.value, "F.Fab", part.name),
        ["path", quoted("/" + _uuid(identity("symbol", part.name)))],
        ["sheetname", quoted("/")], ["sheetfile", quoted(f"{name}.kicad_sch")],
        ["attr", "through_hole"], *pads,
    ]  # fmt: skip


def _uuid(expression: Expression) -> str:
    assert isinstance(expression, list)
    assert isinstance(expression[1], tuple)
    return expression[1][0]


def _beside(part: Part) -> tuple[float, float]:
    """Where its name is, seen from its first pad: above it, if there is room."""
    return (2.0, -1.27) if part.kind == "Capacitor" else _ABOVE


def _text(
    key: str, text: str, layer: str, owner: str, at: tuple[float, float] = _ABOVE
) -> Expression:
    font: Expression = ["font", ["size", 0.8, 0.8], ["thickness", 0.12]]
    return [
        "property", quoted(key), quoted(text), ["at", *at, 0],
        ["layer", quoted(layer)], ["hide", "no"], identity(owner, key),
        ["effects", font],
    ]  # fmt: skip


def _hole(number: int, at: tuple[float, float]) -> Expression:
    name = f"H{number + 1}"
    size: Expression = ["size", _SCREW_MM, _SCREW_MM]
    pad: Expression = [
        "pad", quoted(""), "np_thru_hole", "circle", ["at", 0, 0], size,
        ["drill", _SCREW_MM], ["layers", quoted("*.Cu"), quoted("*.Mask")],
        identity(name, "pad"),
    ]  # fmt: skip
    return [
        "footprint", quoted(f"{LIBRARY}:Screw-M3"), ["layer", quoted(FRONT)],
        identity("footprint", name), ["at", *place(at)],
        _text("Reference", name, "F.Fab", name), _text("Value", "M3", "F.Fab", name),
        ["attr", "board_only", "exclude_from_pos_files", "exclude_from_bom"], pad,
    ]  # fmt: skip


def _outline(card: Card) -> Iterator[Expression]:
    left, top, right, bottom = card.outline
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    for number, corner in enumerate(corners):
        yield [
            "gr_line", ["start", *place(corners[number - 1])], ["end", *place(corner)],
            ["stroke", ["width", 0.1], ["type", "solid"]],
            ["layer", quoted("Edge.Cuts")], identity("edge", number),
        ]  # fmt: skip


def _copper(card: Card, nets: dict[str, int]) -> Iterator[Expression]:
    for track in card.tracks:
        yield [
            "segment", ["start", *place(track.start)], ["end", *place(track.end)],
            ["width", _TRACK_MM], ["layer", quoted(track.layer)],
            ["net", nets[track.net]], identity(*track),
        ]  # fmt: skip
    for via in card.vias:
        yield [
            "via", ["at", *place(via.at)], ["size", _VIA_MM], ["drill", _VIA_HOLE_MM],
            ["layers", quoted(FRONT), quoted(BACK)], ["net", nets[via.net]],
            identity(*via),
        ]  # fmt: skip
