"""Views: nobody sees anything that is hidden from them."""

import json
from functools import partial
from typing import Any

from controller.games import find, staging
from controller.rules.codec import to_json
from controller.rules.deals import Draw
from controller.rules.game import AnyGame, Event, Viewer
from controller.rules.match import forced_action
from controller.rules.views import events_of, show
from controller.testing.cases import (
    Case,
    begun,
    choices,
    dice,
    every_case,
    every_game,
    new_match,
    steps,
)
from controller.testing.known import known

# How many actions a secret is followed for.
AHEAD = 12


def viewers(case: Case) -> list[Viewer]:
    return [*range(case.seats), "table"]


@every_case
def test_views_can_be_written_as_json(case: Case) -> None:
    """This covers a viewer who sees all, one who sees least, and a seat."""
    match = begun(case, None)
    for entries in steps(match, dice(case, 1)):
        for viewer in (None, "table", 0):
            view = show(case.game, match.position, viewer, events_of(entries))
            again = json.loads(json.dumps(view, allow_nan=False))
            assert again.keys() == view.keys(), f"JSON changes the keys of {view}"


@every_case
def test_a_seat_is_offered_its_own_actions_and_the_table_none(case: Case) -> None:
    match = new_match(case, 2)
    for _ in steps(match, dice(case, 2)):
        everything = show(case.game, match.position, None, ())["pending"]
        legal = [to_json(action) for action in case.game.legal(match.position)]
        assert everything["legal"] == legal, "what is offered is not what is legal"
        for viewer in viewers(case):
            pending = show(case.game, match.position, viewer, ())["pending"]
            own = [a for a in everything["legal"] if a.get("seat") == viewer]
            fits = pending == {**everything, "legal": own}
            assert fits, f"{viewer} is offered {pending}, not {own}"


@every_case
def test_a_view_has_the_shape_of_the_whole(case: Case) -> None:
    """A hidden list is its length and a hidden value null; nothing else differs.

    A game that hides something declares it, so that it can be tested.
    """
    match, hides = new_match(case, 3), known(case.name).hides
    for entries in steps(match, dice(case, 3)):
        events = events_of(entries)
        whole = show(case.game, match.position, None, events)
        for viewer in viewers(case):
            view = show(case.game, match.position, viewer, events)
            for part in ("state", "events", "result"):
                assert_hidden(view[part], whole[part], part)
                assert hides or view[part] == whole[part], (
                    f"{viewer} does not see all of it: {view[part]}; so {case.name}'s "
                    "testing.py has to give lookalikes, and SECRETS for actions"
                )


def assert_hidden(view: Any, whole: Any, where: str) -> None:
    if view is None or view == whole:
        return
    if isinstance(whole, list | tuple) and type(view) is int:
        assert view == len(whole), f"{where} is {view}, and there are {len(whole)}"
    elif isinstance(whole, list | tuple):
        assert len(view) == len(whole), f"{where} has {len(view)} of {len(whole)}"
        for index, (v, w) in enumerate(zip(view, whole, strict=True)):
            assert_hidden(v, w, f"{where}[{index}]")
    else:
        assert isinstance(whole, dict), f"{where}: {view} instead of {whole}"
        lacks = view.keys() ^ whole.keys()
        assert not lacks, f"{where}: {lacks} is in one view and not in the other"
        for key in whole:
            assert_hidden(view[key], whole[key], f"{where}.{key}")


@every_case
def test_once_it_is_over_nothing_is_hidden(case: Case) -> None:
    match = new_match(case, 4)
    *_, last = steps(match, dice(case, 4))
    events = events_of(last)
    whole = show(case.game, match.position, None, events)
    nobody = {"by": "nobody", "seats": [], "legal": []}
    assert whole["pending"] == nobody, f"it is over, and pending: {whole['pending']}"
    for viewer in viewers(case):
        view = show(case.game, match.position, viewer, events)
        assert view == whole, f"it is over, and {viewer} does not see all"


@every_case
def test_what_is_hidden_of_an_action_is_among_the_secrets(case: Case) -> None:
    """Otherwise the suite would not look for it anywhere else."""
    told, match = known(case.name).secrets, new_match(case, 5)
    for entries in steps(match, dice(case, 5)):
        for entry in entries:
            action, view = entry.action, partial(case.game.event_view, entry.position)
            whole, seen = view(entry.action, None), view(entry.action, "table")
            named = {field.rstrip("_") for field in told.get(type(action), ())}
            lacks = sorted(
                {key for key in whole if seen.get(key) != whole[key]} - named
            )
            called = type(action).__name__
            assert not lacks, (
                f"`event_view` hides {lacks} of {called}: name that in SECRETS "
                f"of testing.py, as SECRETS = {{{called}: ({lacks[0]!r},)}}"
            )


@every_game
def test_a_game_that_reveals_something_has_hidden_it(name: str) -> None:
    """Everyone can read what chance decides early, unless `state` hides it."""
    game = find(name)
    usual = type(game)._field_defaults
    speaks_of_secrets = game.reveals or game.tells is not usual["tells"]
    assert not speaks_of_secrets or game.state is not usual["state"], (
        f"{name} has `reveals` or `tells`, and everybody sees every position: hide "
        "secrets in `state` and `event_view`, and name them in SECRETS of testing.py"
    )


def difference(one: Any, other: Any, where: str = "") -> str | None:
    """Return the first place where two views differ, such as state.hands[1]."""
    if one == other:
        return None
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        parts = [(f"{where}.{key}".lstrip("."), one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = zip(one, other, strict=True)
        parts = [(f"{where}[{n}]", *pair) for n, pair in enumerate(pairs)]
    else:
        return where
    found = (difference(mine, its, there) for there, mine, its in parts)
    return next(place for place in found if place)


def disguised(case: Case, position: Any, action: Any) -> Any | None:
    """Return another action that only the acting seat may tell from this one."""
    secret = known(case.name).secrets.get(type(action), ())
    alike = [a for a in choices(case.game, position) if type(a) is type(action)]
    hidden = dict.fromkeys(secret)
    shown = action._replace(**hidden)
    others = (a for a in alike if a != action and a._replace(**hidden) == shown)
    return next(others, None)


def until_shown(
    game: AnyGame, position: Any, actions: list[Any]
) -> list[tuple[Any, tuple[Event, ...]]]:
    """Yield the positions until an action does not fit or shows something."""
    passed: list[tuple[Any, tuple[Event, ...]]] = []
    for action in actions[:AHEAD]:
        if game.refuse(position, action):
            break
        position, events = game.apply(position, action)
        is_over = game.result(position) is not None
        if is_over or any(type(event) in game.reveals for event in events):
            break
        passed.append((position, (action, *events)))
    return passed


@every_case
def test_a_secret_action_looks_like_any_other_until_it_is_shown(case: Case) -> None:
    """In the same game with one different secret, nobody else may see a difference."""
    match = begun(case, None)
    start = match.position
    for _ in steps(match, dice(case, 5)):
        pass
    compared = 0
    position = start
    log = match.actions[len(begun(case, None).actions) :]
    for index, action in enumerate(log):
        other = disguised(case, position, action)
        if other is not None:
            real = until_shown(case.game, position, log[index:])
            false = until_shown(case.game, position, [other, *log[index + 1 :]])
            # Either may be shown first; compare them while neither is.
            both = min(len(real), len(false))
            for one, two in zip(real[:both], false[:both], strict=True):
                for viewer in viewers(case):
                    if viewer != getattr(action, "seat", None):
                        where = difference(
                            show(case.game, one[0], viewer, one[1]),
                            show(case.game, two[0], viewer, two[1]),
                        )
                        assert where is None, (
                            f"{viewer} can tell {action} from {other} by {where}: hide "
                            "that, or name in `reveals` what shows it to all"
                        )
                        compared += 1
        position = case.game.apply(position, action)[0]
    found = compared or not known(case.name).secrets
    assert found, f"{case}: no action had a secret in a whole game, as SECRETS says"


@every_case
def test_positions_that_differ_in_secrets_look_the_same(case: Case) -> None:
    told = known(case.name)
    match = new_match(case, 6)
    compared = 0
    for _ in steps(match, dice(case, 6)):
        for viewer in viewers(case):
            mine = show(case.game, match.position, viewer, ())
            for other in told.lookalikes(match.position, viewer):
                if other != match.position:
                    broken = list(told.broken(other))
                    assert not broken, f"a lookalike cannot be: {broken}"
                    where = difference(mine, show(case.game, other, viewer, ()))
                    assert where is None, (
                        f"by {where} {viewer} can tell two positions apart that "
                        f"lookalikes calls alike: {match.position} and {other}"
                    )
                    compared += 1
    found = compared or not told.hides
    assert found, f"{case}: no two positions looked the same: give lookalikes"


def decider(game: AnyGame, position: Any) -> str:
    """Return who decides: a seat, the player who reports chance, or nobody."""
    outcomes = game.chance(position)
    told = {Draw, *staging(game).chance_prompts}
    if outcomes and type(outcomes[0].action) not in told:
        return "nobody"
    if forced_action(game, position, outcomes) is not None:
        return "nobody"
    return "chance" if outcomes else "seats"


@every_case
def test_whether_a_decision_is_asked_or_settled_tells_no_secret(case: Case) -> None:
    told = known(case.name)
    match = new_match(case, 7)
    for entries in steps(match, dice(case, 7)):
        for position in [entry.position for entry in entries]:
            if case.game.result(position) is not None:
                break
            who = decider(case.game, position)
            for viewer in viewers(case):
                for other in told.lookalikes(position, viewer):
                    there = decider(case.game, other)
                    assert there == who, (
                        f"{who} decide here and {there} there, so {viewer} can tell "
                        f"{position} from {other}: see `tells`"
                    )
