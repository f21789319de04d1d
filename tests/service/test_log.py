"""The log: what is in it, how it looks where it goes, and what is never in it."""

import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from controller.cli.run import run
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import Choose
from controller.service.log import is_journal, written
from hardware.parts.registry import Parts
from tests.service.test_service import as_systemd, pages, running
from tests.support.simtable import SimTable, sim_table
from tests.support.webtable import PATIENCE_S, get
from wiring import boardmap

# How it looks


@contextmanager
def journal(folder: Path) -> Iterator[IO[str]]:
    """Let standard error go to systemd's journal."""
    with (
        pytest.MonkeyPatch.context() as patch,
        (folder / "journal").open("w+") as stream,
    ):
        patch.setattr(sys, "stderr", stream)
        patch.setenv("JOURNAL_STREAM", as_systemd(stream)["JOURNAL_STREAM"])
        yield stream


def lines(stream: IO[str]) -> list[str]:
    stream.seek(0)
    return stream.read().splitlines()


def log_something() -> None:
    parts = Parts()
    with written():
        parts.fitted("strip", "SPI on GPIO10")
        parts.fails("strip", "the plug is loose")
        parts.works("strip")
        logging.getLogger("websockets").info("somebody came")
        logging.getLogger("asyncio").error("in two\nlines")
    logging.getLogger("undertow").info("after the end")


def test_in_the_journal_each_line_has_its_level_and_no_time(tmp_path: Path) -> None:
    with journal(tmp_path) as stream:
        log_something()
        said = lines(stream)
    assert said == [
        "<6>strip: SPI on GPIO10",
        "<4>strip: the plug is loose",
        "<6>strip: works again",
        "<3>in two",
        "<3>lines",
    ]


# Where it goes


def test_the_journal_is_known_by_its_device_and_inode(tmp_path: Path) -> None:
    path = tmp_path / "stream"
    with path.open("w") as stream:
        found = os.fstat(stream.fileno())
        right = f"{found.st_dev}:{found.st_ino}"
        assert is_journal(stream, {"JOURNAL_STREAM": right})
        assert not is_journal(stream, {"JOURNAL_STREAM": f"{right}1"})
        assert not is_journal(stream, {"JOURNAL_STREAM": "journal"})
        assert not is_journal(stream, {})
    assert not is_journal(stream, {"JOURNAL_STREAM": right})


# What is in it


OPTIONS = "longer=false, memory=false, refresh_at=2"


def test_a_game_is_begun_and_over_and_nothing_between_is_told(
    table: SimTable, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table.start(seed=7)
    while not table.table.match.result:
        table.act(GAME.legal(table.position)[0])
    result = table.table.match.result
    winners = " and ".join(map(str, result.winners))
    assert caplog.messages == [
        f"begun: get-bit, 4 seats, {OPTIONS}",
        f"over: get-bit, 4 seats, {OPTIONS}; won by seat {winners}",
    ]


def test_a_saved_game_is_resumed_or_put_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "undertow.game")
    said = {"ok": ["resumed"], "undo": ["put away", "begun"]}
    for control in ("ok", "undo"):
        state = tmp_path / control
        with sim_table(state) as table:
            table.start()
        caplog.clear()
        with sim_table(state) as table:
            table.start()
            table.tap(control)
        ours = [r.getMessage() for r in caplog.records if r.name == "undertow.game"]
        assert [message.partition(":")[0] for message in ours] == [
            "waits, unfinished",
            *said[control],
        ]


# What is never in it


def test_no_secret_of_a_played_game_is_in_the_log(tmp_path: Path) -> None:
    """Every seat plays on its own page; a wrong code and a refused card are tried."""
    with (
        (tmp_path / "journal").open("w+") as stream,
        running(tmp_path, "--seed", "70707", journal=stream) as process,
        pages(process) as opened,
    ):
        links = [link["url"] for link in opened.greeting["links"]]
        codes = [url.rpartition("code=")[2] for url in links]
        for seat, name in enumerate(("red", "blue", "green", "yellow")):
            opened.act(Choose(seat, name, 99))
            opened.seats[seat].next("told")
            opened.act(Choose(seat, name, 1 + seat))
            opened.table.next("position")
        get(process.port, f"/seat/0?code={codes[1]}", {})
        opened.close()
        assert process.stop(signal.SIGTERM)[0] == 0
        said = lines(stream)
    assert [line for line in said if line.startswith("<6>begun: ")] == [
        f"<6>begun: get-bit, 4 seats, {OPTIONS}"
    ]
    for secret in (*codes, "70707", "card", "choose", "hand"):
        assert not re.search(rf"\b{secret}\b", "\n".join(said)), secret


def test_in_the_journal_nothing_is_said_twice(tmp_path: Path) -> None:
    """Under systemd both streams of the service are one, the journal's."""
    command = [sys.executable, "-W", "error", "-m", "controller.cli.main", "play"]
    with (tmp_path / "journal").open("w+") as stream, listener(tmp_path) as systemd:
        found = os.fstat(stream.fileno())
        service = subprocess.Popen(
            [*command, "get-bit", "--no-browser", "--port=0", f"--state={tmp_path}"],
            stdout=stream,
            stderr=stream,
            env=os.environ
            | {
                "JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}",
                "NOTIFY_SOCKET": str(tmp_path / "notify"),
            },
        )
        assert systemd.recv(4096).startswith(b"READY=1\n")
        service.terminate()
        assert service.wait(PATIENCE_S) == 0
        stream.seek(0)
        lines = stream.read().splitlines()
    assert all(re.match(r"<[346]>\S", line) for line in lines), lines
    for start in ("<6>strip: ", "<6>begun: ", "<6>The table's page: http://localhost:"):
        assert len([line for line in lines if line.startswith(start)]) == 1, lines


def listener(folder: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(folder / "notify"))
    listening.settimeout(PATIENCE_S)
    return listening


def test_a_refused_board_map_is_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(boardmap.DEFAULT.read_text().replace("gpio = 17", "gpio = 4"))
    with journal(tmp_path) as stream:
        assert run(["play", "--board", str(path)]) == 1
        (line,) = lines(stream)
    assert line.startswith(f"<3>{path}:")
    assert "GPIO4 is claimed by both" in line
