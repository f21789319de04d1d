"""The parts list: quantities and part numbers for a table."""

from collections.abc import Iterable

from wiring.geometry.table import Geometry
from wiring.harness import Wiring
from wiring.papers.harness.cables import Drawing
from wiring.papers.harness.power import Power
from wiring.papers.shopping import electronics as pi_parts
from wiring.papers.shopping import electronics as sensor_parts
from wiring.papers.shopping import wood_and_wire as cable_parts
from wiring.papers.shopping import wood_and_wire as wooden_parts
from wiring.papers.shopping.items import Item, item


def parts(
    geometry: Geometry, wiring: Wiring, power: Power, drawings: Iterable[Drawing]
) -> tuple[Item, ...]:
    board, drawings = geometry.board, tuple(drawings)
    return (
        *pi_parts.computer(board, power),
        *pi_parts.lamps(geometry, power, wiring, drawings),
        *pi_parts.buttons(geometry),
        *pi_parts.striker(board, power, wiring),
        *pi_parts.speaker(board),
        *(item(1, part.driver, part.name, "part") for part in board.parts),
        *sensor_parts.boards(board, wiring, drawings),
        *sensor_parts.sensors_and_magnets(geometry),
        *wooden_parts.puck(geometry),
        *wooden_parts.sheets(geometry),
        *cable_parts.plugs(drawings),
        *cable_parts.wires(drawings),
        *cable_parts.between_pixels(geometry, wiring.harness.rails),
    )
