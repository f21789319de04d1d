"""`python -m tests.golden.playthroughs --write` writes every playthrough anew."""

import sys

from controller.games import names
from tests.golden.playthroughs import files, first_difference, render


def main() -> int:
    write = sys.argv[1:] == ["--write"]
    stale = 0
    for path in (path for name in names() for path in files(name)):
        text = path.read_text()
        expected = render(text)
        difference = first_difference(text, expected)
        if difference is None:
            continue
        stale += 1
        sys.stdout.write(f"{path}:{difference[0]}: {difference[1]}\n")
        if write:
            path.write_text(expected)
    if stale and not write:
        sys.stdout.write(
            "python -m tests.golden.playthroughs --write would mend these\n"
        )
    return 1 if stale and not write else 0


sys.exit(main())
