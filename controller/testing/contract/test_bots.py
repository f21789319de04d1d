"""Bots know what their seat may know, and always have a legal answer."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from controller import games
from controller.bots.card_memory import CardMemory
from controller.bots.hidden_cards import Dealt
from controller.bots.levels import LEVELS, Bot, Level
from controller.bots.particles import Particles
from controller.bots.search import by_seat
from controller.bots.sense import Memory, Sense, Shown, shares, shown_to
from controller.rules.codec import from_json
from controller.rules.game import AnyGame, State
from controller.rules.match import Match
from controller.testing.cases import (
    CASES,
    GAMES,
    Case,
    dice,
    every_case,
    every_game,
    new_match,
    steps,
)
from controller.testing.known import known
from controller.words.files import LANGUAGES

# One way to set up each game: its usual number of seats.
USUAL = [Case(name, game.seats_near(3), ()) for name, game in GAMES.items()]
every_usual_case = pytest.mark.parametrize("case", USUAL, ids=str)
# How many choices of a game to compare: the first ones, and at most this many.
ALWAYS, MOST = 3, 5
every_level = pytest.mark.parametrize("level", LEVELS)


def memory_of(case: Case, start: Any, seat: int) -> Memory:
    imagine = games.sense(case.game).imagine
    return imagine(start, seat) if imagine else Particles(case.game, start, seat)


class Watched:
    """A match, and what each seat has been shown of it."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case = case
        self.match = Match(case.game, case.seats, case.options, None)
        self.start = self.match.position
        self.shown: list[list[Shown]] = [[] for _ in range(case.seats)]
        self.match = new_match(case, seed)
        self._told = 0
        self.tell()

    def tell(self) -> None:
        entries = self.match.entries_from(self._told)
        self._told += len(entries)
        for seat, shown in enumerate(self.shown):
            shown += shown_to(self.case.game, entries, seat)

    def remembered_by(self, memories: Sequence[Any], rng: Random) -> Iterator[int]:
        """Play at random; yield after each decision, once every memory knows of it."""
        noted = 0
        for number, _ in enumerate(steps(self.match, rng)):
            self.tell()
            if self.match.result is not None:
                return
            for seat, memory in enumerate(memories):
                for entry in self.shown[seat][noted:]:
                    memory.note(entry)
            noted = len(self.shown[0])
            yield number


def imagines(case: Case) -> bool:
    """Return whether the game has its own bot; others guess by trial."""
    return games.sense(case.game).imagine is not None


@every_case
def test_what_a_seat_imagines_looks_to_it_exactly_as_what_is(case: Case) -> None:
    """Compare its view, its choices and the log of playing the imagined game."""
    if not imagines(case):
        return
    rng = dice(case, 1)
    watched = Watched(case, 1)
    memories = [memory_of(case, watched.start, seat) for seat in range(case.seats)]
    for number in watched.remembered_by(memories, rng):
        if number % 5 == 0:
            seat = number // 5 % case.seats
            whole = number % 25 == 0
            assert_fits(watched, seat, memories[seat], rng, whole=whole)


def assert_fits(
    watched: Watched, seat: int, memory: Memory, rng: Random, *, whole: bool
) -> None:
    game, real = watched.case.game, watched.match.position
    shown = watched.shown[seat]
    position, actions = imagined_log(game, memory, shown, rng)
    same = game.state(position, seat) == game.state(real, seat)
    assert same, f"seat {seat} imagines {position}, which looks otherwise than {real}"
    same = own(game.legal(position), seat) == own(game.legal(real), seat)
    assert same, f"seat {seat} imagines other choices for itself"
    asked = [{a.seat for a in game.legal(each)} for each in (position, real)]
    assert asked[0] == asked[1], f"seat {seat} imagines that {asked[0]} are asked"
    if whole:
        other = replayed(watched.match, actions)
        assert other.position == position, "the imagined log leads elsewhere"
        same = shown_to(game, other.entries_from(0), seat) == shown
        assert same, f"the imagined log would have looked otherwise to seat {seat}"


def own(legal: tuple[Any, ...], seat: int) -> list[Any]:
    return [action for action in legal if action.seat == seat]


@every_usual_case
@every_level
def test_equal_views_and_logs_give_equal_choices(case: Case, level: Level) -> None:
    """What the other seats really hold must not matter."""
    if not imagines(case):
        return
    rng = dice(case, 2)
    watched = Watched(case, 2)
    memories = [memory_of(case, watched.start, seat) for seat in range(case.seats)]
    compared = 0
    for _ in watched.remembered_by(memories, rng):
        if compared > MOST:
            break
        legal = case.game.legal(watched.match.position)
        seat = legal[0].seat
        mine = own(legal, seat)
        # The first choices, and some of the others.
        if len(mine) > 1 and (compared < ALWAYS or rng.random() < 0.15):
            compared += 1
            _, actions = imagined_log(
                case.game, memories[seat], watched.shown[seat], rng
            )
            other = replayed(watched.match, actions)
            twin = shown_to(case.game, other.entries_from(0), seat)
            answers = [
                answer(case, watched.start, seat, level, shown, mine)
                for shown in (twin, watched.shown[seat])
            ]
            assert answers[0] == answers[1], f"seat {seat} knows more than it was shown"
    assert compared, f"{case}: no seat ever had a choice"


def answer(
    case: Case,
    start: Any,
    seat: int,
    level: Level,
    shown: list[Shown],
    legal: list[Any],
    seed: int = 7,
) -> Any:
    sense = games.sense(case.game)
    bot = Bot(case.game, sense, start, seat, level, seed, passes=12)
    bot.note(shown)
    return bot.choose(legal)


def played_by_bots(
    case: Case, levels: list[Level], sense: Sense, seed: int, most: int = 10_000
) -> Match:
    watched = Watched(case, seed)
    match = watched.match
    bots = [
        Bot(case.game, sense, watched.start, seat, level, seed, passes=4)
        for seat, level in enumerate(levels)
    ]
    noted = [0] * case.seats
    for _ in range(most):
        if match.result is not None:
            break
        legal = by_seat(case.game.legal(match.position))[0]
        seat = legal[0].seat
        bots[seat].note(watched.shown[seat][noted[seat] :])
        noted[seat] = len(watched.shown[seat])
        match.accept(match.plan(bots[seat].choose(legal)))
        watched.tell()
    return match


@every_usual_case
def test_bots_of_every_level_play_a_game_to_its_end(case: Case) -> None:
    levels: list[Level] = ["sharp", "steady", "easy"]
    several = [levels[seat % len(levels)] for seat in range(case.seats)]
    match = played_by_bots(case, several, games.sense(case.game), 3)
    assert match.result is not None, "the bots have not come to an end"


@every_case
def test_common_sense_has_a_weight_for_every_action(case: Case) -> None:
    """A position's worth is shared among the seats."""
    sense = games.sense(case.game)
    match = new_match(case, 4)
    for _ in steps(match, dice(case, 4)):
        if match.result is not None:
            break
        for legal in by_seat(case.game.legal(match.position)):
            check_weights(sense, match.position, legal)
        if sense.worth:
            worths = sense.worth(match.position)
            assert len(worths) == case.seats, f"{worths} for {case.seats} seats"
            assert sum(worths) == pytest.approx(1.0), f"{worths} is not 1 in all"
            assert min(worths) >= -1e-9, f"a seat is worth less than nothing: {worths}"


def check_weights(sense: Sense, position: Any, legal: Sequence[Any]) -> None:
    if sense.prefer:
        weights = sense.prefer(position, legal)
        assert len(weights) == len(legal), f"{len(weights)} weights for {len(legal)}"
        assert min(weights) >= 0, f"a weight is below nothing: {weights}"
        assert sum(weights) > 0, "no action has any weight"


@every_usual_case
def test_a_reason_is_a_sentence_and_depends_on_what_the_seat_knows(
    case: Case,
) -> None:
    """It must hold in any position that looks the same to the seat."""
    reason = games.sense(case.game).reason
    if reason is None:
        return  # hints then come without a reason
    watched, rng = Watched(case, 9), dice(case, 9)
    memories = [memory_of(case, watched.start, seat) for seat in range(case.seats)]
    said = 0
    for _ in watched.remembered_by(memories, rng):
        for legal in by_seat(case.game.legal(watched.match.position)):
            imagined = memories[legal[0].seat].imagine(rng)
            if imagined is None:
                continue  # nothing fits any more, and no reason is given
            for action in rng.sample(legal, min(3, len(legal))):
                words = reason(watched.match.position, action)
                same = words == reason(imagined, action)
                assert same, f"the reason for {action} tells more than the seat knows"
                if words is not None:
                    for language in LANGUAGES:
                        text = games.words(case.game.name, language).render(words)
                        is_sentence = text[0].isupper() and text.endswith(".")
                        assert is_sentence, f"no sentence: {text!r}"
                    said += 1
    assert said, "its bots never give a reason"


@every_usual_case
def test_a_game_without_a_bot_module_is_played_all_the_same(case: Case) -> None:
    """Positions are guessed by trial, and all actions are worth the same."""
    match = played_by_bots(case, ["sharp"] * case.seats, Sense(), 5, most=25)
    assert match.actions, "nobody has done anything"


@every_usual_case
def test_what_is_guessed_by_trial_looks_the_same_too(case: Case) -> None:
    watched = Watched(case, 6)
    seats = range(case.seats)
    memories = [Particles(case.game, watched.start, seat, many=20) for seat in seats]
    rng = dice(case, 6)
    for number in watched.remembered_by(memories, rng):
        if number > 20:
            break
        for seat, memory in enumerate(memories):
            position = memory.imagine(rng)
            if position is not None:
                real = watched.match.position
                views = [case.game.state(each, seat) for each in (position, real)]
                assert views[0] == views[1], f"seat {seat} guesses what it cannot be"


@every_game
def test_the_best_share_the_win(name: str) -> None:
    case = next(case for case in CASES if case.name == name)
    match = new_match(case, 8)
    assert shares(case.game, match.position) is None, "it is not over yet"
    for _ in steps(match, dice(case, 8)):
        pass
    found = shares(case.game, match.position)
    assert found, "it is over, and nobody has a share"
    assert sum(found) == pytest.approx(1.0), f"the shares {found} are not 1 in all"


# Imagined logs


def imagined_log(
    game: AnyGame, memory: Any, shown: Sequence[Shown], dice: Random
) -> tuple[Any, list[Any]]:
    """Return an imagined position, and the actions that lead to it."""
    if isinstance(memory, CardMemory):
        dealt = memory.hidden.deal(dice)
        assert dealt is not None, "the memory rules out what the seat has seen"
        told = _with_cards(shown, dealt)
        position = memory.placed(dealt)
    else:
        position = memory.imagine(dice)
        say = known(game.name).said
        assert say, f"{game.name}: its testing.py has to give `said`: see API.md"
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
    """Make another match of these actions; the rules check each."""
    other = Match(match.game, match.seats, match.options, None, match.house)
    for action in actions:
        other.replay(action)
    return other
