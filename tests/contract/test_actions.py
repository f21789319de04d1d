"""What can be done: the legal actions, the refusals, and how both are written."""

import json
from typing import Any

import pytest

from controller.games import find
from controller.rules.game import AnyGame, Refusal
from controller.rules.match import Refused
from controller.rules.records import from_json, to_json, type_name
from controller.rules.steps import NOT_LISTED
from controller.rules.views import events_of, show
from tests.contract.cases import (
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


def check_choices(game: AnyGame, position: Any) -> None:
    offered = choices(game, position)
    assert len(set(offered)) == len(offered), "an action is offered twice"
    for action in offered:
        assert game.steps.objection(position, action) is None, action
    able = {*offered}
    for action in attempts(game, position):
        refusal = game.refuse(position, action)
        assert (refusal is None) == (action in able), (action, refusal)
        assert refusal is None or refusal.message != NOT_LISTED, action


@every_case
def test_whatever_is_not_legal_has_a_ruling_against_it_and_what_is_has_none(
    case: Case,
) -> None:
    match = begun(case, None)
    check_choices(case.game, match.position)
    for _ in steps(match, dice(case, 1)):
        check_choices(case.game, match.position)


@every_game
def test_records_of_two_kinds_are_never_equal(name: str) -> None:
    case = Case(name, find(name).seats[0], ())
    kinds: set[Any] = {*find(name).actions}
    for entries in steps(new_match(case, 9), dice(case, 9)):
        kinds |= {type(event) for event in events_of(entries)}
    for kind in kinds:
        one = kind._make(range(len(kind._fields)))
        assert one == kind._make(range(len(kind._fields)))
        assert one != tuple(one), f"{kind.__name__} needs @record"
        assert tuple(one) != one
        for other in kinds - {kind}:
            if len(other._fields) == len(kind._fields):
                assert one != other._make(one)


@every_case
def test_someone_can_act_exactly_until_it_is_over(case: Case) -> None:
    match = begun(case, None)
    for _ in steps(match, dice(case, 2)):
        game, position = match.game, match.position
        ways = [bool(game.chance(position)), bool(game.legal(position))]
        assert ways.count(True) == (match.result is None), position


@every_case
def test_only_pending_seats_act(case: Case) -> None:
    match = new_match(case, 3)
    for _ in steps(match, dice(case, 3)):
        position = match.position
        pending = show(case.game, position, None, ())["pending"]
        actors = {action.seat for action in case.game.legal(position)}
        assert pending["seats"] == sorted(actors)
        assert actors <= set(range(case.seats))
        for action in attempts(case.game, position):
            seat = getattr(action, "seat", None)
            if (
                seat is not None
                and seat not in actors
                and not case.game.chance(position)
            ):
                assert case.game.refuse(position, action), f"{action} by seat {seat}"


@every_case
def test_a_refusal_names_a_ruling_of_the_page_and_says_why(case: Case) -> None:
    page = rulings(case.name)
    match = begun(case, None)
    refusals: set[Refusal] = set()
    for _ in steps(match, dice(case, 4)):
        for action in attempts(case.game, match.position):
            refusal = case.game.refuse(match.position, action)
            if refusal:
                refusals.add(refusal)
    assert refusals
    for rule, message in refusals:
        assert rule in page, f"{rule} ({message}) is not on the rulings page"
        assert len(message.split()) > 2, f"{rule} says only {message!r}"


@every_game
def test_what_is_no_action_at_all_is_refused_by_a_ruling_too(name: str) -> None:
    assert find(name).choice_rule in rulings(name)


@every_case
def test_a_refused_action_changes_nothing(case: Case) -> None:
    match = new_match(case, 5)
    rng = dice(case, 5)
    for _ in steps(match, rng):
        before, log = match.position, match.actions
        thinkable = list(attempts(case.game, before))
        wrong = rng.choice(thinkable)
        while case.game.refuse(before, wrong) is None:
            wrong = rng.choice(thinkable)
        with pytest.raises(Refused) as refused:
            match.plan(wrong)
        assert refused.value.over is (match.result is not None)
        assert (match.position, match.actions) == (before, log)


@every_case
def test_actions_are_written_in_one_way_and_read_back(case: Case) -> None:
    match = played(case, 6, manual=True)
    for action in {*match.actions, *attempts(case.game, match.position)}:
        written = to_json(action)
        assert json.loads(json.dumps(written)) == written
        again = from_json(case.game, written)
        assert again == action
        assert type(again) is type(action)
        assert to_json(again) == written


@every_case
def test_events_are_written_as_their_type_and_their_fields(case: Case) -> None:
    match = new_match(case, 7)
    kinds: dict[str, type[Any]] = {}
    for entries in steps(match, dice(case, 7)):
        for event in (event for entry in entries for event in entry.events):
            written = json.loads(json.dumps(to_json(event)))
            kind = type(event)
            assert written.pop("type") == type_name(kind)
            assert kinds.setdefault(type_name(kind), kind) is kind, (
                "two events, one type"
            )
            fields = {
                name.rstrip("_"): _plain(v) for name, v in event._asdict().items()
            }
            assert written == {k: v for k, v in fields.items() if k in written}
            assert all(fields[k] is None for k in fields.keys() - written.keys())


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@every_case
def test_the_log_holds_every_action_as_its_first_event(case: Case) -> None:
    match = new_match(case, 8)
    for entries in steps(match, dice(case, 8)):
        for entry in entries:
            assert entry.events[0] is entry.action
