"""Which input of which register each sensor is on, and how a register card is built."""

from collections.abc import Iterator

from wiring.boardmap import BoardMap, SensorBoard
from wiring.papers.board_side import INPUTS, registers
from wiring.papers.text import table

_CARD = (
    ("16 (VCC)", "3.3 V; 100 nF from here to 8"),
    ("8 (GND), 15 (CLK INH)", "ground"),
    ("2 (CLK)", "the clock, the same for all"),
    ("1 (SH/LD)", "the load line, the same for all"),
    ("9 (QH)", "of R0 to the Pico; of each further one to 10 (SER) of the one before"),
    ("10 (SER)", "of the last register to ground"),
    ("7 (QH inverted)", "nothing"),
    ("each input", "10 kΩ to 3.3 V; its sensor pulls it to ground; unused ones too"),
)


def bits(board: BoardMap) -> list[str]:
    if not any(one.sensors for one in board.boards):
        return ["This table has no sensors: nothing is to be wired here."]
    lines = [
        "R0 is the register next to the Pico. In brackets: the pin of that input on a "
        "74HC165. Bit n is input n mod 8 of register n / 8.",
    ]
    for one in board.boards:
        if one.sensors:
            lines += ["", f"## Sensor board {one.name}", "", *_board(one)]
    return [*lines, "", "## Every register card", "", *table(("pin", "goes to"), _CARD)]


def _board(board: SensorBoard) -> list[str]:
    heads = ["", *(f"{letter} ({pin})" for letter, pin in INPUTS)]
    return table(heads, _rows(board))


def _rows(board: SensorBoard) -> Iterator[list[str]]:
    for register in range(registers(board)):
        inside = board.sensors[8 * register : 8 * register + 8]
        cells = [f"{s.kind} {s.place}" if s else "unused" for s in inside]
        cells += ["unused"] * (8 - len(cells))
        first = 8 * register
        yield [f"R{register}, bits {first} to {first + 7}", *cells]
