"""Two tables that look alike, driven by the same presses.

Twins are two games that look the same at the open table, while hands and decks differ.
Both get the same presses. If the two tables then show, sound or say something
different, a secret has leaked.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from controller import games
from controller.bus import published
from controller.chance.dealer import Dealer
from controller.guest.home import GuestStrip
from controller.input.intents import NewGame
from controller.light.lights import Lights
from controller.rules.game import Event, Viewer
from controller.rules.match import Match
from controller.rules.views import show
from controller.session.clocks import Clocks
from controller.session.narrator import Narrator
from controller.session.session import Session
from controller.session.snapshot import Snapshot
from controller.session.station import Equipment
from controller.session.table import Table
from controller.storage.store import GameStore
from controller.tabletop import places
from controller.tabletop.gestures import Count, Hold, Press
from controller.testing.cases import Case, begun, choices
from controller.testing.known import known
from controller.web.protocol import outgoing
from controller.words.notice import Notice
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.registry import Parts
from hardware.parts.strip import Strip
from hardware.readings import Pressed, Reading, Released
from wiring import boardmap

BOARD = boardmap.load()
# How many pairs of actions to try before two games part.
TRIES = 8
# Longer than any effect, and the time between two presses.
EFFECT_S, PRESS_S = 60.0, 0.2
CONTROLS = ["next", "ok", "undo", "why"]
SEATS = [places.seat(seat) for seat in range(6)]


class WatchedTable(Table):
    """A table that records everything that people at it see, hear and read."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.clock, parts = VirtualClock(), Parts()
        self._strip = Strip(BOARD.strip, MemoryPixels())
        lights = Lights(self._strip, BOARD.pixels, self.clock)
        store = GameStore(folder / "journal.sqlite", parts, self.clock)
        self.close = store.close
        dealer = Dealer()
        session = Session(store, dealer, Clocks(self.clock))
        super().__init__(session, dealer, lights, BOARD, self.clock, parts)
        self.shown: list[tuple[str, Any]] = []
        self._strip.watch(lambda wire: self._note("light", wire))
        lights.on_sounds.append(lambda names: self._note("sound", names))
        narrator = Narrator(lambda _now, aloud: self._note("voice", aloud))
        self.on_change += [narrator.changed, self._page, self._publish]
        self.on_notice += [narrator.noticed, self._notice]
        self.on_reply += [narrator.replied, self._notice]
        far = GuestStrip(BOARD.strip.pixels, lambda frame: self._note("guest", frame))
        far_lights = Lights(far, BOARD.pixels, self.clock)
        far_lights.on_sounds.append(lambda names: self._note("guest's sound", names))
        # Another table that has joined; nobody presses anything there.
        self.join(Equipment(far_lights, {}, self.clock, Parts()), lambda: None)
        self.open(NewGame(case.game, case.seats, case.options, seed=1))

    @property
    def match(self) -> Match:
        return self.now.situation.match

    @property
    def down(self) -> set[str]:
        """The buttons that are down."""
        return self.home.held.down

    @property
    def counting(self) -> str | None:
        """The seat that counts in secret."""
        return self.home.router.gestures.progress.held

    def put(self, match: Match) -> None:
        """Put this game on the table, and wait until its lamps rest."""
        for place in sorted(self.down):
            self.do(Released(place))
        self.match.rewind(0)
        self.match.accept(match.entries_from(0))
        self._show(self._session.changed("game", "play"))
        self.clock.tick(EFFECT_S)
        self.shown.clear()
        self._note("light", self._strip.wire)
        self._page(self.now, ())

    def do(self, reading: Reading) -> None:
        self.shown.clear()
        self.reading(reading)
        self.clock.tick(PRESS_S)

    def _note(self, kind: str, what: Any) -> None:
        self.shown.append((kind, what))

    def _notice(self, notice: Notice) -> None:
        # Notices on a seat's own page may differ.
        if notice.seat is None:
            self._note("notice", notice)

    def _page(self, now: Snapshot, events: tuple[Event, ...]) -> None:
        self._note("page", outgoing.position(now, "spectator", events))

    def _publish(self, now: Snapshot, events: tuple[Event, ...]) -> None:
        """Note what a message broker would receive, with the players' names."""
        wording = published.Wording(with_names=True)
        state = published.state(now, wording, published.OutputSettings())
        self._note("broker", (state, published.event(now, events, wording)))


class Twins(NamedTuple):
    one: Match
    other: Match

    @property
    def are_alike(self) -> bool:
        """Whether both look the same, hide something different, and ask a seat."""
        one, other = (m.position for m in self)
        game = self.one.game
        if one == other or not (game.legal(one) and game.legal(other)):
            return False
        return show(game, one, "table", ()) == show(game, other, "table", ())


def twin_games(case: Case, rng: Random) -> Iterator[Twins]:
    """Yield twins from a game and another that looks the same at the open table.

    When they would part, the other one restarts as a copy.
    """
    one = begun(case, None)
    other = one
    while one.result is None:
        if one is other or not play_alike(Twins(one, other), rng):
            one.accept(one.plan(rng.choice(choices(case.game, one.position))))
            other = _copy(one, one.position)
        found = [Twins(one, other)]
        if alike := list(known(case.name).lookalikes(one.position, "table")):
            # The position with the fewest choices is the likeliest to differ.
            least = min(alike, key=lambda each: len(case.game.legal(each)))
            found += [
                Twins(one, _copy(one, each)) for each in (least, rng.choice(alike))
            ]
        yield from (twins for twins in found if twins.are_alike)


def play_alike(
    twins: Twins, rng: Random, viewer: Viewer = "table", tries: int = TRIES
) -> bool:
    """Play actions that look the same to this viewer, preferably different ones."""
    if any(match.result for match in twins):
        return False
    able = [choices(match.game, match.position) for match in twins]
    unlike = [tuple(rng.choice(each) for each in able) for _ in range(tries)]
    alike = [(action, action) for action in able[0] if action in able[1]]
    for pair in (*unlike, *rng.sample(alike, len(alike))):
        plans = [match.plan(a) for match, a in zip(twins, pair, strict=True)]
        seen = [
            [show(twins.one.game, e.position, viewer, e.events) for e in entries]
            for entries in plans
        ]
        if seen[0] == seen[1]:
            for match, entries in zip(twins, plans, strict=True):
                match.accept(entries)
            return True
    return False


def _copy(match: Match, position: Any) -> Match:
    """Return the same game with this as its last position."""
    copy = Match(match.game, match.seats, match.options, None, match.house)
    *before, last = match.entries_from(0)
    copy.accept((*before, last._replace(position=position)))
    return copy


def hands(table: WatchedTable, twins: Twins, rng: Random) -> Iterator[Reading]:
    """Yield presses for both tables: at random, or a move of one of the two."""
    legal = twins.one.game.legal(twins.one.position)
    while True:
        match rng.choices(("tap", "place", "hold", "let go", "mean"), (4, 3, 7, 3, 3)):
            case ["tap"]:
                wanted = _tap(rng.choice(CONTROLS))
            case ["place"]:
                wanted = _tap(rng.choice([*SEATS, *places.TILES]))
            case ["hold"]:
                asked = SEATS[rng.choice(legal).seat]
                held = Pressed(rng.choice([asked, asked, *SEATS, *CONTROLS]))
                wanted = iter((held, *_tap(rng.choice(CONTROLS))))
            case ["let go"]:
                wanted = (Released(place) for place in sorted(table.down)[:1])
            case _:
                wanted = _meaning(rng.choice(twins), rng)
        for reading in wanted:
            if isinstance(reading, Pressed) != (reading.control in table.down):
                yield reading


def _tap(place: str) -> Iterator[Pressed | Released]:
    yield Pressed(place)
    yield Released(place)


def _meaning(match: Match, rng: Random) -> Iterator[Pressed | Released]:
    """Yield the beginning of a legal action's gestures, or all of them."""
    action = rng.choice(match.game.legal(match.position))
    script = games.staging(match.game).script(match.position, action) or ()
    for gesture in script[: rng.randint(1, 5)]:
        match gesture:
            case Press(place):
                yield from _tap(place)
            case Hold(place):
                yield Pressed(place)
            case Count(times):
                for _ in range(times):
                    yield from _tap("next")
                yield from _tap("ok")
