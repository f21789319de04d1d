"""HAI NOON in light.

`layout.py` says which tile is what. Two white tiles on a side mean that three cards lie
there.

A hungry shark is bright orange-red, a full one dark blue: their brightness tells them
apart without the colour, and nothing ever dims or covers a shark for long. On the Depth
Board each diver has a lane: a long bar is healthy, a short one injured, a dotted one
camouflaged, a single dot a dummy; three white lamps behind it are the cage. While the
table waits for a seat, the lamp at the lane's beginning is white and the seat's lamp
bright. Once a card is played, everything that its action cannot affect is dimmed.

A side's tile is never dark: guidance lights dark tiles that can be pressed, which would
reveal the sides that hidden cards fit.

Events play over this picture as `effects.toml` says.
"""

from collections.abc import Iterable, Mapping, Sequence

from controller.games.hai_noon.layout import (
    ATTACKERS,
    BAR,
    BAR_LENGTH,
    CAGE,
    CARD_COLOURS,
    CENTRE,
    DIVER_COLOURS,
    FULL,
    HUNGRY,
    MARK,
    PLACE_TILES,
    SHARK_TILES,
    SIDE_TILES,
)
from controller.light.colour import DARK, WHITE, Colour, Keyframe, Lamps, dim
from controller.light.palette import BLOOD
from controller.rules.game import State
from controller.tabletop import pictures
from controller.tabletop.effect_sheet import Effect, Figure, load
from controller.tabletop.places import POSITIONS
from controller.tabletop.staging import View

SEA: Colour = (0, 40, 55)
# Cards whose action affects sharks, and cards whose action affects divers.
ABOUT_SHARKS = ("flip", "shark")
ABOUT_DIVERS = ("cage", "camouflage", "diver")
FAINT = 0.5  # below that, gamma makes some cards look alike to some people


def picture(view: View) -> Lamps:
    state = view["state"]
    lamps = {**_grid(state), **_lanes(state, view["pending"]["seats"]), **_seats(view)}
    for place in _untouched(view):
        lamps[place] = dim(lamps[place], FAINT)
    return lamps


def _grid(state: State) -> dict[str, Colour]:
    lamps: dict[str, Colour] = {
        tile: HUNGRY if shark == "hungry" else FULL
        for tile, shark in zip(SHARK_TILES, state["sharks"], strict=True)
    }
    for place, diver in state["places"].items():
        lamps[PLACE_TILES[place]] = _diver(state, diver)
    for side, cards in state["sides"].items():
        lamps.update(_side(side, cards))
    lamps[CENTRE] = DIVER_COLOURS[state["cage"]] if state["cage"] else DARK
    return lamps


def _diver(state: State, diver: str | None) -> Colour:
    if diver is None:
        return DARK
    share = {"healthy": 1.0, "injured": 0.5, "dummy": 0.25, "prey": 0.0}
    health = state["divers"][diver]["state"]
    return BLOOD if health == "prey" else dim(DIVER_COLOURS[diver], share[health])


def _side(side: str, cards: Sequence[str]) -> Lamps:
    if len(cards) > 2:
        return dict.fromkeys(SIDE_TILES[side], WHITE)
    shown = [_card(card) for card in cards] + [SEA, SEA]
    return dict(zip(SIDE_TILES[side], shown, strict=False))


def _card(card: str) -> Colour:
    return CARD_COLOURS[card.partition("-")[0]]


def _lanes(state: State, asked: Iterable[int]) -> dict[str, Colour]:
    lamps: dict[str, Colour] = {}
    for lane, (name, diver) in enumerate(state["divers"].items()):
        row = [DARK] * POSITIONS
        if diver["seat"] in asked:
            row[MARK] = WHITE
        shown = state["places"].values()
        step = 1 if name in shown else 2
        for position in range(BAR, BAR + BAR_LENGTH[diver["state"]], step):
            row[position] = DIVER_COLOURS[name]
        if state["cage"] == name:
            for position in CAGE:
                row[position] = WHITE
        lamps.update(pictures.lane(lane, row))
    return lamps


def _seats(view: View) -> Lamps:
    """Light the seats that must decide brightly, and at the end the winners."""
    state = view["state"]
    colours = [seat_colour(state, seat) for seat in range(len(state["hands"]))]
    return pictures.seats(view, colours, resting=0.3, turn=0.6)


def seat_colour(state: State, seat: int) -> Colour:
    """Return the colour of the seat's first live diver; dark if none lives."""
    for name, diver in state["divers"].items():
        if diver["seat"] == seat and diver["state"] in ("healthy", "injured"):
            return DIVER_COLOURS[name]
    return DARK


def _untouched(view: View) -> list[str]:
    """Return the lit tiles that the played card's action cannot affect.

    The last event names the card. After a restart there is none, and nothing is dimmed.
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

FLASH = Figure("flash", repeats=True)
IN_COLOUR = Figure("flash", colours=1, repeats=True)


def _kind(event: State) -> str:
    """Name the effect; each kind of protection from a shark has its own sound."""
    return f"miss-{event['by']}" if event["type"] == "miss" else str(event["type"])


EFFECTS = load(
    __file__,
    "HAI NOON",
    {
        "first": None,
        "draw": None,
        "enter": IN_COLOUR,
        "play": FLASH,
        "rotate": Figure("turn", seconds=2),
        "swap": IN_COLOUR,
        "flip": IN_COLOUR,
        "wake": IN_COLOUR,
        "swim": IN_COLOUR,
        "hide": IN_COLOUR,
        "cage": IN_COLOUR,
        "idle": None,
        "attack": IN_COLOUR,
        "harpoon": FLASH,
        "endure": None,
        "bite": IN_COLOUR,
        "miss": IN_COLOUR,
        "miss-harpoon": IN_COLOUR,
        "miss-cage": IN_COLOUR,
        "clear": Figure("board"),
        "out": None,
        "turn": None,
        "over": Figure("wave"),
    },
    _kind,
)


def effect(before: View, events: Sequence[State]) -> tuple[Keyframe, ...]:
    return EFFECTS.keyframes(events, _Painter(before["state"]).draw)


class _Painter:
    """Paints events, and tracks the board as it changes."""

    def __init__(self, state: State) -> None:
        self._state = {
            **state,
            "sharks": list(state["sharks"]),
            "places": dict(state["places"]),
            "divers": {name: dict(diver) for name, diver in state["divers"].items()},
            "sides": {side: list(cards) for side, cards in state["sides"].items()},
        }

    def draw(self, event: State) -> list[Keyframe]:
        shown = EFFECTS.of(event)
        match event["type"]:
            case "play" | "harpoon":
                return self._card(event, shown)
            case "rotate" | "swap" | "flip" | "wake":
                return self._sharks(event, shown)
            case "swim" | "enter" | "hide":
                return self._move(event, shown)
            case "cage":
                self._state["cage"] = event["diver"]
                return self._flash([self._tile(event["diver"]), CENTRE], shown)
            case "attack":
                return self._attack(event["side"], shown)
            case "bite" | "miss":
                return self._strike(event, shown)
            case "clear":
                del self._state["sides"][event["side"]][: len(event["cards"])]
                return [Keyframe(shown.for_s, self._board())]
            case "over":
                return self._over(event["winners"], shown)
        return []

    def _board(self, **changed: Colour) -> dict[str, Colour]:
        return {**_grid(self._state), **_lanes(self._state, ()), **changed}

    def _flash(
        self, places: Iterable[str], shown: Effect, colour: Colour | None = None
    ) -> list[Keyframe]:
        colour = colour or shown.colour
        return pictures.flash(self._board(), places, colour, shown.times, shown.for_s)

    def _tile(self, diver: str) -> str:
        places: Mapping[str, str | None] = self._state["places"]
        return next(PLACE_TILES[p] for p, there in places.items() if there == diver)

    def _card(self, event: State, shown: Effect) -> list[Keyframe]:
        """Show a card landing on its side; a harpoon flashes where it protects."""
        sides, colour = self._state["sides"], _card(event["card"])
        if event["type"] == "play":
            sides[event["side"]].append(event["card"])
            return self._flash(SIDE_TILES[event["side"]], shown, colour)
        attacked = next(cards for cards in sides.values() if len(cards) > 2)
        attacked.append(event["card"])
        return self._flash([self._tile(event["diver"])], shown, colour)

    def _sharks(self, event: State, shown: Effect) -> list[Keyframe]:
        sharks: list[str] = self._state["sharks"]
        if event["type"] == "rotate":
            sharks.insert(0, sharks.pop())
            none = dict.fromkeys(SHARK_TILES, DARK)
            gone_s, there_s = shown.seconds
            return [
                Keyframe(gone_s, self._board(**none)),
                Keyframe(there_s, self._board()),
            ]
        one = event["shark"]
        moved = [one]
        if event["type"] == "swap":
            moved.append((one + 1) % len(sharks))
            sharks[one], sharks[moved[1]] = sharks[moved[1]], sharks[one]
        else:
            sharks[one] = "full" if sharks[one] == "hungry" else "hungry"
        return self._flash([SHARK_TILES[shark] for shark in moved], shown)

    def _move(self, event: State, shown: Effect) -> list[Keyframe]:
        """Show two divers changing places, or one coming or going."""
        places, diver = self._state["places"], event["diver"]
        here = next((p for p, there in places.items() if there == diver), None)
        there = event.get("place")
        if here:
            places[here] = places[there] if there else None
        if there:
            places[there] = diver
        tiles = [PLACE_TILES[place] for place in (here, there) if place]
        return self._flash(tiles, shown)

    def _attack(self, side: str, shown: Effect) -> list[Keyframe]:
        sharks = [SHARK_TILES[shark] for shark in ATTACKERS[side]]
        return self._flash([*sharks, *SIDE_TILES[side]], shown)

    def _strike(self, event: State, shown: Effect) -> list[Keyframe]:
        """Flash a bite red, and a miss white."""
        if event["type"] == "miss":
            if event["by"] == "cage":
                self._state["cage"] = None
            return self._flash([PLACE_TILES[event["place"]]], shown)
        self._state["divers"][event["diver"]]["state"] = event["state"]
        self._state["sharks"][event["shark"]] = "full"
        return self._flash([self._tile(event["diver"])], shown)

    def _over(self, winners: Sequence[int], shown: Effect) -> list[Keyframe]:
        """Run a wave down the lanes of the winners' divers."""
        colours = {
            lane: DIVER_COLOURS[name]
            for lane, (name, diver) in enumerate(self._state["divers"].items())
            if diver["seat"] in winners and diver["state"] in ("healthy", "injured")
        }
        step_s = shown.for_s
        waves = pictures.wave(self._board(), colours, seconds=step_s, length=6, start=2)
        return [*waves]
