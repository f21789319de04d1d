"""What a phone needs to install a seat's page: a name, icons, and where it begins."""

import json

from controller.web.bodies import Body, body

_KIND = "application/manifest+json"
_DARK = "#06131b"


def manifest(link: str) -> Body:
    """`link` is that of the seat: the installed page opens its hand at once."""
    told = {
        "name": "Undertow",
        "short_name": "Undertow",
        "id": link.partition("?")[0],
        "start_url": link,
        "scope": "/",
        "display": "standalone",
        "background_color": _DARK,
        "theme_color": _DARK,
        "icons": [_icon(size) for size in (192, 512)],
    }
    return body(_KIND, json.dumps(told).encode())


def _icon(size: int) -> dict[str, str]:
    return {
        "src": f"/static/icon-{size}.png",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        # All of the fin is within the circle that phones cut out.
        "purpose": "any maskable",
    }
