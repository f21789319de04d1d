"""`undertow print`: cards and pieces in one PDF, overlays for the table in another."""

import sys
from pathlib import Path
from typing import NamedTuple

from controller import games
from controller.basics.errors import BadRequest
from controller.chance.house import Houses
from controller.rules.game import AnyGame
from controller.tools.print.overlay import overlays
from controller.tools.print.pieces import Piece, figures, markers
from controller.tools.print.sheets import (
    SIZES,
    Printed,
    fronts_and_backs,
    grid,
    in_order,
    marks,
    rule_card,
)
from wiring.geometry import table as geometry
from wiring.papers.cutting.pdf import PAPERS, Pdf
from wiring.papers.cutting.template import templates


class PrintOptions(NamedTuple):
    game: str
    board: Path
    houses: Houses
    paper: str
    size: str
    out: Path


def print_game(options: PrintOptions) -> int:
    """Write the files and return the exit status."""
    game = games.find(options.game)
    table = geometry.load(options.board)
    made = {f"{game.name}-{options.paper}.pdf": cards(game, options, table)}
    title, paper = f"{game.title}, {table.board.name}", PAPERS[options.paper]
    # A table without a Depth Board has nothing to lay on for some games.
    if plans := tuple(overlays(title, games.printing(game), table, paper)):
        name = f"{game.name}-overlay-{options.paper}.pdf"
        made[name] = templates(title, plans, paper)
    if options.out.exists() and not options.out.is_dir():
        raise BadRequest(f"{options.out} is not a folder; name one with --out")
    options.out.mkdir(parents=True, exist_ok=True)
    for name, data in made.items():
        (options.out / name).write_bytes(data)
        sys.stdout.write(f"{options.out / name}\n")
    return 0


def cards(game: AnyGame, options: PrintOptions, table: geometry.Geometry) -> bytes:
    """Return a PDF of cards, rule cards, markers and figures."""
    paper, told = PAPERS[options.paper], games.printing(game)
    where = grid(paper, SIZES[options.size])
    pdf = Pdf(game.title, paper)
    deck = in_order(games.deck(game, options.houses.of(game)))
    printed = [Printed(told.called(card), told.face(card)) for card in deck]
    fronts_and_backs(pdf, printed, where, game.title)
    if told.rules:
        pdf.page()
        for number in range(min(game.seats[1], where.cards)):
            rule_card(pdf, game.title, told.rules, *where.corner(number), where)
        marks(pdf, where)
    markers(pdf, told.markers)
    piece = table.sizes.piece
    figures(pdf, told.figures, Piece(piece.foot_mm, piece.magnet.diameter_mm))
    return pdf.data()
