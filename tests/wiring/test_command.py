"""`undertow wiring` writes the papers, and names stale ones of the guide."""

import re
import shutil
from pathlib import Path

import pytest

import wiring
from controller.cli.run import run
from wiring.papers import folder
from wiring.papers.folder import papers

MINI = Path(wiring.find("mini"))
MAPS = MINI.parent


def undertow(*arguments: str) -> int:
    return run(["wiring", *arguments])


def test_the_folder_of_a_map_is_named_after_it_and_has_all_papers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert undertow("--board", "mini") == 0
    out = tmp_path / "mini"
    there = {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()}
    made = papers(MINI)
    assert there == set(made)
    for page in out.glob("*.md"):
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert link == "../../BUILDING.md" or (out / link).exists(), link
    svg = (out / "harness/buttons.svg").read_text()
    for words in ("GPIO23", "GPIO24", "brown", "black", "0.2 m", "AWG 24"):
        assert words in svg


# Papers that the guide shows


def test_the_repository_has_the_papers_of_the_guide_and_no_others() -> None:
    assert undertow("--check") == 0
    wanted = {path for name in wiring.names() for path in folder.shown(name)}
    assert {path for path in MAPS.glob("*/**/*") if path.is_file()} == wanted


def test_a_changed_or_lost_paper_is_stale_and_made_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(wiring, "MAPS", tmp_path)
    for name in ("mark1", "mini"):
        shutil.copy(MAPS / f"{name}.toml", tmp_path)
    assert undertow() == 0
    assert undertow("--check") == 0
    pins, table = tmp_path / "mini/pins.md", tmp_path / "mini/table.svg"
    right = pins.read_bytes(), table.read_bytes()
    pins.write_text("by hand")
    table.unlink()
    capsys.readouterr()
    assert undertow("--check") == 1
    said = capsys.readouterr().err.splitlines()
    assert {line.partition(" ")[0] for line in said} == {str(pins), str(table)}
    assert undertow() == 0
    assert (pins.read_bytes(), table.read_bytes()) == right


# What goes wrong


def test_a_map_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert undertow("--board", f"{tmp_path}/none.toml") == 1
    assert capsys.readouterr().err == (
        f"undertow: {tmp_path}/none.toml: the board map cannot be read (No such file "
        "or directory); check its path\n"
    )


def test_a_folder_for_all_maps_at_once_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert undertow("--out", str(tmp_path)) == 1
    words = "undertow: --out is for one board map; name it with --board\n"
    assert capsys.readouterr().err == words
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert undertow("--board", "mini", "--out", str(file)) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert file.read_text() == "mine"


def test_a_map_of_ones_own_is_named_by_its_file(tmp_path: Path) -> None:
    own = tmp_path / "my-table.toml"
    own.write_bytes(MINI.read_bytes())
    said = papers(own)["pins.md"]
    assert "`my-table.toml` by `undertow wiring --board my-table.toml`" in said
    assert str(tmp_path) not in "".join(papers(own).values())
