"""A game's lesson, if it has one: it can be played, and people understand it.

A game without a lesson is taught by its prompts, which `test_prompts` checks.
"""

import re
from collections.abc import Iterator

import pytest

from controller import games
from controller.chance.seed import seeded
from controller.rules.match import Match
from controller.tabletop.lesson import Taught, teach
from controller.testing.cases import GAMES, every_game
from controller.testing.contract.test_prompts import IDENTIFIER
from controller.words.files import LANGUAGES

# The index of the choice with which to play a lesson.
CHOICES = (0, -1)


def lesson_of(name: str, seats: int, choice: int) -> Iterator[tuple[Match, Taught]]:
    """Yield each moment of the lesson for this number of seats, to its end."""
    lesson = games.lesson(name)
    match = Match(
        GAMES[name], seats, lesson.options, seeded(seats), preset=lesson.preset
    )
    match.accept(match.opening())
    while (now := teach(lesson, match)) and now.wanted:
        yield match, now
        match.accept(match.plan(now.wanted[choice]))
    if now:
        yield match, now


def seat_counts(name: str) -> range:
    low, high = GAMES[name].seats
    return range(low, high + 1) if games.lesson(name).steps else range(0)


@every_game
def test_a_lesson_comes_to_its_end_whatever_is_chosen_in_it(name: str) -> None:
    lesson = games.lesson(name)
    for seats in seat_counts(name):
        for choice in CHOICES:
            last = [now.says.key for _, now in lesson_of(name, seats, choice)][-1]
            is_end = last == f"lesson.{lesson.end}"
            assert is_end, f"for {seats} seats it stops at {last}"


@every_game
def test_every_player_does_something_in_a_lesson(name: str) -> None:
    for seats in seat_counts(name):
        moments = [now for _, now in lesson_of(name, seats, 0)]
        asked = {action.seat for now in moments for action in now.wanted or ()}
        idle = set(range(seats)) - asked
        assert not idle, f"for {seats} seats {idle} only watch"


@every_game
def test_every_step_of_a_lesson_is_played_by_some_number_of_seats(name: str) -> None:
    said = {
        says.key
        for seats in seat_counts(name)
        for _, now in lesson_of(name, seats, 0)
        for says in (now.why, now.task)
        if says
    }
    for step in games.lesson(name).steps:
        unheard = {key for key in (step.why, step.task) if key} - said
        assert not unheard, f"nobody ever hears {unheard}"


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_a_lesson_speaks_to_people_by_name(name: str, language: str) -> None:
    words = games.words(name, language)
    for seats in seat_counts(name):
        names = words.seats(GAMES[name].teams(seats))
        called = [each for team in names for each in team.split(" & ")]
        for _, now in lesson_of(name, seats, 0):
            text = words.render(now.says, names)
            assert not IDENTIFIER.search(text), f"an identifier is said: {text!r}"
            assert re.fullmatch(r"[A-ZÄÖÜ].*[.!?]", text), f"no sentence: {text!r}"
            is_named = any(each in text for each in called)
            assert is_named or now.wanted is None, f"it names nobody: {text!r}"


@every_game
def test_hands_can_do_all_that_a_lesson_wants(name: str) -> None:
    script = games.staging(GAMES[name]).script
    for seats in seat_counts(name):
        for match, now in lesson_of(name, seats, 0):
            wanted = now.wanted or ()
            able = {a.seat for a in wanted if script(match.position, a)}
            stuck = {a.seat for a in wanted} - able
            assert not stuck, f"{stuck} cannot do {wanted} on the bare table"
