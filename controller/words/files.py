"""The catalogue files: one for each language; English is the reference.

A folder has `en.toml`, with `de.toml` and so on beside it; `AREA.en.toml` holds more of
the same. Another language must have every key of the English file with the same
placeholders. A folder without that language falls back to English.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from controller.basics.errors import UndertowError
from controller.basics.sentence import Says
from controller.words.catalogue import PLACEHOLDER, Catalogue, placeholders

LANGUAGES = ("en", "de")
ENGLISH = LANGUAGES[0]
# The table's own sentences.
TABLE = Path(__file__).parent


class BadCatalogue(UndertowError):
    """A words file that cannot be used; the message names the file and the key."""


@cache
def catalogue(folder: Path | None, language: str) -> Catalogue:
    """Return the words of a game's folder over the table's own; None: only those."""
    own = words(folder, language) if folder else {}
    return Catalogue({**words(TABLE, language), **own})


def in_english(says: Says) -> str:
    """Return the table's own words, for logs and for the terminal."""
    return catalogue(None, ENGLISH).render(says)


@cache
def words(folder: Path, language: str) -> Mapping[str, str]:
    """Map keys to the templates of one folder; raises BadCatalogue."""
    english = _read(folder, ENGLISH)
    other = _read(folder, language) if language != ENGLISH else english
    if not other:
        return english
    _compare(folder / f"{language}.toml", english, other)
    return other


def _read(folder: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted(folder.glob(f"*{language}.toml")):
        if path.name.split(".")[-2] != language:
            continue
        for key, template in _entries(path, _parsed(path)):
            if key in found:
                raise BadCatalogue(f"{path}: {key} is there twice")
            found[key] = template
    return found


def _parsed(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadCatalogue(f"{path}: {error}") from None


def _entries(
    path: Path, table: Mapping[str, Any], above: str = ""
) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{above}{name}"
        if isinstance(value, dict):
            yield from _entries(path, value, f"{key}.")
        elif not isinstance(value, str):
            raise BadCatalogue(f"{path}: {key} must be a text in quotes")
        elif set("{}") & set(PLACEHOLDER.sub("", value)):
            raise BadCatalogue(
                f"{path}: {key}: a brace is open in {value!r}; placeholders are "
                "{name}, {name:kind}, {name+1} and {name|one|many}"
            )
        else:
            yield key, value


def _compare(path: Path, english: Mapping[str, str], other: Mapping[str, str]) -> None:
    for key in english:
        if key not in other:
            raise BadCatalogue(f"{path}: {key} is missing, which the English file has")
    for key, template in other.items():
        if key not in english:
            raise BadCatalogue(f"{path}: {key} is not in the English file")
        known, there = placeholders(english[key]), placeholders(template)
        if unknown := sorted(there - known):
            raise BadCatalogue(
                f"{path}: {key}: nothing is put in for {{{unknown[0]}}}, which the "
                "English file does not have"
            )
        if missing := sorted(known - there):
            raise BadCatalogue(
                f"{path}: {key}: {{{missing[0]}}} is missing; the English file has it"
            )
