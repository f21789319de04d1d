"""`undertow play --record` and `undertow replay`, as people use them."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import ClientConnection, connect

from controller import games
from controller.replay.file import read, rewrite
from controller.testing.recordings import accept, path, play, recorded_table
from hardware.backends.replay.turns import Turn
from tests.cli.test_cli import Run, undertow
from tests.support.ours import own_deck
from tests.support.processes import COMMAND

__all__ = ["undertow"]  # a fixture

COMMITTED = path("get-bit")
PATIENCE_S = 60.0
# How often to look at a file that is being written.
LOOKS = 200


@pytest.fixture
def replay(undertow: Run) -> Run:
    return lambda *arguments: undertow("replay", *map(str, arguments))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file, seed=2) as table:
        play(table, Random(3), 20)
    return file


def change(file: Path, number: int) -> Turn:
    """Change the frame of a turn; `number` counts the turns with a frame."""
    recorded = read(file)
    turns = list(recorded.turns)
    shown = [n for n, t in enumerate(turns) if t.outcomes and len(t.outcomes) == 1]
    at = shown[number]
    dark = bytes(len(turns[at].outcomes[0][1]))
    turns[at] = turns[at]._replace(outcomes=[["frame", dark]])
    rewrite(file, recorded.header, turns)
    return turns[at]


def test_identical_replay_prints_one_line(file: Path, replay: Run) -> None:
    status, said, wrong = replay(file)
    words = said.split()
    assert said.startswith(f"{file}: identical: ")
    assert words[-3:][0] == "actions,"
    assert words[-1] == "frames"
    assert (status, wrong) == (0, "")


def test_first_difference_is_printed_with_its_time_and_lamps(
    file: Path, replay: Run
) -> None:
    turn = change(file, 3)
    change(file, 5)
    status, said, _ = replay(file)
    assert status == 1
    first, was, now = said.splitlines()
    upon = " ".join(map(str, turn.input))
    at = f"{turn.at_us / 1e6:.6f}"
    assert first == f"{file}: differs at {at} s, after {upon}"
    assert was.startswith("  recorded: lamps ")
    assert now.startswith("  now:      lamps ")


def test_json_output_has_one_line_per_file(file: Path, replay: Run) -> None:
    turn = change(file, 3)
    status, said, _ = replay("--json", file, COMMITTED)
    assert status == 1
    first, second = map(json.loads, said.splitlines())
    assert first["file"] == str(file)
    assert not first["same"]
    assert first["difference"]["at_s"] == turn.at_us / 1e6
    assert second["same"]
    assert second["difference"] is None
    assert second["turns"] == len(read(COMMITTED).turns)


def test_accepting_keeps_the_input_and_saves_the_new_results(
    file: Path, replay: Run
) -> None:
    sound = read(file)
    change(file, 3)
    before = file.read_bytes()
    assert replay(file)[0] == 1
    assert file.read_bytes() == before, "nothing is written unless it is asked for"
    assert accept(file)
    assert read(file) == sound
    assert replay(file)[0] == 0


def test_sound_part_of_a_damaged_file_is_replayed(file: Path, replay: Run) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:60], "spilt coffee\n", *lines[61:]]))
    status, said, _ = replay(file)
    assert status == 1
    note, same = said.splitlines()
    assert note == (
        f"{file}: line 61 is damaged (its checksum is wrong); "
        "everything before that was replayed"
    )
    assert ": identical: " in same


def test_truncated_file_is_still_identical(file: Path, replay: Run) -> None:
    file.write_bytes(file.read_bytes()[:-9])
    status, said, _ = replay(file)
    assert status == 0
    assert f"{file}: the file ends in the middle of line " in said
    assert ": identical: " in said


def test_recording_of_another_version_is_replayed(file: Path, replay: Run) -> None:
    recorded = read(file)
    rewrite(file, recorded.header._replace(version="0.0.3"), recorded.turns)
    status, said, _ = replay(file)
    assert status == 0
    assert f"{file}: version 0.0.3 recorded it, and this is " in said
    assert ": identical: " in said


def test_recording_without_turns_is_refused(file: Path, replay: Run) -> None:
    rewrite(file, read(file).header, [])
    status, _, wrong = replay(file)
    assert status == 1
    assert "the recording ends before the table was ready" in wrong


def test_each_file_is_replayed_with_its_own_house_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replay: Run
) -> None:
    """The house data of this machine does not matter."""
    files = []
    for name, house in (("a", None), ("b", str(own_deck(tmp_path)))):
        files.append(tmp_path / f"{name}.jsonl")
        wish = {"game": "hold-your-breath", "seed": 3, "options": {}}
        state = tmp_path / name
        with recorded_table(state, files[-1], house=house, **wish) as table:
            play(table, Random(3), 20)
    assert read(files[0]).header.house != read(files[1]).header.house
    monkeypatch.setenv("UNDERTOW_HOUSE", str(tmp_path / "house"))
    (tmp_path / "house" / "hold-your-breath.toml").write_text("nonsense")
    status, said, wrong = replay(*files)
    assert (status, said.count("identical: "), wrong) == (0, 2, "")


# Processes


def test_replay_does_not_depend_on_the_hash_seed() -> None:
    files = [path(game) for game in games.names()]
    ran = subprocess.run(
        [*COMMAND, "replay", *map(str, files)],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.count(": identical: ") == len(files)
    assert ran.returncode == 0


def told(process: "subprocess.Popen[str]", word: str) -> str:
    assert process.stdout
    return next(line for line in process.stdout if word in line)


def messages(page: ClientConnection) -> Iterator[dict[str, object]]:
    while True:
        message = page.recv(timeout=PATIENCE_S)
        if isinstance(message, str):
            yield json.loads(message)


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_killed_table_leaves_a_usable_recording(
    name: str, tmp_path: Path, replay: Run
) -> None:
    file = tmp_path / name
    options = ("--no-browser", "--port=0", f"--state={tmp_path / 'state'}")
    last: dict[str, object] = {"type": "new", "game": "get-bit", "seats": 2}
    table = subprocess.Popen(
        [*COMMAND, "play", "get-bit", *options, f"--record={file}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        address = told(table, "http://").split()[-1].replace("http", "ws")
        secret = told(table, "Recorded in ")
        with connect(f"{address}ws", max_queue=None) as page:
            page.send(json.dumps({"type": "new", "game": "hai-noon", "seats": 3}))
            for control in ("next", "ok", "seat:1", "ok", "undo"):
                for deed in ("press", "release"):
                    page.send(json.dumps({"type": deed, "control": control}))
            page.send(json.dumps(last))
            for _ in range(LOOKS):
                page.ping().wait(PATIENCE_S)
                if any(is_asked(turn, last) for turn in read(file).turns):
                    break
    finally:
        table.kill()
        table.communicate()
    assert secret.endswith(
        "it holds every hand and draw, so give it to nobody who still plays.\n"
    )
    status, said, _ = replay("--json", file)
    assert status == 0
    assert json.loads(said)["same"]
    turns = read(file).turns
    assert any(is_asked(turn, last) for turn in turns)
    names = [answer[0] for answer in turns[0].answers]
    assert "nonce" in names, "the sensor boards are recorded, too"


def is_asked(turn: Turn, message: dict[str, object]) -> bool:
    """Return whether a page sends this message in that turn."""
    asked = turn.input[-1]
    return isinstance(asked, dict) and message.items() <= asked.items()


def test_existing_file_is_not_overwritten(
    file: Path, tmp_path: Path, undertow: Run
) -> None:
    before = file.read_bytes()
    state = tmp_path / "other"
    options = ("--no-browser", f"--state={state}", f"--record={file}")
    status, _, wrong = undertow("play", *options)
    assert status == 1
    assert f"--record: {file} already exists; name a new file" in wrong
    assert file.read_bytes() == before


def test_a_table_that_cannot_start_leaves_no_recording(
    tmp_path: Path, undertow: Run
) -> None:
    (tmp_path / "state").write_text("a file, not a folder")
    file = tmp_path / "a.jsonl"
    options = ("--no-browser", f"--state={tmp_path / 'state'}", f"--record={file}")
    status, _, wrong = undertow("play", *options)
    assert status == 1
    assert "name a folder that can be written with --state" in wrong
    assert not file.exists()


@pytest.mark.parametrize("option", ["--guests", "--join=http://127.0.0.1:1/"])
def test_a_table_with_another_one_is_not_recorded(
    option: str, tmp_path: Path, undertow: Run
) -> None:
    file = tmp_path / "evening.jsonl"
    options = [f"--state={tmp_path}", f"--record={file}", "--no-browser", option]
    status, _, error = undertow("play", "get-bit", "--backend=sim", *options)
    assert status == 1
    assert option.strip("-").partition("=")[0] in error
    assert not file.exists()
