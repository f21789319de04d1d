"""`undertow engine`: the rules on standard input and output."""

import argparse
import os
import sys

from controller.cli.settings.sources import PREFIX

HELP = "let a program play: JSON objects, one a line, on standard input and output"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none; all is said on standard input."""


def run(_parsed: argparse.Namespace) -> int:
    from controller.chance.house import Houses
    from controller.engine.protocol import serve

    try:
        houses = Houses(os.environ.get(f"{PREFIX}HOUSE"))
        serve(sys.stdin.buffer, sys.stdout.buffer, houses)
    except BrokenPipeError:
        # Nobody reads the answers any more; Python must not try to flush them.
        sys.stdout = None
    except KeyboardInterrupt:
        return 130
    return 0
