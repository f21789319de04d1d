"""A crowd from many addresses: the host and the seats come in all the same."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from controller.web.limits import USUAL
from tests.support.webtable import (
    HASTY,
    HOST_CODE,
    PageAtTable,
    WebTable,
    closing,
    web_table,
)

# Through a proxy: not on this machine, so a spectator.
AWAY: dict[str, Any] = {"additional_headers": {"X-Forwarded-For": "192.0.2.7"}}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as table:
        yield table


def spectator(served: WebTable, number: int, **more: Any) -> PageAtTable:
    """From an address of its own."""
    source = f"127.0.{1 + number // 200}.{1 + number % 200}", 0
    return served.page(source_address=source, **AWAY, **more)


def fill(served: WebTable, stack: ExitStack, pages: int) -> list[PageAtTable]:
    """As many addresses as there is room for, with a page each."""
    crowd = [stack.enter_context(spectator(served, n)) for n in range(pages)]
    for page in crowd:
        page.next("position")
    return crowd


def is_open(page: PageAtTable) -> bool:
    try:
        page.catch_up()
    except ConnectionClosed:
        return False
    return True


def test_the_host_and_every_seat_come_in_and_spectators_make_room(
    served: WebTable,
) -> None:
    with ExitStack() as stack:
        crowd = fill(served, stack, USUAL.pages)
        pages = [served.page(), *(served.page(seat) for seat in range(4))]
        by_code = f"/ws?host={HOST_CODE}"
        pages.append(PageAtTable(served.port, by_code, host="127.0.0.1", **AWAY))
        kinds = [stack.enter_context(page).next("hello")["page"] for page in pages]
        assert kinds == ["host", *["seat"] * 4, "host"]
        assert all(map(is_open, pages))
        assert sum(map(is_open, crowd)) == USUAL.pages - len(pages)


def test_a_full_house_has_no_room_for_one_more_spectator_or_for_wrong_codes(
    served: WebTable,
) -> None:
    with ExitStack() as stack:
        crowd = fill(served, stack, USUAL.pages)
        with spectator(served, USUAL.pages) as late:
            assert closing(late)[0] == 4429
        for path in ("/ws?seat=0&code=wrong", "/ws?host=wrong"):
            with PageAtTable(served.port, path, **AWAY) as wrong:
                assert closing(wrong)[0] == 4403
        assert all(map(is_open, crowd))


def test_no_spectator_takes_the_place_of_the_host_or_a_seat(tmp_path: Path) -> None:
    with (
        web_table(tmp_path, limits=HASTY._replace(pages=3)) as served,
        served.page() as host,
        served.page() as other,
        served.page(0) as seat,
    ):
        pages = host, other, seat
        for page in pages:
            page.next("position")
        with spectator(served, 1) as late:
            assert closing(late)[0] == 4429
        assert all(map(is_open, pages))


def test_spectators_of_the_same_address_make_room_for_the_host(tmp_path: Path) -> None:
    with (
        web_table(tmp_path, limits=HASTY._replace(pages_of_one=2)) as served,
        served.page(**AWAY) as one,
        served.page(**AWAY) as other,
    ):
        for page in (one, other):
            page.next("position")
        with served.page() as host:
            assert host.next("hello")["page"] == "host"
            assert [is_open(one), is_open(other)] == [True, False]


def test_a_full_house_is_said_once_to_the_host_and_in_the_log(
    served: WebTable, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(served.page())
        host.next("position")
        fill(served, stack, USUAL.pages - 1)
        assert not full_house_notices(host)
        for number in range(20):
            with spectator(served, USUAL.pages + number) as late:
                assert closing(late)[0] == 4429
        assert len(full_house_notices(host)) == 1
        logged = [row for row in caplog.records if "full" in row.getMessage()]
        assert len(logged) == 1


def test_a_host_who_comes_into_a_full_house_is_told(served: WebTable) -> None:
    with ExitStack() as stack:
        fill(served, stack, USUAL.pages)
        with spectator(served, USUAL.pages) as late:
            assert closing(late)[0] == 4429
        host = stack.enter_context(served.page())
        assert len(full_house_notices(host)) == 1


def full_house_notices(page: PageAtTable) -> list[str]:
    page.catch_up()
    told = [text for text in page.texts if json.loads(text)["type"] == "told"]
    return [text for text in told if json.loads(text)["message"][0] == "game.full"]
