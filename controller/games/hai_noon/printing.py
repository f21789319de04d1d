"""HAI NOON on paper: cards of four colours, sharks with two sides, divers, the cage."""

from controller.games.hai_noon.layout import (
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
from controller.games.hai_noon.pieces import COLOURS, DIVERS, SHARKS, WILD
from controller.light.colour import on_screen
from controller.tabletop.printing import (
    GREY,
    Face,
    Marker,
    Printing,
    about,
    letters,
    words_of,
)
from controller.tabletop.staging import DeckCard

_HUES = on_screen(CARD_COLOURS)
_DIVERS = on_screen(DIVER_COLOURS)
_LETTERS = letters(COLOURS)
_DIVER_LETTERS = letters(DIVERS)
_WORDS = words_of(__file__)


def face(card: DeckCard) -> Face:
    colour, _, kind = card.card.partition("-")
    is_wild = card.card == WILD
    kind = kind or colour
    title, does = _WORDS.called("deed", kind), about(_WORDS, kind)
    return Face(
        title,
        kind,
        _HUES[colour],
        does,
        letter="W" if is_wild else _LETTERS[colour],
        called=_WORDS.called("card", card.card),
    )


def _tiles() -> dict[str, str]:
    words = {tile: f"shark {n}" for n, tile in enumerate(SHARK_TILES, 1)}
    for place, tile in PLACE_TILES.items():
        words[tile] = f"diver {_WORDS.called('place', place)}"
    for side, (first, second) in SIDE_TILES.items():
        name = _WORDS.called("side", side).removeprefix("the ")
        words |= {first: name, second: f"{name}, 2nd card"}
    return words | {CENTRE: "cage"}


_SYMBOLS = {
    **dict.fromkeys(SHARK_TILES, ("full", FULL.screen)),
    **{
        tile: (name, _DIVERS[name])
        for tile, name in zip(PLACE_TILES.values(), DIVERS, strict=True)
    },
    CENTRE: ("cage", GREY),
}

PRINTING = Printing(
    face,
    (
        "Play a card to the side with its colour or, if there is none, to a side "
        "without a colour. Then do what the card says.",
        "The third card on a side makes its two middle sharks attack. Then discard "
        "the three cards.",
        "A full shark becomes hungry. A hungry shark bites the diver in front of it "
        "and is full.",
        "One bite injures a diver. A second bite and it's caught: its player loses.",
        "When a hungry shark attacks your diver, a Cage card in the side's colour is a "
        "harpoon and stops the bite.",
        "Draw up to three cards.",
    ),
    (
        Marker("a hungry shark", SHARKS, "hungry", HUNGRY.screen, "H"),
        Marker(
            "a full shark, the other side: glue it behind a hungry one",
            SHARKS,
            "full",
            FULL.screen,
            "F",
        ),
        *(
            Marker(f"the {name} diver", 1, name, _DIVERS[name], _DIVER_LETTERS[name])
            for name in DIVERS
        ),
        *(
            Marker(
                f"the {name} diver, injured: glue it behind the other",
                1,
                f"{name} injured",
                _DIVERS[name],
                _DIVER_LETTERS[name],
            )
            for name in DIVERS
        ),
        Marker("cage", 1, "cage", GREY),
    ),
    tiles=_tiles(),
    tile_symbols=_SYMBOLS,
    lanes=tuple(f"{name} diver" for name in DIVERS),
    lane_hues=tuple(_DIVERS[name] for name in DIVERS),
    lane_symbols=DIVERS,
    scale={
        MARK: "turn",
        **{BAR + BAR_LENGTH[state] - 1: state for state in ("injured", "healthy")},
        CAGE[1]: "cage",
    },
)
