"""The commands of `undertow`: what each takes, and what it starts."""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from controller import games
from controller.rules.game import AnyGame, BadSetup, checked_options
from hardware import first_light
from hardware.sim.pixels import MemoryPixels
from wiring import boardmap

PORT = 8137


def run(
    arguments: list[str], pixels: MemoryPixels | None, marks: dict[str, int]
) -> int:
    """Runs one command and gives its exit status."""
    parsed = _parser().parse_args(arguments)
    match parsed.command:
        case "engine":
            return _engine()
        case "bench":
            from controller.bench.report import bench

            return bench(as_json=parsed.json, quick=parsed.quick)
        case _:
            return _play(parsed, pixels, marks)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="undertow", description="A table that knows the rules."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_play(commands)
    commands.add_parser(
        "engine",
        help="the rules engine on standard input and output, one JSON object a line",
    )
    bench = commands.add_parser(
        "bench", help="print the figures, each beside a yardstick of the same run"
    )
    bench.add_argument("--json", action="store_true", help="as JSON")
    bench.add_argument("--quick", action="store_true", help="fewer repeats, more noise")
    return parser


class _Version(argparse.Action):
    def __call__(self, *_: object) -> None:
        # It takes a while to load, and is seldom asked for.
        from importlib.metadata import version

        sys.stdout.write(f"undertow {version('undertow')}\n")
        sys.exit(0)


def _add_play(commands: Any) -> None:
    play = commands.add_parser("play", help="run the table and serve its page")
    play.add_argument(
        "game", nargs="?", default="get-bit", help=f"one of: {', '.join(games.names())}"
    )
    play.add_argument("--seats", type=int, help="how many play")
    play.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variant of the game, e.g. memory=true; may be given several times",
    )
    play.add_argument("--seed", type=_seed, help="makes the game's chance repeatable")
    play.add_argument(
        "--backend", choices=["sim"], default="sim", help="where input and output go"
    )
    play.add_argument("--board", type=Path, default=boardmap.DEFAULT, help="board map")
    play.add_argument("--state", help="folder of the journal")
    play.add_argument("--port", type=int, default=PORT, help=f"default {PORT}")
    play.add_argument(
        "--share", action="store_true", help="open the page to the local network"
    )
    play.add_argument("--no-browser", action="store_true", help="do not open the page")
    play.add_argument("--marks", type=Path, help=argparse.SUPPRESS)


def _seed(text: str) -> int:
    # What the journal can keep.
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(
            f"must be a number of at most 18 digits, not {text[:30]!r}"
        )
    return int(text)


def _engine() -> int:
    from controller.engine import serve

    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Nobody reads the answers any more; Python must not try to flush them.
        sys.stdout = None
    except KeyboardInterrupt:
        return 130
    return 0


def _play(
    parsed: argparse.Namespace, pixels: MemoryPixels | None, marks: dict[str, int]
) -> int:
    from controller import service

    try:
        game, seats, options = _wanted(parsed)
        board = boardmap.load(parsed.board)
        wish = service.Wish(
            game=game,
            seats=seats,
            options=options,
            seed=parsed.seed,
            state=Path(first_light.state_folder(parsed.state)),
            port=parsed.port,
            share=parsed.share,
            browser=not parsed.no_browser,
            marks_file=parsed.marks,
        )
        service.play(wish, board, pixels, marks)
    except (
        games.NoSuchGame,
        BadSetup,
        boardmap.BoardMapError,
        service.CannotStart,
    ) as error:
        sys.stderr.write(f"undertow: {error}\n")
        return 1
    return 0


def _wanted(parsed: argparse.Namespace) -> tuple[AnyGame, int, dict[str, Any]]:
    game = games.find(parsed.game)
    low, high = game.seats
    seats = parsed.seats if parsed.seats is not None else max(low, min(4, high))
    options = dict(_option(game, text) for text in parsed.option)
    return game, seats, checked_options(game, seats, options)


def _option(game: AnyGame, text: str) -> tuple[str, Any]:
    """NAME=VALUE, the value as JSON where it is JSON: true, 2, null, or a word."""
    name, equals, value = text.partition("=")
    if not equals:
        known = ", ".join(option.name for option in game.options)
        raise BadSetup(f"--option {text}: expected NAME=VALUE; {game.name} has {known}")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
