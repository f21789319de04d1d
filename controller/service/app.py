"""Running the table: from first light to the page, until it is told to stop."""

import asyncio
import faulthandler
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from time import monotonic_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from controller.chance.dealer import Dealer, dealer_of
from controller.chance.decks import FILE, BadDecks, Enrolled
from controller.chance.shoe import Readers
from controller.errors import UndertowError
from controller.input.intents import NewGame
from controller.light.lights import Lights
from controller.service.bots.at_table import bots_at
from controller.service.log import Chronicle
from controller.service.options import PlayOptions
from controller.service.sd_notify import Notify
from controller.service.sound import begin_speech, sound_of
from controller.service.taps import MakeTaps, NoTaps, no_taps
from controller.service.watchdog import supervised
from controller.service.welcome import announce, has_screen, say, show
from controller.session.limits import tell_limits
from controller.session.mute import MuteChord
from controller.session.now import Now
from controller.session.power_off import PowerOff
from controller.session.restore import new_code
from controller.session.roster import Roster
from controller.session.saying import Aloud, Saying
from controller.session.seating import Seating
from controller.session.session import Session
from controller.session.table import Table
from controller.sound.control import SoundControl
from controller.sound.player import preload
from controller.storage import private
from controller.storage.store import GameStore
from hardware import first_light
from hardware.backend import Clock
from hardware.backends.recorded.turns import Turns
from hardware.choose import choose
from hardware.first_light import Lit
from hardware.parts.registry import Parts
from hardware.rig import Rig
from wiring.boardmap import BoardMap

if TYPE_CHECKING:
    from controller.web.server import Page

WAKING = bytes((10, 30, 40))


class CannotStart(UndertowError):
    """The table cannot run like this; the sentence says what to do."""


class RunningTable(NamedTuple):
    """A table that stands, with its inputs live and a game on it."""

    lights: Lights
    keeping: GameStore
    table: Table
    seating: Seating
    shutdown: PowerOff
    roster: Roster
    # Where there is a speaker.
    sound: SoundControl | None = None


def play(
    options: PlayOptions,
    board: BoardMap,
    lit: Lit | None,
    marks: dict[str, int],
    make_taps: MakeTaps = no_taps,
) -> None:
    """Runs the table until it is told to stop; raises CannotStart."""
    asyncio.run(_run(options, board, lit, marks, make_taps))


async def _run(
    options: PlayOptions,
    board: BoardMap,
    lit: Lit | None,
    marks: dict[str, int],
    make_taps: MakeTaps,
) -> None:
    loop = asyncio.get_running_loop()
    notify = Notify(loop)
    if notify.beat_s:
        # systemd ends a table that stands still by a signal: then say where it stood.
        faulthandler.enable()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    noted = make_taps(board, loop, notify.beat_s)
    try:
        noted.start()
        rig = _rig(options, board, loop, lit, noted)
        wake(rig, options)
        marks.setdefault("first light", monotonic_ns())
        with laid(options, rig, noted, stop.set) as table:
            marks["inputs live"] = monotonic_ns()
            with supervised(rig, table.lights, table.keeping, notify):
                noted.finish()
                await _serve(options, rig, table, noted.turns, marks, stop)
    finally:
        noted.close()
        # Last of all: it may wait a moment, and no part of the table moves any more.
        notify.close()
    if table.shutdown.is_off:
        say(f"Switched off by hand: {rig.backend.power_off()}")


def _rig(
    options: PlayOptions, board: BoardMap, clock: Clock, lit: Lit | None, noted: NoTaps
) -> Rig:
    parts = Parts()
    backend = choose(
        options.backend, board, clock, parts, lit=lit, make_boards=noted.make_boards
    )
    return Rig(board, noted.backend(backend), parts)


@contextmanager
def laid(
    options: PlayOptions, rig: Rig, noted: NoTaps, end: Callable[[], object]
) -> Iterator[RunningTable]:
    """Runs the table until the block ends; `end` is what switching off calls."""
    path = options.state / "journal.sqlite"
    keeping = GameStore(path, rig.parts, noted.clock, noted.journal)
    try:
        yield _lay(options, rig, keeping, noted, end)
    finally:
        try:
            keeping.close()
        finally:
            rig.close()


def _lay(
    options: PlayOptions,
    rig: Rig,
    keeping: GameStore,
    noted: NoTaps,
    end: Callable[[], object],
) -> RunningTable:
    board, parts, clock = rig.board, rig.parts, noted.clock
    noted.offers(keeping.unfinished())
    lights = Lights(rig.strip, board.pixels, clock)
    sound = sound_of(options, rig.speaker, lights) if rig.speaker else None
    dealer = dealer_for(options, rig, clock)
    session = Session(keeping, dealer, noted.new_seed, options.houses)
    table = Table(session, dealer, lights, board, clock, parts, rig.ask, rig.interlock)
    roster = Roster(keeping, options.bots)
    table.on_change += [roster.changed, Chronicle().changed, *noted.listeners()]
    tell_limits(board, parts)
    seating = Seating(table, lights, clock, {each.control for each in board.buttons})
    table.on_change.append(lambda now, _: seating.refuse_from(now.setup.seats))
    seating.on_answer.append(roster.answered)
    shutdown = PowerOff(seating, lights, clock, end)
    reading = shutdown.reading
    if sound:
        reading = MuteChord(reading, table.announce, sound.toggle_mute).reading
    rig.listen(reading)
    table.open(
        NewGame(
            options.game,
            options.seats,
            options.options,
            options.seed,
            is_asked=options.is_chosen,
        )
    )
    return RunningTable(lights, keeping, table, seating, shutdown, roster, sound)


def dealer_for(options: PlayOptions, rig: Rig, clock: Clock) -> Dealer:
    """Decks that cannot be read are named; then the program deals."""
    try:
        readers = Readers(Enrolled(options.state / FILE), clock)
    except BadDecks as error:
        rig.parts.fails("decks", str(error))
        readers = None
    return dealer_of(rig.board, options.told_by, rig.parts, readers)


def wake(rig: Rig, options: PlayOptions) -> None:
    """Every button glows; the next start shows this before it loads anything."""
    board, state = rig.board, options.state
    frame = bytearray(3 * rig.strip.pixels)
    for button in board.buttons:
        if button.pixel is not None:
            frame[3 * button.pixel : 3 * button.pixel + 3] = WAKING
    rig.strip.show(bytes(frame))
    note = rig.backend.pixels.note()
    try:
        private.make_folder(state)
    except OSError as error:
        raise CannotStart(
            f"{state}: {error.strerror}; name a folder that can be written with --state"
        ) from None
    # A disk that cannot be written makes the next start slower, and stops none.
    with suppress(OSError):
        if note and options.asked:
            settings = str(options.settings_file)
            first_light.remember(options.asked, settings, board.path, note)


async def _serve(
    options: PlayOptions,
    rig: Rig,
    laid: RunningTable,
    turns: Turns | None,
    marks: dict[str, int],
    stop: asyncio.Event,
) -> None:
    # Loading the server takes longer than all before it; buttons work meanwhile.
    local_address = await asyncio.to_thread(_import_server)
    if rig.speaker:
        await asyncio.to_thread(preload)
    host_code = options.host_code or new_code()
    shared = _outside(options, local_address) if options.share else None
    bots = bots_at(laid.table, laid.roster, lambda seat, data: page.obey(seat, data))
    page = page_of(
        laid.table,
        laid.seating,
        rig,
        turns,
        roster=laid.roster,
        hint=bots.hint,
        host_code=host_code,
        language=options.language,
        shared=shared,
        names=options.names,
        records=laid.keeping.records,
        tls=options.tls,
        sound=laid.sound,
    )
    bots.on_hint.append(lambda hint: page.hinted(*hint))
    bots.on_notice.append(page.noticed)
    let_hear(laid.table, laid.lights, page)
    host = "0.0.0.0" if options.share else "127.0.0.1"
    try:
        running = await page.open(host, options.port)
    except (OSError, OverflowError) as error:
        raise CannotStart(port_trouble(options.port, error)) from None
    marks["page served"] = monotonic_ns()
    if options.marks_file:
        options.marks_file.write_text(json.dumps(marks))
    port = running.sockets[0].getsockname()[1]
    table = laid.table
    announce(
        table.now,
        rig.parts,
        port,
        scheme=_scheme(options),
        shared=shared,
        host_code=host_code,
        record=options.record,
        is_drawn=rig.backend.touch is not None,
    )
    show(f"Ctrl-C ends it{'; the game is kept' if table.is_saved else ''}.")
    if options.browser and has_screen():
        import webbrowser

        webbrowser.open(f"{_scheme(options)}://localhost:{port}/")
    end_speech = None
    if laid.sound:
        laid.sound.player.music = options.music
        end_speech = begin_speech(options, laid.sound, table, rig.parts)
    if options.then:
        options.then(table, rig.backend.clock)
    await stop.wait()
    bots.close()
    if end_speech:
        end_speech()
    running.close()
    await running.wait_closed()


def let_hear(table: Table, lights: Lights, page: "Page") -> None:
    """Pages that watch the table may sound and speak with it."""
    from controller.web import sent

    def say(_now: Now, aloud: Aloud) -> None:
        page.to_watchers(sent.said(aloud))

    lights.on_sounds.append(lambda names: page.to_watchers(sent.heard(names)))
    table.on_change.append(Saying(say).changed)


def _scheme(options: PlayOptions) -> str:
    return "https" if options.tls else "http"


def _outside(
    options: PlayOptions, local_address: Callable[[], str]
) -> Callable[[], str]:
    """How links name this machine; a certificate is for a name, not for an address."""
    return (
        (lambda: options.names[0]) if options.tls and options.names else local_address
    )


def page_of(
    table: Table,
    seating: Seating,
    rig: Rig,
    turns: Turns | None,
    *,
    roster: Roster,
    **more: Any,
) -> "Page":
    """A page that shows this table, and asks things of it."""
    from controller.web.server import Page

    page = Page(
        lambda: table.now, table.ask, seating, rig, turns, roster=roster, **more
    )
    table.on_change.append(page.changed)
    table.on_notice.append(page.noticed)
    table.on_reply.append(page.replied)
    return page


def _import_server() -> Callable[[], str]:
    """Loads it; what it gives finds this machine's address on the local network."""
    import_module("controller.web.server")
    from controller.web.names import local_address

    return local_address


def port_trouble(port: int, error: Exception) -> str:
    return (
        f"the page cannot be served on port {port}: {str(error).rstrip('.')}; "
        "choose another with --port, or --port 0 for any that is free"
    )
