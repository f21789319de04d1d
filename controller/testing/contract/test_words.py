"""All that a game says has its sentence: refusals, what is waited for, how it ended."""

from collections.abc import Iterator

import pytest

from controller import games
from controller.basics.sentence import Says, keys_in
from controller.rules.match import Match
from controller.testing.cases import CASES, Case, attempts, dice, new_match, steps
from controller.testing.chosen import names
from controller.words.files import LANGUAGES

# Positions of one game that are looked at.
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
    """Keys of one game that its words do not have."""
    known = games.words(case.name, language).entries
    match, left = new_match(case, 7), MOST
    found = {key for says in said_in(match) for key in keys_in(says)}
    for _ in steps(match, dice(case, 7)):
        left -= 1
        if left > 0 or match.result:
            found |= {key for says in said_in(match) for key in keys_in(says)}
    return found - known.keys()


@pytest.mark.parametrize("name", names())
def test_every_sentence_is_in_the_words_of_the_game(name: str) -> None:
    cases = [case for case in CASES if case.name == name]
    for language in LANGUAGES:
        for case in (cases[0], cases[-1]):
            unsaid = sorted(missing(case, language))
            assert not unsaid, (
                f"{case} says what words/{language}.toml lacks: {unsaid}; a text that "
                "is in no catalogue is said by `as_it_is`"
            )
