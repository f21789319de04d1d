"""Markdown that the pages share; the first page, and the page of the harness."""

from collections.abc import Iterable, Sequence

from wiring.geometry.table import Geometry
from wiring.papers.pictures.marks import Picture

MADE = "Made from `{file}` by `undertow wiring --board {name}`; edit that file instead."


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [_row(heads), _row(["---"] * len(heads))]
    return lines + [_row(row) for row in rows]


def page(title: str, made: str, lines: Iterable[str]) -> str:
    return "\n".join([f"# {title}", "", made, "", *lines]) + "\n"


def amps(milliamps: float) -> str:
    return f"{milliamps / 1000:.2f} A"


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def contents(name: str, geometry: Geometry, drawings: int) -> list[str]:
    """List the papers; `name` is the map as `--board` takes it."""
    layers = ", ".join(f"[{layer}](layers/{layer}.svg)" for layer in geometry.sheets)
    return [
        "- [Pins](pins.md) of the Pi's header · [sensor bits](bits.md)"
        " · [power](power.md) with fuses and wires · [parts](parts.md)"
        " ([as CSV](parts.csv))",
        "- [Sizes](sizes.md): layers, sheets, magnets and sensors, the striker",
        f"- Layers: {layers}. Files for cutting and drilling: "
        f"`undertow wiring --board {name} --drawings FOLDER`",
        *(
            [
                f"- Parts to print ({', '.join(s.name for s in geometry.solids)}): "
                f"`undertow wiring --board {name} --solids FOLDER`"
            ]
            if geometry.solids
            else []
        ),
        f"- [The harness](harness.md): {drawings} drawings",
        f"- Step by step, to print: `undertow wiring --board {name} --manual FILE.pdf`",
        "- [Why, and safety](../../BUILDING.md)",
        "",
        "![The table from above, to scale, with its chain of pixels](table.svg)",
        "",
        "![The table taken apart](exploded.svg)",
    ]


def album(drawings: Sequence[Picture]) -> list[str]:
    lines = [
        "A cable's head shows its length and gauge; each wire shows its colour and "
        "both ends.",
    ]
    for one in drawings:
        picture = f"![{one.title}](harness/{one.name}.svg)"
        lines += ["", f"## {one.title}", "", picture]
    return lines
