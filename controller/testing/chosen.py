"""Which games are tested: those that were named, or all that there are."""

from pathlib import Path

from controller import games
from controller.testing import plugin


def names() -> list[str]:
    return [*plugin.named] or games.names()


def folders_of_tests(name: str) -> list[Path]:
    """Where tests of this game can be: in its folder, and beside it."""
    [root] = plugin.root or [Path.cwd()]
    return [games.folder(name), root / "tests"]
