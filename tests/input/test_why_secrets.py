"""With `why` held, neither a lamp nor an open sentence reveals a hidden hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from controller import games
from controller.games.get_bit.pieces import Choose
from controller.games.hai_noon.layout import SIDE_TILES
from controller.games.hold_your_breath.layout import FINISH, USES
from controller.input import tries
from controller.words.files import in_english
from tests.support.ours import OURS
from tests.support.simtable import Told
from tests.support.told_table import ToldTable, told_table
from tests.support.words import catalogue_text

A_CARD = in_english(tries.A_CARD)
MORE = in_english(tries.MORE)
POSSIBLE = in_english(tries.POSSIBLE)

TILES = [f"tile:{row},{column}" for row in range(5) for column in range(5)]
SEATS = [f"seat:{seat}" for seat in range(6)]


def deal(table: ToldTable, which: int, same: int | None = None) -> None:
    """Deal each seat the first cards there are, or the last; `same` gets the first."""
    match = table.sim.table.match
    deck = games.deck(match.game)
    while table.waits and "draw a card" in table.waits:
        outcomes = match.game.chance(table.position)
        seat, card = outcomes[0].action
        if seat != same:
            seat, card = outcomes[which].action
        table.draw(
            next(c.label for c in deck if c.card == card and c.seat in (None, seat))
        )


def begin(table: ToldTable, game: str, which: int, same: int | None = None) -> None:
    table.enroll(game)
    options = {} if game == "get-bit" else {"first": 0}
    table.sim.start(2, options, game=game)
    if game == "get-bit":
        # Red has a card in secret, and blue is asked for next.
        table.sim.act(Choose(0, "red", 2 + which), 0)
    deal(table, which, same)
    table.sim.end_effects()


@contextmanager
def twins(game: str, same: int | None = None) -> Iterator[tuple[ToldTable, ToldTable]]:
    """Yield two tables that look alike, with other cards in all hands but one."""
    with TemporaryDirectory() as folder:
        state = Path(folder)
        with told_table(state / "a") as one, told_table(state / "b") as other:
            begin(one, game, 0, same)
            begin(other, game, -1, same)
            assert one.position != other.position
            assert one.sim.frames == other.sim.frames
            yield one, other


def openly(table: ToldTable) -> list[Told]:
    return [told for told in table.sim.told if told.seat is None]


def do(table: ToldTable, steps: list[tuple[str, str]]) -> None:
    for deed, what in steps:
        match deed:
            case "tap":
                table.sim.tap(what)
            case "count":
                seat, times = what.split()
                table.sim.choose(int(seat), int(times))
            case "hold":
                table.sim.press(what)
            case "up":
                table.sim.release(what)
            case "lay":
                table.play(what)
        table.sim.clock.tick(0.05)


def steps_of(game: str) -> st.SearchStrategy[list[tuple[str, str]]]:
    labels = [card.label for card in games.deck(games.find(game))]
    counts = [f"{seat} {times}" for seat in range(3) for times in range(9)]
    step = st.one_of(
        st.tuples(st.just("tap"), st.sampled_from([*TILES, *SEATS, "next", "ok"])),
        st.tuples(st.just("tap"), st.sampled_from([*USES.values(), FINISH, "undo"])),
        st.tuples(st.just("count"), st.sampled_from(counts)),
        st.tuples(st.just("hold"), st.sampled_from(SEATS[:2])),
        st.tuples(st.just("up"), st.sampled_from(SEATS[:2])),
        st.tuples(st.just("lay"), st.sampled_from(labels)),
    )
    return st.lists(step, min_size=1, max_size=8)


@pytest.mark.parametrize("game", OURS)
@settings(max_examples=12)
@given(st.data())
def test_another_hidden_hand_changes_no_frame_and_no_open_sentence(
    game: str, data: st.DataObject
) -> None:
    steps = data.draw(steps_of(game))
    with twins(game) as (one, other):
        for table in (one, other):
            before = table.position
            table.sim.press("why")
            do(table, steps)
            table.sim.release("why")
            table.sim.end_effects()
            assert table.position is before
        event("told apart in private" if one.sim.told != other.sim.told else "alike")
        assert openly(one) == openly(other)
        assert one.sim.frames == other.sim.frames


# Who has the same hand at both tables: in GET BIT! red, seat 0, has chosen in secret.
KNOWING = {"get-bit": 1, "hai-noon": 0, "hold-your-breath": 0, "hold-your-ground": 0}


def heard(table: ToldTable, seat: int) -> list[Told]:
    return [told for told in table.sim.told if told.seat in (None, seat)]


@pytest.mark.parametrize("game", OURS)
@settings(max_examples=6)
@given(st.data())
def test_another_seats_hidden_hand_changes_no_sentence_on_any_other_page(
    game: str, data: st.DataObject
) -> None:
    steps = data.draw(steps_of(game))
    seat = KNOWING[game]
    with twins(game, seat) as (one, other):
        views = [table.sim.table.view(seat, ()) for table in (one, other)]
        assert views[0] == views[1]
        for table in (one, other):
            table.sim.press("why")
            do(table, steps)
            table.sim.release("why")
            table.sim.end_effects()
        event("told apart in private" if one.sim.told != other.sim.told else "alike")
        assert heard(one, seat) == heard(other, seat)


@pytest.mark.parametrize("game", OURS)
def test_every_card_says_the_same_to_a_seat_whatever_others_hold(game: str) -> None:
    labels = [card.label for card in games.deck(games.find(game))]
    seat = KNOWING[game]
    with twins(game, seat) as (one, other):
        for table in (one, other):
            for label in labels:
                table.sim.press("why")
                do(table, [("lay", label), ("tap", "ok"), ("tap", "tile:0,2")])
                table.sim.release("why")
                table.sim.clock.tick(0.05)
        assert heard(one, seat) == heard(other, seat)
        assert len(heard(one, seat)) >= len(labels)


# Cards on the reader


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ToldTable]:
    with told_table(tmp_path) as table:
        yield table


def held(table: ToldTable, game: str) -> Any:
    begin(table, game, 0)
    table.sim.press("why")
    table.sim.clock.tick(0.05)
    table.sim.told.clear()
    return table.position


def test_a_card_on_the_reader_is_tried_on_its_seats_page(table: ToldTable) -> None:
    before = held(table, "get-bit")
    table.play("blue 3")
    assert table.told(0) == [POSSIBLE]
    assert table.told(None) == [A_CARD]
    table.play("red 4")
    assert table.told(0) == [catalogue_text("refused.has-card", "get-bit", robot="Red")]
    assert table.told(None) == [A_CARD]
    table.play("orange 1")
    assert table.told(None) == [A_CARD]
    assert table.position is before


def test_a_card_that_waits_for_ok_is_answered_to_its_seat(table: ToldTable) -> None:
    table.enroll("get-bit")
    table.sim.start(4)
    for robot in ("red", "blue", "green", "yellow"):
        table.play(f"{robot} 1")
    before = table.position
    table.sim.press("why")
    table.sim.tap("ok")
    assert table.told(3) == [POSSIBLE]
    assert table.told(None) == [catalogue_text("try.secret", seat="Yellow")]
    assert table.position is before
    table.sim.release("why")
    table.sim.clock.tick(0.05)
    table.sim.tap("ok")
    assert table.position.round == 2


def test_ok_says_that_the_program_would_stand_in(table: ToldTable) -> None:
    table.enroll("hai-noon")
    table.sim.start(2, {"first": 0}, game="hai-noon")
    table.sim.parts.fails("reader shoe", "is out")
    table.sim.settle()
    before = table.position
    table.sim.press("why")
    table.sim.tap("ok")
    assert table.told(None)[-1] == catalogue_text("try.program")
    assert table.position is before


def test_a_card_and_what_it_is_for_are_tried_in_either_order(
    table: ToldTable,
) -> None:
    before = held(table, "hold-your-breath")
    card = next(c for c in before.hands[0] if c.startswith("air"))
    use = USES[card[: card.rindex("-")]]
    table.play(card)
    assert table.told(0) == [MORE]
    table.sim.tap(use)
    assert table.told(0) == [POSSIBLE]
    table.sim.tap(use)
    table.play(card)
    assert table.told(0) == [POSSIBLE]
    assert table.position is before


def test_two_cards_are_tried_one_after_the_other(table: ToldTable) -> None:
    before = held(table, "hold-your-ground")
    match = table.sim.table.match
    play = match.game.legal(before)[0]
    for card in (play.battlers, play.tiles):
        table.play(f"red {card}")
    assert table.told(0) == [MORE, POSSIBLE]
    assert table.told(None) == [A_CARD] * 2
    assert table.position is before


def test_a_card_that_is_in_no_hand_is_told_to_the_seat_that_is_asked(
    table: ToldTable,
) -> None:
    before = held(table, "hold-your-breath")
    labels = [card.label for card in games.deck(table.sim.table.match.game)]
    absent = [card for card in labels if card not in before.hands[0]]
    for card in absent[:3]:
        table.play(card)
        (sentence, *_) = table.told(0) or ["nothing"]
        assert sentence != POSSIBLE
        assert table.told(None) == [A_CARD]


def test_a_card_that_nobody_knows_is_named(table: ToldTable) -> None:
    held(table, "get-bit")
    table.pass_card("04ffff99", "play")
    (sentence,) = table.told(None)
    assert sentence.startswith("The table doesn't know this card.")


def test_no_card_is_drawn_while_why_is_down(table: ToldTable) -> None:
    table.enroll("hai-noon")
    table.sim.start(2, {"first": 0}, game="hai-noon")
    before = table.position
    table.sim.press("why")
    table.draw("red-cage")
    assert table.position is before
    assert table.told(None)[-1] == (catalogue_text("shoe.why-is-down"))
    table.sim.release("why")
    table.sim.clock.tick(0.05)
    table.draw("red-cage")
    assert table.position != before


@example([("hold", "seat:0"), ("lay", "wild"), ("tap", "tile:0,2")])
@settings(max_examples=10)
@given(steps_of("hai-noon"))
def test_a_hand_that_tries_leaves_the_reader_as_it_was(
    steps: list[tuple[str, str]],
) -> None:
    """What is laid down afterwards is played as if nothing had been tried."""
    with TemporaryDirectory() as folder, told_table(Path(folder)) as table:
        begin(table, "hai-noon", 0)
        play = table.sim.table.match.game.legal(table.position)[0]
        table.sim.press("why")
        do(table, steps)
        for seat in SEATS:
            table.sim.release(seat)
        table.sim.release("why")
        table.sim.end_effects()
        table.play(play.card)
        table.sim.tap(SIDE_TILES[play.side][0])
        assert play in table.actions
