"""How the director handles people who leave and tables that fail."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller.club.director import Director, Plan
from controller.club.evening import Evening
from controller.club.page import EveningReports
from controller.club.pairing import PodSizes
from controller.club.tables import Tables

PLAN = Plan("get-bit", {}, 2, PodSizes(2, 6, 2))


class Room:
    """A director with what it hears and sends."""

    def __init__(self, folder: Path, only: tuple[str, ...] = ()) -> None:
        self.names = ["Ana", "Ben"]
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.tables, self.evening = Tables(only), Evening(folder / "evening.jsonl")
        self.director = Director(
            PLAN, self.evening, self.tables, self._send, lambda: self.names
        )
        self.reports = EveningReports(self.director, "GET BIT!", "en")

    def _send(self, table: str, command: dict[str, Any]) -> None:
        self.sent.append((table, command))

    def receive(self, kind: str, value: Any, table: str = "t") -> None:
        payload = value if isinstance(value, str) else json.dumps(value)
        self.tables.receive(f"undertow/{table}/{kind}", payload.encode())
        self.director.advance()

    def state(self, phase: str, order: str = "", **more: Any) -> None:
        shown: dict[str, Any] = {
            "game": "get-bit",
            "players": ["Red", "Blue"],
            "prompt": "Choose.",
        }
        shown |= {"phase": phase, "order": order, "result": None, **more}
        self.receive("state", shown)

    def online(self) -> None:
        self.receive("availability", "online")

    def begun(self) -> str:
        """Begin a game at the table, and return its id."""
        self.online()
        self.state("choose")
        [(_, command)] = self.sent
        self.state("play", command["id"])
        self.receive("answer", {"id": command["id"], "ok": True})
        return str(command["id"])

    def types(self) -> list[str]:
        return [command["type"] for _, command in self.sent]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_a_game_is_begun_with_names_and_its_result_is_taken(room: Room) -> None:
    order = room.begun()
    assert sorted(room.sent[0][1]["players"]) == ["Ana", "Ben"]
    room.state("over", order, result={"winners": [1], "ranks": [2, 1]})
    assert room.evening.games[order].ranks == (2, 1)
    # The next round begins at once, at the same table.
    assert room.types() == ["new", "new"]


def test_who_leaves_is_replaced_by_a_bot_and_is_not_paired_again(room: Room) -> None:
    order = room.begun()
    seat = room.evening.games[order].players.index("Ben")
    room.names = ["Ana", "Cy"]
    room.director.advance()
    room.director.advance()
    assert room.types() == ["new", "bot"]
    assert room.sent[-1][1]["seat"] == seat
    room.state("over", order, result={"winners": [0], "ranks": [1, 2]})
    assert sorted(room.sent[-1][1]["players"]) == ["Ana", "Cy"]


def test_alone_somebody_plays_against_a_bot(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.names = ["Ana"]
    room.begun()
    assert sorted(room.sent[0][1]["bots"]) == ["", "steady"]


def test_a_table_that_was_switched_off_resumes_its_game_once(room: Room) -> None:
    order = room.begun()
    room.receive("availability", "offline")
    assert "Check its power" in room.reports.page()
    room.online()
    room.state("offer")
    room.director.advance()
    assert room.types() == ["new", "continue"]
    room.state("play")
    room.state("over", result={"winners": [0], "ranks": [1, 2]})
    assert room.evening.games[order].ranks == (1, 2)


def test_after_a_kill_a_game_that_was_never_asked_for_is_asked_for(
    room: Room, tmp_path: Path
) -> None:
    room.online()
    room.state("choose")
    again = Room(tmp_path)
    again.online()
    again.state("over", result={"winners": [0], "ranks": [1, 2]})
    # An earlier result of that table is not this game's.
    assert again.types() == ["new"]
    assert again.sent == room.sent
    assert again.evening.open_games


def test_after_a_kill_a_game_that_is_played_is_not_begun_again(
    room: Room, tmp_path: Path
) -> None:
    order = room.begun()
    again = Room(tmp_path)
    # The broker tells one thing after another what it has kept.
    again.online()
    again.state("play", order)
    assert again.sent == []


def test_nobody_s_own_game_is_interrupted(room: Room, tmp_path: Path) -> None:
    room.online()
    room.state("choose")
    again = Room(tmp_path)
    again.online()
    again.state("play", game="hai-noon")
    assert again.sent == []
    again.state("over", game="hai-noon")
    assert again.sent == room.sent


def test_a_command_that_the_broker_has_lost_is_sent_again(room: Room) -> None:
    room.online()
    room.state("choose")
    room.tables.forget()
    room.director.ask_again()
    room.online()
    room.state("choose")
    assert room.types() == ["new", "new"]
    assert room.sent[0] == room.sent[1]
    # One that was answered is not.
    room.receive("answer", {"id": room.sent[0][1]["id"], "ok": True})
    room.director.ask_again()
    room.director.advance()
    assert len(room.sent) == 2


def test_a_command_that_a_table_has_missed_is_sent_again(room: Room) -> None:
    room.online()
    room.state("choose")
    room.receive("availability", "offline")
    room.online()
    room.state("choose")
    assert room.types() == ["new", "new"]
    assert room.sent[0] == room.sent[1]


def begin_elsewhere(room: Room) -> None:
    """Let another table come that is free."""
    room.receive("availability", "online", table="other")
    shown = {"game": "get-bit", "players": ["Red"], "prompt": "", "order": ""}
    room.receive("state", shown | {"phase": "choose", "result": None}, table="other")


def test_a_table_that_refuses_is_said_and_another_one_takes_the_game(
    room: Room,
) -> None:
    room.online()
    room.state("choose")
    refused = room.sent[0][1]["id"]
    room.receive("answer", {"id": refused, "ok": False, "error": "no such game here"})
    for _ in range(3):
        room.director.advance()
    assert room.types() == ["new"]
    assert "no such game here" in room.reports.page()
    begin_elsewhere(room)
    assert [table for table, _ in room.sent] == ["t", "other"]
    # The same people play the same round there.
    (game,) = room.evening.open_games
    assert (game.round, list(game.players)) == (1, room.sent[0][1]["players"])
    assert game.id == room.sent[1][1]["id"] != refused


def test_a_game_leaves_a_table_that_no_longer_takes_part(
    room: Room, tmp_path: Path
) -> None:
    order = room.begun()
    again = Room(tmp_path, only=("other",))
    begin_elsewhere(again)
    assert [table for table, _ in again.sent] == ["other"]
    assert [game.table for game in again.evening.open_games] == ["other"]
    assert order not in again.evening.games


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("undertow/t/state", b"\xff"),
        ("undertow/t/state", b"[]"),
        ("undertow/t/state", b'{"phase": 1}'),
        ("undertow/t/state", b"[" * 100_000),
        (
            "undertow/t/state",
            b'{"phase": "over", "game": "", "order": "", "players": [], "prompt": "", '
            b'"result": {"ranks": [1e999]}}',
        ),
        ("undertow/t/parts", b"7"),
        ("undertow/t/answer", b'{"ok": true}'),
        ("undertow/t", b"{}"),
        ("elsewhere/t/state", b"{}"),
    ],
)
def test_nonsense_on_the_broker_changes_nothing(
    room: Room, topic: str, payload: bytes
) -> None:
    order = room.begun()
    before = dict(room.tables.states)
    room.tables.receive(topic, payload)
    room.director.advance()
    assert room.tables.states == before
    assert room.evening.games[order].ranks == ()


def test_the_page_shows_names_as_they_are_and_who_is_needed(room: Room) -> None:
    room.names = ["<b>Ana</b>", "Ben"]
    room.begun()
    page = room.reports.page()
    assert "&lt;b&gt;Ana" in page
    # The table says only what each of them plays with.
    assert "(Red)" in page
    assert "<b>Ana" not in page
    assert "class=needs" not in page
    room.receive("parts", [{"part": "strip", "says": "strip: switch SPI on."}])
    assert "class=needs" in room.reports.page()
    assert "switch SPI on" in room.reports.page()


def test_the_page_shows_who_has_a_bye_in_this_round(room: Room) -> None:
    room.names = [f"Player {number}" for number in range(7)]
    room.begun()
    (waiting,) = room.evening.waiting
    shown = room.reports.page().rpartition("</section>")[2]
    assert waiting in shown
