"""Actions: which are legal, which are refused, and how both are written."""

import json
from random import Random
from typing import Any, TypeAlias

import pytest

from controller.basics.sentence import keys_in
from controller.games import find, words
from controller.rules.codec import from_json, to_json, type_name
from controller.rules.game import AnyGame, Refusal
from controller.rules.match import Match, Refused
from controller.rules.steps import NOT_LISTED
from controller.rules.views import events_of, show
from controller.testing.cases import (
    Case,
    attempts,
    begun,
    choices,
    dice,
    every_case,
    every_game,
    new_match,
    played,
    rulings,
    steps,
)

# Actions to try in a position, each with its refusal, or None if it is legal.
Judged: TypeAlias = dict[Any, Refusal | None]
# One example for each ruling and sentence.
Reasons: TypeAlias = dict[tuple[str, ...], Refusal]


def judged(game: AnyGame, position: Any) -> Judged:
    return {
        action: game.refuse(position, action) for action in attempts(game, position)
    }


@every_case
def test_whatever_is_tried_is_offered_or_refused_by_a_ruling(case: Case) -> None:
    check_rulings(case.name, refused_in_a_game(case))


def refused_in_a_game(case: Case) -> Reasons:
    """Try everything at every step: as the deciding seat, as others, as chance."""
    match, rng = begun(case, None), dice(case, 1)
    found = refused_now(match, case.seats, rng)
    for _ in steps(match, rng):
        found |= refused_now(match, case.seats, rng)
    return found


def refused_now(match: Match, seats: int, rng: Random) -> Reasons:
    tried = judged(match.game, match.position)
    check_choices(match.game, match.position, tried)
    check_seats(match.game, match.position, tried, seats)
    check_nothing_is_changed(match, tried, rng)
    return reasons(tried)


def check_choices(game: AnyGame, position: Any, tried: Judged) -> None:
    """Check that a ruling forbids each illegal action, and no legal one."""
    offered = choices(game, position)
    assert len(set(offered)) == len(offered), "an action is offered twice"
    for action in offered:
        against = game.steps.objection(position, action)
        assert against is None, f"{action} is offered, and refused: {against}"
    able = {*offered}
    for action, refusal in tried.items():
        fits = (refusal is None) == (action in able)
        assert fits, f"{action} is {'' if action in able else 'not '}offered: {refusal}"
        says_why = refusal is None or refusal.says != NOT_LISTED
        assert says_why, f"{action} is not offered, and its `why_not` says nothing"


def check_seats(game: AnyGame, position: Any, tried: Judged, seats: int) -> None:
    """Check that only pending seats can act."""
    pending = show(game, position, None, ())["pending"]
    actors = {action.seat for action in game.legal(position)}
    assert pending["seats"] == sorted(actors), "others are pending than can act"
    assert actors <= set(range(seats)), f"there is no such seat: {actors}"
    if game.chance(position):
        return
    for action, refusal in tried.items():
        seat = getattr(action, "seat", None)
        may = seat is None or seat in actors
        assert refusal or may, f"{action} is not refused, and seat {seat} not asked"


def check_nothing_is_changed(match: Match, tried: Judged, rng: Random) -> None:
    before = match.position, match.actions
    wrongs = [action for action, refusal in tried.items() if refusal]
    if not wrongs:
        return  # a lone seat may be free to do everything
    with pytest.raises(Refused) as refused:
        match.plan(rng.choice(wrongs))
    is_over = match.result is not None
    assert refused.value.over is is_over, "a refusal tells whether it is over"
    now = match.position, match.actions
    assert now == before, "a refused action has changed something"


def reasons(tried: Judged) -> Reasons:
    found = filter(None, tried.values())
    return {(refusal.rule, *keys_in(refusal.says)): refusal for refusal in found}


def check_rulings(name: str, refusals: Reasons) -> None:
    page, say = rulings(name), words(name).render
    for rule, says in refusals.values():
        message = say(says)
        assert rule in page, f"{rule} ({message}) is not on the rulings page"
        assert len(message.split()) > 2, f"{rule} says only {message!r}"


@every_game
def test_records_of_two_kinds_are_never_equal(name: str) -> None:
    case = Case(name, find(name).seats[0], ())
    kinds: set[Any] = {*find(name).actions}
    for entries in steps(new_match(case, 9), dice(case, 9)):
        kinds |= {type(event) for event in events_of(entries)}
    for kind in kinds:
        one = kind._make(range(len(kind._fields)))
        again = kind._make(range(len(kind._fields)))
        assert one == again, f"two equal records of {kind.__name__} are not equal"
        is_own = one != tuple(one) and tuple(one) != one
        assert is_own, f"{kind.__name__} equals a plain tuple: it needs @record"
        for other in kinds - {kind}:
            if len(other._fields) == len(kind._fields):
                apart = one != other._make(one)
                assert apart, f"{kind.__name__} equals a {other.__name__}"


@every_case
def test_someone_can_act_exactly_until_it_is_over(case: Case) -> None:
    match = begun(case, None)
    for _ in steps(match, dice(case, 2)):
        game, position = match.game, match.position
        ways = [bool(game.chance(position)), bool(game.legal(position))]
        fits = ways.count(True) == (match.result is None)
        assert fits, (
            f"chance or seats decide, and nobody once it is over; here chance {ways[0]}"
            f", seats {ways[1]}, result {match.result}: {position}"
        )


@every_game
def test_what_is_no_action_at_all_is_refused_by_a_ruling_too(name: str) -> None:
    rule = find(name).choice_rule
    assert rule in rulings(name), f"{rule}, its choice_rule, is not on {name}'s page"


@every_case
def test_actions_are_written_in_one_way_and_read_back(case: Case) -> None:
    match = played(case, 6, manual=True)
    for action in {*match.actions, *attempts(case.game, match.position)}:
        written = to_json(action)
        plain = json.loads(json.dumps(written))
        assert plain == written, f"{action} has a field that JSON changes"
        again = from_json(case.game, written)
        is_same = again == action and type(again) is type(action)
        assert is_same, f"{written} is read as {again}, not as {action}"
        assert to_json(again) == written, f"{action} is written in two ways"


@every_case
def test_events_are_written_as_their_type_and_their_fields(case: Case) -> None:
    match = new_match(case, 7)
    kinds: dict[str, type[Any]] = {}
    for entries in steps(match, dice(case, 7)):
        for event in (event for entry in entries for event in entry.events):
            written = json.loads(json.dumps(to_json(event)))
            kind = type(event)
            said = written.pop("type")
            assert said == type_name(kind), f"{kind.__name__} is written as {said}"
            first = kinds.setdefault(type_name(kind), kind)
            assert first is kind, f"two kinds of event are written as {said}"
            fields = {
                name.rstrip("_"): _plain(v) for name, v in event._asdict().items()
            }
            shown = {k: v for k, v in fields.items() if k in written}
            assert written == shown, f"{event} is written as {written}"
            left_out = {k: fields[k] for k in fields.keys() - written.keys()}
            empty = all(value is None for value in left_out.values())
            assert empty, f"{event} leaves out {left_out}"


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@every_case
def test_the_log_holds_every_action_as_its_first_event(case: Case) -> None:
    match = new_match(case, 8)
    for entries in steps(match, dice(case, 8)):
        for entry in entries:
            first = entry.events[0]
            assert first is entry.action, f"{entry.action} is told as {first}"
