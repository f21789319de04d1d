"""What is at an address, the same for everybody with that language."""

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version as version_of
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, TypeAlias

from controller import games
from controller.light import palette
from controller.sound import cues
from controller.tabletop import places
from controller.words.files import ENGLISH, TABLE, words

STATIC = Path(__file__).parents[1] / "static"
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wav": "audio/wav",
    ".md": "text/markdown",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
_SCRIPT = re.compile(r' *<script type="module" src="(\S+)"></script>\n')
_IMPORT = re.compile(r'^(?:import|export \{) [^;]*?from "([^"]+)";', re.MULTILINE)
# A script's types and descriptions, a quarter of it, which no browser reads.
_JSDOC = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)

# An answer's bytes, and the file ending that gives its type; None if there is nothing.
FileContent: TypeAlias = "tuple[bytes, str] | None"


@cache
def tag() -> str:
    """Return a tag for the pages' own files."""
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:8]


@cache
def version() -> str:
    """Return the program's version, and the tag for the pages' own files."""
    return f"{version_of('undertow')}+{tag()}"


@lru_cache(maxsize=32)
def page(name: str, game: str, language: str) -> bytes:
    """Return a page that names its version and preloads its modules and the game's.

    Otherwise a browser would find one module after another.
    """
    text = (STATIC / name).read_text(encoding="utf-8")
    modules = _SCRIPT.findall(text)
    modules += [f"/games/{game}/page.js", f"/games/{game}/words.js"]
    for each in modules:
        found = find(each, language)
        for path in _IMPORT.findall(found[0].decode() if found else ""):
            if (wanted := normpath(join(dirname(each), path))) not in modules:
                modules.append(wanted)
    links = "".join(f'    <link rel="modulepreload" href="{m}">\n' for m in modules)
    text = text.replace("  </head>\n", f"{links}  </head>\n", 1)
    text = text.replace('"/static/', f'"/static-{tag()}/')
    head = f'<html lang="{language}" data-version="{version()}">'
    return text.replace('<html lang="en">', head, 1).encode()


def module_text(address: str, language: str = ENGLISH) -> str:
    """Return a module as it is sent; raises FileNotFoundError."""
    found = find(address, language)
    if found is None:
        raise FileNotFoundError(2, "there is no such module", address)
    return found[0].decode()


def find(address: str, language: str) -> FileContent:
    """Return what is at this address, except pages and anybody's own files."""
    match address.removeprefix("/").split("/"):
        case ["data.js"]:
            return _module({"palette": palette.for_pages(), "feet": places.FEET})
        case ["words.js"]:
            return _module({"language": language, "words": words(TABLE, language)})
        case ["worker.js"]:
            return _file("shared/worker.js")
        case ["favicon.ico"]:
            return _file("favicon.svg")
        case ["sounds", ""]:
            return json.dumps(cues.names()).encode(), ".json"
        case ["sounds", name] if name in cues.names():
            return read(cues.file(name))
        case ["games", game, name] if games.is_game(game):
            return _of_game(game, name, language)
        case [folder, *parts] if folder.partition("-")[0] == "static":
            return _file("/".join(parts))
    return None


def read(path: Path | None) -> FileContent:
    """Read a file; a script without its JSDoc, each line where it was."""
    if not path or not path.is_file():
        return None
    data = path.read_bytes()
    if path.suffix == ".js":
        data = _JSDOC.sub(lambda found: b"\n" * found[0].count(b"\n"), data)
    return data, path.suffix


def _file(name: str) -> FileContent:
    """Read a file of the pages; no path can lead out of their folder."""
    path = (STATIC / name).resolve()
    is_inside = path.is_relative_to(STATIC) and path.suffix in TYPES
    return read(path) if is_inside else None


def _of_game(game: str, name: str, language: str) -> FileContent:
    match name:
        case "picture.svg":
            return read(games.picture(game)) or _file("favicon.svg")
        case "data.js":
            return _module(games.for_page(game))
        case "words.js":
            return _module({"words": words(games.folder(game) / "words", language)})
    files = games.page_files(game)
    called = Path(name)
    translated = f"{called.stem}.{language}.md" if called.suffix == ".md" else name
    found = files.get(translated) or files.get(name)
    # A game without its own page is shown in plain words.
    return read(found) if found else (b"", ".js") if name == "page.js" else None


def _module(values: Mapping[str, Any]) -> tuple[bytes, str]:
    """Return an ES module that exports these values by name."""
    lines = [f"export const {name} = {json.dumps(v)};\n" for name, v in values.items()]
    return "".join(lines).encode(), ".js"
