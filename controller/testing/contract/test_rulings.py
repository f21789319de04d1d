"""A test cites every ruling on a game's page, and every cited ruling exists."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from controller import games
from controller.testing.cases import (
    RULING,
    folders_of_tests,
    names,
    rulings,
    rulings_page,
)
from controller.words.files import LANGUAGES

TEXTS = {".py", ".md", ".toml", ".txt", ".js", ".html"}
PAGES = [name for name in names() if rulings_page(name).exists()]
every_page = pytest.mark.parametrize("name", PAGES)


def prefixes(name: str) -> set[str]:
    """Return the letters of a game's IDs, such as GB; an edition may add a letter."""
    found = {ruling.partition("-")[0] for ruling in rulings(name)}
    shortest = min(found, key=len)
    mixed = sorted(p for p in found if p[:-1] != shortest and p != shortest)
    assert not mixed, f"{rulings_page(name)} mixes {shortest} and {mixed}"
    return found


def cited_by_tests(name: str) -> dict[str, set[str]]:
    """Map each ruling to the test functions that name it."""
    cited: dict[str, set[str]] = {}
    for path in (p for f in folders_of_tests(name) for p in f.rglob("test_*.py")):
        for ruling, test in cited_in(path):
            cited.setdefault(ruling, set()).add(test)
    return cited


@cache
def cited_in(path: Path) -> tuple[tuple[str, str], ...]:
    """Return each ruling that a test in this file names, with that test."""
    source = path.read_text()
    if not RULING.search(source):
        return ()
    lines, found = source.splitlines(), list[tuple[str, str]]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            body = "\n".join(lines[first - 1 : node.end_lineno])
            test = f"{path.name}::{node.name}"
            found += [(ruling, test) for ruling in RULING.findall(body)]
    return tuple(found)


def citations(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield every ruling that a file in the folder names, and where."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in TEXTS:
            for number, line in enumerate(path.read_text().splitlines(), start=1):
                for ruling in RULING.findall(line):
                    yield ruling, f"{path.name}:{number}"


@every_page
def test_every_ruling_is_cited_by_a_test(name: str) -> None:
    untested = sorted(rulings(name) - cited_by_tests(name).keys())
    assert not untested, f"add tests that cite these rulings of {name}: {untested}"


@every_page
def test_what_the_code_and_the_tests_cite_is_on_the_page(name: str) -> None:
    """This covers the game's own folder, and citations elsewhere with its letters."""
    own = rulings_page(name).parent
    unknown = [
        f"{place} cites {ruling}"
        for folder in folders_of_tests(name)
        for ruling, place in citations(folder)
        if (folder == own or ruling.partition("-")[0] in prefixes(name))
        and ruling not in rulings(name)
    ]
    assert not unknown, f"these are not in {name}'s rulings.md: {unknown}"


@every_page
def test_the_rulings_are_numbered_without_a_gap_and_once_each(name: str) -> None:
    for prefix in prefixes(name):
        mine = sorted(
            one for one in begun(rulings_page(name)) if one.startswith(f"{prefix}-")
        )
        numbered = [f"{prefix}-{n:02}" for n in range(1, len(mine) + 1)]
        assert mine == numbered, f"number them from {prefix}-01 on, once each: {mine}"


@every_page
def test_a_ruling_has_a_question_an_answer_and_a_reason(name: str) -> None:
    text = rulings_page(name).read_text()
    paragraphs = [p for p in text.split("\n\n") if RULING.match(p.removeprefix("**"))]
    apart = len(paragraphs) == len(rulings(name))
    assert apart, f"{name}: each ruling is a paragraph that begins **{'XX-01'} ...?**"
    for paragraph in paragraphs:
        question, _, answer = paragraph.removeprefix("**").partition("**")
        assert question.endswith("?"), f"not a question: {question}"
        is_told = "*Why:*" in " ".join(answer.split())
        assert is_told, f"{question} has no *Why:*"


@every_page
def test_no_two_games_share_their_letters(name: str) -> None:
    others = [n for n in games.names() if n != name and rulings_page(n).exists()]
    shared = [other for other in others if prefixes(other) & prefixes(name)]
    assert not shared, f"{name} has the letters of {shared}: take others"


@every_page
def test_translated_rulings_are_the_same_rulings(name: str) -> None:
    """Each translation asks the same questions in the same order; some have none."""
    english = begun(rulings_page(name))
    for language in LANGUAGES:
        page = rulings_page(name).with_suffix(f".{language}.md")
        if page.exists():
            assert begun(page) == english, f"{page} has not the same rulings"
            heads = re.findall(r"^\*\*(.*?)\*\*", page.read_text(), re.M | re.S)
            unasked = [head for head in heads if not head.endswith("?")]
            assert not unasked, f"not questions: {unasked}"


def begun(page: Path) -> list[str]:
    """Return the numbers at the beginnings of a page's rulings."""
    lines = page.read_text().splitlines()
    return [first[0] for line in lines if (first := RULING.match(line[2:]))]
