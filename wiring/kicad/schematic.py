"""The card as a schematic: a box for each part, and a label at each of its pins."""

from collections.abc import Iterator

from wiring.kicad.board import LIBRARY, footprint_of
from wiring.kicad.card import GROUND, POWER, Card, Pad, Part
from wiring.kicad.text import Expression, identity, quoted, written

_PITCH_MM = 2.54
_HALF_MM = 7.62  # of a box's width
_LEAD_MM = 2.54
_COLUMN_MM, _ROW_MM = 63.5, 50.8
_COLUMNS = 6
_FLAG = "PWR_FLAG"
_KINDS = {"VCC": "power_in", "GND": "power_in", "QH": "output", "QH_N": "output"}


def schematic_file(card: Card, name: str) -> str:
    root = identity("sheet", name)
    kinds = {part.kind: part for part in card.parts}
    lines: list[Expression] = [
        "kicad_sch",
        ["version", 20250114],
        ["generator", quoted(LIBRARY)],
        ["generator_version", quoted("9.0")],
        root,
        ["paper", quoted("A3")],
        ["lib_symbols", *map(_symbol, kinds.values()), _flag_symbol()],
    ]
    for number, part in enumerate(_in_order(card)):
        row, column = divmod(number, _COLUMNS)
        at = 50.8 + _COLUMN_MM * column, 50.8 + _ROW_MM * row
        lines += _drawn(part, at, name, root)
    # They tell KiCad that these two nets get their power from outside.
    for number, net in enumerate((GROUND, POWER)):
        at = 50.8 + _COLUMN_MM * number, 25.4
        lines += _flag(f"#FLG0{number + 1}", net, at, name, root)
    lines.append(["sheet_instances", ["path", quoted("/"), ["page", quoted("1")]]])
    return written(lines)


def _in_order(card: Card) -> list[Part]:
    """A register's parts in a row; what belongs to none below them."""
    own = [part for part in card.parts if part.name not in ("J1", "J2", "R1")]
    return own + [part for part in card.parts if part not in own]


def _spots(part: Part) -> Iterator[tuple[Pad, float, float, int]]:
    """Each pad's pin: where it ends, above the box's middle, and where it points."""
    half = len(part.pads) // 2 if part.kind == "74HC165" else len(part.pads)
    top = (half - 1) / 2 * _PITCH_MM
    # On a grid of 1.27 mm, as labels are.
    top = round(top / 1.27) * 1.27
    end = _HALF_MM + _LEAD_MM
    for number, pad in enumerate(part.pads):
        if number < half:
            yield pad, -end, top - _PITCH_MM * number, 0
        else:  # the right side counts upwards
            yield pad, end, top - _PITCH_MM * (2 * half - 1 - number), 180


def _symbol(part: Part) -> Expression:
    name = part.kind.replace(" ", "-")
    spots = list(_spots(part))
    high = max(y for _, _, y, _ in spots) + _PITCH_MM
    low = min(y for _, _, y, _ in spots) - _PITCH_MM
    box: Expression = [
        "rectangle", ["start", -_HALF_MM, high], ["end", _HALF_MM, low],
        ["stroke", ["width", 0], ["type", "default"]], ["fill", ["type", "none"]],
    ]  # fmt: skip
    pins: list[Expression] = [
        [
            "pin", _electrical(part, pad), "line", ["at", x, y, turned],
            ["length", _LEAD_MM], ["name", quoted(pad.name)],
            ["number", quoted(pad.number)],
        ]
        for pad, x, y, turned in spots
    ]  # fmt: skip
    inside: Expression = ["symbol", quoted(f"{name}_1_1"), box, *pins]
    return _library(
        name, part.name.rstrip("0123456789"), footprint_of(part), [], inside
    )


def _electrical(part: Part, pad: Pad) -> str:
    return _KINDS.get(pad.name, "input") if part.kind == "74HC165" else "passive"


def _flag_symbol() -> Expression:
    pin: Expression = [
        "pin", "power_out", "line", ["at", 0, 0, 90], ["length", 0],
        ["name", quoted("")], ["number", quoted("1")],
    ]  # fmt: skip
    inside: Expression = ["symbol", quoted(f"{_FLAG}_1_1"), pin]
    return _library(_FLAG, "#FLG", "", [["power"]], inside)


def _library(
    name: str,
    reference: str,
    footprint: str,
    more: list[Expression],
    inside: Expression,
) -> Expression:
    return [
        "symbol", quoted(f"{LIBRARY}:{name}"), *more, ["in_bom", "yes"],
        ["on_board", "yes"], *_properties(reference, name, footprint, (0, 0)), inside,
    ]  # fmt: skip


def _properties(
    reference: str, value: str, footprint: str, at: tuple[float, float]
) -> Iterator[Expression]:
    x, y = at
    away = 2.54 if value == _FLAG else 17.78
    for key, text, height, is_hidden in (
        ("Reference", reference, y - away, reference.startswith("#")),
        ("Value", value, y + away, False),
        ("Footprint", footprint, y, True),
        ("Datasheet", "", y, True),
    ):
        effects: list[Expression] = ["effects", ["font", ["size", 1.27, 1.27]]]
        effects += [["hide", "yes"]] if is_hidden else []
        yield ["property", quoted(key), quoted(text), ["at", x, height, 0], effects]


def _drawn(
    part: Part, at: tuple[float, float], project: str, root: Expression
) -> Iterator[Expression]:
    x, y = at
    kind = part.kind.replace(" ", "-")
    pins: list[Expression] = [
        ["pin", quoted(pad.number), identity(part.name, pad.number, "pin")]
        for pad in part.pads
    ]
    named = part.name, kind, part.value, footprint_of(part)
    yield _instance(*named, at, project, root, pins)
    for pad, dx, dy, turned in _spots(part):
        spot = x + dx, y - dy
        if pad.net is None:
            yield ["no_connect", ["at", *spot], identity(part.name, pad.number, "open")]
        else:
            yield _label(pad.net, spot, 180 - turned, part.name + pad.number)


def _flag(
    name: str, net: str, at: tuple[float, float], project: str, root: Expression
) -> Iterator[Expression]:
    pins: list[Expression] = [["pin", quoted("1"), identity(name, "pin")]]
    yield _instance(name, _FLAG, _FLAG, "", at, project, root, pins)
    yield _label(net, at, 0, name)


def _label(net: str, at: tuple[float, float], turned: int, owner: str) -> Expression:
    side = "left" if turned == 0 else "right"
    effects: Expression = ["effects", ["font", ["size", 1.27, 1.27]], ["justify", side]]
    return [
        "global_label", quoted(net), ["shape", "passive"], ["at", *at, turned], effects,
        identity("label", net, owner),
    ]  # fmt: skip


def _instance(
    name: str,
    kind: str,
    value: str,
    footprint: str,
    at: tuple[float, float],
    project: str,
    root: Expression,
    pins: list[Expression],
) -> Expression:
    assert isinstance(root, list)
    assert isinstance(root[1], tuple)
    is_real = "no" if kind == _FLAG else "yes"
    path: Expression = [
        "path", quoted(f"/{root[1][0]}"), ["reference", quoted(name)], ["unit", 1],
    ]  # fmt: skip
    return [
        "symbol", ["lib_id", quoted(f"{LIBRARY}:{kind}")], ["at", *at, 0], ["unit", 1],
        ["in_bom", is_real], ["on_board", is_real], identity("symbol", name),
        *_properties(name, value, footprint, at), *pins,
        ["instances", ["project", quoted(project), path]],
    ]  # fmt: skip
