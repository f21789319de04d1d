"""Every message is one of the records, which the pages' types follow."""

import json
from pathlib import Path
from typing import Any

from controller.web.protocol import messages
from tests.support.page_types import FILE, fields, names, records, written
from tests.support.webtable import PageAtTable, WebTable, web_table

FAR = {"X-Forwarded-For": "192.0.2.7"}


def by_name(union: Any) -> dict[str, Any]:
    return {name: record for record in records(union) for name in names(record)}


def test_the_types_of_the_pages_are_made_from_the_records() -> None:
    # `python -m tests.support.page_types` writes them.
    assert FILE.read_text(encoding="utf-8") == written()


def test_the_table_understands_what_the_records_say(tmp_path: Path) -> None:
    known: set[str] = set()
    with web_table(tmp_path) as served:
        for page in (served.page(), served.page(0), stranger(served)):
            with page:
                page.send("nothing")
                said = page.next("error")["message"]
                known |= {*said.rpartition("there is ")[2].split(", ")}
    assert known == by_name(messages.Request).keys()


def stranger(served: WebTable) -> PageAtTable:
    return served.page(additional_headers=FAR)


def test_what_pages_get_is_what_the_records_say(tmp_path: Path) -> None:
    with (
        web_table(tmp_path, 2) as served,
        served.page() as host,
        served.page(0) as seat,
        stranger(served) as guest,
    ):
        legal = seat.next("position")["pending"]["legal"]
        for kind in ("games", "health", "sound", "past", "again"):
            host.send(kind, at=0)
        served.run(lambda: served.server.room.show_nearby([]))
        host.send("new", game="get-bit", seats=2, options={}, players=["\x1b"])
        seat.send("why", action=legal[0])
        seat.act(legal[0])
        guest.send("sit", seat=1)
        guest.send("story")
        got: set[str] = set()
        for page in (guest, seat, host):
            page.catch_up()
            for text in page.texts:
                message = json.loads(text)
                record = by_name(messages.Answer)[message["type"]]
                keys = message.keys() - {"id"}
                assert record.__required_keys__ <= keys <= fields(record).keys(), text
                got.add(message["type"])
    # The others need bots, an Eliminator, a speaker, the end of a game, or a press.
    rare = {"hint", "review", "seated", "reply", "said", "heard", "striker", "sound"}
    assert got >= by_name(messages.Answer).keys() - rare
