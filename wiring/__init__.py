"""The board maps, their checks, and the papers made from them.

boardmap        loads a board map without clashes
claims          the owner of each pin, pixel and sensor bit
areas           lamps and bits of the Depth Board and the tile grid
sensor_boards   which sensor is on which bit of which board, and on which cable
settling        the time that a multiplexer's signal needs
eliminator      the section [eliminator]
speaker         the section [speaker]
parts           the sections [[part]]
harness         the sections [harness] and [colours]
pins            remarks on pins that a map should rather leave free
amend           sets values in a board map and leaves the rest unchanged
tables          the tables of each sensor board's firmware
geometry        all dimensions in millimetres
papers          pin-out, drawings, parts list and other papers

A map is found by its name in `maps/`, or by its path.
"""

from pathlib import Path

# The full table, and the default.
MARK1 = "mark1"
MAPS = Path(__file__).parent / "maps"


def find(given: str | None = None) -> str:
    """Return the path of a board map; a name such as `mini` means one of ours.

    Without a name, return mark 1's.
    """
    named = MAPS / f"{given or MARK1}.toml"
    if given and (Path(given).name != given or not named.is_file()):
        return given
    return str(named)


def names() -> list[str]:
    """Return the names of our own maps."""
    return sorted(path.stem for path in MAPS.glob("*.toml"))
