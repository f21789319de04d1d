"""An action can be undone unless it has shown somebody something new."""

from typing import Any

import pytest

from controller.rules.match import CannotUndo, Entries, Match
from controller.testing.cases import Case, dice, every_case, new_match, steps


def has_shown(match: Match, before: Any, entries: Entries) -> bool:
    """Return whether chance had a choice or something was revealed."""
    for entry in entries:
        if len(match.game.chance(before)) > 1:
            return True
        if any(type(event) in match.game.reveals for event in entry.events):
            return True
        before = entry.position
    return False


def undo(match: Match) -> None:
    match.rewind(match.undo_mark())


@every_case
def test_an_action_can_be_undone_exactly_if_it_has_shown_nothing(case: Case) -> None:
    match = new_match(case, 1)
    rng = dice(case, 1)
    while match.result is None:
        before, log = match.position, match.actions
        entries = next(steps(match, rng))
        shown = has_shown(match, before, entries)
        able = match.can_undo()
        assert able is not shown, f"{entries[0].action}: shown {shown}, undo {able}"
        if shown:
            with pytest.raises(CannotUndo, match=r"undo\.too-late"):
                match.undo_mark()
            continue
        after = match.position
        undo(match)
        back = (match.position, match.actions) == (before, log)
        assert back, f"{entries[0].action} undone does not lead back"
        again = match.plan(entries[0].action)
        match.accept(again)
        same = again == entries and match.position == after
        assert same, f"{entries[0].action} done again leads elsewhere"


@every_case
def test_a_game_without_an_action_of_a_seat_has_nothing_to_undo(case: Case) -> None:
    match = new_match(case, 2)
    with pytest.raises(CannotUndo):
        match.undo_mark()
    assert not match.can_undo(), "before anybody acted there is something to undo"


@every_case
def test_undoing_at_random_always_returns_to_where_it_was(case: Case) -> None:
    match = new_match(case, 3)
    rng = dice(case, 3)
    # The positions to which undo could return, oldest first.
    trail = [match.position]
    while match.result is None:
        if rng.random() < 0.4 and match.can_undo():
            undo(match)
            trail.pop()
        else:
            entries = next(steps(match, rng))
            if has_shown(match, trail[-1], entries):
                trail.clear()
            trail.append(match.position)
        assert match.position == trail[-1], "undo has led somewhere else"
        able = match.can_undo()
        assert able is (len(trail) > 1), f"{len(trail) - 1} to undo, and undo is {able}"
    replayed = Match(case.game, case.seats, case.options, None)
    for action in match.actions:
        replayed.replay(action)
    same = replayed.position == match.position
    assert same, "a log with undoing in it leads elsewhere"


@every_case
def test_chance_falls_again_as_it_fell(case: Case) -> None:
    """Nobody gets a second roll by undoing a move."""
    match, straight = new_match(case, 4), new_match(case, 4)
    rng = dice(case, 4)
    while match.result is None:
        entries = next(steps(match, rng))
        if match.can_undo():
            undo(match)
            match.accept(match.plan(entries[0].action))
        straight.accept(straight.plan(entries[0].action))
        same = match.actions == straight.actions
        assert same, "chance fell otherwise after a move was taken back"
    assert match.position == straight.position, "the same log, another position"
