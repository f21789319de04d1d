"""Tables of the firmware, made from the board map."""

from pathlib import Path
from typing import Any

from firmware.sim_main import load as load_tables
from wiring import tables
from wiring.boardmap import Sensor, SensorBoard, load

HASHES = {
    "depth": "686bd843f8e263de",
    "grid": "41ec24a256fb8cc7",
    "cards": "2d970bbf6c22b6c0",
}
BOARDS = {board.name: board for board in load().boards}


def made(board: SensorBoard) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(tables.tables(board), names)
    return names


def test_the_hash_is_the_one_that_boards_have_said_since_the_first_firmware() -> None:
    hashes = {name: tables.tables_hash(board).hex() for name, board in BOARDS.items()}
    assert hashes == HASHES


def test_the_grid_has_quick_switches_and_slow_hall_sensors() -> None:
    row = (5, 10), (10, 150), (16, 0)
    assert made(BOARDS["grid"])["DWELL"][:3] == row
    assert made(BOARDS["depth"])["DWELL"][:2] == ((31, 150), (32, 0))
    assert made(BOARDS["cards"])["DWELL"] == ()


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
    turned = grid._replace(sensors=(*grid.sensors[:5][::-1], *grid.sensors[5:]))
    assert tables.tables_hash(turned) == tables.tables_hash(grid)


def test_the_simulated_board_reads_the_same_tables(tmp_path: Path) -> None:
    path = tmp_path / "grid.py"
    path.write_text(tables.tables(BOARDS["grid"]))
    loaded = load_tables(str(path))
    assert loaded.NAME == "grid"
    assert tables.tables_hash(BOARDS["grid"]) == loaded.HASH


def test_a_flash_holds_everything_that_its_files_import() -> None:
    found = list(tables.flash(BOARDS["depth"]))
    assert {"main.py", "tables.py", "firmware/chip.py"} <= set(found)
    assert "firmware/sim_main.py" not in found
    assert found[-1] == "main.py"
