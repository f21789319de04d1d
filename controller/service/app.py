"""Runs the table from its first light until it stops."""

import asyncio
import faulthandler
import json
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from time import monotonic_ns
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from controller.service.assembly import CannotStart, RunningTable, running_table, wake
from controller.service.hooks import MakeHooks, TableHooks, no_hooks
from controller.service.network import watch_network
from controller.service.sd_notify import Notify
from controller.service.settings import Settings, home_link
from controller.service.sound import begin_speech
from controller.service.watchdog import probes, supervised
from controller.service.welcome import greet, has_screen, print_lines, report
from controller.session.narrator import Narration, Narrator
from controller.session.restore import new_code
from controller.session.snapshot import Snapshot
from controller.session.table import Table
from controller.sound.control import preload
from hardware.backend import Clock
from hardware.choose import choose
from hardware.parts.registry import BROKER, NEARBY, Parts
from hardware.rig import Rig
from wiring.boardmap import BoardMap, load

if TYPE_CHECKING:
    from ssl import SSLContext

    from controller.bus.bus import Bus
    from controller.bus.nearby import Nearby
    from controller.service.bots.seats import BotSeats
    from controller.service.host_settings import Resolve
    from controller.web.pages import Pages
    from controller.web.server.server import RunningServer

# The time limit for stopping, in seconds; systemd waits for 10.
HANG_S = 8
LINGER_S = 0.5

# Starts something with the table; returns a function that ends it.
Begin: TypeAlias = Callable[[Table, Clock], Callable[[], object]]


class Links(NamedTuple):
    """The URLs that lead to the pages of this table."""

    tls: "SSLContext | None"
    host_code: str
    names: tuple[str, ...]

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"

    def address(self) -> str:
        """Return the certificate's name, or else the address on the local network."""
        if self.tls and self.names:
            return self.names[0]
        from controller.web.server.hosts import local_address

        return local_address()


def play(
    settings: Settings,
    board: BoardMap,
    make_hooks: MakeHooks = no_hooks,
    then: Begin | None = None,
    resolve: "Resolve | None" = None,
) -> None:
    """Run the table until it has to stop; raise CannotStart or BadCertificate.

    `then` is called with the table once its page is served. With `resolve`, the host
    can change settings on the table's page.
    """
    links = _links(settings)
    try:
        now = asyncio.run(_run(settings, board, make_hooks, links, then, resolve))
        while now:
            board = load(now.board)
            now = asyncio.run(_run(now, board, no_hooks, links, None, resolve))
    finally:
        signal.alarm(0)


def _end_by_signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Shut the table down cleanly on SIGINT and SIGTERM.

    Until then SIGTERM ends the program at once, whatever it waits for. From then on the
    kernel ends a hung table, because nothing handles SIGALRM.
    """

    def end(_number: int, _frame: object) -> None:
        signal.alarm(HANG_S)
        loop.call_soon_threadsafe(stop.set)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


async def _run(
    settings: Settings,
    board: BoardMap,
    make_hooks: MakeHooks,
    links: Links,
    then: Begin | None,
    resolve: "Resolve | None",
) -> Settings | None:
    """Run the table; return the settings for the table to run after it, if any."""
    # The time of each stage of the start, for the bench.
    marks: dict[str, int] = {}
    loop = asyncio.get_running_loop()
    notify = Notify()
    if notify.beat_s:
        # systemd ends a hung table by a signal; the traceback says where it hung.
        faulthandler.enable()
    stop = asyncio.Event()
    hooks = make_hooks(board, loop, notify.beat_s)
    try:
        hooks.start()
        rig = _rig(settings, board, loop, hooks)
        wake(rig, settings)
        marks["first light"] = monotonic_ns()
        if settings.join:
            home = home_link(settings.join)
            return await _run_guest(settings, home, rig, notify, stop)
        next_run = NextRun(notify, stop)
        with running_table(settings, rig, hooks, stop.set) as table:
            marks["inputs live"] = monotonic_ns()
            _end_by_signals(loop, stop)
            asked = probes(rig, table.lights, table.store)
            with supervised(rig, notify, asked):
                hooks.finish()
                async with _served(settings, rig, table, links, marks) as page:
                    next_run.listen(settings, page, resolve, table)
                    end = then and then(table.table, rig.backend.clock)
                    await stop.wait()
                    if end:
                        end()
    finally:
        hooks.close()
    if table.table.is_off:
        report(f"Switched off by hand: {rig.backend.power_off()}")
    return next_run.settings


class NextRun:
    """What the program runs after this table, if somebody asks for it."""

    def __init__(self, notify: Notify, stop: asyncio.Event) -> None:
        self.settings: Settings | None = None
        self._notify, self._stop = notify, stop

    def listen(
        self,
        settings: Settings,
        page: "Pages",
        resolve: "Resolve | None",
        running: RunningTable,
    ) -> None:
        """Let the host join another table and, with `resolve`, change settings."""
        page.room.nearby.on_join = lambda url: self._run_next(
            settings._replace(join=url, goes_home=True)
        )
        if not resolve:
            return
        from controller.service.host_settings import HostSettings

        page.host_controls.settings = own = HostSettings(settings, resolve)
        if running.sound:
            own.keep_sound(running.sound)
        # A restart would end the recording.
        if server := page.room.server if not settings.record else None:
            own.restart = lambda new: self._run_next(new._replace(port=server.port))

    def _run_next(self, settings: Settings) -> None:
        """Stop and go on with these settings, after a moment for the page's answer."""
        self.settings = settings._replace(browser=False, marks=None)
        self._notify.will_restart = True
        asyncio.get_running_loop().call_later(LINGER_S, self._stop.set)


async def _run_guest(
    settings: Settings, home: str, rig: Rig, notify: Notify, stop: asyncio.Event
) -> Settings | None:
    """Be a guest of the home table until this one is stopped or switched off.

    If the home does not let it in, return the settings for playing alone.
    """
    from controller.guest.client import NotAdmitted
    from controller.service.guest import run_guest

    _end_by_signals(asyncio.get_running_loop(), stop)
    notify.will_restart = settings.goes_home
    is_off = False

    def end() -> None:
        nonlocal is_off
        is_off = True
        stop.set()

    print_lines(f"A guest of {urlsplit(home).netloc}. Ctrl-C ends it.")
    try:
        await run_guest(settings, home, rig, notify, stop, end)
    except NotAdmitted as error:
        if not settings.goes_home:
            raise
        report(f"{error}; this table plays by itself again.")
        return settings._replace(join=None)
    finally:
        rig.close()
    if is_off:
        report(f"Switched off by hand: {rig.backend.power_off()}")
    return None


def _rig(settings: Settings, board: BoardMap, clock: Clock, hooks: TableHooks) -> Rig:
    parts = Parts()
    backend = choose(settings.backend, board, clock, parts)
    return Rig(board, hooks.backend(backend), parts)


@asynccontextmanager
async def _served(
    settings: Settings,
    rig: Rig,
    running: RunningTable,
    links: Links,
    marks: dict[str, int],
) -> AsyncIterator["Pages"]:
    """Serve the page, and let bots play and the table speak, until the block ends."""
    # Loading the server takes longest, and buttons work meanwhile.
    await asyncio.to_thread(import_module, "controller.web.pages")
    if rig.speaker:
        await asyncio.to_thread(preload)
    # Imported late, because buttons should work first.
    from controller.service.bots.seats import bots_at

    bots = bots_at(running)
    page = page_of(
        running,
        rig,
        bots,
        host_code=links.host_code,
        language=settings.language,
        find_address=links.address,
        is_shared=settings.share,
        names=settings.host_names,
        tls=links.tls,
        has_guests=settings.guests,
        metrics=_metrics(running, rig, bots) if settings.metrics else None,
    )
    served = await _opened(page, settings)
    marks["page served"] = monotonic_ns()
    if settings.marks:
        settings.marks.write_text(json.dumps(marks))
    _welcome(settings, rig, running.table, links, served.port)
    end_speech = _begin_speech(settings, running, rig.parts)
    # A recording contains only input from the table's own parts.
    watch = None if settings.record else watch_network(rig.backend.clock, rig.parts)
    bus = _begin_bus(settings, running, rig)
    nearby = await _begin_nearby(settings, page, links, served.port, rig.parts)
    yield page
    bots.close()
    end_speech()
    if watch:
        watch.cancel()
    if nearby:
        await nearby.close()
    if bus:
        await bus.close()
    await served.close()


def _links(settings: Settings) -> Links:
    """Return the URLs of the pages; raise BadCertificate."""
    certificate, key = settings.tls_certificate, settings.tls_key
    tls = None
    if certificate is not None or key is not None:
        from controller.web.server.tls import tls_context

        tls = tls_context(certificate, key)
    return Links(tls, settings.host_code or new_code(), settings.host_names)


async def _opened(page: "Pages", settings: Settings) -> "RunningServer":
    host = "0.0.0.0" if settings.share else "127.0.0.1"
    try:
        return await page.open(host, settings.port)
    except OSError as error:
        why = str(error).rstrip(".")
        raise CannotStart(
            f"the page cannot be served on port {settings.port}: {why}; "
            "choose another with --port, or --port 0 for any that is free"
        ) from None


def _welcome(
    settings: Settings, rig: Rig, table: Table, links: Links, port: int
) -> None:
    greet(
        table.now,
        rig.parts,
        port,
        scheme=links.scheme,
        shared=links.address if settings.share else None,
        host_code=links.host_code,
        record=settings.record,
        is_drawn=rig.backend.touch is not None,
    )
    print_lines(f"Ctrl-C ends it{'; the game is kept' if table.is_saved else ''}.")
    if settings.browser and has_screen():
        import webbrowser

        webbrowser.open(f"{links.scheme}://localhost:{port}/")


def _metrics(running: RunningTable, rig: Rig, bots: "BotSeats") -> Callable[[], str]:
    from controller.service.metrics import Metrics

    return Metrics(running, rig, bots).text


def _begin_bus(settings: Settings, running: RunningTable, rig: Rig) -> "Bus | None":
    """Publish the table on a broker, if the settings name one."""
    if not settings.broker:
        return None
    try:
        from controller.service.broker import begin_bus
    except ModuleNotFoundError as error:
        rig.parts.fails(BROKER, _extra_needed(error))
        return None
    return begin_bus(settings, settings.broker, running, rig)


async def _begin_nearby(
    settings: Settings, page: "Pages", links: Links, port: int, parts: Parts
) -> "Nearby | None":
    """Find other tables in the local network, if the settings want that."""
    if not settings.nearby:
        return None
    try:
        from controller.service.nearby import begin_nearby
    except ModuleNotFoundError as error:
        parts.fails(NEARBY, _extra_needed(error))
        return None
    return await begin_nearby(settings, page, links.scheme, port, parts)


def _extra_needed(error: ModuleNotFoundError) -> str:
    return f"{error.name} is missing; pip install 'undertow[bus]'"


def _begin_speech(
    settings: Settings, running: RunningTable, parts: Parts
) -> Callable[[], object]:
    """Let a table with a speaker speak; return a function that ends it."""
    if running.sound is None:
        return lambda: None
    sound = running.sound
    sound.use(sound.state._replace(music=settings.music))
    return begin_speech(settings, sound, running.table, parts)


def page_of(
    running: RunningTable,
    rig: Rig,
    bots: "BotSeats | None" = None,
    *,
    has_guests: bool = False,
    **more: Any,
) -> "Pages":
    """Return a page for this table, with hints and with sound in browsers."""
    from controller.web.pages import Pages

    table, guests = running.table, None
    if has_guests:
        from controller.guest.home import GuestTables
        from controller.web.server.page import version

        guests = GuestTables(table, rig.backend.clock, version())
    page = Pages(
        lambda: table.now,
        running.ask,
        table.seating,
        rig,
        roster=running.roster,
        history=running.store.history,
        hint=bots.hint if bots else lambda _seat: None,
        sound=running.sound,
        talks={"/station": guests.serve} if guests else {},
        **more,
    )
    if guests:
        guests.access = page.access
    if bots:
        bots.on_hint.append(lambda hint: page.hinted(*hint))
        bots.on_notice.append(page.noticed)

    def send_aloud(_now: Snapshot, aloud: Narration) -> None:
        page.to_watchers("said", **aloud._asdict())

    narrator = Narrator(send_aloud)
    if table.is_set:
        narrator.changed(table.now, ())
    running.lights.on_sounds.append(
        lambda names: page.to_watchers("heard", sounds=names)
    )
    table.on_change += [page.changed, narrator.changed]
    table.on_notice.append(page.noticed)
    table.on_reply += [page.replied, narrator.replied]
    return page
