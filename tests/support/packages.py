"""Installed packages with games."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.games.packages import packages
from tests.support import ROOT

# A small game.
SOURCE = (ROOT / "tests/testing/small_games/two_choices.py").read_text()
# For the suite: fewer random games than usual.
FEW = {"UNDERTOW_RANDOM_GAMES": "10", "UNDERTOW_TWINS": "20"}
# Without other people's plugins pytest starts five times as fast. `test_adding` starts
# it as authors do.
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
OURS = ("-p", "controller.testing.plugin")


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An environment that forgets games made or installed in the test.

    What else was imported meanwhile stays: others may hold it already.
    """
    before = [*sys.path]
    monkeypatch.setattr(sys, "path", [*before])
    yield
    packages.cache_clear()
    added = tuple(f"{Path(folder)}/" for folder in sys.path if folder not in before)
    for name, module in [*sys.modules.items()]:
        # `typing.io` and its like are classes without a spec.
        spec = getattr(module, "__spec__", None)
        places = spec and [spec.origin or "", *(spec.submodule_search_locations or ())]
        if any(place.startswith(added) for place in places or ()):
            del sys.modules[name]


def installed(folder: Path, name: str, module: str, version: str = "1.0") -> None:
    """Write what pip writes beside a package: its name and its game's entry point."""
    info = folder / f"undertow_{module}-{version}.dist-info"
    info.mkdir(parents=True)
    head = "Metadata-Version: 2.1"
    (info / "METADATA").write_text(
        f"{head}\nName: undertow-{name}\nVersion: {version}\n"
    )
    (info / "entry_points.txt").write_text(f"[undertow.games]\n{name} = {module}\n")


Install = Callable[..., None]
# A game's bot that fails in its third line.
BROKEN_BOT = """
def prefer(position, legal):
    return [1 / 0 for _ in legal]
"""


@pytest.fixture
def install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: None
) -> Install:
    """A function that puts a package with a game there."""
    monkeypatch.syspath_prepend(tmp_path)

    def put(
        name: str, source: str, module: str = "", version: str = "1.0", bot: str = ""
    ) -> None:
        module = module or name.replace("-", "_")
        if bot:
            (tmp_path / module).mkdir()
            (tmp_path / module / "bot.py").write_text(bot)
        path = f"{module}/__init__.py" if bot else f"{module}.py"
        (tmp_path / path).write_text(source)
        installed(tmp_path, name, module, version)
        packages.cache_clear()

    return put


def ran(
    folder: Path, *arguments: str, **environ: str
) -> "subprocess.CompletedProcess[str]":
    """Run Python in a folder whose packages can be imported."""
    paths = os.pathsep.join((str(folder), str(ROOT)))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def suite(
    folder: Path, *names: str, more: tuple[str, ...] = ()
) -> "subprocess.CompletedProcess[str]":
    """Run `pytest --undertow-game NAME …` with fewer random games than usual."""
    plain = ("-p", "no:cacheprovider", "-q", *OURS, *more)
    asked = [word for name in names for word in ("--undertow-game", name)]
    return ran(folder, "-m", "pytest", *plain, *asked, **FEW, **BARE)
