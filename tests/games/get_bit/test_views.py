"""GET BIT!: what each seat, the table and the engine see, and what is told to whom."""

from typing import Any

import pytest

from controller.chance.seed import seeded
from controller.games.get_bit import GAME
from controller.games.get_bit.pieces import Choose, PickUp, Position
from controller.rules.game import Event, Viewer
from controller.rules.match import Match
from controller.rules.views import story
from tests.games.get_bit.positions import (
    act,
    in_round,
    lined_up,
    play,
    play_rounds,
    with_robot,
    without,
)


def seen(position: Position, viewer: Viewer) -> dict[str, Any]:
    return GAME.state(position, viewer)


def cards(position: Position, viewer: Viewer) -> dict[str, Any]:
    """Hand and table of each robot as somebody sees them."""
    robots = seen(position, viewer)["robots"]
    return {name: (one["hand"], one["table"]) for name, one in robots.items()}


def told(
    position: Position, events: tuple[Event, ...], viewer: Viewer
) -> list[dict[str, Any]]:
    return [GAME.event_view(position, event, viewer) for event in events]


def test_a_seat_sees_its_own_hand_and_how_many_the_others_hold() -> None:
    """GB-05: the secret, and what is open."""
    position = play_rounds(lined_up(), "5 1 2 4")
    assert cards(position, 1) == {
        "red": (4, [5]),
        "blue": ([2, 3, 4, 5], [1]),
        "green": (4, [2]),
        "yellow": (4, [4]),
    }
    assert cards(position, "table") == {
        "red": (4, [5]),
        "blue": (4, [1]),
        "green": (4, [2]),
        "yellow": (4, [4]),
    }


def test_a_choice_is_known_to_its_seat_and_that_it_is_made_to_all() -> None:
    """GB-05"""
    position = act(lined_up(), Choose(2, "green", 4), Choose(0, "red", 1))
    expected: list[tuple[Viewer, dict[str, Any]]] = [
        (None, {"red": 1, "green": 4}),
        (0, {"red": 1, "green": None}),
        (1, {"red": None, "green": None}),
        (2, {"red": None, "green": 4}),
        ("table", {"red": None, "green": None}),
    ]
    for viewer, choices in expected:
        view = seen(position, viewer)
        assert view["choices"] == choices, viewer
        assert view["chosen"] == ["red", "green"], viewer


@pytest.mark.parametrize("viewer", [0, 3, "table"])
def test_the_cards_of_a_robot_that_is_out_are_open_to_all(viewer: Viewer) -> None:
    """GB-18, in a memory game too."""
    for memory in (False, True):
        position = without(in_round(9, seats=5, memory=memory), "green")
        position = with_robot(position, "green", hand=(2, 6), table=(1, 5, 4, 3))
        assert cards(position, viewer)["green"] == ([2, 6], [1, 5, 4, 3])


# Memory


def memory_round(number: int, **setup: Any) -> Position:
    position = in_round(number, memory=True, **setup)
    return with_robot(position, "blue", hand=(1, 3, 4), table=(5, 2))


def test_in_a_memory_game_a_seat_may_look_at_its_own_cards() -> None:
    """GB-26"""
    assert cards(memory_round(3), 1)["blue"] == ([1, 3, 4], [5, 2])
    both = memory_round(3, seats=2)
    assert cards(both, 0)["blue"] == ([1, 3, 4], [5, 2])
    assert cards(both, 1)["blue"] == (3, 2)


def test_in_a_memory_game_others_are_told_how_many_cards_are_picked_up() -> None:
    """GB-25"""
    position, events = play(memory_round(3), red=1, blue=4, green=5, yellow=3)
    index = events.index(PickUp(1, "blue", (2, 4, 5)))
    mine = {"type": "pick-up", "seat": 1, "robot": "blue", "cards": (2, 4, 5)}
    assert told(position, events, 1)[index] == mine
    assert told(position, events, None)[index] == mine
    for viewer in (0, 2, "table"):
        assert told(position, events, viewer)[index] == {**mine, "cards": 3}
    plain = position._replace(variant=position.variant._replace(memory=False))
    assert told(plain, events, 0)[index] == mine


def rounds_played(*rounds: str, memory: bool) -> Match:
    """A match of four seats after these rounds, by seat the card of each."""
    match = Match(GAME, 4, {"memory": memory}, seeded(1))
    match.accept(match.opening())
    for chosen in rounds:
        robots = zip(("red", "blue", "green", "yellow"), chosen.split(), strict=True)
        for seat, (robot, card) in enumerate(robots):
            match.accept(match.plan(Choose(seat, robot, int(card))))
    return match


def shown_cards(match: Match, viewer: Viewer) -> list[Any]:
    """What the story names of cards that were shown, in its order."""
    events = [event for line in story(match, viewer) for event in line["events"]]
    kinds = {"reveal": "cards", "stay": "card", "swim": "card"}
    return [e[kinds[e["type"]]] for e in events if e["type"] in kinds]


@pytest.mark.parametrize("viewer", [0, 3, "table"])
def test_in_a_memory_game_the_story_forgets_what_earlier_rounds_have_shown(
    viewer: Viewer,
) -> None:
    """GB-25: what nobody may look at any more is told in no log either."""
    match = rounds_played("5 1 2 1", "1 2 3 4", memory=True)
    first = [None] * 4
    last = [{"red": 1, "blue": 2, "green": 3, "yellow": 4}, 1, 2, 3, 4]
    assert shown_cards(match, viewer) == first + last
    before = rounds_played("5 1 2 1", memory=True)
    everything = [{"red": 5, "blue": 1, "green": 2, "yellow": 1}, 1, 2, 5]
    assert shown_cards(before, viewer) == everything
    plain = rounds_played("5 1 2 1", "1 2 3 4", memory=False)
    assert shown_cards(plain, viewer) == everything + last


def test_what_the_story_has_forgotten_is_told_without_the_cards() -> None:
    """GB-25"""
    match = rounds_played("5 1 2 1", "1 2 3 4", memory=True)
    lines = [says for line in story(match, 0) for says in line["says"]]
    kinds = ("reveal", "stay", "swim")
    keys = [says[0].removeprefix("tell.") for says in lines]
    keys = [key for key in keys if key.startswith(kinds)]
    faded = ["reveal-faded", "stay-faded", "swim-faded", "swim-faded"]
    assert keys == [*faded, "reveal", *["swim"] * 4]
