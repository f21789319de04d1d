"""Prints what a page of the table gets when it is opened, as one JSON object."""

import json

from websockets.sync.client import connect

seen: dict[str, object] = {}
with connect("ws://127.0.0.1:8137/ws", compression=None) as page:
    while not {"position", "parts", "frame"} <= seen.keys():
        message = page.recv(20)
        if isinstance(message, bytes):
            seen["frame"] = message.hex()
        else:
            data = json.loads(message)
            seen[data["type"]] = data
print(json.dumps(seen))  # noqa: T201
