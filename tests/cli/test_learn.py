"""`undertow play --learn`, or `learn = true` in the settings: the first is a lesson."""

from contextlib import closing
from pathlib import Path

import pytest

from controller.cli.settings.resolve import resolve
from controller.service.settings import BadSettings
from controller.storage.journal import Journal
from tests.support import processes


def test_the_game_is_begun_as_its_lesson(tmp_path: Path) -> None:
    state = tmp_path / "state"
    options = ("hai-noon", "--learn", "--seed=5", "--option=start=full")
    with processes.table(state, *options):
        pass
    with closing(Journal(state / "journal.sqlite")) as journal:
        saved = journal.unfinished()
    assert saved
    assert saved.setup.lesson
    assert saved.setup.seed == 5
    # A lesson is set up by its own file.
    assert saved.setup.options["start"] == "normal"
    assert saved.setup.options["first"] == 0


def test_learning_is_a_setting_too(tmp_path: Path) -> None:
    file = tmp_path / "undertow.toml"
    file.write_text("learn = true\n")
    assert resolve({"settings": str(file)}, {}).learn is True
    assert resolve({"settings": str(file), "learn": False}, {}).learn is False
    assert resolve({}, {}).learn is False
    file.write_text('port = 1\nlearn = "always"\n')
    with pytest.raises(BadSettings, match=r"undertow.toml:2: learn must be true or"):
        resolve({"settings": str(file)}, {})
