"""Attacks that once got through, each as it was made: over sockets."""

import logging
import socket
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from controller.web.wire import SHORTEST_PACKED
from tests.support.webtable import PATIENCE_S, WebTable, web_table
from tests.web.test_wire import opened


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as table:
        yield table


def ask(served: WebTable, path: str, *headers: bytes) -> bytes:
    """The whole answer to a request with these headers."""
    where = "127.0.0.1", served.port
    with socket.create_connection(where, PATIENCE_S) as asking:
        lines = [b"GET %s HTTP/1.1" % path.encode(), *headers, b"", b""]
        asking.sendall(b"\r\n".join(lines))
        answer = b""
        with suppress(ConnectionError):
            while more := asking.recv(65536):
                answer += more
        return answer


# Small messages


def test_no_small_message_waits_for_the_one_before_it(served: WebTable) -> None:
    with served.page() as page:
        page.next("position")
        assert [*prompt_ends(served.port)] == [1]


def prompt_ends(port: int) -> Iterator[int]:
    """TCP_NODELAY of this port's connections, whichever library made them."""
    for file in [*Path("/proc/self/fd").iterdir()]:
        with suppress(OSError):
            end = socket.socket(fileno=int(file.name))
            try:
                end.getpeername()
                if end.family == socket.AF_INET and end.getsockname()[1] == port:
                    yield end.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            finally:
                end.detach()


# Questions


def test_the_story_is_packed_once_for_all_who_ask(
    served: WebTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, packed = served.run(get_ident), []
    compressobj = zlib.compressobj

    def counted(*settings: Any, **more: Any) -> Any:
        if get_ident() == table:
            packed.append(settings)
        return compressobj(*settings, **more)

    play_a_round(served)
    monkeypatch.setattr(zlib, "compressobj", counted)
    with ExitStack() as stack:
        pages = [stack.enter_context(opened(served)) for _ in range(4)]
        (before,) = {whole_story(page) for page in pages}
        assert len(before) > SHORTEST_PACKED
        packed.clear()
        for page in pages * 5:
            page.send('{"type": "story"}')
            assert whole_story(page) == before
        assert packed == []
        play_a_round(served)
        for page in pages:
            page.send('{"type": "story"}')
        (after,) = {whole_story(page) for page in pages}
    assert len(after) > len(before)


def play_a_round(served: WebTable) -> None:
    """Everybody chooses, and someone is bitten: the story gets some lines."""
    for seat in range(4):
        with served.page(seat) as page:
            page.act(page.next("position")["pending"]["legal"][0])
            page.catch_up()


def whole_story(page: ClientConnection) -> str:
    begins = '{"type": "story", "from": 0,'
    while not str(message := page.recv(PATIENCE_S)).startswith(begins):
        pass
    return str(message)


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
        ("//[::1/x", b"400"),
        ("//localhost:abc/", b"200"),
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
