"""`undertow cards`: teaches the table the tags on real cards."""

import argparse

from controller.cli.arguments import add_backend, add_board, add_state
from controller.cli.settings.resolve import resolve

HELP = "teach the table the tags on real cards"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", required=True, metavar="WHAT")
    enroll = deeds.add_parser("enroll", help="put each card of a deck on the reader")
    listed = deeds.add_parser("list", help="say which decks are enrolled")
    forget = deeds.add_parser("forget", help="free the tags of a deck for other cards")
    for deed in (enroll, forget):
        deed.add_argument("deck", metavar="GAME", help="the game whose deck it is")
    for deed in (enroll, listed, forget):
        add_state(deed)
    add_board(enroll)
    add_backend(enroll)


def run(parsed: argparse.Namespace) -> int:
    from controller.chance.house import Houses
    from controller.tools.cards.command import CardsOptions, cards

    found = resolve(vars(parsed))
    deck = getattr(parsed, "deck", None)
    houses = Houses(found.house)
    options = CardsOptions(
        parsed.deed, deck, found.board, found.backend, found.state, houses
    )
    return cards(options)
