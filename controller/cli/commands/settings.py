"""`undertow settings`: says what is in force for `undertow play`, and who set it."""

import argparse
import sys

from controller.cli.commands import play
from controller.cli.settings.resolve import resolve, wanted

HELP = "show the settings that `play` would use, and where each comes from"

# Whatever is said to `play` can be said here, to see what would come of it.
add_arguments = play.add_arguments


def run(parsed: argparse.Namespace) -> int:
    from controller.chance.house import Houses
    from controller.cli.settings.show import shown

    found = resolve(vars(parsed))
    game, seats, _options = wanted(found)
    Houses(found.house).of(game)
    sys.stdout.write(shown(found, seats))
    return 0
