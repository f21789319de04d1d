"""Replay of a recording on a real table, compared turn by turn."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from controller.basics.errors import UndertowError, in_one_line
from controller.chance.house import RecordedHouses
from controller.replay.file import BadRecording, Header, Recording
from controller.replay.hooks import RecordingHooks
from controller.service.assembly import running_table, wake
from controller.service.settings import Settings
from controller.service.watchdog import Watch, probes
from controller.session.restore import new_code
from controller.storage.journal import Journal, SavedGame, Setup
from hardware.backends.replay.player import Player, ReplayBackend, TimeGap
from hardware.backends.replay.turns import Outcome, Turn
from hardware.parts.registry import Parts
from hardware.rig import Rig
from wiring import boardmap

# How many lamps to name where a frame differs.
NAMED = 4
# The possible intervals of a watchdog.
_BEAT_S = (0.1, 3600.0)


class Difference(NamedTuple):
    at_s: float
    input: str  # the input that began the turn
    recorded: str
    now: str


class Verdict(NamedTuple):
    turns: int
    actions: int
    frames: int
    # The first one.
    difference: Difference | None


class Replay:
    """A recording on its table; call `play` once for each of its turns."""

    def __init__(self, recorded: Recording, rig: Rig, player: Player) -> None:
        self.rig = rig
        self._player = player
        self._turns = recorded.turns
        self._names = {pixel: place for place, pixel in rig.board.pixels.items()}
        # The turns of this replay, and their differences.
        self.now: list[Turn] = []
        self.differences: list[Difference] = []

    def play(self, turn: Turn) -> None:
        self.keep(turn, self._player.play(turn))

    def keep(self, turn: Turn, now: Turn) -> None:
        self.now.append(turn._replace(outcomes=now.outcomes))
        if now.outcomes != turn.outcomes:
            self.differences.append(self._difference(turn, now.outcomes))

    def verdict(self) -> Verdict:
        """Count the turns, and find the first difference."""
        first = self.differences[0] if self.differences else None
        done = [outcome for turn in self.now for outcome in turn.outcomes]
        frames = sum(outcome[0] == "frame" for outcome in done)
        return Verdict(len(self.now), _actions(done), frames, first)

    def _difference(self, turn: Turn, now: Sequence[Outcome]) -> Difference:
        at = 0
        while turn.outcomes[at : at + 1] == now[at : at + 1]:
            at += 1
        was, came = _nth(turn.outcomes, at), _nth(now, at)
        if was and came and was[0] == came[0] == "frame":
            pixels = _differing(was[1], came[1])
            recorded, came_now = (self._lamps(f[1], pixels) for f in (was, came))
        else:
            recorded, came_now = _text(was), _text(came)
        received = " ".join(map(str, turn.input))[:80]
        return Difference(turn.at_us / 1e6, received, recorded, came_now)

    def _lamps(self, wire: bytes, pixels: Sequence[int]) -> str:
        lamps = [
            f"{self._names.get(pixel, f'pixel {pixel}')} "
            f"{wire[3 * pixel : 3 * pixel + 3].hex() or 'missing'}"
            for pixel in pixels[:NAMED]
        ]
        more = len(pixels) - NAMED
        return f"lamps {', '.join(lamps)}{f' and {more} more' if more > 0 else ''}"


def _nth(outcomes: Sequence[Outcome], at: int) -> Outcome | None:
    return outcomes[at] if at < len(outcomes) else None


def _text(outcome: Outcome | None) -> str:
    match outcome:
        case None:
            return "nothing"
        case ["frame", _]:
            return "a frame"
        case ["servo", None]:
            return "the servo is released"
        case ["servo", degrees]:
            return f"the servo turns to {degrees}°"
        case ["position", _, number, phase, last, mark]:
            after = f"after action {number}, {json.dumps(last)}" if last else "to begin"
            return f"position {mark} {after} ({phase})"
    return " ".join(map(str, outcome))


def _differing(one: bytes, other: bytes) -> list[int]:
    pixels = range(max(len(one), len(other)) // 3)
    return [n for n in pixels if one[3 * n : 3 * n + 3] != other[3 * n : 3 * n + 3]]


def _actions(outcomes: Sequence[Outcome]) -> int:
    """Return how many actions were played, including undone ones."""
    played, before = 0, (0, 0)
    for outcome in outcomes:
        if outcome[0] == "position":
            game, number = outcome[1:3]
            same = before[1] if game == before[0] else 0
            played += max(0, number - same)
            before = game, number
    return played


# The table


def replay_all(recorded: Recording, folder: Path) -> Replay:
    """Replay a whole recording as fast as possible, with its journal in `folder`."""
    with replay_table(recorded, folder) as replay:
        for turn in recorded.turns[1:]:
            replay.play(turn)
    return replay


@contextmanager
def replay_table(recorded: Recording, folder: Path) -> Iterator[Replay]:
    """Set up a recorded table and replay its first turn; raises BadRecording."""
    try:
        with _set_up_table(recorded, folder) as replay:
            yield replay
    except TimeGap as error:
        raise BadRecording(str(error)) from None
    except UndertowError:
        raise
    # The file may contain anything.
    except Exception as error:
        raise BadRecording(f"it cannot be replayed: {in_one_line(error)}") from error


@contextmanager
def _set_up_table(recorded: Recording, folder: Path) -> Iterator[Replay]:
    header = recorded.header
    settings, board = _settings(header, folder), _board(header, folder)
    if not recorded.turns:
        raise BadRecording("the recording ends before the table was ready")
    player, parts = Player(), Parts()
    hooks = RecordingHooks(player)
    player.start(recorded.turns[0])
    rig = Rig(board, hooks.backend(ReplayBackend(hooks.clock)), parts)
    wake(rig, settings)
    houses = RecordedHouses(header.house)
    with running_table(settings, rig, hooks, lambda: None, houses) as table:
        if header.beat_s is not None:
            if not _BEAT_S[0] <= header.beat_s <= _BEAT_S[1]:
                raise BadRecording(f"its watchdog has an interval of {header.beat_s} s")
            asked = probes(rig, table.lights, table.store)
            Watch(hooks.clock, header.beat_s, asked, lambda: None)
        replay = Replay(recorded, rig, player)
        replay.keep(recorded.turns[0], player.finish())
        yield replay


def _settings(header: Header, folder: Path) -> Settings:
    die, explosion, cards = header.told_by
    settings = Settings(
        game=header.game,
        seats=header.seats,
        options=header.options,
        seed=header.seed,
        learn=header.learn,
        state=folder,
        die=die,
        explosion=explosion,
        cards=cards,
        clock=header.clock,
    )
    game, *_ = settings.setup()
    if header.decks is not None:
        (folder / "cards.toml").write_text(header.decks, encoding="utf-8")
    RecordedHouses(header.house).of(game)
    if header.unfinished:
        _save_unfinished(folder / "journal.sqlite", header.unfinished)
    return settings


def _board(header: Header, folder: Path) -> boardmap.BoardMap:
    path = folder / "board.toml"
    path.write_text(header.board, encoding="utf-8")
    return boardmap.load(path)


def _save_unfinished(path: Path, unfinished: dict[str, Any]) -> None:
    setup = Setup(**unfinished["setup"])
    codes = tuple(new_code() for _ in range(setup.seats))
    # JSON has lists, not tuples.
    setup = setup._replace(codes=codes, players=tuple(setup.players))
    entries = tuple((kind, body) for kind, body in unfinished["entries"])
    with closing(Journal(path)) as journal:
        journal.write([SavedGame(setup, entries)])
