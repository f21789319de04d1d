"""What several commands share: arguments, and how they fail."""

import logging
import sys
from argparse import ArgumentParser, BooleanOptionalAction

import wiring
from controller.basics.sheet import FLAG
from controller.service.settings import PORT, Settings, bounds_of

# The `--help` text of each setting that has an option.
HELP = {
    "seats": "number of players",
    "bots": "bots for the last seats: easy, steady (medium) or sharp (strong)",
    "learn": "begin with a lesson",
    "backend": "hardware: pi (real), sim (simulated) or auto (pi on a Raspberry Pi)",
    "board": f"board map: a path, or one of {', '.join(wiring.names())}",
    "state": "folder of saved games and enrolled decks",
    "house": "folder of your own decks and dice (house data)",
    "port": f"port of the web pages; default {PORT}",
    "share": "make the pages available in the local network",
    "joining": "let phones take a seat by holding its button",
    "names": "more host names of this machine, separated by commas",
    "browser": "open the page in a browser",
    "language": "language of the pages",
    "tls_certificate": "serve the pages over https: certificate (PEM)",
    "tls_key": "private key of the certificate (PEM, no passphrase)",
    "broker": "publish the table on this MQTT broker",
    "broker_ca": "certificate authority of the broker (PEM)",
    "broker_names": "publish the players' names, instead of their colours",
    "metrics": "serve metrics for Prometheus at /metrics, to the host only",
    "nearby": "find other tables in the local network, and be found by them",
    "guests": "let other tables join the game, with the host code or a held button",
    "join": "be a second table for the game of another one: its address or link",
    "join_ca": "certificate authority of that table (PEM)",
    "table_name": "name of this table for others",
    "die": "who rolls the die",
    "explosion": "who decides an explosion; auto: players, if the Eliminator works",
    "cards": "who deals; auto: the card shoe, if the deck is enrolled",
    "clock": "minutes for each player's decisions; 0 only counts; default: no clock",
    "volume": "volume, from 0 (silent) to 10",
    "music": "play background music",
    "quiet": "quiet hours, such as 22:00-07:30",
    "speech": "speak prompts and events",
    "voice": "voice, such as en-gb or de; default: the voice of the language",
    "speech_command": "program that speaks instead of espeak-ng: text in, WAV out",
}
_METAVARS = {
    "bots": "LEVEL,…",
    "tls_certificate": "FILE",
    "tls_key": "FILE",
    "broker": "URL",
    "join": "LINK",
    "broker_ca": "FILE",
    "join_ca": "FILE",
}


def refuse(sentence: str) -> int:
    """Print why a command failed, and return its exit status."""
    from controller.service import log

    if log.is_journal(sys.stderr):
        with log.written():
            logging.getLogger("undertow").error("%s", sentence)
    else:
        sys.stderr.write(f"undertow: {sentence}\n")
    return 1


def add_settings(parser: ArgumentParser, *keys: str) -> None:
    """Add the options of these settings; `resolve` checks their values."""
    for key in keys:
        option, bounds = f"--{key.replace('_', '-')}", bounds_of(key)
        if bounds is FLAG:
            parser.add_argument(option, action=BooleanOptionalAction, help=HELP[key])
        else:
            parser.add_argument(
                option,
                type=int if _is_number(key) else str,
                choices=bounds.words or None,
                metavar=_METAVARS.get(key),
                help=HELP[key],
            )


def _is_number(key: str) -> bool:
    kind = Settings.__annotations__[key].__origin__
    return kind in (int, int | None)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        dest="options",
        metavar="NAME=VALUE",
        help="a variant of the game, such as memory=true; can be repeated",
    )


def add_json(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print JSON instead of text"
    )
