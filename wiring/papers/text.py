"""Tables and pages in Markdown, shared by the papers."""

from collections.abc import Iterable, Sequence

MADE = "Made from `{file}` by `undertow wiring --board {name}`; change that, not this."


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [_row(heads), _row(["---"] * len(heads))]
    return lines + [_row(row) for row in rows]


def page(title: str, made: str, lines: Iterable[str]) -> str:
    return "\n".join([f"# {title}", "", made, "", *lines]) + "\n"


def amps(milliamps: float) -> str:
    return f"{milliamps / 1000:.2f} A"


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"
