"""A whole log that fits what a seat was shown, from what its bot imagines."""

from collections.abc import Sequence
from random import Random
from typing import Any

from controller.bots.card_memory import CardMemory
from controller.bots.hidden_cards import Dealt
from controller.bots.sense import Shown
from controller.rules.codec import from_json
from controller.rules.game import AnyGame, State
from controller.rules.match import Match
from controller.testing.known import known


def imagined_log(
    game: AnyGame, memory: Any, shown: Sequence[Shown], dice: Random
) -> tuple[Any, list[Any]]:
    """An imagined position, and the actions that lead to it."""
    if isinstance(memory, CardMemory):
        dealt = memory.hidden.deal(dice)
        assert dealt is not None, "what was seen was taken for impossible"
        told = _with_cards(shown, dealt)
        position = memory.placed(dealt)
    else:
        position = memory.imagine(dice)
        say = known(game.name).said
        assert say, f"{game.name}: its testing.py has to give `said`: see known.py"
        told = say(shown, position)
    return position, [from_json(game, action) for action in told]


def _with_cards(shown: Sequence[Shown], dealt: Dealt) -> list[State]:
    drawn, laid = 0, {seat: iter(numbers) for seat, numbers in dealt.laid.items()}
    told = []
    for action, *_ in shown:
        if action.get("card", "") is None and action["type"] == "draw":
            action = {**action, "card": dealt.drawn[drawn]}
            drawn += 1
        elif action.get("card", "") is None:
            action = {**action, "card": dealt.drawn[next(laid[action["seat"]])]}
        told.append(action)
    return told


def replayed(match: Match, actions: Sequence[Any]) -> Match:
    """Another match with these actions, each checked by the rules."""
    other = Match(match.game, match.seats, match.options, None, match.house)
    for action in actions:
        other.replay(action)
    return other
