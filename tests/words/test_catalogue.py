"""Putting values into sentences; the same examples are tried in tests/pages."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller.basics.sentence import Says, say, with_values
from controller.words.catalogue import Catalogue, SeatNames, placeholders, unknown
from tests.support.words import as_sentence

FILE = Path(__file__).parent / "examples.json"
GIVEN = json.loads(FILE.read_text())


@pytest.mark.parametrize(("written", "text"), GIVEN["examples"])
def test_a_sentence_is_rendered_as_in_a_browser(written: Any, text: str) -> None:
    says: Says = as_sentence(written)
    seats = SeatNames(GIVEN["seats"])
    seats.teams = GIVEN["named"]
    assert Catalogue(GIVEN["entries"]).render(says, seats) == text


@pytest.mark.parametrize(("written", "text"), GIVEN["unknown"])
def test_a_key_without_a_sentence_is_shown_as_it_is(written: Any, text: str) -> None:
    key, values = with_values(as_sentence(written))
    assert unknown(key, values) == text


def test_a_key_without_a_sentence_is_named_in_the_log_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for _ in range(3):
        unknown("refused.never-seen", {})
        unknown("", {})
    [record] = caplog.records
    assert "there is no sentence 'refused.never-seen'" in record.getMessage()


def test_in_tests_it_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match=r"there are no words for refused\.never"):
        Catalogue({}).render(say("refused.never", robot="red"))
    assert Catalogue({}).render("") == ""


def test_a_sentence_is_written_as_its_key_and_values() -> None:
    says = say("turn", seat=0, waits=say("plain"))
    assert json.loads(json.dumps(says)) == [
        "turn",
        {"seat": 0, "waits": ["plain", {}]},
    ]


def test_what_a_sentence_says_itself_is_not_overruled() -> None:
    assert with_values(say("turn", seat=0), seat=1, asked=2) == say(
        "turn", seat=0, asked=2
    )
    assert with_values("turn", seat=1) == say("turn", seat=1)


def test_seats_are_called_by_player_then_team_then_number() -> None:
    catalogue = Catalogue(GIVEN["entries"])
    teams = (("red", "blue"), ("blue",), ())
    assert catalogue.seats(teams) == ("Red & Blue", "Blue", "Player 3")
    assert catalogue.seats(teams, ("Anna", "")) == ("Anna", "Blue", "Player 3")


def test_teams_are_called_by_their_players_names() -> None:
    catalogue = Catalogue(GIVEN["entries"])
    names = catalogue.seats((("red",), ("blue",)), ("Anna", ""))
    assert catalogue.render(say("out", robot="red"), names) == "Anna is out."
    assert catalogue.render(say("out", robot="blue"), names) == "Blue is out."
    # Of two robots each is told apart by its colour.
    two = catalogue.seats((("red", "blue"),), ("Anna",))
    assert catalogue.render(say("out", robot="red"), two) == "Red (Anna) is out."


def test_placeholders_are_known_by_name() -> None:
    template = "{asked:seat} has {cards} {cards|card|cards} on {row+1}"
    assert placeholders(template) == {"asked", "cards", "row"}
