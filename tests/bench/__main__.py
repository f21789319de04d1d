"""Prints the figures as a table for people, or with `--json` for programs."""

import json
import sys
from argparse import ArgumentParser

from controller.cli.settings.resolve import state_folder
from controller.tools.terminal import columns
from tests.bench import frames, hostile, pages, press, ready, rules, running, storage
from tests.bench.figures import Figure


def main(arguments: list[str]) -> int:
    """Measure everything; return 1 if a figure misses its bar."""
    parser = ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few repeats, more noise")
    parser.add_argument("--json", action="store_true", help="write JSON for programs")
    parsed = parser.parse_args(arguments)
    quick = parsed.quick
    # Use the journal's own disk, not a temporary file system in memory.
    folder = state_folder(None)
    folder.mkdir(parents=True, exist_ok=True)
    figures = [
        *rules.measure(quick=quick),
        *press.measure(folder, quick=quick),
        *storage.measure(folder, quick=quick),
        *frames.measure(quick=quick),
        *running.measure(folder, quick=quick),
        *pages.measure(folder, quick=quick),
        *ready.measure(folder, quick=quick),
        *hostile.measure(folder, quick=quick),
    ]
    print(as_json(figures) if parsed.json else as_table(figures))
    return 1 if any(figure.holds is False for figure in figures) else 0


def as_json(figures: list[Figure]) -> str:
    rows = [
        {**figure._asdict(), "bar": figure.bar, "holds": figure.holds}
        for figure in figures
    ]
    return json.dumps({"figures": rows}, indent=2)


def as_table(figures: list[Figure]) -> str:
    head = ("figure", "value", "yardstick", "", "ratio", "bar", "")
    rows = [head, *(_row(figure) for figure in figures)]
    return "\n".join(columns(rows))


def _row(figure: Figure) -> tuple[str, ...]:
    measured = "" if figure.measured is None else f"{figure.measured:,.3g}"
    if figure.measured is not None and figure.measured >= 1000:
        measured = f"{figure.measured:,.0f}"
    value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.3g}"
    return (
        figure.name,
        f"{value} {figure.unit}".strip(),
        figure.yardstick,
        measured,
        "" if figure.ratio is None else f"{figure.ratio:.2f}x",
        figure.bar,
        {None: "", True: "held", False: "NOT HELD"}[figure.holds],
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
