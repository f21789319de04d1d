"""The file of a recording, whole, truncated and damaged."""

import errno
import os
import stat
from pathlib import Path
from random import Random

import pytest

from controller.replay import file as files
from controller.replay.file import BadRecording, Header, Writer, read, rewrite
from controller.replay.playback import replay_all
from controller.testing.recordings import play, recorded_table
from hardware.backends.replay.turns import Turn

HEADER = Header(
    format=1,
    version="0.1.0",
    board="",
    game="get-bit",
    seats=2,
    options={},
    seed=None,
    told_by=["program", "program", "auto"],
    decks=None,
    learn=False,
    house={},
    unfinished=None,
    beat_s=None,
)
FRAMES = [bytes(9), b"\1\2\3" + bytes(6), bytes(6) + b"\7\7\7", b"\5" * 9]
TURNS = [
    Turn(n, ["edge", n, 0], [["level 3", 0, 1]], [["frame", frame], ["servo", None]])
    for n, frame in enumerate(FRAMES)
]


def written(path: Path) -> Path:
    writer = Writer(path)
    writer.write(HEADER)
    for turn in TURNS:
        writer.write(turn)
    writer.close()
    return path


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_recording_is_read_as_it_was_written(name: str, tmp_path: Path) -> None:
    recorded = read(written(tmp_path / name))
    assert recorded == (HEADER, TURNS, None, False)


def test_recording_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    mode = written(tmp_path / "a.jsonl").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecording, match="No such file or directory"):
        Writer(tmp_path / "no" / "a.jsonl")
    with pytest.raises(BadRecording, match="No such file or directory"):
        read(tmp_path / "no" / "a.jsonl")


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_truncated_recording_is_read_to_its_last_whole_line(
    name: str, tmp_path: Path
) -> None:
    whole = written(tmp_path / name).read_bytes()
    most = 0
    for end in range(len(whole)):
        cut = tmp_path / "cut"
        cut.write_bytes(whole[:end])
        try:
            recorded = read(cut)
        except BadRecording:
            assert most == 0, f"at {end}: more was sound before"
            continue
        assert recorded.turns == TURNS[: len(recorded.turns)]
        assert len(recorded.turns) >= most, f"at {end}"
        most = len(recorded.turns)
        is_between = name == "a.jsonl" and whole[end - 1 : end] == b"\n"
        assert recorded.is_cut is not is_between
        assert bool(recorded.flaw) is not is_between
    assert most >= len(TURNS) - 1


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_flipped_bit_is_noticed(name: str, tmp_path: Path) -> None:
    whole = written(tmp_path / name).read_bytes()
    random = Random(1)
    sound = read(tmp_path / name)
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << random.randrange(8)
        damaged = tmp_path / "damaged"
        damaged.write_bytes(flipped)
        try:
            recorded = read(damaged)
        except BadRecording:
            continue
        # Some bits of gzip mean nothing: its date, and those between its blocks.
        is_nothing = name == "a.jsonl.gz" and recorded == sound
        assert recorded.flaw or is_nothing, f"at {at}"
        assert recorded.turns == TURNS[: len(recorded.turns)]


@pytest.mark.parametrize("text", ["", "[]\n", "\x1f\x8b"])
def test_other_file_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(BadRecording) as refused:
        read(file)
    assert f"{file} is not a recording" in str(refused.value)
    assert "make one with `undertow play --record FILE`" in str(refused.value)


def test_rewrite_replaces_the_file(tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl.gz")
    rewrite(file, HEADER, TURNS[:2])
    assert read(file).turns == TURNS[:2]
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl.gz"]


def test_a_full_disk_ends_the_recording_and_not_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # Enough for the start, but not for the game.
    room = [40_000]

    def write(file: int, data: bytes) -> int:
        if room[0] <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        number = os.write(file, data[: room[0]])
        room[0] -= number
        return number

    monkeypatch.setattr(files, "write_to", write)
    file = tmp_path / "a.jsonl"
    with recorded_table(tmp_path / "state", file) as table:
        play(table, Random(2), 40)
        assert table.table.is_saved
    assert f"{file}: the recording ends here: No space left on device" in caplog.text
    recorded = read(file)
    assert recorded.is_cut
    (tmp_path / "again").mkdir()
    assert replay_all(recorded, tmp_path / "again").differences == []
