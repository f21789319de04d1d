"""Admission: token buckets, crowds, and a lack of file descriptors."""

import asyncio
import gc
import json
import resource
import socket
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from controller.web.server.admission import (
    LET_IN,
    REMEMBERED,
    Admission,
    Listener,
    Rates,
)
from controller.web.server.limits import (
    FEWEST,
    OWN_FILES,
    USUAL,
    Bucket,
    Limits,
    Rate,
    within_file_limit,
)
from controller.web.server.server import start_server
from tests.support.processes import COMMAND
from tests.support.webtable import (
    AWAY,
    HASTY,
    HOST_CODE,
    PATIENCE_S,
    PageAtTable,
    WebTable,
    closing,
    get,
    web_table,
)
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


# Files


@pytest.fixture
def allowed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The soft and hard limits that were set, the current ones last."""
    kept = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: kept[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: kept.append(pair))
    return kept


def test_a_low_soft_limit_is_raised_as_far_as_is_needed(
    allowed: list[tuple[int, int]],
) -> None:
    allowed.append((64, resource.RLIM_INFINITY))
    assert within_file_limit(USUAL) == USUAL
    assert allowed[-1] == (NEEDED, resource.RLIM_INFINITY)


@pytest.mark.parametrize(("hard", "room"), [(128, 32), (NEEDED - 2, 79), (20, FEWEST)])
def test_a_low_hard_limit_makes_room_for_fewer_and_says_so(
    allowed: list[tuple[int, int]],
    caplog: pytest.LogCaptureFixture,
    hard: int,
    room: int,
) -> None:
    allowed.append((16, hard))
    found = within_file_limit(USUAL)
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


def admission(**limits: Any) -> Admission:
    return Admission(USUAL._replace(**limits), lambda: 0.0)


def knocking(door: Listener, number: int, stack: ExitStack) -> list[socket.socket]:
    return [
        stack.enter_context(socket.create_connection(door.getsockname(), PATIENCE_S))
        for _ in range(number)
    ]


def take(door: Listener) -> int:
    """Accept connections like the event loop, until it is told to wait."""
    taken = 0
    with suppress(BlockingIOError):
        while True:
            door.accept()[0].close()
            taken += 1
    return taken


def test_the_listener_accepts_few_at_a_time() -> None:
    with Listener("127.0.0.1", 0, admission()) as door, ExitStack() as stack:
        door.listen(100)
        knocking(door, 10, stack)
        turns = [take(door) for _ in range(10)]
        assert sum(turns) == 10
        assert max(turns) == LET_IN


def test_without_a_file_to_take_it_with_a_connection_is_refused_and_no_more(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with Listener("127.0.0.1", 0, admission()) as door, ExitStack() as stack:
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
    """Open files until the kernel refuses more."""
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


# A crowd from many addresses


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as table:
        yield table


def spectator(served: WebTable, number: int, **more: Any) -> PageAtTable:
    """Open a spectator's page from its own address."""
    source = f"127.0.{1 + number // 200}.{1 + number % 200}", 0
    return served.page(source_address=source, **AWAY, **more)


def fill(served: WebTable, stack: ExitStack, pages: int) -> list[PageAtTable]:
    """Open a page each from this many addresses."""
    crowd = [stack.enter_context(spectator(served, n)) for n in range(pages)]
    for page in crowd:
        page.next("position")
    return crowd


def is_open(page: PageAtTable) -> bool:
    try:
        page.catch_up()
    except ConnectionClosed:
        return False
    return True


def test_the_host_and_every_seat_come_in_and_spectators_make_room(
    served: WebTable,
) -> None:
    with ExitStack() as stack:
        crowd = fill(served, stack, USUAL.pages)
        pages = [served.page(), *(served.page(seat) for seat in range(4))]
        by_code = f"/ws?host={HOST_CODE}"
        pages.append(PageAtTable(served.port, by_code, host="127.0.0.1", **AWAY))
        kinds = [stack.enter_context(page).next("hello")["page"] for page in pages]
        assert kinds == ["host", *["seat"] * 4, "host"]
        assert all(map(is_open, pages))
        assert sum(map(is_open, crowd)) == USUAL.pages - len(pages)


def test_a_full_table_refuses_spectators_and_wrong_codes(
    served: WebTable,
) -> None:
    with ExitStack() as stack:
        crowd = fill(served, stack, USUAL.pages)
        with spectator(served, USUAL.pages) as late:
            assert closing(late)[0] == 4429
        for path in ("/ws?seat=0&code=wrong", "/ws?host=wrong"):
            with PageAtTable(served.port, path, **AWAY) as wrong:
                assert closing(wrong)[0] == 4403
        assert all(map(is_open, crowd))


def test_no_spectator_takes_the_place_of_the_host_or_a_seat(tmp_path: Path) -> None:
    with (
        web_table(tmp_path, limits=HASTY._replace(pages=3)) as served,
        served.page() as host,
        served.page() as other,
        served.page(0) as seat,
    ):
        pages = host, other, seat
        for page in pages:
            page.next("position")
        with spectator(served, 1) as late:
            assert closing(late)[0] == 4429
        assert all(map(is_open, pages))


def test_spectators_of_the_same_address_make_room_for_the_host(tmp_path: Path) -> None:
    with (
        web_table(tmp_path, limits=HASTY._replace(pages_of_one=2)) as served,
        served.page(**AWAY) as one,
        served.page(**AWAY) as other,
    ):
        for page in (one, other):
            page.next("position")
        with served.page() as host:
            assert host.next("hello")["page"] == "host"
            assert [is_open(one), is_open(other)] == [True, False]


def test_a_full_table_is_reported_once_to_the_host_and_the_log(
    served: WebTable, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(served.page())
        host.next("position")
        fill(served, stack, USUAL.pages - 1)
        assert not full_table_notices(host)
        for number in range(20):
            with spectator(served, USUAL.pages + number) as late:
                assert closing(late)[0] == 4429
        assert len(full_table_notices(host)) == 1
        logged = [row for row in caplog.records if "full" in row.getMessage()]
        assert len(logged) == 1


def test_a_host_is_told_that_the_table_is_full(served: WebTable) -> None:
    with ExitStack() as stack:
        fill(served, stack, USUAL.pages)
        with spectator(served, USUAL.pages) as late:
            assert closing(late)[0] == 4429
        host = stack.enter_context(served.page())
        assert len(full_table_notices(host)) == 1


def full_table_notices(page: PageAtTable) -> list[str]:
    page.catch_up()
    told = [text for text in page.texts if json.loads(text)["type"] == "told"]
    return [text for text in told if json.loads(text)["message"][0] == "game.full"]


def test_a_connection_that_is_accepted_while_the_server_closes_is_closed() -> None:
    """asyncio would leave its transport open, and Python warns of that."""

    async def answer_nothing(_scope: Any, _receive: Any, _send: Any) -> None:
        return None

    async def close_at_once() -> None:
        server = await start_server(
            lambda _admission: answer_nothing, "127.0.0.1", 0, Limits()
        )
        await server.open_to("127.0.0.2")
        with ExitStack() as late:
            for address in ("127.0.0.1", "127.0.0.2"):
                for _ in range(40):
                    line = late.enter_context(socket.socket())
                    line.setblocking(False)
                    line.connect_ex((address, server.port))
            await asyncio.sleep(0)
            await server.close()

    with warnings.catch_warnings(record=True) as left_open:
        warnings.simplefilter("always", ResourceWarning)
        asyncio.run(close_at_once())
        gc.collect()
    assert left_open == []
