"""A board with multiplexers on an emulated RP2040: what it reads, and how often.

Like the other tests of the emulated chip these are run by `make pico`.
"""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from controller.tools.flash.command import flash
from controller.tools.flash.talk import Line
from firmware.messages import AskStatistics, Heartbeat, Message, Statistics, unpack
from firmware.wire import Decoder, frame
from hardware.readings import LinkUp, Occupied, Reading
from tests.firmware.pico.chip import DEPTH, EmulatedPico
from tests.firmware.pico.test_emulated import LONG_S, PATIENT, Table, says
from wiring.boardmap import DEFAULT
from wiring.tables import tables_hash

pytestmark = pytest.mark.pico

LEAST_HZ = 200
MEASURED_S = 20  # of the chip's time, in which nothing moves


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("multiplexed")


@pytest.fixture(scope="module")
def pico(folder: Path) -> Iterator[EmulatedPico]:
    with EmulatedPico(folder / "chip") as chip:
        assert flash(DEFAULT, "depth", None, chip.look, PATIENT._replace(hello=2)) == 0
        assert says(chip).tables == tables_hash(DEPTH)
        yield chip


async def up(pico: EmulatedPico) -> Table:
    table = Table(pico, DEPTH)
    assert await table.reads() == LinkUp("depth")
    return table


def test_every_multiplexer_and_every_channel_is_read_where_it_is(
    pico: EmulatedPico,
) -> None:
    """One sensor at a time; another one that went on with it would be read next."""
    bits = [0, 15, 16, 30, 33, 50, 69, 92, 102, 126]

    async def play() -> None:
        table = await up(pico)
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


def counted(line: Line, decoder: Decoder, epoch: int) -> dict[str, int]:
    line.write(frame(1, AskStatistics(epoch).pack()))
    while True:
        heard = next_message(line, decoder)
        if isinstance(heard, Statistics):
            return heard.named()


def next_message(line: Line, decoder: Decoder) -> Message | None:
    end = monotonic() + LONG_S
    while monotonic() < end:
        for raw in decoder.feed(line.hear()):
            return unpack(raw)
    raise AssertionError("the board says nothing")


def test_124_sensors_are_scanned_200_times_a_second_or_more(
    pico: EmulatedPico, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the chip's own seconds, which are longer than ours."""
    epoch, decoder = says(pico).epoch, Decoder()
    (plug,) = pico.look().ports
    with Line(plug.port) as line:
        first = last = counted(line, decoder, epoch)
        while last["uptime_s"] < first["uptime_s"] + MEASURED_S:
            while not isinstance(next_message(line, decoder), Heartbeat):
                pass
            last = counted(line, decoder, epoch)
    # Whole seconds: at most one more has gone by than they say.
    seconds = last["uptime_s"] - first["uptime_s"] + 1
    rate_hz = (last["scans"] - first["scans"]) / seconds
    with capsys.disabled():
        says_so = f"{rate_hz:.0f} scans a second, the slowest {last['slowest_ms']} ms"
        print(f"\n{says_so}")  # noqa: T201  # a figure to be reported
    assert sum(bool(sensor) for sensor in DEPTH.sensors) == 124
    assert last["errors"] == 0
    assert rate_hz >= LEAST_HZ


def test_a_board_that_waited_too_short_would_feel_what_is_not_there(
    pico: EmulatedPico, tmp_path: Path
) -> None:
    """The same program at signals that rise more slowly than it waits."""
    shutil.copy(pico.folder / "flash.bin", tmp_path / "flash.bin")
    slow = EmulatedPico(tmp_path)
    assert DEPTH.multiplexers
    slow.fit(20 * DEPTH.multiplexers.settle_us)

    async def play() -> list[Reading]:
        table = Table(slow, DEPTH)
        slow.set_low(0)
        found = [await table.reads() for _ in range(3)]
        table.boards.close()
        return found

    with slow:
        felt = {one.place for one in asyncio.run(play()) if isinstance(one, Occupied)}
    assert felt > {"depth:0:0"}
