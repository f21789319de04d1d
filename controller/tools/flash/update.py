"""Updates a board, whatever it runs, to its firmware and tables."""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic, sleep
from typing import NamedTuple

from controller.tools.flash import CannotFlash
from controller.tools.flash.plugs import CHIPS, Plug, Plugged, uf2_instructions
from controller.tools.flash.repl import ON_BOARD, Repl
from controller.tools.flash.talk import Busy, Line, ask_hello, ask_to_wait, faults
from firmware.messages import Hello
from hardware.backend import LineLost
from hardware.health import dotted
from wiring.boardmap import SensorBoard
from wiring.tables import flash

OLDEST = (1, 25)
_BOOTSEL = "hold its BOOTSEL button while plugging it in and copy"
_LOOK_AGAIN_S = 0.1


class Timeouts(NamedTuple):
    """How long to wait, in seconds."""

    free: float = 6.0  # for a port in use: an idle table lets go of it
    hello: float = 4.0  # for an answer; one with a silent reader needs 3 to start
    prompt: float = 10.0  # for MicroPython's
    back: float = 30.0  # for a board to restart


TIMEOUTS = Timeouts()


class Update:
    def __init__(
        self,
        board: SensorBoard,
        look: Callable[[], Plugged],
        say: Callable[[str], None],
        timeouts: Timeouts = TIMEOUTS,
    ) -> None:
        """Set up; `look` returns what is plugged in at the moment."""
        self._board = board
        self._look = look
        self._say = say
        self._timeouts = timeouts

    def run(self, plug: Plug) -> Hello:
        """Update the board and return its new hello; raises CannotFlash."""
        files = {path: text.encode() for path, text in flash(self._board).items()}
        self._stop(plug)
        try:
            self._copy(plug, files)
        except LineLost as error:
            fix = "it still has its old program; run this again"
            raise self._refusal(f"{error}; {fix}") from None
        self._say(f"{self._board.name}: all files are copied and verified; restarting")
        return self._come_back(plug)

    def _stop(self, plug: Plug) -> None:
        """Make the board wait at MicroPython's prompt."""
        try:
            with open_line(self._board.name, plug.port, self._timeouts.free) as line:
                hello = ask_hello(line, self._timeouts.hello)
                if hello:
                    runs = f"{hello.name}, firmware {dotted(hello.version)}"
                    self._say(f"{self._board.name}: {plug.port} runs {runs}")
                    ask_to_wait(line, hello)
                else:
                    self._say(f"{self._board.name}: {plug.port} has no firmware yet")
        except LineLost as error:
            raise self._refusal(str(error)) from None

    def _copy(self, plug: Plug, files: Mapping[str, bytes]) -> None:
        with self._prompt(plug) as repl:
            repl.run(ON_BOARD)
            self._check(*repl.value("look()"))
            repl.run("calm()")
            folders = sorted({path.rpartition("/")[0] for path in files} - {""})
            repl.run(f"make_room({folders!r})")
            switch = f"{ON_BOARD}\n\ntake_over()\n".encode()
            self._say(f"{self._board.name}: copying {len(files)} files")
            for path, data in files.items():
                self._put(repl, f"new/{path}", data)
            self._put(repl, "new/switch.py", switch)
            self._switch(repl)
            repl.reset()

    def _switch(self, repl: Repl) -> None:
        try:
            repl.run("start_with('new/switch.py')")
        except LineLost as error:
            # Nobody knows whether the decisive rename was done.
            has = "it was switching over: it has either its old program or its new one"
            fix = "both complete; plug it in again, then run this again"
            raise self._refusal(f"{error}; {has}, {fix}") from None

    def _prompt(self, plug: Plug) -> Repl:
        """Wait for MicroPython's prompt, perhaps on another port."""
        end = monotonic() + self._timeouts.back
        while True:
            found = self._found(plug)
            if found:
                try:
                    return Repl(found.port, self._timeouts.prompt)
                except LineLost as error:
                    trouble = (
                        f"{error}; plug it in again, or {_BOOTSEL} {uf2_instructions()}"
                    )
                    self._ask_again(found)
            else:
                trouble = "it did not come back; plug it in again, then run this again"
            if monotonic() >= end:
                raise self._refusal(trouble)
            sleep(_LOOK_AGAIN_S)

    def _ask_again(self, plug: Plug) -> None:
        """Ask a slow-starting board again to wait."""
        with suppress(LineLost), Line(plug.port) as line:
            hello = ask_hello(line, self._timeouts.hello)
            if hello:
                ask_to_wait(line, hello)

    def _check(self, chip: str, version: tuple[int, ...], names: list[str]) -> None:
        chips = [one for one in CHIPS if one.name in chip]
        if not chips:
            boards = " or ".join(f"{one.board} ({one.name})" for one in CHIPS)
            expected = f"the firmware is for a Raspberry Pi {boards}"
            raise self._refusal(f"this is {chip}; {expected}; is it the right board?")
        if version < OLDEST:
            runs, needs = dotted(version), dotted(OLDEST)
            says = f"runs MicroPython {runs}, the firmware needs {needs} or newer"
            fix = f"{_BOOTSEL} {uf2_instructions(chips)}, then run this again"
            raise self._refusal(f"{says}; {fix}")
        if "new" in names:
            self._say(
                f"{self._board.name}: an earlier copy was interrupted; copying again"
            )

    def _put(self, repl: Repl, path: str, data: bytes) -> None:
        repl.put(path, data)
        if repl.value(f"digest({path!r})") != hashlib.sha256(data).digest():
            raise LineLost(f"{path} arrived damaged")

    def _come_back(self, plug: Plug) -> Hello:
        end = monotonic() + self._timeouts.back
        while monotonic() < end:
            found = self._found(plug)
            hello = self._hello(found.port) if found else None
            if hello is None:
                sleep(_LOOK_AGAIN_S)
                continue
            wrong = faults(hello, self._board)
            if wrong:
                raise self._refusal(f"{'; '.join(wrong)}, although its files are right")
            return hello
        fix = "plug it in again, then run this again"
        raise self._refusal(f"has its files but does not answer; {fix}")

    def _hello(self, port: str) -> Hello | None:
        try:
            with Line(port) as line:
                return ask_hello(line, self._timeouts.hello)
        except LineLost:
            return None  # it restarts twice, and its port goes with it

    def _found(self, plug: Plug) -> Plug | None:
        """Return the board's current plug, by its serial number or its port."""
        if not plug.usb_serial:
            return plug
        mine = [p for p in self._look().ports if p.is_of(plug.usb_serial)]
        # Of two with the same number it is the one with the named port.
        named = [p for p in mine if p.port == plug.port] if len(mine) > 1 else mine
        return named[0] if named else None

    def _refusal(self, words: str) -> CannotFlash:
        return CannotFlash(f"{self._board.name}: {words}")


def open_line(board: str, port: str, free_s: float) -> Line:
    """Open the port; raise LineLost, or CannotFlash if another program has it."""
    end = monotonic() + free_s
    while True:
        try:
            return Line(port)
        except Busy:
            if monotonic() >= end:
                raise CannotFlash(
                    f"{board}: {port} is in use, most likely by a running table; stop "
                    "it (`sudo systemctl stop undertow`, or Ctrl-C where it was "
                    "started), then run this again"
                ) from None
        sleep(_LOOK_AGAIN_S)
