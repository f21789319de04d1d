"""The first screen's choices, and who deals and rolls in the new game."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.chance.dealer import Dealer
from controller.web.protocol.outgoing import offer
from controller.words.files import LANGUAGES
from hardware.backend import Clock
from hardware.parts.registry import Parts
from tests.support.ours import OURS
from tests.support.webtable import BOARD, WebTable, web_table


def fitted(parts: Parts, _clock: Clock) -> Dealer:
    return Dealer(BOARD, parts=parts)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path, make_dealer=fitted) as served:
        yield served


def begin(served: WebTable, **told_by: Any) -> dict[str, Any]:
    """Start a game; return its position or the error."""
    with served.page() as page:
        page.next("lying")
        page.send("new", game="hold-your-ground", seats=2, options={}, told_by=told_by)
        while True:
            message = page.next_of("position", "error")
            if message["type"] == "error" or message["game"]["seats"] == 2:
                return message


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_offered_with_its_sentence_time_and_colours(
    language: str,
) -> None:
    offered = json.loads(offer(lambda _game: {}, language))["games"]
    assert [row["game"] for row in offered] == games.names()
    for row in (row for row in offered if row["game"] in OURS):
        assert row["words"]["about"] == games.words(row["game"], language).render(
            "about"
        )
        least, most = row["minutes"]
        assert 0 < least < most
        low, high = row["seats"]
        assert list(row["teams"]) == [str(n) for n in range(low, high + 1)]
        for seats, teams in row["teams"].items():
            assert len(teams) == int(seats)


def test_while_a_game_is_chosen_the_host_gets_the_list_of_games_unasked(
    tmp_path: Path,
) -> None:
    with (
        web_table(tmp_path, is_chosen=False, language="de") as served,
        served.page() as page,
    ):
        page.next("lying")
        rows = page.next("games")["games"]
    assert [row["game"] for row in rows] == games.names()
    about = games.words("get-bit", "de").render("about")
    assert rows[0]["words"]["about"] == about


def test_only_a_game_with_a_die_offers_who_rolls(
    served: WebTable,
) -> None:
    with served.page() as page:
        page.send("games")
        rows = {row["game"]: row["told_by"] for row in page.next("games")["games"]}
    assert rows["get-bit"] == {}
    assert set(rows["hold-your-ground"]) == {"die", "explosion"}


def test_a_game_is_started_with_players_who_roll(served: WebTable) -> None:
    assert served.run(lambda: served.dealer.told_by.die) == "program"
    assert begin(served, die="players")["told_by"]["die"] == "players"
    assert served.run(lambda: served.dealer.told_by.die) == "players"


def test_an_unknown_teller_is_refused_and_nothing_starts(served: WebTable) -> None:
    said = begin(served, die="the dog")
    assert said["message"] == '"the dog" cannot tell "die" here'
    assert served.run(lambda: served.table.setup.game) == "get-bit"
