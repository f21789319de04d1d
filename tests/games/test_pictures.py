"""The pictures in the games' pages are what the lamps show."""

import pytest

from controller import games
from tests.golden.pictures import drawings, folder


@pytest.mark.parametrize("name", games.names())
def test_the_pictures_of_a_game_are_up_to_date(name: str) -> None:
    for file, svg in drawings(name):
        stored = folder(name) / file
        assert stored.exists(), (
            f"{stored} is missing: python -m tests.golden.pictures --write"
        )
        assert stored.read_text() == svg, (
            f"{stored} is stale: see tests/golden/pictures"
        )


@pytest.mark.parametrize("name", games.names())
def test_a_game_shows_its_pictures_on_its_page(name: str) -> None:
    page = (games.folder(name) / "README.md").read_text()
    for file, _ in drawings(name):
        assert f"(pictures/{file})" in page
