"""`undertow settings`: prints the settings of `undertow play`, and who set each."""

import argparse
import sys

from controller.cli.commands import play
from controller.cli.settings.resolve import checked_setup, resolve

# All arguments of `play` can be given here, to see their effect.
add_settings = play.add_play


def run_settings(parsed: argparse.Namespace) -> int:
    from controller.chance.house import Houses
    from controller.cli.settings.show import shown

    found = resolve(vars(parsed))
    game, seats, _options = checked_setup(found)
    Houses(found.house).of(game)
    sys.stdout.write(shown(found, seats))
    return 0
