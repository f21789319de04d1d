"""The pages as they are sent: few responses assembled from many files.

A page has its styles inline, and `bundle.py` makes one script of its modules; so it
does of a game's own. The table's words are at the end of the page, where they fill the
line while the browser requests the scripts. Everything is made when it is first
requested, and again when one of the files has changed.
"""

import html
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from controller import games
from controller.light import palette
from controller.tabletop import places
from controller.web.server.answers import Body, body, source_list
from controller.web.server.bundle import bundle, exported, needed, slim
from controller.words.files import ENGLISH, TABLE, words

STATIC = Path(__file__).parents[1] / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wav": "audio/wav",
    ".md": "text/markdown; charset=utf-8",
}
# By page file: its main module.
PAGES = {"index.html": "table/table.js", "seat.html": "seat/seat.js"}
_STYLES = re.compile(r' *<link rel="stylesheet" href="/static/(\S+)">\n')
_SCRIPT = re.compile(r' *<script type="module" src="/static/(\S+)"></script>\n')
_PICTURE = re.compile(r'url\("/static/(\S+\.svg)"\)')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_WORDS = re.compile(r"\{\{([\w.-]+)\}\}")
# The module with the table's words.
_SAID = "/words.js"


def page(name: str, game: str, language: str) -> Body:
    """Return a page with inline styles, which preloads the game's module."""
    return _page(name, game, language, _stamp(STATIC))


def script(name: str) -> Body:
    """Return all modules of a page as one script, without the table's words."""
    return _script(name, _stamp(STATIC))


def game_module(game: str, language: str) -> Body:
    """Return a game's `page.js` with all its imports and the game's words."""
    return _game_module(game, language, _stamp(STATIC), _stamp(games.folder(game)))


def file(path: Path) -> Body:
    return _file(path, path.stat().st_mtime_ns)


def module(values: Mapping[str, Any]) -> Body:
    return _compressed(_module(values))


def table_data() -> dict[str, Any]:
    """Return the constants that all pages share."""
    return {"palette": palette.for_pages(), "feet": places.FEET}


def table_words(language: str) -> dict[str, Any]:
    """Return the table's own words and their language."""
    return {"language": language, "words": words(TABLE, language)}


def game_words(game: str, language: str) -> dict[str, Any]:
    return {"words": words(games.folder(game) / "words", language)}


def in_words(text: str, language: str) -> str:
    """Return a page's file with its words; `next` becomes a key, **this** bold."""
    said = words(TABLE, language)

    def put(found: re.Match[str]) -> str:
        words = html.escape(said[found[1]])
        words = re.sub(r"`([^`]+)`", r"<kbd>\1</kbd>", words)
        return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", words)

    return _WORDS.sub(put, text)


def _stamp(folder: Path) -> tuple[int, int]:
    """Return a value that changes when a file is changed, added or removed."""
    times = [path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()]
    return len(times), max(times)


@lru_cache(maxsize=16)
def _page(name: str, game: str, language: str, stamp: tuple[int, int]) -> Body:
    text = in_words((STATIC / name).read_text(encoding="utf-8"), language)
    sheets = [(STATIC / s).read_text(encoding="utf-8") for s in _STYLES.findall(text)]
    styles = _PICTURE.sub(_in_place, slim(_COMMENT.sub("", "".join(sheets))))
    early = slim((STATIC / "shared/early.js").read_text(encoding="utf-8"))
    said = bundle([_SAID], partial(_read, language))
    bundled = f"/bundles/{_script(PAGES[name], stamp).tag}/{PAGES[name]}"
    preload = (bundled, f"/games/{game}/page.js")
    head = (
        "".join(f'<link rel="modulepreload" href="{address}">\n' for address in preload)
        + f"<script>{early}</script>\n<style>{styles}</style>\n"
        f'<script type="module" src="{bundled}"></script>\n'
    )
    text = _SCRIPT.sub(lambda _: head, _STYLES.sub("", text))
    text = text.replace('<html lang="en">', f'<html lang="{language}">')
    text = text.replace("  </body>", f"<script>{said}</script>\n  </body>")
    made = body(TYPES[".html"], text.encode())
    scripts = source_list(early, said)
    return made._replace(styles=source_list(styles), scripts=scripts, preload=preload)


def _in_place(found: re.Match[str]) -> str:
    """Return a small picture as a data URL for the styles."""
    data = b64encode((STATIC / found[1]).read_bytes()).decode()
    return f'url("data:{TYPES[".svg"]};base64,{data}")'


@lru_cache(maxsize=8)
def _script(name: str, _stamp: tuple[int, int]) -> Body:
    text = bundle([f"/static/{name}"], partial(_read, ENGLISH), {_SAID})
    return body(TYPES[".js"], text.encode(), is_immutable=True)


def _given(address: str, names: Iterable[str]) -> str:
    """Return the export statement of a bundled module."""
    return f"export const {{ {', '.join(names)} }} = modules[{address!r}];\n"


@lru_cache(maxsize=8)
def _game_module(game: str, language: str, *_stamps: tuple[int, int]) -> Body:
    address, said = f"/games/{game}/page.js", f"/games/{game}/words.js"
    read = partial(_read, language)
    names = [name for name in exported(read(address)) if name != "words"]
    given = _given(address, names) + _given(said, ["words"])
    text = bundle([address, said], read, _on_every_page(language))
    return body(TYPES[".js"], (text + given).encode())


def _on_every_page(language: str) -> set[str]:
    """Return the modules that every page has run before it requests a game's own."""
    read = partial(_read, language)
    pages = (set(needed([f"/static/{name}"], read)) for name in PAGES.values())
    return set.intersection(*pages)


@lru_cache(maxsize=32)
def _compressed(module: str) -> Body:
    return body(TYPES[".js"], module.encode())


@lru_cache(maxsize=64)
def _file(path: Path, _changed_ns: int) -> Body:
    return body(TYPES[path.suffix], path.read_bytes())


def _read(language: str, address: str) -> str:
    """Return the text of a module by its address."""
    match address.strip("/").split("/"):
        case ["words.js"]:
            return _module(table_words(language))
        case ["games", name, "words.js"]:
            return _module(game_words(name, language))
        case ["data.js"]:
            return _module(table_data())
        case ["games", name, "data.js"]:
            return _module(games.for_page(name))
        case ["games", name, file]:
            found = games.page_files(name).get(file)
            # A game without a page of its own is shown in plain words.
            return found.read_text(encoding="utf-8") if found else ""
    return (STATIC / address.removeprefix("/static/")).read_text(encoding="utf-8")


def _module(values: Mapping[str, Any]) -> str:
    """Return an ES module that exports these values by name.

    It is safe inside a page: nothing in it can end the script.
    """
    lines = [f"export const {name} = {json.dumps(v)};\n" for name, v in values.items()]
    return "".join(lines).replace("<", "\\u003c")
