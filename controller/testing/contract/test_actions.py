"""What can be done: the legal actions, the refusals, and how both are written."""

import json
from typing import Any

import pytest

from controller.games import find, words
from controller.rules.game import AnyGame, Refusal
from controller.rules.match import Refused
from controller.rules.records import from_json, to_json, type_name
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


def check_choices(game: AnyGame, position: Any) -> None:
    offered = choices(game, position)
    assert len(set(offered)) == len(offered), "an action is offered twice"
    for action in offered:
        against = game.steps.objection(position, action)
        assert against is None, f"{action} is offered, and refused: {against}"
    able = {*offered}
    for action in attempts(game, position):
        refusal = game.refuse(position, action)
        fits = (refusal is None) == (action in able)
        assert fits, f"{action} is {'' if action in able else 'not '}offered: {refusal}"
        says_why = refusal is None or refusal.says != NOT_LISTED
        assert says_why, f"{action} is not offered, and its `why_not` says nothing"


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


@every_case
def test_only_pending_seats_act(case: Case) -> None:
    match = new_match(case, 3)
    for _ in steps(match, dice(case, 3)):
        position = match.position
        pending = show(case.game, position, None, ())["pending"]
        actors = {action.seat for action in case.game.legal(position)}
        assert pending["seats"] == sorted(actors), "others are pending than can act"
        assert actors <= set(range(case.seats)), f"there is no such seat: {actors}"
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
    # By their text: many are refused for the same reason.
    refusals: dict[str, Refusal] = {}
    for _ in steps(match, dice(case, 4)):
        for action in attempts(case.game, match.position):
            refusal = case.game.refuse(match.position, action)
            if refusal:
                refusals[str(refusal)] = refusal
    say = words(case.name).say
    for rule, says in refusals.values():
        message = say(says)
        assert rule in page, f"{rule} ({message}) is not on the rulings page"
        assert len(message.split()) > 2, f"{rule} says only {message!r}"


@every_game
def test_what_is_no_action_at_all_is_refused_by_a_ruling_too(name: str) -> None:
    rule = find(name).choice_rule
    assert rule in rulings(name), f"{rule}, its choice_rule, is not on {name}'s page"


@every_case
def test_a_refused_action_changes_nothing(case: Case) -> None:
    match = new_match(case, 5)
    rng = dice(case, 5)
    for _ in steps(match, rng):
        before, log = match.position, match.actions
        thinkable = attempts(case.game, before)
        wrongs = [a for a in thinkable if case.game.refuse(before, a) is not None]
        if not wrongs:
            continue  # a seat alone may be free to do all that it can think of
        with pytest.raises(Refused) as refused:
            match.plan(rng.choice(wrongs))
        is_over = match.result is not None
        assert refused.value.over is is_over, "a refusal tells whether it is over"
        now = (match.position, match.actions)
        assert now == (before, log), "a refused action has changed something"


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
