"""`undertow forget`: deletes a player's name from everything that is stored."""

import argparse
from pathlib import Path

from controller.cli.command import add_settings, refuse
from controller.cli.settings.resolve import resolve


def add_forget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name",
        metavar="NAME",
        help="the player's name; upper and lower case are the same",
    )
    add_settings(parser, "state")


def run_forget(parsed: argparse.Namespace) -> int:
    from controller.words.person import given_name

    return forget(given_name(parsed.name), resolve(vars(parsed)).state)


def forget(name: str, state: Path) -> int:
    """Return the exit status: 1 if nobody has that name, or it may still be stored."""
    from contextlib import closing

    from controller.basics.sentence import say
    from controller.storage import forget as forgetting
    from controller.storage.journal import InUse, Journal
    from controller.tools.terminal import tell
    from controller.words.files import in_english

    path, is_known = state / "journal.sqlite", False
    try:
        # Opening a missing journal would create it.
        if path.exists():
            with closing(Journal(path)) as journal:
                is_known = forgetting.forget(journal, name)
    except InUse:
        return refuse(
            f"the table is running and holds {path}; stop it first, "
            "or forget the name on its page, beside the games won"
        )
    if not is_known:
        return refuse(in_english(say("name.nobody", who=name)))
    tell(in_english(say("name.forgotten", who=name)))
    # A recording, or a copy that somebody made.
    for other in sorted(filter(Path.is_file, state.iterdir())):
        if forgetting.mentions(other, name):
            tell(f"{other} still has the name in it. Delete that file, too.")
    return 0
