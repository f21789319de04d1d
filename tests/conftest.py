"""Settings for all tests.

No test has a time limit, because a busy machine is slow. The same tree gives the same
verdict: only `--hypothesis-profile=searching` (`make search`) draws new examples.

Temporary files are kept in memory if there is enough: a table writes each action to the
disk before it shows it, and every test would wait for a real disk.
"""

import gc
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from controller.words import catalogue
from tests.support import ws2812
from tests.support.simtable import SimTable, sim_table

MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3


def has_room(folder: Path) -> bool:
    """Tell whether tests can write there, and run programs that they wrote."""
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return False
    disk = os.statvfs(folder)
    may_run = not disk.f_flag & os.ST_NOEXEC
    return may_run and disk.f_bavail * disk.f_frsize >= ROOM


if "TMPDIR" not in os.environ and has_room(MEMORY):
    # For this process and its children.
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None

# There is hardly any cyclic garbage, and looking for it takes long.
gc.set_threshold(100_000, 50, 100)

settings.register_profile(
    "searching", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("steady", settings.get_profile("searching"), derandomize=True)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def no_frame_draws_more_than_the_supply_gives() -> Iterator[None]:
    with ws2812.watched():
        yield


@pytest.fixture(scope="session", autouse=True)
def every_key_has_its_sentence() -> Iterator[None]:
    """A check that fails on an unknown key, which a table would show as it is."""

    def mistaken(key: str, values: object) -> str:
        assert not key, f"there are no words for {key} with {values}"
        return ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "unknown", mistaken)
        yield


# Tests that need a browser, MicroPython or other processes, and whole matrices.
SLOW = (
    "bench",
    "browser",
    "firmware",
    "fuzz",
    "cli/test_output.py",
    "engine/test_lines.py",
    "games/test_twice.py",
    "games/test_adding.py",
    "hardware/test_alsa.py",
    "hardware/test_any_bytes.py",
    "hardware/test_eliminator_always.py",
    "hardware/test_guardian.py",
    "hardware/test_ports.py",
    "hardware/test_numbers.py",
    "hardware/test_pi*.py",
    "hardware/test_servo_pulses.py",
    "hardware/test_sim_boards.py",
    "input/test_why_always.py",
    "input/test_why_secrets.py",
    "light/test_palette.py",
    "light/test_secrets_in_light.py",
    "pieces/test_pieces.py",
    "pieces/test_sensors_fail.py",
    "replay",
    "service",
    "session/test_fault_matrix.py",
    "sound/test_sounds.py",
    "storage/test_damage.py",
    "storage/test_power_cuts.py",
    "storage/test_trouble.py",
    "systemd",
    "test_fresh_machine.py",
    "testing",
    "tools",
    "web/test_network.py",
    "web/test_reconnect.py",
    "web/test_server.py",
    "web/test_strangers.py",
    "wiring",
)


@cache
def slow_paths() -> frozenset[Path]:
    here = Path(__file__).parent
    found = {path for pattern in SLOW for path in here.glob(pattern)}
    return frozenset({*found, here.parent / "controller" / "testing" / "contract"})


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what `make quick` leaves out."""
    is_quick = config.option.markexpr == "not slow"
    return True if is_quick and collection_path in slow_paths() else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make quick` leaves out (`-m "not slow"`)."""
    slow = slow_paths()
    for item in items:
        if not slow.isdisjoint((item.path, *item.path.parents)):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    """A simulated table without a game."""
    with sim_table(tmp_path) as table:
        yield table
