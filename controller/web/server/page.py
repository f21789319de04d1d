"""A page as it is sent: its file, and the names of its modules."""

import re
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version as version_of
from pathlib import Path
from posixpath import dirname, join, normpath

from controller import games

STATIC = Path(__file__).parents[1] / "static"
_SCRIPT = re.compile(r' *<script type="module" src="(\S+)"></script>\n')
_IMPORT = re.compile(r'^(?:import|export \{) [^;]*?from "([^"]+)";', re.MULTILINE)


@lru_cache(maxsize=32)
def page(name: str, game: str, language: str) -> bytes:
    """Return a page that tells its version and preloads its modules and the game's.

    Without that a browser would find one module after the other.
    """
    text = (STATIC / name).read_text(encoding="utf-8")
    modules = _modules(_SCRIPT.findall(text)[0], game)
    links = "".join(f'    <link rel="modulepreload" href="{m}">\n' for m in modules)
    text = text.replace("  </head>\n", f"{links}  </head>\n", 1)
    text = text.replace('"/static/', f'"/static-{tag()}/')
    head = f'<html lang="{language}" data-version="{version()}">'
    return text.replace('<html lang="en">', head, 1).encode()


def _modules(script: str, game: str) -> tuple[str, ...]:
    """Return the addresses of all modules of a page that shows this game."""
    entries = (script, f"/games/{game}/page.js", f"/games/{game}/words.js")
    return tuple(dict.fromkeys(each for entry in entries for each in needed(entry)))


@cache
def tag() -> str:
    """Return a tag of the pages' own files."""
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:8]


@cache
def version() -> str:
    """Return the program's version, and the tag of the pages' own files."""
    return f"{version_of('undertow')}+{tag()}"


def needed(address: str) -> list[str]:
    """Return the addresses of a module and of all that it imports."""
    found = [address]
    for each in found:
        for path in _IMPORT.findall(_text(each)):
            if (wanted := normpath(join(dirname(each), path))) not in found:
                found.append(wanted)
    return found


def _text(address: str) -> str:
    """Return the text of a module; none of one that is made of data."""
    match address.strip("/").split("/"):
        case ["static", *parts]:
            path = STATIC.joinpath(*parts)
        case ["games", game, name] if name in games.page_files(game):
            path = games.page_files(game)[name]
        case _:
            return ""
    return path.read_text(encoding="utf-8")
