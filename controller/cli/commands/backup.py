"""`undertow backup`, `undertow restore` and `undertow update`."""

import argparse
import os
from pathlib import Path

from controller.cli.command import add_settings
from controller.cli.settings.resolve import NAMES_THE_FILE, resolve, state_folder


def add_backup(parser: argparse.ArgumentParser) -> None:
    _add(parser, "the file to write", "replace a file of that name")


def add_restore(parser: argparse.ArgumentParser) -> None:
    _add(parser, "the backup", "replace settings, decks and games that are here")


def _add(parser: argparse.ArgumentParser, file: str, replace: str) -> None:
    parser.add_argument("backup", metavar="FILE", type=Path, help=file)
    parser.add_argument("--replace", action="store_true", help=replace)
    parser.add_argument(
        "--settings", metavar="FILE", help="settings file, instead of the usual one"
    )
    add_settings(parser, "state")


def run_backup(parsed: argparse.Namespace) -> int:
    from controller.tools.backup.command import backup

    return backup(parsed.backup, resolve(vars(parsed)), replace=parsed.replace)


def run_restore(parsed: argparse.Namespace) -> int:
    from controller.service.settings import FILE
    from controller.tools.backup.command import restore_backup

    # Without `resolve`: the settings may be broken or missing.
    file = Path(parsed.settings or os.environ.get(NAMES_THE_FILE) or FILE)
    given = parsed.state or os.environ.get("UNDERTOW_STATE")
    return restore_backup(
        parsed.backup,
        file,
        Path(given) if given else None,
        state_folder(None),
        parsed.replace,
    )


def add_update(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "package",
        metavar="FILE",
        type=Path,
        nargs="?",
        help="the package, with its signature beside it in FILE.sig; without it, "
        "what is on a USB stick, or else in the repository that you have set",
    )


def run_update(parsed: argparse.Namespace) -> int:
    from controller.tools.update.command import update

    return update(parsed.package)
