"""`undertow play`: runs the table and serves its page."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from controller import games
from controller.basics.errors import UndertowError
from controller.cli.command import add_backend, add_board, add_port, add_state, refuse
from controller.cli.settings.resolve import checked_setup, resolve
from controller.service import settings
from controller.service.settings import FILE, Settings
from controller.words.files import LANGUAGES

if TYPE_CHECKING:
    from controller.service.hooks import MakeHooks


def add_play(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    _add_table(parser)
    _add_page(parser)
    _add_chance(parser)
    _add_sound(parser)
    _add_files(parser)


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help=games.listed())
    parser.add_argument("--seats", type=int, help="number of players")
    parser.add_argument(
        "--bots",
        metavar="LEVEL,…",
        help="bots for the last seats: easy, steady (medium) or sharp (strong)",
    )
    parser.add_argument(
        "--option",
        action="append",
        dest="options",
        metavar="NAME=VALUE",
        help="a variant of the game, such as memory=true; can be repeated",
    )
    parser.add_argument(
        "--learn",
        action=argparse.BooleanOptionalAction,
        help="begin with a lesson",
    )
    parser.add_argument(
        "--seed", type=_seed, help="seed of the random numbers, to repeat a game"
    )


def _add_table(parser: argparse.ArgumentParser) -> None:
    add_backend(parser)
    add_board(parser)
    add_state(parser)
    parser.add_argument(
        "--house", help="folder of your own decks and dice (house data)"
    )


def _add_page(parser: argparse.ArgumentParser) -> None:
    either = argparse.BooleanOptionalAction
    add_port(parser)
    parser.add_argument(
        "--share", action=either, help="make the pages available in the local network"
    )
    parser.add_argument(
        "--joining", action=either, help="let phones take a seat by holding its button"
    )
    parser.add_argument(
        "--names", help="more host names of this machine, separated by commas"
    )
    parser.add_argument("--browser", action=either, help="open the page in a browser")
    parser.add_argument("--language", choices=LANGUAGES, help="language of the pages")
    parser.add_argument(
        "--tls-certificate",
        metavar="FILE",
        help="serve the pages over https: certificate (PEM)",
    )
    parser.add_argument(
        "--tls-key",
        metavar="FILE",
        help="private key of the certificate (PEM, no passphrase)",
    )


def _add_chance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--die", choices=settings.DIES, help="who rolls the die")
    parser.add_argument(
        "--explosion",
        choices=settings.EXPLOSIONS,
        help="who decides an explosion; auto: players, if the Eliminator works",
    )
    parser.add_argument(
        "--cards",
        choices=settings.CARDS,
        help="who deals; auto: the card shoe, if the deck is enrolled",
    )


def _add_sound(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--volume", type=int, help="volume, from 0 (silent) to 10")
    parser.add_argument(
        "--music", action=argparse.BooleanOptionalAction, help="play background music"
    )
    parser.add_argument("--quiet", help="quiet hours, such as 22:00-07:30")
    parser.add_argument(
        "--speech",
        action=argparse.BooleanOptionalAction,
        help="speak prompts and events",
    )
    parser.add_argument(
        "--voice",
        help="voice, such as en-gb or de; default: the voice of the language",
    )
    parser.add_argument(
        "--speech-command",
        metavar="COMMAND",
        help="program that speaks instead of espeak-ng: text in, WAV out",
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log",
        choices=settings.LOGS,
        help="format of the log; auto: for the terminal or for systemd",
    )
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
    # What the journal can keep.
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
    # What is wrong with the house data is said before anything is begun.
    Houses(found.house).of(checked_setup(found)[0])
    try:
        with log.written(log.style(found.log)):
            board = boardmap.load(found.board)
            app.play(found, board, _hooks(found))
    except UndertowError as error:
        return refuse(str(error), found.log)
    return 0


def _hooks(found: Settings) -> "MakeHooks":
    from controller.service.hooks import no_hooks

    if found.record is None:
        return no_hooks
    from controller.replay.recording import recording_hooks

    return recording_hooks(found.record, found)
