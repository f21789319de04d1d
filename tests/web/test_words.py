"""Pages get their words in their chosen language, or in the table's."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from controller import games
from controller.basics.sentence import say
from controller.web.protocol import outgoing
from controller.web.server.files import language_of
from controller.words.files import LANGUAGES, TABLE, words
from hardware.parts.registry import Parts
from tests.fuzz import limited
from tests.support.ours import OURS
from tests.support.webtable import PageAtTable, WebTable, closing, web_table
from tests.support.words import catalogue_text, table_words


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebTable]:
    with web_table(tmp_path_factory.mktemp("state")) as table:
        yield table


def exported(served: WebTable, path: str, cookie: str = "") -> dict[str, object]:
    """Return the exports of a data module."""
    text = served.get(path, Cookie=cookie).body.decode()
    lines = [line.removeprefix("export const ") for line in text.splitlines()]
    pairs = (line.rstrip(";").split(" = ", 1) for line in lines)
    return {name: json.loads(value) for name, value in pairs}


@pytest.mark.parametrize(
    ("liked", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,de;q=0.9", "en"),
        (";;,=-", "en"),
    ],
)
def test_a_page_speaks_what_its_browser_likes_best(
    served: WebTable, liked: str, language: str
) -> None:
    asked = {"Accept-Language": liked}
    page = served.get("/", **asked).body.decode()
    assert f'<html lang="{language}" ' in page
    chosen = served.get("/", **asked, Cookie="language=en").body.decode()
    assert '<html lang="en" ' in chosen


@pytest.mark.parametrize(
    ("cookie", "language"),
    [
        ("", "en"),
        ("language=de", "de"),
        ("a=b;language=de;c", "de"),
        ("xlanguage=de", "en"),
        ("language=fr", "en"),
        ("=;;[]language de", "en"),
    ],
)
def test_a_cookie_chooses_the_language(
    served: WebTable, cookie: str, language: str
) -> None:
    table = exported(served, "/words.js", cookie)
    assert table["language"] == language
    over = {"en": catalogue_text("rules.over"), "de": "Das Spiel ist vorbei."}
    assert table["words"]["rules.over"] == over[language]  # type: ignore[index]
    page = served.get("/", Cookie=cookie).body.decode()
    assert f'<html lang="{language}" ' in page


@pytest.mark.parametrize(
    "cookie",
    [
        'language="' + '\\"' * 4000 + '"',
        "; ".join(f"a{number}=b" for number in range(1200)),
        ";language=" + "a" * 4000 + " " * 4000 + "!",
        ";" + " " * 8000,
    ],
)
def test_no_cookie_keeps_the_table_busy(cookie: str) -> None:
    """While one is read, nobody else at the table is served."""
    scope = {"type": "http", "headers": [(b"cookie", cookie.encode())]}
    request = HTTPConnection(scope)
    with limited(2.0):
        assert {language_of(request, "en") for _ in range(100)} == {"en"}


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


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("paper", ["rules", "rulings"])
def test_a_paper_is_read_in_the_pages_language(
    served: WebTable, name: str, paper: str
) -> None:
    def read(cookie: str) -> bytes:
        return served.get(f"/games/{name}/{paper}.md", Cookie=cookie).body

    folder = games.folder(name)
    assert read("language=de") == (folder / f"{paper}.de.md").read_bytes()
    assert read("language=en") == read("") == (folder / f"{paper}.md").read_bytes()


def test_a_paper_that_is_not_translated_is_english(served: WebTable) -> None:
    answer = served.get("/games/get-bit/README.md", Cookie="language=de")
    assert answer.body == (games.folder("get-bit") / "README.md").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_fits_into_the_end_of_a_connection(language: str) -> None:
    """RFC 6455: a close frame has 125 bytes, two of them for its code."""
    closed = {
        k: v for k, v in words(TABLE, language).items() if k.startswith("closed.")
    }
    assert len(closed) > 5
    assert [key for key, reason in closed.items() if len(reason.encode()) > 123] == []


@pytest.mark.parametrize(
    ("cookie", "reason"),
    [
        ("", catalogue_text("closed.wrong-code")),
        ("language=de", table_words("de").render("closed.wrong-code")),
    ],
)
def test_a_page_is_closed_with_a_reason_in_its_language(
    served: WebTable, cookie: str, reason: str
) -> None:
    headers = {"Cookie": cookie} if cookie else {}
    path = "/ws?seat=0&code=wrong"
    with PageAtTable(served.port, path, additional_headers=headers) as page:
        assert closing(page) == (4403, reason)


def test_trouble_with_a_part_is_sent_by_its_key_if_it_has_one() -> None:
    parts = Parts()
    parts.fitted("strip", "SPI on GPIO10")
    parts.fails("tile:1,1's Hall sensor", "in English", say("sensor.deaf"))
    parts.fails("speaker", "does not answer")
    verbatim = ["as-it-is", {"text": "SPI on GPIO10"}]
    assert json.loads(outgoing.parts(parts))["parts"] == [
        {"name": "strip", "says": verbatim, "trouble": None},
        {
            "name": "tile:1,1's Hall sensor",
            "says": "",
            "trouble": ["sensor.deaf", {}],
        },
        {
            "name": "speaker",
            "says": "",
            "trouble": ["as-it-is", {"text": "does not answer"}],
        },
    ]
    parts.works("tile:1,1's Hall sensor")
    assert json.loads(outgoing.parts(parts))["parts"][1]["trouble"] is None
