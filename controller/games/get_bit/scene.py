"""GET BIT! in light.

The robots swim along the Depth Board, the first one at its shallow end. Each is two
positions long. Each of the four lanes is a limb of two pixels, and half a limb is one
pixel. The shark swims behind the last robot. A seat's lamp is bright until the seat has
chosen its card, and winks as often as its robot does.

The end of a round plays the cards on the tile grid, one robot after another; then the
untied robots swim; then the shark bites. `effects.toml` has durations and sounds.
"""

from collections.abc import Sequence
from itertools import chain

from controller.games.get_bit.layout import (
    COLOURS,
    LONG,
    PIPS,
    SHARK_SHAPE,
    head,
    sensor,
)
from controller.light.colour import DARK, Colour, Keyframe, Lamps, dim
from controller.light.palette import SHARK, WATER
from controller.rules.game import State
from controller.tabletop.effect_sheet import Figure, load
from controller.tabletop.pictures import BLANK_GRID, blink, sign, wanted, wave
from controller.tabletop.places import LANES, SEA, depth, seat
from controller.tabletop.staging import Stand, View

OPEN_SEA = dict.fromkeys(chain(*SEA), WATER)
NIGHT = dict.fromkeys(OPEN_SEA, DARK)
EFFECTS = load(
    __file__,
    "GET BIT!",
    {
        "line-up": None,
        "choose": None,
        "reveal": Figure("cards"),
        "stay": Figure("shudder", colours=1, repeats=True),
        "swim": Figure("swim"),
        "bite": Figure("bite", seconds=2, colours=1, repeats=True),
        "out": None,
        "pick-up": None,
        "eaten": None,
        "round": None,
        "over": Figure("wave"),
    },
)


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
    line = _saved(view) if view["result"] else view["state"]["line"]
    return {sensor(place): (f"robot:{name}",) for place, name in enumerate(line)}


def _saved(view: View) -> list[str]:
    """Return the winner's robot that swam in front."""
    robots, winners = view["state"]["robots"], view["result"]["winners"]
    own = [n for n in view["state"]["line"] if robots[n]["seat"] in winners]
    return own[:1]


def _seats(view: View) -> Lamps:
    """Light seats brightly until they choose, then dimly; seats that are out are dark.

    At the end only the winner is bright.
    """
    lamps: dict[str, Colour] = {}
    state, asked = view["state"], wanted(view)
    # In reverse box order: of a seat's two robots the first without a card sets the
    # lamp's colour, because its card is chosen first.
    for name in reversed([n for n in state["robots"] if n in state["line"]]):
        owner = state["robots"][name]["seat"]
        bright = owner in asked and name not in state["chosen"]
        place = seat(owner)
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
    """Draw the whole Depth Board with these robots, and the shark behind them."""
    lamps = dict(OPEN_SEA if line else NIGHT)
    for place, name in enumerate(line):
        at = head(place)
        for lane, row in enumerate(SEA):
            for half in range(LONG):
                lit = _is_there(limbs[name], lane, half, longer)
                lamps[row[at + half]] = COLOURS[name] if lit else DARK
    if line:
        _draw_shark(lamps, head(len(line)) if snout is None else snout, shark)
    return lamps


def _is_there(limbs: int, lane: int, half: int, longer: bool) -> bool:
    """Return whether a limb is left; the last lane goes first, its outer half first."""
    return limbs > (2 * lane + half if longer else lane)


def _draw_shark(lamps: dict[str, Colour], snout: int, colour: Colour) -> None:
    for offset, lanes in enumerate(SHARK_SHAPE):
        for lane in lanes:
            place = depth(lane, snout + offset)
            if place in lamps:
                lamps[place] = colour


def effect(before: View, events: Sequence[State]) -> tuple[Keyframe, ...]:
    return EFFECTS.keyframes(events, _Painter(before).draw)


class _Painter:
    """Paints the events of a round, and tracks the line as it changes."""

    def __init__(self, before: View) -> None:
        robots = before["state"]["robots"]
        self._line: Sequence[str] = before["state"]["line"]
        self._limbs = {name: robot["limbs"] for name, robot in robots.items()}
        self._seat = {name: robot["seat"] for name, robot in robots.items()}
        self._longer = before["options"]["longer"]

    def draw(self, event: State) -> list[Keyframe]:
        match event["type"]:
            case "reveal":
                return self._reveal(event["cards"])
            case "stay":
                return self._stay(event)
            case "swim":
                self._line = event["line"]
                pips = sign(PIPS[event["card"]], COLOURS[event["robot"]])
                return [Keyframe(EFFECTS["swim"].for_s, {**self._board(), **pips})]
            case "bite":
                return self._bite(event)
            case "over":
                return self._over(event)
        return []

    def _board(self, snout: int | None = None, shark: Colour = SHARK) -> Lamps:
        return _water(self._line, self._limbs, self._longer, snout, shark)

    def _reveal(self, cards: dict[str, int]) -> list[Keyframe]:
        for_s = EFFECTS["reveal"].for_s
        return [
            Keyframe(for_s, {**self._board(), **sign(PIPS[card], COLOURS[name])})
            for name, card in cards.items()
        ]

    def _stay(self, event: State) -> list[Keyframe]:
        """Make tied robots shudder in place."""
        board, shown = self._board(), EFFECTS["stay"]
        colours = {COLOURS[name] for name in event["robots"]}
        pale = {p: dim(c, 0.15) if c in colours else c for p, c in board.items()}
        pips = sign(PIPS[event["card"]], shown.colour)
        return blink({**pale, **pips}, {**board, **pips}, shown.times, shown.for_s)

    def _bite(self, event: State) -> list[Keyframe]:
        """Bring the shark up from behind, then darken the limb."""
        name, shown = event["robot"], EFFECTS["bite"]
        bite_s, after_s = shown.seconds
        snout = head(len(self._line) - 1) + 2
        near = self._board(snout, shown.colour)
        self._limbs[name] = event["limbs"]
        hurt = self._board(snout, shown.colour)
        self._line = event["line"]
        pictures = {**near, **BLANK_GRID}, {**hurt, **BLANK_GRID}
        bites = blink(*pictures, shown.times, bite_s)
        return [*bites, Keyframe(after_s, {**self._board(), **BLANK_GRID})]

    def _over(self, event: State) -> list[Keyframe]:
        """Run a wave in the winner's colour along the sea behind its robot."""
        line = [n for n in self._line if self._seat[n] in event["winners"]][:1]
        board = {**_water(line, self._limbs, self._longer), **BLANK_GRID}
        colours = dict.fromkeys(range(LANES), COLOURS[line[0]])
        return [*wave(board, colours, seconds=EFFECTS["over"].for_s, length=6)]
