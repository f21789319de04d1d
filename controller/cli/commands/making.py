"""Commands that produce something: papers, sheets, sounds, pictures, games."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from controller import games
from controller.cli.command import add_settings
from controller.cli.settings.resolve import checked_setup, resolve

if TYPE_CHECKING:
    from controller.session.table import Table
    from hardware.backend import Clock


def add_wiring(parser: argparse.ArgumentParser) -> None:
    add_settings(parser, "board")
    parser.add_argument(
        "--out", type=Path, help="folder; default: named after the board map, here"
    )
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--check",
        action="store_true",
        help="only list papers of the guide that are out of date",
    )
    group.add_argument(
        "--drawings",
        type=Path,
        metavar="FOLDER",
        help="write cutting and drilling templates there instead: SVG, DXF, PDF at 1:1",
    )
    group.add_argument(
        "--solids",
        type=Path,
        metavar="FOLDER",
        help="write parts to 3D-print there instead: STEP and STL",
    )
    group.add_argument(
        "--manual",
        type=Path,
        metavar="FILE.pdf",
        help="write one document instead, from the parts to the first game",
    )


def run_wiring(parsed: argparse.Namespace) -> int:
    from wiring.papers.command import check, draw, wire, write_manual, write_parts

    if parsed.check:
        return check()
    if parsed.drawings:
        return draw(parsed.board, parsed.drawings)
    if parsed.solids:
        return write_parts(parsed.board, parsed.solids)
    if parsed.manual:
        return write_manual(parsed.board, parsed.manual)
    return wire(parsed.board, parsed.out)


def add_print(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deck", metavar="GAME", help="the game to print")
    add_settings(parser, "board", "house")
    parser.add_argument(
        "--paper",
        choices=("a4", "letter"),
        default="a4",
        help="size of the paper; default a4",
    )
    parser.add_argument(
        "--size",
        choices=("standard", "mini", "tarot"),
        default="standard",
        help="size of the cards: 63 × 88, 44 × 68 or 70 × 120 mm; default standard",
    )
    parser.add_argument(
        "--out", type=Path, default=Path(), help="folder to write to; default: here"
    )


def run_print(parsed: argparse.Namespace) -> int:
    from controller.tools.print.command import print_game

    game, settings = games.find(parsed.deck), resolve(vars(parsed))
    return print_game(game, settings, parsed.paper, parsed.size, parsed.out)


def add_sounds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--check", action="store_true", help="only list files that are out of date"
    )


def run_sounds(parsed: argparse.Namespace) -> int:
    from controller.sound import cues, synth
    from controller.tools.terminal import tell

    stale = synth.check() if parsed.check else synth.write()
    for name in stale:
        tell(f"{name}: {'out of date' if parsed.check else 'written'}")
    if parsed.check and stale:
        tell("Write them with: undertow sounds")
        return 1
    tell(f"{len(cues.names())} sounds and the music, each as its recipe says")
    return 0


def add_effects(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=games.listed())
    parser.add_argument(
        "--list", action="store_true", help="list them, without showing them"
    )
    add_settings(parser, "seats", "backend", "board", "port", "volume")


def run_effects(parsed: argparse.Namespace) -> int:
    from controller.tools.effects import lines
    from controller.tools.terminal import tell

    for line in lines(games.staging(games.find(parsed.game)).effects):
        tell(line)
    return 0 if parsed.list else _show(parsed)


def _show(parsed: argparse.Namespace) -> int:
    import tempfile

    from controller.service import app
    from controller.tools.effects import Preview
    from controller.tools.terminal import tell
    from wiring import boardmap

    def begin(table: "Table", clock: "Clock") -> Callable[[], object]:
        preview = Preview(table, clock, tell)
        preview.begin()
        return preview.close

    found = resolve({k: v for k, v in vars(parsed).items() if v is not None})
    found = found._replace(seed=1, share=False, bots=None, learn=False, quiet=None)
    checked_setup(found)
    with tempfile.TemporaryDirectory(prefix="undertow-effects-") as folder:
        found = found._replace(state=Path(folder), speech=False, is_chosen=True)
        app.play(found, boardmap.load(found.board), then=begin)
    return 0


def add_new_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="a-z, 0-9 and single dashes, such as pearl-dive")
    parser.add_argument(
        "--seats", type=_seats, default=(2, 4), metavar="2-4", help="number of players"
    )
    for kind, says in (
        ("grid", "a game on the tile grid, with tiles face down"),
        ("hidden", "a game with secret choices"),
        ("cards", "a game with a deck and hands of cards"),
    ):
        parser.add_argument(f"--{kind}", action="store_true", help=says)
    parser.add_argument("--option", metavar="NAME", help="with an option of this name")
    for part, says in (
        ("house", "with data that a table's owner may replace"),
        ("effects", "with light and sound for its events"),
        ("lesson", "with a lesson"),
        ("bot", "with hints for its bots"),
    ):
        parser.add_argument(f"--{part}", action="store_true", help=says)
    parser.add_argument(
        "--package",
        type=Path,
        metavar="DIR",
        help="create a package in this folder, instead of adding to Undertow",
    )


def _seats(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-6])(?:-([1-6]))?", text)
    if not found or int(found[2] or found[1]) < int(found[1]):
        raise argparse.ArgumentTypeError(
            f"must be a number from 1 to 6, or two such as 2-4, not {text[:20]!r}"
        )
    return int(found[1]), int(found[2] or found[1])


def run_new_game(parsed: argparse.Namespace) -> int:
    from controller.tools import new_game

    names = new_game.NewGameOptions._fields
    options = new_game.NewGameOptions(*(getattr(parsed, name) for name in names))
    return new_game.run(options)


def add_golden(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="+", help=games.listed())
    parser.add_argument(
        "--regenerate",
        action="store_true",
        help="after the rules have changed: replace moves that are no longer legal",
    )


def run_golden(parsed: argparse.Namespace) -> int:
    from controller.testing import golden

    return golden.run(parsed.game, regenerate=parsed.regenerate)
