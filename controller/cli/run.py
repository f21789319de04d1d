"""Finds and runs the command."""

import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from controller.basics.errors import UndertowError
from controller.cli.command import refuse

# In help order: what each command is for, and the file in `commands/` with its `add_`
# and `run_`. The file imports its tools only in `run_`, so that parsing the command
# line is quick.
COMMANDS = {
    "play": ("play", "play at the table, real or simulated, and serve its pages"),
    "settings": (
        "settings",
        "show the settings that `play` would use, and their origin",
    ),
    "doctor": ("building", "check this machine, and say how to fix what is wrong"),
    "selftest": (
        "building",
        "test every lamp, button, sensor and the striker, step by step",
    ),
    "wiring": (
        "making",
        "generate pin-out, drawings, power budget and parts list from a board map",
    ),
    "flash": ("building", "flash the firmware of a sensor board"),
    "cards": ("building", "enroll a deck of real cards with NFC tags"),
    "print": (
        "making",
        "make PDFs of a game's cards, pieces and overlays, to print and cut",
    ),
    "sounds": ("making", "generate the table's sound files from their recipes"),
    "effects": ("making", "show the lights and sounds of each event of a game"),
    "club": ("club", "run a club's evening at several tables on one broker"),
    "backup": ("backup", "write settings, board maps, decks and all games to one file"),
    "restore": ("backup", "put the files of a backup back in their places"),
    "update": ("backup", "install a newer package, and go back by itself if it fails"),
    "forget": ("forget", "delete a player's name from past games and the saved game"),
    "replay": ("programs", "replay recordings and compare every frame and position"),
    "engine": (
        "programs",
        "run the rules engine: one JSON object per line on standard input and output",
    ),
    "simulate": ("programs", "let bots play many games, and print statistics"),
    "new-game": ("making", "create a new game that can be played at once"),
    "golden": ("making", "write the files that a game's tests compare with"),
    "network": ("building", "ask for a Wi-Fi by an access point with a page"),
    "servo-off": ("building", "switch the servo's signal off after a crash"),
}


class Command(NamedTuple):
    add_arguments: Callable[[ArgumentParser], None]
    # Returns the exit status.
    run: Callable[[Namespace], int]


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status."""
    parsed = parser(arguments).parse_args(arguments)
    try:
        status = command(parsed.command).run(parsed)
        if sys.stdout:
            sys.stdout.flush()
    except UndertowError as error:
        return refuse(str(error))
    except OSError as error:
        return _not_written(error)
    return status


def _not_written(error: OSError) -> int:
    """Print what could not be read or written, unless a tool explained it better."""
    why = error.strerror or str(error)
    if not error.filename:
        # Perhaps the output itself: Python must not try to flush it at exit.
        sys.stdout = None
    if isinstance(error, BrokenPipeError):
        return 1  # the reader has stopped reading
    return refuse(f"{error.filename}: {why}" if error.filename else why)


def command(name: str) -> Command:
    module = import_module(f"controller.cli.commands.{COMMANDS[name][0]}")
    called = name.replace("-", "_")
    return Command(getattr(module, f"add_{called}"), getattr(module, f"run_{called}"))


def parser(arguments: list[str]) -> ArgumentParser:
    """Return a parser for all commands, with arguments only for the one named first."""
    whole = ArgumentParser(prog="undertow", description="A table that knows the rules.")
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, words) in COMMANDS.items():
        says = f"{words[0].upper()}{words[1:]}."
        one = commands.add_parser(name, help=words, description=says)
        if [name] == arguments[:1]:
            command(name).add_arguments(one)
    return whole


class _Version(Action):
    def __call__(self, *_: object) -> None:
        # It is slow to load and seldom needed.
        from importlib.metadata import version

        sys.stdout.write(f"undertow {version('undertow')}\n")
        sys.exit(0)
