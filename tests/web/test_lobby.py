"""Who may come in: buckets, crowds, and a door that bears a want of files."""

import resource
import socket
import subprocess
from contextlib import ExitStack, closing, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from controller.web import limits
from controller.web.limits import FEWEST, OWN_FILES, USUAL, Bucket, Rate, fitted
from controller.web.lobby import (
    LET_IN,
    REMEMBERED,
    SENT_AWAY,
    Crowd,
    Door,
    Lobby,
    Rates,
)
from tests.support.processes import COMMAND
from tests.support.webtable import PATIENCE_S, get
from tests.systemd.test_unit import FILES

NEEDED = USUAL.pages + USUAL.passing + OWN_FILES


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(Rate(3, 2), 10)
    assert [bucket.take(10) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(10.4)
    assert bucket.take(10.5)
    assert not bucket.take(10.5)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(Rate(3, 2), 0)
    assert bucket.is_full(0)
    assert bucket.take(0)
    assert not bucket.is_full(0.4)
    assert bucket.is_full(0.5)
    assert [bucket.take(1000) for _ in range(4)] == [True, True, True, False]


def test_rates_are_for_each_address_and_bounded_in_number() -> None:
    rates = Rates(Rate(1, 0))
    assert [rates.take("a", 0), rates.take("a", 0), rates.take("b", 0)] == [
        True,
        False,
        True,
    ]
    for number in range(10 * REMEMBERED):
        rates.take(str(number), 0)
        assert not rates.take("a", 0), "it is in use, and so not forgotten"
    assert len(rates) == REMEMBERED


def test_a_crowd_counts_by_address_and_forgets_who_is_gone() -> None:
    crowd: Crowd[int] = Crowd()
    for member, address in enumerate("abba"):
        crowd.add(address, member)
    crowd.add("b", 4)
    assert (len(crowd), crowd.of("a"), crowd.of("b"), crowd.of("c")) == (5, 2, 3, 0)
    assert (crowd.largest(), crowd.oldest("b"), crowd.newest("b")) == ("b", 1, 4)
    crowd.remove("b", 7)
    crowd.remove("c", 1)
    for member in (1, 2, 4):
        crowd.remove("b", member)
    assert (len(crowd), crowd.of("b"), crowd.largest()) == (2, 0, "a")


# Files


@pytest.fixture
def allowed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The soft and hard limit, the last one in force; all that was set is kept."""
    kept = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: kept[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: kept.append(pair))
    return kept


def test_the_usual_limits_are_below_what_a_process_may_open(
    allowed: list[tuple[int, int]],
) -> None:
    assert NEEDED < 1024
    assert fitted(USUAL) == USUAL
    assert allowed == [(1024, 4096)]


def test_a_low_soft_limit_is_raised_as_far_as_is_needed(
    allowed: list[tuple[int, int]],
) -> None:
    allowed.append((64, resource.RLIM_INFINITY))
    assert fitted(USUAL) == USUAL
    assert allowed[-1] == (NEEDED, resource.RLIM_INFINITY)


@pytest.mark.parametrize(("hard", "room"), [(128, 32), (NEEDED - 2, 63), (20, FEWEST)])
def test_a_low_hard_limit_makes_room_for_fewer_and_says_so(
    allowed: list[tuple[int, int]],
    caplog: pytest.LogCaptureFixture,
    hard: int,
    room: int,
) -> None:
    allowed.append((16, hard))
    found = fitted(USUAL)
    assert (found.pages, found.passing) == (room, room)
    assert allowed[-1] == (hard, hard)
    assert caplog.messages == [
        f"this process may open only {hard} files, so at most {room} pages; "
        f"raise the limit with `ulimit -n {NEEDED}`, or with LimitNOFILE= in the unit"
    ]


def test_the_unit_allows_what_the_page_needs() -> None:
    unit = (FILES / "undertow.service").read_text()
    (line,) = (line for line in unit.splitlines() if line.startswith("LimitNOFILE="))
    assert int(line.partition("=")[2]) >= NEEDED


# The door


def lobby(**limits: Any) -> "Lobby[object]":
    return Lobby(USUAL._replace(**limits), lambda: 0.0, print, print)


def knocking(door: Door, number: int, stack: ExitStack) -> list[socket.socket]:
    return [
        stack.enter_context(socket.create_connection(door.getsockname(), PATIENCE_S))
        for _ in range(number)
    ]


def take(door: Door) -> int:
    """As the event loop does it: until it is told to come again."""
    taken = 0
    with suppress(BlockingIOError):
        while True:
            door.accept()[0].close()
            taken += 1
    return taken


def test_the_door_lets_few_in_at_a_time() -> None:
    with closing(Door("127.0.0.1", 0, lobby())) as door, ExitStack() as stack:
        door.listen(100)
        knocking(door, 10, stack)
        turns = [take(door) for _ in range(10)]
        assert sum(turns) == 10
        assert max(turns) == LET_IN


def test_the_door_sends_away_who_knocks_too_often_without_a_word_to_the_loop() -> None:
    few = lobby(connections=Rate(3, 0))
    with closing(Door("127.0.0.1", 0, few)) as door, ExitStack() as stack:
        door.listen(100)
        knocks = knocking(door, 10 * SENT_AWAY, stack)
        assert sum(take(door) for _ in range(40)) == 3
        for knock in knocks:
            assert knock.recv(1) == b""


def test_without_a_file_to_take_it_with_a_connection_is_refused_and_no_more(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with closing(Door("127.0.0.1", 0, lobby())) as door, ExitStack() as stack:
        door.listen(100)
        knocks = knocking(door, 20, stack)
        use_up_files(stack)
        assert [take(door) for _ in range(40)] == [0] * 40
        # Each was taken with the spare file and closed: nothing is left to spin on.
        for knock in knocks:
            assert knock.recv(1) == b""
        assert len(caplog.messages) == 3
        assert set(caplog.messages) == {
            "no file is left for one more connection; it is refused"
        }


def use_up_files(stack: ExitStack) -> None:
    """Really: until the kernel gives this process no more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
    with socket.socket() as highest:
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest.fileno() + 8, before[1]))
    with suppress(OSError):
        while True:
            stack.enter_context(socket.socket())


def test_a_table_with_very_few_files_goes_on_without_a_traceback(
    tmp_path: Path,
) -> None:
    few = 60
    table = subprocess.Popen(
        [*COMMAND, "play", "--no-browser", "--port=0", f"--state={tmp_path}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)),
    )
    try:
        assert table.stdout is not None
        line = next(line for line in table.stdout if "http://" in line)
        port = urlsplit(line.split()[-1]).port
        assert port is not None
        with ExitStack() as stack:
            for _ in range(4 * few):
                address = ("127.0.0.1", port)
                stack.enter_context(socket.create_connection(address, PATIENCE_S))
        assert answered(port)
    finally:
        table.terminate()
        _, said = table.communicate()
    assert "Traceback" not in said
    assert f"this process may open only {few} files, so at most {FEWEST}" in said


def answered(port: int) -> bool:
    """Waits until those before have been taken and closed."""
    while True:
        with suppress(OSError, HTTPException):
            return get(port, "/", {}).status == 200


def test_the_readme_has_the_bounds_that_hold() -> None:
    """Of `controller/web/README.md`: these were once changed in the code alone."""
    page = (Path(limits.__file__).parent / "README.md").read_text()
    rows = {
        "open pages": f"{USUAL.pages}, of one address {USUAL.pages_of_one}",
        "connections that fetch": f"{USUAL.passing}, {USUAL.open_s} s and ",
        "connections of one address": in_words(USUAL.connections),
        "pages opened from": in_words(USUAL.openings),
        "messages of one page": in_words(USUAL.messages),
        "what a page leaves": f"{USUAL.unread_bytes // 1024} KiB, and ",
    }
    for what, bound in rows.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| {what}"))
        assert f"| {bound}" in row


def in_words(rate: Rate) -> str:
    return f"{rate.burst} at once, then {rate.per_s} a second"
