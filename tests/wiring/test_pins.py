"""Pins that work, but are better left free."""

from pathlib import Path

import pytest

import wiring
from wiring import boardmap
from wiring.papers.command import wire
from wiring.pins import remarks


@pytest.mark.parametrize(
    ("gpio", "why"),
    [
        (2, "a resistor of 1.8 kΩ"),
        (3, "a resistor of 1.8 kΩ"),
        (14, "the serial console"),
        (15, "the serial console"),
    ],
)
@pytest.mark.parametrize(
    ("old", "owner"),
    [
        ("gpio = 17", "seat 1's button"),
        ("gpio = 25", "undo's button"),
        ("arm = 16", "eliminator.arm"),
        ("fire = 26", "eliminator.fire"),
        ("servo = 13", "eliminator.servo"),
    ],
)
def test_what_is_on_such_a_pin_is_remarked_with_its_line(
    tmp_path: Path, gpio: int, why: str, old: str, owner: str
) -> None:
    text = boardmap.DEFAULT.read_text()
    key = old.partition(" = ")[0]
    path = tmp_path / "board.toml"
    path.write_text(text.replace(old, f"{key} = {gpio}", 1))
    line = text[: text.index(old)].count("\n") + 1
    (says,) = remarks(boardmap.load(path))
    assert says.startswith(f"{path}:{line}: {owner}: GPIO{gpio} is a pin of ")
    assert why in says
    assert says.endswith("; or take another pin")


PARTS = """
[[part]]
driver = "encoder"
a_gpio = 2
b_gpio = 3
push_gpio = 14

[[part]]
driver = "buzzer"
gpio = 15
"""


def test_a_part_of_its_own_is_remarked_pin_by_pin(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(boardmap.DEFAULT.read_text() + PARTS)
    owners = [says.split(": ")[1] for says in remarks(boardmap.load(path))]
    assert owners == [
        "encoder.a_gpio",
        "encoder.b_gpio",
        "encoder.push_gpio",
        "buzzer.gpio",
    ]


@pytest.mark.parametrize("name", wiring.names())
def test_no_map_of_ours_has_anything_there(name: str) -> None:
    assert remarks(boardmap.load(Path(wiring.find(name)))) == []


def test_undertow_wiring_says_it_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mini.toml"
    text = Path(wiring.find("mini")).read_text().replace("gpio = 23", "gpio = 3")
    path.write_text(text)
    assert wire(str(path), tmp_path / "papers") == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0] == remarks(boardmap.load(path))[0]
