"""What `undertow replay` takes; apart from the rest, which is dear to load."""

import argparse
from pathlib import Path
from typing import Any

from controller.cli.settings import PORT


def add_replay(commands: Any) -> None:
    replay = commands.add_parser(
        "replay", help="play recordings again and compare every frame and position"
    )
    replay.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="of `play --record FILE`"
    )
    replay.add_argument(
        "--from-time",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="what differs before this time does not count",
    )
    replay.add_argument("--json", action="store_true", help="as JSON, one line a file")
    either = replay.add_mutually_exclusive_group()
    either.add_argument(
        "--accept",
        action="store_true",
        help="keep what came in, and write down what comes of it now",
    )
    either.add_argument(
        "--show", action="store_true", help="on a page, to be looked at"
    )
    replay.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="TIMES",
        help="with --show: so many times as fast as it was",
    )
    replay.add_argument(
        "--port", type=int, default=PORT, help=f"with --show; default {PORT}"
    )


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
