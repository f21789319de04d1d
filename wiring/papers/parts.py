"""The parts list: what to buy for a table, and how much of it."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.harness import Wiring
from wiring.papers.board_side import even, registers
from wiring.papers.cables import Drawing
from wiring.papers.pi_side import PULL_DOWN
from wiring.papers.power import MM2, Power
from wiring.papers.text import table

SPARE = 1.1  # a tenth more wire than the drawings have


class Item(NamedTuple):
    quantity: str
    part: str
    used_for: str


HEADS = ("quantity", "part", "for")


def parts(
    board: BoardMap, wiring: Wiring, power: Power, drawings: Iterable[Drawing]
) -> tuple[Item, ...]:
    drawings = tuple(drawings)
    return (
        *_pi(board, power),
        *_chain(board, power, wiring),
        *_hands(board),
        *_striker(board, power, wiring),
        *_boards(board, wiring),
        *_plugs(drawings),
        *_wire(drawings),
    )


def as_csv(items: Iterable[Item]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(items)
    return text.getvalue()


def as_table(items: Iterable[Item]) -> list[str]:
    return table(HEADS, items)


def _pi(board: BoardMap, power: Power) -> Iterator[Item]:
    which = {"spi": "3, 4, 5 or Zero 2 W", "pwm": "3, 4 or Zero 2 W", "pio": "5"}
    yield Item("1", f"Raspberry Pi {which[board.strip.driver]}", "the table")
    yield Item("1", "microSD card, 16 GB or more", "its system")
    supply = f"USB supply made for that Pi, 5 V, {power.pi_supply_a:g} A or more"
    yield Item("1", supply, "the Pi and all that it feeds; a Pi 5 wants 5 A")


def _chain(board: BoardMap, power: Power, wiring: Wiring) -> Iterator[Item]:
    line = power.line("strip")
    yield Item(str(board.strip.pixels), "WS2812B pixels, 5 V", "one chain")
    if power.strip_supply_a is not None:
        supply = f"5 V supply, {power.strip_supply_a:g} A, in a closed case"
        yield Item("1", supply, "strip and servo")
    yield Item("1", f"fuse {line.fuse_a:g} A, slow, with holder", "F1: the strip")
    yield Item("1", wiring.harness.rails, "D1: shares out the 5 V")
    yield Item("1", "74AHCT125, DIP-14, with socket", "U1: data from 3.3 V to 5 V")
    yield Item("1", "resistor 330 Ω", "R1: in the data wire")
    yield Item("1", f"resistor {PULL_DOWN}", "R2: from U1's input to ground")
    yield Item("1", "capacitor 1000 µF, 6.3 V or more", "C1: across the 5 V")
    yield Item("1", "capacitor 100 nF", "C2: across U1")


def _hands(board: BoardMap) -> Iterator[Item]:
    if board.buttons:
        count = str(len(board.buttons))
        why = "seats and controls; a pixel goes into or beside each lit one"
        yield Item(count, "push button, normally open", why)


def _striker(board: BoardMap, power: Power, wiring: Wiring) -> Iterator[Item]:
    row = board.eliminator
    if row is None:
        return
    line = power.line("servo")
    stall = f"5 V, stalls at {line.current_ma / 1000:.1f} A or less"
    servo = f"{wiring.harness.servo_part}, {stall}"
    yield Item("1", servo, "the striker; BUILDING.md says why an analogue one")
    yield Item("1", f"resistor {PULL_DOWN}", "R3: from the servo's pulses to ground")
    fuse = f"fuse {line.fuse_a:g} A, slow, with holder"
    yield Item("1", fuse, "F2: the servo; at the supply")
    key = f"key switch, two poles (DPST), both closed when on, {line.fuse_a:g} A at 5 V"
    yield Item("1", key, "`arm`: tells the Pi, and is in the servo's 5 V")
    yield Item("1", "push button, normally open", "`fire`")
    yield Item("1", "neodymium magnet, 10 mm", "the Eliminator's puck")
    if row.driver == "pca9685":
        yield Item("1", "PCA9685 board", "U2: the servo's pulses")


def _boards(board: BoardMap, wiring: Wiring) -> Iterator[Item]:
    if not board.boards:
        return
    count = len(board.boards)
    names = ", ".join(one.name for one in board.boards)
    yield Item(str(count), "Raspberry Pi Pico or Pico 2", f"sensor boards: {names}")
    length = f"{wiring.harness.usb_m:g} m"
    yield Item(str(count), f"USB cable, micro-B, with data, {length}", "Pico to Pi")
    chips = sum(registers(one) for one in board.boards)
    kinds = Counter(s.kind for one in board.boards for s in one.sensors if s)
    readers = sum(len(one.readers) for one in board.boards)
    if chips:
        yield Item(str(chips), "74HC165, DIP-16, with socket", "sensor bits")
        yield Item(str(chips), "capacitor 100 nF", "across each 74HC165")
        inputs = str(8 * chips)
        yield Item(inputs, "resistor 10 kΩ (or arrays)", "pull-up of each input")
    if kinds["hall"]:
        hall = "Hall switch for 3.3 V, omnipolar, micropower, low at a magnet"
        yield Item(str(kinds["hall"]), hall, "places")
    if kinds["switch"]:
        yield Item(str(kinds["switch"]), "micro switch, normally open", "under tiles")
    if readers:
        yield Item(str(readers), "PN532 board with HSU", "card readers")


def _plugs(drawings: Iterable[Drawing]) -> Iterator[Item]:
    plugs = Counter(c.plug for d in drawings for c in d.connectors if c.plug)
    for plug, count in sorted(plugs.items()):
        yield Item(str(count), plug, "where cables end; both halves of each")


def _wire(drawings: Iterable[Drawing]) -> Iterator[Item]:
    metres: Counter[tuple[int, str]] = Counter()
    ribbons: Counter[int] = Counter()
    for drawing in drawings:
        for cable in drawing.cables:
            millimetres = round(1000 * cable.length_m)
            if cable.kind == "ribbon":
                ribbons[even(len(cable.wires))] += millimetres
                continue
            for wire in cable.wires:
                metres[cable.awg, wire.colour] += millimetres
    for (awg, colour), millimetres in sorted(metres.items()):
        size = f"AWG {awg} ({MM2[awg]} mm²)"
        yield Item(_metres(millimetres), f"wire {size}, {colour}", "cables")
    for ways, millimetres in sorted(ribbons.items()):
        yield Item(_metres(millimetres), f"ribbon cable, {ways} ways", "sensor rows")


def _metres(millimetres: int) -> str:
    return f"{ceil(millimetres * SPARE / 100) / 10:g} m"
