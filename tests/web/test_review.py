"""The review of a finished game: its chart, and its players' statistics."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.basics.sentence import say
from controller.input.intents import NewGame
from controller.rules.match import Match
from controller.storage.history import PlayerHistory
from controller.testing.cases import Case, new_match, steps
from controller.web.protocol.review import MOST_POINTS, GameReview, chart
from controller.words.files import in_english
from tests.storage.test_forget import holding
from tests.support.webtable import PageAtTable, WebTable, web_table

FORWARDED = {"Via": "a proxy"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path, seats=2, seed=3) as served:
        yield served


def play_to_the_end(served: WebTable, *players: str) -> None:
    new = NewGame(games.find("get-bit"), 2, {}, 3, players=players)
    served.run(lambda: served.table.ask(new))
    rng = Random(1)

    def step() -> bool:
        match = served.table.match
        served.table.act(rng.choice(match.game.legal(match.position)), None)
        return match.result is not None

    while not served.run(step):
        pass


def finished(name: str, seats: int) -> Match:
    match = new_match(Case(name, seats, ()), seed=2)
    for _ in steps(match, Random(2)):
        pass
    return match


def told(page: PageAtTable) -> str:
    said: str = page.next("told")["message"]
    return said


def looked_back(page: PageAtTable) -> dict[str, Any]:
    page.send("review")
    return page.next("review")


def test_a_page_asks_for_it_once_the_game_is_over(served: WebTable) -> None:
    with served.page(0) as page:
        page.send("review")
        assert "not over yet" in page.next("error")["message"]
        play_to_the_end(served, "Anna", "Ben")
        page.send("review")
        told = page.next("review")
    assert told["points"][0] == [0, 8, 8]
    assert told["points"][-1][0] <= told["length"]
    result = served.run(lambda: served.table.match.result)
    assert result
    wins = [int(seat in result.winners) for seat in range(2)]
    assert told["records"] == [
        {
            "name": name,
            "here": {"played": 1, "won": won},
            "all": {"played": 1, "won": won},
            "evenings": 1,
        }
        for name, won in zip(("Anna", "Ben"), wins, strict=True)
    ]


def test_how_people_have_fared_is_for_hosts_and_seats_not_for_spectators(
    served: WebTable,
) -> None:
    play_to_the_end(served, "Anna", "Ben")
    with (
        served.page() as host,
        served.page(0) as seat,
        served.page(additional_headers=FORWARDED) as spectator,
    ):
        assert spectator.next("hello")["page"] == "spectator"
        at_host, at_seat, outside = (looked_back(p) for p in (host, seat, spectator))
    assert [record["name"] for record in at_host["records"]] == ["Anna", "Ben"]
    assert at_seat == at_host
    assert outside == {**at_host, "records": []}


def test_the_host_has_a_name_forgotten_on_all_pages_and_on_disk(
    served: WebTable, tmp_path: Path
) -> None:
    play_to_the_end(served, "Anna", "Ben")
    assert holding(tmp_path, "Anna")
    with served.page() as host, served.page(0) as seat:
        assert len(looked_back(host)["records"]) == 2
        seat.next("position")
        host.send("forget", name="anna")
        assert told(host) == in_english(say("name.forgotten", who="anna"))
        assert seat.next("position")["game"]["players"] == ["", "Ben"]
        (ben,) = looked_back(host)["records"]
    assert (ben["name"], ben["all"]["played"]) == ("Ben", 1)
    assert holding(tmp_path, "Anna") == []


def test_a_running_game_goes_on_with_a_colour_for_the_name(
    served: WebTable, tmp_path: Path
) -> None:
    new = NewGame(games.find("get-bit"), 2, {}, 3, players=("Anna", "Ben"))
    served.run(lambda: served.table.ask(new))
    with served.page() as host:
        before = host.next("position")
        host.send("forget", name="Anna")
        after = host.next("position")
        assert after["game"]["players"] == ["", "Ben"]
        assert (after["state"], after["links"]) == (before["state"], before["links"])
        assert told(host) == in_english(say("name.forgotten", who="Anna"))
        host.send("forget", name="Anna")
        assert told(host) == in_english(say("name.nobody", who="Anna"))
        # Nor is it what the first screen remembers.
        host.send("new", game="get-bit", seats=2)
        host.send("new", game="get-bit", seats=2)
        host.catch_up()
    assert served.run(lambda: served.table.setup.players) == ("", "Ben")
    assert holding(tmp_path, "Anna") == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u3164", "name.blank"),
        ("\u2800 \u2800", "name.blank"),
        ("\u0301", "name.blank"),
        ("\u200b\u202e", "name.blank"),
        ("x" * 25, "name.long"),
        ("a\x1b[2J", "name.control"),
    ],
)
def test_nobody_is_called_what_cannot_be_seen(
    served: WebTable, name: str, why: str
) -> None:
    with served.page() as host:
        before = served.run(lambda: served.table.setup)
        players = ["Anna", name]
        host.send("new", game="get-bit", seats=3, options={}, players=players)
        misnamed = host.next("misnamed")
        assert (misnamed["seat"], misnamed["message"][0]) == (1, why)
        assert served.run(lambda: served.table.setup) == before


def test_names_in_any_script_are_kept(served: WebTable) -> None:
    family = "\u200d".join("\U0001f468\U0001f469\U0001f467\U0001f466")
    names = ["Zoë", "\U0001f469\u200d\U0001f680", "안나", 24 * family]
    with served.page() as host:
        host.send("new", game="get-bit", seats=4, options={}, players=names)
        host.catch_up()
        assert served.run(lambda: served.table.setup.players) == (*names,)


def test_a_player_without_a_name_has_no_statistics(served: WebTable) -> None:
    play_to_the_end(served)
    with served.page(0) as page:
        page.send("review")
        assert page.next("review")["records"] == []


def test_it_is_made_once_for_all_pages(served: WebTable) -> None:
    play_to_the_end(served, "Anna", "Ben")
    asked: list[tuple[Sequence[str], str]] = []

    def read(names: Sequence[str], game: str) -> list[PlayerHistory]:
        asked.append((names, game))
        return []

    review = GameReview(read)
    now = served.run(lambda: served.table.now)
    assert review.message(now, 0) == review.message(now, "host")
    assert asked == [(("Anna", "Ben"), "get-bit")]


COUNTING = [n for n in games.names() if games.staging(games.find(n)).chart]


@pytest.mark.parametrize("name", COUNTING)
def test_a_game_with_a_chart_says_a_number_for_each_seat(name: str) -> None:
    low, high = games.find(name).seats
    for seats in range(low, high + 1):
        match = finished(name, seats)
        drawn = chart(match, games.staging(match.game))
        ats = [at for at, *_ in drawn["points"]]
        assert ats == sorted(set(ats))
        assert all(len(values) == seats for _, *values in drawn["points"])
        assert len(drawn["points"]) > 1
        # It ends where the game ends.
        assert drawn["points"][-1][1:] == list(
            games.staging(match.game).chart(match.position)  # type: ignore[misc]
        )


def test_the_chart_of_a_long_game_has_a_limited_number_of_points() -> None:
    match = finished("hold-your-ground", 4)
    seen: list[object] = []
    staging = games.staging(match.game)

    def looked_at(position: object) -> Sequence[int]:
        seen.append(position)
        return (len(seen),)

    chart(match, staging._replace(chart=looked_at))
    assert len(match.entries_from(0)) > MOST_POINTS
    assert len(seen) <= MOST_POINTS + 1
