"""The figures of a simulation, for people and as JSON."""

import json
from collections.abc import Iterator
from typing import Any

from controller.tools.simulate.figures import Figure, Figures
from controller.tools.simulate.plan import Plan


def table(plan: Plan, figures: Figures) -> str:
    """Return the figures in columns, rates in per cent with their intervals."""
    lines = [_title(plan, figures), ""]
    standings = (*figures.bots, *figures.seats)
    rows = [[standing.name, percent(standing.share)] for standing in standings]
    lines += _aligned([["", "share of the win"], *rows])
    lines += ["", *_aligned([["per game", "mean", "interval"], *_per_game(figures)])]
    return "\n".join(lines)


def _title(plan: Plan, figures: Figures) -> str:
    bots = ", ".join(plan.bots)
    name = f" ({plan.name})" if plan.name else ""
    passes = f", {plan.passes} passes" if "sharp" in plan.bots else ""
    number = "1 game" if figures.games == 1 else f"{figures.games} games"
    return (
        f"{plan.game}{name}: {number}, seed {plan.seed}, {bots}{passes}; "
        f"a fair share is {figures.fair:.1%}"
    )


def _per_game(figures: Figures) -> Iterator[list[str]]:
    shown = {"decisions": figures.decisions, "turns": figures.turns, **figures.events}
    for name, figure in shown.items():
        yield [name, f"{figure.mean:.2f}", f"{figure.low:.2f} to {figure.high:.2f}"]


def percent(figure: Figure) -> str:
    return f"{figure.mean:.1%} ({figure.low:.1%} to {figure.high:.1%})"


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def as_json(plans: list[Plan], found: list[Figures]) -> str:
    data: list[dict[str, Any]] = [
        {"plan": plan._asdict(), "figures": _plain(figures)}
        for plan, figures in zip(plans, found, strict=True)
    ]
    return json.dumps(data, indent=2)


def _plain(value: Any) -> Any:
    """Return records as dicts, all the way down."""
    if hasattr(value, "_asdict"):
        return {key: _plain(part) for key, part in value._asdict().items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return value
