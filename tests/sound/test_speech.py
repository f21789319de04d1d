"""Speech: a sentence becomes samples, the newest wins, and nobody waits for it."""

import queue
import shutil
import sys
from array import array

import pytest

from controller.sound import speech
from controller.sound.making import as_wav
from controller.sound.speech import NoSpeech, Speech
from hardware.parts.sound import RATE, Sound, sound

PATIENCE_S = 60.0


def speaking(how: str) -> tuple[Speech, "queue.Queue[Sound]"]:
    heard: queue.Queue[Sound] = queue.Queue()
    command = [sys.executable, "-m", "tests.sound.speaker", how]
    return Speech(command, heard.put), heard


def said(length: int) -> Sound:
    return sound(array("h", [length] * 4).tobytes())


def test_a_sentence_becomes_sound() -> None:
    voice, heard = speaking("plain")
    voice.say("Red: play a card.")
    assert heard.get(timeout=PATIENCE_S) == said(len("Red: play a card."))
    voice.close()


def test_the_newest_sentence_ends_the_one_before() -> None:
    voice, heard = speaking("slow")
    voice.say("wait for ever")
    voice.say("wait again")
    voice.say("Now.")
    assert heard.get(timeout=PATIENCE_S) == said(len("Now."))
    assert heard.empty()
    voice.close()


def test_closing_ends_what_still_speaks() -> None:
    voice, heard = speaking("slow")
    voice.say("wait for ever")
    voice.close()
    assert not voice._thread.is_alive()
    assert heard.empty()


def test_what_it_cannot_say_is_noted_and_the_next_sentence_is_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    voice, heard = speaking("broken")
    voice.say("Hello")
    voice._command = ["/no/such/program"]
    voice.say("Hello")
    voice._command = [sys.executable, "-m", "tests.sound.speaker", "plain"]
    voice.say("Again")
    assert heard.get(timeout=PATIENCE_S) == said(len("Again"))
    voice.close()


@pytest.mark.parametrize(
    ("wav", "words"),
    [
        (b"", "no WAV"),
        (b"RIFF", "no WAV"),
        (as_wav(b"")[:36], "no samples"),
        (as_wav(b"\x01\x00").replace(b"\x10\x00data", b"\x08\x00data"), "16 bits"),
    ],
)
def test_what_is_no_sound_is_refused(wav: bytes, words: str) -> None:
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
