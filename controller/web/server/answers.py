"""HTTP answers: bodies that are compressed once, and their headers."""

import gzip
from base64 import b64encode
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

_SELF = "'self'"
# 'self' covers the page's own WebSocket as well.
_POLICY = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "script-src {scripts}; style-src {styles}; frame-ancestors 'none'"
)
# The browser asks each time, and gets 304 unless the program was updated.
_ASK_AGAIN = "no-cache"
# The address contains the tag of the content.
_FOR_EVER = "max-age=31536000, immutable"


class Body(NamedTuple):
    kind: str
    zipped: bytes
    tag: str
    # Source lists of the content security policy.
    styles: str = _SELF
    scripts: str = _SELF
    is_immutable: bool = False
    # Modules to preload, named in a header before the page itself.
    preload: tuple[str, ...] = ()


def body(kind: str, data: bytes, *, is_immutable: bool = False) -> Body:
    """Compress the data; `is_immutable` if its address contains its tag."""
    zipped = gzip.compress(data, 9, mtime=0)
    return Body(kind, zipped, tag_of(data), is_immutable=is_immutable)


def source_list(*texts: str) -> str:
    """Return the policy's source list for our files and these inline texts."""
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join([_SELF, *(f"'sha256-{digest}'" for digest in digests)])


def tag_of(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def respond(request: Request, found: Body) -> Response:
    """Return the body as this browser reads it, or 304 if it has it already."""
    headers = _headers(found)
    known = ", ".join(request.headers.get_all("If-None-Match"))
    if f'"{found.tag}"' in known:
        return Response(HTTPStatus.NOT_MODIFIED.value, "Not Modified", headers, b"")
    data = found.zipped
    if accepts_gzip(request):
        headers["Content-Encoding"] = "gzip"
    else:
        data = gzip.decompress(data)
    headers["Content-Length"] = str(len(data))
    return Response(HTTPStatus.OK.value, HTTPStatus.OK.phrase, headers, data)


def plain(status: HTTPStatus, sentence: str) -> Response:
    """Return a short answer in words."""
    data = f"{sentence}\n".encode()
    headers = _headers(Body("text/plain; charset=utf-8", b"", ""))
    headers["Content-Length"] = str(len(data))
    return Response(status.value, status.phrase, headers, data)


def accepts_gzip(request: Request) -> bool:
    words = ",".join(request.headers.get_all("Accept-Encoding")).lower().split(",")
    codings = [word.replace(" ", "").partition(";") for word in words]
    return any(name == "gzip" and q not in ("q=0", "q=0.0") for name, _, q in codings)


def _headers(found: Body) -> Headers:
    headers = Headers(
        {
            "Content-Type": found.kind,
            "Connection": "close",
            "Content-Security-Policy": _POLICY.format(**found._asdict()),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": _FOR_EVER if found.is_immutable else _ASK_AGAIN,
            "Vary": "Accept-Encoding, Accept-Language, Cookie",
        }
    )
    if found.preload:
        links = (f"<{address}>; rel=modulepreload" for address in found.preload)
        headers["Link"] = ", ".join(links)
    if found.tag:
        headers["ETag"] = f'"{found.tag}"'
    return headers
