"""The owner's certificate, for https.

Over plain http, browsers let no page keep a phone awake or be installed, except on the
table's own machine.
"""

import ssl
from pathlib import Path
from typing import NoReturn

from controller.basics.errors import UndertowError
from controller.basics.files import regular


class BadCertificate(UndertowError):
    """A certificate that cannot be used; the message says how to fix it."""


def tls_context(certificate: str | None, key: str | None) -> ssl.SSLContext | None:
    """Return the context for https, None if neither is set; raise BadCertificate."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        missing = "tls_certificate" if certificate is None else "tls_key"
        raise BadCertificate(
            f"https needs a certificate and its key: {missing} is not set"
        )
    for path in (certificate, key):
        _check_readable(path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key, password=lambda: _refuse_locked(key))
    except ssl.SSLError as error:
        raise BadCertificate(_explained(certificate, key, error)) from None
    return context


def trusting_context(key: str, authority: str | None) -> ssl.SSLContext:
    """Return a client context that trusts this authority, or the usual ones.

    Raise BadCertificate, which names the key of the settings.
    """
    try:
        return ssl.create_default_context(cafile=authority)
    except (OSError, ssl.SSLError) as error:
        why = error.strerror or str(error)
        raise BadCertificate(
            f"{key}: {authority} cannot be read as a certificate: {why}"
        ) from None


def _check_readable(path: str) -> None:
    try:
        text = regular(Path(path)).read_bytes()
    except OSError as error:
        raise BadCertificate(f"{path}: {error.strerror}") from None
    if b"-----BEGIN " not in text:
        raise BadCertificate(f"{path} is not a PEM file: it has no -----BEGIN line")


def _refuse_locked(key: str) -> NoReturn:
    raise BadCertificate(
        f"{key} is locked with a passphrase; give one that is not: "
        "openssl pkey -in KEY -out UNLOCKED"
    )


def _explained(certificate: str, key: str, error: ssl.SSLError) -> str:
    if error.reason == "KEY_VALUES_MISMATCH":
        return f"{key} is not the key of {certificate}"
    why = error.reason or "it cannot be read"
    return f"{certificate} and {key} cannot be used: {why.replace('_', ' ').lower()}"
