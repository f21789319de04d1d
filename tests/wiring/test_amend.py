"""Values set in a board map, with everything else unchanged."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.basics.locate import Where
from tests.wiring.test_boardmap import SMALL
from wiring.amend import CannotAmend, Value, amend, amended, row_of
from wiring.boardmap import DEFAULT, load

MARK_1, LOADED = DEFAULT.read_text(), load(DEFAULT)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.toml"
    path.write_bytes(DEFAULT.read_bytes())
    return path


def differing(old: str, new: str) -> list[tuple[str, str]]:
    pairs = zip(old.splitlines(), new.splitlines(), strict=True)
    return [(before, after) for before, after in pairs if before != after]


def test_a_value_is_set_and_its_comment_stays() -> None:
    new = amended(MARK_1, {("strip", "order"): "RGB"})
    assert differing(MARK_1, new) == [
        (
            'order = "GRB"       # the colour order of a WS2812B',
            'order = "RGB"       # the colour order of a WS2812B',
        )
    ]


def test_a_row_is_changed_where_it_stands() -> None:
    new = amended(MARK_1, {("seat", 2, "gpio"): 22, ("seat", 3, "gpio"): 27})
    assert differing(MARK_1, new) == [
        ("gpio = 27", "gpio = 22"),
        ("gpio = 22", "gpio = 27"),
    ]


def test_a_key_that_was_not_there_comes_last_in_its_section() -> None:
    new = amended(MARK_1, {("grid", "pixels"): range(100, 125)})
    at = MARK_1.index("\n\n\n# Seats go clockwise")
    assert new.startswith(MARK_1[:at])
    assert new.endswith(MARK_1[at:])
    assert new[at : len(new) - len(MARK_1) + at] == (
        "\npixels = [\n"
        "    100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113,\n"
        "    114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124\n]"
    )


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("[a]\nb = 1", ("c", 2), "[a]\nb = 1\nc = 2\n"),
        (
            "[a]\n  b = [1,\n 2] # x\n[d]\n",
            ("c", 2),
            "[a]\n  b = [1,\n 2] # x\nc = 2\n[d]\n",
        ),
        ("[a]\r\nb = 1\r\n", ("c", 2), "[a]\r\nb = 1\r\nc = 2\r\n"),
        ("[a]\r\nb = 1 # x\r\n", ("b", 2), "[a]\r\nb = 2 # x\r\n"),
        ('[a]\nb = "#=]" # x\n', ("b", 2), "[a]\nb = 2 # x\n"),
        ("[a]\nb = [ # x\n 1, ]  \n", ("b", 2), "[a]\nb = 2  \n"),
        ('[a]\n"b" = 1', ("b", -1.5), '[a]\n"b" = -1.5'),
        (
            "[a]\nb = 1 # x\n\n# on d\n[a.d]\nb = 3\n",
            ("c", 2),
            "[a]\nb = 1 # x\nc = 2\n\n# on d\n[a.d]\nb = 3\n",
        ),
        ("a = {b = 1} # x\n", ("b", 2), "a = {b = 2} # x\n"),
        ("a = {b = 1} # x\n", ("c", 2), "a = {b = 1,c = 2} # x\n"),
        ("[a]\nb = 1\n", ("b", 'x"\\y'), '[a]\nb = "x\\"\\\\y"\n'),
    ],
)
def test_values_of_all_kinds_are_found_and_replaced(
    text: str, change: tuple[str, Value], expected: str
) -> None:
    key, value = change
    assert amended(text, {("a", key): value}) == expected


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("a = 1", ("a", "b"), "a is not a section"),
        ("", ("a", "b"), "there is no a in it"),
        ("[[a]]\nb = 1", ("a", 1, "b"), "there is no a[1] in it"),
    ],
)
def test_a_section_that_is_not_there_is_refused(
    text: str, where: Where, words: str
) -> None:
    with pytest.raises(CannotAmend) as caught:
        amended(text, {where: 2})
    assert str(caught.value) == words


def test_the_file_is_written_and_the_old_one_kept(board: Path) -> None:
    board.chmod(0o640)
    backup = amend(board, {("seat", 2, "gpio"): 22, ("seat", 3, "gpio"): 27})
    assert backup == board.with_name("board.toml.bak")
    assert backup.read_bytes() == DEFAULT.read_bytes()
    assert [b.gpio for b in load(board).buttons[2:4]] == [22, 27]
    assert sorted(p.name for p in board.parent.iterdir()) == [
        "board.toml",
        "board.toml.bak",
    ]
    assert board.stat().st_mode & 0o777 == 0o640


def test_a_link_to_the_board_map_stays_a_link(board: Path) -> None:
    link = board.with_name("link.toml")
    link.symlink_to(board)
    amend(link, {("strip", "order"): "RGB"})
    assert link.is_symlink()
    assert load(board).strip.order == "RGB"


def test_what_would_not_hold_as_a_board_map_is_not_written(board: Path) -> None:
    line = MARK_1[: MARK_1.index("gpio = 22")].count("\n") + 1
    with pytest.raises(CannotAmend) as caught:
        amend(board, {("seat", 2, "gpio"): 22})
    assert str(caught.value) == (
        f"{board}: not changed: it would not hold as a board map ({board}:{line}: "
        "GPIO22 is claimed by both seat 2's button and seat 3's button; give one of "
        "them another pin)"
    )
    assert [p.name for p in board.parent.iterdir()] == ["board.toml"]
    assert board.read_text() == MARK_1


def test_a_read_only_file_is_left_alone_and_the_lines_are_said(board: Path) -> None:
    board.chmod(0o444)
    line = MARK_1[: MARK_1.index("order =")].count("\n") + 1
    with pytest.raises(CannotAmend) as caught:
        amend(board, {("strip", "order"): "RGB"})
    assert str(caught.value) == f"{board}: not changed: it is read-only"
    assert caught.value.edit_hints == (f'line {line}: strip: order = "RGB"',)
    assert board.read_text() == MARK_1


def test_a_folder_that_takes_no_file_is_said_with_the_lines(
    board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotAmend) as caught:
        amend(board, {("depth", "snake_pixels"): False})
    assert str(caught.value) == f"{board}: not changed: No space left on device"
    assert len(caught.value.edit_hints) == 1
    assert [p.name for p in board.parent.iterdir()] == ["board.toml"]
    assert board.read_text() == MARK_1


def test_a_file_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(CannotAmend, match="the board map cannot be read"):
        amend(tmp_path / "none.toml", {("strip", "order"): "RGB"})


def test_the_new_file_is_on_disk_before_it_takes_the_name(
    board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    sync, replace = os.fsync, Path.replace

    def fsync(number: int) -> None:
        seen.append("sync")
        sync(number)

    def rename(self: Path, target: Path) -> Path:
        seen.append(target.name)
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", rename)
    amend(board, {("strip", "order"): "RGB"})
    assert seen == ["sync", "sync", "board.toml.bak", "board.toml", "sync"]


def test_a_row_is_found_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(
        SMALL.replace("seat = 0", "seat = 9").replace("seat = 1", "seat = 0")
    )
    assert row_of(path, "seat", "seat", 0) == 1
    assert row_of(path, "control", "name", "undo") == 1


CHANGES: list[tuple[Where, st.SearchStrategy[Any]]] = [
    (("strip", "order"), st.sampled_from(["RGB", "BGR", "GBR"])),
    (("strip", "gamma"), st.floats(1, 4)),
    (("strip", "brightness"), st.floats(0, 1)),
    (("depth", "snake_pixels"), st.booleans()),
    (("grid", "pixels"), st.permutations(range(124, 149))),
    (("depth", "pixels"), st.permutations(range(124))),
    (("eliminator", "rest_deg"), st.floats(-34, -20)),
    (("eliminator", "strike_deg"), st.floats(20, 35)),
    (("bounce_ms",), st.integers(1, 200)),
    (("board", 1, "usb_serial"), st.from_regex(r"[A-Z0-9]{1,20}", fullmatch=True)),
]


@given(st.data(), st.lists(st.sampled_from(CHANGES), min_size=1, max_size=4))
def test_amend_then_load_gives_the_new_values_and_all_others_unchanged(
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
    chosen: list[tuple[Where, st.SearchStrategy[Any]]],
) -> None:
    path = tmp_path_factory.getbasetemp() / "amended.toml"
    path.write_text(MARK_1)
    changes = {where: data.draw(values) for where, values in chosen}
    amend(path, changes)
    expected = LOADED._asdict()
    for (section, *keys), value in changes.items():
        if not keys:
            expected[str(section)] = value
        elif section == "board":
            boards = list(expected["boards"])
            boards[1] = boards[1]._replace(usb_serial=value)
            expected["boards"] = tuple(boards)
        else:
            value = tuple(value) if isinstance(value, list) else value
            row = expected[str(section)]._replace(**{str(keys[0]): value})
            expected[str(section)] = row
    found = load(path)._asdict()
    for gone in ("path", "pixels"):
        del found[gone], expected[gone]
    assert found == expected
