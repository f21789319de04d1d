"""`undertow club`: runs a club's evening at several tables."""

import argparse
from pathlib import Path

from controller import games
from controller.basics.errors import UndertowError
from controller.cli.command import add_options
from controller.words.files import LANGUAGES

# The default number of rounds.
ROUNDS = 3


class NoExtra(UndertowError):
    """The packages that a command needs are not installed."""


def add_club(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        type=Path,
        help="folder of the evening; names.txt in it lists the players, one a line",
    )
    parser.add_argument("game", help=games.listed())
    parser.add_argument(
        "--broker", metavar="URL", required=True, help="MQTT broker of the tables"
    )
    parser.add_argument(
        "--broker-ca", metavar="FILE", help="certificate authority of the broker (PEM)"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="number of rounds")
    parser.add_argument("--seats", type=int, help="usual number of players at a table")
    add_options(parser)
    parser.add_argument(
        "--tables", metavar="NAME,…", help="only these tables, separated by commas"
    )
    parser.add_argument("--port", type=int, default=8138, help="port of its page")
    parser.add_argument(
        "--share",
        action="store_true",
        help="make its page available in the local network",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=LANGUAGES[0],
        help="language of its page and report",
    )


def run_club(parsed: argparse.Namespace) -> int:
    try:
        from controller.bus.address import address_of
        from controller.club.command import EVERYWHERE, EveningSettings, run
    except ModuleNotFoundError as error:
        words = f"{error.name} is missing; pip install 'undertow[bus]'"
        raise NoExtra(words) from None
    from controller.cli.settings.sources import option_of
    from controller.club.director import Plan
    from controller.club.pairing import PodSizes
    from controller.rules.game import checked_options
    from controller.service.settings import SEATS, split_names

    game = games.find(parsed.game)
    options = dict(option_of(game.name, word, "--option") for word in parsed.options)
    usual = game.seats_near(SEATS if parsed.seats is None else parsed.seats)
    checked_options(game, usual, options)
    sizes = PodSizes(*game.seats, usual)
    return run(
        EveningSettings(
            parsed.folder,
            address_of(parsed.broker, parsed.broker_ca),
            Plan(game.name, options, max(1, parsed.rounds), sizes),
            game.title,
            split_names(parsed.tables),
            EVERYWHERE if parsed.share else "127.0.0.1",
            parsed.port,
            parsed.language,
        )
    )
