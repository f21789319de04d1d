"""GET BIT! on paper: seven cards per robot, and robots to fold."""

from controller.games.get_bit.layout import COLOURS, head
from controller.games.get_bit.pieces import ROBOTS
from controller.light.colour import on_screen
from controller.light.palette import SHARK
from controller.tabletop.printing import Face, Figure, Marker, Printing, letters
from controller.tabletop.staging import DeckCard

_HUES = on_screen(COLOURS)
_LETTERS = letters(ROBOTS)


def face(card: DeckCard) -> Face:
    robot = card.label.partition(" ")[0]
    title = f"{robot.capitalize()} {card.card}"
    return Face(title, robot, _HUES[robot], "", card.card, _LETTERS[robot])


PRINTING = Printing(
    face,
    (
        "Everyone chooses a card in secret. Reveal all cards at the same time.",
        "Robots with the same number stay put.",
        "The others swim to the front, lowest number first.",
        "The shark bites the last robot: it loses a limb, swims to the front and takes "
        "back all its cards. Nobody is bitten in the first round.",
        "With two cards or fewer in hand, take your played cards back.",
        "A robot with no limbs is out. When two are left, the one in front wins.",
    ),
    (
        Marker("the shark, behind the last robot", 1, "shark", SHARK.screen, "", 26),
        *(
            Marker(f"{robot} limb", 4, "limb", _HUES[robot], _LETTERS[robot], 16)
            for robot in ROBOTS
        ),
    ),
    tuple(Figure(robot, robot, _HUES[robot], _LETTERS[robot]) for robot in ROBOTS),
    lane_hues=("#4aa7c9", "#3b8fb8", "#2f78a6", "#236294"),
    lane_symbols=("limb",) * 4,
    scale={head(n): f"place {n + 1}" for n in range(len(ROBOTS))},
    lanes=("limb 1", "limb 2: robots stand here", "limb 3", "limb 4"),
)
