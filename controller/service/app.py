"""Running the table: from first light to the page, until it is told to stop."""

import asyncio
import faulthandler
import json
import signal
from collections.abc import Callable
from importlib import import_module
from time import monotonic_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from controller.light.lights import Lights
from controller.service.assembly import (
    CannotStart,
    RunningTable,
    running_table,
    wake,
)
from controller.service.bots.at_table import bots_at
from controller.service.options import PlayOptions
from controller.service.sd_notify import Notify
from controller.service.sound import begin_speech
from controller.service.taps import MakeTaps, NoTaps, no_taps
from controller.service.watchdog import supervised
from controller.service.welcome import announce, has_screen, say, show
from controller.session.inlet import Ask
from controller.session.now import Now
from controller.session.restore import new_code
from controller.session.roster import Roster
from controller.session.saying import Aloud, Saying
from controller.session.table import Table
from controller.sound.player import preload
from hardware.backend import Clock
from hardware.choose import choose
from hardware.parts.registry import Parts
from hardware.rig import Rig
from wiring.boardmap import BoardMap

if TYPE_CHECKING:
    from controller.service.bots.seats import BotSeats
    from controller.web.server import Page
    from controller.web.serving import Served

# A table that was told to stop has stopped by then; systemd waits for 10 s.
HANG_S = 8


def play(
    options: PlayOptions,
    board: BoardMap,
    make_taps: MakeTaps = no_taps,
) -> None:
    """Runs the table until it is told to stop; raises CannotStart."""
    try:
        asyncio.run(_run(options, board, make_taps))
    finally:
        signal.alarm(0)


def _end_by_signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Ends the table in good order by SIGINT and SIGTERM.

    Until then SIGTERM ends the program at once, whatever it waits for. From then on a
    table that hangs is ended by the kernel, since nobody handles SIGALRM.
    """

    def end(_number: int, _frame: object) -> None:
        signal.alarm(HANG_S)
        loop.call_soon_threadsafe(stop.set)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


async def _run(
    options: PlayOptions,
    board: BoardMap,
    make_taps: MakeTaps,
) -> None:
    # When each stage of the start was reached, for the bench.
    marks: dict[str, int] = {}
    loop = asyncio.get_running_loop()
    notify = Notify(loop)
    if notify.beat_s:
        # systemd ends a table that stands still by a signal: then say where it stood.
        faulthandler.enable()
    stop = asyncio.Event()
    taps = make_taps(board, loop, notify.beat_s)
    try:
        taps.start()
        rig = _rig(options, board, loop, taps)
        wake(rig, options)
        marks["first light"] = monotonic_ns()
        with running_table(options, rig, taps, stop.set) as table:
            marks["inputs live"] = monotonic_ns()
            _end_by_signals(loop, stop)
            with supervised(rig, table.lights, table.store, notify):
                taps.finish()
                await _serve(options, rig, table, marks, stop)
    finally:
        taps.close()
        # Last of all: it may wait a moment, and no part of the table moves any more.
        notify.close()
    if table.table.is_off:
        say(f"Switched off by hand: {rig.backend.power_off()}")


def _rig(options: PlayOptions, board: BoardMap, clock: Clock, taps: NoTaps) -> Rig:
    parts = Parts()
    make_boards = taps.make_boards
    backend = choose(options.backend, board, clock, parts, make_boards=make_boards)
    return Rig(board, taps.backend(backend), parts)


class Links(NamedTuple):
    """How the pages of this table are reached."""

    scheme: str
    host_code: str
    # Finds the address on the local network; None: the table is not open to it.
    shared: Callable[[], str] | None


async def _serve(
    options: PlayOptions,
    rig: Rig,
    running: RunningTable,
    marks: dict[str, int],
    stop: asyncio.Event,
) -> None:
    # Loading the server takes longer than all before it; buttons work meanwhile.
    local_address = await asyncio.to_thread(_import_server)
    if rig.speaker:
        await asyncio.to_thread(preload)
    links = _links(options, local_address)
    page, bots = _page_with_bots(options, rig, running, links)
    served = await _opened(page, options)
    marks["page served"] = monotonic_ns()
    if options.marks_file:
        options.marks_file.write_text(json.dumps(marks))
    _welcome(options, rig, running.table, links, served.sockets[0].getsockname()[1])
    end_speech = _begin_speech(options, running, rig.parts)
    end_then = options.then and options.then(running.table, rig.backend.clock)
    await stop.wait()
    if end_then:
        end_then()
    bots.close()
    end_speech()
    served.close()
    await served.wait_closed()


def _links(options: PlayOptions, local_address: Callable[[], str]) -> Links:
    # A certificate is for a name, not for an address.
    is_named = options.tls and options.names
    outside = (lambda: options.names[0]) if is_named else local_address
    return Links(
        "https" if options.tls else "http",
        options.host_code or new_code(),
        outside if options.share else None,
    )


def _page_with_bots(
    options: PlayOptions,
    rig: Rig,
    running: RunningTable,
    links: Links,
) -> "tuple[Page, BotSeats]":
    table, roster = running.table, running.roster
    bots = bots_at(table, running.ask, roster)
    page = page_of(
        table,
        running.ask,
        rig,
        roster=roster,
        hint=bots.hint,
        host_code=links.host_code,
        language=options.language,
        shared=links.shared,
        names=options.names,
        history=running.store.history,
        tls=options.tls,
        sound=running.sound,
    )
    bots.on_hint.append(lambda hint: page.hinted(*hint))
    bots.on_notice.append(page.noticed)
    let_hear(table, running.lights, page)
    return page, bots


async def _opened(page: "Page", options: PlayOptions) -> "Served":
    host = "0.0.0.0" if options.share else "127.0.0.1"
    try:
        return await page.open(host, options.port)
    except (OSError, OverflowError) as error:
        raise CannotStart(port_trouble(options.port, error)) from None


def _welcome(
    options: PlayOptions, rig: Rig, table: Table, links: Links, port: int
) -> None:
    announce(
        table.now,
        rig.parts,
        port,
        scheme=links.scheme,
        shared=links.shared,
        host_code=links.host_code,
        record=options.record,
        is_drawn=rig.backend.touch is not None,
    )
    show(f"Ctrl-C ends it{'; the game is kept' if table.is_saved else ''}.")
    if options.browser and has_screen():
        import webbrowser

        webbrowser.open(f"{links.scheme}://localhost:{port}/")


def _begin_speech(
    options: PlayOptions, running: RunningTable, parts: Parts
) -> Callable[[], object]:
    """Lets a table with a speaker speak; gives what ends it."""
    if running.sound is None:
        return lambda: None
    running.sound.player.music = options.music
    return begin_speech(options, running.sound, running.table, parts)


def let_hear(table: Table, lights: Lights, page: "Page") -> None:
    """Lets pages that watch the table sound and speak with it."""
    from controller.web import sent

    def say(_now: Now, aloud: Aloud) -> None:
        page.to_watchers(sent.said(aloud))

    lights.on_sounds.append(lambda names: page.to_watchers(sent.heard(names)))
    saying = Saying(say)
    table.on_change.append(saying.changed)
    table.on_reply.append(saying.replied)


def page_of(
    table: Table,
    ask: Ask,
    rig: Rig,
    *,
    roster: Roster,
    **more: Any,
) -> "Page":
    """A page that shows this table, and asks things of it."""
    from controller.web.server import Page

    page = Page(lambda: table.now, ask, table.seating, rig, roster=roster, **more)
    table.on_change.append(page.changed)
    table.on_notice.append(page.noticed)
    table.on_reply.append(page.replied)
    return page


def _import_server() -> Callable[[], str]:
    """Imports the server; gives what finds this machine's local address."""
    import_module("controller.web.server")
    from controller.web.names import local_address

    return local_address


def port_trouble(port: int, error: Exception) -> str:
    return (
        f"the page cannot be served on port {port}: {str(error).rstrip('.')}; "
        "choose another with --port, or --port 0 for any that is free"
    )
