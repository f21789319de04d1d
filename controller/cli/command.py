"""Arguments that several commands share, and how commands refuse."""

import logging
import sys
from argparse import ArgumentParser

import wiring
from controller.service.settings import PORT
from hardware.backend import BACKENDS


def refuse(sentence: str, log_style: str = "auto") -> int:
    """Print why a command failed, and return its exit status."""
    from controller.service import log

    style = log.style(log_style)
    if style == "plain":
        sys.stderr.write(f"undertow: {sentence}\n")
    else:
        with log.written(style):
            logging.getLogger("undertow").error("%s", sentence)
    return 1


def add_backend(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--backend",
        choices=BACKENDS,
        help="hardware: pi (real), sim (simulated) or auto (pi on a Raspberry Pi)",
    )


def add_board(parser: ArgumentParser) -> None:
    known = ", ".join(wiring.names())
    parser.add_argument("--board", help=f"board map: a path, or one of {known}")


def add_port(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=int, help=f"port of the web pages; default {PORT}"
    )


def add_state(parser: ArgumentParser) -> None:
    parser.add_argument("--state", help="folder of saved games and enrolled decks")


def add_json(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print JSON instead of text"
    )
