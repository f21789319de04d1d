"""Every message has its record, which the pages' types and README.md follow."""

import json
import re
from pathlib import Path

from controller.cli.settings.resolve import resolve
from controller.service.host_settings import HostSettings
from controller.service.settings import Settings
from controller.web.protocol import messages
from controller.web.protocol.incoming import fits
from tests.support.page_types import FILE, written
from tests.support.webtable import AWAY, web_table
from tests.support.words import catalogue_text

README = Path(messages.__file__).parents[1] / "README.md"
# What a seat's page alone may ask, what a spectator's alone, and what every page.
SEAT = {"act", "why", "undo", "name", "hint", "ready"}
SPECTATOR = {"sit", "leave"}
ALL = {"ping", "story", "past", "review"}
# The host asks all else; a seat has its own bot.
MAY = {
    "host": messages.TO_TABLE.keys() - SEAT - SPECTATOR,
    "seat": SEAT | ALL | {"bot"},
    "spectator": SPECTATOR | ALL,
}


def test_the_types_of_the_pages_are_made_from_the_records() -> None:
    # `python -m tests.support.page_types` writes them.
    assert FILE.read_text(encoding="utf-8") == written()


def test_the_readme_has_every_message_with_its_fields() -> None:
    text = README.read_text(encoding="utf-8")
    text = text.partition("\n## From the server\n")[2]
    answers, _, requests = text.partition("\n## To the server\n")
    missing = []
    for section, records in (
        (answers, messages.FROM_TABLE),
        (requests, messages.TO_TABLE),
    ):
        cells = [row.split("|", 2)[1:] for row in re.findall(r"(?m)^\| `.*", section)]
        rows = {name: row for first, row in cells for name in named(first)}
        assert rows.keys() >= records.keys()
        for name, record in records.items():
            wanted = {field.rstrip("?") for field in record} - {*named(rows[name])}
            missing += [f"{name}.{field}" for field in wanted]
    assert missing == []


def named(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def test_each_kind_of_page_may_ask_its_own_and_nothing_else(tmp_path: Path) -> None:
    with web_table(tmp_path) as served:
        pages = served.page(), served.page(0), served.page(**AWAY)
        for page, (kind, may) in zip(pages, MAY.items(), strict=True):
            with page:
                assert page.next("hello")["page"] == kind
                for name in messages.TO_TABLE.keys() - may:
                    page.send_raw(json.dumps({"type": name}))
                    said, _, known = page.next("error")["message"].partition("; ")
                    assert said == f'there is no message "{name}" here'
                    assert {*known.removeprefix("there is ").split(", ")} == may


def test_what_pages_get_is_what_the_records_say(tmp_path: Path) -> None:
    with (
        web_table(tmp_path, 2) as served,
        served.page() as host,
        served.page(0) as seat,
        served.page(**AWAY) as guest,
    ):
        legal = seat.next("position")["pending"]["legal"]
        host.send("settings")
        assert host.next("told")["message"] == catalogue_text("settings.not-here")
        own = HostSettings(Settings(), lambda _by_host: resolve({}, {}))
        served.run(lambda: setattr(served.server.host_controls, "settings", own))
        for kind in ("games", "health", "sound", "past", "again", "settings"):
            host.send(kind, at=0)
        served.run(lambda: served.server.room.nearby.show([]))
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
                message.pop("id", "")
                got.add(kind := message.pop("type"))
                record = messages.FROM_TABLE[kind]
                known = {field.rstrip("?"): field for field in record}
                assert {field for field in record if "?" not in field} <= {*message}
                for name, value in message.items():
                    assert fits(value, record[known[name]]), (kind, name, value)
    # The others need bots, an Eliminator, a speaker, the end of a game, or a press.
    rare = {"hint", "review", "seated", "reply", "said", "heard", "striker", "sound"}
    assert got >= messages.FROM_TABLE.keys() - rare
