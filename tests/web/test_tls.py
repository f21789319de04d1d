"""The pages over https, with a certificate of the owner's."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPSConnection
from io import BytesIO
from pathlib import Path

import pytest
import segno
from websockets.sync.client import connect

from controller.web.tls import BadCertificate, tls_context
from tests.golden.tls import CERTIFICATE, FOLDER, KEY, LOCKED_KEY, OTHER_KEY
from tests.support.webtable import HASTY, PATIENCE_S, WebTable, web_table


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    tls = tls_context(str(CERTIFICATE), str(KEY))
    with web_table(tmp_path, seats=2, tls=tls) as served:
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


def test_who_speaks_plain_http_is_hung_up_and_others_are_served(
    served: WebTable,
) -> None:
    with pytest.raises(ConnectionError):
        served.get("/")
    test_files_are_served_over_https(served)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[WebTable]:
    """Few may pass, and whoever says nothing is not cut off for its slowness."""
    tls = tls_context(str(CERTIFICATE), str(KEY))
    limits = HASTY._replace(passing=4, open_s=1000)
    with web_table(tmp_path, seats=2, tls=tls, limits=limits) as served:
        yield served


def knock(served: WebTable, stack: ExitStack, address: str) -> socket.socket:
    """Comes to the door, and does not begin its TLS."""
    where, here = ("127.0.0.1", served.port), (address, 0)
    return stack.enter_context(
        socket.create_connection(where, PATIENCE_S, source_address=here)
    )


def test_who_never_begins_the_handshake_makes_room_for_others(small: WebTable) -> None:
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


def test_a_page_that_is_open_is_not_counted_among_them(small: WebTable) -> None:
    address = f"wss://localhost:{small.port}/ws?seat=0&code={small.codes[0]}"
    with (
        ExitStack() as stack,
        connect(address, ssl=trusting(), proxy=None) as page,
    ):
        knocks = [knock(small, stack, "127.0.0.1") for _ in range(12)]
        for connection in knocks[:8]:
            assert connection.recv(1) == b""
        page.send('{"type": "nonsense"}')
        while "there is no message" not in str(page.recv(PATIENCE_S)):
            pass


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
        (CERTIFICATE, FOLDER / "__init__.py", "__init__.py is no PEM file"),
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
