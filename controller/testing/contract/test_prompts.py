"""What to do next is always said: whom it is for, what, and how, in people's words."""

import re
from itertools import islice
from typing import Any

from controller import games
from controller.input.prompt import Prompt, prompt
from controller.input.situation import Phase, Situation
from controller.rules.game import Viewer
from controller.rules.match import Match
from controller.testing.cases import (
    Case,
    dice,
    every_case,
    new_match,
    steps,
)
from controller.testing.known import known

PLAYERS = ("Anna", "", "Carla", "Dimitri", "", "Femke")
# Seats by number, places, fields, cards as the rules call them, braces left over.
IDENTIFIER = re.compile(r"seat \d|tile:|depth:|[`{}_]|\b[a-z]+-(\d|[a-z]+-)|[a-z]\d")


def situation(match: Match, phase: Phase = "play") -> Situation:
    staging = games.staging(match.game)
    usual = staging.seat_names(match.seats)
    names = (given or other for given, other in zip(PLAYERS, usual, strict=False))
    return Situation(
        phase=phase,
        match=match,
        staging=staging,
        view={},
        scripts=(),
        first=frozenset(),
        waiting=None,
        with_cards=False,
        undoable="",
        names=tuple(names),
    )


def assert_says_who_and_what(said: Prompt, names: tuple[str, ...], viewer: Any) -> None:
    whom = [
        *names,
        "verybody",
        *(["Your turn", "You won"] if viewer != "table" else []),
    ]
    assert any(name in said.says for name in whom), f"nobody is meant by {said.says!r}"
    for words in (said.says, said.table, said.phone):
        assert not IDENTIFIER.search(words), f"not in people's words: {words!r}"
        assert re.fullmatch(r"[A-Z].*[.!?]", words), f"no sentence: {words!r}"
        assert not re.search(r"\.\.|  ", words), f"two dots or spaces: {words!r}"
    for seat in said.seats:
        named = names[seat] in said.says or "verybody" in said.says or seat == viewer
        assert named, f"{names[seat]} is asked, and not named in {said.says!r}"


@every_case
def test_at_every_decision_it_is_said_who_may_do_what_and_how(case: Case) -> None:
    match = new_match(case, seed=11)
    for _ in steps(match, dice(case, 11)):
        now = situation(match, "over" if match.result else "play")
        viewers: list[Viewer] = ["table", *range(match.seats)]
        for viewer in viewers:
            assert_says_who_and_what(prompt(now, viewer), now.names, viewer)
        pending = {action.seat for action in case.game.legal(match.position)}
        asked = set(prompt(now).seats)
        assert asked == pending, f"{asked} are asked, and {pending} can act"
    end = prompt(situation(match, "over")).says
    assert "The game is over" in end, f"at the end it says only {end!r}"


@every_case
def test_a_game_that_is_chosen_or_offered_is_asked_of_everybody(case: Case) -> None:
    match = new_match(case)
    for phase in ("choose", "offer"):
        said = prompt(situation(match, phase))
        assert_says_who_and_what(said, (), "table")
        named = case.game.title in said.says + said.table
        assert named, f"{said.says!r} does not name the game"


@every_case
def test_a_prompt_tells_no_seat_what_another_holds(case: Case) -> None:
    """Positions that look the same to a seat have the same prompt for everybody."""
    match, rng = new_match(case, seed=12), dice(case, 12)
    for number, _ in enumerate(steps(match, rng)):
        if number % 6 or match.result:
            continue
        seat = rng.randrange(case.seats)
        decision = games.staging(case.game).decision
        alike = known(case.name).lookalikes(match.position, seat)
        for other in islice(alike, 1):
            if case.game.legal(other):
                same = decision(match.position) == decision(other)
                assert same, f"seat {seat} can tell two positions by what is asked"


@every_case
def test_every_seat_has_a_name_of_its_own(case: Case) -> None:
    names = games.staging(case.game).seat_names(case.seats)
    assert len(set(names)) == case.seats, f"{names} for {case.seats} seats"
    assert all(name[0].isupper() for name in names), f"{names}: begin with a capital"
