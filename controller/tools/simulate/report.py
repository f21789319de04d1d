"""The figures of a simulation, for people and as JSON."""

import json
from typing import Any

from controller.tools.simulate.figures import Figure, Tally
from controller.tools.simulate.plan import Plan
from controller.tools.terminal import columns


def table(plan: Plan, tally: Tally) -> str:
    """Return the figures in columns, rates in per cent with their intervals."""
    shares = [[name, percent(figure)] for name, figure in tally.shares().items()]
    counts = [
        [name, f"{mean:.2f}", f"{low:.2f} to {high:.2f}"]
        for name, (mean, low, high) in tally.per_game().items()
    ]
    lines = [_title(plan, tally), "", *columns([["", "share of the win"], *shares])]
    lines += ["", *columns([["per game", "mean", "interval"], *counts])]
    return "\n".join(lines)


def _title(plan: Plan, tally: Tally) -> str:
    bots = ", ".join(plan.bots)
    name = f" ({plan.name})" if plan.name else ""
    passes = f", {plan.passes} passes" if "sharp" in plan.bots else ""
    number = "1 game" if tally.games == 1 else f"{tally.games} games"
    return (
        f"{plan.game}{name}: {number}, seed {plan.seed}, {bots}{passes}; "
        f"a fair share is {1 / plan.seats:.1%}"
    )


def percent(figure: Figure) -> str:
    return f"{figure.mean:.1%} ({figure.low:.1%} to {figure.high:.1%})"


def as_json(plans: list[Plan], tallies: list[Tally]) -> str:
    data = [
        {
            "plan": plan._asdict(),
            "games": tally.games,
            "shares": _plain(tally.shares()),
            "per_game": _plain(tally.per_game()),
        }
        for plan, tally in zip(plans, tallies, strict=True)
    ]
    return json.dumps(data, indent=2)


def _plain(figures: dict[str, Figure]) -> dict[str, Any]:
    return {name: figure._asdict() for name, figure in figures.items()}
