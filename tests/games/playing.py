"""Actions played on a position, for the tests of every game."""

from typing import Any, Generic, TypeVar

from controller.basics.sentence import Sentence, keys_in
from controller.rules.game import AnyGame, Event, Refusal, Result

P = TypeVar("P")


class Playing(Generic[P]):
    """The rules of one game, as the tests ask them."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def told(self, position: P, action: Any) -> tuple[P, tuple[Event, ...]]:
        """Apply a legal action that the game lists too."""
        refusal = self.game.refuse(position, action)
        assert refusal is None, f"{action}: {refusal}"
        assert self.lists(position, action), f"{action} is not refused and not listed"
        return self.game.apply(position, action)

    def act(self, position: P, *actions: Any) -> P:
        for action in actions:
            position = self.told(position, action)[0]
        return position

    def lists(self, position: P, action: Any) -> bool:
        outcomes = self.game.chance(position)
        return action in ([o.action for o in outcomes] or self.game.legal(position))

    def refused(self, position: P, action: Any) -> Refusal:
        refusal = self.game.refuse(position, action)
        assert refusal, f"{action} is legal"
        assert not self.lists(position, action), f"{action} is refused and listed"
        return refusal

    def why(self, position: P, action: Any) -> str:
        """Return the ruling against an action, and the keys of its sentence.

        What the sentence says of the action has to be so.
        """
        rule, says = self.refused(position, action)
        if isinstance(says, Sentence) and not says.key.startswith("waits."):
            said = says.values.keys() & set(action._fields)
            for field in said:
                assert says.values[field] == getattr(action, field), f"{field}: {says}"
        return " ".join((rule, *keys_in(says)))

    def ended(self, position: P) -> Result:
        result = self.game.result(position)
        assert result, "the game goes on"
        return result
