"""An emulated Raspberry Pi 3 with the table on its card: booted, played at, cut off."""

import http.client
import os
import select
import socket
import subprocess
import threading
import tty
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

from tests.support import ROOT, micropython
from wiring.boardmap import SensorBoard
from wiring.tables import tables

BUILT = ROOT / ".cache" / "pi"
HOST_CODE = "AAAABBBBCCCCDDDD"
# Real seconds: an emulated processor is slow, and slower still on a busy machine.
BOOT_S, ANSWER_S = 1500.0, 10.0
_LOOK_S = 0.2


class EmulatedPi:
    """QEMU's raspi3b; its files are in a folder, its card is a copy."""

    def __init__(self, folder: Path, boards: tuple[SensorBoard, ...]) -> None:
        self.folder = folder
        self.boards = boards
        self.card = folder / "card.img"
        self.console = folder / "console.log"
        self.console.touch()
        self.port = _free_port()
        self._qemu: subprocess.Popen[bytes] | None = None
        self._plugs: list[Plug] = []
        copy = ["cp", "--sparse=always", str(BUILT / "disk.img"), str(self.card)]
        subprocess.run(copy, check=True)

    def boot(self) -> None:
        """Switch it on, and wait until it serves its page."""
        for old in self.folder.glob("*.sock"):
            old.unlink()
        with (self.folder / "qemu.log").open("ab") as log:
            self._qemu = subprocess.Popen(
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._plugs = [Plug(b, self.folder / f"{b.name}.sock") for b in self.boards]
        self._wait(self._is_served, BOOT_S, "its page is not served")

    def _is_served(self) -> bool:
        """Tell whether the table answers: it is the last thing to come up."""
        server = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        with closing(server), suppress(OSError, http.client.HTTPException):
            server.request("GET", "/")
            with server.getresponse() as answer:
                return answer.status == 200
        return False

    def _command(self) -> list[str]:
        libraries = BUILT / "qemu/usr/lib/x86_64-linux-gnu"
        usb = [
            word
            for board in self.boards
            for word in (
                "-chardev",
                f"socket,id={board.name},path={self.folder / board.name}.sock,"
                "server=on,wait=off",
                "-device",
                f"usb-serial,chardev={board.name},serial={board.usb_serial}",
            )
        ]
        return [
            str(libraries / "ld-linux-x86-64.so.2"),
            "--library-path", f"{libraries}:{libraries}/pulseaudio",
            str(BUILT / "qemu/usr/bin/qemu-system-aarch64"),
            "-L", str(BUILT / "qemu/usr/share/qemu"),
            "-M", "raspi3b", "-display", "none", "-no-reboot",
            "-kernel", str(BUILT / "vmlinuz"), "-initrd", str(BUILT / "initrd"),
            "-dtb", str(BUILT / "pi3.dtb"),
            "-drive", f"if=sd,format=raw,file={self.card}",
            "-append", "console=ttyAMA0,115200 root=LABEL=root rw net.ifnames=0 "
            "quiet loglevel=1 systemd.show_status=0",
            "-serial", f"file:{self.console}", "-monitor", "none",
            "-netdev", f"user,id=n,hostfwd=tcp:127.0.0.1:{self.port}-:8137",
            "-device", "usb-net,netdev=n", *usb,
        ]  # fmt: skip

    def pull_the_plug(self) -> None:
        """Kill QEMU by its id: what it has not written by now is lost."""
        if self._qemu:
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None
        for plug in self._plugs:
            plug.close()
        self._plugs = []

    def _wait(self, is_so: Callable[[], bool], patience_s: float, why: str) -> None:
        end = monotonic() + patience_s
        while not is_so():
            if self._qemu and self._qemu.poll() is not None:
                why = f"QEMU has ended with {self._qemu.returncode}; {why}"
                end = 0.0
            if monotonic() > end:
                last = self.console.read_text(errors="replace")[-1500:]
                raise AssertionError(f"{why} (QEMU is process {self._id}): {last}")
            sleep(_LOOK_S)

    @property
    def _id(self) -> int | None:
        return self._qemu.pid if self._qemu else None


class Plug:
    """A sensor board: its firmware under MicroPython, at a USB plug of QEMU."""

    def __init__(self, board: SensorBoard, path: Path) -> None:
        self._path = path
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        sheet = path.with_suffix(".py")
        sheet.write_text(tables(board))
        senses, self._senses = os.pipe()
        self._process = subprocess.Popen(
            [
                *(micropython.interpreter(), "-m", "firmware.sim_main"),
                *(str(sheet), board.usb_serial, f"/dev/fd/{senses}"),
            ],
            stdin=theirs,
            stdout=theirs,
            pass_fds=(senses,),
            env=micropython.environment(),
        )
        os.close(senses)
        os.close(theirs)
        self._line, self._is_open = ours, True
        threading.Thread(target=self._carry, daemon=True).start()

    def _carry(self) -> None:
        """Carry bytes both ways, however often QEMU starts anew."""
        while self._is_open:
            with suppress(OSError), socket.socket(socket.AF_UNIX) as plug:
                plug.connect(str(self._path))
                while self._is_open:
                    ends = [plug.fileno(), self._line]
                    ready, _, _ = select.select(ends, [], [], 1)
                    if plug.fileno() in ready:
                        data = plug.recv(4096)
                        if not data:
                            break
                        os.write(self._line, data)
                    if self._line in ready:
                        plug.sendall(os.read(self._line, 4096))
            sleep(_LOOK_S)

    def close(self) -> None:
        self._is_open = False
        self._process.kill()
        self._process.wait()
        os.close(self._senses)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
