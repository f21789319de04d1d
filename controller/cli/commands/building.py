"""Commands for building a table: check it, test it, flash its boards, enroll cards."""

import argparse
from pathlib import Path

from controller.basics.errors import UndertowError
from controller.cli.command import add_json, add_settings, refuse
from controller.cli.settings.resolve import resolve
from controller.tools.selftest import PARTS


def add_doctor(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    sheet = parser.add_mutually_exclusive_group()
    sheet.add_argument(
        "--first-evening",
        action="store_true",
        help="ask what you measured on a real Pi, and pack a report without secrets",
    )
    sheet.add_argument(
        "--lamps",
        action="store_true",
        help="print what the lamps say after switching on",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the first evening's archive; or a PDF to print, of questions or lamps",
    )
    add_settings(parser, "board", "state")


def run_doctor(parsed: argparse.Namespace) -> int:
    from controller.tools.doctor.report import doctor

    if parsed.lamps:
        from controller.tools.state_lamps import state_lamps

        return state_lamps(parsed.out)
    found = resolve(vars(parsed))
    if parsed.first_evening:
        from controller.tools.first_evening.command import first_evening

        return first_evening(found.board, found.state, parsed.out)
    return doctor(found.board, found.state, as_json=parsed.json)


def add_selftest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "part", nargs="?", choices=PARTS, help="test only these; default: everything"
    )
    add_settings(parser, "board", "backend")


def run_selftest(parsed: argparse.Namespace) -> int:
    from controller.tools.selftest.command import selftest

    found = resolve(vars(parsed))
    return selftest(found.board, found.backend, parsed.part)


def add_flash(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument(
        "name", nargs="?", help="the sensor board, by its name in the board map"
    )
    group.add_argument(
        "--list",
        action="store_true",
        help="list the boards that are plugged in, and their firmware",
    )
    add_settings(parser, "board")
    parser.add_argument(
        "--port",
        dest="usb_port",
        metavar="PORT",
        help="serial port of the board, if the board map lacks its serial number",
    )


def run_flash(parsed: argparse.Namespace) -> int:
    from controller.tools.flash.command import flash

    return flash(resolve(vars(parsed)).board, parsed.name, parsed.usb_port)


def add_cards(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", required=True, metavar="WHAT")
    enroll = deeds.add_parser(
        "enroll", help="enroll a deck, card by card on the reader"
    )
    listed = deeds.add_parser("list", help="list the enrolled decks")
    forget = deeds.add_parser(
        "forget", help="forget a deck, to use its tags for other cards"
    )
    for deed in (enroll, forget):
        deed.add_argument("deck", metavar="GAME", help="the game of the deck")
    for deed in (enroll, listed, forget):
        add_settings(deed, "state")
    add_settings(enroll, "board", "backend")


def run_cards(parsed: argparse.Namespace) -> int:
    from controller.tools.cards import cards

    return cards(parsed.deed, getattr(parsed, "deck", None), resolve(vars(parsed)))


def add_network(parser: argparse.ArgumentParser) -> None:
    add_settings(parser, "port")


def run_network(parsed: argparse.Namespace) -> int:
    from controller.tools.network import ask_for_network

    try:
        ask_for_network(resolve(vars(parsed)))
    except FileNotFoundError:
        return refuse("nmcli is missing: sudo apt-get install network-manager")
    return 0


# The service runs this as its last command after each stop (`ExecStopPost=`).
def add_servo_off(parser: argparse.ArgumentParser) -> None:
    add_settings(parser, "board", "backend")


def run_servo_off(parsed: argparse.Namespace) -> int:
    found = resolve(vars(parsed))
    return servo_off(found.board, found.backend)


def servo_off(board: Path, backend: str, root: Path = Path("/")) -> int:
    """Return the exit status: 1, after a message, if the servo may still be powered."""
    from hardware import choose
    from wiring import boardmap

    try:
        row = boardmap.load(board).eliminator
        if row:
            choose.end_pulses(backend, row, root)
    except (UndertowError, OSError) as error:
        return refuse(f"the Eliminator may still be driven ({error}); turn its key off")
    return 0
