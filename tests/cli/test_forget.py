"""`undertow forget` removes a name from all files, or says why not."""

from contextlib import closing
from pathlib import Path

import pytest

from controller.basics.sentence import say
from controller.storage.history import Score
from controller.storage.journal import Journal
from controller.words.files import in_english
from tests.cli.test_cli import Run, undertow
from tests.storage.test_forget import holding
from tests.storage.test_history import play

__all__ = ["undertow"]  # a fixture


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    with closing(Journal(folder / "journal.sqlite")) as journal:
        play(journal, "get-bit", ["Anna", "Ben"], 0)
        play(journal, "get-bit", ["Ben", "Anna"], over=False)
    return folder


def test_no_file_of_the_folder_has_the_name_any_more(
    undertow: Run, state: Path
) -> None:
    assert holding(state, "Anna")
    status, out, said = undertow("forget", "Anna", "--state", str(state))
    assert (status, said) == (0, "")
    assert out == in_english(say("name.forgotten", who="Anna")) + "\n"
    assert holding(state, "Anna") == []
    with closing(Journal(state / "journal.sqlite")) as journal:
        (ben,) = journal.history(["Ben"], "get-bit")
    assert ben.all == Score(1, 0)


def test_a_file_of_somebody_else_stays_and_is_named(undertow: Run, state: Path) -> None:
    recording = state / "evening.jsonl"
    recording.write_text('{"players": ["Anna", "Ben"]}')
    _, out, _ = undertow("forget", "Anna", "--state", str(state))
    assert str(recording) in out
    assert holding(state, "Anna") == [recording.name]


def test_nobody_of_that_name_is_a_sentence_and_status_1(
    undertow: Run, state: Path, tmp_path: Path
) -> None:
    for folder, name in ((state, "Carla"), (tmp_path / "empty", "nobody")):
        status, out, said = undertow("forget", name, "--state", str(folder))
        assert (status, out) == (1, "")
        assert said.count(name) == 1
    assert not (tmp_path / "empty").exists()


@pytest.mark.parametrize("name", ["", "\u3164", "\u2800", "\u0301", "\u200b\u202e"])
def test_a_name_that_cannot_be_seen_is_refused(
    undertow: Run, state: Path, name: str
) -> None:
    status, out, said = undertow("forget", name, "--state", str(state))
    assert (status, out) == (1, "")
    assert said.startswith("undertow: ")


def test_while_a_table_has_the_journal_it_says_what_to_do(
    undertow: Run, state: Path
) -> None:
    with closing(Journal(state / "journal.sqlite")):
        status, out, said = undertow("forget", "Anna", "--state", str(state))
    assert (status, out) == (1, "")
    assert "stop it first" in said
    assert "page" in said
    assert holding(state, "Anna")
