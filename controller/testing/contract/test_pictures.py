"""The pictures in the games' pages are what the lamps show."""

from controller import games
from controller.testing.cases import every_game
from controller.testing.pictures import drawings, folder


@every_game
def test_the_pictures_of_a_game_are_up_to_date(name: str) -> None:
    for file, svg in drawings(name):
        stored = folder(name) / file
        assert stored.exists(), f"{stored} is missing: undertow golden {name}"
        is_new = stored.read_text() == svg
        assert is_new, f"{stored} is stale: look at it, and undertow golden {name}"


@every_game
def test_a_game_shows_its_pictures_on_its_page(name: str) -> None:
    path = games.folder(name) / "README.md"
    page = path.read_text() if path.exists() else ""
    for file, _ in drawings(name):
        shown = f"(pictures/{file})"
        assert shown in page, f"the README of {name} does not show ![]{shown}"
