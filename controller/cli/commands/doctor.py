"""`undertow doctor`: says what is wrong with this machine, and what mends it."""

import argparse

from controller.cli.arguments import add_board, add_json, add_port, add_state
from controller.cli.settings.resolve import resolve

HELP = "say what is wrong with this machine, and what mends it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_board(parser)
    add_state(parser)
    add_port(parser)


def run(parsed: argparse.Namespace) -> int:
    from controller.tools.doctor.report import doctor

    found = resolve(vars(parsed))
    return doctor(found.board, found.state, found.port, as_json=parsed.json)
