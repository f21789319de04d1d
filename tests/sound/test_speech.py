"""Speech: sentences become samples, stale ones are dropped, and nothing blocks."""

import queue
import shlex
import shutil
import sys
import threading
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.sound import speech
from controller.sound.speech import NoSpeech, Speech
from controller.sound.spoken import MOST, SpokenQueue, Utterance
from controller.sound.synth import as_wav
from hardware.parts.sound import RATE, Sound, sound

PATIENCE_S = 60.0


def speaking(how: str) -> tuple[Speech, "queue.Queue[Sound]"]:
    heard: queue.Queue[Sound] = queue.Queue()
    command = [sys.executable, "-m", "tests.sound.speaker", how]
    return Speech(command, into(heard)), heard


def into(heard: "queue.Queue[Sound]") -> Callable[[Sound], bool]:
    def play(sound: Sound) -> bool:
        heard.put(sound)
        return True

    return play


def said(length: int) -> Sound:
    return sound(array("h", [length] * 4).tobytes())


def test_a_sentence_becomes_sound() -> None:
    voice, heard = speaking("plain")
    voice.speak(Utterance(prompt=("Red: play a card.",)))
    assert heard.get(timeout=PATIENCE_S) == said(len("Red: play a card."))
    voice.close()


def test_the_newest_prompt_ends_the_one_before() -> None:
    voice, heard = speaking("slow")
    voice.speak(Utterance(prompt=("wait for ever",)))
    voice.speak(Utterance(prompt=("wait again",)))
    voice.speak(Utterance(prompt=("Now.",)))
    assert heard.get(timeout=PATIENCE_S) == said(len("Now."))
    assert heard.empty()
    voice.close()


def test_what_nobody_hears_goes_by_at_once(tmp_path: Path) -> None:
    """The table was muted: when it is heard again, it does not go on with old news."""
    long = tmp_path / "long.wav"
    long.write_bytes(as_wav(bytes(2 * RATE * 90)))
    offered: queue.Queue[Sound] = queue.Queue()

    def muted(sound: Sound) -> bool:
        offered.put(sound)
        return False

    voice = Speech(["cat", str(long)], muted)
    voice.speak(Utterance(("One.", "Two.")))
    for _ in range(2):
        assert offered.get(timeout=PATIENCE_S)
    voice.close()


def taken(queue: SpokenQueue) -> list[tuple[str, str]]:
    return list(iter(queue.take, None))


def test_of_prompts_and_answers_only_the_newest_waits() -> None:
    waiting = SpokenQueue()
    waiting.put(Utterance(("Red swims.",), ("Blue: choose.",)))
    waiting.put(Utterance(answer="Not now."))
    waiting.put(Utterance(("Blue swims.",), ("Green: choose.",)))
    waiting.put(Utterance(answer="Hold your seat first."))
    assert taken(waiting) == [
        ("answer", "Hold your seat first."),
        ("told", "Red swims."),
        ("told", "Blue swims."),
        ("prompt", "Green: choose."),
    ]
    assert taken(waiting) == []


def test_of_a_long_story_the_oldest_sentences_are_dropped() -> None:
    waiting = SpokenQueue()
    for number in range(3 * MOST):
        waiting.put(Utterance((f"{number}",)))
    assert taken(waiting) == [("told", f"{2 * MOST + n}") for n in range(MOST)]


def test_a_sentence_is_cut_off_only_if_it_has_become_stale() -> None:
    told, asks, answer = (
        Utterance(("Red.",)),
        Utterance(prompt=("Go.",)),
        Utterance(answer="No."),
    )
    for speaking, ended_by in (
        (Utterance(prompt=("Stay.",)), (asks, answer)),
        (Utterance(answer="Yes."), (asks, answer)),
        (Utterance(("Blue.",)), ()),
    ):
        for said in (told, asks, answer):
            waiting = SpokenQueue()
            assert not waiting.put(speaking), "nothing is being said yet"
            waiting.take()
            assert waiting.put(said) is (said in ended_by), (speaking, said)


LESSON, HOW = "Dive deep.", "Hold your seat."


def prompts(*parts: str) -> list[tuple[str, str]]:
    return [("prompt", part) for part in parts]


def test_a_lesson_that_continues_says_only_its_new_words() -> None:
    waiting = SpokenQueue()
    waiting.put(Utterance(prompt=(LESSON, "Everybody: choose.", HOW)))
    assert taken(waiting) == prompts(LESSON, "Everybody: choose.", HOW)
    waiting.put(Utterance(("Red has chosen.",), (LESSON, "Blue: choose.", HOW)))
    assert taken(waiting) == [("told", "Red has chosen."), ("prompt", "Blue: choose.")]
    waiting.put(Utterance(prompt=(LESSON, "Everybody: choose.", HOW)))
    assert taken(waiting) == prompts("Everybody: choose."), "after an undo"
    waiting.put(Utterance(prompt=("Swim up.", HOW)))
    assert taken(waiting) == prompts("Swim up.", HOW)


def test_a_lesson_is_heard_to_its_end_however_quickly_people_play() -> None:
    waiting = SpokenQueue()
    waiting.put(Utterance(prompt=(LESSON, "Everybody: choose.")))
    waiting.put(Utterance(prompt=(LESSON, "Blue: choose.")))
    assert waiting.take() == ("prompt", LESSON)
    assert not waiting.put(Utterance(prompt=(LESSON, "Green: choose.")))
    assert waiting.take() == ("prompt", "Green: choose.")
    assert waiting.put(Utterance(prompt=(LESSON, "Yellow: choose."))), "that is stale"
    assert taken(waiting) == prompts("Yellow: choose.")


def test_a_part_that_an_answer_cuts_off_is_said_after_it() -> None:
    waiting = SpokenQueue()
    waiting.put(Utterance(prompt=(LESSON, "Everybody: choose.", HOW)))
    assert waiting.take() == ("prompt", LESSON)
    assert waiting.take() == ("prompt", "Everybody: choose.")
    assert waiting.put(Utterance(answer="Hold your seat first."))
    assert taken(waiting) == [
        ("answer", "Hold your seat first."),
        *prompts("Everybody: choose.", HOW),
    ]
    # Heard to its end, it is not said again, unless somebody wants that.
    waiting.put(Utterance(answer="No."))
    assert taken(waiting) == [("answer", "No.")]
    waiting.put(Utterance(prompt=(LESSON, HOW), again=True))
    assert taken(waiting) == prompts(LESSON, HOW)


def test_a_prompt_comes_again_after_another_that_nobody_has_heard() -> None:
    waiting = SpokenQueue()
    waiting.put(Utterance(prompt=("Everybody: choose.",)))
    taken(waiting)
    waiting.put(Utterance(prompt=("Blue: choose.",)))
    waiting.put(Utterance(("Red swims.",), ("Everybody: choose.",)))
    assert taken(waiting) == [("told", "Red swims."), ("prompt", "Everybody: choose.")]


def test_closing_ends_what_still_speaks() -> None:
    voice, heard = speaking("slow")
    (thread,) = (one for one in threading.enumerate() if one.name == "speech")
    voice.speak(Utterance(prompt=("wait for ever",)))
    voice.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    assert heard.empty()


def test_trouble_and_recovery_are_reported(tmp_path: Path) -> None:
    program = tmp_path / "voice"

    def becomes(how: str) -> None:
        command = shlex.join([sys.executable, "-m", "tests.sound.speaker", how])
        program.write_text(f"#!/bin/sh\nexec {command}\n")
        program.chmod(0o755)

    heard: queue.Queue[Sound] = queue.Queue()
    told: queue.Queue[str | None] = queue.Queue()
    voice = Speech([str(program)], into(heard), told.put)
    voice.speak(Utterance(prompt=("One",)))
    missing = f"{program}: it cannot be run (No such file or directory)"
    assert told.get(timeout=PATIENCE_S) == missing
    becomes("broken")
    voice.speak(Utterance(prompt=("Two",)))
    wrong = told.get(timeout=PATIENCE_S)
    assert wrong is not None
    assert wrong.startswith(f"{program}: what it wrote is no WAV")
    becomes("endless")
    voice.speak(Utterance(prompt=("Three",)))
    assert told.get(timeout=PATIENCE_S) == f"{program}: it wrote more than 8 MB"
    becomes("plain")
    voice.speak(Utterance(prompt=("Again",)))
    assert heard.get(timeout=PATIENCE_S) == said(len("Again"))
    assert told.get(timeout=PATIENCE_S) is None
    voice.close()


def test_a_command_that_reads_nothing_is_heard_too(tmp_path: Path) -> None:
    made = tmp_path / "made.wav"
    made.write_bytes(as_wav(array("h", [7] * 4).tobytes()))
    heard: queue.Queue[Sound] = queue.Queue()
    voice = Speech(["cat", str(made)], into(heard))
    voice.speak(Utterance(prompt=("Hello",)))
    assert heard.get(timeout=PATIENCE_S) == said(7)
    voice.close()


@pytest.mark.parametrize(
    ("wav", "words"),
    [
        (b"", "no WAV"),
        (b"RIFF", "no WAV"),
        (as_wav(b"")[:36], "no WAV"),
        (as_wav(b"\x01\x00").replace(b"\x10\x00data", b"\x08\x00data"), "16 bits"),
    ],
)
def test_an_unknown_sound_is_refused(wav: bytes, words: str) -> None:
    with pytest.raises(NoSpeech, match=words):
        speech.samples(wav)


def test_another_rate_is_made_ours() -> None:
    half = as_wav(array("h", [1, 2, 3]).tobytes())
    half = half.replace(RATE.to_bytes(4, "little"), (RATE // 2).to_bytes(4, "little"))
    assert list(array("h", speech.samples(half))) == [1, 1, 2, 2, 3, 3]


def test_a_setting_names_another_command(monkeypatch: pytest.MonkeyPatch) -> None:
    assert speech.command("my-voice --wav 'a b'", "de") == ["my-voice", "--wav", "a b"]
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert speech.command(None, "de") == [
        "/usr/bin/espeak-ng", "-v", "de", "--stdin", "--stdout"
    ]  # fmt: skip
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert speech.command(None, "en") is None
