"""HAI NOON: refusals of what does not exist in this game at all."""

from controller.games.hai_noon.pieces import CARDS, DIVERS, PLACES, Position
from controller.rules.game import Refusal


def no_seat(position: Position, rule: str, seat: int) -> Refusal:
    last = position.variant.seats - 1
    return Refusal(rule, f"there is no seat {seat}; they are 0 to {last}")


def no_card(rule: str, card: str) -> Refusal:
    words = f"there is no card {card[:20]!r}; one is called {CARDS[0]}, for example"
    return Refusal(rule, words)


def no_diver(rule: str, diver: str) -> Refusal:
    words = f"there is no diver {diver[:20]!r}; there are {', '.join(DIVERS)}"
    return Refusal(rule, words)


def no_place(rule: str, place: str) -> Refusal:
    words = f"there is no place {place[:20]!r}; there are {', '.join(PLACES)}"
    return Refusal(rule, words)
