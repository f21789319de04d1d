"""The pages that list all games are made from the games."""

from pathlib import Path

import pytest

from controller import games
from controller.testing import golden, pages
from tests.support import ROOT


def test_they_are_as_the_games_say() -> None:
    assert pages.stale() == []
    assert {path.relative_to(ROOT) for path, _ in pages.pages()} == {
        Path("README.md"),
        Path("controller/light/LIGHT.md"),
        Path("controller/games/API.md"),
    }


def test_a_stale_page_is_named_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_project(tmp_path, monkeypatch)
    assert pages.stale() == []
    readme = project / "README.md"
    readme.write_text(readme.read_text().replace("| 2–6 |", "| 2–9 |"))
    (says,) = pages.stale()
    assert says == (
        f"{readme} is stale: undertow golden writes what it says of the games"
    )
    assert [how for _, how in golden.listed()] == ["changed", "as it was", "as it was"]
    assert readme.read_text() == (ROOT / "README.md").read_text()
    assert pages.stale() == []


def a_project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project with the same games and a copy of the pages."""
    for path, text in pages.pages():
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text)
    (folder / "pyproject.toml").touch()
    where = games.folder
    monkeypatch.setattr(pages, "ROOT", folder)
    monkeypatch.setattr(
        games, "folder", lambda name: folder / where(name).relative_to(ROOT)
    )
    return folder


def test_an_installed_package_has_no_such_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    assert [*pages.pages()] == []
    assert pages.stale() == []


def test_variants_are_written_as_they_are_typed() -> None:
    rows = [line.split(" | ") for line in pages.played().splitlines()[2:]]
    variants = {row[0].partition("]")[0]: row[2].strip(" |") for row in rows}
    assert variants["| [GET BIT!"] == "`longer`, `memory`, `refresh_at=1`"
    assert variants["| [HAI NOON"] == (
        "`start=hungry` or `full`, `last_diver`, `first`, `turn_cap`"
    )
    assert "`own_push_counts=false`" in variants["| [HOLD YOUR GROUND"]
