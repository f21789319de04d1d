"""The tutorial is what it says: its games are built, played and tested as written."""

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from sysconfig import get_path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from controller import games
from controller.games.packages import packages
from tests.support import ROOT
from tests.support.browsing import alone, phones
from tests.support.packages import FEW

PAGE = ROOT / "controller/games/ADDING.md"
BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n\$ (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# By hand, with tests and papers; the first one has neither secrets nor chance.
MOST_LINES = {"last-pearl": 150, "pearl-dive": 350, "treasure-dive": 600}


def written(folder: Path) -> None:
    """Every block that names a file; several blocks of one file follow each other."""
    texts: dict[str, list[str]] = {}
    for _, path, text in BLOCK.findall(PAGE.read_text()):
        texts.setdefault(path, []).append(text)
    for path, parts in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("\n\n".join(parts))


class Built(NamedTuple):
    folder: Path
    site: Path
    bin: Path

    def run(self, *command: str, folder: str = ".", **more: Any) -> Any:
        """A command of the new environment, which has to succeed."""
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        ran = subprocess.run(
            command,
            cwd=self.folder / folder,
            env={**os.environ, "PATH": path, **FEW},
            capture_output=True,
            text=True,
            check=False,
            **more,
        )
        assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-2000:]
        return ran.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """All packages, installed by pip in an environment that knows this one's."""
    folder = tmp_path_factory.mktemp("adding")
    written(folder)
    home = folder / "environment"
    venv.create(home, symlinks=True)
    [site] = home.glob("lib/python*/site-packages")
    (site / "ours.pth").write_text(f"{get_path('purelib')}\n{ROOT}\n")
    (home / "bin" / "undertow").write_text(
        f"#!{home}/bin/python\nfrom controller.cli.main import main\nmain()\n"
    )
    (home / "bin" / "undertow").chmod(0o755)
    made = Built(folder, site, home / "bin")
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet")
    projects = [part for name in MOST_LINES for part in ("-e", str(folder / name))]
    made.run(f"{home}/bin/python", "-m", "pip", "install", *offline, *projects)
    return made


@pytest.fixture
def known(built: Built, monkeypatch: pytest.MonkeyPatch) -> Iterator[Built]:
    """The installed packages are found by this process too."""
    for path in (built.site, *(built.folder / name for name in MOST_LINES)):
        monkeypatch.syspath_prepend(str(path))
    packages.cache_clear()
    before = set(sys.modules)
    yield built
    packages.cache_clear()
    for module in set(sys.modules) - before:
        del sys.modules[module]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with alone() as opened:
        yield opened


@pytest.mark.parametrize("name", MOST_LINES)
def test_a_game_of_the_tutorial_is_short(name: str) -> None:
    texts = [t for _, path, t in BLOCK.findall(PAGE.read_text()) if name in path]
    lines = sum(len(text.splitlines()) for text in texts)
    assert 100 < lines <= MOST_LINES[name]


def test_every_block_is_run(built: Built) -> None:
    fences = len(re.findall(r"^```\w", PAGE.read_text(), re.MULTILINE))
    assert fences == len(BLOCK.findall(PAGE.read_text())) + len(
        CONSOLE.findall(PAGE.read_text())
    )
    for command, output in CONSOLE.findall(PAGE.read_text()):
        assert built.run("sh", "-c", command) == output


@pytest.mark.parametrize("name", MOST_LINES)
def test_its_games_pass_the_suite(name: str, built: Built) -> None:
    built.run("undertow", "golden", name)
    python = str(built.bin / "python")
    plain = ("-q", "-p", "no:cacheprovider", "--undertow-game", name)
    said = built.run(python, "-m", "pytest", *plain, folder=name)
    assert "passed" in said
    assert "skipped" not in said


def test_its_second_game_is_played_in_a_browser(
    known: Built, browser: Browser, tmp_path: Path
) -> None:
    assert games.packaged()["pearl-dive"] == "undertow-pearl-dive 0.1.0"
    with phones(browser, tmp_path, 2, game="pearl-dive") as seats:
        page = seats[0]
        page.locator('[data-target="tile:7"]').click()
        page.get_by_test_id("play").click()
        expect(seats[1].locator('[data-target="tile:7"]')).not_to_have_attribute(
            "aria-label", re.compile("face down")
        )
        seats.served.wait_until(lambda: seats.served.table.match.position.active == 1)
        expect(seats[1].get_by_test_id("missing")).to_contain_text(
            "Your turn: dive at a tile. Tap something that glows, then Play."
        )
        log = seats.table().get_by_test_id("log")
        expect(log).to_contain_text("Red dives at row 2, tile 3.")
        # A tile where nothing can be done says why, in the game's own words.
        seats[1].locator('[data-target="tile:7"]').click()
        told = seats[1].get_by_test_id("told")
        expect(told).to_contain_text("already face up. Choose another.")
        expect(told.locator('[data-rule="PD-02"]')).to_be_visible()
    with phones(browser, tmp_path / "third", 2, game="treasure-dive") as seats:
        for seat, tile in ((0, 12), (1, 7)):
            seats[seat].locator(f'[data-target="tile:{tile}"]').click()
            seats[seat].get_by_test_id("play").click()
        # An action without a tile is a button, in the game's own words.
        seats[0].get_by_test_id("answers").get_by_role("button").click()
        expect(seats[0].get_by_test_id("play")).to_have_text("Play surface")
        seats[0].get_by_test_id("play").click()
        log = seats.table().get_by_test_id("log")
        expect(log).to_contain_text("Red surfaces.")
    with phones(browser, tmp_path / "other", 2, game="last-pearl") as seats:
        page = seats[0]
        page.get_by_role("button", name="take 3").click()
        page.get_by_test_id("play").click()
        seats.served.wait_until(lambda: seats.served.table.match.position.pearls == 18)
        expect(page.locator("#board")).to_have_text("18 pearls are left.")
        expect(seats[1].get_by_test_id("missing")).to_contain_text(
            "Your turn: take one, two or three pearls. "
            "Tap something that glows, then Play."
        )
        log = seats.table().get_by_test_id("log")
        expect(log).to_have_text("Red takes 3 pearls.")
        for number in range(6):
            seats[(number + 1) % 2].get_by_role("button", name="take 3").click()
            seats[(number + 1) % 2].get_by_test_id("play").click()
        expect(page.get_by_test_id("result")).to_contain_text(
            "The last pearl is taken."
        )
