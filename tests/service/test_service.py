"""The running table as real processes: killed, stopped, started twice."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from typing import IO, Any

import pytest
import segno
from websockets.exceptions import ConnectionClosed

from controller import games
from controller.chance.seed import seeded
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import Choose
from controller.rules.codec import to_json
from controller.rules.match import Match
from controller.rules.views import show
from controller.service.welcome import PHONES, greet
from hardware.parts.registry import Parts
from tests.support.simtable import sim_table
from tests.support.webtable import PATIENCE_S, PageAtTable, get

LAST_LINE = "Ctrl-C ends it; the game is kept.\n"
OFFER = "An unfinished game waits: `ok` goes on, `undo` puts it away.\n"


class Process:
    """`undertow play`, until it has said all that it says when it is ready."""

    def __init__(
        self,
        state: Path,
        *arguments: str,
        last_line: str = LAST_LINE,
        journal: IO[str] | None = None,
    ) -> None:
        """Without systemd's `journal` its log is what `end` returns."""
        command = [sys.executable, "-W", "error", "-m", "controller.cli.main", "play"]
        game = () if set(games.names()) & set(arguments) else ("get-bit",)
        more = ["--no-browser", "--port", "0", "--state", str(state), *arguments, *game]
        self._process = subprocess.Popen(
            [*command, *more],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=journal or subprocess.PIPE,
            env=as_systemd(journal) if journal else None,
            text=True,
        )
        assert self._process.stdout
        self.parts: list[str] = []
        self.said: list[str] = []
        while line := self._process.stdout.readline():
            # How each part is driven comes first, then where the page is.
            known = self.said or line.startswith("The table's page")
            (self.said if known else self.parts).append(line)
            if line == last_line:
                break
        else:
            raise AssertionError(f"it did not start: {self.end()}")
        found = re.search(r"http://localhost:(\d+)/", self.said[0])
        assert found, self.said
        self.port = int(found[1])

    def stop(self, number: signal.Signals) -> tuple[int, str, str]:
        """Sends a signal; the status and what was still said."""
        self._process.send_signal(number)
        return self.end()

    def end(self) -> tuple[int, str, str]:
        out, said = self._process.communicate(timeout=PATIENCE_S)
        return self._process.returncode, out, said

    def kill(self) -> None:
        """As a power cut would, and nothing that was said is lost."""
        assert self.stop(signal.SIGKILL) == (-signal.SIGKILL, "", "")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def starts_again(self) -> None:
        """Wait until the table says once more that it runs."""
        assert self._process.stdout
        while (line := self._process.stdout.readline()) != LAST_LINE:
            assert line, f"it has ended: {self.end()}"

    def table(self) -> PageAtTable:
        return PageAtTable(self.port, "/ws")


def as_systemd(journal: IO[str]) -> dict[str, str]:
    """Return an environment in which this file is systemd's journal."""
    found = os.fstat(journal.fileno())
    return {**os.environ, "JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}


@contextmanager
def running(
    state: Path,
    *arguments: str,
    last_line: str = LAST_LINE,
    journal: IO[str] | None = None,
) -> Iterator[Process]:
    process = Process(state, *arguments, last_line=last_line, journal=journal)
    try:
        yield process
    finally:
        if process.alive:
            process.kill()


class Pages:
    """The table's page and those of all seats of one running table."""

    def __init__(self, process: Process) -> None:
        self._open = ExitStack()
        self.table = self._open.enter_context(process.table())
        self.greeting = self.table.next("position")
        self.seats = [
            self._open.enter_context(
                PageAtTable(
                    process.port,
                    link["url"]
                    .replace("/seat/", "/ws?seat=", 1)
                    .replace("?code=", "&code="),
                )
            )
            for link in self.greeting["links"]
        ]
        self.greetings = [page.next("position") for page in self.seats]

    def states(self) -> list[dict[str, Any]]:
        """What each page was shown when it was opened, the table's first."""
        return [p["state"] for p in (self.greeting, *self.greetings)]

    def act(self, action: Choose) -> None:
        self.seats[action.seat].act(to_json(action))

    def close(self) -> None:
        self._open.close()


@contextmanager
def pages(process: Process) -> Iterator[Pages]:
    opened = Pages(process)
    try:
        yield opened
    finally:
        opened.close()


def a_match(seed: int, seats: int = 4) -> Match:
    """The same game, played in this process."""
    match = Match(GAME, seats, {}, seeded(seed))
    match.accept(match.opening())
    return match


def play(match: Match, action: Choose) -> None:
    match.accept(match.plan(action))


def states(match: Match) -> list[dict[str, Any]]:
    """As every page is shown it; JSON knows no tuples."""
    viewers: list[Any] = ["table", *range(match.seats)]
    shown = [show(GAME, match.position, viewer, ())["state"] for viewer in viewers]
    as_json: list[dict[str, Any]] = json.loads(json.dumps(shown))
    return as_json


def test_the_host_changes_settings_and_the_table_starts_again_with_them(
    tmp_path: Path,
) -> None:
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd,
        pytest.MonkeyPatch.context() as patch,
    ):
        systemd.bind(str(tmp_path / "notify"))
        patch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with running(tmp_path) as process:
            with process.table() as page:
                links = page.next("position")["links"]
                page.send("settings", board="mini", language="de")
                told = page.next("settings")
                assert (told["refused"], told["restarts"]) == ({}, True)
                assert {*told["waiting"]} == {"board", "language"}
                page.send("restart")
                page.next("done")
                process.starts_again()
            with process.table() as page:
                assert page.next("hello")["board"]["name"] == "mini"
                # The game is kept.
                assert page.next("position")["links"] == links
            page_text = get(process.port, "/words.js", {}).body
            assert b'language = "de"' in page_text
            # systemd would end a table that says that it stops.
            heard: list[str] = []
            while heard.count("READY=1") < 2:
                heard.append(systemd.recv(4096).decode().partition("\n")[0])
            assert "STOPPING=1" not in heard
            assert process.stop(signal.SIGTERM)[0] == 0


# Starting and stopping


@pytest.mark.parametrize("is_drawn", [True, False])
def test_a_real_table_says_how_each_part_is_driven(
    tmp_path: Path, is_drawn: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = Parts()
    parts.fitted("strip", "SPI on GPIO10")
    with sim_table(tmp_path) as table:
        table.start()
        greet(
            table.table.now,
            parts,
            8080,
            shared=None,
            host_code="x",
            record=None,
            is_drawn=is_drawn,
        )
    told = "" if is_drawn else "strip: SPI on GPIO10\n"
    page = "The table's page: http://localhost:8080/\n"
    assert capsys.readouterr().out == told + page


def test_at_a_terminal_it_says_how_phones_get_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with sim_table(tmp_path) as table:
        table.start()
        now = table.table.now
        greet(now, Parts(), 8080, shared=None, host_code="x", record=None)
    assert capsys.readouterr().out.splitlines()[1] == PHONES


def test_it_says_where_its_page_is(tmp_path: Path) -> None:
    with running(tmp_path) as process:
        assert process.said == [
            f"The table's page: http://localhost:{process.port}/\n",
            LAST_LINE,
        ]
        answer = get(process.port, "/", {})
        assert answer.status == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_stops_in_good_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    with running(tmp_path) as process, process.table() as page:
        page.next("position")
        assert process.stop(number) == (0, "", "")
        with pytest.raises(ConnectionClosed) as closed:
            page.next("position")
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1012
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "journal.sqlite",
        "journal.sqlite.mark",
    ]


def test_options_of_the_command_reach_the_game(tmp_path: Path) -> None:
    arguments = ["get-bit", "--seats", "3", "--seed", "-5", "--option", "memory=true"]
    with running(tmp_path, *arguments) as process, process.table() as page:
        position = page.next("position")
        assert position["game"]["seats"] == 3
        assert position["game"]["options"] == {
            "longer": False,
            "memory": True,
            "refresh_at": 2,
        }
        match = a_match(-5, seats=3)
        assert tuple(position["state"]["line"]) == match.position.line


def test_a_name_that_is_set_is_one_of_the_tables_own(tmp_path: Path) -> None:
    with running(tmp_path, "--names", "Table.lan") as process:
        answers = [
            get(process.port, "/", {"Host": host}).status
            for host in ("table.lan", "other.lan")
        ]
        assert answers == [200, 403]


def test_shared_it_says_its_address_on_the_local_network(tmp_path: Path) -> None:
    with running(tmp_path, "--share") as process:
        _, watch, host, *code, _ = process.said
        page = rf"http://[^/]+:{process.port}/"
        seats = "On the local network, to watch and to take a seat"
        assert re.fullmatch(rf"{seats}: {page}\n", watch)
        link = re.fullmatch(rf"For the host alone, .*: ({page}\?host=\w{{26}})\n", host)
        assert link
        drawn = StringIO()
        segno.make(link[1], micro=False, error="l").terminal(drawn, compact=True)
        assert "".join(code) == drawn.getvalue()


def test_the_stages_of_the_start_come_in_order(tmp_path: Path) -> None:
    marks = tmp_path / "marks.json"
    with running(tmp_path / "state", "--marks", str(marks)):
        reached = json.loads(marks.read_text())
    assert sorted(reached, key=lambda stage: reached[stage]) == [
        "first light",
        "inputs live",
        "page served",
    ]


def test_a_second_table_with_the_same_journal_is_refused(tmp_path: Path) -> None:
    with running(tmp_path) as process:
        with pytest.raises(AssertionError) as refused:
            Process(tmp_path)
        sentence = (
            f"undertow: {tmp_path}/journal.sqlite is in use: another undertow is "
            "running; stop it, or give this one a folder of its own with --state\n"
        )
        assert str(refused.value) == f"it did not start: {(1, '', sentence)}"
        assert get(process.port, "/", {}).status == 200


def test_a_journal_that_was_kept_aside_is_said(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_text("somebody's notes " * 50)
    sentence = (
        f"{path} cannot be read (file is not a database); it is kept as "
        "journal.sqlite.aside-1, and a new journal was started"
    )
    with running(tmp_path) as process, process.table() as page:
        assert process.said[1:] == [f"Note: {sentence}\n", LAST_LINE]
        assert page.next("position")["notice"] == sentence


# Power cuts


def test_after_a_power_cut_the_game_is_offered_exactly_as_it_was_shown(
    tmp_path: Path,
) -> None:
    match = a_match(3)
    with running(tmp_path, "--seed", "3") as process, pages(process) as before:
        for seat, name in enumerate(("red", "blue", "green", "yellow", "red")):
            action = Choose(seat % 4, name, 1 + seat)
            before.act(action)
            before.table.next("position")
            play(match, action)
        before.seats[0].send("undo")
        before.table.next("position")
        match.rewind(match.undo_mark())
        again = Choose(0, "red", 2)
        before.act(again)
        before.table.next("position")
        play(match, again)
        process.kill()
    with running(tmp_path) as process, pages(process) as after:
        assert process.said[1:] == [OFFER, LAST_LINE]
        assert after.greeting["phase"] == "offer"
        assert after.greeting["links"] == before.greeting["links"]
        assert after.states() == states(match)
        assert match.position.choices == (2, 0, 0, 0)
        after.table.send("continue")
        position = after.table.next("position")
        assert (position["phase"], position["can_undo"]) == ("play", True)
