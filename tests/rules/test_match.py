"""A game being played: plan, accept, replay, undo; with a toy game that has it all.

Toy: a coin decides who guesses, then the two seats guess a number in turn. A seat that
guesses 1 has to `nod` (the only choice, taken by itself) before the other goes on; a
guess of 3 is shown to all; a guess of 9 ends it.
"""

from typing import Any, NamedTuple

import pytest

from controller import games
from controller.basics.record import record
from controller.rules.codec import to_json
from controller.rules.game import (
    AnyGame,
    BadSetup,
    Game,
    Option,
    Outcome,
    Result,
    checked_options,
)
from controller.rules.kinds import Kind, one_of
from controller.rules.match import EndlessRules, Match, Refused
from controller.rules.steps import Step, Steps
from controller.rules.views import events_of
from controller.session.restore import by_seed
from tests.support.words import catalogue_text, told


@record
class Coin(NamedTuple):
    seat: int


@record
class Guess(NamedTuple):
    seat: int
    number: int


@record
class Nod(NamedTuple):
    seat: int


@record
class Shown(NamedTuple):
    number: int


class Toy(NamedTuple):
    turn: int | None
    said: tuple[int, ...]
    nodding: bool


def _coins(toy: Toy) -> tuple[Outcome[Any], ...]:
    return (Outcome(Coin(0), 1), Outcome(Coin(1), 1))


def _nods(toy: Toy) -> tuple[Any, ...]:
    return (Nod(_turn(toy)),)


def _guesses(toy: Toy) -> tuple[Any, ...]:
    return tuple(Guess(_turn(toy), number) for number in NUMBERS)


def _turn(toy: Toy) -> int:
    return toy.turn or 0


def _at(toy: Toy) -> str:
    if 9 in toy.said:
        return "over"
    if toy.turn is None:
        return "coin"
    return "nod" if toy.nodding else "guess"


NUMBERS = (1, 2, 3, 9)
SEAT = one_of("seat", range(2))
STEPS: Steps[Toy, Any] = Steps(
    _at,
    {
        "coin": Step((Coin,), _coins, "the coin is tossed first", is_chance=True),
        "guess": Step((Guess,), _guesses, "guess", _turn),
        "nod": Step((Nod,), _nods, "{asked:seat} has to nod.", _turn),
    },
    {
        Coin: Kind((SEAT,)),
        Guess: Kind((SEAT, one_of("number", NUMBERS, 4).by("TOY-2"))),
        Nod: Kind((SEAT,)),
    },
    choice_rule="TOY-1",
    end_rule=lambda toy: "TOY-3",
)


def _apply(toy: Toy, action: Any) -> tuple[Toy, tuple[Any, ...]]:
    match action:
        case Coin(seat):
            return toy._replace(turn=seat), ()
        case Nod(seat):
            return toy._replace(turn=1 - seat, nodding=False), ()
    said = toy._replace(said=(*toy.said, action.number))
    if action.number == 1:
        return said._replace(nodding=True), ()
    events = (Shown(3),) if action.number == 3 else ()
    return said._replace(turn=1 - action.seat), events


TOY: AnyGame = Game(
    name="toy",
    title="TOY",
    seats=(2, 2),
    version="1",
    options=(Option("loud", False, (False, True)),),
    never_automatic=frozenset({Guess}),
    reveals=frozenset({Shown}),
    steps=STEPS,
    start=lambda seats, options, house: Toy(None, (), False),
    apply=_apply,
    result=lambda toy: Result((0,), (1, 2), "Nine.") if 9 in toy.said else None,
    state=lambda toy, viewer: toy._asdict(),
    event_view=lambda toy, event, viewer: to_json(event),
)


def toy(first: int = 0) -> Match:
    match = Match(TOY, 2, {}, None)
    match.accept(match.plan(Coin(first)))
    return match


def do(match: Match, action: Any) -> None:
    match.accept(match.plan(action))


def undo(match: Match) -> None:
    match.rewind(match.undo_mark())


def test_a_plan_changes_nothing_until_it_is_accepted() -> None:
    match = toy()
    before = match.position
    plan = match.plan(Guess(0, 2))
    assert (match.position, match.actions) == (before, [Coin(0)])
    match.accept(plan)
    assert match.position == Toy(1, (2,), False)
    assert match.actions == [Coin(0), Guess(0, 2)]


def test_what_leaves_no_choice_is_taken_along() -> None:
    match = toy()
    plan = match.plan(Guess(0, 1))
    assert [(entry.action, entry.by) for entry in plan] == [
        (Guess(0, 1), "seat"),
        (Nod(0), "settled"),
    ]
    assert events_of(plan) == (Guess(0, 1), Nod(0))


def test_a_choice_that_is_always_asked_is_not_taken_for_anybody() -> None:
    always = TOY._replace(never_automatic=frozenset({Guess, Nod}))
    match = Match(always, 2, {}, None)
    do(match, Coin(0))
    do(match, Guess(0, 1))
    assert match.actions == [Coin(0), Guess(0, 1)]
    do(match, Nod(0))
    assert match.plan(Guess(1, 2))[0].by == "seat"


def test_without_a_chooser_chance_waits_to_be_told() -> None:
    match = Match(TOY, 2, {}, None)
    assert match.opening() == ()
    entry = match.plan(Coin(1))[0]
    assert entry.by == "chance"
    assert entry.final


def test_with_a_chooser_chance_is_settled_at_its_place_in_the_log() -> None:
    asked: list[int] = []

    def choose(outcomes: Any, ply: int) -> Any:
        asked.append(ply)
        return outcomes[1].action

    match = Match(TOY, 2, {}, choose)
    match.accept(match.opening())
    assert match.actions == [Coin(1)]
    assert asked == [0]
    do(match, Guess(1, 1))
    assert asked == [0]


def test_chance_after_an_action_is_numbered_from_that_action_on() -> None:
    """A coin that is thrown again after every guess."""
    asked: list[int] = []

    def again(toy: Toy, action: Any) -> tuple[Toy, tuple[Any, ...]]:
        after, events = _apply(toy, action)
        return (after._replace(turn=None) if type(action) is Guess else after), events

    def choose(outcomes: Any, ply: int) -> Any:
        asked.append(ply)
        return outcomes[0].action

    match = Match(TOY._replace(apply=again), 2, {}, choose)
    match.accept(match.opening())
    do(match, Guess(0, 2))
    do(match, Guess(0, 2))
    assert asked == [0, 2, 4]
    assert [match.actions[ply] for ply in asked] == [Coin(0)] * 3
    # Nobody can undo what the coin has shown since.
    assert not match.can_undo()


def test_a_refused_action_raises_with_its_ruling_and_changes_nothing() -> None:
    match = toy()
    with pytest.raises(Refused, match=r"TOY-1: .*guess") as refused:
        match.plan(Guess(1, 2))
    assert refused.value.refusal.rule == "TOY-1"
    assert refused.value.over is False
    assert match.actions == [Coin(0)]
    assert told(match.refusal(Guess(1, 2)), guess="{asked:seat} has to guess.") == (
        "TOY-1",
        catalogue_text(
            "rules.not-your-turn", seat="Player 2", waits="Player 1 has to guess."
        ),
    )
    assert match.refusal(Guess(0, 2)) is None


def test_after_the_end_a_refusal_says_that_it_is_over() -> None:
    match = toy()
    do(match, Guess(0, 9))
    assert match.result == Result((0,), (1, 2), "Nine.")
    with pytest.raises(Refused) as refused:
        match.plan(Guess(1, 2))
    assert refused.value.over is True


def test_a_decision_goes_on_while_others_decide_at_the_same_time() -> None:
    game = games.find("get-bit")
    match = Match(game, 4, {}, by_seed(game, 4, 1, None))
    match.accept(match.opening())
    begun = len(match.story)

    def choose(seat: int) -> None:
        legal = match.game.legal(match.position)
        do(match, next(action for action in legal if action.seat == seat))

    choose(1)
    assert match.asked_since(0) == match.asked_since(2) == begun
    assert match.asked_since(1) == begun + 1
    undo(match)
    assert match.asked_since(1) > begun + 1
    for seat in range(4):
        choose(seat)
    # A round later it is another decision.
    assert match.asked_since(0) == len(match.story)


def test_a_replayed_action_brings_nothing_along() -> None:
    match = toy()
    entry = match.replay(Guess(0, 1))
    assert match.actions == [Coin(0), Guess(0, 1)]
    assert entry.by == "seat"
    assert match.replay(Nod(0)).by == "settled"
    undo(match)
    assert match.actions == [Coin(0)]


def test_a_replay_that_breaks_off_is_carried_on_by_opening() -> None:
    match = toy()
    match.replay(Guess(0, 1))
    rest = match.opening()
    assert [entry.action for entry in rest] == [Nod(0)]


def test_a_replayed_action_has_to_be_legal() -> None:
    with pytest.raises(Refused):
        toy().replay(Nod(0))


def test_options_are_filled_in_with_their_defaults() -> None:
    assert Match(TOY, 2, {}, None).options == {"loud": False}
    assert Match(TOY, 2, {"loud": True}, None).options == {"loud": True}


@pytest.mark.parametrize(
    ("seats", "options", "message"),
    [
        (3, {}, "toy: seats must be 2, not 3"),
        (True, {}, "toy: seats must be 2, not true"),
        (2, [], r"toy: options must be an object, not \[\]"),
        (2, {"quiet": 1}, "toy: there is no option 'quiet'; it has loud"),
        (2, {"loud": 1}, "toy: option loud must be one of false, true, not 1"),
    ],
)
def test_a_setup_that_does_not_fit_is_named(
    seats: Any, options: Any, message: str
) -> None:
    with pytest.raises(BadSetup, match=f"^{message}$"):
        checked_options(TOY, seats, options)


def test_an_option_in_words_takes_what_fits_the_seats() -> None:
    cap = Option("cap", None, "null or a seat", lambda v, n: v in (None, n))
    capped = TOY._replace(options=(cap,))
    assert checked_options(capped, 2, {"cap": 2}) == {"cap": 2}
    with pytest.raises(
        BadSetup, match=r"^toy: option cap must be null or a seat, not 3$"
    ):
        checked_options(capped, 2, {"cap": 3})


def test_what_follows_by_itself_without_an_end_is_an_error() -> None:
    circle = TOY._replace(apply=lambda position, _: (position, ()))
    match = Match(circle, 2, {}, lambda outcomes, _: outcomes[0].action)
    with pytest.raises(EndlessRules):
        match.opening()
    assert match.actions == []
