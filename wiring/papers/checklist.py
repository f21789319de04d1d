"""A page to print and tick off: every step with its picture, and its checks."""

from collections.abc import Sequence

from wiring.papers.steps import Step


def checklist(steps: Sequence[Step]) -> list[str]:
    lines = [
        "Print it, tick with a pen, and go on only when every check of a step is good: "
        "a fault is ten times as hard to find two steps later. `my-table.toml` is your "
        "copy of the map. [How to build it](../../BUILDING.md) has the reasons.",
    ]
    for number, step in enumerate(steps, 1):
        lines += [
            "",
            f"## {number}. {step.title}",
            "",
            f"![{step.title}](steps/{number}-{step.name}.svg)",
            "",
            *(f"- [ ] {words}" for words in step.do),
            *(f"- [ ] *Check:* {words}" for words in step.checks),
        ]
    return lines
