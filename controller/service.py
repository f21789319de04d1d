"""Running the table: from first light to the page, until it is told to stop."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic_ns
from typing import Any, NamedTuple

from controller.journal import Journal, JournalError
from controller.lights import Lights
from controller.rules.game import AnyGame
from controller.table import Table
from hardware import first_light
from hardware.parts import Parts
from hardware.rig import Rig
from hardware.sim.backend import SimBackend
from hardware.sim.pixels import MemoryPixels
from hardware.strip import Strip
from wiring.boardmap import BoardMap

WAKING = bytes((10, 30, 40))


class CannotStart(Exception):
    """The table cannot run like this; the sentence says what to do."""


class Wish(NamedTuple):
    game: AnyGame
    seats: int
    options: dict[str, Any]
    seed: int | None
    state: Path
    port: int
    share: bool
    browser: bool
    # Where to write when each stage of the start was reached.
    marks_file: Path | None


def play(
    wish: Wish, board: BoardMap, pixels: MemoryPixels | None, marks: dict[str, int]
) -> None:
    """Runs the table until it is told to stop; raises CannotStart."""
    asyncio.run(_run(wish, board, pixels, marks))


async def _run(
    wish: Wish, board: BoardMap, pixels: MemoryPixels | None, marks: dict[str, int]
) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    parts = Parts()
    rig = Rig(board, SimBackend(board, loop, parts, pixels), parts)
    _wake(rig.strip, board, wish.state)
    marks.setdefault("first light", monotonic_ns())
    try:
        journal = Journal(wish.state / "journal.sqlite")
    except JournalError as error:
        raise CannotStart(str(error)) from None
    try:
        table = Table(Lights(rig.strip, board.pixels, loop), journal)
        rig.listen(table.reading)
        table.start(wish.game, wish.seats, wish.options, wish.seed)
        marks["inputs live"] = monotonic_ns()
        await _serve(wish, rig, table, marks, stop)
    except JournalError as error:
        raise CannotStart(str(error)) from None
    finally:
        journal.close()
        rig.close()


def _wake(strip: Strip, board: BoardMap, state: Path) -> None:
    """Every button glows; the next start shows this before it loads anything."""
    frame = bytearray(3 * strip.pixels)
    for button in board.buttons:
        if button.pixel is not None:
            frame[3 * button.pixel : 3 * button.pixel + 3] = WAKING
    strip.show(bytes(frame))
    try:
        state.mkdir(parents=True, exist_ok=True)
        first_light.remember(str(state), board.path, strip.wire)
    except OSError as error:
        raise CannotStart(
            f"{state}: {error.strerror}; name a folder that can be written with --state"
        ) from None


async def _serve(
    wish: Wish,
    rig: Rig,
    table: Table,
    marks: dict[str, int],
    stop: asyncio.Event,
) -> None:
    # Loading the server takes longer than all before it; buttons work meanwhile.
    server = await asyncio.to_thread(_import_server)
    page = server.Page(table, rig)
    host = "0.0.0.0" if wish.share else "127.0.0.1"
    try:
        running = await page.open(host, wish.port)
    except (OSError, OverflowError) as error:
        raise CannotStart(_port_trouble(wish.port, error)) from None
    marks["page served"] = monotonic_ns()
    if wish.marks_file:
        wish.marks_file.write_text(json.dumps(marks))
    port = running.sockets[0].getsockname()[1]
    _announce(table, port, wish, server.local_address)
    await stop.wait()
    running.close()
    await running.wait_closed()


def _import_server() -> Any:
    from controller.web import server

    return server


def _port_trouble(port: int, error: Exception) -> str:
    return (
        f"the page cannot be served on port {port}: {str(error).rstrip('.')}; "
        "choose another with --port, or --port 0 for any that is free"
    )


def _announce(
    table: Table, port: int, wish: Wish, local_address: Callable[[], str]
) -> None:
    address = f"http://localhost:{port}/"
    lines = [f"The table's page: {address}"]
    if wish.share:
        lines.append(f"On the local network: http://{local_address()}:{port}/")
    if table.notice:
        lines.append(f"Note: {table.notice}")
    if table.phase == "offer":
        lines.append("An unfinished game waits: `ok` goes on, `undo` puts it away.")
    sys.stdout.write("\n".join([*lines, "Ctrl-C ends it; the game is kept.", ""]))
    sys.stdout.flush()
    if wish.browser and _has_screen():
        import webbrowser

        webbrowser.open(address)


def _has_screen() -> bool:
    graphical = "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return graphical or sys.platform in ("darwin", "win32")
