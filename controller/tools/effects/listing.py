"""The effects of a game as a table for people."""

from collections.abc import Iterator

from controller.light.colour import Colour
from controller.stage.effect_sheet import COLOURS, EffectSheet

HEADS = ("event", "light", "seconds", "times", "colours", "sound")


def rows(effects: EffectSheet) -> list[tuple[str, ...]]:
    return [
        (
            name,
            effects[name].light,
            " ".join(f"{s:g}" for s in effects[name].seconds if s),
            str(effects[name].times) if effects[name].times > 1 else "",
            " ".join(_called(colour) for colour in effects[name].colours),
            effects[name].sound,
        )
        for name in effects.names
    ]


def lines(effects: EffectSheet) -> Iterator[str]:
    table = [HEADS, *rows(effects)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _called(colour: Colour) -> str:
    named = (name for name, value in COLOURS.items() if value == colour)
    return next(named, "#" + bytes(colour).hex())
