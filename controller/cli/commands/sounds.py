"""`undertow sounds`: makes the table's sounds from their recipes."""

import argparse

HELP = "make the table's sounds from their recipes"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="only say what is stale")


def run(parsed: argparse.Namespace) -> int:
    from controller.sound import cues, making
    from controller.tools.terminal import tell

    stale = making.check() if parsed.check else making.write()
    for name in stale:
        tell(f"{name} is {'stale' if parsed.check else 'made anew'}")
    if parsed.check and stale:
        tell("Make them with: undertow sounds")
        return 1
    tell(f"{len(cues.names())} sounds and the music, each as its recipe says")
    return 0
