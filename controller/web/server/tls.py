"""A certificate of the owner's, so that the pages are served over https.

Over plain http a browser lets no page keep a phone awake or be installed, except on the
table's own machine.
"""

import ssl
from pathlib import Path
from typing import NoReturn

from controller.basics.errors import UndertowError
from controller.basics.files import regular


class BadCertificate(UndertowError):
    """The pages cannot be served with it; the sentence says what to mend."""


def tls_context(certificate: str | None, key: str | None) -> ssl.SSLContext | None:
    """The context for https, None if neither is set; raises BadCertificate."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        missing = "tls_certificate" if certificate is None else "tls_key"
        raise BadCertificate(
            f"https needs a certificate and its key: {missing} is not set"
        )
    for path in (certificate, key):
        _see_that_it_can_be_read(path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key, password=lambda: _is_locked(key))
    except ssl.SSLError as error:
        raise BadCertificate(_explained(certificate, key, error)) from None
    return context


def _see_that_it_can_be_read(path: str) -> None:
    try:
        text = regular(Path(path)).read_bytes()
    except OSError as error:
        raise BadCertificate(f"{path}: {error.strerror}") from None
    if b"-----BEGIN " not in text:
        raise BadCertificate(f"{path} is no PEM file: it has no -----BEGIN … line")


def _is_locked(key: str) -> NoReturn:
    raise BadCertificate(
        f"{key} is locked with a passphrase; give one that is not: "
        "openssl pkey -in KEY -out UNLOCKED"
    )


def _explained(certificate: str, key: str, error: ssl.SSLError) -> str:
    if error.reason == "KEY_VALUES_MISMATCH":
        return f"{key} is not the key of {certificate}"
    why = error.reason or "it cannot be read"
    return f"{certificate} and {key} cannot be used: {why.replace('_', ' ').lower()}"
