"""HAI NOON in light.

The 4 x 4 board lies on the 5 x 5 tile grid with a gap in its middle: rows and columns
0, 1, 3 and 4 are the board's, and the cross between them is left for the cards.

     0   1  N1   2   3      0-11   the sharks, clockwise from the top-left corner
    11  TL  N2  TR   4      TL ..  the places of the divers
    W1  W2   C  E2  E1      N1 N2  the first and the second card on side N; so for
    10  BL  S2  BR   5             E, S and W. Both white: three lie there
     9   8  S1   7   6      C      the colour of the diver that is in the cage

A hungry shark is a bright orange-red, a full one a dark blue: the brightness tells
them apart without the colour, and nothing ever dims or covers a shark for long.
On the Depth Board each diver has a lane: a long bar is healthy, a short one injured,
a dotted one camouflaged, one dot a dummy; three white lamps behind it are the cage.
The lamp at the lane's beginning is white, and the seat's lamp bright, while that seat
is waited for. After a card was played, what its action cannot touch is dimmed.

A side's tile is never left dark: guidance lights dark tiles that can be pressed, and
that would tell which sides somebody's hidden cards fit.
"""

from collections.abc import Iterable, Mapping, Sequence

from controller.light import palette
from controller.light.colour import DARK, WHITE, Colour, Lamps, Still, dim
from controller.light.palette import BLOOD
from controller.rules.game import State
from controller.stage.staging import View

HUNGRY: Colour = (255, 70, 0)
FULL: Colour = (0, 25, 110)
SEA: Colour = (0, 40, 55)
DIVERS: dict[str, Colour] = {
    "pink": palette.PINK,
    "turquoise": palette.TURQUOISE,
    "green": palette.GREEN,
    "black": palette.BLACK,
}
CARDS: dict[str, Colour] = {
    "red": palette.RED,
    "green": palette.GREEN,
    "blue": palette.BLUE,
    "yellow": palette.YELLOW,
    "wild": palette.PURPLE,
}

# Of each shark the tile it lies on, clockwise from the top-left corner.
SHARK_TILES = tuple(
    f"tile:{row},{column}"
    for row, column in (
        *((0, 0), (0, 1), (0, 3), (0, 4)),
        *((1, 4), (3, 4), (4, 4)),
        *((4, 3), (4, 1), (4, 0)),
        *((3, 0), (1, 0)),
    )
)
PLACE_TILES = {"TL": "tile:1,1", "TR": "tile:1,3", "BR": "tile:3,3", "BL": "tile:3,1"}
# Of each side the tile of its first card, which is the one to press, and of its second.
SIDE_TILES = {
    "N": ("tile:0,2", "tile:1,2"),
    "E": ("tile:2,4", "tile:2,3"),
    "S": ("tile:4,2", "tile:3,2"),
    "W": ("tile:2,0", "tile:2,1"),
}
CENTRE = "tile:2,2"
ATTACKERS = {"N": (1, 2), "E": (4, 5), "S": (7, 8), "W": (10, 11)}

POSITIONS = 31
MARK = 0
BAR = 2
BAR_LENGTH = {"healthy": 20, "injured": 10, "dummy": 1, "prey": 0}
CAGE = range(24, 27)
# Cards whose action is about sharks, and those whose action is about divers.
ABOUT_SHARKS = ("flip", "shark")
ABOUT_DIVERS = ("cage", "camouflage", "diver")
FAINT = 0.5  # below that gamma leaves cards that some people cannot tell apart


def picture(view: View) -> Lamps:
    state = view["state"]
    lamps = {**_grid(state), **_lanes(state, view["pending"]["seats"]), **_seats(view)}
    for place in _untouched(view):
        lamps[place] = dim(lamps[place], FAINT)
    return lamps


def _grid(state: State) -> dict[str, Colour]:
    lamps = {
        tile: HUNGRY if shark == "hungry" else FULL
        for tile, shark in zip(SHARK_TILES, state["sharks"], strict=True)
    }
    for place, diver in state["places"].items():
        lamps[PLACE_TILES[place]] = _diver(state, diver)
    for side, cards in state["sides"].items():
        lamps.update(_side(side, cards))
    lamps[CENTRE] = DIVERS[state["cage"]] if state["cage"] else DARK
    return lamps


def _diver(state: State, diver: str | None) -> Colour:
    if diver is None:
        return DARK
    share = {"healthy": 1.0, "injured": 0.5, "dummy": 0.25, "prey": 0.0}
    health = state["divers"][diver]["state"]
    return BLOOD if health == "prey" else dim(DIVERS[diver], share[health])


def _side(side: str, cards: Sequence[str]) -> Lamps:
    if len(cards) > 2:
        return dict.fromkeys(SIDE_TILES[side], WHITE)
    shown = [_card(card) for card in cards] + [SEA, SEA]
    return dict(zip(SIDE_TILES[side], shown, strict=False))


def _card(card: str) -> Colour:
    return CARDS[card.partition("-")[0]]


def _lanes(state: State, asked: Iterable[int]) -> dict[str, Colour]:
    lamps: dict[str, Colour] = {}
    for lane, (name, diver) in enumerate(state["divers"].items()):
        row = [DARK] * POSITIONS
        if diver["seat"] in asked:
            row[MARK] = WHITE
        shown = state["places"].values()
        step = 1 if name in shown else 2
        for position in range(BAR, BAR + BAR_LENGTH[diver["state"]], step):
            row[position] = DIVERS[name]
        if state["cage"] == name:
            for position in CAGE:
                row[position] = WHITE
        for position, colour in enumerate(row):
            lamps[f"depth:{lane}:{position}"] = colour
    return lamps


def _seats(view: View) -> Lamps:
    """Bright where somebody is waited for, at the end where somebody has won."""
    state, result = view["state"], view["result"]
    asked = result["winners"] if result else view["pending"]["seats"]
    lamps: dict[str, Colour] = {}
    for seat in range(len(state["hands"])):
        colour = seat_colour(state, seat)
        turn = not result and seat == state["active"]
        share = 1.0 if seat in asked else 0.6 if turn else 0.3
        lamps[f"seat:{seat}"] = dim(colour, share)
    return lamps


def seat_colour(state: State, seat: int) -> Colour:
    """That of its first diver that lives; dark if none does."""
    for name, diver in state["divers"].items():
        if diver["seat"] == seat and diver["state"] in ("healthy", "injured"):
            return DIVERS[name]
    return DARK


def _untouched(view: View) -> list[str]:
    """After a card was played: the lit tiles that its action has nothing to do with.

    The last event tells which card. After a restart there is none, and nothing dims.
    """
    events = view["events"]
    if not events or events[-1]["type"] != "play":
        return []
    kind = events[-1]["card"].partition("-")[2]
    cards = [tile for tiles in SIDE_TILES.values() for tile in tiles]
    if kind in ABOUT_DIVERS:
        return cards
    return [*cards, *PLACE_TILES.values()] if kind in ABOUT_SHARKS else []


# What has happened


def effect(before: View, events: Sequence[State]) -> tuple[Still, ...]:
    teller = _Teller(before["state"])
    return tuple(still for event in events for still in teller.tell(event))


class _Teller:
    """Turns events into pictures, following the board as it changes."""

    def __init__(self, state: State) -> None:
        self._state = {
            **state,
            "sharks": list(state["sharks"]),
            "places": dict(state["places"]),
            "divers": {name: dict(diver) for name, diver in state["divers"].items()},
            "sides": {side: list(cards) for side, cards in state["sides"].items()},
        }

    def tell(self, event: State) -> list[Still]:
        match event["type"]:
            case "play" | "harpoon":
                return self._card(event)
            case "rotate" | "swap" | "flip" | "wake":
                return self._sharks(event)
            case "swim" | "enter" | "hide":
                return self._move(event)
            case "cage":
                self._state["cage"] = event["diver"]
                return self._flash([self._tile(event["diver"]), CENTRE], WHITE, 2)
            case "attack":
                return self._attack(event["side"])
            case "bite" | "miss":
                return self._strike(event)
            case "clear":
                del self._state["sides"][event["side"]][: len(event["cards"])]
                return [Still(0.4, self._board())]
            case "over":
                return self._over(event["winners"])
        return []

    def _board(self, **changed: Colour) -> dict[str, Colour]:
        return {**_grid(self._state), **_lanes(self._state, ()), **changed}

    def _flash(self, places: Iterable[str], colour: Colour, times: int) -> list[Still]:
        board = self._board()
        lit = {**board, **dict.fromkeys(places, colour)}
        return [Still(0.2, shade) for _ in range(times) for shade in (lit, board)]

    def _tile(self, diver: str) -> str:
        places: Mapping[str, str | None] = self._state["places"]
        return next(PLACE_TILES[p] for p, there in places.items() if there == diver)

    def _card(self, event: State) -> list[Still]:
        """A card lands on its side; a harpoon flashes where it protects."""
        sides, colour = self._state["sides"], _card(event["card"])
        if event["type"] == "play":
            sides[event["side"]].append(event["card"])
            return self._flash(SIDE_TILES[event["side"]], colour, 2)
        attacked = next(cards for cards in sides.values() if len(cards) > 2)
        attacked.append(event["card"])
        return self._flash([self._tile(event["diver"])], colour, 2)

    def _sharks(self, event: State) -> list[Still]:
        sharks: list[str] = self._state["sharks"]
        if event["type"] == "rotate":
            sharks.insert(0, sharks.pop())
            none = dict.fromkeys(SHARK_TILES, DARK)
            return [Still(0.15, self._board(**none)), Still(0.6, self._board())]
        one = event["shark"]
        moved = [one]
        if event["type"] == "swap":
            moved.append((one + 1) % len(sharks))
            sharks[one], sharks[moved[1]] = sharks[moved[1]], sharks[one]
        else:
            sharks[one] = "full" if sharks[one] == "hungry" else "hungry"
        return self._flash([SHARK_TILES[shark] for shark in moved], DARK, 2)

    def _move(self, event: State) -> list[Still]:
        """Two divers change places, or one comes or goes."""
        places, diver = self._state["places"], event["diver"]
        here = next((p for p, there in places.items() if there == diver), None)
        there = event.get("place")
        if here:
            places[here] = places[there] if there else None
        if there:
            places[there] = diver
        tiles = [PLACE_TILES[place] for place in (here, there) if place]
        return self._flash(tiles, WHITE, 2)

    def _attack(self, side: str) -> list[Still]:
        sharks = [SHARK_TILES[shark] for shark in ATTACKERS[side]]
        return self._flash([*sharks, *SIDE_TILES[side]], WHITE, 3)

    def _strike(self, event: State) -> list[Still]:
        """A bite flashes red; where a shark got nothing it flashes white."""
        if event["type"] == "miss":
            if event["by"] == "cage":
                self._state["cage"] = None
            return self._flash([PLACE_TILES[event["place"]]], WHITE, 2)
        self._state["divers"][event["diver"]]["state"] = event["state"]
        self._state["sharks"][event["shark"]] = "full"
        return self._flash([self._tile(event["diver"])], BLOOD, 3)

    def _over(self, winners: Sequence[int]) -> list[Still]:
        """A wave runs down the lanes of the winners' divers."""
        board = self._board()
        lanes = [
            (lane, DIVERS[name])
            for lane, (name, diver) in enumerate(self._state["divers"].items())
            if diver["seat"] in winners and diver["state"] in ("healthy", "injured")
        ]
        waves = []
        for front in range(2, POSITIONS + 6, 2):
            lamps = dict(board)
            for lane, colour in lanes:
                for position in range(max(0, front - 6), min(front, POSITIONS)):
                    lamps[f"depth:{lane}:{position}"] = colour
            waves.append(Still(0.08, lamps))
        return waves
