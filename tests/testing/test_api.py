"""The authors' API: one module to import from, and one page that lists everything."""

import re

from tests.support import ROOT
from tests.testing.api_page import IMPORTS, PAGE, made, public

IMPORTED = re.compile(r"^from controller[\w.]* import (.*)", re.MULTILINE)


def test_new_games_and_the_tutorial_import_only_public_names() -> None:
    paths = [*(ROOT / "controller/tools/templates").rglob("*.py")]
    for path in (*paths, ROOT / "controller/games/ADDING.md"):
        for found in IMPORTED.finditer(path.read_text()):
            assert found[0].startswith("from controller.games.api import"), path


def test_the_page_says_what_the_code_says() -> None:
    """If not: `python -m tests.testing.api_page`, and tell who uses what is new."""
    page = PAGE.read_text()
    assert made(page) == page
    assert [row for row in page.splitlines() if "|  |" in row] == []


def test_what_the_examples_call_is_public() -> None:
    rows = PAGE.read_text().partition(IMPORTS)[0].splitlines()
    examples = " ".join(row.rpartition(" | ")[2] for row in rows)
    called = set(re.findall(r"\b([A-Z]\w+|[a-z]+_\w+)\(", examples))
    assert called <= {*public()}
