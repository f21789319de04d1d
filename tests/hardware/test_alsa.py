"""The real libasound, with a file for a sound card: the exact samples that arrive."""

import os
import subprocess
import sys
import threading
import wave
from array import array
from pathlib import Path

import pytest

from hardware.backends.pi import alsa
from hardware.backends.pi.alsa import TAIL, AlsaOutput
from hardware.parts.sound import Mixer, sound
from tests.support import ROOT

# The variable replaces all of ALSA's configuration, so that comes first.
CONFIGURATION = """\
</usr/share/alsa/alsa.conf>
pcm.kept {{ type file slave.pcm null file "{file}" format wav }}
"""


def run(tmp_path: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    path = tmp_path / "asound.conf"
    path.write_text(CONFIGURATION.format(file=tmp_path / "heard.wav"))
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.hardware.test_alsa",
            *arguments,
        ],
        env={**os.environ, "ALSA_CONFIG_PATH": str(path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_mixed_samples_arrive_one_by_one(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "kept")
    assert (done.returncode, done.stderr) == (0, "")
    with wave.open(str(tmp_path / "heard.wav")) as file:
        assert (file.getnchannels(), file.getframerate()) == (1, 22_050)
        heard = array("h", file.readframes(file.getnframes()))
    assert heard.count(1200) == 1102
    assert heard.count(1000) == 2205 - 1102
    assert heard.count(-1000) == 441
    assert set(heard) == {1200, 1000, -1000, 0}
    # In their order, and after each the silence that pushes it out.
    assert heard.index(1200) < heard.index(1000) < heard.index(0) < heard.index(-1000)


def test_a_missing_card_is_named_with_what_mends_it_and_tried_again(
    tmp_path: Path,
) -> None:
    done = run(tmp_path, "fail", "plughw:CARD=MAX98357A", "nosuchdevice")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first.startswith("plughw:CARD=MAX98357A: ")
    assert second.startswith("nosuchdevice: ")
    assert "`aplay -L`" in second


def test_a_machine_without_the_library_says_what_to_install() -> None:
    with pytest.raises(alsa.NoSound, match="apt-get install libasound2"):
        alsa.load("libnothing.so.9")


class BusyLibrary:
    """libasound while another program holds the card."""

    def snd_pcm_open(self, *_: object) -> int:
        return -16

    def snd_strerror(self, _status: int) -> bytes:
        return b"Device or resource busy"


def test_a_busy_card_is_named_so() -> None:
    with pytest.raises(alsa.NoSound, match="plughw:0: Device or resource busy; "):
        alsa.Pcm(BusyLibrary(), "plughw:0")


# Runs in a process of its own, whose ALSA writes to a file: see `test_alsa.py`.


PATIENCE_S = 30.0


def play(device: str) -> None:
    """Play two sounds at once, pause until the device rests, and play one more."""
    mixer, silent, troubles = Mixer(), threading.Semaphore(0), list[str | None]()

    def chunk() -> bytes | None:
        made = mixer.chunk()
        if made is None:
            silent.release()
        return made

    output = AlsaOutput(device, chunk, troubles.append)
    for values in ([(4000, 2205), (800, 1102)], [(-4000, 441)]):

        def add(values: list[tuple[int, int]] = values) -> None:
            for value, length in values:
                mixer.add(sound(array("h", [value] * length).tobytes()))

        output.play(add)
        for _ in range(TAIL):
            assert silent.acquire(timeout=PATIENCE_S)
    output.close()
    assert troubles == []


def fail(*devices: str) -> None:
    """Print the trouble of each device, which must come again after a retry."""
    for device in devices:
        told, troubles = threading.Semaphore(0), list[str | None]()

        def report(
            trouble: str | None,
            troubles: list[str | None] = troubles,
            told: threading.Semaphore = told,
        ) -> None:
            troubles.append(trouble)
            told.release()

        output = AlsaOutput(device, lambda: None, report, (0.001,))
        assert told.acquire(timeout=PATIENCE_S)
        assert told.acquire(timeout=PATIENCE_S)
        output.close()
        assert troubles[0] == troubles[1]
        sys.stdout.write(f"{troubles[0]}\n")


if __name__ == "__main__":
    wanted, *devices = sys.argv[1:]
    if wanted == "play":
        play(*devices)
    else:
        fail(*devices)
