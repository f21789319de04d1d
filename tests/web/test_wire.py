"""Long messages are packed for browsers that unpack them, once for all of them."""

import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import ClientConnection, connect

from controller.web.wire import SHORTEST_PACKED, Wire
from tests.support.webtable import PATIENCE_S, WebTable, web_table

TEXT = json.dumps({"type": "position", "lamps": ["tile:1,3"] * 200})
# In the first byte of a frame.
PACKED = 0x40


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebTable]:
    with web_table(tmp_path_factory.mktemp("state")) as table:
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
