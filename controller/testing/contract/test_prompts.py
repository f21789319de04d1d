"""Prompts say at every decision who may do what, and how, in plain words."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import pytest

from controller import games
from controller.basics.sentence import Says, keys_in
from controller.input.situation import Phase, Situation
from controller.rules.game import Viewer
from controller.rules.match import Match
from controller.session.prompt import prompt
from controller.testing.cases import (
    CASES,
    Case,
    attempts,
    dice,
    every_case,
    every_game,
    names,
    new_match,
    steps,
)
from controller.testing.keys import missing_keys, unused
from controller.testing.known import known
from controller.words.files import LANGUAGES

PLAYERS = ("Anna", "", "Carla", "Dimitri", "", "Femke")
# Numbered seats, places, fields, cards by their identifiers, leftover braces.
IDENTIFIER = re.compile(r"seat \d|tile:|depth:|[`{}_]|\b[a-z]+-(\d|[a-z]+-)|[a-z]\d")


def situation(match: Match, phase: Phase = "play") -> Situation:
    return Situation(
        phase=phase,
        match=match,
        position=match.position,
        legal=match.game.legal(match.position),
        staging=games.staging(match.game),
        view={},
        picture={},
        scripts=(),
        waiting=None,
        with_cards=False,
        undoable="",
    )


class Read(NamedTuple):
    """A prompt as people read it, and the names that it uses for them."""

    says: str
    table: str
    phone: str
    names: tuple[str, ...]
    everybody: str


def read(now: Situation, viewer: Viewer, language: str) -> Read:
    game, seats = now.match.game, now.match.seats
    words = games.words(game.name, language)
    names = words.seats(game.teams(seats), PLAYERS)
    said = prompt(now, viewer)
    says, table, phone = (words.render(each, names) for each in said[1:4])
    return Read(says, table, phone, names, words.render("prompt.everybody")[1:])


def assert_says_who_and_what(said: Read, is_own: bool) -> None:
    whom = (*said.names, said.everybody)
    is_named = any(name in said.says for name in whom)
    assert is_own or is_named, f"it does not say whose turn it is: {said.says!r}"
    for words in (said.says, said.table, said.phone):
        assert not IDENTIFIER.search(words), f"an identifier is said: {words!r}"
        is_sentence = re.fullmatch(r"[A-Zno].*[.!?]", words)
        assert is_sentence, f"that is no sentence: {words!r}"
        assert not re.search(r"\.\.|  ", words), f"doubled signs: {words!r}"


@pytest.mark.parametrize("language", LANGUAGES)
@every_case
def test_at_every_decision_it_is_said_who_may_do_what_and_how(
    case: Case, language: str
) -> None:
    match = new_match(case, seed=11)
    # Most prompts come again and again.
    checked: set[tuple[Read, bool]] = set()
    for _ in steps(match, dice(case, 11)):
        now = situation(match, "over" if match.result else "play")
        pending = {action.seat for action in case.game.legal(match.position)}
        winners = match.result.winners if match.result else ()
        asked = set(prompt(now).seats)
        assert asked == pending, f"{asked} are asked, {pending} can decide"
        viewers: list[Viewer] = ["table", *range(match.seats)]
        for viewer in viewers:
            said = read(now, viewer, language)
            is_own = viewer in pending or viewer in winners
            if (said, is_own) not in checked:
                assert_says_who_and_what(said, is_own)
                checked.add((said, is_own))
        said = read(now, "table", language)
        for seat in pending:
            is_named = said.names[seat] in said.says or said.everybody in said.says
            assert is_named, f"{said.names[seat]} is not asked by name: {said.says!r}"


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_a_game_that_is_chosen_or_offered_is_asked_of_everybody(
    name: str, language: str
) -> None:
    match = new_match(next(case for case in CASES if case.name == name))
    for phase in ("choose", "offer"):
        said = read(situation(match, phase), "table", language)
        assert_says_who_and_what(said, is_own=False)
        assert said.everybody in said.says, f"not for everybody: {said.says!r}"
        is_titled = match.game.title in said.says + said.table
        assert is_titled, f"it does not name {match.game.title}: {said.says!r}"


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


# Every key of a game has a sentence


# How many positions of a game to check.
MOST = 40


def said_in(match: Match) -> Iterator[Says]:
    game, position = match.game, match.position
    for action in attempts(game, position):
        if refusal := game.refuse(position, action):
            yield refusal.says
    if waits := game.steps.waits(position):
        yield waits
    if match.result:
        yield match.result.reason


def missing(case: Case, language: str) -> set[str]:
    """Return the keys of one game that its words lack."""
    known = games.words(case.name, language).entries
    match, left = new_match(case, 7), MOST
    found = {key for says in said_in(match) for key in keys_in(says)}
    for _ in steps(match, dice(case, 7)):
        left -= 1
        if left > 0 or match.result:
            found |= {key for says in said_in(match) for key in keys_in(says)}
    return found - known.keys()


@every_game
def test_every_key_in_the_words_is_said_and_every_key_that_is_said_is_there(
    name: str,
) -> None:
    faults = [*missing_keys(games.folder(name)), *unused(games.folder(name))]
    if faults:
        pytest.fail("\n".join(faults))


@pytest.mark.parametrize("name", names())
def test_every_sentence_is_in_the_words_of_the_game(name: str) -> None:
    cases = [case for case in CASES if case.name == name]
    for language in LANGUAGES:
        for case in (cases[0], cases[-1]):
            unsaid = sorted(missing(case, language))
            assert not unsaid, (
                f"{case} says what words/{language}.toml lacks: {unsaid}; a text that "
                "is in no catalogue is said by `verbatim`"
            )
