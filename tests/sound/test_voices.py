"""Which voices espeak-ng has: asked without waiting, and none if it does not say."""

import logging
import queue
from pathlib import Path

import pytest

from controller.sound.control import Voices
from controller.sound.speech import MOST_VOICES, ask, listed
from tests.sound.espeak import LISTED, fake_espeak

PATIENCE_S = 60.0


def answered(program: Path, language: str, patience_s: float = PATIENCE_S) -> Voices:
    found: queue.Queue[Voices] = queue.Queue()
    ask(str(program), language, found.put, patience_s)
    return found.get(timeout=PATIENCE_S)


def test_each_voice_of_the_language_has_a_name_for_people(tmp_path: Path) -> None:
    program = fake_espeak(tmp_path)
    assert answered(program, "en") == {
        "en-gb": "English (Great Britain)",
        "en-us": "English (America)",
    }
    assert answered(program, "de") == {"de": "German"}
    assert (tmp_path / "calls").read_text() == "--voices=en\n--voices=de\n"


def test_a_long_list_is_cut_and_nonsense_is_passed_over() -> None:
    head, *_ = LISTED.splitlines()
    lines = [f" 5  en-{n}  --/M  Voice_{n}  gmw/en-{n}" for n in range(MOST_VOICES + 5)]
    found = listed("\n".join([head, "?", *lines]), "en")
    assert list(found.values()) == [f"Voice {n}" for n in range(MOST_VOICES)]
    assert listed("", "en") == listed("segmentation fault", "en") == {}


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (None, "No such file"),
        ("#!/bin/sh\nexit 3\n", "exit status 3"),
        ("#!/bin/sh\nexec sleep 600\n", "timed out"),
    ],
)
def test_a_program_that_does_not_say_has_none_and_the_log_says_why(
    tmp_path: Path, script: str | None, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    program = tmp_path / "espeak-ng"
    if script:
        program.write_text(script)
        program.chmod(0o755)
    with caplog.at_level(logging.WARNING, "undertow.speech"):
        assert answered(program, "en", 0.2 if "sleep" in (script or "") else 60) == {}
    assert words in caplog.text
