"""What is wired to what: the board maps, their checks and the papers made of them.

A map is found by its name in `maps/`, or by its path. Only files are touched here.
"""

import os

# The full table, which is meant if none is named.
MARK1 = "mark1"
_MAPS = os.path.join(os.path.dirname(__file__), "maps")


def find(given: str | None = None) -> str:
    """The path of a board map: of `mini` the one that is called so here.

    Without a name it is mark 1's. This is asked for before first light, so it imports
    nothing that a bare interpreter has not loaded already.
    """
    named = os.path.join(_MAPS, f"{given or MARK1}.toml")
    if given and (os.path.basename(given) != given or not os.path.isfile(named)):
        return given
    return named


def names() -> list[str]:
    """The maps that can be asked for by name."""
    files = os.listdir(_MAPS)
    return sorted(f.removesuffix(".toml") for f in files if f.endswith(".toml"))
