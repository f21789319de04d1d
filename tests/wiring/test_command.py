"""`undertow wiring`: it writes the papers, and says which are stale."""

import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

import wiring
from controller.cli.run import run
from wiring import boardmap
from wiring.papers import wireviz
from wiring.papers.cables import Connector, Drawing, cable
from wiring.papers.folder import NOTE, papers, stale, write
from wiring.papers.wireviz import CannotDraw, draw, source

MINI = Path(wiring.find("mini"))
DRAWING = "harness/buttons.svg"
PICTURE = "harness/buttons.png"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All papers of mini, drawn by the real WireViz; not to be changed."""
    folder = tmp_path_factory.mktemp("papers") / "mini"
    assert undertow("--board", "mini", "--out", str(folder)) == 0
    return folder


@pytest.fixture
def folder(drawn: Path, tmp_path: Path) -> Path:
    """The same, to be spoilt."""
    copy = tmp_path / "mini"
    shutil.copytree(drawn, copy)
    return copy


def undertow(*arguments: str) -> int:
    return run(["wiring", *arguments])


def test_the_papers_of_every_map_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    assert undertow("--check") == 0, capsys.readouterr().err
    assert capsys.readouterr() == ("", "")


def test_writing_makes_everything_that_checking_looks_for(drawn: Path) -> None:
    assert stale(MINI, drawn) == []
    assert write(MINI, drawn) == []
    there = {p.relative_to(drawn).as_posix() for p in drawn.rglob("*") if p.is_file()}
    pictures = {
        f"harness/{name}.{kind}"
        for name in (
            *(f"{one}-{part}" for one in ("power", "strip") for part in (1, 2, 3)),
            "chain",
            "buttons",
        )
        for kind in ("yml", "svg", "png")
    }
    names = (
        "README", "pins", "bits", "power", "parts", "harness", "sizes", "checklist"
    )  # fmt: skip
    pages = {f"{name}.md" for name in names}
    plans = {"chain.svg", "exploded.svg", "layers/top.svg", "layers/carrier.svg"}
    plans |= {"table.svg"}
    order = ("pi", "chip", "power", "tile-strip", "buttons", "all")
    guide = {f"steps/{n}-{name}.svg" for n, name in enumerate(order, 1)}
    guide |= {"chip.svg", "breadboard.svg"}
    assert there == pages | pictures | plans | guide | {"parts.csv", NOTE}


def test_a_layer_that_the_map_no_longer_has_is_stale(folder: Path) -> None:
    (folder / "layers/floor.svg").write_text("<svg/>")
    (folder / "layers/top.svg").write_text("<svg/>")
    assert stale(MINI, folder) == [
        "layers/floor.svg is of nothing in the map",
        "layers/top.svg differs",
    ]
    assert write(MINI, folder) == ["layers/top.svg"]
    assert stale(MINI, folder) == []


def test_a_step_that_the_map_no_longer_has_is_stale(folder: Path) -> None:
    (folder / "steps/7-eliminator.svg").write_text("<svg/>")
    (folder / "steps/2-chip.svg").write_text("<svg/>")
    assert stale(MINI, folder) == [
        "steps/2-chip.svg differs",
        "steps/7-eliminator.svg is of nothing in the map",
    ]
    assert write(MINI, folder) == ["steps/2-chip.svg"]
    assert stale(MINI, folder) == []


def test_a_picture_is_a_picture(drawn: Path) -> None:
    assert (drawn / PICTURE).read_bytes().startswith(b"\x89PNG")
    svg = (drawn / "harness/buttons.svg").read_text()
    for words in ("GPIO23", "GPIO24", "brown", "black", "0.2 m", "24 AWG"):
        assert words in svg


def test_a_text_that_was_changed_is_stale(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "pins.md").write_text("by hand")
    (folder / "parts.csv").unlink()
    assert undertow("--board", "mini", "--out", str(folder), "--check") == 1
    assert capsys.readouterr().err == (
        f"{folder}: parts.csv is missing\n"
        f"{folder}: pins.md differs\n"
        "undertow: the papers of mini.toml are stale; undertow wiring --board mini "
        f"--out {folder} makes them anew\n"
    )
    assert write(MINI, folder) == ["parts.csv", "pins.md"]
    assert stale(MINI, folder) == []


NOT_DRAWN = "harness/buttons.svg is not drawn from buttons.yml"


def test_a_drawing_that_was_changed_or_lost_is_stale(folder: Path) -> None:
    (folder / DRAWING).write_bytes(b"<svg>but another</svg>")
    assert stale(MINI, folder) == [NOT_DRAWN]
    (folder / DRAWING).unlink()
    assert stale(MINI, folder) == [NOT_DRAWN]
    write(MINI, folder)
    assert stale(MINI, folder) == []


def test_a_picture_is_not_missed_and_is_made_when_the_papers_are(folder: Path) -> None:
    """They are not kept; the drawings beside them stay as they are."""
    (folder / PICTURE).unlink()
    assert stale(MINI, folder) == []
    assert write(MINI, folder) == [PICTURE]
    (folder / PICTURE).write_bytes(b"\x89PNG of an older map")
    assert write(MINI, folder) == [PICTURE]
    assert write(MINI, folder) == []


def test_no_picture_of_a_drawing_is_kept_and_every_page_embeds_the_drawings() -> None:
    command = ["git", "ls-files", "--", "*/harness/*.png"]
    root = boardmap.DEFAULT.parents[2]
    kept = subprocess.run(command, cwd=root, capture_output=True, check=True, text=True)
    assert kept.stdout == ""
    for name in wiring.names():
        page = (Path(wiring.find(name)).with_suffix("") / "harness.md").read_text()
        assert "](harness/power-1.svg)" in page
        assert "](harness/power-1.png)" not in page


def test_a_map_that_was_changed_makes_only_what_it_touches_stale(
    folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "mini.toml"
    path.write_text(MINI.read_text().replace("gpio = 24", "gpio = 25"))
    wrong = stale(path, folder)
    assert NOT_DRAWN in wrong
    assert "pins.md differs" in wrong
    assert "chain.svg differs" in wrong
    assert not [words for words in wrong if "power.svg" in words or "strip" in words]


def test_drawings_that_another_graphviz_drew_are_not_stale(folder: Path) -> None:
    """They are what they were when they were drawn, whoever drew them."""
    other = b"<svg>of another version</svg>"
    (folder / DRAWING).write_bytes(other)
    note = folder / NOTE
    lines = note.read_text().splitlines()
    kept = [line for line in lines if not line.startswith("buttons.svg")]
    (old,) = set(lines) - set(kept)
    name, of, _ = old.split()
    kept.append(f"{name} {of} {sha256(other).hexdigest()[:16]}")
    note.write_text("\n".join(kept))
    assert stale(MINI, folder) == []


@pytest.mark.parametrize("noise", [b"", b"\xff\xfe", b"buttons.svg one two three\n"])
def test_a_spoilt_note_means_that_all_is_to_be_drawn(
    folder: Path, noise: bytes
) -> None:
    (folder / NOTE).write_bytes(noise)
    assert len([words for words in stale(MINI, folder) if "not drawn" in words]) == 8


def test_papers_of_a_part_that_is_gone_are_stale_and_go(folder: Path) -> None:
    (folder / "harness/depth-board.yml").write_text("old")
    (folder / "harness/depth-board.png").write_text("old")
    (folder / "my notes.md").write_text("mine")
    assert stale(MINI, folder) == [
        "harness/depth-board.png is of nothing in the map",
        "harness/depth-board.yml is of nothing in the map",
    ]
    write(MINI, folder)
    assert stale(MINI, folder) == []
    assert (folder / "my notes.md").read_text() == "mine"


def test_tables_of_the_firmware_that_differ_are_stale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mark1"
    shutil.copytree(boardmap.DEFAULT.with_suffix(""), folder)
    (folder / "firmware/grid.py").write_text("NAME = 'grid'\n")
    (folder / "firmware/old.py").write_text("")
    assert undertow("--board", "mark1", "--out", str(folder), "--check") == 1
    said = capsys.readouterr().err.splitlines()
    assert said[:2] == [
        f"{folder}: firmware/grid.py differs",
        f"{folder}: firmware/old.py is of nothing in the map",
    ]


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
    said = capsys.readouterr().err
    assert said.endswith("name a folder that can be written with --out\n")
    assert said.count("\n") == 1
    assert file.read_text() == "mine"


def pair(name: str) -> Connector:
    return Connector(name, "plug", (("1", "one"), ("2", "two")))


def test_a_part_that_no_wire_goes_to_is_not_drawn_over() -> None:
    wires = [("red", "1", "1")]
    ends = (pair("X1"), pair("X2"), pair("X3"))
    one = cable("W1", 1, 24, wires, ("X1", "X2"))
    with pytest.raises(CannotDraw, match=r"lonely: WireViz complains: .*X3"):
        draw(source(Drawing("lonely", "Lonely", ends, (one,))), "lonely", "")


def test_a_wire_to_a_pin_that_is_not_there_is_not_drawn() -> None:
    one = cable("W1", 1, 24, [("red", "1", "9")], ("X1", "X2"))
    drawing = Drawing("wrong", "Wrong", (pair("X1"), pair("X2")), (one,))
    with pytest.raises(CannotDraw, match=r"WireViz complains: .*X2:9 not found"):
        draw(source(drawing), "wrong", "")


def test_nothing_is_written_if_a_drawing_fails(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_text: str, _name: str, _mark: str) -> dict[str, bytes]:
        raise CannotDraw("no")

    path = tmp_path / "mini.toml"
    path.write_text(MINI.read_text().replace("gpio = 24", "gpio = 25"))
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    monkeypatch.setattr(wireviz, "draw", fails)
    with pytest.raises(CannotDraw):
        write(path, folder)
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before


def test_a_machine_without_wireviz_or_graphviz_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = papers(MINI).sources["power-1"]
    # No `dot` on this path.
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotDraw, match="sudo apt-get install graphviz"):
        draw(text, "power", "")
    # An interpreter that knows no WireViz.
    shadow = tmp_path / "wireviz"
    shadow.mkdir()
    (shadow / "__init__.py").write_text("")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(CannotDraw, match="pip install 'undertow\\[wiring\\]'"):
        draw(text, "power", "")


def test_a_map_of_ones_own_is_named_by_its_file(tmp_path: Path) -> None:
    own = tmp_path / "my-table.toml"
    own.write_bytes(MINI.read_bytes())
    said = papers(own).texts["pins.md"]
    assert "`my-table.toml` by `undertow wiring --board my-table.toml`" in said
    assert str(tmp_path) not in "".join(papers(own).texts.values())


def test_no_paper_knows_where_it_was_made() -> None:
    root = str(boardmap.DEFAULT.parents[2])
    for name in wiring.names():
        for path in Path(wiring.find(name)).with_suffix("").rglob("*"):
            if path.is_file():
                assert root.encode() not in path.read_bytes(), path
