"""`undertow print`: cards and pieces in one PDF, overlays for the table in another."""

import sys
from collections.abc import Sequence
from pathlib import Path

from controller import games
from controller.basics.errors import BadRequest
from controller.chance.house import Houses
from controller.rules.game import AnyGame
from controller.service.settings import Settings
from controller.tabletop.staging import DeckCard
from controller.tools.print.overlay import overlays
from controller.tools.print.pieces import figures, markers
from controller.tools.print.sheets import (
    SIZES,
    Printed,
    fronts_and_backs,
    grid,
    in_order,
    marks,
    rule_card,
)
from controller.tools.print.symbols import Symbols
from wiring.geometry import table as geometry
from wiring.papers.cutting.pdf import PAPERS, Paper, Pdf
from wiring.papers.cutting.template import templates


def print_game(
    game: AnyGame, settings: Settings, paper: str, size: str, out: Path
) -> int:
    """Write the files and return the exit status."""
    table, sheet = geometry.load(settings.board), PAPERS[paper]
    deck = games.deck(game, Houses(settings.house).of(game))
    told, symbols = games.printing(game), Symbols(games.folder(game.name))
    made = {f"{game.name}-{paper}.pdf": cards(game, deck, sheet, SIZES[size], table)}
    title = f"{game.title}, {table.board.name}"
    # For some games, a table without a Depth Board needs no overlay.
    if plans := tuple(overlays(title, told, symbols, table, sheet)):
        made[f"{game.name}-overlay-{paper}.pdf"] = templates(title, plans, sheet)
    if out.exists() and not out.is_dir():
        raise BadRequest(f"{out} is not a folder; name one with --out")
    out.mkdir(parents=True, exist_ok=True)
    for name, data in made.items():
        (out / name).write_bytes(data)
        sys.stdout.write(f"{out / name}\n")
    return 0


def cards(
    game: AnyGame,
    deck: Sequence[DeckCard],
    paper: Paper,
    size: tuple[float, float],
    table: geometry.Geometry,
) -> bytes:
    """Return a PDF of cards, rule cards, markers and figures."""
    told, where = games.printing(game), grid(paper, size)
    symbols = Symbols(games.folder(game.name))
    pdf = Pdf(game.title, paper)
    printed = [Printed(told.called(card), told.face(card)) for card in in_order(deck)]
    fronts_and_backs(pdf, printed, where, game.title, symbols)
    if told.rules:
        pdf.page()
        for number in range(min(game.seats[1], where.cards)):
            rule_card(pdf, game.title, told.rules, *where.corner(number), where)
        marks(pdf, where)
    markers(pdf, told.markers, symbols)
    figures(pdf, told.figures, symbols, table.sizes.piece.foot_mm)
    return pdf.data()
