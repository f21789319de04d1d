"""Questions from a page: none reaches chance, and none reveals hidden cards."""

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

from controller.rules.codec import to_json
from controller.rules.game import Refusal
from controller.session.session import verdict
from controller.testing.cases import (
    Case,
    attempts,
    begun,
    choices,
    dice,
    every_case,
    moments,
    steps,
)
from controller.testing.known import known
from controller.testing.twins import Twins, play_alike
from controller.web.protocol.requests import BY_CHANCE, own_action
from controller.words.notice import Notice

# How many pairs of actions to try before two games part.
TRIES = 30
# How many of each kind to ask, because asking all takes long.
QUESTIONS = 40


@every_case
def test_chance_decides_its_own_actions_and_seats_decide_theirs(case: Case) -> None:
    for match in moments(begun(case, None), dice(case, 7)):
        outcomes = case.game.chance(match.position)
        dealt = {type(o.action) for o in outcomes}
        assert dealt <= case.game.by_chance, f"no step says that chance does {dealt}"
        legal = {type(action) for action in case.game.legal(match.position)}
        both = legal & case.game.by_chance
        assert not both, f"{both} is decided by chance, and here by a seat"
    unknown = case.game.by_chance - set(case.game.actions)
    assert not unknown, f"chance decides {unknown}, which is no kind of action"


def asked(case: Case, position: Any, seat: int, action: Any) -> Notice:
    """Return the answer to this seat's page when it asks about that action."""
    meant = own_action(case.game, seat, {"action": to_json(action)})
    if isinstance(meant, Refusal):
        return Notice(seat, False, *meant)
    return verdict(case.game, position, meant, seat)


@every_case
def test_no_question_of_a_page_reaches_chance(case: Case) -> None:
    """It does not matter which seat the action names, or who asks."""
    match, rng = begun(case, None), dice(case, 8)
    refused = case.game.choice_rule, BY_CHANCE
    for number, _ in enumerate(steps(match, rng)):
        position = match.position
        outcomes = [o.action for o in case.game.chance(position)]
        for action, seat in product(outcomes[:2] + outcomes[-2:], range(case.seats)):
            named = action._replace(seat=seat) if hasattr(action, "seat") else action
            for each in (action, named):
                told = asked(case, position, seat, each)
                is_refused = told == (seat, False, *refused)
                assert is_refused, f"seat {seat} asks chance for {each}: {told}"
        if outcomes and number % 8 == 0:
            seat = rng.randrange(case.seats)
            for action in attempts(case.game, position):
                told = asked(case, position, seat, action)
                assert not told.legal, f"seat {seat} may {action} while chance decides"


def questions(case: Case, one: Any, other: Any, rng: Random) -> Iterator[Any]:
    """Yield the questions of somebody who knows both positions."""
    for position in (one, other):
        able, thought = choices(case.game, position), attempts(case.game, position)
        for each in (list(able), list(thought)):
            yield from rng.sample(each, min(QUESTIONS, len(each)))


def assert_same_answers(
    case: Case, one: Any, other: Any, seat: int, rng: Random
) -> None:
    for action in questions(case, one, other, rng):
        answers = [asked(case, position, seat, action) for position in (one, other)]
        assert answers[0] == answers[1], (
            f"seat {seat} can tell two positions apart that look the same to it: asked "
            f"about {action}, it hears {answers[0]} or {answers[1]}"
        )


@every_case
def test_positions_that_look_the_same_to_a_seat_answer_it_the_same(case: Case) -> None:
    match, rng = begun(case, None), dice(case, 9)
    compared = 0
    for number, _ in enumerate(steps(match, rng)):
        # Each seat until one has something to compare, because a game may be short.
        one = [rng.randrange(case.seats)] if number % 4 == 0 else []
        for seat in one if compared else range(case.seats):
            alike = known(case.name).lookalikes(match.position, seat)
            for other in islice(alike, 2):
                assert_same_answers(case, match.position, other, seat, rng)
                compared += 1
    assert_compared(case, compared)


def assert_compared(case: Case, compared: int) -> None:
    """Check that a game with secrets has positions that look the same."""
    found = compared or not known(case.name).hides
    assert found, f"{case}: nothing was compared, though its testing.py has secrets"


def twin_steps(case: Case, seat: int, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Yield positions of two games that look the same to this seat throughout."""
    twins = Twins(begun(case, None), begun(case, None))
    while play_alike(twins, rng, seat, TRIES):
        yield twins.one.position, twins.other.position


@every_case
def test_games_that_were_told_alike_answer_alike(case: Case) -> None:
    rng = dice(case, 10)
    compared = 0
    for _ in range(3):
        seat = rng.randrange(case.seats)
        for one, other in islice(twin_steps(case, seat, rng), 0, 90, 3):
            if one != other:
                assert_same_answers(case, one, other, seat, rng)
                compared += 1
    assert_compared(case, compared)
