"""The whole table on the simulated backend: real drivers and a real journal file.

Time is virtual, so that a test is the same each time. `frames` are the plain colours
given to the strip, `wires` the bytes that it sent.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from controller import games
from controller.basics.sentence import Says
from controller.chance.dealer import Dealer, PendingChance
from controller.chance.house import Houses
from controller.input.gestures import Gestures
from controller.input.intents import NewGame, Play, Resume, Undo
from controller.input.situation import Phase
from controller.light.lights import Lights
from controller.pieces.tracker import PieceTracker, Placement
from controller.rules.game import AnyGame, Event, Refusal, Viewer
from controller.rules.match import Match
from controller.rules.views import show
from controller.service.assembly import assemble
from controller.session.table import Table
from controller.storage.journal import Journal, Setup
from controller.storage.store import GameStore
from controller.tabletop.gestures import Count, Hold, Press, Script, Scripted
from controller.tabletop.staging import Staging, Stand, View
from controller.words.notice import Notice
from hardware.backend import Clock
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from hardware.parts.strip import Strip
from hardware.rig import Rig
from tests.support.bad_line import FaultySimBackend
from tests.support.words import said
from wiring import boardmap


class OpenTable(Table):
    @property
    def match(self) -> Match:
        return self.now.situation.match

    @property
    def phase(self) -> Phase:
        return self.now.situation.phase

    @property
    def setup(self) -> Setup:
        return self.now.setup

    @property
    def staging(self) -> Staging:
        return self.now.situation.staging

    @property
    def seen(self) -> View:
        return self.now.situation.view

    @property
    def scripts(self) -> tuple[Scripted, ...]:
        return self.now.situation.scripts

    @property
    def waiting(self) -> PendingChance | None:
        return self.now.situation.waiting

    @property
    def waits(self) -> str | None:
        waits = self.now.situation.waits
        return self.now.render(waits) if waits else None

    @property
    def notice(self) -> str | None:
        return self.now.notice

    @property
    def placement(self) -> Placement:
        return self.now.placement

    @property
    def gestures(self) -> Gestures:
        """The gestures that hands have begun."""
        return self.home.router.gestures

    @property
    def held(self) -> set[str]:
        """The buttons that are down."""
        return self.home.held.down

    @property
    def refused(self) -> Notice | None:
        """The notice that `why` would repeat."""
        return self._notices.refused

    def belongs(self) -> Stand:
        return self.now.situation.belongs()

    def view(self, viewer: Viewer, events: tuple[Event, ...]) -> dict[str, Any]:
        return show(self.match.game, self.match.position, viewer, events)

    def can_undo(self, viewer: Viewer) -> bool:
        return self.now.situation.can_undo(viewer)

    @property
    def check(self) -> PieceTracker:
        return self.home.pieces

    def look_again(self) -> None:
        """Show the position after a test has replaced it."""
        self._show(self._session.changed("resumed"))

    def tell_again(self) -> None:
        """Tell everybody once more what they know."""
        self._notify(())

    # What pages ask for

    def start(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        seed: int | None = None,
    ) -> None:
        self.open(NewGame(game, seats, options, seed))

    def new_game(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        *,
        seed: int | None = None,
    ) -> None:
        self.ask(NewGame(game, seats, options, seed))

    def act(self, action: Any, seat: int | None) -> None:
        self.ask(Play(action, seat))

    def undo(self, seat: int | None) -> None:
        self.ask(Undo(seat))

    def resume(self) -> None:
        self.ask(Resume())


BOARD = boardmap.load()
# Longer than the effects of all games.
EFFECT_S = 60.0
# From power to the last sensor board's first word, and from a tile to its reading.
BOARDS_UP_S = 1.0
FELT_S = 0.02

Colour = tuple[int, int, int]
# Makes the dealer of a table from its parts and clock.
MakeDealer = Callable[[Parts, Clock], Dealer]


def no_sources(_parts: Parts, _clock: Clock) -> Dealer:
    return Dealer()


class Told(NamedTuple):
    """A notice as people read it."""

    seat: int | None
    legal: bool
    rule: str
    message: str


class RecordingStrip(Strip):
    """A strip that keeps each frame it sent, before gamma and budget."""

    def __init__(self, row: boardmap.Strip, sink: Any) -> None:
        super().__init__(row, sink)
        self.frames: list[bytes] = []

    def show(self, frame: bytes) -> bool:
        sent = super().show(frame)
        if sent:
            self.frames.append(frame)
        return sent


class SimTable:
    def __init__(
        self,
        state: Path,
        journal: type[Journal] = Journal,
        board: boardmap.BoardMap = BOARD,
        make_dealer: MakeDealer = no_sources,
        houses: Houses | None = None,
        toggle_mute: Callable[[], bool] | None = None,
    ) -> None:
        """The table is empty until `start`."""
        self.board = board
        self.clock = VirtualClock()
        self.parts = Parts()
        self.backend = FaultySimBackend(board, self.clock, self.parts, seed=1)
        self.rig = Rig(board, self.backend, self.parts, RecordingStrip)
        assert isinstance(self.rig.strip, RecordingStrip)
        self.strip = self.rig.strip
        self.store = GameStore(
            state / "journal.sqlite", self.parts, self.clock, journal
        )
        self.lights = lights = Lights(self.strip, board.pixels, self.clock)
        self.dealer = dealer = make_dealer(self.parts, self.clock)
        self.ended: list[float] = []
        running = assemble(
            self.rig,
            self.store,
            lights,
            dealer,
            self.clock,
            houses=houses,
            end=lambda: self.ended.append(self.clock.time()),
            toggle_mute=toggle_mute,
            make_table=OpenTable,
        )
        assert isinstance(running.table, OpenTable)
        self.running = running
        self.table, self.roster = running.table, running.roster
        self.told: list[Told] = []
        self.wires: list[bytes] = []
        self.table.on_notice.append(self.hear)
        # The replies to presses.
        self.replies: list[str] = []
        self.table.on_reply.append(self._answered)
        self.strip.watch(self.wires.append)
        self.clock.tick(BOARDS_UP_S)

    def start(
        self,
        seats: int = 4,
        options: Mapping[str, Any] | None = None,
        *,
        game: str = "get-bit",
        seed: int = 1,
    ) -> None:
        self.table.start(games.find(game), seats, options or {}, seed)
        self.settle()

    def hear(self, notice: Notice) -> None:
        seat, legal, rule, says = notice
        self.told.append(Told(seat, legal, rule, self.said(says)))

    def _answered(self, notice: Notice) -> None:
        self.replies.append(self.said(notice.says))

    def said(self, says: Says) -> str:
        """Return the sentence as the pages of this table show it."""
        if not self.table.is_set:
            return said(None, says)
        now = self.table.now
        match = now.situation.match
        return said(match.game, says, match.seats, now.setup.players)

    def refused(self, refusal: Refusal) -> tuple[str, str]:
        """Return a ruling and its sentence, as the pages of this table show it."""
        return refusal.rule, self.said(refusal.says)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.store.close()
        self.rig.close()

    @property
    def journal(self) -> Journal:
        """The journal that is written now."""
        assert self.store.journal
        return self.store.journal

    @property
    def frames(self) -> list[bytes]:
        return self.strip.frames

    @property
    def position(self) -> Any:
        return self.table.match.position

    def lamp(self, place: str) -> Colour:
        """Return what this lamp shows now, before gamma and budget."""
        offset = 3 * self.board.pixels[place]
        red, green, blue = self.frames[-1][offset : offset + 3]
        return red, green, blue

    def lamps(self, *places: str) -> list[Colour]:
        return [self.lamp(place) for place in places]

    def settle(self) -> None:
        """Let everything happen that needs no time to pass."""
        self.clock.run_calls()

    def press(self, control: str) -> None:
        self.backend.touch.press(control)
        self._felt(control)

    def release(self, control: str) -> None:
        self.backend.touch.release(control)
        self._felt(control)

    def _felt(self, control: str) -> None:
        if control.startswith("tile:"):
            self.clock.tick(FELT_S)
        self.settle()

    def tap(self, control: str) -> None:
        self.press(control)
        self.clock.tick(0.05)
        self.release(control)
        self.clock.tick(0.05)

    def count(self, seat: int, times: int) -> None:
        """Hold the seat's button and press `next` this often, without `ok`."""
        self.press(f"seat:{seat}")
        self.clock.tick(0.05)
        for _ in range(times):
            self.tap("next")

    def choose(self, seat: int, card: int) -> None:
        """Choose a card on the table itself."""
        self.count(seat, card)
        self.tap("ok")
        self.release(f"seat:{seat}")
        self.clock.tick(0.05)

    def perform(
        self, script: Script, press: Callable[[str], None] | None = None
    ) -> None:
        """Do these gestures exactly; press `ok` only to end a count.

        `press` is how a tile is pressed, if not by a finger.
        """
        held = []
        for gesture in script:
            match gesture:
                case Press(place=place) if press and place.startswith("tile:"):
                    press(place)
                case Press(place=place):
                    self.tap(place)
                case Hold(place=place):
                    self.press(place)
                    self.clock.tick(0.05)
                    held.append(place)
                case Count(times=times):
                    for _ in range(times):
                        self.tap("next")
                    self.tap("ok")
                case _:
                    raise AssertionError(f"a finger cannot do {gesture}")
        for place in held:
            self.release(place)
            self.clock.tick(0.05)

    def act(self, action: Any, seat: int | None = None) -> None:
        """Act as a seat's page does."""
        self.table.act(action, seat)
        self.settle()

    def end_effects(self) -> None:
        self.clock.tick(EFFECT_S)


# It is closed properly at the end of a `with`, whatever happens.
sim_table = SimTable
