"""`undertow play`: runs the table and serves its page."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from controller import games
from controller.basics.errors import UndertowError
from controller.cli.command import HELP, add_options, add_settings, refuse
from controller.cli.settings.resolve import checked_setup, resolve
from controller.service.settings import FILE, BadSettings, Settings

if TYPE_CHECKING:
    from controller.service.hooks import MakeHooks
    from controller.service.host_settings import Resolve


def add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help=games.listed())
    add_options(parser)
    parser.add_argument(
        "--seed", type=_seed, help="seed of the random numbers, to repeat a game"
    )
    add_settings(parser, *HELP)
    parser.add_argument(
        "--settings", metavar="FILE", help=f"settings file, instead of {FILE}"
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="record everything, secrets too, for `undertow replay`",
    )
    parser.add_argument("--marks", type=Path, help=argparse.SUPPRESS)


def _seed(text: str) -> int:
    # The levels that the journal can store.
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(
            f"must be a number of at most 18 digits, not {text[:30]!r}"
        )
    return int(text)


def run_play(parsed: argparse.Namespace) -> int:
    from controller.chance.house import Houses
    from controller.service import app, log
    from wiring import boardmap

    found = resolve(vars(parsed))
    # Check the house data before anything starts.
    Houses(found.house).of(checked_setup(found)[0])
    try:
        with log.written():
            board = boardmap.load(found.board)
            app.play(found, board, _hooks(found), resolve=_again(parsed))
    except UndertowError as error:
        return refuse(str(error))
    return 0


def _again(parsed: argparse.Namespace) -> "Resolve":
    return lambda by_host: resolve(vars(parsed), by_host=by_host)


def _hooks(found: Settings) -> "MakeHooks":
    from controller.service.hooks import no_hooks

    if found.record is None:
        return no_hooks
    if found.guests or found.join:
        raise BadSettings(
            "record: only what happens at this table alone can be recorded; leave out "
            f"{'guests' if found.guests else 'join'}, or do not record"
        )
    from controller.replay.recording import recording_hooks

    return recording_hooks(found.record, found)
