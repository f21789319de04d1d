"""HOLD YOUR GROUND in light.

The tile grid is the island. A tile has the colour of the team that holds it, sand where
the strongest teams are level, grey where nobody stands; it is bright when full, and a
hole is dark. Over the Eliminator the colour turns pale; an Eliminator in a hole is cold
grey.

On the Depth Board each team has a lane: its battlers on the island from the shallow
end, one position each, and those it has eliminated from the deep end. A seat's lamp is
bright while the table waits for it, and dark when its team is out.

While tiles can be pressed, these are bright and the others dimmed. Where players roll
the die, four tiles show its faces; where they report an explosion, the hole has the
colour of the battler that comes down next.

Events play over this picture as `effects.toml` says.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from controller.basics.sentence import Says, say
from controller.games.hold_your_ground.layout import (
    ARMY,
    COLOURS,
    ELIMINATOR,
    EMPTY,
    EXPLOSION,
    FACES,
    SAND,
    square,
    tile,
)
from controller.games.hold_your_ground.pieces import Roll, Scatter
from controller.games.hold_your_ground.squares import NAMES
from controller.light.colour import (
    DARK,
    WHITE,
    Colour,
    Keyframe,
    Lamps,
    dim,
    inked,
    steady,
)
from controller.rules.game import State
from controller.tabletop import pictures, places
from controller.tabletop.effect_sheet import Effect, Figure, load
from controller.tabletop.places import GRID, TILES
from controller.tabletop.staging import ChancePrompt, Stand, View

SEATS = {places.seat(seat): colour for seat, colour in enumerate(COLOURS.values())}
PIT: Colour = (120, 120, 190)
FIRE: Colour = (255, 90, 0)
STEEL: Colour = (140, 190, 255)

NOT_FULL = 0.5
ON_THE_ISLAND = 0.6  # battlers in their lane: below that, red is dark to some people
PALE_NOT_FULL = 0.6  # over the Eliminator, which should catch the eye
BACK = 0.4  # tiles that cannot be pressed while others can
# The least brightness of a tile that can be pressed, and of any other tile; the strip's
# gamma makes anything darker black.
PRESSABLE = 170
FAINT = 45
# What the Doom Die shows.
SIGNS: dict[str, tuple[Colour, str]] = {
    "royale": (COLOURS["red"], "x...x .x.x. ..x.. .x.x. x...x"),
    "eliminator": (STEEL, "..x.. ..x.. xxxxx ..x.. ..x.."),
    "explosion": (FIRE, "x.x.x .xxx. xxxxx .xxx. x.x.x"),
    "choice": (WHITE, ".xxx. x...x ..xx. ..... ..x.."),
}


def picture(view: View) -> Lamps:
    state = view["state"]
    return {
        **{tile(name): _tile(state, name) for name in NAMES},
        **_lanes(state),
        **_seats(view),
    }


def stands(view: View) -> Stand:
    """Return the place of the Eliminator's puck, the only piece that sensors detect."""
    return {tile(view["state"]["eliminator"]): ("puck",)}


def _tile(state: State, name: str) -> Colour:
    is_over_eliminator = name == state["eliminator"]
    if name not in state["tiles"]:
        return PIT if is_over_eliminator else DARK
    standing: dict[str, int] = state["board"].get(name, {})
    colour, share = _held_by(standing), NOT_FULL
    if is_over_eliminator:
        colour, share = mixed(colour, WHITE), PALE_NOT_FULL
    is_full = sum(standing.values()) >= state["cap"]
    return colour if is_full or not standing else dim(colour, share)


def _held_by(standing: Mapping[str, int]) -> Colour:
    if not standing:
        return EMPTY
    most = max(standing.values())
    holders = [team for team, number in standing.items() if number == most]
    return COLOURS[holders[0]] if len(holders) == 1 else SAND


def mixed(one: Colour, other: Colour) -> Colour:
    red, green, blue = ((a + b) // 2 for a, b in zip(one, other, strict=True))
    return inked((red, green, blue), one)


def _lanes(state: State) -> Lamps:
    lamps: dict[str, Colour] = dict.fromkeys(chain(*places.SEA), DARK)
    for lane, (team, taken) in enumerate(state["captured"].items()):
        cells = [state["air"], *state["board"].values()]
        left = sum(cell.get(team, 0) for cell in cells)
        lamps.update(dict.fromkeys(places.SEA[lane][:left], _standing(team)))
        pile = [
            COLOURS[other] for other, number in taken.items() for _ in range(number)
        ]
        deep_end = places.SEA[lane][: ARMY - 1 : -1]
        lamps.update(zip(deep_end, pile, strict=False))
    return lamps


def _standing(team: str) -> Colour:
    """Return a battler's steady colour; in its own lane it need not wink."""
    return dim(steady(COLOURS[team]), ON_THE_ISLAND)


def _seats(view: View) -> Lamps:
    gone, wanted = view["state"]["out"], pictures.wanted(view)
    colours = [
        DARK if team in gone and seat not in wanted else COLOURS[team]
        for seat, team in enumerate(view["state"]["captured"])
    ]
    return pictures.seats(view, colours, resting=0.2)


def focus(lamps: Lamps, pressable: frozenset[str]) -> Lamps:
    """Return what changes in a picture while these places can be pressed."""
    marks: dict[str, Colour] = {ELIMINATOR: STEEL, EXPLOSION: FIRE, **SEATS}
    lit = {place: marks[place] for place in pressable if place in marks}
    if not pressable.isdisjoint(TILES):
        for place in TILES:
            colour = lamps.get(place, DARK)
            back = dim(colour, BACK)
            least = PRESSABLE if place in pressable else FAINT
            lit[place] = _raised(colour if place in pressable else back, least)
    return lit


def _raised(colour: Colour, least: int) -> Colour:
    """Raise a colour to this brightness, unless it is dark."""
    most = max(colour)
    return dim(colour, least / most) if 0 < most < least else colour


# What players report


def _ask_for_a_face(_view: View) -> Says:
    return "ask.roll"


def _faces(_view: View, live: frozenset[str]) -> Lamps:
    faces = {at: SIGNS[face][0] for face, at in FACES.items() if at in live}
    return {**pictures.BLANK_GRID, **faces}


def _face_at(_view: View, place: str) -> Roll | None:
    return next((Roll(face) for face, at in FACES.items() if at == place), None)


def _ask_for_a_landing(view: View) -> Says:
    more = sum(view["state"]["air"].values()) - 1
    key = "ask.scatter-more" if more else "ask.scatter"
    return say(key, team=_next_down(view), more=more)


def _landing(view: View, live: frozenset[str]) -> Lamps:
    """Show a tile pressed or pointed at in the battler's colour too."""
    hole = tile(view["state"]["eliminator"])
    lit = [hole, *(live if len(live) == 1 else ())]
    return dict.fromkeys(lit, COLOURS[_next_down(view)])


def _landed_at(view: View, place: str) -> Scatter | None:
    name = square(place)
    return Scatter(_next_down(view), name) if name else None


def _next_down(view: View) -> str:
    team: str = next(iter(view["state"]["air"]))
    return team


CHANCE_PROMPTS: Mapping[type[Any], ChancePrompt] = {
    Roll: ChancePrompt("die", _ask_for_a_face, _faces, _face_at),
    Scatter: ChancePrompt("explosion", _ask_for_a_landing, _landing, _landed_at),
}


def strike(event: State) -> str | None:
    match event:
        case {"type": "blast", "at": at}:
            return tile(at)
    return None


EFFECTS = load(
    __file__,
    "HOLD YOUR GROUND",
    {
        "hole": Figure("tile", colours=1),
        "first": None,
        "draw": None,
        "play": None,
        "pick": None,
        "step": Figure("tile"),
        "push": None,
        "shoved": Figure("push", colours=1),
        "special": None,
        "roll": Figure("face"),
        "doom": None,
        "battle": None,
        "take": Figure("take"),
        "spare": None,
        "eliminator": Figure("blink", colours=1, repeats=True),
        "blast": Figure("ring", seconds=2, colours=2),
        "scatter": Figure("tile"),
        "collapse": Figure("embers", colours=1),
        "out": Figure("lane", colours=1, repeats=True),
        "turn": None,
        "over": Figure("triumph"),
    },
)


def effect(before: View, events: Sequence[State]) -> tuple[Keyframe, ...]:
    seats = list(before["state"]["captured"])
    return EFFECTS.keyframes(events, partial(_draw, teams=seats))


def _draw(event: State, teams: Sequence[str]) -> Iterable[Keyframe]:
    shown = EFFECTS.of(event)
    match event:
        case {"type": "hole", "at": at}:
            return _flash(shown, (at, shown.colour))
        case {"type": "step", "to": to, "seat": seat}:
            return _flash(shown, (to, COLOURS[teams[seat]]))
        case {"type": "shoved", "team": team, "at": at, "to": to}:
            end = (to, COLOURS[team]) if to else (at, shown.colour)
            return _flash(shown, (at, COLOURS[team]), end)
        case {"type": "roll", "face": face}:
            colour, rows = SIGNS[face]
            return [Keyframe(shown.for_s, pictures.sign(rows, colour))]
        case {"type": "take", "at": at, "team": team, "seat": seat}:
            colours = COLOURS[teams[seat]], COLOURS[team], DARK
            return _flash(shown, *((at, colour) for colour in colours))
        case {"type": "eliminator", "to": to}:
            winks = [(to, shown.colour), (to, DARK)] * shown.times
            return _flash(shown, *winks[:-1])
        case {"type": "blast", "at": at}:
            return _blast(at, shown)
        case {"type": "scatter", "team": team, "to": str(to)}:
            return _flash(shown, (to, COLOURS[team]))
        case {"type": "collapse", "tiles": tiles}:
            return _collapse(tiles, shown)
        case {"type": "out", "teams": fallen}:
            return _farewell([teams.index(team) for team in fallen], shown)
        case {"type": "over", "winners": winners}:
            return _triumph([COLOURS[teams[seat]] for seat in winners], shown)
    return ()


def _flash(shown: Effect, *tiles: tuple[str, Colour]) -> list[Keyframe]:
    """Flash these tiles one after another, each in its colour."""
    return [Keyframe(shown.for_s, {tile(name): colour}) for name, colour in tiles]


def _blast(at: str, shown: Effect) -> list[Keyframe]:
    """Run a ring of fire outwards from the tile."""
    row, column = (int(part) for part in at.split(","))
    flash_s, step_s = shown.seconds
    flash, fire = shown.colours
    keyframes = []
    for radius in range(5):
        ring = {
            places.tile(r, c): fire
            for r, c in GRID
            if max(abs(r - row), abs(c - column)) == radius
        }
        keyframes.append(Keyframe(step_s, ring))
    return [Keyframe(flash_s, {tile(at): flash}), *keyframes]


def _collapse(names: Sequence[str], shown: Effect) -> list[Keyframe]:
    fire = shown.colour
    shades = (fire, DARK, dim(fire, 0.5), DARK, dim(fire, 0.2))
    tiles = [tile(name) for name in names]
    return [Keyframe(shown.for_s, dict.fromkeys(tiles, shade)) for shade in shades]


def _farewell(lanes: Sequence[int], shown: Effect) -> list[Keyframe]:
    """Turn the lanes of teams that are out white, then dark."""
    lamps = [place for lane in lanes for place in places.SEA[lane][:ARMY]]
    lit, dark = dict.fromkeys(lamps, shown.colour), dict.fromkeys(lamps, DARK)
    return pictures.blink(lit, dark, shown.times, shown.for_s)


def _triumph(colours: Sequence[Colour], shown: Effect) -> list[Keyframe]:
    """Run the winners' colours over the island, row by row."""
    keyframes = []
    for beat in range(10):
        colour = colours[beat // 5 % len(colours)]
        lit = {
            place: colour if row <= beat % 5 else DARK
            for place, (row, _) in zip(TILES, GRID, strict=True)
        }
        keyframes.append(Keyframe(shown.for_s, lit))
    return keyframes
