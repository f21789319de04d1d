"""The number of a card's tag: told to the simulator's host, and to nobody else."""

import json
import logging
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from controller.chance.decks import FILE, Enrolled
from hardware.backends.sim.backend import SimBackend
from hardware.readings import TagSeen
from tests.support.told_table import dealing_with, enroll
from tests.support.webtable import PageAtTable, WebTable, web_table
from tests.web.test_drawn_table import RealHands

UNKNOWN = "04feed99"
# Through a proxy: not on this machine, so a spectator.
AWAY = {"X-Forwarded-For": "192.168.1.7"}


class Dealt:
    """A table whose shoe is waited for, and every kind of page that can be open."""

    def __init__(self, served: WebTable, tags: list[str], stack: ExitStack) -> None:
        self.served = served
        self.tags = tags
        self.host = stack.enter_context(served.page())
        spectator = served.page(additional_headers=AWAY)
        seats = [served.page(0), served.page(1)]
        self.others = [stack.enter_context(page) for page in (*seats, spectator)]

    def said(self, page: PageAtTable, kind: str | None = None) -> list[str]:
        page.catch_up()
        texts = [t for t in page.texts if kind is None or json.loads(t)["type"] == kind]
        return [t for t in texts if any(uid in t for uid in (*self.tags, UNKNOWN))]


@pytest.fixture(params=[SimBackend, RealHands])
def dealt(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Dealt]:
    enrolled = Enrolled(tmp_path / FILE)
    tags = enroll(enrolled, "hai-noon")
    make = dealing_with(enrolled)
    with (
        ExitStack() as stack,
        web_table(
            tmp_path,
            2,
            game="hai-noon",
            backend=request.param,
            make_dealer=make,
            first=0,
        ) as served,
    ):
        uids = [tags["red-cage"][0], tags["wild"][0]]
        yield Dealt(served, uids, stack)
        stack.close()


def test_no_page_but_the_simulators_host_is_sent_a_cards_number(
    dealt: Dealt, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    served = dealt.served

    def passed(uid: str) -> None:
        served.table.reading(TagSeen("shoe", uid))

    for uid in (dealt.tags[0], UNKNOWN, *dealt.tags):
        served.run(partial(passed, uid))
    assert served.position.hands == (("red-cage",), ())
    for page in (dealt.host, *dealt.others):
        assert dealt.said(page) == []
    if served.backend.touch:
        dealt.host.send("tag", reader="play", uid=UNKNOWN)
        dealt.host.next("lying")
        assert dealt.said(dealt.host) == dealt.said(dealt.host, "lying") != []
    for page in dealt.others:
        assert dealt.said(page) == []
    for uid in (*dealt.tags, UNKNOWN):
        assert uid not in caplog.text
