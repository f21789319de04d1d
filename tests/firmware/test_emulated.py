"""The firmware on an emulated RP2040: copied there, listened to, updated, cut off.

These take minutes: `make pico` builds the chip and runs them, `make test` does not.
They build on each other, from a chip that has nothing but MicroPython.
"""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from controller.tools.flash.command import flash
from controller.tools.flash.repl import Repl
from controller.tools.flash.talk import Line, ask_hello
from controller.tools.flash.update import Timeouts
from firmware.board import VERSION
from firmware.messages import (
    AskHello,
    Hello,
    unpack,
)
from firmware.wire import Decoder, frame
from hardware.backend import LineLost, Plugs
from hardware.boards.driver import Boards
from hardware.boards.ports import SerialPorts
from hardware.health import Health
from hardware.parts.registry import Parts
from hardware.readings import LinkUp, Occupied, Reading
from tests.firmware.pico import DEPTH, EmulatedPico
from wiring.boardmap import DEFAULT, SensorBoard, load
from wiring.tables import tables_hash

pytestmark = pytest.mark.pico

# An emulated chip is slower than a real one, and many times so on a busy machine.
PATIENT = Timeouts(hello=30, prompt=60, back=300)
LONG_S = 300.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pico")


@pytest.fixture(scope="module")
def pico(folder: Path) -> Iterator[EmulatedPico]:
    """A board with our firmware, which came over its USB plug onto the bare chip."""
    with EmulatedPico(folder / "chip") as pico:
        assert flash(DEFAULT, "depth", None, pico.look, PATIENT._replace(hello=2)) == 0
        yield pico


@pytest.fixture(scope="module")
def other_map(folder: Path) -> Path:
    """The same table, but the board `depth` waits longer for its signals."""
    path = folder / "board.toml"
    text = DEFAULT.read_text()
    path.write_text(text.replace("settle_us = 20", "settle_us = 25", 1))
    assert tables_hash(load(path).boards[0]) != tables_hash(DEPTH)
    return path


def says(pico: EmulatedPico) -> Hello:
    """Return the board's hello, asked until it has started."""
    end = monotonic() + LONG_S
    while monotonic() < end:
        for plug in pico.look().ports:
            # It may restart at this moment, and come back on another port.
            with suppress(LineLost), Line(plug.port) as line:
                hello = ask_hello(line, PATIENT.hello)
                if hello:
                    return hello
    raise AssertionError("the board says nothing")


def test_the_chip_says_who_it_is(pico: EmulatedPico) -> None:
    hello = says(pico)
    assert (hello.name, hello.version) == ("depth", VERSION)
    assert hello.tables == tables_hash(DEPTH)
    assert hello.serial == DEPTH.usb_serial


class Table:
    """The table's own driver of sensor boards, and what it reads."""

    def __init__(
        self, pico: EmulatedPico, row: SensorBoard = DEPTH, nonce: int = 7
    ) -> None:
        def ports() -> Plugs:
            return [(row.usb_serial, plug.port) for plug in pico.look().ports]

        loop = asyncio.get_running_loop()
        self._readings: asyncio.Queue[Reading] = asyncio.Queue()
        self.boards = Boards((row,), SerialPorts(loop, ports), loop, Parts(), nonce)
        self.boards.listen(self._readings.put_nowait)

    async def reads(self) -> Reading:
        return await asyncio.wait_for(self._readings.get(), LONG_S)

    def health(self) -> Health:
        (health,) = self.boards.health()
        return health


def test_every_multiplexer_and_every_channel_is_read_where_it_is(
    pico: EmulatedPico,
) -> None:
    """One sensor at a time; another one that went on with it would be read next."""
    bits = [0, 15, 16, 30, 33, 50, 69, 92, 102, 126]

    async def play() -> None:
        table = Table(pico)
        assert await table.reads() == LinkUp("depth")
        for bit in bits:
            sensor = DEPTH.sensors[bit]
            assert sensor
            pico.set_low(bit)
            assert await table.reads() == Occupied(sensor.place, True)
            pico.set_low()
            assert await table.reads() == Occupied(sensor.place, False)
        table.boards.close()

    assert {bit // 16 for bit in bits} == set(range(8))
    asyncio.run(play())


def test_a_running_board_gets_the_tables_of_another_map(
    pico: EmulatedPico, other_map: Path
) -> None:
    assert flash(other_map, "depth", None, pico.look, PATIENT) == 0
    assert says(pico).tables == tables_hash(load(other_map).boards[0])


def test_a_power_cut_while_files_are_copied_leaves_the_old_program(
    pico: EmulatedPico,
    other_map: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    put = Repl.put

    def cut(self: Repl, path: str, data: bytes) -> None:
        if path == "new/firmware/messages.py":
            pico.pull()
        put(self, path, data)

    monkeypatch.setattr(Repl, "put", cut)
    assert flash(DEFAULT, "depth", None, pico.look, PATIENT) == 1
    assert "new/firmware/messages.py" in capsys.readouterr().err
    with EmulatedPico(pico.folder) as again:
        assert says(again).tables == tables_hash(load(other_map).boards[0])


# Starting beside a table that asks


@pytest.mark.parametrize("nonce", [0x0302, 0x1002, 0xFEFF])
def test_a_board_that_gets_power_beside_a_running_table_comes_up(
    nonce: int, pico: EmulatedPico, other_map: Path
) -> None:
    """The table asks from the first moment on that there is a port."""

    async def play() -> None:
        again = EmulatedPico(pico.folder)
        table = Table(again, load(other_map).boards[0], nonce)
        with again:
            assert await table.reads() == LinkUp("depth")
        table.boards.close()

    asyncio.run(play())


def test_ctrl_c_in_the_questions_of_an_earlier_table_stops_no_board_that_starts(
    pico: EmulatedPico,
) -> None:
    question = b"\0" + frame(3, AskHello(0x0303).pack())
    with EmulatedPico(pico.folder) as again:
        (plug,) = again.look().ports
        decoder, end = Decoder(), monotonic() + LONG_S
        with Line(plug.port) as line:
            while monotonic() < end:
                line.write(question)
                asked = monotonic()
                while monotonic() < asked + 0.5:
                    for raw in decoder.feed(line.hear()):
                        answer = unpack(raw)
                        if isinstance(answer, Hello) and answer.nonce == 0x0303:
                            return
    raise AssertionError("the board was stopped in its start")


@pytest.fixture(scope="module")
def staged(pico: EmulatedPico, folder: Path) -> Path:
    """A chip that has all its new files and is about to put them in their places."""
    patch = pytest.MonkeyPatch()
    with EmulatedPico(pico.folder) as again:
        patch.setattr(Repl, "reset", lambda _: again.pull())
        flash(DEFAULT, "depth", None, again.look, PATIENT._replace(back=30))
        patch.undo()
    return pico.folder


@pytest.mark.parametrize("writes", [0, 3, 11])
def test_a_power_cut_while_files_take_their_places_ends_in_the_new_program(
    writes: int, staged: Path, tmp_path: Path
) -> None:
    shutil.copy(staged / "flash.bin", tmp_path / "flash.bin")
    with EmulatedPico(tmp_path, cut=writes) as first:
        assert first.until_dead(LONG_S)
    with EmulatedPico(tmp_path) as second:
        hello = says(second)
    assert hello.tables == tables_hash(DEPTH)
