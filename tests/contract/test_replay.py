"""A log is all that is needed: replayed, loaded or entered in another order."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from controller.engine.protocol import Engine
from controller.rules.match import Match
from controller.rules.records import to_json
from tests.contract.cases import (
    Case,
    choices,
    dice,
    every_case,
    new_match,
    played,
    steps,
)


def ask(engine: Engine, **request: Any) -> dict[str, Any]:
    answer = json.loads(json.dumps(engine.answer(json.dumps(request).encode())))
    assert answer["ok"], answer
    return dict(answer)


@every_case
def test_a_replayed_log_gives_the_same_positions_and_events(case: Case) -> None:
    match = new_match(case, 1)
    twin = Match(case.game, case.seats, case.options, None)
    for action in match.actions:
        twin.replay(action)
    for entries in steps(match, dice(case, 1)):
        for entry in entries:
            assert twin.replay(entry.action) == entry
        assert twin.position == match.position
        assert hash(twin.position) == hash(match.position)
        # The order of the list is free, but it is the same for the same position.
        game = case.game
        assert choices(game, twin.position) == choices(game, match.position)
    assert twin.result == match.result


@every_case
@pytest.mark.parametrize("chance", ["auto", "manual"])
def test_a_loaded_log_goes_on_as_the_game_would_have(case: Case, chance: str) -> None:
    engine, other = Engine(), Engine()
    shown = ask(
        engine,
        cmd="new",
        game=case.name,
        seats=case.seats,
        options=case.options,
        seed=7,
        chance=chance,
    )
    rng = dice(case, 2)
    saved_at = rng.randrange(2, 7)
    count = 0
    while shown["pending"]["legal"]:
        action = rng.choice(shown["pending"]["legal"])
        shown = ask(engine, cmd="act", action=action)
        count += 1
        if count == saved_at:
            loaded = ask(other, cmd="load", log=ask(engine, cmd="log")["log"])
            assert {**loaded, "events": []} == {**shown, "events": []}
        elif count > saved_at:
            assert ask(other, cmd="act", action=action) == shown
    assert count > saved_at
    assert ask(other, cmd="log") == ask(engine, cmd="log")
    assert shown["result"]


@every_case
def test_a_whole_log_loads_to_its_end(case: Case) -> None:
    match = played(case, 3)
    log = {
        "game": case.name,
        "seats": case.seats,
        "options": case.options,
        "seed": 3,
        "actions": [to_json(action) for action in match.actions],
    }
    shown = ask(Engine(), cmd="load", log=log)
    state = case.game.state(match.position, None)
    assert shown["state"] == json.loads(json.dumps(state))
    assert match.result
    assert shown["result"] == json.loads(json.dumps(match.result._asdict()))


def simultaneous(case: Case, position: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of actions that two different seats could enter now."""
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
            assert apply(a_first, b) == apply(b_first, a)
        next(steps(match, rng))


@every_case
def test_positions_are_values(case: Case) -> None:
    match = new_match(case, 5)
    for _ in steps(match, dice(case, 5)):
        position = match.position
        twin = copy.deepcopy(position)
        assert twin == position
        assert hash(twin) == hash(position)
        assert {position: 1}[twin] == 1


@every_case
def test_playing_on_leaves_earlier_positions_as_they_were(case: Case) -> None:
    match = new_match(case, 6)
    kept = []
    for _ in steps(match, dice(case, 6)):
        kept.append((match.position, copy.deepcopy(match.position)))
    for position, as_it_was in kept:
        assert position == as_it_was


@every_case
def test_positions_cannot_be_changed_from_outside(case: Case) -> None:
    match = played(case, 7)
    for name in _fields(match.position):
        with pytest.raises((AttributeError, TypeError)):
            setattr(match.position, name, None)


def _fields(position: Any) -> list[str]:
    names = getattr(position, "_fields", None) or position.__dataclass_fields__
    return list(names)
