"""The pages as they are sent: few answers where there are many files.

A page's styles are written into it and its modules are one script, as `bundle.py` puts
them together; a game's own modules are one script too. What the table says is at the
end of the page, where it fills the line while the scripts are still being asked for.
All of it is made of the files when it is first asked for, and again when one of them
has changed.
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
from controller.web.server.answers import Body, body, inline
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
# By the file of a page the module that runs it.
PAGES = {"index.html": "table.js", "seat.html": "seat.js"}
_STYLES = re.compile(r' *<link rel="stylesheet" href="/static/(\S+)">\n')
_SCRIPT = re.compile(r' *<script type="module" src="/static/(\S+)"></script>\n')
_PICTURE = re.compile(r'url\("/static/(\S+\.svg)"\)')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_WORDS = re.compile(r"\{\{([\w.-]+)\}\}")
# The module with what the table says.
_SAID = "/words.js"
# What is written into a page's file; its scripts need none of it.
_WRITTEN = "html."


def page(name: str, game: str, language: str) -> Body:
    """A page with its styles in it, which fetches the game's module ahead of need."""
    return _page(name, game, language, _stamp(STATIC))


def script(name: str) -> Body:
    """All modules of the page that this one runs, but for what the page says."""
    return _script(name, _stamp(STATIC))


def game_module(game: str, language: str) -> Body:
    """A game's `page.js` with all that it imports, and the game's `words`."""
    return _game_module(game, language, _stamp(STATIC), _stamp(games.folder(game)))


def file(path: Path) -> Body:
    return _file(path, path.stat().st_mtime_ns)


def module(values: Mapping[str, Any]) -> Body:
    return _compressed(_module(values))


def table_data() -> dict[str, Any]:
    """What all pages have from the table."""
    return {"palette": palette.for_pages(), "feet": places.FEET}


def table_words(language: str) -> dict[str, Any]:
    """What the table itself says, and in which language."""
    said = words(TABLE, language).items()
    told = {key: text for key, text in said if not key.startswith(_WRITTEN)}
    return {"language": language, "words": told}


def game_words(game: str, language: str) -> dict[str, Any]:
    return {"words": words(games.folder(game) / "words", language)}


def in_words(text: str, language: str) -> str:
    """A page's file with the words of this language; `next` is a key, **this** bold."""
    said = words(TABLE, language)

    def put(found: re.Match[str]) -> str:
        words = html.escape(said[found[1]])
        words = re.sub(r"`([^`]+)`", r"<kbd>\1</kbd>", words)
        return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", words)

    return _WORDS.sub(put, text)


def _stamp(folder: Path) -> tuple[int, int]:
    """Another one when a file has changed, has come or has gone."""
    times = [path.stat().st_mtime_ns for path in folder.iterdir() if path.is_file()]
    return len(times), max(times)


@lru_cache(maxsize=16)
def _page(name: str, game: str, language: str, stamp: tuple[int, int]) -> Body:
    text = in_words((STATIC / name).read_text(encoding="utf-8"), language)
    sheets = [(STATIC / s).read_text(encoding="utf-8") for s in _STYLES.findall(text)]
    styles = _PICTURE.sub(_in_place, slim(_COMMENT.sub("", "".join(sheets))))
    early = slim((STATIC / "early.js").read_text(encoding="utf-8"))
    said = bundle([_SAID], partial(_read, language))
    bundled = f"/bundles/{_script(PAGES[name], stamp).tag}/{PAGES[name]}"
    ahead = (bundled, f"/games/{game}/page.js")
    head = (
        "".join(f'<link rel="modulepreload" href="{address}">\n' for address in ahead)
        + f"<script>{early}</script>\n<style>{styles}</style>\n"
        f'<script type="module" src="{bundled}"></script>\n'
    )
    text = _SCRIPT.sub(lambda _: head, _STYLES.sub("", text))
    text = text.replace('<html lang="en">', f'<html lang="{language}">')
    text = text.replace("  </body>", f"<script>{said}</script>\n  </body>")
    made = body(TYPES[".html"], text.encode())
    scripts = inline(early, said)
    return made._replace(styles=inline(styles), scripts=scripts, ahead=ahead)


def _in_place(found: re.Match[str]) -> str:
    """A small picture, written into the styles that show it."""
    data = b64encode((STATIC / found[1]).read_bytes()).decode()
    return f'url("data:{TYPES[".svg"]};base64,{data}")'


@lru_cache(maxsize=8)
def _script(name: str, _stamp: tuple[int, int]) -> Body:
    text = bundle([f"/static/{name}"], partial(_read, ENGLISH), {_SAID})
    return body(TYPES[".js"], text.encode(), is_named=True)


def _given(address: str, names: Iterable[str]) -> str:
    """What a module that was put together gives to who imports it."""
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
    """Modules that a page has run before it asks for a game's own."""
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
    """A module by its address."""
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
    return (STATIC / address.rpartition("/")[2]).read_text(encoding="utf-8")


def _module(values: Mapping[str, Any]) -> str:
    """An ES module that exports these values, each by its name.

    It may be written into a page: nothing in it ends a script there.
    """
    lines = [f"export const {name} = {json.dumps(v)};\n" for name, v in values.items()]
    return "".join(lines).replace("<", "\\u003c")
