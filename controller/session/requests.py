"""The single entry point for requests from pages and bots."""

from collections.abc import Callable
from typing import TypeAlias

from controller.input.intents import (
    AllowJoining,
    CancelRequest,
    GiveSeat,
    Intent,
    NewGame,
    RefuseSeat,
    RequestSeat,
    SeatBot,
    SetBrightness,
)
from controller.input.seat_requests import Requester
from controller.session.roster import Roster
from controller.session.table import Table

# Carries out an intent; raises BadSetup for a wrong new game.
Ask: TypeAlias = Callable[[Intent], None]


def request_handler(
    table: Table, roster: Roster, brighten: Callable[[int], object]
) -> Ask:
    """Return a function that passes each intent to the part that handles it."""
    seats = table.seating

    def ask(intent: Intent) -> None:
        match intent:
            case RequestSeat(seat, page, address, name):
                seats.ask(seat, Requester(page, address, name))
            case CancelRequest(page):
                seats.leave(page)
            case GiveSeat(page):
                seats.let_in(page)
            case RefuseSeat(seat):
                seats.refuse(seat)
            case AllowJoining(on):
                seats.open(on)
            case SeatBot(seat, level):
                roster.seat(seat, level)
            case SetBrightness(percent):
                brighten(percent)
            case NewGame(bots=bots):
                table.ask(intent)
                if bots is not None:
                    roster.use(bots)
            case _:
                table.ask(intent)

    return ask
