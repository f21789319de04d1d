"""Prints what seat 1 is answered when it asks for a hint, as one JSON object."""

import json
from typing import Any

from websockets.sync.client import ClientConnection, connect

TABLE = "ws://127.0.0.1:8137/ws"


def heard(page: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        message = page.recv(60)
        data: dict[str, Any] = json.loads(message) if isinstance(message, str) else {}
        if data.get("type") in kinds:
            return data


with connect(TABLE, compression=None) as host:
    link = heard(host, "position")["links"][1]["url"]
code = link.rpartition("code=")[2]
with connect(f"{TABLE}?seat=1&code={code}", compression=None) as page:
    about = {"decision": heard(page, "position")["decision"]}
    page.send(json.dumps({"type": "hint", **about}))
    print(json.dumps(heard(page, "hint", "told", "error")))  # noqa: T201
