"""The story of a game, which latecomers get in full, including undone lines."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller import games
from controller.chance.seed import seeded
from controller.rules.game import Viewer
from controller.rules.match import Match
from controller.rules.views import events_of, line, past, show, story
from controller.session.restore import restored, written
from controller.storage.journal import SavedGame, Setup
from controller.web.protocol.story import MOST, message
from tests.support.ours import so_many
from tests.support.webtable import PageAtTable, WebTable, web_table


def played(name: str, steps: int, seats: int = 2) -> tuple[Match, list[Any]]:
    """Return a match after this many choices, and its batches of entries."""
    match = Match(games.find(name), so_many(name, seats), {}, seeded(3))
    rng, batches = Random(3), [match.opening()]
    match.accept(batches[0])
    for _ in range(steps):
        if not (legal := match.game.legal(match.position)):
            break
        batches.append(match.plan(rng.choice(legal)))
        match.accept(batches[-1])
    return match, batches


def lines(match: Match, viewer: Viewer) -> list[Any]:
    return [event for line in story(match, viewer) for event in line["events"]]


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("viewer", ["table", "first", "last"])
def test_a_late_page_gets_the_same_story_as_the_others(
    name: str, viewer: Viewer
) -> None:
    match, batches = played(name, 25)
    viewer = {"first": 0, "last": match.seats - 1}.get(str(viewer), viewer)
    live = [
        event
        for batch in batches
        if batch
        for event in show(match.game, batch[-1].position, viewer, events_of(batch))[
            "events"
        ]
    ]
    assert lines(match, viewer) == live
    assert [line["at"] for line in story(match, viewer)] == [*range(len(match.story))]


def undone_game() -> Match:
    """Return a GET BIT! match in which seat 0 has undone its first choice."""
    match, _ = played("get-bit", 0)
    first, second, *_ = match.game.legal(match.position)
    match.accept(match.plan(first))
    match.rewind(match.undo_mark())
    match.accept(match.plan(second))
    return match


def test_an_undo_is_in_the_story_and_marks_what_it_undid() -> None:
    match = undone_game()
    *_, choice, undo, again = story(match, 0)
    assert choice["undone"] is True
    assert undo == {"undo": 0, "at": choice["at"] + 1}
    assert "undone" not in again
    assert choice["events"] != again["events"]


def test_a_secret_choice_that_was_undone_stays_secret() -> None:
    match = undone_game()
    *_, choice, _, again = story(match, 1)
    assert [event["card"] for event in choice["events"]] == [None]
    assert [event["card"] for event in again["events"]] == [None]


def test_a_game_from_the_journal_tells_the_same_story() -> None:
    match = undone_game()
    entries: list[tuple[str, str]] = []
    for told in match.story:
        if told.how == "undo":
            mark = sum(kind == "action" for kind, _ in entries) - 1
            entries.append(("undo", str(mark)))
        else:
            entries.append(("action", written(told.entry.action)))
    setup = Setup("get-bit", 2, dict(match.options), 3, match.game.version, ())
    again = restored(SavedGame(setup, tuple(entries)))
    for seen_by in ("table", 0, 1):
        assert story(again, seen_by) == story(match, seen_by)


def test_past_positions_can_be_seen_again_but_not_undone_ones() -> None:
    match = undone_game()
    at = len(match.story) - 1
    assert past(match, 0, at) == {
        "at": at,
        "state": match.game.state(match.position, 0),
    }
    for no_moment in (at - 1, at - 2, at + 1, -1):
        assert past(match, 0, no_moment) is None


def test_a_late_page_gets_the_last_lines_of_a_long_game() -> None:
    match, _ = played("hold-your-ground", 600, seats=4)
    match.story[:0] = match.story[:1] * MOST
    told = json.loads(message(match, "host"))
    ats = [line["at"] for line in told["lines"]]
    assert ats == [*range(len(match.story) - MOST, len(match.story))]


# On the pages


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path, seats=2) as served:
        yield served


def test_all_who_ask_share_one_message(
    served: WebTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often pages ask: that is all a crowd of them could keep busy."""
    made: list[int] = []

    def counted(match: Match, at: int, *more: Any, **named: Any) -> Any:
        made.append(at)
        return line(match, at, *more, **named)

    monkeypatch.setattr("controller.rules.views.line", counted)
    with served.page() as host, served.page() as other:
        told = host.next("story")
        made.clear()
        for page in (host, other) * 5:
            page.send("story")
        for page in (host, other):
            page.catch_up()
            whole = [t for t in page.texts if t.startswith('{"type": "story"')]
            assert {*whole} == {json.dumps(told)}
        assert made == []


def choices(position: dict[str, Any]) -> list[dict[str, Any]]:
    return list(position["pending"]["legal"])


def test_a_page_that_is_opened_later_gets_the_whole_story(served: WebTable) -> None:
    with served.page(0) as first:
        choice = choices(first.next("position"))[0]
        before = first.next("story")
        first.act(choice)
        news = first.next("story")
        assert news["from"] == len(before["lines"])
    with served.page(0) as later, served.page() as host:
        told = later.next("story")
        assert told["from"] == 0
        assert told["lines"] == before["lines"] + news["lines"]
        *_, chosen = host.next("story")["lines"]
        # Neither what happened nor the words for it say which card it was.
        (seen,) = news["lines"][-1]["events"]
        assert seen["card"] == choice["card"]
        secret = {**seen, "card": None}
        assert chosen["events"] == [secret]
        assert chosen["says"] == [["tell.choose", secret]]


def test_after_an_undo_every_page_gets_the_whole_story(served: WebTable) -> None:
    with served.page(0) as seat, served.page() as host:
        seat.act(choices(seat.next("position"))[0])
        host.next("story")
        host.next("story")
        seat.send("undo")
        anew = host.next("story")
        assert anew["from"] == 0
        assert anew["lines"][-2]["undone"] is True
        assert anew["lines"][-1]["undo"] == 0


def test_another_game_tells_its_own_story_from_the_beginning(served: WebTable) -> None:
    with served.page() as host:
        host.next("story")
        host.send("new", game="hai-noon", seats=2, options={})
        assert host.next("story")["from"] == 0


def test_in_a_memory_game_pages_forget_the_cards_of_the_round_before(
    tmp_path: Path,
) -> None:
    """GB-25: each page gets the story again, without old cards."""
    with (
        web_table(tmp_path, seats=4, memory=True) as served,
        served.page() as host,
        ExitStack() as stack,
    ):
        seats = [stack.enter_context(served.page(seat)) for seat in range(4)]
        for seat in seats:
            seat.act(choices(seat.next("position"))[0])
        told = host.next("story")
        while told["from"] or not reveals(told):
            told = host.next("story")
        (first,) = reveals(told)
        assert len(first) == 4
        for seat in seats:
            seat.act(own_choices(seat, round_=2)[0])
        while len(reveals(told)) < 2:
            told = host.next("story")
        assert told["from"] == 0
        before, now = reveals(told)
        assert before is None
        assert len(now) == 4


def reveals(told: dict[str, Any]) -> list[Any]:
    events = (event for line in told["lines"] for event in line["events"])
    return [event["cards"] for event in events if event["type"] == "reveal"]


def own_choices(page: PageAtTable, round_: int) -> list[dict[str, Any]]:
    """Return the choices of this page in that round."""
    position = page.next("position")
    while position["state"]["round"] < round_:
        position = page.next("position")
    return choices(position)


def test_a_page_asks_for_all_of_it_and_for_how_it_stood(served: WebTable) -> None:
    with served.page(1) as seat:
        whole = seat.next("story")
        seat.send("story")
        assert seat.next("story") == whole
        at = whole["lines"][0]["at"]
        seat.send("past", at=at)
        then = seat.next("past")
        assert then["at"] == at
        # What the other one holds is told by its number, then as now.
        assert isinstance(then["state"]["robots"]["red"]["hand"], int)
        for wrong in (-1, 10**6, "1", None, True):
            seat.send("past", at=wrong)
            assert seat.next("error")["message"].startswith("at must be ")
