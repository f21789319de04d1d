"""A log is enough to rebuild a game, replayed or loaded."""

import copy
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from controller.engine.protocol import Engine
from controller.rules.match import Match
from controller.testing.cases import (
    Case,
    choices,
    dice,
    every_case,
    new_match,
    steps,
)


def ask(engine: Engine, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = engine.answer(json.dumps(request).encode())
    assert answer["ok"], f"the engine refused {request}: {answer}"
    return answer


@every_case
def test_a_replayed_log_gives_the_same_positions_and_events(case: Case) -> None:
    match = new_match(case, 1)
    twin = Match(case.game, case.seats, case.options, None)
    for action in match.actions:
        twin.replay(action)
    for entries in steps(match, dice(case, 1)):
        for entry in entries:
            again = twin.replay(entry.action)
            assert again == entry, f"{entry.action} replayed gives {again}, not {entry}"
        assert twin.position == match.position, "the same log, another position"
        same = hash(twin.position) == hash(match.position)
        assert same, "equal positions have to have the same hash"
        # The order of the list is free, but equal positions have the same order.
        game = case.game
        same = choices(game, twin.position) == choices(game, match.position)
        assert same, "equal positions list their choices in another order"
    assert twin.result == match.result, "the same log, another result"


def begin(engine: Engine, case: Case, chance: str) -> dict[str, Any]:
    set_up = {"seats": case.seats, "options": case.options, "seed": 7}
    return ask(engine, cmd="new", game=case.name, chance=chance, **set_up)


class Played(NamedTuple):
    """A game through the engine, from its start to its end."""

    decisions: list[dict[str, Any]]
    # What was shown before the first of them, and after each.
    answers: list[dict[str, Any]]
    # The log at the start, after the first decision, and so on for a few.
    logs: list[dict[str, Any]]
    log: dict[str, Any]


# The log is saved after each of the first few decisions.
EARLY = 7


def played_through(case: Case, chance: str) -> Played:
    engine, rng = Engine(), dice(case, 2)
    shown = begin(engine, case, chance)
    played = Played([], [shown], [], {})
    while shown["pending"]["legal"]:
        if len(played.logs) < EARLY:
            played.logs.append(ask(engine, cmd="log")["log"])
        played.decisions.append(rng.choice(shown["pending"]["legal"]))
        shown = ask(engine, cmd="act", action=played.decisions[-1])
        played.answers.append(shown)
    assert shown["result"], f"{case}: nothing can be done, and there is no result"
    return played._replace(log=ask(engine, cmd="log")["log"])


@every_case
@pytest.mark.parametrize("chance", ["auto", "manual"])
def test_a_loaded_log_goes_on_as_the_game_would_have(case: Case, chance: str) -> None:
    played = played_through(case, chance)
    saved_at = min(dice(case, 2).randrange(2, EARLY), len(played.logs) - 1)
    engine, before = Engine(), played.answers[saved_at]
    loaded = ask(engine, cmd="load", log=played.logs[saved_at])
    same = {**loaded, "events": []} == {**before, "events": []}
    assert same, f"{case}: loaded after {saved_at} decisions, it looks otherwise"
    further = played.decisions[saved_at:], played.answers[saved_at + 1 :]
    for action, answer in zip(*further, strict=True):
        again = ask(engine, cmd="act", action=action)
        assert again == answer, f"{case}: loaded, {action} leads elsewhere"
    same = ask(engine, cmd="log")["log"] == played.log
    assert same, f"{case}: the log of the loaded game is another one"
    whole, end = ask(Engine(), cmd="load", log=played.log), played.answers[-1]
    same = {**whole, "events": []} == {**end, "events": []}
    assert same, f"{case}: the whole log loads to another end"


def simultaneous(case: Case, position: Any) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of actions that two seats could enter now."""
    legal = case.game.legal(position)
    seats = sorted({action.seat for action in legal})
    for one in seats:
        for other in (seat for seat in seats if seat > one):
            first = next(action for action in legal if action.seat == one)
            yield first, next(a for a in reversed(legal) if a.seat == other)


@every_case
def test_the_order_of_entry_cannot_change_what_happens(case: Case) -> None:
    match = new_match(case, 4)
    rng = dice(case, 4)
    apply = case.game.apply
    while match.result is None:
        before = match.position
        for a, b in simultaneous(case, before):
            a_first, b_first = apply(before, a)[0], apply(before, b)[0]
            assert case.game.refuse(a_first, b) is None, f"{a} forestalls {b}"
            assert case.game.refuse(b_first, a) is None, f"{b} forestalls {a}"
            same = apply(a_first, b) == apply(b_first, a)
            assert same, f"{a} and {b} lead elsewhere in the other order"
        next(steps(match, rng))


@every_case
def test_positions_are_values_that_nothing_changes(case: Case) -> None:
    match = new_match(case, 6)
    kept = []
    for _ in steps(match, dice(case, 6)):
        kept.append((match.position, copy.deepcopy(match.position)))
    for position, before in kept:
        assert position == before, "playing on has changed an earlier position"
        assert {position: 1}[before] == 1, "a position cannot be looked up"
    for name in _fields(match.position):
        with pytest.raises((AttributeError, TypeError)):
            setattr(match.position, name, None)


def _fields(position: Any) -> list[str]:
    names = getattr(position, "_fields", None) or position.__dataclass_fields__
    return list(names)
