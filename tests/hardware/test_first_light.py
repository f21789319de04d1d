"""First light: the strip glows before anything heavy is imported."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware import first_light
from hardware.backends.pi.pixels import PiPixels
from hardware.backends.pi.spidev import SpiBus
from hardware.backends.sim.pixels import MemoryPixels
from hardware.first_light import Lit
from tests.support.fakepi import fake_pi, open_files
from wiring import boardmap

WIRE = bytes(range(30))
NOTE = b"memory\n" + WIRE
WORDS = b"/home\1play\1--backend=sim"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.toml"
    path.write_text("a board map\n")
    return path


def remember(state: Path, board: Path, note: bytes = NOTE) -> None:
    """A start has read this board map, and a settings file that is not there."""
    first_light.remember((str(state), WORDS), str(state / "s.toml"), str(board), note)


def kindle(state: Path) -> Lit | None:
    return first_light.kindle((str(state), WORDS))


def kindled(state: Path) -> bytes | None:
    pixels = kindle(state)
    return pixels.wire if isinstance(pixels, MemoryPixels) else None


def test_the_waking_frame_of_the_last_start_is_shown_once(
    tmp_path: Path, board: Path
) -> None:
    remember(tmp_path, board)
    pixels = kindle(tmp_path)
    assert isinstance(pixels, MemoryPixels)
    assert (pixels.wire, pixels.sent) == (WIRE, 1)


def test_the_very_first_start_stays_dark(tmp_path: Path, board: Path) -> None:
    assert kindled(tmp_path) is None
    assert kindled(tmp_path / "no such folder") is None


def test_a_board_map_that_was_written_again_keeps_it_dark(
    tmp_path: Path, board: Path
) -> None:
    remember(tmp_path, board)
    found = board.stat()
    os.utime(board, ns=(found.st_atime_ns, found.st_mtime_ns + 1))
    assert kindled(tmp_path) is None


def test_a_board_map_of_another_size_keeps_it_dark(tmp_path: Path, board: Path) -> None:
    remember(tmp_path, board)
    found = board.stat()
    board.write_text("another board map\n")
    os.utime(board, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert kindled(tmp_path) is None


def test_a_settings_file_that_came_changed_or_went_keeps_it_dark(
    tmp_path: Path, board: Path
) -> None:
    file = tmp_path / "s.toml"
    remember(tmp_path, board)
    file.write_text('board = "mini"\n')
    assert kindled(tmp_path) is None
    remember(tmp_path, board)
    assert kindled(tmp_path) == WIRE
    file.write_text('board = "mark1"\n')
    assert kindled(tmp_path) is None
    remember(tmp_path, board)
    file.unlink()
    assert kindled(tmp_path) is None


def test_a_board_map_that_is_gone_keeps_it_dark(tmp_path: Path, board: Path) -> None:
    remember(tmp_path, board)
    board.unlink()
    assert kindled(tmp_path) is None


def test_what_is_there_already_is_not_written_again(
    tmp_path: Path, board: Path
) -> None:
    remember(tmp_path, board)
    file = tmp_path / "first-light"
    os.utime(file, ns=(1, 1))
    remember(tmp_path, board)
    assert file.stat().st_mtime_ns == 1
    remember(tmp_path, board, b"memory\n" + WIRE[::-1])
    assert kindled(tmp_path) == WIRE[::-1]


def test_a_file_cut_off_at_any_byte_keeps_it_dark(tmp_path: Path, board: Path) -> None:
    remember(tmp_path, board)
    file = tmp_path / "first-light"
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert kindled(tmp_path) is None, length


def test_a_file_with_more_behind_its_mark_keeps_it_dark(
    tmp_path: Path, board: Path
) -> None:
    remember(tmp_path, board)
    with (tmp_path / "first-light").open("ab") as file:
        file.write(b"more")
    assert kindled(tmp_path) is None


@given(st.binary())
# What once asked for 16 gigabytes: a tuple of 2,147,483,647 by Python's marshal.
@example(b"(\xff\xff\xff\x7f")
@example(b"")
def test_garbage_keeps_it_dark_and_raises_nothing(garbage: bytes) -> None:
    with TemporaryDirectory() as state:
        file = Path(state) / "first-light"
        file.write_bytes(garbage)
        assert kindled(Path(state)) is None
        remember(Path(state), boardmap.DEFAULT)
        assert kindled(Path(state)) == WIRE


def test_a_folder_in_the_place_of_the_file_keeps_it_dark(
    tmp_path: Path, board: Path
) -> None:
    (tmp_path / "first-light").mkdir()
    assert kindled(tmp_path) is None


def test_a_start_in_other_words_stays_dark(tmp_path: Path, board: Path) -> None:
    remember(tmp_path, board)
    for words in (b"", WORDS[:-1], WORDS + b"s", WORDS.replace(b"sim", b"pi")):
        assert first_light.kindle((str(tmp_path), words)) is None, words


def test_whatever_decides_about_the_strip_is_among_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = [first_light.asked(["play"]), first_light.asked(["play", "--board=mini"])]
    for name in ("UNDERTOW_SETTINGS", "UNDERTOW_BACKEND", "UNDERTOW_BOARD"):
        with monkeypatch.context() as patch:
            patch.setenv(name, "x")
            found.append(first_light.asked(["play"]))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    found.append(first_light.asked(["play"]))
    assert len({words for _, words in found}) == len(found)


def test_a_note_has_no_secret_of_the_environment_and_is_for_its_owner_only(
    tmp_path: Path, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTOW_HOST_CODE", "never-to-be-written")
    asked = first_light.asked(["play", "--state", str(tmp_path / "new")])
    first_light.remember(asked, "s.toml", str(board), NOTE)
    file = tmp_path / "new/first-light"
    assert b"never" not in file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("arguments", "folder"),
    [
        (["--state", "a"], "a"),
        (["--state=a"], "a"),
        (["get-bit", "--port", "0", "--state=a=b"], "a=b"),
        (["--state", "a", "--state=b"], "b"),
        (["--state"], "/var/lib/undertow"),
        (["--stated", "a"], "/var/lib/undertow"),
        ([], "/var/lib/undertow"),
    ],
)
def test_the_note_lies_in_the_state_folder_that_the_line_or_the_environment_names(
    arguments: list[str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/undertow")
    monkeypatch.delenv("UNDERTOW_STATE", raising=False)
    assert first_light.asked(["play", *arguments])[0] == folder
    monkeypatch.setenv("UNDERTOW_STATE", "/games")
    assert first_light.asked(["play"])[0] == "/games"


# On a Pi, over SPI


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Takes the place of the SPI device: what is written stays in a file."""
    node = tmp_path / "spidev0.0"
    node.touch()
    monkeypatch.setattr("fcntl.ioctl", lambda *_: 0)
    return node


def test_a_strip_on_spi_gets_the_stream_of_the_last_start(
    tmp_path: Path, board: Path, node: Path
) -> None:
    stream = bytes(240) + WIRE + b"\n" + bytes(240)
    note = f"spi 6400000 {node}\n".encode() + stream
    remember(tmp_path, board, note)
    bus = kindle(tmp_path)
    assert isinstance(bus, SpiBus)
    assert node.read_bytes() == stream
    assert bus.frequency == 6_400_000
    bus.close()


def test_what_the_real_strip_showed_is_what_the_next_start_lights(
    tmp_path: Path, board: Path
) -> None:
    with fake_pi(tmp_path / "pi") as pi:
        pixels = PiPixels(boardmap.load(), pi.root)
        wire = bytes(range(159)) * 3
        pixels.show(wire)
        note = pixels.note()
        assert note
        pixels.close()
        (pi.root / "dev/spidev0.0").write_bytes(b"")
        remember(tmp_path, board, note)
        bus = kindle(tmp_path)
        assert isinstance(bus, SpiBus)
        assert pi.frames() == [wire]
        bus.close()


@pytest.mark.parametrize(
    "head",
    [
        "spi 6400000 /no/such/node",
        "spi fast {node}",
        "spi 99999999999 {node}",
        "spi -1 {node}",
        "spi 6400000",
        "spi 6400000 {node} more",
        "spi 6400000 {node}\0",
        "pwm 18",
        "",
    ],
)
def test_a_strip_that_cannot_be_lit_so_soon_is_passed_over_quietly(
    tmp_path: Path, board: Path, node: Path, head: str
) -> None:
    note = f"{head.format(node=node)}\n".encode() + WIRE
    remember(tmp_path, board, note)
    before = open_files()
    assert kindle(tmp_path) is None
    assert node.read_bytes() == b""
    assert open_files() == before


def test_a_device_that_refuses_is_passed_over_quietly(
    tmp_path: Path, board: Path, node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ioctl(*_: object) -> None:
        raise OSError(25, "Inappropriate ioctl for device")

    monkeypatch.setattr("fcntl.ioctl", ioctl)
    note = f"spi 6400000 {node}\n".encode() + WIRE
    remember(tmp_path, board, note)
    before = open_files()
    assert kindle(tmp_path) is None
    assert open_files() == before


def test_the_state_folder_is_the_given_one_then_systemds_then_the_users(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setenv("XDG_STATE_HOME", "/home/somebody/state")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/undertow")
    assert first_light.state_folder("here") == "here"
    assert first_light.state_folder(None) == "/var/lib/undertow"
    assert first_light.state_folder("") == "/var/lib/undertow"
    monkeypatch.delenv("STATE_DIRECTORY")
    assert first_light.state_folder(None) == "/home/somebody/state/undertow"
    monkeypatch.delenv("XDG_STATE_HOME")
    assert first_light.state_folder(None) == "/home/somebody/.local/state/undertow"


def run_python(code: str, *arguments: str) -> list[str]:
    """Runs this in an interpreter of its own, which prints a JSON list."""
    done = subprocess.run(
        # -I -S: neither site-packages nor their .pth files import anything.
        [sys.executable, "-I", "-S", "-c", code, *arguments],
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stderr == ""
    printed: list[str] = json.loads(done.stdout.splitlines()[-1])
    return printed


ROOT = str(Path(first_light.__file__).parents[1])


def test_first_light_imports_nothing_that_a_bare_interpreter_has_not_loaded() -> None:
    code = """
import sys
sys.path.insert(0, sys.argv[1])
import os
before = set(sys.modules)
from hardware import first_light
first_light.kindle(first_light.asked(["play"]))
loaded = sorted(set(sys.modules) - before)
import json
print(json.dumps(loaded))
"""
    assert run_python(code, ROOT) == [
        "hardware",
        "hardware.backends",
        "hardware.backends.pi",
        "hardware.backends.pi.spidev",
        "hardware.backends.sim",
        "hardware.backends.sim.pixels",
        "hardware.first_light",
    ]


def test_playing_lights_the_strip_before_the_commands_are_imported(
    tmp_path: Path,
) -> None:
    arguments = ["play", "--state", str(tmp_path), "--help-me-not"]
    board = str(boardmap.DEFAULT)
    first_light.remember(first_light.asked(arguments), "s.toml", board, NOTE)
    code = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from hardware.backends.sim.pixels import MemoryPixels
from hardware.first_light import Lit
happened = []
show = MemoryPixels.show
MemoryPixels.show = lambda self, wire: (happened.append("light"), show(self, wire))

class Heavy:
    def find_spec(self, name, path=None, target=None):
        if name in HEAVY or name.startswith("controller."):
            happened.append("import " + name)

HEAVY = {"typing", "re", "tomllib", "asyncio", "argparse", "pathlib", "json"}
sys.meta_path.insert(0, Heavy())
already = sorted(HEAVY & set(sys.modules))
from controller.cli.main import main
try:
    main()
except SystemExit:
    pass
import json
print(json.dumps([*already, *happened[:4]]))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, ROOT, *arguments],
        capture_output=True,
        check=True,
        text=True,
    )
    happened = json.loads(done.stdout.splitlines()[-1])
    assert happened == [
        "import controller.cli",
        "import controller.cli.main",
        "light",
        "import controller.cli.command",
    ]
