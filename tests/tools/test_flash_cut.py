"""A power cut during an update leaves either the old program or the new one."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from controller.tools.flash.repl import ON_BOARD

OLD = {"firmware/board.py": "old", "firmware/gone.py": "old", "tables.py": "old"}
NEW = {"firmware/board.py": "new", "firmware/more.py": "new", "tables.py": "new"}
OLD_MAIN, NEW_MAIN = "the old program", "the new program"
SWITCH = ON_BOARD + "\n\ntake_over()\n"


class PowerCut(BaseException):
    pass


class Reset(BaseException):
    pass


class Flash:
    """The board's files; after so many changes to them the power fails."""

    def __init__(self, changes: int) -> None:
        self.left = changes

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in ("rename", "remove", "rmdir", "mkdir"):
            return real

        def change(*arguments: str) -> None:
            if self.left == 0:
                raise PowerCut
            self.left -= 1
            real(*arguments)

        return change


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def reset() -> None:
        raise Reset

    machine = ModuleType("machine")
    machine.reset = reset  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "machine", machine)
    return tmp_path


def lay(folder: Path, files: dict[str, str]) -> None:
    for place, text in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text)


def found(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_text() for path in files}


def do(flash: Flash, call: str) -> None:
    names: dict[str, Any] = {}
    exec(ON_BOARD, names)
    names["os"] = flash
    exec(call, names)


def start(folder: Path, flash: Flash) -> str:
    """What runs in the end, after as many restarts as that takes."""
    main = (folder / "main.py").read_text()
    while main == SWITCH:
        with pytest.raises(Reset):
            do(flash, "take_over()")
        main = (folder / "main.py").read_text()
    return main


def cut_everywhere(
    board: Path,
    monkeypatch: pytest.MonkeyPatch,
    prepare: Callable[[Path], None],
    call: str,
) -> list[dict[str, str]]:
    """What is on the flash and running after each moment at which power can fail."""
    ends: list[dict[str, str]] = []
    for changes in range(100):
        folder = board / str(changes)
        folder.mkdir()
        monkeypatch.chdir(folder)
        prepare(folder)
        try:
            do(Flash(changes), call)
        except PowerCut:
            start(folder, Flash(-1))
            ends.append(found(folder))
        except Reset:
            return ends
        else:
            return ends
    raise AssertionError("it never ends")


def test_the_new_program_is_whole_wherever_the_switch_was_cut_off(
    board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare(folder: Path) -> None:
        lay(folder, {**OLD, "main.py": SWITCH})
        lay(folder / "new", {**NEW, "main.py": NEW_MAIN})

    ends = cut_everywhere(board, monkeypatch, prepare, "take_over()")
    assert len(ends) == 7
    assert all(end == {**NEW, "main.py": NEW_MAIN} for end in ends)


def test_making_room_leaves_the_old_program_alone(
    board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare(folder: Path) -> None:
        lay(folder, {**OLD, "main.py": OLD_MAIN})
        lay(folder / "new", {"firmware/half.py": "ha", "firmware/deep/er.py": "x"})

    ends = cut_everywhere(board, monkeypatch, prepare, "make_room(['firmware'])")
    assert len(ends) == 7
    for end in ends:
        mine = {place: text for place, text in end.items() if place[:4] != "new/"}
        assert mine == {**OLD, "main.py": OLD_MAIN}
