"""The board maps of Undertow. A map is found by its name or by its path."""

import os

# The full table, whose map lies where everybody looks first: in board.toml.
MARK1 = "mark1"


def find(given: str | None = None) -> str:
    """The path of a board map: of `mini` the one that is called so here.

    Without a name it is mark 1's. This is asked for before first light, so it imports
    nothing that a bare interpreter has not loaded already.
    """
    name = "board" if given in (None, "", MARK1) else given
    named = os.path.join(os.path.dirname(__file__), f"{name}.toml")
    if given and (os.path.basename(given) != given or not os.path.isfile(named)):
        return given
    return named


def names() -> list[str]:
    """The maps that can be asked for by name."""
    files = os.listdir(os.path.dirname(__file__))
    found = {f.removesuffix(".toml") for f in files if f.endswith(".toml")}
    return sorted(found - {"board"} | {MARK1})
