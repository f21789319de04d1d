"""GET BIT!: the meaning of lanes and tiles.

The line swims along the Depth Board, with the first robot at the shallow end. Each
robot is two positions long and four lanes wide, one lane for each limb. The tile grid
shows a card's number as pips.
"""

from controller.games.get_bit.pieces import ROBOTS
from controller.light import palette
from controller.tabletop.places import depth

COLOURS = palette.named(*ROBOTS)
FOR_PAGE_COLOURS = {**COLOURS, "shark": palette.SHARK}
LONG = 2  # positions of a robot
PITCH = 4  # positions from one robot's head to the next
# The shark's shape from the snout on: the lit lanes at each position.
SHARK_SHAPE = ((1, 2), (0, 1, 2, 3), (0, 1, 2, 3), (1, 2))
PIPS = {
    1: "..... ..... ..x.. ..... .....",
    2: "..... .x... ..... ...x. .....",
    3: "..... .x... ..x.. ...x. .....",
    4: "..... .x.x. ..... .x.x. .....",
    5: "..... .x.x. ..x.. .x.x. .....",
    6: "..... .x.x. .x.x. .x.x. .....",
    7: "..... .x.x. .xxx. .x.x. .....",
}


def head(place: int) -> int:
    """Return the position of the robot at this place in line, counted from 0."""
    return 1 + place * PITCH


def sensor(place: int) -> str:
    """Return the sensor under the head of the robot at this place in line."""
    return depth(1, head(place))


FOR_PAGE = {"pitch": PITCH, "long": LONG, "shark": SHARK_SHAPE}
