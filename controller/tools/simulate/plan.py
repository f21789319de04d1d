"""What is to be simulated: the same plan and number always give the same game."""

from typing import Any, NamedTuple

from controller import games
from controller.bots.levels import LEVELS, PASSES, Level
from controller.chance import house
from controller.rules.game import AnyGame, BadSetup, checked_options


class Plan(NamedTuple):
    game: str
    # Who plays; they move on by one seat from game to game.
    bots: tuple[Level, ...]
    options: dict[str, Any]
    # As JSON has it; None where the game has none.
    house: Any
    seed: int = 0
    passes: int = PASSES
    # What to call it where there are several.
    name: str = ""

    @property
    def seats(self) -> int:
        return len(self.bots)

    def seating(self, number: int) -> list[Level]:
        """Who sits where in this game."""
        turned = number % self.seats
        return [self.bots[(seat - turned) % self.seats] for seat in range(self.seats)]


def checked(plan: Plan) -> Plan:
    """The plan with all options; raises BadSetup."""
    game = games.find(plan.game)
    for level in plan.bots:
        if level not in LEVELS:
            known = ", ".join(LEVELS)
            raise BadSetup(f"there is no bot {level[:40]!r}; there is {known}")
    options = checked_options(game, plan.seats, plan.options)
    house.read(game, plan.house)
    return plan._replace(options=options)


def house_of(game: AnyGame, plan: Plan) -> Any:
    return house.read(game, plan.house)
