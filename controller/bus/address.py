"""The broker's address, from the settings: `mqtts://NAME:PASSWORD@HOST:PORT`."""

import ssl
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from controller.basics.errors import UndertowError
from controller.web.server.tls import trusting_context

PORTS = {"mqtt": 1883, "mqtts": 8883}


class BadBroker(UndertowError):
    """A broker that cannot be used; the sentence says which setting to fix."""


class Address(NamedTuple):
    host: str
    port: int
    username: str | None = None
    password: str | None = None
    tls: ssl.SSLContext | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def address_of(url: str, authority: str | None = None) -> Address:
    """Parse this URL; `authority` is the file of a certificate authority.

    Raise BadBroker, which never repeats the password, or BadCertificate.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
        # Fails for a name with an empty part, or with a part of more than 63 letters.
        (host or "").encode("idna")
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in PORTS or parts.path.strip("/") or parts.query:
        raise BadBroker(
            "broker: write it as mqtt://HOST, mqtts://HOST:PORT or "
            "mqtts://NAME:PASSWORD@HOST"
        )
    return Address(
        host,
        port or PORTS[parts.scheme],
        parts.username and unquote(parts.username),
        parts.password and unquote(parts.password),
        trusting_context("broker_ca", authority) if parts.scheme == "mqtts" else None,
    )
