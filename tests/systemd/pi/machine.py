"""An emulated Raspberry Pi 3 with the image on its card: booted, played at, cut off."""

import base64
import http.client
import os
import re
import select
import signal
import socket
import subprocess
import threading
import tty
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

from tests.support import ROOT, micropython
from tests.systemd.machine import Said, ShellMachine
from wiring.boardmap import SensorBoard
from wiring.tables import tables

BUILT = ROOT / ".cache" / "pi"
IMAGE = ROOT / ".cache" / "image"
# Real seconds: an emulated processor is slow, and slower still on a busy machine.
BOOT_S, ASK_S, ANSWER_S = 2400.0, 1200.0, 10.0
# The image is for cards of any size; QEMU's are a power of two.
CARD_BYTES = 2 << 30
_LOOK_S = 0.2
_DD = ("bs=1M", "conv=sparse", "status=none")
_ROOT_SHELL = (
    "loglevel=1 systemd.show_status=0 console=ttyAMA0,115200 "
    "systemd.debug_shell=ttyAMA0 systemd.mask=serial-getty@ttyAMA0.service "
    # All lines are low, and so is the button that starts the safe mode.
    "systemd.mask=undertow-safe.service"
)


class EmulatedPi(ShellMachine):
    """QEMU's raspi3b with a card of its own, and a root shell on its serial port."""

    patience_s = ASK_S

    def __init__(self, folder: Path, boards: tuple[SensorBoard, ...] = ()) -> None:
        self.folder = folder
        self.boards = boards
        self.card = folder / "card.img"
        self.console = folder / "console.log"
        self.console.touch()
        self.port, self.ssh_port = _free_port(), _free_port()
        self._qemu: subprocess.Popen[bytes] | None = None
        self.plugs: list[Plug] = []
        self._asked = self._heard = 0
        self._shell: socket.socket | None = None

    def put_in(self, card: Path) -> None:
        """Put a copy of this card in; it may be smaller than QEMU's cards."""
        copy = ["cp", "--sparse=always", str(card), str(self.card)]
        subprocess.run(copy, check=True)
        os.truncate(self.card, CARD_BYTES)

    def boot(self, *, arguments: str = "", until_served: bool = True) -> None:
        """Switch it on, and wait until it serves its page, or has a shell."""
        for old in self.folder.glob("*.sock"):
            old.unlink()
        self._heard = self.console.stat().st_size
        with (self.folder / "qemu.log").open("ab") as log:
            self._qemu = subprocess.Popen(
                self._command(arguments),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait(self._is_plugged_in, BOOT_S, "its serial port is not there")
        self._wait(self._has_shell, BOOT_S, "no shell on its serial port")
        self.plugs = [Plug(b, self.folder / f"{b.name}.sock") for b in self.boards]
        if until_served:
            self.join_the_network()
            self.wait_until_served()

    def join_the_network(self) -> None:
        """Ask for an address: systemd takes QEMU's plug for a phone, which has none."""
        up = "systemctl --quiet is-active NetworkManager"
        self.do(f"until {up}; do sleep 3; done; nm-online --quiet --timeout=600")
        if "10.0.2." not in self.do("ip -4 address show usb0"):
            name = "'Wired connection 1'"
            self.do(f"nmcli c modify {name} ipv4.method auto && nmcli c up {name}")

    def wait_until_served(self) -> None:
        self._wait(self._is_served, BOOT_S, "its page is not served")

    def _is_plugged_in(self) -> bool:
        shell = socket.socket(socket.AF_UNIX)
        with suppress(OSError):
            shell.connect(str(self.folder / "shell.sock"))
            self._shell = shell
            return True
        shell.close()
        return False

    def _has_shell(self) -> bool:
        """Tell whether somebody reads what is typed.

        A serial port that nobody has opened yet gets stuck if something comes in.
        """
        assert self._shell
        heard = self.console.read_bytes()
        if b"root@" not in heard[self._heard :]:
            return False
        self._shell.sendall(b"\x15stty -echo; echo here''-i-am\r")
        heard = b""
        while select.select([self._shell], [], [], ANSWER_S)[0]:
            heard += self._shell.recv(65536)
            if b"here-i-am" in heard:
                return True
        return False

    def _is_served(self) -> bool:
        """Tell whether the table answers: it is the last thing to come up."""
        server = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        with closing(server), suppress(OSError, http.client.HTTPException):
            server.request("GET", "/")
            with server.getresponse() as answer:
                return answer.status == 200
        return False

    def _command(self, arguments: str) -> list[str]:
        libraries = BUILT / "qemu/usr/lib/x86_64-linux-gnu"
        usb = [
            word
            for board in self.boards
            for word in (
                "-chardev",
                f"socket,id={board.name},path={self.folder / board.name}.sock,"
                "server=on,wait=off",
                "-device",
                f"usb-serial,chardev={board.name},serial={board.usb_serial},"
                "always-plugged=on",
            )
        ]
        fat = IMAGE / "fat"
        config = (fat / "config.txt").read_text()
        starts = dict(re.findall(r"^(kernel|initramfs)[= ](\S+)", config, re.M))
        line = (fat / "cmdline.txt").read_text().strip()
        shell = f"socket,id=shell,path={self.folder}/shell.sock,server=on,wait=off"
        return [
            str(libraries / "ld-linux-x86-64.so.2"),
            "--library-path", f"{libraries}:{libraries}/pulseaudio",
            str(BUILT / "qemu/usr/bin/qemu-system-aarch64"),
            "-L", str(BUILT / "qemu/usr/share/qemu"),
            "-M", "raspi3b", "-display", "none", "-no-reboot",
            # 2 ns an instruction, whatever this machine does beside it.
            "-icount", "shift=1",
            "-kernel", str(fat / starts["kernel"]),
            "-initrd", str(fat / starts["initramfs"]),
            "-dtb", str(BUILT / "pi3.dtb"),
            "-drive", f"if=sd,format=raw,file={self.card}",
            "-append", f"{line} {_ROOT_SHELL} {arguments}",
            "-chardev", f"{shell},logfile={self.console},logappend=on",
            "-serial", "chardev:shell",
            "-monitor", f"unix:{self.folder}/monitor.sock,server,nowait",
            "-netdev", f"user,id=n,hostfwd=tcp:127.0.0.1:{self.port}-:8137,"
            f"hostfwd=tcp:127.0.0.1:{self.ssh_port}-:22",
            "-device", "usb-net,netdev=n", *usb,
        ]  # fmt: skip

    def pull_the_plug(self) -> None:
        """Kill QEMU by its id: what it has not written by now is lost."""
        if self._qemu:
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None
        if self._shell:
            self._shell.close()
            self._shell = None
        for plug in self.plugs:
            plug.close()
        self.plugs = []

    def card_of_a_cut(self, copy: Path) -> None:
        """Copy the card's games as they are if the plug is pulled at this instant."""
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.connect(f"{self.folder}/monitor.sock")
            prompts = monitor.makefile("rb")

            def say(word: bytes) -> None:
                monitor.sendall(word + b"\ninfo status\n")
                while b"VM status" not in prompts.readline():
                    pass

            say(b"stop")
            games_of(self.card, copy)
            say(b"cont")

    # What it says of itself

    def ask(self, command: str, patience_s: float | None = None) -> Said:
        assert self._shell, "it is switched off"
        self._asked += 1
        answer = re.compile(rb"<<%d (\d+) ([A-Za-z0-9+/=]*)>>" % self._asked)
        line = (
            f"({command}) >/run/said 2>&1 </dev/null; "
            f'echo "<<{self._asked} $? $(base64 -w0 /run/said)>>"\r'
        )
        self._shell.sendall(line.encode())
        heard = b""
        end = monotonic() + (patience_s or self.patience_s)
        while not (found := answer.search(heard)):
            assert monotonic() < end, self._last_words(f"no answer to {command!r}")
            if select.select([self._shell], [], [], _LOOK_S)[0]:
                heard += self._shell.recv(65536)
        return Said(int(found[1]), base64.b64decode(found[2]).decode(errors="replace"))

    @property
    def host_code(self) -> str:
        """The code that this card has made for its host."""
        settings = self.do("cat /etc/undertow/undertow.toml")
        found = re.search(r'^host_code = "(.*)"$', settings, re.M)
        assert found, settings
        return found[1]

    def _wait(self, is_so: Callable[[], bool], patience_s: float, why: str) -> None:
        end = monotonic() + patience_s
        while not is_so():
            if self._qemu and self._qemu.poll() is not None:
                why = f"QEMU has ended with {self._qemu.returncode}; {why}"
                end = 0.0
            assert monotonic() < end, self._last_words(why)
            sleep(_LOOK_S)

    def _last_words(self, why: str) -> str:
        pid = self._qemu.pid if self._qemu else None
        last = self.console.read_text(errors="replace")[-1500:]
        return f"{why} (QEMU is process {pid}): {last}"


def partition(card: Path, number: int) -> tuple[int, int]:
    """Return where a partition of the card begins and how long it is, in sectors."""
    with card.open("rb") as file:
        row = file.read(512)[430 + 16 * number : 446 + 16 * number]
    return int.from_bytes(row[8:12], "little"), int.from_bytes(row[12:16], "little")


def games_of(card: Path, copy: Path) -> None:
    """Copy the partition that is written; the others are read only."""
    first, _ = partition(card, 3)
    dd = ["dd", f"if={card}", f"of={copy}", f"skip={first // 2048}", *_DD]
    subprocess.run(dd, check=True)


def put_games(games: Path, card: Path) -> None:
    """Write that partition into a card of the same size."""
    first, _ = partition(card, 3)
    dd = ["dd", f"if={games}", f"of={card}", f"seek={first // 2048}", "conv=notrunc"]
    subprocess.run([*dd, "bs=1M", "status=none"], check=True)


class Plug:
    """A sensor board: its firmware under MicroPython, at a USB plug of QEMU."""

    def __init__(self, board: SensorBoard, path: Path) -> None:
        self.board = board
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
                    ready, _, _ = select.select(ends, [], [], _LOOK_S)
                    if plug.fileno() in ready:
                        data = plug.recv(4096)
                        if not data:
                            break
                        os.write(self._line, data)
                    if self._line in ready:
                        plug.sendall(os.read(self._line, 4096))
            sleep(_LOOK_S)

    def freeze(self) -> None:
        """Let the board fall silent; QEMU does not survive a pulled cable."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self._is_open = False
        self._process.kill()
        self._process.wait()
        os.close(self._senses)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
