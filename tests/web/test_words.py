"""Pages get their words in the language that they have chosen, or in the table's."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import games
from tests.support.ours import OURS
from tests.support.webtable import WebTable, web_table


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebTable]:
    with web_table(tmp_path_factory.mktemp("state")) as table:
        yield table


def exported(served: WebTable, path: str, cookie: str = "") -> dict[str, object]:
    """What a module of data exports."""
    text = served.get(path, Cookie=cookie).body.decode()
    lines = [line.removeprefix("export const ") for line in text.splitlines()]
    pairs = (line.rstrip(";").split(" = ", 1) for line in lines)
    return {name: json.loads(value) for name, value in pairs}


@pytest.mark.parametrize(
    ("cookie", "language"),
    [
        ("", "en"),
        ("language=de", "de"),
        ("a=b; language=de", "de"),
        ("language=fr", "en"),
        ("language=", "en"),
        ("=;;[]language de", "en"),
    ],
)
def test_a_cookie_chooses_the_language(
    served: WebTable, cookie: str, language: str
) -> None:
    table = exported(served, "/words.js", cookie)
    assert table["language"] == language
    over = {"en": "The game is over.", "de": "Das Spiel ist vorbei."}
    assert table["words"]["rules.over"] == over[language]  # type: ignore[index]
    page = served.get("/", Cookie=cookie).body.decode()
    assert f'<html lang="{language}">' in page
    assert f"/{language}/table.js" in page


@pytest.mark.parametrize("name", OURS)
def test_a_game_has_its_words_for_pages(served: WebTable, name: str) -> None:
    own = exported(served, f"/games/{name}/words.js", "language=de")["words"]
    whole = games.words(name, "de").entries
    assert own
    assert {key: whole[key] for key in own} == own  # type: ignore[attr-defined]


def test_a_table_may_speak_german_to_everybody(tmp_path: Path) -> None:
    with web_table(tmp_path, language="de") as table:
        assert exported(table, "/words.js")["language"] == "de"
        chosen = exported(table, "/words.js", "language=en")
        assert chosen["language"] == "en"


@pytest.mark.parametrize("name", games.names())
def test_the_rules_are_read_in_the_pages_language(served: WebTable, name: str) -> None:
    def rules(cookie: str) -> bytes:
        return served.get(f"/games/{name}/rules.md", Cookie=cookie).body

    folder = games.folder(name)
    assert rules("language=de") == (folder / "rules.de.md").read_bytes()
    assert rules("language=en") == rules("") == (folder / "rules.md").read_bytes()


def test_a_paper_that_is_not_translated_is_english(served: WebTable) -> None:
    answer = served.get("/games/get-bit/rulings.md", Cookie="language=de")
    assert answer.body == (games.folder("get-bit") / "rulings.md").read_bytes()
