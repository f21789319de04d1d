"""What authors may rely on: one module to import from, and one page that lists all."""

import re

from controller.testing.api_page import page, public
from tests.support import ROOT

IMPORTED = re.compile(r"^from controller[\w.]* import (.*)", re.MULTILINE)


def test_new_games_and_the_tutorial_import_only_what_is_public() -> None:
    paths = [*(ROOT / "controller/tools/templates").rglob("*.py")]
    for path in (*paths, ROOT / "controller/games/ADDING.md"):
        for found in IMPORTED.finditer(path.read_text()):
            assert found[0].startswith("from controller.games.api import"), path


def test_everything_that_is_public_is_on_the_page() -> None:
    listed = page()
    for name in public():
        assert f"`{name}`" in listed
