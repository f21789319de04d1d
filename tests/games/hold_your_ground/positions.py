"""HOLD YOUR GROUND for tests: islands drawn by hand, and turns played on them.

Battlers are written as letters, `rrg` being two red ones and a green one.
"""

import os
from collections.abc import Mapping
from typing import Any

from controller.games.hold_your_ground import GAME, data, moving
from controller.games.hold_your_ground.pieces import (
    TEAMS,
    Cards,
    Counts,
    House,
    Pick,
    Play,
    Position,
    Step,
)
from controller.games.hold_your_ground.squares import AT, EVERYWHERE, NAMES, members
from controller.rules.game import checked_options
from controller.rules.views import show
from tests.games.playing import Playing

PLAYING: Playing[Position] = Playing(GAME)
act, told = PLAYING.act, PLAYING.told
refused, why, result_of = PLAYING.refused, PLAYING.why, PLAYING.ended

LETTERS = {name[0]: team for team, name in enumerate(TEAMS)}
HOUSE = data.load(data.OURS)
FULL_DECK = tuple(
    card for card, n in zip(HOUSE.cards, HOUSE.deck, strict=True) for _ in range(n)
)

assert "UNDERTOW_HOUSE" not in os.environ, "the tests want the data beside the rules"


def begun(seats: int = 2, **options: Any) -> Position:
    return GAME.start(seats, checked_options(GAME, seats, options), HOUSE)


def squares(names: str) -> int:
    return sum(1 << AT[name] for name in names.split())


def counts(letters: str, seats: int) -> Counts:
    numbers = [0] * seats
    for letter in letters:
        numbers[LETTERS[letter]] += 1
    return tuple(numbers)


def cards(hand: str) -> Cards:
    """This hand; the other cards are in the deck."""
    held = tuple(sorted(hand.split()))
    deck = [FULL_DECK.count(card) - held.count(card) for card in HOUSE.cards]
    return Cards(held, tuple(deck), ())


def island(
    board: Mapping[str, str],
    *,
    seats: int = 2,
    holes: str = "",
    only: str = "",
    hand: str = "n1 n2 n3 n4",
    active: int = 0,
    **options: Any,
) -> Position:
    """The active seat is about to play; battlers that are not drawn are lost.

    `holes` are missing, or all tiles but `only`. Seat 1 needs a battler to be in it.
    """
    start = begun(seats, **options)
    tiles = squares(only) if only else EVERYWHERE & ~squares(holes)
    on = tuple(counts(board.get(name, ""), seats) for name in NAMES)
    left = [sum(cell[team] for cell in on) for team in range(seats)]
    return start._replace(
        phase="play",
        active=active,
        tiles=tiles,
        board=on,
        cards=(cards(hand),) * seats,
        lost=tuple(21 - number for number in left),
        out=tuple((team,) for team, number in enumerate(left) if not number),
    )


def captured(position: Position, **piles: str) -> Position:
    """These battlers lie in front of those teams; red="gg"."""
    seats = position.variant.seats
    rows = [counts(piles.get(team, ""), seats) for team in TEAMS[:seats]]
    lost = list(position.lost)
    for row in rows:
        lost = [a - b for a, b in zip(lost, row, strict=True)]
    return position._replace(captured=tuple(rows), lost=tuple(lost))


def walk(position: Position, way: str) -> Position:
    """Picks the battler on the first tile and leads it over the others."""
    seat = position.active
    start, *rest = way.split()
    steps = [Step(seat, to) for to in rest]
    return act(position, Pick(seat, start), *steps)


def play(position: Position, battlers: str, tiles: str) -> Position:
    return act(position, Play(position.active, battlers, tiles))


def march(position: Position, battlers: int, tiles: int) -> Position:
    """So many battlers have to move so far, whatever the cards."""
    position = position._replace(agenda=("roll",))
    return moving.begin(position, battlers, tiles)


def legal(position: Position) -> list[str]:
    """What can be done, as words: the fields but the seat."""
    return [" ".join(str(field) for field in a[1:]) for a in GAME.legal(position)]


def asked(position: Position) -> set[int]:
    """The seats that have something to decide."""
    pending: list[int] = show(GAME, position, None, ())["pending"]["seats"]
    return set(pending)


def board(position: Position) -> dict[str, str]:
    """Who stands where, empty tiles left out."""
    return {
        NAMES[square]: letters
        for square in range(25)
        if (letters := _letters(position.board[square]))
    }


def _letters(cell: Counts) -> str:
    return "".join(TEAMS[team][0] * number for team, number in enumerate(cell))


def pile(position: Position, seat: int) -> str:
    return _letters(position.captured[seat])


def tiles(position: Position) -> set[str]:
    return {NAMES[square] for square in members(position.tiles)}


def outcomes(position: Position) -> dict[Any, int]:
    return {outcome.action: outcome.weight for outcome in GAME.chance(position)}


def with_house(position: Position, **changes: Any) -> Position:
    house: House = position.variant.house._replace(**changes)
    return position._replace(variant=position.variant._replace(house=house))
