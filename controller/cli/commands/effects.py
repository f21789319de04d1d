"""`undertow effects`: shows what each event of a game looks and sounds like."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from controller import games
from controller.cli.arguments import add_backend, add_board, add_port

if TYPE_CHECKING:
    from controller.session.table import Table
    from hardware.backend import Clock

HELP = "show what each event of a game looks and sounds like, on table and page"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=games.listed())
    parser.add_argument(
        "--list", action="store_true", help="only list them, as the file says"
    )
    parser.add_argument("--seats", type=int, help="how many play")
    add_backend(parser)
    add_board(parser)
    add_port(parser)
    parser.add_argument(
        "--volume", type=int, help="how loud the table is, from 0 (silent) to 10"
    )


def run(parsed: argparse.Namespace) -> int:
    from controller.tools.effects.listing import lines
    from controller.tools.terminal import tell

    for line in lines(games.staging(games.find(parsed.game)).effects):
        tell(line)
    return 0 if parsed.list else _show(parsed)


def _show(parsed: argparse.Namespace) -> int:
    import tempfile
    from pathlib import Path

    from controller.cli.settings.resolve import resolve, wanted
    from controller.service import app
    from controller.service.options import PlayOptions
    from controller.tools.effects.preview import Preview
    from controller.tools.terminal import tell
    from wiring import boardmap

    def begin(table: "Table", clock: "Clock") -> Callable[[], object]:
        preview = Preview(table, clock, tell)
        preview.begin()
        return preview.close

    found = resolve({k: v for k, v in vars(parsed).items() if v is not None})
    game, seats, options = wanted(found)
    with tempfile.TemporaryDirectory(prefix="undertow-effects-") as folder:
        play_options = PlayOptions(
            game=game,
            seats=seats,
            options=options,
            seed=1,
            backend=found.backend,
            state=Path(folder),
            port=found.port,
            share=False,
            browser=found.browser,
            marks_file=None,
            volume=found.volume,
            then=begin,
        )
        app.play(play_options, boardmap.load(found.board))
    return 0
