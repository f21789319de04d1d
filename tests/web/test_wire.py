"""Long messages are packed for browsers that unpack them, once for all of them."""

import json
import socket
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import ClientConnection, connect

from controller.web.wire import SHORTEST_PACKED, Wire
from tests.support.webtable import PATIENCE_S, WebTable, web_table

TEXT = json.dumps({"type": "position", "lamps": ["tile:1,3"] * 200})
# In the first byte of a frame.
PACKED = 0x40


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as table:
        yield table


def opened(served: WebTable, window_bits: int | None = None) -> ClientConnection:
    """The WebSocket of a browser that unpacks, with a window of this size at most."""
    unpacking = ClientPerMessageDeflateFactory(server_max_window_bits=window_bits)
    address = f"ws://localhost:{served.port}/ws"
    return connect(address, proxy=None, compression=None, extensions=[unpacking])


def test_a_long_text_is_packed_once() -> None:
    wire = Wire(TEXT)
    assert wire.packed[0] & PACKED
    assert len(wire.packed) * 10 < len(wire.plain)
    assert wire.packed is wire.packed


@pytest.mark.parametrize("message", ["x" * (SHORTEST_PACKED - 1), b"x" * 9000])
def test_short_texts_and_frames_of_lamps_are_sent_as_they_are(
    message: str | bytes,
) -> None:
    assert Wire(message).packed == Wire(message).plain
    assert not Wire(message).plain[0] & PACKED


@pytest.mark.parametrize("window_bits", [None, 15, 9])
def test_a_browser_that_unpacks_reads_what_all_others_read(
    served: WebTable, window_bits: int | None
) -> None:
    with served.page() as plain, opened(served, window_bits) as page:
        assert page.protocol.extensions
        assert json.loads(page.recv(PATIENCE_S)) == plain.next("hello")
        # What it says itself may be packed too.
        page.send(json.dumps({"type": "story", "more": "x" * 2000}))
        kinds: list[str] = []
        while kinds.count("story") < 2:
            message = page.recv(PATIENCE_S)
            if isinstance(message, str):
                kinds.append(json.loads(message)["type"])


def test_what_swells_beyond_bounds_when_unpacked_ends_the_page(
    served: WebTable,
) -> None:
    with opened(served) as page:
        page.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            list(page)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


# Small messages and questions


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
