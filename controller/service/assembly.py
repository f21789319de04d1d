"""Assembles a table: its store, game, lights and inputs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from controller.basics.errors import UndertowError
from controller.chance.dealer import ChanceSettings, Dealer
from controller.chance.decks import FILE, BadDecks, EnrolledDecks
from controller.chance.house import Houses
from controller.chance.shoe import Readers
from controller.input.intents import NamePlayer, NewGame
from controller.input.seat_requests import SeatAnswer
from controller.light.lights import Lights
from controller.light.palette import WAKING
from controller.service.hooks import TableHooks
from controller.service.log import GameLog
from controller.service.settings import Settings
from controller.service.sound import sound_of
from controller.session.clocks import Clocks
from controller.session.limits import tell_limits
from controller.session.requests import Ask, request_handler
from controller.session.restore import new_seed
from controller.session.roster import Roster
from controller.session.session import Session
from controller.session.table import Table
from controller.sound.control import SoundControl
from controller.storage import private
from controller.storage.store import GameStore
from hardware.backend import Clock
from hardware.rig import Rig


class CannotStart(UndertowError):
    """A table that cannot run; the message says what to do."""


class RunningTable(NamedTuple):
    """A table with live inputs and a game on it."""

    lights: Lights
    store: GameStore
    table: Table
    # The only entry point for pages and bots.
    ask: Ask
    roster: Roster
    # None without a speaker.
    sound: SoundControl | None = None


@contextmanager
def running_table(
    settings: Settings,
    rig: Rig,
    hooks: TableHooks,
    end: Callable[[], object],
    houses: Houses | None = None,
) -> Iterator[RunningTable]:
    """Run the table until the block ends; `end` is called when it is switched off.

    Without `houses`, the settings name the folder of house data.
    """
    path = settings.state / "journal.sqlite"
    store = GameStore(path, rig.parts, hooks.clock, hooks.journal)
    try:
        yield _opened(settings, rig, store, hooks, end, houses)
    finally:
        try:
            store.close()
        finally:
            rig.close()


def _opened(
    settings: Settings,
    rig: Rig,
    store: GameStore,
    hooks: TableHooks,
    end: Callable[[], object],
    houses: Houses | None,
) -> RunningTable:
    hooks.offers(store.unfinished())
    lights = Lights(rig.strip, rig.board.pixels, hooks.clock)
    sound = sound_of(settings, rig, lights)
    running = assemble(
        rig,
        store,
        lights,
        dealer_for(settings, rig, hooks.clock),
        hooks.clock,
        seeds=hooks.new_seed,
        houses=houses or Houses(settings.house),
        bots=settings.bot_levels,
        minutes=settings.clock,
        end=end,
        toggle_mute=sound.toggle_mute if sound else None,
    )
    table = running.table
    table.seating.open(settings.joining)
    table.on_change += hooks.listeners()
    table.open(
        NewGame(
            *settings.setup(),
            settings.seed,
            is_chosen=settings.is_chosen,
            learn=settings.learn,
        )
    )
    ask = hooks.wrap_requests(running.ask, lambda: table.now)
    return running._replace(ask=ask, sound=sound)


def assemble(
    rig: Rig,
    store: GameStore,
    lights: Lights,
    dealer: Dealer,
    clock: Clock,
    *,
    seeds: Callable[[], int] = new_seed,
    houses: Houses | None = None,
    bots: Sequence[str] = (),
    minutes: int | None = None,
    end: Callable[[], object] = lambda: None,
    toggle_mute: Callable[[], bool] | None = None,
    make_table: type[Table] = Table,
) -> RunningTable:
    """Assemble a table; `open` puts a game on it."""
    session = Session(store, dealer, Clocks(clock), seeds, houses, minutes)
    table = make_table(
        session,
        dealer,
        lights,
        rig.board,
        clock,
        rig.parts,
        rig.ask,
        rig.interlock,
        end,
        toggle_mute,
    )
    roster, seating = Roster(store, bots), table.seating
    table.on_change += [
        roster.changed,
        GameLog().changed,
        lambda now, _: seating.refuse_from(now.setup.seats),
    ]
    tell_limits(rig.board, rig.parts)
    seating.on_answer += [roster.answered, partial(_name, table)]
    rig.listen(table.reading)
    return RunningTable(
        lights, store, table, request_handler(table, roster, rig.strip.brighten), roster
    )


def _name(table: Table, answer: SeatAnswer) -> None:
    """Name a seat's player as the phone with the seat asked."""
    if answer.why_not is None and answer.requester.name:
        table.ask(NamePlayer(answer.seat, answer.requester.name))


def dealer_for(settings: Settings, rig: Rig, clock: Clock) -> Dealer:
    """Return this table's dealer; without readable decks, the program deals."""
    try:
        readers = Readers(EnrolledDecks(settings.state / FILE), clock)
    except BadDecks as error:
        rig.parts.fails("decks", str(error))
        readers = None
    told_by = ChanceSettings(settings.die, settings.explosion, settings.cards)
    return Dealer(rig.board, told_by, rig.parts, readers)


def wake(rig: Rig, settings: Settings) -> None:
    """Light every button, and create the journal's folder."""
    frame = bytearray(3 * rig.strip.pixels)
    for button in rig.board.buttons:
        if button.pixel is not None:
            frame[3 * button.pixel : 3 * button.pixel + 3] = bytes(WAKING)
    rig.strip.show(bytes(frame))
    state = settings.state
    try:
        private.make_folder(state)
    except OSError as error:
        raise CannotStart(
            f"{state}: {error.strerror}; name a folder that can be written with --state"
        ) from None
