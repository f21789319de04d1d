"""Each of our own games has what the contract lets a small game omit."""

import re
from typing import Any

import pytest

from controller import games
from controller.rules.codec import type_name
from controller.rules.views import show
from controller.testing.cases import CASES, Case, dice, new_match, steps
from controller.testing.known import LONGEST, Known, known
from tests.support.ours import OURS

# What a player has to do himself, though there is but one way to do it.
ALWAYS = {"play", "choose", "done", "end", "harpoon", "endure", "draw"}
ours = pytest.mark.parametrize("name", OURS)


def usual(name: str) -> Case:
    """Its fewest seats, and no option changed."""
    return next(case for case in CASES if case.name == name and not case.changed)


@ours
def test_its_bots_imagine_prefer_value_and_say_why(name: str) -> None:
    assert None not in games.sense(games.find(name))


@ours
def test_it_says_what_always_holds_what_is_secret_and_when_it_ends(name: str) -> None:
    told, nothing = known(name), Known()
    assert told.broken is not nothing.broken
    assert told.longest is not nothing.longest
    assert told.longest(4, {}) <= 40 * LONGEST
    assert told.hides
    assert told.in_hands
    assert told.legend


@ours
def test_it_has_page_rules_rulings_words_effects_lesson_and_picture(name: str) -> None:
    there = {path.name for path in games.folder(name).iterdir()}
    papers = {"page.js", "rules.md", "rulings.md", "README.md", "effects.toml"}
    papers |= {"lesson.toml"}
    assert papers | {"words", "golden", "pictures", "testing.py", "bot.py"} <= there


@ours
def test_what_has_to_be_asked_is_asked_even_where_there_is_one_choice(
    name: str,
) -> None:
    game = games.find(name)
    actions: tuple[Any, ...] = game.actions
    known = {type_name(action) for action in actions}
    asked = {type_name(a) for a in actions if a in game.never_automatic}
    assert asked & ALWAYS == known & ALWAYS


def declared(name: str, record: str) -> list[tuple[str, str]]:
    """Return the fields of a type that a game's page is checked with: name and "?"."""
    text = (games.folder(name) / "data.d.ts").read_text()
    body = re.search(rf"export type {record} = \{{(.*?)\}};$", text, re.DOTALL | re.M)
    assert body
    return re.findall(r"(?:^|;)\s*(\w+)(\??):", body[1], re.MULTILINE)


@ours
def test_the_types_of_its_page_are_what_the_table_sends(name: str) -> None:
    """What a page adds to a position for itself is optional there."""
    match, rng = new_match(usual(name), 3), dice(usual(name), 3)
    state = {field for field, optional in declared(name, "State") if not optional}
    action = {field for field, _ in declared(name, "Action")}
    for _ in steps(match, rng):
        view = show(match.game, match.position, 0, ())
        assert set(view["state"]) == state
        assert {key for each in view["pending"]["legal"] for key in each} <= action
