"""What is wired to what: the board maps, their checks and the papers made of them.

A map is found by its name in `maps/`, or by its path. Only files are touched here.
"""

from pathlib import Path

# The full table, which is meant if none is named.
MARK1 = "mark1"
_MAPS = Path(__file__).parent / "maps"


def find(given: str | None = None) -> str:
    """The path of a board map: of `mini` the one that is called so here.

    Without a name it is mark 1's.
    """
    named = _MAPS / f"{given or MARK1}.toml"
    if given and (Path(given).name != given or not named.is_file()):
        return given
    return str(named)


def names() -> list[str]:
    """The maps that can be asked for by name."""
    return sorted(path.stem for path in _MAPS.glob("*.toml"))
