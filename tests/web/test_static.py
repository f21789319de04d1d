"""All sentences of a page are in catalogues, and none in its files."""

import re
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from controller import games
from controller.web.server.page import STATIC
from controller.words.files import TABLE, words
from hardware.backends.sim.boards import FAULTS

SPOKEN = ("aria-label", "title", "placeholder", "alt")
OURS = {"Undertow"}
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", re.DOTALL)
TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
# Two words of letters, or one that begins as a sentence does.
PROSE = re.compile(r"^[A-Z][a-z]{2,}|[A-Za-z]{2,}[,.:?!]? [a-zA-Z]{2,}")
# Not for people: classes, selectors, paths of drawings, lists of keys, what a browser
# or a programmer is told.
CODE = re.compile(
    r"class(Name|List)?\W*[:(=]|querySelector|closest\(|matches\(|sortByEye|style"
    r"|Error\(|warn\(|import |sessionStorage|matchMedia|setProperty|caches"
    r"|\bd: |points|transform|color-mix|translate\(|\bxM|serif'"
)
KEYS = {"Alt+", "Space", "Enter", "NumpadEnter", "Escape", "Digit", "KeyN", "KeyO"}
# Languages in themselves, and what the bench sends back as it came.
NAMES = {"English", "Deutsch", "sensor board ", *FAULTS}


class Page(HTMLParser):
    """A parser that collects the text of a page's file."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value or "" for name, value in attrs if name in SPOKEN]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def said_in(text: str) -> list[str]:
    page = Page()
    page.feed(text)
    return [words for each in page.said if re.search(r"\w", words := each.strip())]


def prose_in(script: str) -> Iterator[str]:
    for line in COMMENT.sub("", script).splitlines():
        if CODE.search(line):
            continue
        for quoted, templated in TEXT.findall(line):
            text = re.sub(r"\$\{[^}]*\}", "", quoted or templated)
            if PROSE.search(text) and text not in KEYS | NAMES | OURS:
                yield text


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.html")), ids=lambda p: p.name)
def test_a_pages_file_has_no_words(path: Path) -> None:
    assert {*said_in(path.read_text(encoding="utf-8"))} == OURS


def test_no_words_are_kept_for_a_page_that_does_not_have_them() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js"))
    used = set(re.findall(r"html\.[a-z-]+", text))
    known = {key for key in words(TABLE, "en") if key.startswith("html.")}
    assert known == known & used


def test_the_vendored_library_is_the_one_that_its_paper_names() -> None:
    vendored, paper = STATIC / "shared/preact.js", STATIC / "shared/preact.md"
    text = paper.read_text(encoding="utf-8")
    assert sha256(vendored.read_bytes()).hexdigest() in text
    assert "The MIT License" in text


OWN = [path for path in sorted(STATIC.rglob("*.js")) if path.name != "preact.js"]


def scripts() -> list[Path]:
    folders = map(games.folder, games.names())
    return sorted([*OWN, *(path for each in folders for path in each.glob("*.js"))])


@pytest.mark.parametrize("path", scripts(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_script_contains_no_sentences(path: Path) -> None:
    assert list(prose_in(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.name)
def test_every_key_that_a_script_says_is_in_the_catalogue(path: Path) -> None:
    script = COMMENT.sub("", path.read_text(encoding="utf-8"))
    known = words(TABLE, "en")
    sections = {key.partition(".")[0] for key in known if "." in key}
    said = re.findall(r'"([a-z-]+\.[a-z-]+)"', script)
    keys = {k for k in said if k.partition(".")[0] in sections}
    assert {key for key in keys if not key.endswith(".md")} - known.keys() == set()
