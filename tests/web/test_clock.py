"""Clocks in messages: chosen by the host, and the same for everybody who looks."""

import json
from pathlib import Path

import pytest

from tests.support.webtable import web_table


@pytest.mark.parametrize(
    ("clock", "minutes"), [({"clock": 10}, 10), ({"clock": -1}, None), ({}, None)]
)
def test_the_host_chooses_a_clock(
    clock: dict[str, int], minutes: int | None, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2) as served, served.page() as host, served.page(1) as own:
        host.send("new", game="get-bit", seats=2, options={}, **clock)
        for page in (host, own):
            page.catch_up()
            messages = map(json.loads, page.texts)
            *_, last = (each for each in messages if each["type"] == "position")
            shown = last.get("clock", {})
            assert shown.get("minutes") == minutes
            assert shown.get("running") == (None if minutes is None else [0, 1])


@pytest.mark.parametrize("clock", [-2, 1441, "10", True, None])
def test_a_wrong_clock_is_refused(clock: object, tmp_path: Path) -> None:
    with web_table(tmp_path, 2) as served, served.page() as host:
        host.send("new", game="get-bit", seats=2, options={}, clock=clock)
        assert "1440" in host.next("error")["message"]
        assert served.run(lambda: served.table.now.times) is None
