"""HOLD YOUR GROUND on paper: thirteen cards a team, battlers, the faces of the die."""

from controller.games.hold_your_ground.layout import ARMY, COLOURS, FACES, tile
from controller.games.hold_your_ground.pieces import TEAMS
from controller.games.hold_your_ground.squares import CENTRE, NAMES
from controller.light.colour import on_screen
from controller.tabletop.printing import GREY, Face, Marker, Printing, letters, words_of
from controller.tabletop.staging import DeckCard

_HUES = on_screen(COLOURS)
_LETTERS = letters(TEAMS)
_USE = {"n": "battlers or tiles", "t": "tiles only", "b": "battlers only"}
_MEANS = {
    "n": "How many battlers move, or how many tiles each of them moves.",
    "t": "How many tiles each battler moves.",
    "b": "How many battlers move.",
}
_DIE = {"eliminator": 2, "explosion": 2, "royale": 1, "choice": 1}
_WORDS = words_of(__file__)


def face(card: DeckCard) -> Face:
    team = card.label.partition(" ")[0]
    use, number, special = card.card[0], card.card[1:2], card.card[3:]
    title = f"{number}: {_USE[use]}"
    words = f"{_MEANS[use]} "
    if special:
        words += f"After moving: {_WORDS.called('doom', special)}."
    symbol = special or ("t" if use == "t" else f"{team} {use}")
    called = f"{team} {_WORDS.called('card', card.card)}"
    return Face(title, symbol, _HUES[team], words, number, _LETTERS[team], called)


PRINTING = Printing(
    face,
    (
        "Play two cards: one for how many battlers move, the other for how many tiles "
        "each one moves.",
        "Battlers go the whole way if they can, never diagonally, and never cross a "
        "tile twice.",
        "If you move onto a full tile, push a battler on in the same direction. A "
        "battler pushed off the island is out.",
        "Do the special actions on your cards, then draw up to four.",
        "Roll the Doom Die: Battle Royale, Move Eliminator, Explosion or your choice.",
        "An Explosion destroys the tile over the Eliminator, and all tiles that are "
        "cut off from the centre.",
        "The last team standing wins.",
    ),
    (
        *(
            Marker(f"{team} battler", ARMY, team, _HUES[team], _LETTERS[team], 12)
            for team in TEAMS
        ),
        *(
            Marker(
                f"the Doom Die: {_WORDS.called('doom', face)}; for a die of 16 mm",
                copies,
                face,
                "#59636b",
                diameter_mm=14,
            )
            for face, copies in _DIE.items()
        ),
        Marker("the flag, on the centre tile", 1, "flag", "#c9463d", diameter_mm=30),
    ),
    tile_symbols={
        tile(NAMES[CENTRE]): ("flag", "#c9463d"),
        **{place: (name, GREY) for name, place in FACES.items()},
    },
    tiles={
        tile(NAMES[CENTRE]): "flag",
        **{place: _WORDS.called("doom", name) for name, place in FACES.items()},
    },
    # From the other end: those that the team has eliminated.
    scale={n: str(n + 1) for n in (0, 4, 9, 14, 20)} | {29: "eliminated"},
    lanes=tuple(f"{team} team" for team in TEAMS),
    lane_hues=tuple(_HUES[team] for team in TEAMS),
    lane_symbols=TEAMS,
)
