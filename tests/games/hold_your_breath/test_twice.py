"""HOLD YOUR BREATH! against a second opinion: a naive game that shares no code."""

from itertools import product
from random import Random
from typing import Any

import pytest

from controller.games.hold_your_breath import GAME
from controller.games.hold_your_breath.pieces import (
    FACES,
    ICONS,
    Anchors,
    Clear,
    DeckOut,
    Move,
    Surface,
    Uncover,
)
from controller.rules.deals import Over, Turn
from controller.rules.match import Match
from controller.rules.records import to_json, type_name
from controller.testing import perft, playthroughs
from controller.testing.playthroughs import one_line
from tests.games.hold_your_breath.naive import Naive, settled
from tests.games.sequences import sequences

VARIANTS = [
    {"edition": edition, "panic_on_sharked": panic, "dolphin_must_be_air": dolphin}
    for edition, panic, dolphin in product(
        ("published", "draft"), (True, False), (True, False)
    )
]


def weight(action: dict[str, Any]) -> int:
    """Random players that would rather play than stop."""
    return {"done": 1, "end": 2, "toss": 2}.get(action["type"], 6)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "options", VARIANTS, ids=lambda o: "-".join(map(str, o.values()))
)
def test_random_games_go_as_a_player_would_keep_them(
    seats: int, options: dict[str, Any]
) -> None:
    for seed in range(5):
        rng = Random(f"{seats}/{options}/{seed}")
        match = Match(GAME, seats, options, None)
        naive = Naive(seats, options)
        while match.result is None:
            outcomes = [outcome.action for outcome in GAME.chance(match.position)]
            choices = [to_json(a) for a in outcomes or GAME.legal(match.position)]
            expected = settled(naive).choices_now()
            assert sorted(map(one_line, choices)) == sorted(map(one_line, expected))
            weights = [weight(action) for action in choices]
            (chosen,) = rng.choices(range(len(choices)), weights)
            action = (outcomes or GAME.legal(match.position))[chosen]
            match.accept(match.plan(action))
            naive.do(choices[chosen])
            assert GAME.state(match.position, None) == settled(naive).state()
        assert naive.phase == "over"
        assert list(match.result.ranks) == naive.ranks()


@pytest.mark.parametrize(
    "entry", perft.entries("hold-your-breath"), ids=lambda e: str(e.about)
)
def test_the_perft_counts_are_those_of_the_naive_game(entry: perft.Perft) -> None:
    for depth, count in enumerate(entry.counts, start=1):
        if depth > 1 and entry.counts[depth - 2] > 1500:
            break
        game = settled(Naive(entry.seats, entry.options))
        for said in entry.after:
            game.do(next(a for a in game.choices_now() if one_line(a) == said))
            settled(game)
        assert sequences(game, depth, settled) == count, f"depth {depth}"


def test_the_playthroughs_show_every_action_and_every_use_of_a_card() -> None:
    texts = [path.read_text() for path in playthroughs.files("hold-your-breath")]
    words = {word for text in texts for word in text.split()}
    uses = (*FACES, *ICONS, "shark", "kraken")
    assert {f"as={use}" for use in uses} <= words
    assert {"effect=shark", "effect=discard"} <= words
    actions: tuple[Any, ...] = GAME.actions
    assert {type_name(action) for action in actions} <= words
    events = (Move, Surface, Clear, Uncover, DeckOut, Anchors, Turn, Over)
    assert {type_name(event) for event in events} <= words
