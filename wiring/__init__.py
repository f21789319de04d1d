"""The board maps of Undertow. A map is found by its name or by its path."""

import os


def find(given: str | None = None) -> str:
    """The path of a board map: of `mini` the one that is called so here.

    Without a name it is mark 1's. This is asked for before first light, so it imports
    nothing that a bare interpreter has not loaded already.
    """
    named = os.path.join(os.path.dirname(__file__), f"{given or 'board'}.toml")
    if given and (os.path.basename(given) != given or not os.path.isfile(named)):
        return given
    return named


def names() -> list[str]:
    """The maps that can be asked for by name."""
    files = os.listdir(os.path.dirname(__file__))
    return sorted(f.removesuffix(".toml") for f in files if f.endswith(".toml"))
