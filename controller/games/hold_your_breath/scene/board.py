"""HOLD YOUR BREATH! in light.

Each seat has a lane of the Depth Board: its pirate in its colour, the way from the
Surface (later from the Anchor) as a faint line, the Anchor in warm white. The red lamp
below a pirate is a Panic, the pale one below that a Shark. Deeper than 150 ft a lane is
folded: its first lamp below the Surface is 155 ft, and its water turns violet, one
shade for each 150 ft. An Anchor that lies a fold deeper shows at the lane's end.

On the tile grid, the left two columns count each seat's Panics and Sharks. The right
three are the menu of the gestures, bright where everyone can see that a use makes
sense. The bottom row shows what is left of the deck: four cards per tile for the last
twenty, then the remaining turns. As the deck runs low the water darkens, and it glows
red in the last turns. The cards in a hand change no lamp: the menu goes dark only after
a press, and while a seat must give up a card.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from controller.games.hold_your_breath.layout import (
    ANCHOR,
    CHOICES,
    COLOURS,
    DECK,
    FINISH,
    USES,
    anchored,
    fold,
    hindrances,
    pirate,
)
from controller.light.colour import DARK, Colour, Lamps, dim, steady
from controller.light.palette import PANIC, SHARK, WATER
from controller.tabletop import pictures
from controller.tabletop.places import LANES, POSITIONS, depth
from controller.tabletop.places import seat as seat_button
from controller.tabletop.staging import Stand, View

SEATS: tuple[Colour, ...] = tuple(COLOURS.values())
DUSK: Colour = (0, 8, 15)
EMBER: Colour = (80, 14, 0)
FOLDS: tuple[Colour, ...] = ((50, 0, 80), (90, 0, 110), (130, 0, 140))

LOW = 10  # cards: from here on the water darkens
A_TILE = 4  # cards per tile
GAUGE: Colour = (0, 110, 150)
GAUGE_LOW: Colour = (255, 120, 0)

AIR: Colour = (0, 130, 200)
SWIM: Colour = (0, 170, 110)
ICON: Colour = (150, 130, 40)
MENU: dict[str, Colour] = {
    "air-5": dim(AIR, 0.6),
    "air-10": AIR,
    "swim-5": dim(SWIM, 0.6),
    "swim-10": SWIM,
    "draw": ICON,
    "discard": ICON,
    "calm": (90, 160, 160),
    "panic": steady(PANIC),
    "shark": steady(SHARK),
    "kraken shark": (150, 0, 120),
    "kraken discard": (150, 0, 120),
}
# Shares of brightness; gamma makes less than a quarter hard to see.
FAINT = 0.35
WAY = 0.55
LOST = 0.7
RESTING = 0.3
WAITING = 0.6

State = Mapping[str, Any]


def picture(view: View) -> Lamps:
    state = view["state"]
    deck = (0, None) if view["result"] else (state["deck"], state["last_turns"])
    return {
        **sea(state, view["result"]),
        **_fronts(state["fronts"]),
        **_menu(view),
        **gauge(*deck),
        **_seats(view),
    }


# The Depth Board


def sea(state: State, result: Mapping[str, Any] | None = None) -> Lamps:
    """Draw all lanes; at the end only the winners' lanes are bright."""
    lamps: dict[str, Colour] = {}
    for seat in range(LANES):
        lane = _lane(state, seat) if seat < len(state["depths"]) else [DARK] * POSITIONS
        if result and seat not in result["winners"]:
            lane = [dim(colour, LOST) for colour in lane]
        lamps.update(pictures.lane(seat, lane))
    return lamps


def stands(view: View) -> Stand:
    """Return where each pirate and its Anchor stand in their lane."""
    state = view["state"]
    there: dict[str, tuple[str, ...]] = {}
    for seat, feet in enumerate(state["depths"]):
        if state["anchors"] is not None:
            at = anchored(feet, state["anchors"][seat])
            there[depth(seat, at)] = (f"anchor:{seat}",)
        place = pirate(seat, feet)
        there[place] = (*there.get(place, ()), f"pirate:{seat}")
    return there


def water(state: State, folds: int) -> Colour:
    if folds:
        return FOLDS[min(folds, len(FOLDS)) - 1]
    if state["last_turns"] is not None:
        return EMBER
    return DUSK if state["deck"] <= LOW and state["active"] is not None else WATER


def _lane(state: State, seat: int) -> list[Colour]:
    folds, at = fold(state["depths"][seat])
    lane = [water(state, folds)] * POSITIONS
    marks = [front["as"] for front in state["fronts"][seat]]
    for offset, (mark, colour) in enumerate((("panic", PANIC), ("shark", SHARK)), 1):
        if mark in marks:
            beyond = at + offset < POSITIONS
            lane[at + offset if beyond else at - offset] = colour
    way = range(1 if folds else 0, at)
    if state["anchors"] is not None:
        anchor = anchored(state["depths"][seat], state["anchors"][seat])
        way = range(at, anchor)
        lane[anchor] = ANCHOR
    for position in way:
        if lane[position] == water(state, folds):
            lane[position] = dim(SEATS[seat], WAY)
    lane[at] = SEATS[seat]
    return lane


# The tile grid


def _fronts(fronts: Sequence[Sequence[State]]) -> Lamps:
    """Light half for one card, fully for several."""
    lamps: dict[str, Colour] = {}
    for seat in range(LANES):
        row = fronts[seat] if seat < len(fronts) else ()
        for mark, colour in (("panic", PANIC), ("shark", SHARK)):
            number = sum(front["as"] == mark for front in row)
            lamps[hindrances(seat, mark)] = dim(colour, min(number, 2) / 2)
    return lamps


def _menu(view: View) -> Lamps:
    state, seat = view["state"], view["state"]["active"]
    if view["result"] or view["pending"]["seats"] != [seat]:
        return dict.fromkeys(CHOICES, DARK)
    sensible = _sensible(view, seat)
    lamps = {
        place: MENU[use] if use in sensible else dim(MENU[use], FAINT)
        for use, place in USES.items()
    }
    # A seat that can breathe may not stop, and whether it can is its secret.
    lamps[FINISH] = dim(SEATS[seat], 1 if state["air"] else FAINT)
    return lamps


def _sensible(view: View, seat: int) -> set[str]:
    """Return the uses that have an effect now, judged by what everyone can see."""
    state, draft = view["state"], view["options"]["edition"] == "draft"
    own = [front["as"] for front in state["fronts"][seat]]
    room = 10 if draft else state["air"] - state["swim"]
    others = [s for s in range(len(state["hands"])) if s != seat]
    rows = [[front["as"] for front in state["fronts"][s]] for s in others]
    five = any(state["hands"][s] == 5 for s in others)
    sharks = "shark" in own or (draft and any("shark" in row for row in rows))
    uses = {
        "air-5": True,
        "air-10": True,
        "swim-5": room >= 5 and not own,
        "swim-10": room >= 10 and not own,
        "draw": state["deck"] > 0,
        "discard": five,
        "calm": bool(own),
        "panic": any(_may_panic(view, row) for row in rows),
        "shark": True,
        "kraken shark": sharks,
        "kraken discard": five,
    }
    return {use for use, makes_sense in uses.items() if makes_sense}


def _may_panic(view: View, row: Sequence[str]) -> bool:
    if not view["options"]["panic_on_sharked"]:
        return not row
    return "panic" not in row


def gauge(deck: int, last_turns: int | None) -> Lamps:
    if last_turns is not None:
        return _lit(1 + last_turns, PANIC)
    tiles = -(-deck // A_TILE)
    return _lit(tiles, GAUGE_LOW if deck <= LOW else GAUGE)


def _lit(number: int, colour: Colour) -> Lamps:
    return {p: colour if at < number else DARK for at, p in enumerate(DECK)}


def focus(picture: Lamps, lit: frozenset[str]) -> Lamps:
    """Darken the menu after a press in it, and light the seats to choose from.

    While the seat chooses a use, nothing changes: its possible uses are secret.
    """
    if not lit.isdisjoint(CHOICES):
        return {}
    asked = {seat_button(seat): colour for seat, colour in enumerate(SEATS)}
    return {
        **dict.fromkeys(CHOICES, DARK),
        **{place: colour for place, colour in asked.items() if place in lit},
    }


# The seats


def _seats(view: View) -> Lamps:
    """Light the deciding seat brightly, the active one less while another answers."""
    colours = SEATS[: len(view["state"]["depths"])]
    return pictures.seats(view, colours, resting=RESTING, turn=WAITING)
