"""A hostile or clumsy network: floods, crowds, clients that never read or finish."""

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from controller.web.server import admission
from controller.web.server.admission import Admission
from controller.web.server.connection import LONGEST_MESSAGE, PIECE, Client, post
from controller.web.server.limits import Rate
from controller.web.server.page import STATIC
from tests.support.webtable import (
    HASTY,
    PATIENCE_S,
    WebTable,
    closing,
    web_table,
)
from tests.support.words import catalogue_text

OPENING = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
FLOOD = catalogue_text("game.flood")
FLOODED = catalogue_text("closed.flooded")
OTHER: dict[str, Any] = {"source_address": ("127.0.0.2", 0)}


@contextmanager
def table_with(tmp_path: Path, **limits: Any) -> Iterator[WebTable]:
    with web_table(tmp_path, limits=HASTY._replace(**limits)) as served:
        yield served


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def raw(served: WebTable, words: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", served.port), PATIENCE_S)
    connection.sendall(words)
    return connection


def rest(connection: socket.socket) -> bytes:
    """Return everything until the other end closes."""
    read = b""
    with suppress(ConnectionError):
        while more := connection.recv(65536):
            read += more
    return read


def the_client(served: WebTable) -> Client:
    (client,) = served.run(lambda: list(served.server.visits))
    return client


def is_slow(client: Client) -> bool:
    """Whether the page has left too much unread."""
    return not client.writable.is_set()


def waiting(client: Client) -> int:
    """Bytes that the page has not read yet."""
    return client.transport.get_write_buffer_size() + sum(
        map(len, client.unsent.values())
    )


# Messages


def test_a_page_over_its_budget_gets_one_warning_and_is_then_closed(
    tmp_path: Path,
) -> None:
    few = {"messages": Rate(5, 0), "dropped": Rate(3, 0)}
    with table_with(tmp_path, **few) as served, served.page() as page:
        page.next("position")
        with suppress(ConnectionClosed):
            for _ in range(20):
                page.send("nonsense")
        assert closing(page) == (4429, FLOODED)
        errors = [json.loads(text) for text in page.texts if '"error"' in text]
        said = [error["message"] for error in errors]
        assert said.count(["game.flood", {}]) == 1
        # What was heard before; the rest of the budget may have been on its way.
        assert 1 <= len(said) <= 1 + 5
        served.wait_for_pages(0)


def test_dropped_messages_have_no_effect(tmp_path: Path) -> None:
    few = {"messages": Rate(2, 0), "dropped": Rate(100, 0)}
    with table_with(tmp_path, **few) as served, served.page() as page:
        for control in ("seat:0", "seat:1", "seat:2"):
            page.send("press", control=control)
        while page.next("error")["message"] != FLOOD:
            pass
        served.wait_until(lambda: not the_client_waits(served))
        assert [served.is_down(f"seat:{seat}") for seat in range(3)] == [
            True,
            True,
            False,
        ]


def the_client_waits(served: WebTable) -> bool:
    return any(not client.queue.empty() for client in served.server.visits)


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all pieces that the server reads from WebSockets."""
    read = []
    update = Client.buffer_updated

    def count(client: Client, nbytes: int) -> None:
        read.append(nbytes)
        update(client, nbytes)

    monkeypatch.setattr(Client, "buffer_updated", count)
    return read


@pytest.mark.parametrize("kind", [Opcode.TEXT, Opcode.PING])
def test_a_flood_is_not_even_read_once_it_is_over(
    tmp_path: Path, pieces: list[int], kind: Opcode
) -> None:
    smallest = Frame(kind, b"").serialize(mask=True)
    few = {"messages": Rate(10, 0), "dropped": Rate(10, 0)}
    with table_with(tmp_path, **few) as served, served.page() as other:
        other.next("position")
        pieces.clear()
        with raw(served, OPENING) as flooding:
            served.wait_for_pages(2)
            with suppress(ConnectionError):
                flooding.sendall(smallest * 50_000)
            rest(flooding)
        # The budget, and what was in the same bite.
        assert sum(pieces) <= 20 * len(smallest) + PIECE
        other.send("health")
        assert other.next("health")


def test_a_page_that_is_refused_is_read_only_for_a_moment(
    tmp_path: Path, pieces: list[int]
) -> None:
    wrong = OPENING.replace(b"/ws", b"/ws?seat=0&code=wrong")
    flood = Frame(Opcode.TEXT, b"x" * 100).serialize(mask=True) * 10_000
    with table_with(tmp_path) as served, raw(served, wrong) as flooding:
        while b"\x88" not in flooding.recv(4096):
            pass
        with suppress(ConnectionError):
            flooding.sendall(flood)
        rest(flooding)
    assert sum(pieces) < len(flood) / 10


def test_a_page_learns_that_its_message_is_too_long(tmp_path: Path) -> None:
    message = Frame(Opcode.TEXT, b"x" * 5 * LONGEST_MESSAGE).serialize(mask=True)
    with table_with(tmp_path) as served, raw(served, OPENING) as page:
        served.wait_for_pages(1)
        page.sendall(message[: LONGEST_MESSAGE // 2])
        served.wait_for_pages(0)
        # Had the table hung up, this would reset the connection and lose the reason.
        page.sendall(message[LONGEST_MESSAGE // 2 :])
        page.sendall(message)
        last = rest(page)
    assert b"\x03\xf1" in last[last.rindex(b"\x88") :]


def test_pings_of_a_page_that_is_being_closed_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = []
    ping = Client.handle_ping

    def count(client: Client) -> None:
        ping(client)
        kept.append(len(client.conn.writes))

    monkeypatch.setattr(Client, "handle_ping", count)
    wrong = OPENING.replace(b"/ws", b"/ws?seat=0&code=wrong")
    pings = Frame(Opcode.PING, b"").serialize(mask=True) * 500
    with table_with(tmp_path) as served, raw(served, wrong) as closing:
        while b"\x88" not in closing.recv(4096):
            pass
        closing.sendall(pings)
        served.wait_until(lambda: len(kept) == 500)
    assert {*kept} == {0}


# Crowds


def test_pages_of_one_address_are_limited_and_another_has_room(
    tmp_path: Path,
) -> None:
    with table_with(tmp_path, pages_of_one=3) as served, ExitStack() as opened:
        pages = [opened.enter_context(served.page()) for _ in range(3)]
        for page in pages:
            page.next("position")
        with served.page() as fourth:
            assert closing(fourth) == (
                4429,
                catalogue_text("closed.crowded-device"),
            )
            assert fourth.texts == []
        with served.page(**OTHER) as elsewhere:
            elsewhere.next("position")
        pages[0].close()
        served.wait_for_pages(2)
        with served.page() as instead:
            instead.next("position")


def test_when_it_is_full_the_address_with_most_pages_makes_room(tmp_path: Path) -> None:
    with table_with(tmp_path, pages=4) as served, ExitStack() as opened:
        pages = [opened.enter_context(served.page()) for _ in range(4)]
        for page in pages:
            page.next("position")
        newcomers = [opened.enter_context(served.page(**OTHER)) for _ in range(2)]
        for page in newcomers:
            page.next("position")
        given_way = (
            4429,
            catalogue_text("closed.crowded"),
        )
        assert [closing(page) for page in pages[:1:-1]] == [given_way] * 2
        # Now each has two: nobody gives way to the fifth.
        with served.page(**OTHER) as fifth:
            assert closing(fifth) == (
                4429,
                catalogue_text("closed.crowded-table"),
            )
        for page in (*pages[:2], *newcomers):
            page.catch_up()


def test_pages_that_are_opened_too_fast_are_refused(tmp_path: Path) -> None:
    with table_with(tmp_path, openings=Rate(2, 0)) as served:
        for _ in range(2):
            served.page().close()
        with pytest.raises(InvalidStatus) as refused:
            served.page()
        assert refused.value.response.status_code == 429
        assert refused.value.response.body == (
            b"pages are opened too fast from this device; wait a moment\n"
        )
        served.page(**OTHER).close()
        assert served.get("/").status == 200


def test_an_address_that_connects_too_often_is_refused(tmp_path: Path) -> None:
    with table_with(tmp_path, connections=Rate(30, 0)) as served:
        answers = []
        for _ in range(50):
            with raw(served) as knocking, suppress(ConnectionError):
                knocking.sendall(GET)
                answers.append(rest(knocking))
        assert len([text for text in answers if text.startswith(b"HTTP/1.1 200")]) == 30
        with served.page(**OTHER) as page:
            page.next("position")


def test_connections_that_never_finish_are_bounded_and_a_request_is_still_answered(
    tmp_path: Path,
) -> None:
    with table_with(tmp_path, passing=8) as served, ExitStack() as opened:
        halves = [opened.enter_context(raw(served, OPENING[:40])) for _ in range(100)]
        assert served.get("/").status == 200
        # All but the last were cut off to make room, the oldest first.
        for half in halves[:92]:
            assert rest(half) == b""
        admission = admission_of(served)
        assert served.run(lambda: len(admission.passing)) <= 8


def admission_of(served: WebTable) -> Admission:
    with served.page() as page:
        page.next("position")
        return served.run(lambda: next(iter(served.server.visits)).admission)


def test_a_request_without_end_is_refused(tmp_path: Path) -> None:
    with table_with(tmp_path) as served:
        headers = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 8000) for n in range(4))
        for opening in (OPENING, GET):
            with raw(served, opening[:-2] + headers) as endless:
                assert rest(endless).startswith(b"HTTP/1.1 400 ")
        assert served.get("/").status == 200


def test_an_upgrade_that_the_library_cannot_read_is_cut_off(tmp_path: Path) -> None:
    long = b"Cookie: " + b"x" * 9000 + b"\r\n\r\n"
    with table_with(tmp_path) as served:
        with raw(served, OPENING[:-2] + long) as asking:
            assert rest(asking).startswith(b"HTTP/1.1 431 ")
        assert served.get("/").status == 200


def test_files_asked_for_too_fast_are_refused(tmp_path: Path) -> None:
    with table_with(tmp_path, requests=Rate(5, 0)) as served:
        with raw(served, 8 * GET.replace(b"Connection: close\r\n", b"")) as asking:
            told = rest(asking)
        assert told.count(b"HTTP/1.1 200 ") == 5
        # The connection is closed with it.
        assert told.count(b"HTTP/1.1 429 ") == 1
        with served.page(**OTHER) as page:
            page.next("position")


def test_a_page_that_says_goodbye_makes_room_though_it_does_not_hang_up(
    tmp_path: Path,
) -> None:
    with table_with(tmp_path) as served, raw(served, OPENING) as leaving:
        served.wait_for_pages(1)
        admission = the_client(served).admission
        assert served.run(lambda: len(admission.pages)) == 1
        leaving.sendall(Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True))
        rest(leaving)
        assert served.run(lambda: len(admission.pages)) == 0
        served.wait_for_pages(0)


# Clients that do not read


SMALL = {"unread_bytes": 4096}


@contextmanager
def deaf(served: WebTable) -> Iterator[socket.socket]:
    """Open a page that reads nothing after its greeting."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE_S)
        connection.connect(("127.0.0.1", served.port))
        connection.sendall(OPENING)
        served.wait_for_pages(1)
        yield connection


def test_a_page_that_never_reads_costs_little_and_misses_all_but_the_latest(
    tmp_path: Path,
) -> None:
    with table_with(tmp_path, **SMALL) as served, deaf(served) as connection:
        client = the_client(served)
        most = 0
        for number in range(3000):
            position = json.dumps({"type": "position", "n": number, "x": "y" * 2000})
            served.run(partial(post, [client], position))
            served.run(partial(post, [client], number.to_bytes(4, "big") * 100))
            most = max(most, waiting(client))
        assert served.run(lambda: is_slow(client))
        # Of seven megabytes; the greeting may be unread too.
        assert most < 64 * 1024
        # Behind what is under way: one position, one frame, and perhaps a word on the
        # striker.
        unsent = client.transport.get_write_buffer_size
        assert served.run(lambda: waiting(client) - unsent()) < 2 * len(position)
        read = b""
        while b'"n": 2999' not in read or (2999).to_bytes(4, "big") * 100 not in read:
            read += connection.recv(65536)
        # What is missing was passed over; what came is in order.
        assert read.count(b'"type": "position"') < 3000


def slow_reader(served: WebTable, path: str) -> socket.socket:
    """Request a file with a small receive buffer."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(PATIENCE_S)
    connection.connect(("127.0.0.1", served.port))
    connection.sendall(GET.replace(b"/", path.encode(), 1))
    return connection


def test_a_slow_reader_gets_a_long_answer_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Most of the answer waits in the table's own memory.
    monkeypatch.setattr(admission, "KERNEL_BYTES", 4096)
    long = max((path.stat().st_size, path) for path in STATIC.rglob("*.js"))[1]
    path = f"/static/{long.relative_to(STATIC)}"
    with table_with(tmp_path) as served, slow_reader(served, path) as slow:
        _, _, body = rest(slow).partition(b"\r\n\r\n")
        assert body == served.get(path).body


def test_a_page_that_never_reads_is_closed_after_a_while(tmp_path: Path) -> None:
    with (
        table_with(tmp_path, **SMALL, unread_s=0.05) as served,
        deaf(served) as connection,
    ):
        client = the_client(served)
        while not served.run(lambda: is_slow(client) or client.transport.is_closing()):
            served.run(lambda: post([client], b"x" * 2000))
        served.wait_for_pages(0)
        assert waiting(client) == 0
        assert connection.fileno() > 0


def test_a_slow_page_that_says_goodbye_leaves_without_a_word_in_the_log(
    tmp_path: Path,
) -> None:
    with table_with(tmp_path, **SMALL) as served, deaf(served) as connection:
        client = the_client(served)
        while not served.run(lambda: is_slow(client)):
            served.run(lambda: post([client], b"x" * 2000))
        served.run(lambda: post([client], "the last"))
        connection.sendall(Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True))
        rest(connection)
        served.wait_for_pages(0)


# Small messages


def test_no_small_message_waits_for_the_one_before_it(served: WebTable) -> None:
    with served.page() as page:
        page.next("position")
        assert [*prompt_ends(served.port)] == [1]


def prompt_ends(port: int) -> Iterator[int]:
    """Yield TCP_NODELAY of each connection of this port."""
    for file in [*Path("/proc/self/fd").iterdir()]:
        with suppress(OSError):
            end = socket.socket(fileno=int(file.name))
            try:
                end.getpeername()
                if end.family == socket.AF_INET and end.getsockname()[1] == port:
                    yield end.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            finally:
                end.detach()


# Verbs


@pytest.mark.parametrize(
    ("request_line", "more"),
    [
        (b"POST / HTTP/1.1", b"Content-Length: 5\r\n\r\nhello"),
        (b"POST / HTTP/1.1", b"Content-Length: 9999999\r\n\r\n" + b"x" * 20_000),
        (b"PUT /ws HTTP/1.1", b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
        (b"get / HTTP/1.1", b"\r\n"),
    ],
)
def test_verbs_other_than_get_and_head_get_405(
    tmp_path: Path, request_line: bytes, more: bytes
) -> None:
    with table_with(tmp_path) as served:
        with raw(served, request_line + b"\r\nHost: localhost\r\n" + more) as asking:
            head, _, body = rest(asking).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 405 Method Not Allowed\r\n")
        assert b"\r\nallow: GET, HEAD" in head
        assert body == b"this table knows GET, HEAD\n"


def test_a_request_with_a_body_is_refused_and_its_body_not_read(tmp_path: Path) -> None:
    with table_with(tmp_path) as served:
        body = GET.replace(b"close\r\n", b"keep-alive\r\nContent-Length: 99999\r\n")
        with raw(served, body + b"x" * 900) as asking:
            assert rest(asking).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("path", ["/", "/nothing"])
def test_head_is_answered_like_get_without_a_body(tmp_path: Path, path: str) -> None:
    with table_with(tmp_path) as served:
        heads = []
        for verb in ("GET", "HEAD"):
            asked = GET.replace(b"GET /", f"{verb} {path}".encode())
            with raw(served, asked) as asking:
                heads.append(rest(asking).partition(b"\r\n\r\n"))
        assert heads[0][0] == heads[1][0]
        assert heads[0][2] != b""
        assert heads[1][2] == b""


def test_a_websocket_is_not_opened_with_head(tmp_path: Path) -> None:
    head = OPENING.replace(b"GET", b"HEAD")
    with table_with(tmp_path) as served, raw(served, head) as asking:
        assert rest(asking).startswith(b"HTTP/1.1 4")


def test_the_page_may_be_framed_by_nobody_and_connects_to_itself_alone(
    tmp_path: Path,
) -> None:
    with table_with(tmp_path) as served:
        answer = served.get("/")
    assert answer.headers["Content-Security-Policy"].split("; ") == [
        "default-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
    ]
    assert b"<script>" not in answer.body
    assert b"<style>" not in answer.body


# Headers and addresses


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as table:
        yield table


def ask(served: WebTable, path: str, *headers: bytes) -> bytes:
    """Return the whole answer to a request with these headers."""
    where = "127.0.0.1", served.port
    with socket.create_connection(where, PATIENCE_S) as asking:
        start = b"GET %s HTTP/1.1" % path.encode()
        lines = [start, *headers, b"Connection: close", b"", b""]
        asking.sendall(b"\r\n".join(lines))
        answer = b""
        with suppress(ConnectionError):
            while more := asking.recv(65536):
                answer += more
        return answer


# Headers and addresses


@pytest.mark.parametrize(
    "hosts",
    [
        [b"localhost:abc"],
        [b"localhost:99999"],
        [b"localhost:-1"],
        [b"localhost:1", b"x"],
        [b"localhost:1", b"localhost:1"],
        [b"somebody@localhost"],
        [b"localhost/seat/0"],
        [b"localhost?code=1"],
        [b"localhost#1"],
        [b"[::1"],
        [b"local\xffhost"],
        [b"localhost\t1"],
        [b""],
        [],
    ],
)
def test_a_host_that_is_no_address_gets_400(
    served: WebTable, hosts: list[bytes]
) -> None:
    headers = [b"Host: " + host for host in hosts]
    for path in ("/", f"/seat/0/qr.svg?code={served.codes[0]}"):
        assert ask(served, path, *headers).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("//[::1/x", b"404"),
        ("//localhost:abc/", b"404"),
        ("/seat/0/qr.svg?code=%ff%00", b"403"),
        ("/games/%00/page.js", b"404"),
        ("/?" + "a=1&" * 2000, b"200"),
    ],
)
def test_an_address_that_nobody_could_have_meant_is_answered(
    served: WebTable, path: str, status: bytes
) -> None:
    answer = ask(served, path, b"Host: localhost")
    assert answer.startswith(b"HTTP/1.1 " + status)


def test_however_often_a_request_fails_the_log_stays_short(
    served: WebTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("the program has a fault here")

    monkeypatch.setattr("segno.make", broken)
    path = f"/seat/0/qr.svg?code={served.codes[0]}"
    for _ in range(30):
        assert ask(served, path, b"Host: localhost").startswith(b"HTTP/1.1 500 ")
    errors = [row for row in caplog.records if row.levelno >= logging.ERROR]
    assert 1 <= len(errors) <= 3
    assert all(row.exc_info for row in errors)
    served.complaints.records.clear()
