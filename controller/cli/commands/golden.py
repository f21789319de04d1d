"""`undertow golden`: writes what a game's tests compare it with."""

import argparse

from controller import games

HELP = "write the pictures, playthroughs, perft counts and recording of games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="*", help=f"{games.listed()}; none: only the pages that list them"
    )
    parser.add_argument(
        "--anew",
        action="store_true",
        help="after other rules: play on at random what cannot be played any more",
    )


def run(parsed: argparse.Namespace) -> int:
    from controller.tools.golden import command

    return command.run(command.GoldenOptions(tuple(parsed.game), parsed.anew))
