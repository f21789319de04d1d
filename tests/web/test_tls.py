"""The pages over https, with the owner's certificate."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from http.client import HTTPSConnection
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
import segno
from websockets.sync.client import connect

from controller import games
from controller.chance.decks import FILE, EnrolledDecks
from controller.web.server.connection import STEP, Wire
from controller.web.server.tls import BadCertificate, tls_context
from hardware.readings import TagSeen
from tests.golden.tls import CERTIFICATE, FOLDER, KEY, LOCKED_KEY, OTHER_KEY
from tests.support.told_table import dealing_with, enroll
from tests.support.webtable import HASTY, PATIENCE_S, PageAtTable, WebTable, web_table


def certified() -> ssl.SSLContext:
    """Return a context without session tickets.

    The test's client reads in a thread of its own, which a ticket would wake and then
    block, and what is sent meanwhile would be lost.
    """
    tls = tls_context(str(CERTIFICATE), str(KEY))
    assert tls
    tls.num_tickets = 0
    return tls


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path, seats=2, tls=certified()) as served:
        yield served


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(CERTIFICATE))


def test_files_are_served_over_https(served: WebTable) -> None:
    asking = HTTPSConnection("localhost", served.port, context=trusting())
    asking.request("GET", "/")
    answer = asking.getresponse()
    assert answer.status == 200
    assert b"<title>" in answer.read()
    asking.close()


def test_a_page_talks_over_wss_and_its_origin_is_https(served: WebTable) -> None:
    code = served.codes[0]
    with connect(
        f"wss://localhost:{served.port}/ws?seat=0&code={code}",
        ssl=trusting(),
        proxy=None,
        additional_headers={"Origin": f"https://localhost:{served.port}"},
    ) as page:
        assert '"page": "seat"' in str(page.recv(PATIENCE_S))


def test_a_request_that_comes_in_pieces_is_put_together(served: WebTable) -> None:
    """Each write is a TLS record of its own; the table may read several at once."""
    request = f"GET / HTTP/1.1\r\nHost: localhost:{served.port}\r\n\r\n".encode()
    plain = socket.create_connection(("localhost", served.port), PATIENCE_S)
    with trusting().wrap_socket(plain, server_hostname="localhost") as asking:
        # While the table does something else, all pieces arrive.
        with served.standing_still():
            for at in range(0, len(request), 5):
                asking.sendall(request[at : at + 5])
        assert asking.recv(12) == b"HTTP/1.1 200"


def test_a_seats_qr_code_has_the_https_link(served: WebTable) -> None:
    link = f"https://localhost:{served.port}/seat/0?code={served.codes[0]}"
    asking = HTTPSConnection("localhost", served.port, context=trusting())
    asking.request("GET", f"/seat/0/qr.svg?code={served.codes[0]}")
    drawn = BytesIO()
    segno.make(link, micro=False).save(
        drawn, kind="svg", scale=4, light="white", xmldecl=False
    )
    assert asking.getresponse().read() == drawn.getvalue()
    asking.close()


def test_plain_http_on_the_https_port_is_closed(
    served: WebTable,
) -> None:
    with pytest.raises(ConnectionError):
        served.get("/")
    test_files_are_served_over_https(served)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[WebTable]:
    """A table with room for few connections."""
    tls = certified()
    limits = HASTY._replace(passing=4)
    with web_table(tmp_path, seats=2, tls=tls, limits=limits) as served:
        yield served


def knock(served: WebTable, stack: ExitStack, address: str) -> socket.socket:
    """Connect without starting a TLS handshake."""
    where, here = ("127.0.0.1", served.port), (address, 0)
    return stack.enter_context(
        socket.create_connection(where, PATIENCE_S, source_address=here)
    )


def test_a_connection_without_a_handshake_makes_room_for_others(
    small: WebTable,
) -> None:
    with ExitStack() as stack:
        knocks = [knock(small, stack, "127.0.0.1") for _ in range(12)]
        for connection in knocks[:8]:
            assert connection.recv(1) == b""
        test_files_are_served_over_https(small)


def test_a_crowd_before_its_handshake_takes_nobody_elses_place(small: WebTable) -> None:
    with ExitStack() as stack:
        other = knock(small, stack, "127.0.0.2")
        knocks = [knock(small, stack, "127.0.0.1") for _ in range(12)]
        for connection in knocks[:9]:
            assert connection.recv(1) == b""
        with trusting().wrap_socket(other, server_hostname="localhost") as asking:
            asking.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert asking.recv(12) == b"HTTP/1.1 200"


def test_without_a_certificate_there_is_no_https() -> None:
    assert tls_context(None, None) is None


@pytest.mark.parametrize(
    ("certificate", "key", "sentence"),
    [
        (
            CERTIFICATE,
            None,
            "https needs a certificate and its key: tls_key is not set",
        ),
        (
            None,
            KEY,
            "https needs a certificate and its key: tls_certificate is not set",
        ),
        (CERTIFICATE, OTHER_KEY, "other-key.pem is not the key of .*certificate.pem"),
        (CERTIFICATE, LOCKED_KEY, "locked-key.pem is locked with a passphrase"),
        (CERTIFICATE, FOLDER / "__init__.py", "__init__.py is not a PEM file"),
        (CERTIFICATE, Path("/no/such/key.pem"), "/no/such/key.pem: No such file"),
        (KEY, KEY, "key.pem and .*key.pem cannot be used: "),
        (Path("/"), KEY, "/: Is a directory"),
    ],
)
def test_files_that_cannot_be_used_are_refused_with_a_sentence(
    certificate: Path | None, key: Path | None, sentence: str
) -> None:
    names = [str(path) if path else None for path in (certificate, key)]
    with pytest.raises(BadCertificate, match=sentence):
        tls_context(*names)


# Lengths tell a listener nothing


class Listener:
    """A relay that counts the bytes from the table to a page."""

    def __init__(self, port: int, stack: ExitStack) -> None:
        where = "127.0.0.1", port
        self._table = stack.enter_context(socket.create_connection(where, PATIENCE_S))
        inner, self.page = map(stack.enter_context, socket.socketpair())
        self.heard = 0
        for ends in ((self._table, inner), (inner, self._table)):
            Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):  # it ends when one of them is closed
            while data := one.recv(65536):
                if one is self._table:
                    self.heard += len(data)
                other.sendall(data)
            # A client that waits for more learns that there is none.
            other.shutdown(socket.SHUT_RDWR)


@pytest.fixture(params=["hai-noon", "hold-your-breath", "hold-your-ground"])
def dealt(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[WebTable, dict[str, list[str]]]]:
    """A table that waits for real cards, and the tags of its deck."""
    # One card may follow another at once.
    monkeypatch.setattr("controller.chance.shoe.TOGETHER_S", 0)
    enrolled = EnrolledDecks(tmp_path / FILE)
    tags = enroll(enrolled, request.param)
    make, tls = dealing_with(enrolled), certified()
    with web_table(tmp_path, 2, game=request.param, make_dealer=make, tls=tls) as table:
        yield table, tags


@pytest.mark.parametrize("compression", ["deflate", None])
def test_whatever_card_is_drawn_the_seat_is_sent_as_many_bytes(
    dealt: tuple[WebTable, dict[str, list[str]]], compression: str | None
) -> None:
    served, tags = dealt
    game = served.run(lambda: served.table.setup.game)
    heard: dict[str, int] = {}
    with ExitStack() as stack:
        host = stack.enter_context(page(served, "/ws", None))
        listener = Listener(served.port, stack)
        path = f"/ws?seat=0&code={served.codes[0]}"
        seat = stack.enter_context(page(served, path, compression, listener.page))
        for card, (tag, *_) in tags.items():
            host.send("new", game=game, seats=2, options={"first": 0})
            host.catch_up()
            seat.catch_up()
            before = listener.heard, hand(served)
            served.run(partial(served.table.reading, TagSeen("shoe", tag)))
            seat.catch_up()
            if hand(served) != before[1]:
                heard[card] = listener.heard - before[0]
    deck = games.deck(games.find(game))
    assert [*heard] == [card.label for card in deck if card.seat in (None, 0)]
    assert len(set(heard.values())) == 1, heard


def test_long_messages_to_a_seat_have_few_lengths() -> None:
    lengths = {len(Wire("x" * size).padded) for size in range(1, 4 * STEP + 1, 7)}
    assert len(lengths) == 2


def page(
    served: WebTable,
    path: str,
    compression: str | None,
    sock: socket.socket | None = None,
) -> PageAtTable:
    return PageAtTable(
        served.port,
        path,
        scheme="wss",
        ssl=trusting(),
        sock=sock,
        compression=compression,
    )


def hand(served: WebTable) -> object:
    """Return the first seat's cards."""
    match = served.table.match
    return served.run(lambda: match.game.state(match.position, 0)["hands"][0])
