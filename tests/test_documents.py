"""Every file that a document names exists."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from tests.support import ROOT

ROOMS = ("controller", "firmware", "hardware", "systemd", "tests", "wiring")
ENDINGS = "css|csv|gz|html|js|json|lock|md|png|py|svg|toml|txt"
# Paths with a folder, and file names with an ending, in backticks.
NAMED = re.compile(
    rf"`([\w*…-]+(?:/[\w.*…-]+)+/?|[\w*-]+(?:\.[\w*-]+)*\.(?:{ENDINGS}))`"
)
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
# Files that are made at run time, by the owner, or by somebody who adds something.
ELSEWHERE = {
    "config.txt": "Raspberry Pi OS has it",
    "cut/MATERIAL-N.svg": "written by `undertow wiring --drawings`",
    "drill/LAYER-a4.pdf": "as above",
    "drill/top-a4.pdf": "as above",
    "imager.json": "written by `make image`",
    "host.txt": "written by the first start of that image",
    "lamps.txt": "written by `make image` into that image",
    "harness.md": "written by `undertow wiring --board`",
    "parts.csv": "as above",
    "names.txt": "the list of a club's players",
    "evening.jsonl": "written by `undertow club`",
    "report.html": "as above",
    "standings.csv": "as above",
    "hold-your-breath.toml": "the owner's house data",
    "hold-your-ground.toml": "as above",
    "my-table.toml": "a builder's own board map",
}


def documents() -> Iterator[Path]:
    """Return the pages of this project, without the history."""
    yield from (page for page in ROOT.glob("*.md") if page.name != "CHANGELOG.md")
    for room in ROOMS:
        for page in (ROOT / room).rglob("*.md"):
            if is_ours(page) and "templates" not in page.parts:
                yield page


def is_ours(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return not any(part.startswith(".") or part == "__pycache__" for part in parts)


@cache
def there() -> tuple[str, ...]:
    """Return the path of every file and folder from the project's root."""
    inside = [path for room in ROOMS for path in (ROOT / room).rglob("*")]
    found = [*ROOT.iterdir(), *filter(is_ours, inside)]
    return tuple(f"/{path.relative_to(ROOT)}" for path in found)


def is_there(name: str) -> bool:
    """Tell whether it exists under any folder: a page need not name its own."""
    pattern = "*/" + name.rstrip("/").replace("NAME", "*").replace("…", "*")
    if "*" in pattern[1:]:
        return any(fnmatchcase(path, pattern) for path in there())
    return any(path.endswith(pattern[1:]) for path in there())


PAGES = {str(page.relative_to(ROOT)): page for page in documents()}


def test_every_file_that_a_page_names_is_there() -> None:
    missing = {
        name: [path for path in NAMED.findall(page.read_text()) if not is_known(path)]
        for name, page in PAGES.items()
    }
    assert {name: paths for name, paths in missing.items() if paths} == {}


def is_known(path: str) -> bool:
    return path in ELSEWHERE or is_there(path)


def test_every_link_leads_somewhere() -> None:
    missing = {
        name: [link for link in links(page) if not (page.parent / link).exists()]
        for name, page in PAGES.items()
    }
    assert {name: found for name, found in missing.items() if found} == {}


def links(page: Path) -> list[str]:
    """Yield the links of the page itself; its blocks are files of their own."""
    return LINK.findall(BLOCK.sub("", page.read_text()))
