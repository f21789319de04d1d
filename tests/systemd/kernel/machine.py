"""A Raspberry Pi without the Pi: a real kernel and a real systemd on simulated pins."""

import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

from hardware.backends.pi.spidev import FREQUENCY_HZ
from tests.support import ROOT
from tests.support.ws2812 import frames
from tests.systemd.deb.root import DebianRoot
from tests.systemd.machine import Said, ShellMachine, wait_until

BUILT = ROOT / ".cache" / "kernel"
INSIDE = Path(__file__).parent / "inside"
# Real seconds, on a machine that may be busy with other things.
ANSWER_S = 180.0
# Where the kernel begins to number the pins of its first chip.
_FIRST_PIN = 512
_DATA, _CLOCK = _FIRST_PIN + 10, _FIRST_PIN + 11
_PINS = "/sys/devices/platform/gpio-sim/gpiochip0"
_TRACE = "/sys/kernel/tracing"


class Machine(ShellMachine):
    """A Debian root that can be booted; commands run in it as root.

    The games are on a disk of their own, which is a file outside. /probe in there is an
    ordinary folder outside, too.
    """

    patience_s = ANSWER_S

    def __init__(self, root: DebianRoot, folder: Path) -> None:
        self.root = root
        self.probe = folder / "probe"
        self.log = folder / "console"
        self._tree = folder / "pi.dtb"
        self._disk = folder / "games"
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        dtc = [str(BUILT / "dtc"), "-I", "dts", "-O", "dtb", "-o", str(self._tree)]
        subprocess.run([*dtc, str(INSIDE.parent / "pi.dts")], check=True)
        subprocess.run(["mkfs.ext4", "-q", str(self._disk), "32M"], check=True)
        shutil.copytree(INSIDE, self.probe)
        for inside in (root.path / "probe", self.probe / "in", self.probe / "out"):
            inside.mkdir()
        (root.path / "etc/fstab").write_text(
            "/dev/ubda /var/lib/undertow ext4 noatime 0 0\n"
            f"none /probe hostfs {self.probe} 0 0\n"
        )
        shutil.copy(INSIDE / "probe.service", root.path / "etc/systemd/system")
        root.do("systemctl", "enable", "probe")

    def boot(self, *, read_only: bool = False) -> None:
        """Switches it on; with `read_only` nothing but the games can be written."""
        command = [
            str(BUILT / "linux"), "mem=512M", "root=/dev/root", "rootfstype=hostfs",
            f"rootflags={self.root.path}", "ro" if read_only else "rw",
            f"ubd0={self._disk}", f"dtb={self._tree}", "init=/lib/systemd/systemd",
            "con=null", "con0=null,fd:1", "ssl=null", "quiet",
        ]  # fmt: skip
        with self.log.open("ab") as console:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                # A kernel is many processes: all of them end together.
                start_new_session=True,
            )
        self.wait_for("systemctl is-active undertow", "active")

    def pull_the_plug(self) -> None:
        """What the machine has not written by now is lost."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def ask(self, command: str, patience_s: float | None = None) -> Said:
        """What a line of shell says in there, and its exit status."""
        self._asked += 1
        script = self.probe / "in" / f"{self._asked}.sh"
        script.with_suffix(".new").write_text(f"{command}\n")
        script.with_suffix(".new").rename(script)
        answer = self.probe / "out" / str(self._asked)
        is_there = answer.with_suffix(".status").exists
        wait_until(is_there, patience_s or self.patience_s, self._last_words)
        text = answer.with_suffix(".text").read_text()
        return Said(int(answer.with_suffix(".status").read_text()), text)

    def start_with(self, *lines: str) -> None:
        """Starts the table anew, with these lines in its unit and no others."""
        folder = "/run/systemd/system/undertow.service.d"
        text = "\\n".join(("[Service]", *lines, ""))
        self.do(
            f"mkdir -p {folder} && printf '{text}' >{folder}/test.conf && "
            "systemctl daemon-reload && systemctl restart undertow"
        )

    def look(self) -> dict[str, Any]:
        """What a page of the table gets when it is opened."""
        said = Said(1, "")

        def looks() -> bool:
            nonlocal said
            said = self.ask("/usr/lib/undertow/bin/python /probe/look.py")
            return said.status == 0

        wait_until(looks, ANSWER_S, lambda: said.text)
        seen: dict[str, Any] = json.loads(said.text)
        return seen

    def _last_words(self) -> str:
        return self.log.read_text(errors="replace")[-2000:]

    # Fingers and lamps

    def pull(self, gpio: int, *, down: bool) -> None:
        """A finger on a button joins its pin to ground."""
        way = "down" if down else "up"
        self.do(f"echo pull-{way} >{_PINS}/sim_gpio{gpio}/pull")

    def press(self, gpio: int) -> None:
        self.pull(gpio, down=True)
        self.pull(gpio, down=False)

    def level(self, gpio: int) -> int:
        """What the pin shows at this moment, to whatever is at its wire."""
        return int(self.do(f"cat {_PINS}/sim_gpio{gpio}/value"))

    def once_high(self, gpio: int) -> str:
        """A line of shell that ends in the high part of a pulse."""
        value = f"{_PINS}/sim_gpio{gpio}/value"
        return f'while read -r level <{value} && [ "$level" = 0 ]; do :; done'

    def watch_the_wire(self) -> None:
        """From now on every bit on the strip's wire is kept, which takes its time."""
        self.do(
            f"cd {_TRACE} && echo 0 >tracing_on && echo 32768 >buffer_size_kb && "
            "cd events/gpio/gpio_value && "
            f"echo 'gpio == {_DATA} || gpio == {_CLOCK}' >filter && echo 1 >enable && "
            f"cd {_TRACE} && echo >trace && echo 1 >tracing_on"
        )

    def wire(self) -> list[bytes]:
        """What the strip got since then, frame by frame, as its pixels read it."""
        kept = self.probe / "out" / "trace"
        self.do(f"cd {_TRACE} && echo 0 >tracing_on && cat trace >/probe/out/trace")
        data, bits = "0", []
        for line in kept.read_text().splitlines():
            change = re.search(r"gpio_value: (\d+) set ([01])$", line)
            if change and int(change[1]) == _DATA:
                data = change[2]
            elif change and change[2] == "1":
                # The data counts when the clock rises.
                bits.append(data)
        # The first one and the last one may have been cut.
        whole = re.split("0{900,}", "".join(bits))[1:-1]
        return [frame for line in whole for frame in read_line(line)]


def read_line(line: str) -> list[bytes]:
    """The frames in the bits of a line, whose last pulse may have lost its pause."""
    line += "0" * (-len(line) % 8)
    return frames(int(line, 2).to_bytes(len(line) // 8), FREQUENCY_HZ)
