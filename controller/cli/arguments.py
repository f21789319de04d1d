"""The arguments that several commands take."""

from argparse import ArgumentParser

import wiring
from controller.cli.settings.keys import PORT
from hardware.backend import BACKENDS


def add_backend(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--backend",
        choices=BACKENDS,
        help="where input and output go: auto is pi on a Raspberry Pi, else sim",
    )


def add_board(parser: ArgumentParser) -> None:
    known = ", ".join(wiring.names())
    parser.add_argument("--board", help=f"board map: its path, or one of {known}")


def add_port(parser: ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help=f"port of the page, default {PORT}")


def add_state(parser: ArgumentParser) -> None:
    parser.add_argument("--state", help="folder of the saved game and the decks")


def add_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="write JSON for programs")
