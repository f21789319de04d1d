"""The table's own sound from the host's page: volume, mute, speech and language."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.input.held import HEARD
from controller.service.settings import Settings
from controller.service.sound import begin_speech
from tests.sound.espeak import fake_espeak
from tests.support.webtable import PageAtTable, WebTable, web_table


def test_the_host_sees_how_loud_the_table_is_and_changes_it(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, table.page() as host:
        told = host.next("sound")
        assert told == {
            "type": "sound",
            "volume": 10,
            "muted": False,
            "music": False,
            "speaks": None,
            "language": "en",
        }
        assert table.rig.speaker
        mixer = table.rig.speaker.mixer
        loudest = mixer.volume
        host.send("sound", volume=3)
        assert host.next("sound")["volume"] == 3
        assert 0 < mixer.volume < loudest / 2
        host.send("sound", muted=True)
        assert host.next("sound")["muted"] is True
        host.send("sound", volume=0, muted=False)
        assert host.next("sound") == {**told, "volume": 0}
        assert mixer.volume == 0


def test_the_host_turns_music_on_and_it_is_heard(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, table.page() as host:
        assert host.next("sound")["music"] is False
        assert table.rig.speaker
        assert table.rig.speaker.mixer.chunk() is None
        host.send("sound", music=True)
        assert host.next("sound")["music"] is True
        heard = [table.rig.speaker.mixer.chunk() for _ in range(20)]
        assert all(heard)
        assert any(chunk and any(chunk) for chunk in heard)
        host.send("sound", volume=4)
        assert host.next("sound")["music"] is True, "what is not named stays"
        host.send("sound", music=False)
        assert host.next("sound")["music"] is False


def test_muting_on_the_table_shows_on_the_page(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, table.page() as host:
        host.next("sound")
        assert table.run(table.sound.toggle_mute) is True
        assert host.next("sound")["muted"] is True


def test_speech_is_turned_off_and_speaks_another_language(tmp_path: Path) -> None:
    used: list[str] = []

    with web_table(tmp_path) as table, table.page() as host:
        host.next("sound")
        host.send("sound", speaks=True)
        assert host.next("sound")["speaks"] is None, "there is nothing that could speak"
        table.run(lambda: table.sound.enable_speech(used.append))
        assert host.next("sound")["speaks"] is True
        host.send("sound", language="de")
        assert host.next("sound")["language"] == "de"
        host.send("sound", speaks=False)
        assert host.next("sound")["speaks"] is False
        assert used == ["de"]


# Its voice


@contextmanager
def speaking(
    table: WebTable, host: PageAtTable, folder: Path, **how: Any
) -> Iterator[Path]:
    """Let the table speak with a fake espeak-ng; yield the file of its calls."""
    assert host.next("sound")["speaks"] is None
    program = fake_espeak(folder)
    settings = Settings(**how)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        parts = table.rig.parts
        end = table.run(lambda: begin_speech(settings, table.sound, table.table, parts))
        assert host.next("sound")["speaks"] is True
        yield program.with_name("calls")
        table.run(end)


def test_the_host_chooses_a_language_and_the_table_speaks_in_it(
    tmp_path: Path,
) -> None:
    with (
        web_table(tmp_path) as table,
        table.page() as host,
        speaking(table, host, tmp_path) as calls,
    ):
        table.wait_until(lambda: "-v en --stdin" in calls.read_text())
        host.send("sound", language="de")
        assert host.next("sound")["language"] == "de"
        table.run(lambda: table.table.announce(HEARD))
        table.wait_until(lambda: "-v de --stdin" in calls.read_text())


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"volume": 11}, "volume must be a number from 0 to 10, not 11"),
        ({"muted": "yes"}, 'muted must be true or false, not "yes"'),
        ({"language": ["de"]}, 'language must be one of en, de, not ["de"]'),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    tmp_path: Path, said: dict[str, Any], words: str
) -> None:
    with web_table(tmp_path) as table, table.page() as host:
        before = table.run(lambda: table.sound.state)
        host.send("sound", **said)
        assert host.next("error")["message"] == words
        assert table.run(lambda: table.sound.state) == before
