"""GET BIT! in light.

The robots swim along the Depth Board, the first one at its shallow end. Each is two
positions long: a limb is one of the four lanes, two pixels of it; half a limb is one.
The shark swims behind the last one. A seat's lamp is bright while its card is missing;
it winks as often as its robot does.

A round's end plays as: the cards on the tile grid, one robot after another; the
untied swimming; the bite.
"""

from collections.abc import Sequence

from controller.light import palette
from controller.light.colour import DARK, WHITE, Colour, Lamps, Still, dim
from controller.light.palette import BLOOD, SHARK, WATER
from controller.rules.game import State
from controller.stage.staging import Stand, View

COLOURS: dict[str, Colour] = {
    "red": palette.RED,
    "blue": palette.BLUE,
    "green": palette.GREEN,
    "yellow": palette.YELLOW,
    "purple": palette.PURPLE,
    "orange": palette.ORANGE,
}

LANES = 4
POSITIONS = 31
PITCH = 4  # positions from one robot's head to the next one's
# The shark's shape, from its snout: the lanes that are lit at each position.
SHARK_SHAPE = ((1, 2), (0, 1, 2, 3), (0, 1, 2, 3), (1, 2))
# Tiles that show a card's number, as pips on a 5 x 5 grid.
PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 3), (2, 1), (2, 3), (3, 1), (3, 3)),
    7: ((1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 3)),
}


OPEN_SEA = {
    f"depth:{lane}:{position}": WATER
    for lane in range(LANES)
    for position in range(POSITIONS)
}
NIGHT = dict.fromkeys(OPEN_SEA, DARK)
BLANK_GRID = {f"tile:{row},{column}": DARK for row in range(5) for column in range(5)}


def picture(view: View) -> Lamps:
    state = view["state"]
    limbs = {name: robot["limbs"] for name, robot in state["robots"].items()}
    line = _saved(view) if view["result"] else state["line"]
    return {
        **_water(line, limbs, view["options"]["longer"]),
        **BLANK_GRID,
        **_seats(view),
    }


def stands(view: View) -> Stand:
    """Each robot on one sensor, under its head."""
    line = _saved(view) if view["result"] else view["state"]["line"]
    return {
        f"depth:1:{1 + place * PITCH}": (f"robot:{name}",)
        for place, name in enumerate(line)
    }


def _saved(view: View) -> list[str]:
    """The winner's robot that swam in front."""
    robots, winners = view["state"]["robots"], view["result"]["winners"]
    own = [n for n in view["state"]["line"] if robots[n]["seat"] in winners]
    return own[:1]


def _seats(view: View) -> Lamps:
    """Bright where a card is missing, dim where it is in, dark where nobody plays on.

    At the end only the winner is bright.
    """
    lamps: dict[str, Colour] = {}
    state, result = view["state"], view["result"]
    wanted = result["winners"] if result else view["pending"]["seats"]
    # Backwards through the box: of a seat's two robots, the first that has no card is
    # the one whose colour shows, because it is asked for first.
    for name in reversed([n for n in state["robots"] if n in state["line"]]):
        seat = state["robots"][name]["seat"]
        bright = seat in wanted and name not in state["chosen"]
        place = f"seat:{seat}"
        if bright or place not in lamps:
            lamps[place] = COLOURS[name] if bright else dim(COLOURS[name], 0.25)
    return lamps


def _water(
    line: Sequence[str],
    limbs: dict[str, int],
    longer: bool,
    snout: int | None = None,
    shark: Colour = SHARK,
) -> Lamps:
    """The whole Depth Board with these robots in it, and the shark behind them."""
    lamps = dict(OPEN_SEA if line else NIGHT)
    for place, name in enumerate(line):
        head = 1 + place * PITCH
        for lane in range(LANES):
            for half in range(2):
                lit = _is_there(limbs[name], lane, half, longer)
                lamps[f"depth:{lane}:{head + half}"] = COLOURS[name] if lit else DARK
    if line:
        _draw_shark(lamps, 1 + len(line) * PITCH if snout is None else snout, shark)
    return lamps


def _is_there(limbs: int, lane: int, half: int, longer: bool) -> bool:
    """The limb of the last lane goes first; of a limb, the outer half."""
    return limbs > (2 * lane + half if longer else lane)


def _draw_shark(lamps: dict[str, Colour], snout: int, colour: Colour) -> None:
    for offset, lanes in enumerate(SHARK_SHAPE):
        for lane in lanes:
            place = f"depth:{lane}:{snout + offset}"
            if place in lamps:
                lamps[place] = colour


def _pips(card: int, colour: Colour) -> Lamps:
    lit = {f"tile:{row},{column}": colour for row, column in PIPS[card]}
    return {**BLANK_GRID, **lit}


def effect(before: View, events: Sequence[State]) -> tuple[Still, ...]:
    teller = _Teller(before)
    return tuple(still for event in events for still in teller.tell(event))


class _Teller:
    """Turns the events of a round into pictures, following the line as it changes."""

    def __init__(self, before: View) -> None:
        robots = before["state"]["robots"]
        self._line: Sequence[str] = before["state"]["line"]
        self._limbs = {name: robot["limbs"] for name, robot in robots.items()}
        self._seat = {name: robot["seat"] for name, robot in robots.items()}
        self._longer = before["options"]["longer"]

    def tell(self, event: State) -> list[Still]:
        match event["type"]:
            case "reveal":
                return self._reveal(event["cards"])
            case "stay":
                return self._stay(event)
            case "swim":
                self._line = event["line"]
                pips = _pips(event["card"], COLOURS[event["robot"]])
                return [Still(0.6, {**self._board(), **pips})]
            case "bite":
                return self._bite(event)
            case "over":
                return self._over(event)
        return []

    def _board(self, snout: int | None = None, shark: Colour = SHARK) -> Lamps:
        return _water(self._line, self._limbs, self._longer, snout, shark)

    def _reveal(self, cards: dict[str, int]) -> list[Still]:
        return [
            Still(0.7, {**self._board(), **_pips(card, COLOURS[name])})
            for name, card in cards.items()
        ]

    def _stay(self, event: State) -> list[Still]:
        """Tied robots shudder where they are."""
        board = self._board()
        colours = {COLOURS[name] for name in event["robots"]}
        pale = {p: dim(c, 0.15) if c in colours else c for p, c in board.items()}
        pips = _pips(event["card"], WHITE)
        return [Still(0.15, {**shade, **pips}) for shade in (pale, board, pale, board)]

    def _bite(self, event: State) -> list[Still]:
        """The shark comes up from behind; then the limb is gone."""
        name = event["robot"]
        snout = 1 + (len(self._line) - 1) * PITCH + 2
        near = self._board(snout, BLOOD)
        self._limbs[name] = event["limbs"]
        hurt = self._board(snout, BLOOD)
        self._line = event["line"]
        bites = [{**lamps, **BLANK_GRID} for lamps in (near, hurt, near, hurt)]
        after = Still(0.5, {**self._board(), **BLANK_GRID})
        return [*(Still(0.25, lamps) for lamps in bites), after]

    def _over(self, event: State) -> list[Still]:
        """A wave in the winner's colour runs down the sea behind its robot."""
        line = [n for n in self._line if self._seat[n] in event["winners"]][:1]
        waves = []
        for front in range(0, POSITIONS + 6, 2):
            lamps = dict(_water(line, self._limbs, self._longer))
            for lane in range(LANES):
                for position in range(max(0, front - 6), min(front, POSITIONS)):
                    lamps[f"depth:{lane}:{position}"] = COLOURS[line[0]]
            waves.append(Still(0.08, {**lamps, **BLANK_GRID}))
        return waves
