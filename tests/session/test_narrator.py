"""The table says what happened and what to do next, but never a secret."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import games
from controller.basics.sentence import Says, Sentence
from controller.chance.dealer import Dealer
from controller.chance.seed import seeded
from controller.games.get_bit.pieces import Choose
from controller.input.intents import NewGame
from controller.input.seating import HOLD_S
from controller.input.situation import situation_of
from controller.rules.game import Event
from controller.rules.match import Match
from controller.rules.views import events_of
from controller.service.sound import in_words
from controller.session.narrator import (
    Narration,
    Narrator,
    asked,
    event_sentences,
    spoken,
)
from controller.session.prompt import prompt
from controller.session.snapshot import Snapshot
from controller.testing.contract.test_prompts import IDENTIFIER
from controller.testing.known import known
from controller.words.files import LANGUAGES
from controller.words.notice import Notice
from tests.support.ours import OURS
from tests.support.simtable import SimTable, sim_table
from tests.support.words import catalogue_text

DEALER = Dealer()


@contextmanager
def heard_table() -> Iterator[tuple[SimTable, list[str]]]:
    """Yield a table, and the sentences that it says."""
    said: list[str] = []
    with TemporaryDirectory() as folder, sim_table(Path(folder)) as table:
        listen(table, said)
        table.start(4)
        said.clear()
        yield table, said


def listen(table: SimTable, said: list[str], language: str = "en") -> None:
    def say(now: Snapshot, aloud: Narration) -> None:
        told, asks, answer, _ = in_words(now, aloud, language)
        said.extend(filter(None, (answer, *told, " ".join(asks))))

    narrator = Narrator(say)
    table.table.on_change.append(narrator.changed)
    table.table.on_notice.append(narrator.noticed)
    table.table.on_reply.append(narrator.replied)


def test_the_prompt_is_said_once_and_not_again_because_others_have_chosen() -> None:
    with heard_table() as (table, said):
        for seat, robot in enumerate(("red", "blue", "green")):
            table.act(Choose(seat, robot, seat + 2), seat)
        assert len(said) == len(set(said)) == 3
        table.act(Choose(3, "yellow", 5), 3)
        now = table.table.now
        assert said[-1] == now.render(prompt(now.situation, "table").says)
        assert "`" not in "".join(said)


def test_the_table_says_the_undo_and_then_the_prompt() -> None:
    with heard_table() as (table, said):
        table.act(Choose(0, "red", 3), 0)
        table.tap("undo")
        now = table.table.now
        asks = now.render(prompt(now.situation, "table").says)
        assert said[-2:] == [catalogue_text("own.undone"), asks]


def hold_why(table: SimTable, seconds: float = HOLD_S) -> None:
    table.press("why")
    table.clock.tick(seconds)
    table.release("why")
    table.clock.tick(1)


def test_why_that_is_held_says_what_happened_and_where_the_game_stands() -> None:
    with heard_table() as (table, said):
        for seat, robot in enumerate(("red", "blue", "green", "yellow")):
            table.act(Choose(seat, robot, seat + 2), seat)
        told, asks = said[:-1], said[-1]
        said.clear()
        hold_why(table, HOLD_S / 2)
        assert len(said) == 1
        said.clear()
        hold_why(table)
        stands = table.table.staging.standing(table.table.seen)
        # The press itself repeats what is asked and how it is done.
        assert said[1:] == [*told, *map(table.table.now.render, stands), asks]
        said.clear()
        table.press("why")
        table.tap("tile:1,1")
        table.clock.tick(HOLD_S)
        assert stands[0] not in said
        assert len(said) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_every_game_says_where_it_stands(
    name: str, language: str, tmp_path: Path
) -> None:
    rng = Random(3)
    with sim_table(tmp_path) as table:
        table.table.open(NewGame(games.find(name), games.find(name).seats[1], {}, 3))
        for _ in range(40):
            if table.table.phase != "play":
                break
            table.table.act(rng.choice(table.table.now.situation.legal), None)
            now = table.table.now
            stands = table.table.staging.standing(table.table.seen)
            for sentence in [now.render(says, language) for says in stands]:
                assert not IDENTIFIER.search(sentence), sentence
        assert stands


def test_whatever_card_is_chosen_and_counted_the_same_is_said() -> None:
    told = []
    for card in range(1, 6):
        with heard_table() as (table, said):
            table.choose(3, card)
            table.act(Choose(0, "red", card), 0)
            table.tap("undo")
            told.append(tuple(said))
    assert len(set(told)) == 1
    assert len(told[0]) > 1


def test_private_messages_to_one_seat_are_not_spoken() -> None:
    own = Sentence("refused.has-card", {"robot": "red"})
    with heard_table() as (table, said):
        before = list(said)
        for listener in table.table.on_notice:
            listener(Notice(2, False, "GB-31", own))
        assert said == before
        for listener in table.table.on_notice:
            listener(Notice(None, False, "GB-31", own))
        assert said == [
            *before,
            catalogue_text("refused.has-card", "get-bit", robot="Red"),
        ]
    assert spoken("a  `b`") == "a b"
    assert spoken("Air 10 / Draw at 15 ft, left") == "Air 10, Draw at 15 feet, left"


def test_it_is_said_in_german_too(tmp_path: Path) -> None:
    said: list[str] = []
    with sim_table(tmp_path) as table:
        listen(table, said, "de")
        table.start(4)
        table.choose(0, 3)
        assert said[-2:] == [
            "Alle: eine Karte wählen.",
            "Rot hat eine Karte gewählt.",
        ]


def test_in_a_lesson_a_wrong_press_is_answered_aloud_and_the_lesson_said_again(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    with sim_table(tmp_path) as table:
        listen(table, said)
        wish = NewGame(games.find("hold-your-breath"), 2, {}, learn=True)
        table.table.open(wish)
        lesson = said[-1]
        table.tap("tile:1,2")
        assert said[-2:] == [catalogue_text("aloud.teach.nothing"), lesson]
        table.tap("seat:1")
        assert said[-1] == catalogue_text("reply.not-now", seat="Green", who="Blue")


def test_in_a_game_a_press_that_does_nothing_is_not_spoken_of() -> None:
    with heard_table() as (table, said):
        table.tap("tile:1,2")
        assert said == []


@settings(max_examples=12)
@given(st.sampled_from(games.own_names()), st.integers(0, 1000), st.integers(0, 10**6))
def test_nothing_is_said_that_the_table_does_not_know(
    name: str, seed: int, dice: int
) -> None:
    """Positions that look the same to the table sound the same, in every language."""
    game, rng = games.find(name), Random(dice)
    match = Match(game, game.seats[0], {}, seeded(seed))
    match.accept(match.opening())
    lookalikes = known(name).lookalikes
    for _ in range(25):
        if match.result or not match.game.legal(match.position):
            break
        entries = match.plan(rng.choice(match.game.legal(match.position)))
        match.accept(entries)
        events = events_of(entries)
        heard = heard_of(match, match.position, events)
        assert heard_of(match, match.position, disguised(match, events)) == heard
        for other in islice(lookalikes(match.position, "table"), 2):
            assert heard_of(match, other, events) == heard


def disguised(match: Match, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events with other secrets, if none has been revealed by now."""
    secrets = known(match.game.name).secrets
    if any(type(event) in match.game.reveals - secrets.keys() for event in events):
        return events
    return tuple(
        event._replace(**dict.fromkeys(secrets.get(type(event), ()), "another"))
        for event in events
    )


def heard_of(match: Match, position: Any, events: tuple[Event, ...]) -> list[Says]:
    """Return what is said if this were the last position of the match."""
    twin = Match(match.game, match.seats, match.options, None, match.house)
    last = match.entries_from(-1)[0]
    twin.accept((last._replace(position=position, events=events),))
    situation = situation_of(twin, "over" if twin.result else "play", DEALER, events)
    now = Snapshot(situation, None, None, None, DEALER)  # type: ignore[arg-type]  # unused
    stands = situation.staging.standing(situation.view)
    return [*asked(now), *event_sentences(now), *stands]
