"""The pages that list all games and all they give are as complete as the code."""

import pytest

from controller import games
from controller.rules import game
from controller.testing import known
from tests.support import ROOT

OWN = [games.find(name) for name in games.own_names()]


def rows(page: str) -> list[list[str]]:
    lines = (ROOT / page).read_text().splitlines()
    return [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]


@pytest.mark.parametrize("own", OWN, ids=lambda own: own.name)
def test_the_readme_has_each_game_with_its_seats_and_options(
    own: game.AnyGame,
) -> None:
    page = games.folder(own.name).relative_to(ROOT) / "README.md"
    [row] = [row for row in rows("README.md") if f"[{own.title}]({page})" in row]
    assert row[1] == "–".join(map(str, own.seats))
    names = [option.name for option in own.options]
    listed = [word.split("=")[0] for word in row[2].split("`")[1::2]]
    assert [name for name in listed if name in names] == names


@pytest.mark.parametrize("own", OWN, ids=lambda own: own.name)
def test_the_page_about_light_has_each_lamp_of_a_legend(own: game.AnyGame) -> None:
    listed = [row for row in rows("controller/light/LIGHT.md") if row[0] == own.title]
    expected = [
        [own.title, lamp.where, ", ".join(lamp.means), lamp.alone]
        for lamp in known.known(own.name).legend
    ]
    assert [[*row, ""][:4] for row in listed] == expected
