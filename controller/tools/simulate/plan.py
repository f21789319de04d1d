"""The plan of a simulation: the same plan and number always give the same game."""

from collections import Counter
from typing import Any, NamedTuple

from controller import games
from controller.bots.levels import LEVELS, PASSES, Bot, Level
from controller.bots.search import by_seat
from controller.bots.sense import shares, shown_to
from controller.chance import house
from controller.chance.seed import seeded
from controller.games import broken
from controller.rules.codec import type_name
from controller.rules.game import BadSetup, checked_options
from controller.rules.match import Match


class Plan(NamedTuple):
    game: str
    # The players, who move on by one seat from game to game.
    bots: tuple[Level, ...]
    options: dict[str, Any]
    # As JSON; None if the game has none.
    house: Any
    seed: int = 0
    passes: int = PASSES
    # Its name if there are several.
    name: str = ""

    @property
    def seats(self) -> int:
        return len(self.bots)

    def seating(self, number: int) -> list[Level]:
        """Return who sits where in this game."""
        turned = number % self.seats
        return [self.bots[(seat - turned) % self.seats] for seat in range(self.seats)]


class Task(NamedTuple):
    """A game of one of the plans."""

    plan: int
    number: int


def checked(plan: Plan) -> Plan:
    """Return the plan with all options; raises BadSetup."""
    game = games.find(plan.game)
    for level in plan.bots:
        if level not in LEVELS:
            known = ", ".join(LEVELS)
            raise BadSetup(f"there is no bot {level[:40]!r}; choose from {known}")
    options = checked_options(game, plan.seats, plan.options)
    house.read(game, plan.house)
    return plan._replace(options=options)


# Games draw their chance from widely spaced seeds.
STRIDE = 1_000_003


class Played(NamedTuple):
    """What to keep of a game."""

    number: int
    # By seat.
    shares: list[float]
    # How many decisions the seats made, and how many turns or rounds it had.
    decisions: int
    turns: int
    # By kind: the number of actions and events.
    events: dict[str, int]


@broken.naming_game()
def play(plan: Plan, number: int) -> Played:
    """Play one game; raise BrokenGame if the game's own code fails."""
    game = games.find(plan.game)
    seed = plan.seed * STRIDE + number
    deck = house.read(game, plan.house)
    match = Match(game, plan.seats, plan.options, seeded(seed), deck)
    bots = [
        Bot(game, games.sense(game), match.position, seat, level, seed, plan.passes)
        for seat, level in enumerate(plan.seating(number))
    ]
    decisions = _play_out(match, bots)
    return _summary(match, number, decisions)


def _play_out(match: Match, bots: list[Bot]) -> int:
    game, decisions = match.game, 0
    told = [0] * len(bots)
    match.accept(match.opening())
    while match.result is None:
        legal = by_seat(game.legal(match.position))[0]
        seat = legal[0].seat
        news = match.entries_from(told[seat])
        told[seat] += len(news)
        bots[seat].note(shown_to(game, news, seat))
        match.accept(match.plan(bots[seat].choose(legal)))
        decisions += 1
    return decisions


def _summary(match: Match, number: int, decisions: int) -> Played:
    state = match.game.state(match.position, None)
    found: Counter[str] = Counter(
        type_name(type(event))
        for entry in match.entries_from(0)
        for event in entry.events
    )
    turns: Any = state.get("turn", state.get("round", decisions))
    return Played(
        number,
        [round(share, 6) for share in shares(match.game, match.position) or ()],
        decisions,
        turns,
        dict(sorted(found.items())),
    )
