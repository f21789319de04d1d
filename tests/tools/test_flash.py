"""`undertow flash` and a Pico whose chip is played: from its port to its files."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from controller.tools.flash.command import flash
from controller.tools.flash.plugs import Plug, Plugged
from controller.tools.flash.repl import Repl
from controller.tools.flash.talk import Line
from controller.tools.flash.update import Timeouts
from tests.firmware.pico import PlayedPico, silent_port
from wiring import tables
from wiring.boardmap import DEFAULT, load

BOARDS = {board.name: board for board in load().boards}
DEPTH = BOARDS["depth"]
FILES = tables.flash(DEPTH)
DOTTED = "1.1.0"
RUNS = f"depth: runs firmware {DOTTED} for {DEFAULT}"
QUICK = Timeouts(hello=1.0)  # for boards that do not run yet
CHIPS = ["Raspberry Pi Pico with RP2040", "Raspberry Pi Pico2 with RP2350"]
HASTY = Timeouts(free=0, hello=0.3, prompt=0.3, back=0.3)

Said: TypeAlias = Callable[[], tuple[str, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    def lines() -> tuple[str, str]:
        both = capsys.readouterr()
        return both.out, both.err

    return lines


def lay(pico: PlayedPico, files: dict[str, str]) -> None:
    for place, text in files.items():
        (pico.flash / place).parent.mkdir(parents=True, exist_ok=True)
        (pico.flash / place).write_text(text)


def stale() -> dict[str, str]:
    """A program that runs, made for another board map, with a file too many."""
    text = FILES["tables.py"].replace("TAG_GONE_MS = 400", "TAG_GONE_MS = 401")
    changed = text.replace('fromhex("', 'fromhex("00')[:-5] + '")\n'
    return {**FILES, "tables.py": changed, "firmware/gone.py": ""}


def on(pico: PlayedPico) -> dict[str, str]:
    files = [path for path in pico.flash.rglob("*") if path.is_file()]
    return {str(path.relative_to(pico.flash)): path.read_text() for path in files}


# Boards that get their firmware


@pytest.mark.parametrize("chip", CHIPS)
def test_a_fresh_board_gets_the_firmware_and_says_hello(
    chip: str, tmp_path: Path, said: Said
) -> None:
    with PlayedPico(tmp_path, chip=chip) as pico:
        assert flash(DEFAULT, "depth", None, pico.look, QUICK) == 0
    out, err = said()
    assert out.splitlines()[1:] == [
        f"depth: copying {len(FILES)} files",
        "depth: all files are copied and verified; restarting",
        RUNS,
    ]
    assert "has no firmware yet" in out
    assert err == ""
    assert on(pico) == FILES
    assert not (pico.flash / "new").exists()


@pytest.mark.parametrize("chip", CHIPS)
def test_a_board_that_runs_is_asked_to_wait_and_keeps_nothing_of_the_old(
    chip: str, tmp_path: Path, said: Said
) -> None:
    pico = PlayedPico(tmp_path, chip=chip)
    lay(pico, stale())
    with pico:
        assert flash(DEFAULT, None, None, pico.look) == 1
        listed, _ = said()
        assert f"firmware {DOTTED}, out of date: it was flashed" in listed
        assert flash(DEFAULT, "depth", None, pico.look) == 0
        out, _ = said()
        assert f"runs depth, firmware {DOTTED}" in out
        assert out.endswith(f"{RUNS}\n")
        assert flash(DEFAULT, None, None, pico.look) == 1
        listed, _ = said()
        assert f"firmware {DOTTED}, matches the board map" in listed
    assert on(pico) == FILES


@pytest.mark.parametrize("programs", [5, 60])
def test_a_copy_that_is_cut_off_leaves_the_old_program_and_can_be_done_again(
    programs: int, tmp_path: Path, said: Said
) -> None:
    pico = PlayedPico(tmp_path, cut=programs)
    lay(pico, stale())
    with pico:
        assert flash(DEFAULT, "depth", None, pico.look) == 1
    _, err = said()
    assert err.startswith("undertow: depth: the board was lost")
    assert err.endswith("; it still has its old program; run this again\n")
    (tmp_path / "note").unlink(missing_ok=True)  # registers forget without power
    with PlayedPico(tmp_path) as pico:
        assert flash(DEFAULT, None, None, pico.look) == 1
        assert f"firmware {DOTTED}, out of date" in said()[0]
        assert flash(DEFAULT, "depth", None, pico.look) == 0
        assert "depth: an earlier copy was interrupted; copying again\n" in said()[0]
    assert on(pico) == FILES


def lost_at_the_switch(
    pico: PlayedPico, monkeypatch: pytest.MonkeyPatch, *, is_done: bool
) -> None:
    """The power fails before the one rename that decides, or right after it."""
    run = Repl.run

    def cut(self: Repl, program: str) -> None:
        if program.startswith("start_with"):
            if is_done:
                self._board.exec_raw_no_follow(program)
                while (pico.flash / "new" / "switch.py").exists():
                    pass
            pico.pull()
        run(self, program)

    monkeypatch.setattr(Repl, "run", cut)
    assert flash(DEFAULT, "depth", None, pico.look) == 1
    monkeypatch.setattr(Repl, "run", run)


def listed(pico: PlayedPico, said: Said) -> str:
    """What the list says of the board, once it has started."""
    for _ in range(20):  # it may restart while it is asked
        flash(DEFAULT, None, None, pico.look, Timeouts(hello=10))
        row = said()[0].splitlines()[0]
        if f"firmware {DOTTED}" in row:
            return row
    raise AssertionError(row)


@pytest.mark.parametrize(("is_done", "runs"), [(False, "out of"), (True, "matches")])
def test_a_board_that_is_lost_at_the_switch_is_said_to_have_either_program(
    is_done: bool,
    runs: str,
    tmp_path: Path,
    said: Said,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pico = PlayedPico(tmp_path)
    lay(pico, stale())
    with pico:
        lost_at_the_switch(pico, monkeypatch, is_done=is_done)
    err = said()[1]
    assert err.startswith("undertow: depth: the board was lost")
    assert "either its old program or its new one" in err
    (tmp_path / "note").unlink(missing_ok=True)  # registers forget without power
    with PlayedPico(tmp_path) as pico:
        assert runs in listed(pico, said)
        assert flash(DEFAULT, "depth", None, pico.look) == 0
    assert on(pico) == FILES


@pytest.mark.parametrize("chip", CHIPS)
def test_a_board_that_fell_over_is_fixed_before_its_watchdog_bites(
    chip: str, tmp_path: Path, said: Said
) -> None:
    pico = PlayedPico(tmp_path, chip=chip)
    lay(pico, {"main.py": "import machine\nmachine.WDT(8000)\nimport tables\n"})
    with pico:
        assert flash(DEFAULT, "depth", None, pico.look, QUICK) == 0
    assert said()[0].endswith(f"{RUNS}\n")


def test_a_board_that_was_stopped_before_it_read_its_note_does_not_wait_again(
    tmp_path: Path, said: Said
) -> None:
    pico = PlayedPico(tmp_path)
    lay(pico, {**FILES, "main.py": "raise SystemError('stopped while it starts')\n"})
    (tmp_path / "note").write_text(str(0x5EA80000))  # it was asked to wait
    with pico:
        assert flash(DEFAULT, "depth", None, pico.look, QUICK) == 0
    assert said()[0].endswith(f"{RUNS}\n")


def test_a_board_with_a_new_number_is_named_by_its_port(
    tmp_path: Path, said: Said
) -> None:
    board_map = tmp_path / "board.toml"
    shutil.copy(DEFAULT, board_map)
    with PlayedPico(tmp_path, serial="E660583883724E2F") as pico:
        assert flash(board_map, "depth", None, pico.look) == 1
        (plug,) = pico.look().ports
        assert f"if this is the board, add --port {plug.port}\n" in said()[1]
        assert flash(board_map, "depth", plug.port, pico.look, QUICK) == 0
    last = said()[0].splitlines()[-1]
    assert last.startswith(
        f'depth: now write usb_serial = "E660583883724E2F" into {board_map}:'
    )
    assert last.endswith("; the table finds the board by this number")


# Boards that do not


@pytest.mark.parametrize(
    ("chip", "version", "named"),
    [
        ("Generic ESP32 module with ESP32", "1.25.0", "Pico 2 (RP2350)"),
        (CHIPS[0], "1.24.1", "the drive RPI-RP2"),
        (CHIPS[1], "1.24.1", "the drive RP2350"),
    ],
)
def test_another_chip_or_an_old_micropython_is_left_as_it_is(
    chip: str, version: str, named: str, tmp_path: Path, said: Said
) -> None:
    pico = PlayedPico(tmp_path, chip=chip, version=version)
    lay(pico, {"notes.txt": "mine"})
    with pico:
        assert flash(DEFAULT, "depth", None, pico.look, QUICK) == 1
    assert named in said()[1]
    assert on(pico) == {"notes.txt": "mine"}


def test_a_file_that_arrives_damaged_is_noticed_and_not_started(
    tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = Repl.put

    def damage(self: Repl, path: str, data: bytes) -> None:
        put(self, path, data.replace(b"class Decoder", b"class Decodes"))

    monkeypatch.setattr(Repl, "put", damage)
    pico = PlayedPico(tmp_path)
    lay(pico, {"main.py": "the_old = 1\n"})
    with pico:
        assert flash(DEFAULT, "depth", None, pico.look, QUICK) == 1
    assert "new/firmware/wire.py" in said()[1]
    assert (pico.flash / "main.py").read_text() == "the_old = 1\n"


def test_a_port_that_a_table_holds_is_named_and_so_is_what_to_stop(
    tmp_path: Path, said: Said
) -> None:
    with PlayedPico(tmp_path) as pico:
        (plug,) = pico.look().ports
        with Line(plug.port):
            assert flash(DEFAULT, "depth", None, pico.look, HASTY) == 1
            assert flash(DEFAULT, None, None, pico.look, HASTY) == 1
    out, err = said()
    assert err.startswith(f"undertow: depth: {plug.port} is in use")
    assert "`sudo systemctl stop undertow`" in err
    assert f"depth: {plug.port} is in use" in out


def test_a_port_without_micropython_says_how_to_get_it_there(said: Said) -> None:
    with silent_port() as silent:
        plugged = Plugged((Plug(silent, "2e8a:0005", DEPTH.usb_serial),))
        assert flash(DEFAULT, "depth", None, lambda: plugged, HASTY) == 1
    err = said()[1]
    for words in (silent, "BOOTSEL", "RPI-RP2", "RP2350"):
        assert words in err
