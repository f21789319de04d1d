"""Tables of the firmware, made from the board map."""

from pathlib import Path
from typing import Any

import pytest

from firmware.sim_main import load as load_tables
from wiring import tables
from wiring.boardmap import Sensor, SensorBoard, load

BOARDS = {board.name: board for board in load().boards}


def made(board: SensorBoard) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(tables.tables(board), names)
    return names


def test_the_files_in_the_tree_are_those_of_the_board_map() -> None:
    assert tables.stale(load()) == []


@pytest.mark.parametrize("name", BOARDS)
def test_tables_hold_their_own_hash_and_name(name: str) -> None:
    found = made(BOARDS[name])
    assert found["NAME"] == name
    assert found["HASH"] == tables.tables_hash(BOARDS[name])
    assert len(found["HASH"]) == 8


def test_the_grid_has_quick_switches_and_slow_hall_sensors() -> None:
    assert made(BOARDS["grid"])["DWELL"] == ((25, 10), (50, 150))
    assert made(BOARDS["depth"])["DWELL"] == ((124, 150),)
    assert made(BOARDS["cards"])["DWELL"] == ()


def test_readers_are_named() -> None:
    assert made(BOARDS["cards"])["READERS"] == ("shoe", "play")
    assert made(BOARDS["grid"])["READERS"] == ()


def test_one_reader_and_bits_without_a_sensor_make_good_tables() -> None:
    sensors = (None, Sensor("switch", "tile:0,0"), None)
    found = made(SensorBoard("one", "E661", sensors, ("play",)))
    assert found["DWELL"] == ((1, 0), (2, 10), (3, 0))
    assert found["READERS"] == ("play",)


def test_the_hash_is_of_the_content_and_not_of_the_plug() -> None:
    grid = BOARDS["grid"]
    other_plug = grid._replace(usb_serial="E66100000000000A")
    assert tables.tables(other_plug) == tables.tables(grid)
    fewer = grid._replace(sensors=grid.sensors[:-1])
    renamed = grid._replace(name="tiles")
    hashes = {tables.tables_hash(board) for board in (grid, fewer, renamed)}
    assert len(hashes) == 3


def test_where_a_bit_lies_on_the_table_does_not_matter_to_the_board() -> None:
    grid = BOARDS["grid"]
    turned = grid._replace(sensors=(*grid.sensors[:25][::-1], *grid.sensors[25:]))
    assert tables.tables_hash(turned) == tables.tables_hash(grid)


def test_the_simulated_board_reads_the_same_tables(tmp_path: Path) -> None:
    tables.write(load(), tmp_path)
    loaded = load_tables(str(tmp_path / "grid.py"))
    assert loaded.NAME == "grid"
    assert tables.tables_hash(BOARDS["grid"]) == loaded.HASH


def test_writing_leaves_no_tables_of_boards_that_are_gone(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text("")
    written = tables.write(load(), tmp_path)
    assert sorted(written) == sorted(tmp_path.iterdir())
    assert tables.stale(load(), tmp_path) == []


def test_the_check_names_each_stale_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables.write(load(), tmp_path)
    (tmp_path / "grid.py").write_text("NAME = 'grid'\n")
    (tmp_path / "depth.py").unlink()
    (tmp_path / "old.py").write_text("")
    assert tables.main(["--check", f"--folder={tmp_path}"]) == 1
    mend = "python -m wiring.tables writes them anew"
    assert capsys.readouterr().err.splitlines() == [
        f"firmware tables: depth.py is missing; {mend}",
        f"firmware tables: grid.py differs from the board map; {mend}",
        f"firmware tables: old.py is of no board in the map; {mend}",
    ]
    assert tables.main([f"--folder={tmp_path}"]) == 0
    assert tables.main(["--check", f"--folder={tmp_path}"]) == 0


def test_a_flash_holds_everything_that_its_files_import(tmp_path: Path) -> None:
    assert tables.main(["--flash", "depth", str(tmp_path)]) == 0
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.py")}
    assert found == set(tables.flash(BOARDS["depth"]))
    assert {"main.py", "tables.py", "firmware/chip.py"} <= found
    assert "firmware/sim_main.py" not in found
    assert list(tables.flash(BOARDS["depth"]))[-1] == "main.py"


def test_an_unknown_board_and_a_bad_map_get_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tables.main(["--flash", "dept", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.endswith("has no board 'dept'; it has depth, grid, cards\n")
    bad = tmp_path / "bad.toml"
    bad.write_text("name = 1")
    assert tables.main([f"--map={bad}"]) == 1
    assert capsys.readouterr().err.startswith(f"{bad}:1: ")
