"""The board map: which pin, pixel, sensor bit and angle belongs to which part.

For any file, `load` returns a map without clashes or raises BoardMapError. The classes
define what each section may contain; the functions below them check across sections
that every pin, pixel and bit has one owner.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, NamedTuple, TypeVar

from controller.basics.sheet import (
    LINE,
    Bounds,
    Sheet,
    SheetError,
    choice,
    number,
    whole,
)
from wiring import MARK1, find
from wiring.areas import PIXEL as _PIXEL
from wiring.areas import Area as _Area
from wiring.areas import Depth as Depth
from wiring.areas import Grid as Grid
from wiring.areas import areas as _areas
from wiring.claims import GPIO, Claims, Pin
from wiring.eliminator import Eliminator as Eliminator
from wiring.eliminator import eliminator as _eliminator
from wiring.parts import Part as Part
from wiring.parts import parts as _parts
from wiring.sensor_boards import Multiplexers as Multiplexers
from wiring.sensor_boards import Sensor as Sensor
from wiring.sensor_boards import SensorBoard as SensorBoard
from wiring.sensor_boards import sensor_boards as _boards
from wiring.speaker import Speaker as Speaker
from wiring.speaker import speaker as _speaker

# An unusable map: `PATH:LINE: what is wrong; what to do`.
BoardMapError = SheetError

DEFAULT = Path(find(MARK1))

_COLOURS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
_ORDER = Bounds(
    f"{choice(*_COLOURS).expected}, no white channel", _COLOURS.__contains__
)


class Strip(NamedTuple):
    driver: Annotated[str, choice("spi", "pwm", "pio")]
    gpio: Annotated[int, GPIO]
    pixels: Annotated[int, whole(1, 1024)]
    order: Annotated[str, _ORDER]
    gamma: Annotated[float, number(1, 4)]
    brightness: Annotated[float, number(0, 1)]
    channel_ma: Annotated[int, whole(1, 100)]
    idle_ma: Annotated[float, number(0, 10)]
    supply_ma: Annotated[int, whole(1, 100_000)]
    refresh_s: Annotated[float, number(1, 3600)] = 10
    low_brightness: Annotated[float, number(0, 1)] = 0.2


class Button(NamedTuple):
    control: str  # "seat:0" to "seat:5", "next", "ok", "undo", "why"
    gpio: int
    pixel: int | None


class BoardMap(NamedTuple):
    path: str
    name: str
    strip: Strip
    buttons: tuple[Button, ...]  # seats in order, then the controls as written
    bounce_ms: int
    pixels: Mapping[str, int]  # by place: "depth:2:14", "tile:1,3", "seat:0", "ok"
    depth: Depth | None
    grid: Grid | None
    eliminator: Eliminator | None
    boards: tuple[SensorBoard, ...]
    parts: tuple[Part, ...] = ()  # the optional parts, as written
    speaker: Speaker | None = None
    pins: tuple[Pin, ...] = ()  # used pins of the header


class _Top(NamedTuple):
    name: Annotated[str, LINE]
    bounce_ms: Annotated[int, whole(1, 200)]


class _Seat(NamedTuple):
    seat: Annotated[int, whole(0, 5)]
    gpio: Annotated[int, GPIO]
    pixel: Annotated[int | None, _PIXEL] = None


class _Control(NamedTuple):
    name: Annotated[str, choice("next", "ok", "undo", "why")]
    gpio: Annotated[int, GPIO]
    pixel: Annotated[int | None, _PIXEL] = None


_SECTIONS = (
    "strip", "depth", "grid", "seat", "control", "eliminator", "speaker", "board",
    "part",
)  # fmt: skip
# For drawings only; wiring.harness and wiring.geometry read these.
_WIRED = ("harness", "colours")
_MEASURED = (
    "table", "layers", "lanes", "tiles", "buttons", "sensor", "tile_sensor", "piece",
    "puck", "servo", "printer",
)  # fmt: skip
_ID_EEPROM = dict.fromkeys((0, 1), "the ID EEPROM")
_SPI_BUS = dict.fromkeys((7, 8, 9, 11), "the strip's SPI bus")
_STRIP_PINS = {"spi": (10,), "pwm": (12, 18, 21), "pio": tuple(range(28))}
_PCM_PIN = 21  # here the strip's driver "pwm" uses the sound hardware


def load(path: Path = DEFAULT) -> BoardMap:
    sheet = Sheet(path, "the board map")
    top = sheet.top(_Top, (*_SECTIONS, *_WIRED, *_MEASURED))
    strip = _strip(sheet)
    reserved = _ID_EEPROM | (_SPI_BUS if strip.driver == "spi" else {})
    claims = Claims(sheet, reserved, strip.pixels)
    claims.pin(strip.gpio, "the strip", ("strip", "gpio"))
    buttons = (*_seats(sheet, claims), *_controls(sheet, claims))
    strip_pwm = strip.driver == "pwm" and strip.gpio != _PCM_PIN
    eliminator = _eliminator(sheet, claims, strip_pwm)
    speaker = _speaker(sheet, claims, strip_pwm)
    depth, grid = _frozen(sheet.one("depth", Depth)), _frozen(sheet.one("grid", Grid))
    areas = tuple(_areas(depth, grid))
    return BoardMap(
        path=sheet.path,
        name=top.name,
        strip=strip,
        buttons=buttons,
        bounce_ms=top.bounce_ms,
        pixels=MappingProxyType(_pixels(sheet, areas, buttons, claims)),
        depth=depth,
        grid=grid,
        eliminator=eliminator,
        boards=_boards(sheet, areas, claims),
        parts=tuple(_parts(sheet, claims)),
        speaker=speaker,
        pins=tuple(claims.pins),
    )


def _strip(sheet: Sheet) -> Strip:
    strip = sheet.one("strip", Strip)
    if strip is None:
        raise sheet.error((), "the board map has no [strip]; add one")
    pins = _STRIP_PINS[strip.driver]
    if strip.gpio not in pins:
        words = (
            f"strip.gpio is {strip.gpio}, but the {strip.driver} driver needs "
            f"GPIO{' or '.join(map(str, pins))}; move the wire or change strip.driver"
        )
        raise sheet.error(("strip", "gpio"), words)
    idle_ma = strip.pixels * strip.idle_ma
    if idle_ma > strip.supply_ma:
        words = (
            f"{strip.pixels} dark pixels draw {idle_ma:g} mA, more current than the "
            f"supply gives ({strip.supply_ma} mA); shorten the chain or fit a "
            "stronger supply"
        )
        raise sheet.error(("strip", "supply_ma"), words)
    return strip


def _seats(sheet: Sheet, claims: Claims) -> list[Button]:
    rows = {}
    for row, (seat, gpio, pixel) in enumerate(sheet.rows("seat", _Seat)):
        claims.once(f"seat {seat}", ("seat", row, "seat"))
        claims.button(f"seat {seat}", gpio, pixel, ("seat", row))
        rows[seat] = row, Button(f"seat:{seat}", gpio, pixel)
    for missing, seat in enumerate(sorted(rows)):
        if seat != missing:
            words = f"seat {seat} has no seat {missing} before it; leave no gaps"
            raise sheet.error(("seat", rows[seat][0], "seat"), words)
    return [rows[seat][1] for seat in sorted(rows)]


def _controls(sheet: Sheet, claims: Claims) -> list[Button]:
    buttons = []
    for row, (name, gpio, pixel) in enumerate(sheet.rows("control", _Control)):
        claims.once(f"control {name}", ("control", row, "name"))
        claims.button(name, gpio, pixel, ("control", row))
        buttons.append(Button(name, gpio, pixel))
    return buttons


_Wired = TypeVar("_Wired", Depth, Grid)


def _frozen(wired: _Wired | None) -> _Wired | None:
    """Return the section with an immutable list of pixels."""
    if wired is None or wired.pixels is None:
        return wired
    return wired._replace(pixels=tuple(wired.pixels))


def _pixels(
    sheet: Sheet,
    areas: tuple[_Area, ...],
    buttons: tuple[Button, ...],
    claims: Claims,
) -> dict[str, int]:
    pixels: dict[str, int] = {}
    for area in areas:
        key = "first_pixel" if area.wired.pixels is None else "pixels"
        for place, pixel in area.lamps(sheet):
            claims.pixel(pixel, place, (area.section, key))
            pixels[place] = pixel
    return pixels | {b.control: b.pixel for b in buttons if b.pixel is not None}
