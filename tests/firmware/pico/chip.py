"""A Pico whose chip is emulated: MicroPython for the RP2040, its flash, its pins."""

import json
import shutil
from pathlib import Path

from tests.firmware.pico.played import SERIAL, PlayedPico
from tests.support import ROOT
from wiring.boardmap import load
from wiring.settling import settle_us

BUILT = ROOT / ".cache" / "pico"
DEPTH = load().boards[0]
LONGEST_M = 1.0  # of cable; mark 1 has less


class EmulatedPico(PlayedPico):
    """Its flash is an image; `port` in its folder always leads to it."""

    def __init__(
        self, folder: Path, *, serial: str = SERIAL, cut: int | None = None
    ) -> None:
        """With `cut` the power fails after so many writes to the flash."""
        super().__init__(folder, serial=serial, cut=cut)
        self.folder = folder
        self.fit(settle_us(LONGEST_M))

    def command(self) -> list[str]:
        node = shutil.which("node")
        assert node, "there is no node; on Debian: sudo apt-get install nodejs npm"
        chip, image = BUILT / "chip.mjs", BUILT / "firmware.bin"
        return [node, str(chip), str(image), str(self.folder), self.serial]

    def fit(self, rise_us: float) -> None:
        """Wire the multiplexers; only the pull-up raises a signal, in `rise_us`."""
        wired = DEPTH.multiplexers
        assert wired
        pins = {"select": wired.select, "signals": wired.signals}
        path = self.folder / "multiplexers.json"
        path.write_text(json.dumps({**pins, "rise_us": rise_us}))

    def set_low(self, *inputs: int) -> None:
        """These inputs are pulled to ground, the others are not."""
        changed = self.folder / "low.new"
        changed.write_text(" ".join(map(str, inputs)))
        changed.replace(self.folder / "low")

    def lamp(self) -> str:
        """Each time that the lamp was switched, on (1) or off (0)."""
        path = self.folder / "lamp"
        return path.read_text() if path.exists() else ""
