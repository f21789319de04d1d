"""MicroPython's raw REPL, its prompt for programs, by way of mpremote."""

import io
import struct
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self

from hardware.backend import LineLost
from hardware.boards.ports import BAUD

ON_BOARD = Path(__file__).with_name("on_board.py").read_text()
_CHUNK = 1024  # bytes of a file, at a time
_SILENCE_S = 0.05


class Repl:
    def __init__(self, port: str, patience_s: float) -> None:
        """Stop the board's program and restart its interpreter."""
        from mpremote.transport_serial import SerialTransport

        with _plainly(f"MicroPython does not answer on {port}"):
            self._board: Any = SerialTransport(port, BAUD, timeout=patience_s)
            try:
                self._enter(patience_s)
            except BaseException:
                self._board.serial.close()
                raise

    def _enter(self, patience_s: float) -> None:
        board = self._board
        # On a pty mpremote checks the time only when a read returns nothing. And a chip
        # that is still starting stays silent for longer than mpremote would wait.
        board.serial.timeout = _SILENCE_S
        board.read_until = partial(board.read_until, timeout=patience_s)
        board.enter_raw_repl(timeout_overall=patience_s)
        del board.read_until
        board.serial.timeout = patience_s

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._board.close()
        except OSError:
            return  # it is already gone

    def run(self, program: str) -> None:
        with _plainly("the board was lost"):
            self._board.exec(program)

    def value(self, expression: str) -> Any:
        with _plainly("the board was lost"):
            return self._board.eval(expression)

    def put(self, path: str, data: bytes) -> None:
        with _plainly(f"the board was lost while {path} was copied"):
            self._board.fs_writefile(path, data, chunk_size=_CHUNK)

    def reset(self) -> None:
        """Restart the board; its port often goes before it can confirm that."""
        with suppress(LineLost), _plainly("the board was lost"):
            self._board.exec_raw_no_follow("machine.reset()")


@contextmanager
def _plainly(what: str) -> Iterator[None]:
    """Turn mpremote's many errors into LineLost, and swallow its output."""
    from mpremote.transport import TransportError

    try:
        with redirect_stdout(io.StringIO()):
            yield
    except (TransportError, OSError, struct.error, ValueError, SyntaxError) as error:
        why = f"{error}".strip().replace("\r", "").split("\n")[-1]
        raise LineLost(f"{what}: {why or type(error).__name__}") from None
