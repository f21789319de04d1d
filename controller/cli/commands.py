"""The commands of `undertow`: what each takes, and what it starts."""

import argparse
import logging
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import wiring
from controller import games
from controller.chance.house import Houses
from controller.cli import settings
from controller.cli.replay import add_replay
from controller.cli.settings import BadSettings, resolve, split_names
from controller.rules.game import BadSetup
from controller.tools.selftest import PARTS as SELFTESTS
from hardware import first_light
from wiring import boardmap

if TYPE_CHECKING:
    from controller.service.options import PlayOptions
    from controller.service.taps import MakeTaps


def run(
    arguments: list[str], lit: first_light.Lit | None, marks: dict[str, int]
) -> int:
    """Runs one command and gives its exit status."""
    parsed = _parser().parse_args(arguments)
    try:
        return _run(parsed, lit, marks)
    except (BadSettings, games.NoSuchGame, BadSetup) as error:
        return _refuse(str(error), "auto")


def _run(
    parsed: argparse.Namespace, lit: first_light.Lit | None, marks: dict[str, int]
) -> int:
    match parsed.command:
        case "engine":
            return _engine()
        case "bench":
            from controller.tools.bench.report import bench

            return bench(as_json=parsed.json, quick=parsed.quick)
        case "doctor":
            from controller.tools.doctor.report import doctor

            found = resolve(vars(parsed))
            return doctor(found.board, found.state, found.port, as_json=parsed.json)
        case "selftest":
            from controller.tools.selftest.command import selftest

            found = resolve(vars(parsed))
            return selftest(found.board, found.backend, parsed.part)
        case "servo-off":
            from controller.cli.servo_off import servo_off

            found = resolve(vars(parsed))
            return servo_off(found.board, found.backend)
        case "flash":
            from controller.tools.flash.command import flash

            return flash(resolve(vars(parsed)).board, parsed.name, parsed.usb_port)
        case "cards":
            return _cards(parsed)
        case "wiring":
            from wiring.papers.command import wire

            return wire(parsed.board, parsed.out, check=parsed.check)
        case "replay":
            from controller.record.command import replay

            return replay(parsed)
        case "settings":
            return _settings(parsed)
        case _:
            return _play(parsed, lit, marks)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="undertow", description="A table that knows the rules."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="run the table and serve its page")
    _add_play(play)
    commands.add_parser(
        "settings",
        help="say what is in force for `play`, and who set it",
        parents=[play],
        add_help=False,  # it comes with the rest
    )
    commands.add_parser(
        "engine",
        help="the rules engine on standard input and output, one JSON object a line",
    )
    bench = commands.add_parser(
        "bench", help="print the figures, each beside a yardstick of the same run"
    )
    bench.add_argument("--json", action="store_true", help="as JSON")
    bench.add_argument("--quick", action="store_true", help="fewer repeats, more noise")
    _add_doctor(commands)
    _add_selftest(commands)
    servo_off = commands.add_parser(
        "servo-off", help="end the servo's pulses, if a table died in mid-stroke"
    )
    _add_board(servo_off)
    _add_backend(servo_off)
    _add_flash(commands)
    _add_cards(commands)
    _add_wiring(commands)
    add_replay(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, *_: object) -> None:
        # It takes a while to load, and is seldom asked for.
        from importlib.metadata import version

        sys.stdout.write(f"undertow {version('undertow')}\n")
        sys.exit(0)


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("game", nargs="?", help=f"one of: {', '.join(games.names())}")
    play.add_argument("--seats", type=int, help="how many play")
    play.add_argument(
        "--option",
        action="append",
        dest="options",
        metavar="NAME=VALUE",
        help="a variant of the game, e.g. memory=true; may be given several times",
    )
    play.add_argument("--seed", type=_seed, help="makes the game's chance repeatable")
    _add_backend(play)
    _add_board(play)
    play.add_argument("--state", help="folder of the journal")
    play.add_argument("--house", help="folder of your own decks and dice")
    _add_port(play)
    either = argparse.BooleanOptionalAction
    play.add_argument("--share", action=either, help="open it to the local network")
    play.add_argument("--names", help="further names of this machine, with commas")
    play.add_argument("--browser", action=either, help="show the page on this machine")
    play.add_argument("--log", choices=settings.LOGS, help="how to log")
    play.add_argument("--die", choices=settings.DIES, help="who rolls it")
    play.add_argument(
        "--explosion",
        choices=settings.EXPLOSIONS,
        help="who says where pieces land: auto is players where the Eliminator works",
    )
    play.add_argument(
        "--cards",
        choices=settings.CARDS,
        help="who deals: auto is the card shoe where the deck is enrolled",
    )
    play.add_argument("--settings", metavar="FILE", help=f"instead of {settings.FILE}")
    play.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="for `undertow replay`: all that happens at the table, secrets too",
    )
    play.add_argument("--marks", type=Path, help=argparse.SUPPRESS)


def _add_backend(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--backend",
        choices=first_light.BACKENDS,
        help="where input and output go: auto is pi on a Raspberry Pi, else sim",
    )


def _add_board(command: argparse.ArgumentParser) -> None:
    known = ", ".join(wiring.names())
    command.add_argument("--board", help=f"board map: its path, or one of {known}")


def _add_port(command: argparse.ArgumentParser) -> None:
    command.add_argument("--port", type=int, help=f"default {settings.PORT}")


def _add_doctor(commands: Any) -> None:
    doctor = commands.add_parser(
        "doctor", help="say what is wrong with this machine, and what mends it"
    )
    doctor.add_argument("--json", action="store_true", help="as JSON")
    _add_board(doctor)
    doctor.add_argument("--state", help="folder of the journal")
    _add_port(doctor)


def _add_selftest(commands: Any) -> None:
    selftest = commands.add_parser(
        "selftest", help="walk through every lamp, button, sensor and the striker"
    )
    selftest.add_argument(
        "part", nargs="?", choices=SELFTESTS, help="only this; without it, all of them"
    )
    _add_board(selftest)
    _add_backend(selftest)


def _add_flash(commands: Any) -> None:
    flash = commands.add_parser("flash", help="put the firmware onto a sensor board")
    wish = flash.add_mutually_exclusive_group(required=True)
    wish.add_argument("name", nargs="?", help="the board, as the board map names it")
    wish.add_argument(
        "--list", action="store_true", help="which boards are there, and what they run"
    )
    _add_board(flash)
    flash.add_argument(
        "--port",
        dest="usb_port",
        metavar="PORT",
        help="where it is, if its number is not known yet",
    )


def _add_wiring(commands: Any) -> None:
    wired = commands.add_parser(
        "wiring", help="pin-out, drawings, power and parts list from the board map"
    )
    _add_board(wired)
    wired.add_argument("--out", type=Path, help="folder; default: beside the board map")
    wired.add_argument("--check", action="store_true", help="only say what is stale")


def _add_cards(commands: Any) -> None:
    deeds = commands.add_parser(
        "cards", help="teach the table the tags on real cards"
    ).add_subparsers(dest="deed", required=True, metavar="DEED")
    enroll = deeds.add_parser("enroll", help="put each card of a deck on the reader")
    listed = deeds.add_parser("list", help="which decks are enrolled")
    forget = deeds.add_parser("forget", help="free the tags of a deck")
    for deed in (enroll, forget):
        deed.add_argument("deck", metavar="GAME", help="the game whose deck it is")
    for deed in (enroll, listed, forget):
        deed.add_argument("--state", help="folder of the journal and the decks")
    _add_board(enroll)
    _add_backend(enroll)


def _seed(text: str) -> int:
    # What the journal can keep.
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(
            f"must be a number of at most 18 digits, not {text[:30]!r}"
        )
    return int(text)


def _engine() -> int:
    from controller.engine.protocol import serve

    try:
        houses = Houses(os.environ.get(f"{settings.PREFIX}HOUSE"))
        serve(sys.stdin.buffer, sys.stdout.buffer, houses)
    except BrokenPipeError:
        # Nobody reads the answers any more; Python must not try to flush them.
        sys.stdout = None
    except KeyboardInterrupt:
        return 130
    return 0


def _cards(parsed: argparse.Namespace) -> int:
    from controller.tools.cards.command import CardsOptions, cards

    found = resolve(vars(parsed))
    deck = getattr(parsed, "deck", None)
    houses = Houses(found.house)
    wish = CardsOptions(
        parsed.deed, deck, found.board, found.backend, found.state, houses
    )
    return cards(wish)


def _settings(parsed: argparse.Namespace) -> int:
    found = resolve(vars(parsed))
    game, seats, _ = settings.wanted(found)
    Houses(found.house).of(game)
    sys.stdout.write(settings.shown(found, seats))
    return 0


def _play(
    parsed: argparse.Namespace, lit: first_light.Lit | None, marks: dict[str, int]
) -> int:
    from controller.chance.dealer import ToldBy
    from controller.service import app as service
    from controller.service import log
    from controller.service.options import PlayOptions

    found = resolve(vars(parsed))
    game, seats, options = settings.wanted(found)
    houses = Houses(found.house)
    houses.of(game)  # what is wrong with it is said before anything is begun
    try:
        with log.written(log.style(found.log)):
            board = boardmap.load(found.board)
            wish = PlayOptions(
                game=game,
                seats=seats,
                options=options,
                seed=parsed.seed,
                backend=found.backend,
                state=found.state,
                port=found.port,
                share=found.share,
                browser=found.browser,
                marks_file=parsed.marks,
                told_by=ToldBy(found.die, found.explosion, found.cards),
                record=parsed.record,
                names=split_names(found.names),
                houses=houses,
                host_code=found.host_code,
            )
            service.play(wish, board, lit, marks, _taps(wish))
    except (boardmap.BoardMapError, service.CannotStart) as error:
        return _refuse(str(error), found.log)
    return 0


def _taps(wish: "PlayOptions") -> "MakeTaps":
    from controller.service.taps import no_taps

    if wish.record is None:
        return no_taps
    from controller.record.recording import taps_of

    return taps_of(wish.record, wish)


def _refuse(sentence: str, wish: str) -> int:
    """Says why a command does not do what it should."""
    from controller.service import log

    style = log.style(wish)
    if style == "plain":
        sys.stderr.write(f"undertow: {sentence}\n")
    else:
        with log.written(style):
            logging.getLogger("undertow").error("%s", sentence)
    return 1
