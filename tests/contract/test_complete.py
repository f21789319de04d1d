"""A game is complete when everything that the suite needs is there."""

from typing import Any

from controller.games import find
from controller.rules.records import type_name
from tests.contract.cases import every_game, has_invariants, rulings
from tests.golden import perft, playthroughs

VARIETY = 3


def missing(name: str) -> list[str]:
    """What has to be added for this game, a sentence each."""
    module = name.replace("-", "_")
    sentences = []
    if not rulings(name):
        sentences.append(
            f"{name} has no rulings: add controller/games/{module}/rulings.md"
        )
    if not perft.entries(name):
        sentences.append(
            f"{name} has no perft counts: add tests/golden/perft/{name}.toml, "
            "as get-bit has"
        )
    games = len(playthroughs.files(name))
    if games < VARIETY:
        sentences.append(
            f"{name} has {games} of {VARIETY} playthroughs: add "
            f"tests/golden/playthroughs/{name}/*.txt, a header each, and run "
            "python -m tests.golden.playthroughs --write"
        )
    if not has_invariants(name):
        sentences.append(
            f"{name} has no invariants: add tests/contract/invariants/{module}.py "
            "with longest, broken, SECRETS and lookalikes"
        )
    return sentences


@every_game
def test_a_game_has_all_that_the_suite_needs(name: str) -> None:
    assert missing(name) == []


def test_a_game_that_lacks_something_is_told_what_to_add() -> None:
    assert missing("tic-tac") == [
        "tic-tac has no rulings: add controller/games/tic_tac/rulings.md",
        "tic-tac has no perft counts: add tests/golden/perft/tic-tac.toml, "
        "as get-bit has",
        "tic-tac has 0 of 3 playthroughs: add "
        "tests/golden/playthroughs/tic-tac/*.txt, a header each, and run "
        "python -m tests.golden.playthroughs --write",
        "tic-tac has no invariants: add tests/contract/invariants/tic_tac.py with "
        "longest, broken, SECRETS and lookalikes",
    ]


@every_game
def test_a_game_goes_by_the_name_of_its_folder(name: str) -> None:
    assert find(name).name == name


@every_game
def test_what_has_to_be_asked_is_asked_even_where_there_is_one_choice(
    name: str,
) -> None:
    always = {"play", "choose", "done", "end", "harpoon", "endure", "draw"}
    actions: tuple[Any, ...] = find(name).actions
    known = {type_name(action) for action in actions}
    asked = {type_name(a) for a in actions if a in find(name).asked}
    assert asked & always == known & always


@every_game
def test_options_have_a_default_that_is_allowed_and_a_word_of_help(name: str) -> None:
    game = find(name)
    for option in game.options:
        for seats in range(game.seats[0], game.seats[1] + 1):
            assert option.takes(option.default, seats), option.name
        assert option.help, option.name
        if not isinstance(option.allowed, str):
            assert len(set(option.allowed)) == len(option.allowed), option.name
