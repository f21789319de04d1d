"""`undertow replay`: plays recordings again, and says where they first differ."""

import argparse
from pathlib import Path
from typing import Any

from controller.cli.arguments import add_json
from controller.cli.settings.keys import PORT

HELP = "play recordings again and compare every frame and position"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a recording, made by `undertow play --record FILE`",
    )
    parser.add_argument(
        "--from-time",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="what differs before this time does not count",
    )
    add_json(parser)
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--accept",
        action="store_true",
        help="keep the input, and write down what comes of it now",
    )
    either.add_argument(
        "--show", action="store_true", help="show it on a page, to be looked at"
    )
    _add_show(parser)


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="TIMES",
        help="with --show: how many times as fast as it was",
    )
    parser.add_argument(
        "--port",
        type=int,
        default=PORT,
        help=f"with --show: port of the page, default {PORT}",
    )


def run(parsed: argparse.Namespace) -> int:
    from controller.record.command import replay

    return replay(parsed)


def _seconds(text: str) -> float:
    return _number(text, lambda number: number >= 0, "seconds, 0 or more")


def _speed(text: str) -> float:
    return _number(text, lambda number: 0 < number <= 1000, "above 0, 1000 at most")


def _number(text: str, fits: Any, expected: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not fits(number):
        raise argparse.ArgumentTypeError(f"must be {expected}, not {text[:30]!r}")
    return number
