"""Records a whole simulated table, and replays it as a regression test.

`undertow golden NAME` keeps the input and writes its present outcome; look at the
differences first (`undertow replay FILE`). With `--regenerate` it plays and records
everything again.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from controller import games
from controller.input.situation import Phase
from controller.replay.file import BadRecording, Recording, read, rewrite
from controller.replay.playback import Replay, replay_all
from controller.replay.recording import TableRecorder
from controller.rules.codec import to_json
from controller.rules.match import Match
from controller.service.assembly import running_table, wake
from controller.service.settings import Settings
from controller.service.watchdog import Watch, probes
from controller.web.protocol.requests import read as read_message
from controller.words.notice import Notice
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from hardware.rig import Rig
from wiring import boardmap

BOARD = boardmap.load()
STEPS = 250  # by hand, page and fault, in a game's own recording
BUTTONS = [button.control for button in BOARD.buttons]
TILES = [f"tile:{row},{column}" for row in range(1, 4) for column in range(1, 4)]
SEATS = 3  # if the game allows it
CLOSED: dict[str, Any] = {}


def path(game: str) -> Path:
    return games.folder(game) / "golden" / "recording.jsonl.gz"


def make(game: str, file: Path) -> None:
    """Play and record a game's own recording."""
    file.unlink(missing_ok=True)
    with (
        TemporaryDirectory() as state,
        recorded_table(Path(state), file, game=game, beat_s=10.0) as table,
    ):
        play(table, Random(game), STEPS)
    file.chmod(0o644)  # it contains no player's secrets


def accept(file: Path) -> bool:
    """Keep the recorded input, write its present outcome; return whether it differs."""
    with TemporaryDirectory() as folder:
        recorded, now = again(file, Path(folder))
    if recorded.flaw:
        raise BadRecording(f"{file}: {recorded.flaw}")
    if now.differences:
        rewrite(file, recorded.header, now.now)
    return bool(now.differences)


class AskedRig(Rig):
    asked: str | None = None

    def ask(self, tile: str | None) -> None:
        self.asked = tile
        super().ask(tile)


class RecordedTable:
    def __init__(
        self,
        folder: Path,
        file: Path,
        *,
        game: str = "get-bit",
        seats: int | None = None,
        options: Mapping[str, Any] = CLOSED,
        seed: int | None = None,
        learn: bool = False,
        backend: type[SimBackend] = SimBackend,
        beat_s: float | None = None,
        house: str | None = None,
        clock: int | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._open = ExitStack()
        self.clock = VirtualClock()
        settings = Settings(
            game=game,
            seats=seats or games.find(game).seats_near(SEATS),
            options=options,
            seed=seed,
            learn=learn,
            state=folder,
            house=house,
            clock=clock,
        )
        hooks = TableRecorder(file, settings, BOARD, self.clock, beat_s)
        self._open.callback(hooks.close)
        hooks.start()
        parts = Parts()
        self.backend = backend(BOARD, self.clock, parts, seed=1)
        self.rig = AskedRig(BOARD, hooks.backend(self.backend), parts)
        wake(self.rig, settings)
        stands = running_table(settings, self.rig, hooks, lambda: None)
        standing = self._open.enter_context(stands)
        lights, store, self.table, self.ask, *_ = standing
        if beat_s:
            asked = probes(self.rig, lights, store)
            Watch(hooks.clock, beat_s, asked, lambda: None)
        self.turns = hooks.turns
        hooks.finish()
        self.clock.tick(1.0)

    def close(self) -> None:
        self._open.close()

    @property
    def match(self) -> Match:
        return self.table.now.situation.match

    @property
    def position(self) -> Any:
        return self.match.position

    @property
    def phase(self) -> Phase:
        return self.table.now.situation.phase

    def asks(self, viewer: Any, **data: Any) -> None:
        """Ask something of the table, as a page does."""
        asked = read_message(self.table.now, viewer, data)
        assert not isinstance(asked, Notice), asked
        self.ask(asked)

    def act(self, action: Any) -> None:
        self.asks(action.seat, type="act", action=to_json(action))

    def tap(self, control: str, seconds: float = 0.05) -> None:
        self.backend.touch.press(control)
        self.clock.tick(seconds)
        self.backend.touch.release(control)
        self.clock.tick(0.05)


@contextmanager
def recorded_table(
    folder: Path, file: Path, **arguments: Any
) -> Iterator[RecordedTable]:
    table = RecordedTable(folder, file, **arguments)
    try:
        yield table
    finally:
        table.close()


def again(file: Path, folder: Path) -> tuple[Recording, Replay]:
    """Return the recording, and the same turns on a new table."""
    recorded = read(file)
    folder.mkdir(exist_ok=True)
    return recorded, replay_all(recorded, folder)


# Random presses, pages and faults


def play(table: RecordedTable, random: Random, steps: int) -> None:
    for _ in range(steps):
        random.choice(_DEEDS)(table, random)
        table.clock.tick(random.choice((0.0, 0.003, 0.05, 0.7)))
        if table.phase == "over":
            table.tap("ok")
    _repair(table, random)
    table.clock.tick(40.0)


def _act(table: RecordedTable, random: Random) -> None:
    """Act as a seat's page; a rule may refuse it out of turn."""
    legal = list(table.match.game.legal(table.position))
    if legal and table.phase == "play":
        table.act(random.choice(legal))
    _strike(table)


def _strike(table: RecordedTable) -> None:
    """Arm and fire, if an explosion is requested."""
    tile, touch = table.rig.asked, table.backend.touch
    if tile is None:
        return
    touch.put(tile)
    touch.press("arm")
    table.clock.tick(10.0)  # until it has cooled down
    table.tap("fire", 3.0)
    touch.release("arm")
    touch.take(tile)


def _tap(table: RecordedTable, random: Random) -> None:
    controls = random.choice((BUTTONS, ["next", "ok"], TILES))
    table.tap(random.choice(controls), random.choice((0.002, 0.05, 0.4)))


def _bounce(table: RecordedTable, random: Random) -> None:
    control = random.choice(BUTTONS)
    for _ in range(random.randrange(2, 6)):
        table.tap(control, 0.001)


def _move(table: RecordedTable, random: Random) -> None:
    place = f"depth:{random.randrange(1, 4)}:{random.randrange(31)}"
    random.choice((table.backend.touch.put, table.backend.touch.take))(place)


def _tag(table: RecordedTable, random: Random) -> None:
    table.backend.touch.tag("shoe", random.choice(("04a2b3c4d5e680", "")))


def _undo(table: RecordedTable, random: Random) -> None:
    table.asks(random.randrange(2), type="undo")


def _fault(table: RecordedTable, random: Random) -> None:
    part, fault = random.choice(
        (
            ("strip", "cut"),
            ("power", "weak"),
            ("sensor board grid", "unplug"),
            ("sensor board depth", "reset"),
            ("sensor board cards", "unplug"),
        )
    )
    table.backend.breakage.fault(part, fault)


def _repair(table: RecordedTable, random: Random) -> None:
    for part in table.backend.breakage.known:
        table.backend.breakage.repair(part)


_DEEDS = (_act, _act, _act, _tap, _tap, _bounce, _move, _tag, _undo, _fault, _repair)
