"""HOLD YOUR GROUND: the house data, and what is refused of it by file and line."""

from pathlib import Path

import pytest

from controller.basics.sheet import SheetError
from controller.games.hold_your_ground import data
from controller.games.hold_your_ground.pieces import House

OURS = Path(data.__file__).with_name("data.toml")


def changed(folder: Path, old: str, new: str) -> Path:
    text = OURS.read_text()
    assert old in text
    path = folder / "hold-your-ground.toml"
    path.write_text(text.replace(old, new, 1))
    return path


def refusal(path: Path) -> str:
    with pytest.raises(SheetError) as refused:
        data.load(path)
    return str(refused.value).removeprefix(f"{path}:")


def line_of(text: str) -> int:
    lines = OURS.read_text().splitlines()
    return next(n for n, line in enumerate(lines, start=1) if text in line)


def test_the_house_data_is_what_the_rulings_say() -> None:
    """HYG-03"""
    assert data.load(OURS) == House(
        cards=(
            "b3", "b4", "n1", "n1-explosion", "n1-royale", "n2", "n2-eliminator",
            "n3", "n4", "t3", "t4",
        ),
        deck=(1, 1, 1, 1, 1, 2, 1, 2, 1, 1, 1),
        die=(1, 2, 2, 1),
        thrown=3,
        lost=2,
        reach=2,
    )  # fmt: skip


def test_data_from_a_log_is_checked_like_a_file(tmp_path: Path) -> None:
    """HYG-03"""
    own = data.load(changed(tmp_path, 'name = "n4"', 'name = "n5"'))
    assert "n5" in own.cards
    assert data.read(data.write(own)) == own
    written = data.write(own)
    written["card"][0]["name"] = "x3"
    with pytest.raises(SheetError) as refused:
        data.read(written)
    assert str(refused.value).startswith("house.card[0].name: card.name must be n, t")


def test_an_unknown_card_is_refused_by_its_line(tmp_path: Path) -> None:
    """HYG-03"""
    for wrong in ("x3", "n7", "n0", "n", "n12", "n1-nap", "n1-"):
        path = changed(tmp_path, '"n4"', f'"{wrong}"')
        line = line_of('"n4"')
        assert refusal(path).startswith(
            f"{line}: card.name must be n, t or b, a number"
        )


def test_a_card_that_is_listed_twice_is_refused(tmp_path: Path) -> None:
    """HYG-03"""
    path = changed(tmp_path, '"b4"', '"b3"')
    assert refusal(path).startswith(f"{line_of('b4')}: b3 has two rows; ")


def test_a_die_has_six_faces_and_only_those_four_kinds(tmp_path: Path) -> None:
    """HYG-03"""
    path = changed(tmp_path, "choice = 1", "choice = 2")
    assert refusal(path).startswith(
        f"{line_of('[die]')}: [die] has to make 6 in all, and these make 7; "
    )
    path = changed(tmp_path, "choice = 1", "chance = 1")
    assert refusal(path).startswith(
        f"{line_of('choice = 1')}: unknown key 'chance' in [die]"
    )


def test_no_more_can_be_lost_than_are_thrown(tmp_path: Path) -> None:
    """HYG-40"""
    path = changed(tmp_path, "lost = 2", "lost = 4")
    assert refusal(path) == f"{line_of('lost = 2')}: 4 are lost of 3 thrown; lower it"
