"""Finds the command that was asked for, and runs it."""

import sys
from argparse import Action, ArgumentParser
from importlib import import_module
from typing import cast

from controller.basics.errors import UndertowError
from controller.cli.command import Command, refuse

# In the order in which they are listed for people. Each has its file in `commands/`.
COMMANDS = (
    "play",
    "settings",
    "doctor",
    "selftest",
    "wiring",
    "flash",
    "cards",
    "print",
    "sounds",
    "effects",
    "forget",
    "replay",
    "engine",
    "simulate",
    "new-game",
    "golden",
    "servo-off",
)


def run(arguments: list[str]) -> int:
    """Runs one command and gives its exit status."""
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
    """Says in a sentence what could not be read or written: full, forbidden, no folder.

    Each tool knows better where it can; this is for what it does not expect.
    """
    why = error.strerror or str(error)
    if not error.filename:
        # Maybe the output itself: Python must not try to flush the rest at its end.
        sys.stdout = None
    if isinstance(error, BrokenPipeError):
        return 1  # whoever read it has heard enough
    return refuse(f"{error.filename}: {why}" if error.filename else why)


def command(name: str) -> Command:
    module = import_module(f"controller.cli.commands.{name.replace('-', '_')}")
    return cast(Command, module)


def parser(arguments: list[str]) -> ArgumentParser:
    """Knows all commands, or only the one that is named first: that loads sooner."""
    whole = ArgumentParser(prog="undertow", description="A table that knows the rules.")
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in set(COMMANDS).intersection(arguments[:1]) or COMMANDS:
        found = command(name)
        says = f"{found.HELP[0].upper()}{found.HELP[1:]}."
        found.add_arguments(
            commands.add_parser(name, help=found.HELP, description=says)
        )
    return whole


class _Version(Action):
    def __call__(self, *_: object) -> None:
        # It takes a while to load, and is seldom asked for.
        from importlib.metadata import version

        sys.stdout.write(f"undertow {version('undertow')}\n")
        sys.exit(0)
