"""Catalogues: complete in every language, and refused with file and key if not."""

from pathlib import Path

import pytest

from controller import games
from controller.testing.keys import CONTROLLER, missing_keys, unused
from controller.words.files import LANGUAGES, BadCatalogue, catalogue, words
from tests.support.ours import OURS

ENGLISH = '[refused]\nout = "{robot} is out."\nover = "It is over."\n'


def folder(path: Path, **files: str) -> Path:
    for name, text in files.items():
        (path / f"{name.replace('_', '.')}.toml").write_text(text, encoding="utf-8")
    return path


def test_keys_are_written_in_sections(tmp_path: Path) -> None:
    found = words(folder(tmp_path, en=ENGLISH), "en")
    assert found == {"refused.out": "{robot} is out.", "refused.over": "It is over."}


def test_more_files_of_a_language_are_the_same_catalogue(tmp_path: Path) -> None:
    folder(tmp_path, en=ENGLISH, page_en='[page]\nyou = "you"\n')
    assert words(tmp_path, "en").keys() == {"refused.out", "refused.over", "page.you"}


def test_a_folder_without_that_language_is_said_in_english(tmp_path: Path) -> None:
    assert words(folder(tmp_path, en=ENGLISH), "de") == words(tmp_path, "en")


def test_a_folder_without_words_has_no_sentences(tmp_path: Path) -> None:
    assert words(tmp_path, "de") == {}
    assert catalogue(tmp_path, "de").render("rules.over") == "Das Spiel ist vorbei."


@pytest.mark.parametrize(
    ("german", "complaint"),
    [
        (
            '[refused]\nout = "{robot} ist raus."\n',
            r"de\.toml: refused\.over is missing",
        ),
        (
            '[refused]\nout = "{roboter} ist raus."\nover = "Aus."\n',
            r"de\.toml: refused\.out: nothing is put in for \{roboter\}",
        ),
        (
            '[refused]\nout = "Raus."\nover = "Aus."\n',
            r"de\.toml: refused\.out: \{robot\} is missing",
        ),
        (
            '[refused]\nout = "{robot} raus."\nover = "Aus."\nnew = "Neu."\n',
            r"de\.toml: refused\.new is not in the English file",
        ),
        ('[refused]\nout = "{robot"\n', r"de\.toml: refused\.out: a brace is open"),
        ("[refused]\nout = 3\n", r"de\.toml: refused\.out must be a text in quotes"),
        ("[refused\n", r"de\.toml: .*line 1"),
    ],
)
def test_a_bad_translation_is_refused(
    tmp_path: Path, german: str, complaint: str
) -> None:
    folder(tmp_path, en=ENGLISH, de=german)
    with pytest.raises(BadCatalogue, match=complaint):
        words(tmp_path, "de")
    assert words(tmp_path, "en")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_bytes(b'out = "\xff"')
    with pytest.raises(BadCatalogue, match=r"en\.toml: "):
        words(tmp_path, "en")


def test_a_key_in_two_files_is_refused(tmp_path: Path) -> None:
    folder(tmp_path, en=ENGLISH, page_en=ENGLISH)
    with pytest.raises(BadCatalogue, match=r"refused\.\w+ is there twice"):
        words(tmp_path, "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_every_game_of_ours_has_its_words_in_every_language(
    name: str, language: str
) -> None:
    path = games.folder(name) / "words" / f"{language}.toml"
    assert path.exists()
    assert (
        games.words(name, language).entries.keys() == games.words(name).entries.keys()
    )


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_rules_and_rulings_are_in_every_language(name: str, language: str) -> None:
    for paper in ("rules", "rulings"):
        assert (games.folder(name) / f"{paper}.{language}.md").exists()


def test_every_key_that_is_said_is_in_the_words() -> None:
    assert [*missing_keys(CONTROLLER)] == []


def test_every_key_in_the_words_is_said_somewhere() -> None:
    assert [*unused(CONTROLLER)] == []
