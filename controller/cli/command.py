"""What a command of `undertow` is: a file in `commands/`, named in `run.COMMANDS`."""

import logging
import sys
from argparse import ArgumentParser, Namespace
from typing import Protocol


class Command(Protocol):
    """What such a file has in it.

    All commands are loaded to list them, so a file imports its tool only in `run`.
    """

    # One line, as `undertow --help` lists it.
    HELP: str

    def add_arguments(self, parser: ArgumentParser) -> None: ...

    def run(self, parsed: Namespace) -> int:
        """Run the command and return its exit status."""
        ...


def refuse(sentence: str, log_style: str = "auto") -> int:
    """Says why a command does not do what it should, and gives the exit status."""
    from controller.service import log

    style = log.style(log_style)
    if style == "plain":
        sys.stderr.write(f"undertow: {sentence}\n")
    else:
        with log.written(style):
            logging.getLogger("undertow").error("%s", sentence)
    return 1
