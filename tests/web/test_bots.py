"""Pages' requests about bots: handing over seats, taking them back, and hints."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller.service.bots.process import BotProcess
from controller.web.server.limits import Rate
from tests.support.webtable import HASTY, web_table

TOO_OFTEN = ["bot.hasty", {}]


def bots_in(page_position: dict[str, object]) -> object:
    game = page_position["game"]
    assert isinstance(game, dict)
    return game["bots"]


def test_the_host_seats_bots_and_everybody_sees_it(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, table.page() as host, table.page(2) as seat:
        for page in (host, seat):
            assert bots_in(page.next("position")) == ["", "", "", ""]
        host.send("bot", seat=2, level="sharp")
        for page in (host, seat):
            assert bots_in(page.next("position")) == ["", "", "sharp", ""]
        host.send("bot", seat=2, level="")
        assert bots_in(seat.next("position")) == ["", "", "", ""]


def test_a_seat_leaves_itself_to_a_bot_and_comes_back(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, table.page(1) as seat:
        seat.next("position")
        seat.send("bot", level="easy")
        assert bots_in(seat.next("position")) == ["", "easy", "", ""]
        seat.send("bot", level="")
        assert bots_in(seat.next("position")) == ["", "", "", ""]


def test_a_new_game_is_begun_with_its_bots(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, table.page() as host:
        host.next("position")
        host.send("new", game="hai-noon", seats=2, options={}, bots=["", "steady"])
        position = host.next("position")
        while bots_in(position) != ["", "steady"]:
            position = host.next("position")
        assert table.run(lambda: table.table.setup.game) == "hai-noon"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            {"seat": 1, "level": "godlike"},
            'easy, steady, sharp, not "godlike"',
        ),
        (
            {"seat": 1, "level": "random"},
            'easy, steady, sharp, not "random"',
        ),
        (
            {"seat": 1, "level": ["sharp"]},
            'easy, steady, sharp, not ["sharp"]',
        ),
        ({"seat": 9, "level": "easy"}, "there is no seat 9; there are 4"),
        ({"level": "easy"}, "there is no seat null; there are 4"),
    ],
)
def test_what_cannot_be_is_refused(
    tmp_path: Path, message: dict[str, object], words: str
) -> None:
    with web_table(tmp_path) as table, table.page() as host:
        host.send_raw(json.dumps({"type": "bot", **message}))
        assert words in host.next("error")["message"]
        host.send("new", game="get-bit", seats=2, options={}, bots="sharp")
        assert "bots must be a list, not" in host.next("error")["message"]
        host.send("new", game="get-bit", seats=2, options={}, bots=["", "random"])
        assert 'there is no bot "random"' in host.next("error")["message"]
        assert table.run(lambda: table.table.setup.seats) == 4


def test_only_people_are_told_how_a_choice_is_made(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, table.page() as page:
        for seat in range(4):
            assert page.next("position")["how"]["phone"] == ["ask-phone.choose", {}]
            page.send("bot", seat=seat, level="easy")
        how = page.next("position")["how"]
        assert how["table"] == how["phone"] == ["ask-table.told", {}]


def test_bots_are_changed_no_faster_than_a_person_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[BotProcess] = []

    class Counted(BotProcess):
        def __init__(self, *more: Any, **named: Any) -> None:
            started.append(self)
            super().__init__(*more, **named)

    monkeypatch.setattr("controller.service.bots.seats.BotProcess", Counted)
    few = HASTY._replace(bots=Rate(5, 0))
    with (
        web_table(tmp_path, has_bots=True, limits=few) as table,
        table.page(1) as seat,
        table.page() as host,
    ):
        for number in range(30):
            seat.send("bot", level=("sharp", "")[number % 2])
            seat.send("hint")
            seat.catch_up()
        host.send("bot", seat=1, level="easy")
        for page in (seat, host):
            page.catch_up()
            told = [t for t in page.texts if json.loads(t).get("message") == TOO_OFTEN]
            assert len(told) == {seat: 2 * 30 - 5, host: 1}[page]
        assert 1 <= len(started) <= 5
        host.send("bot", seat=2, level="easy")
        while bots_in(host.next("position")) != ["", "sharp", "easy", ""]:
            pass
