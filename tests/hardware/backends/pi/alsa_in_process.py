"""Runs in a process of its own, whose ALSA writes to a file: see `test_alsa.py`."""

import sys
import threading
from array import array

from hardware.backends.pi.alsa import TAIL, AlsaOutput
from hardware.parts.sound import Mixer, sound

PATIENCE_S = 30.0


def play(device: str) -> None:
    """Two sounds at once, then a pause in which the device rests, then one more."""
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
    """Says what each of them is refused with, and that it is tried again."""
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
