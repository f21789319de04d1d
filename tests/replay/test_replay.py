"""A replay has the same positions and frames as the recorded table."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.games.hold_your_breath import data as breath
from controller.games.hold_your_ground import data as ground
from controller.replay.file import Recording, read, rewrite
from controller.replay.playback import Replay, replay_all
from controller.storage.journal import Journal, JournalError
from controller.testing.recordings import (
    RecordedTable,
    again,
    path,
    play,
    recorded_table,
)
from hardware.backend import Servo
from hardware.backends.replay.player import Player
from hardware.backends.replay.turns import GRACE_S, LATE, TICK, Turn
from hardware.backends.sim.backend import SimBackend
from tests.support.ours import own_deck
from wiring.boardmap import Eliminator

COMMITTED = [path(game) for game in games.names()]


def raised(recorded: Recording) -> set[str]:
    """Return the names of all calls that failed."""
    answers = [answer for turn in recorded.turns for answer in turn.answers]
    return {answer[0] for answer in answers if len(answer) > 3}


def done(recorded: Recording, kind: str) -> list[Any]:
    outcomes = [outcome for turn in recorded.turns for outcome in turn.outcomes]
    return [outcome[1:] for outcome in outcomes if outcome[0] == kind]


def assert_same(replay: Replay) -> None:
    assert replay.differences == []


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", games.names())
def test_random_game_with_faults_is_replayed(
    game: str, seed: int, tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file, game=game) as table:
        play(table, Random(f"{game} {seed}"), 80)
        seen = table.backend.pixels.wire
    recorded, replay = again(file, tmp_path / "again")
    assert_same(replay)
    verdict = replay.verdict()
    assert verdict.turns == len(recorded.turns) > 100
    assert verdict.actions > 5
    assert verdict.frames == len(done(recorded, "frame")) > 20
    assert done(recorded, "frame")[-1] == [seen]


def test_golden_recordings_include_a_strike_and_a_fault() -> None:
    recorded = [read(file) for file in COMMITTED]
    assert any(len(done(one, "servo")) > 10 for one in recorded)
    failures = set[str]().union(*map(raised, recorded))
    assert "pixels" in failures, "the strip was cut in one of them"


def test_lesson_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file, seed=3, learn=True) as table:
        taught = table.table.now.situation.taught
        assert taught
        assert taught.wanted
        for action in taught.wanted:
            table.act(action)
        table.clock.tick(60.0)
    _, replay = again(file, tmp_path / "again")
    assert_same(replay)
    with recorded_table(tmp_path / "state", tmp_path / "b.jsonl") as table:
        table.tap("ok")  # the saved lesson goes on
        taught = table.table.now.situation.taught
        assert taught
        assert taught.why
        assert taught.why.key == "lesson.tie"
    assert_same(again(tmp_path / "b.jsonl", tmp_path / "once more")[1])


def test_game_with_clocks_is_replayed(tmp_path: Path) -> None:
    file, state = tmp_path / "a.jsonl", tmp_path / "state"
    with recorded_table(state, file, clock=5) as table:
        table.clock.tick(301)
        table.act(table.match.game.legal(table.position)[0])
        before = table.table.now.times
        assert before
        assert before.over == (0, 1, 2)
        play(table, Random("clocks"), 60)
    recorded, replay = again(file, tmp_path / "again")
    assert_same(replay)
    # A table without the clock is not the same table.
    header = recorded.header._replace(clock=None)
    rewrite(tmp_path / "b.jsonl", header, recorded.turns)
    assert again(tmp_path / "b.jsonl", tmp_path / "b")[1].differences


def test_saved_game_with_clocks_is_replayed(tmp_path: Path) -> None:
    file, state = tmp_path / "a.jsonl", tmp_path / "state"
    with recorded_table(state, file, clock=5) as table:
        table.clock.tick(301)
        table.act(table.match.game.legal(table.position)[0])
        before = table.table.now.times
    with recorded_table(state, file.with_name("b.jsonl")) as table:
        table.tap("ok")  # the saved game goes on, with its own clock
        resumed = table.table.now.times
        assert before
        assert resumed
        assert (resumed.minutes, resumed.over) == (5, before.over)
        table.clock.tick(10)
    assert_same(again(file.with_name("b.jsonl"), tmp_path / "again")[1])


# Failures


def test_failing_disk_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.jsonl"

    def full(*_: object) -> None:
        raise JournalError("the disk is full")

    with recorded_table(tmp_path / "state", file) as table:
        with monkeypatch.context() as patched:
            patched.setattr(Journal, "commit", full)
            table.act(table.match.game.legal(table.position)[0])
            assert not table.table.is_saved
            table.clock.tick(0.5)
        table.clock.tick(60.0)
        assert table.table.is_saved
    recorded, replay = again(file, tmp_path / "again")
    assert "write journal" in raised(recorded)
    assert_same(replay)


class BrokenPin(SimBackend):
    """A backend with a pin that another program seems to use for a while."""

    tries = 3

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        reserve = self.pins.reserve_pins

        def refused(device: Any, gpio: int) -> None:
            if gpio == 17 and self.tries:
                self.tries -= 1
                raise OSError("GPIO17 is busy")
            reserve(device, gpio)

        self.pins.reserve_pins = refused


class BrokenServo(SimBackend):
    def open_servo(self, row: Eliminator) -> Servo:
        raise OSError("no servo")


@pytest.mark.parametrize(
    ("backend", "what"), [(BrokenPin, "pin 17"), (BrokenServo, "open servo")]
)
def test_missing_part_is_replayed(
    backend: type[SimBackend], what: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file, backend=backend) as table:
        play(table, Random(4), 30)
        broken = [part.name for part in table.rig.parts.all() if part.trouble]
    recorded, replay = again(file, tmp_path / "again")
    assert what in raised(recorded)
    assert_same(replay)
    parts = replay.rig.parts.all()
    assert [part.name for part in parts if part.trouble] == broken


def test_exception_is_replayed(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.jsonl"
    wrong = {"type": "new", "game": "chess", "seats": 2}
    with (
        recorded_table(tmp_path / "state", file) as table,
        pytest.raises(games.NoSuchGame),
    ):
        table.turns.receive(["page", "asks", "host", wrong])
    recorded, replay = again(file, tmp_path / "again")
    assert "NoSuchGame: there is no game 'chess'" in done(recorded, "raised")[0][0]
    assert_same(replay)


def test_late_timers_are_replayed(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file) as table:
        table.backend.touch.press("ok")
        table.clock.jump(7.0)  # a clock that jumps, with timers due on the way
        table.clock.tick(10.0)
    recorded, replay = again(file, tmp_path / "again")
    assert LATE in [turn.input for turn in recorded.turns]
    assert_same(replay)


def test_unrecorded_timer_runs_at_its_own_time() -> None:
    player = Player()
    ran: list[float] = []
    player.clock.call_at(2.0, lambda: ran.append(player.clock.time()))
    player.clock.call_at(9.9, lambda: ran.append(player.clock.time()))
    player.play(Turn(10_000_000, TICK, [], []))
    assert ran == [2.0, 10.0], f"only what is due within {GRACE_S} s waits for a turn"
    player.clock.call_at(11.0, lambda: ran.append(player.clock.time()))
    player.play(Turn(20_000_000, LATE, [], []))
    assert ran[2:] == [20.0], "a late turn was late when it was recorded, too"


def test_watchdogs_finding_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file, beat_s=2.0) as table:
        table.clock.tick(10.0)
        table.backend.breakage.fault("strip", "cut")
        table.clock.tick(2.0)
        table.backend.breakage.repair("strip")
        table.tap("why")
        table.clock.tick(20.0)
    recorded, replay = again(file, tmp_path / "again")
    assert raised(recorded) == {"pixels"}
    assert_same(replay)


# Setup


def test_requested_seat_is_replayed(tmp_path: Path) -> None:
    """Its lamp shows the same word, and the same hold gives it."""
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file, seed=4) as table:
        table.asks("spectator", type="sit", seat=1, **{"from": [3, "10.0.0.3"]})
        table.clock.tick(1.1)
        table.tap("seat:1", 2.5)
        assert table.table.seating.pending == []
        table.asks("spectator", type="sit", seat=2, **{"from": [4, "10.0.0.4"]})
        table.tap("seat:2", 1.0)
        table.asks("host", type="refuse", seat=2)
        table.clock.tick(10.0)
    recorded, replay = again(file, tmp_path / "again")
    assert_same(replay)
    assert len(done(recorded, "frame")) > 10


def test_offer_of_an_unfinished_game_is_replayed(tmp_path: Path) -> None:
    with recorded_table(tmp_path / "state", tmp_path / "a.jsonl") as table:
        table.act(table.match.game.legal(table.position)[0])
        before = table.position
    file = tmp_path / "b.jsonl"
    with recorded_table(tmp_path / "state", file, game="hai-noon") as table:
        assert table.phase == "offer"
        table.tap("ok")
        assert table.position == before
    recorded, replay = again(file, tmp_path / "again")
    assert recorded.header.unfinished
    assert recorded.header.unfinished["setup"]["game"] == "get-bit"
    # With them, anybody who has the file could take a seat.
    assert recorded.header.unfinished["setup"]["codes"] == []
    assert_same(replay)


def test_recording_contains_decks_and_house_data(
    tmp_path: Path,
) -> None:
    state = tmp_path / "state"
    state.mkdir()
    folder = own_deck(tmp_path)
    decks = '[hai-noon]\n"04a2b3c4d5e680" = "red-cage"\n'
    (state / "cards.toml").write_text(decks)
    (folder / "notes.txt").write_text("not ours")
    file = tmp_path / "a.jsonl"
    with recorded_table(state, file, game="hai-noon", house=str(folder)) as table:
        table.backend.touch.tag("play", "04a2b3c4d5e680")
        table.clock.tick(1.0)
    recorded, replay = again(file, tmp_path / "again")
    assert recorded.header.decks == decks
    assert recorded.header.house == {
        "hold-your-breath": breath.write(breath.load(folder / "hold-your-breath.toml")),
        "hold-your-ground": ground.write(ground.usual()),
    }
    assert_same(replay)
    assert (tmp_path / "again" / "cards.toml").read_text() == decks


def test_drawn_seed_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file, seed=None) as table:
        table.asks("host", type="new", game="hold-your-breath", seats=3)
        first = table.table.now.setup.seed
        table.asks("host", type="new", game="hold-your-breath", seats=3)
        assert table.table.now.setup.seed != first
    recorded, replay = again(file, tmp_path / "again")
    seeds = [a[2] for turn in recorded.turns for a in turn.answers if a[0] == "seed"]
    assert len(seeds) == 3
    assert seeds[1] == first
    assert_same(replay)


def test_actions_of_several_games_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    played = 0
    with recorded_table(tmp_path / "state", file) as table:
        for _ in range(2):
            for _ in range(3):
                table.act(table.match.game.legal(table.position)[0])
            played += len(table.match.actions)
            table.asks("host", type="new", game="hai-noon", seats=2)
        played += len(table.match.actions)
    assert again(file, tmp_path / "again")[1].verdict().actions == played


# Changed recordings


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    folder = tmp_path_factory.mktemp("recorded")
    with recorded_table(folder / "state", folder / "a.jsonl", seed=3) as table:
        play(table, Random(11), 60)
    return read(folder / "a.jsonl")


def first_difference(changed: list[Turn], recorded: Recording, folder: Path) -> Any:
    file = folder / "changed.jsonl.gz"
    rewrite(file, recorded.header, changed)
    again_folder = folder / "again"
    again_folder.mkdir()
    return replay_all(read(file), again_folder).verdict().difference


@pytest.mark.parametrize("kind", ["frame", "position", "servo"])
def test_changed_outcome_is_noticed(
    kind: str, recorded: Recording, tmp_path: Path
) -> None:
    turns = list(recorded.turns)
    has = [n for n, t in enumerate(turns) if any(o[0] == kind for o in t.outcomes)]
    number = has[len(has) // 2]
    outcomes = [[*outcome] for outcome in turns[number].outcomes]
    at = next(n for n, outcome in enumerate(outcomes) if outcome[0] == kind)
    if kind == "frame":
        outcomes[at][1] = bytes((outcomes[at][1][0] ^ 1,)) + outcomes[at][1][1:]
    else:
        outcomes[at][-1] = 12.5 if kind == "servo" else "0123456789abcdef"
    turns[number] = turns[number]._replace(outcomes=outcomes)
    difference = first_difference(turns, recorded, tmp_path)
    assert difference.at_s == turns[number].at_us / 1e6
    assert difference.recorded != difference.now
    words = {
        "frame": "lamps depth:0:0 ",
        "position": "position ",
        "servo": "the servo ",
    }
    assert difference.recorded.startswith(words[kind])


@pytest.mark.parametrize("is_more", [True, False])
def test_extra_or_missing_frame_is_noticed(
    is_more: bool, recorded: Recording, tmp_path: Path
) -> None:
    turns = list(recorded.turns)
    number = next(n for n, t in enumerate(turns) if n > 50 and t.outcomes)
    frames = turns[number].outcomes
    outcomes = [*frames, frames[-1]] if is_more else frames[:-1]
    turns[number] = turns[number]._replace(outcomes=outcomes)
    difference = first_difference(turns, recorded, tmp_path)
    assert "nothing" in (difference.recorded, difference.now)


def test_missing_press_is_noticed(recorded: Recording, tmp_path: Path) -> None:
    turns = list(recorded.turns)
    edges = [n for n, t in enumerate(turns) if t.input[0] == "edge" and t.outcomes]
    number = edges[len(edges) // 2]
    said = turns[number].input
    turns[number] = turns[number]._replace(input=TICK)
    difference = first_difference(turns, recorded, tmp_path)
    assert said != TICK
    assert difference.at_s == turns[number].at_us / 1e6
    assert difference.input == "tick"


def test_closed_recorder_ignores_pages(
    tmp_path: Path,
) -> None:
    table = RecordedTable(tmp_path / "state", tmp_path / "a.jsonl")
    table.close()
    position, size = table.position, (tmp_path / "a.jsonl").stat().st_size
    table.asks(0, type="undo")
    table.clock.tick(60.0)
    assert table.position is position
    assert (tmp_path / "a.jsonl").stat().st_size == size
