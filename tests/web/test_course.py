"""Looking back at a game that is over: its chart, and how its players have fared."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from controller import games
from controller.input.intents import NewGame
from controller.rules.match import Match
from controller.storage.records import Record
from controller.testing.cases import Case, new_match, steps
from controller.web.course import MOST_POINTS, Course, chart
from tests.support.webtable import WebTable, web_table


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


def test_a_page_asks_for_it_once_the_game_is_over(served: WebTable) -> None:
    with served.page(0) as page:
        page.send("course")
        assert "not over yet" in page.next("error")["message"]
        play_to_the_end(served, "Anna", "Ben")
        page.send("course")
        told = page.next("course")
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


def test_hosts_and_spectators_get_the_same(served: WebTable) -> None:
    play_to_the_end(served, "Anna", "Ben")
    forwarded = {"Via": "a proxy"}
    with served.page() as host, served.page(additional_headers=forwarded) as spectator:
        assert spectator.next("hello")["page"] == "spectator"
        answers = []
        for page in (host, spectator):
            page.send("course")
            answers.append(page.next("course"))
    assert answers[0] == answers[1]


def test_who_gave_no_name_has_no_record(served: WebTable) -> None:
    play_to_the_end(served)
    with served.page(0) as page:
        page.send("course")
        assert page.next("course")["records"] == []


def test_it_is_made_once_for_all_pages(served: WebTable) -> None:
    play_to_the_end(served, "Anna", "Ben")
    asked: list[tuple[Sequence[str], str]] = []

    def read(names: Sequence[str], game: str) -> list[Record]:
        asked.append((names, game))
        return []

    course = Course(read)
    now = served.run(lambda: served.table.now)
    assert course.message(now) == course.message(now)
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


def test_a_long_game_is_drawn_from_so_many_positions_at_most() -> None:
    match = finished("hold-your-ground", 4)
    seen: list[object] = []
    staging = games.staging(match.game)

    def looked_at(position: object) -> Sequence[int]:
        seen.append(position)
        return (len(seen),)

    chart(match, staging._replace(chart=looked_at))
    assert len(match.entries_from(0)) > MOST_POINTS
    assert len(seen) <= MOST_POINTS + 1


def test_a_game_that_counts_nothing_has_no_chart() -> None:
    match = finished("get-bit", 2)
    staging = games.staging(match.game)._replace(chart=None)
    assert chart(match, staging) == {"length": 0, "points": []}
