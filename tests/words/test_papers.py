"""What players read of our games is there in every language."""

import pytest

from controller.games import folder
from controller.words.files import LANGUAGES
from tests.support.ours import OURS


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_rules_and_rulings_are_in_every_language(name: str, language: str) -> None:
    for paper in ("rules", "rulings"):
        assert (folder(name) / f"{paper}.{language}.md").exists()
