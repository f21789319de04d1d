"""The card shoe: a passed card is drawn, or the table says why not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.basics.sentence import say
from controller.chance.dealer import ChanceSettings
from controller.chance.decks import TaggedCard
from controller.games.hold_your_breath.pieces import Done, End, Play, Toss
from controller.light.palette import OK, WHY
from controller.rules.deals import Draw
from controller.rules.game import Viewer
from controller.session.snapshot import Snapshot
from hardware.readings import Pressed, TagSeen
from tests.support.simtable import BOARD
from tests.support.told_table import CARD_S, ToldTable, told_table
from tests.support.words import catalogue_text


def shoe(table: ToldTable, seat: int) -> str:
    """Return the prompt while this seat draws."""
    return table.sim.said(say("wait.told", told=say("wait.draw", seat=seat)))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ToldTable]:
    with told_table(tmp_path) as table:
        yield table


def begin(table: ToldTable, game: str = "hai-noon", seats: int = 2) -> None:
    table.enroll(game)
    table.sim.start(seats, {"first": 0}, game=game)


def cable(table: ToldTable, fault: str) -> None:
    table.sim.backend.faults.set("cards", fault)
    table.sim.clock.tick(20)


# Drawing


def test_passed_card_is_drawn(table: ToldTable) -> None:
    begin(table)
    assert table.actions == []
    assert table.waits == shoe(table, 0)
    for card in ("red-cage", "wild", "blue-flip", "green-cage"):
        table.draw(card)
    assert table.waits == shoe(table, 1)
    assert table.position.hands == (
        ("blue-flip", "red-cage", "wild"),
        ("green-cage",),
    )
    assert table.sim.told == []


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "hold-your-ground"])
def test_each_game_is_dealt_from_the_shoe(tmp_path: Path, game: str) -> None:
    with told_table(tmp_path) as table:
        begin(table, game, seats=3)
        table.deal()
        hands = table.sim.table.match.game.state(table.position, None)["hands"]
        assert len({len(hand) for hand in hands}) == 1
        assert table.sim.table.view("table", ())["pending"]["seats"] == [0]


def test_refill_waits_for_the_shoe(table: ToldTable) -> None:
    begin(table, "hold-your-breath")
    table.deal()
    finish_a_turn(table)
    assert table.waits == shoe(table, 0)
    table.deal()
    assert len(table.position.hands[0]) == 5
    assert table.position.active == 1


def finish_a_turn(table: ToldTable) -> None:
    """Play the first legal actions until a card must be drawn."""
    match = table.sim.table.match
    while not table.waits:
        action = match.game.legal(table.position)[0]
        table.sim.act(action, action.seat)


def test_drawn_card_is_known_to_its_seat_only(table: ToldTable) -> None:
    begin(table)
    seen: list[dict[Any, dict[str, Any]]] = []

    def listen(_now: Snapshot, events: Any) -> None:
        views: tuple[Viewer, ...] = ("table", 0, 1)
        seen.append({viewer: table.sim.table.view(viewer, events) for viewer in views})

    table.sim.table.on_change.append(listen)
    table.draw("red-cage")
    (shown,) = seen
    assert shown[0]["events"][0]["card"] == "red-cage"
    assert shown[0]["state"]["hands"] == [["red-cage"], 0]
    for other in ("table", 1):
        assert "red-cage" not in repr(shown[other])


def test_no_lamp_tells_which_card_was_drawn(tmp_path: Path) -> None:
    frames = []
    for number, cards in enumerate((["wild"] * 2, ["red-cage", "blue-flip"])):
        with told_table(tmp_path / str(number)) as table:
            begin(table)
            for card in cards:
                table.draw(card)
            frames.append(table.sim.frames)
    assert frames[0] == frames[1]


# Refused cards


def refused(table: ToldTable, uid: str) -> list[str]:
    """Pass a card that changes nothing, and return what the table says."""
    before = table.position, table.actions, table.waits
    table.pass_card(uid)
    assert (table.position, table.actions, table.waits) == before
    table.sim.end_effects()
    assert table.sim.lamp("why") == WHY
    return table.told(None)


UNKNOWN = catalogue_text("shoe.unknown", game="hai-noon")
OTHER_GAME = catalogue_text(
    "shoe.other-game", card="kraken", other="HOLD YOUR BREATH!", game="HAI NOON"
)
GONE = catalogue_text(
    "shoe.other-game", card="joker", other="old-game", game="HAI NOON"
)
NOT_IN_DECK = catalogue_text(
    "shoe.not-in-deck", card="red “anchor”", game="HAI NOON", name="hai-noon"
)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (None, UNKNOWN),
        (TaggedCard("hold-your-breath", "kraken"), OTHER_GAME),
        (TaggedCard("old-game", "joker"), GONE),
        (TaggedCard("hai-noon", "red-anchor"), NOT_IN_DECK),
    ],
)
def test_card_of_no_deck_is_refused(
    table: ToldTable, known: TaggedCard | None, words: str
) -> None:
    begin(table)
    if known:
        table.enrolled.add("04feed00", known)
    assert refused(table, "04feed00") == [words]


def test_card_drawn_twice_is_named_on_its_drawers_page_only(
    table: ToldTable,
) -> None:
    begin(table)
    uid = table.tags["wild"][0]
    table.draw("wild")
    assert refused(table, uid) == [catalogue_text("shoe.refused", seat="Pink & Green")]
    assert table.told(0) == [catalogue_text("shoe.own-hand", card="Wild card")]
    assert table.told(1) == []


def test_card_from_another_hand_is_refused(table: ToldTable) -> None:
    begin(table)
    uid = table.tags["wild"][0]
    for card in ("wild", "red-cage", "blue-flip"):
        table.draw(card)
    assert refused(table, uid) == [
        catalogue_text("shoe.refused", seat="Turquoise & Black")
    ]
    assert table.told(1) == [catalogue_text("shoe.other-hand", card="Wild card")]


def test_played_copy_of_two_equal_cards_can_be_drawn_again(
    table: ToldTable,
) -> None:
    """Once one of the two passes, the other is known to be in the hand."""
    begin(table, "hold-your-breath")
    first, second = table.tags["air-5-draw"][:2]
    table.draw("air-5-draw")
    table.draw("air-5-draw")
    table.deal()
    other = table.position.hands[0][0]
    for action in (Play(0, "air-5-draw", "air-5"), Done(0), Toss(0, other), End(0)):
        table.sim.act(action, 0)
    table.pass_card(first)
    assert table.position.hands[0].count("air-5-draw") == 2
    assert table.told(0) == []
    table.pass_card(second)
    assert table.told(0) == [catalogue_text("shoe.own-hand", card="Air 5 / Draw")]


def test_a_card_with_no_copies_left_is_refused(
    table: ToldTable,
) -> None:
    begin(table, "hold-your-breath")
    table.draw("kraken")
    table.enrolled.add("04feed00", TaggedCard("hold-your-breath", "kraken"))
    table.sim.told.clear()
    table.pass_card("04feed00")
    told = {told.seat: told for told in table.sim.told}
    assert told[0].rule == told[None].rule == "HYB-02"
    assert told[0].message == catalogue_text(
        "refused.none-left", "hold-your-breath", card="Kraken"
    )
    assert "kraken" not in told[None].message


def test_a_card_of_another_teams_deck_is_refused(table: ToldTable) -> None:
    begin(table, "hold-your-ground")
    words = catalogue_text("shoe.others", owner="Green", seat="Red")
    assert refused(table, table.tags["green n2"][0]) == [words]


def test_card_is_refused_while_nobody_draws(table: ToldTable) -> None:
    begin(table)
    table.deal()
    words = catalogue_text("shoe.nobody")
    assert refused(table, table.tags["yellow-shark"][0]) == [words]


def test_second_of_two_cards_at_once_is_refused(table: ToldTable) -> None:
    begin(table)
    for card in ("wild", "red-cage"):
        table.sim.table.reading(tag(table, card))
    assert table.actions == [Draw(0, "wild")]
    words = catalogue_text("shoe.two")
    assert table.told(None) == [words]
    table.sim.clock.tick(CARD_S)
    table.sim.table.reading(tag(table, "red-cage"))
    assert table.actions == [Draw(0, "wild"), Draw(0, "red-cage")]


def tag(table: ToldTable, label: str) -> Any:
    return TagSeen("shoe", table.tags[label][0])


# A misdeal


def test_undo_puts_the_last_card_back(
    table: ToldTable,
) -> None:
    """HN-58"""
    begin(table)
    uid = table.tags["wild"][0]
    table.draw("red-cage")
    table.draw("wild")
    table.sim.tap("undo")
    assert table.position.hands[0] == ("red-cage",)
    assert table.waits == shoe(table, 0)
    assert table.told(None) == [catalogue_text("shoe.put-back", seat="Pink & Green")]
    table.sim.tap("undo")
    assert table.actions == []
    # The card is back in the deck, so it can be drawn again.
    table.pass_card(uid)
    assert table.actions == [Draw(0, "wild")]
    assert table.told(0) == []


@pytest.mark.parametrize(
    ("game", "card"), [("hold-your-breath", "kraken"), ("hold-your-ground", "red n4")]
)
def test_misdeal_can_be_undone_in_every_game(
    table: ToldTable, game: str, card: str
) -> None:
    """HYB-62, HYG-61"""
    begin(table, game)
    before = table.position
    table.draw(card)
    assert table.position != before
    table.sim.tap("undo")
    assert table.position == before


def test_misdeal_can_be_undone_until_the_first_decision(
    table: ToldTable,
) -> None:
    """HN-58"""
    begin(table)
    table.deal()
    assert table.sim.table.can_undo("table")
    table.sim.tap("undo")
    assert table.waits == shoe(table, 1)
    table.deal()
    action = table.sim.table.match.game.legal(table.position)[0]
    table.sim.act(action, 0)
    while not table.waits:
        action = table.sim.table.match.game.legal(table.position)[0]
        table.sim.act(action, action.seat)
    table.deal()
    assert not table.sim.table.can_undo("table")


def test_misdeal_cannot_be_undone_from_a_page(
    table: ToldTable,
) -> None:
    begin(table)
    table.draw("wild")
    for seat in (0, 1):
        assert not table.sim.table.can_undo(seat)
        table.sim.table.undo(seat)
        assert table.told(seat) == [catalogue_text("undo.drawn")]
    assert table.actions == [Draw(0, "wild")]


# Who deals


def test_without_an_enrolled_deck_the_program_deals(table: ToldTable) -> None:
    table.sim.start(2, {"first": 0}, game="hai-noon")
    assert table.waits is None
    assert [len(hand) for hand in table.position.hands] == [3, 3]


def test_a_deck_with_a_missing_card_is_dealt_by_the_program(table: ToldTable) -> None:
    table.enroll("hai-noon", "red-cage")
    table.sim.start(2, {"first": 0}, game="hai-noon")
    assert [len(hand) for hand in table.position.hands] == [3, 3]
    words = catalogue_text("shoe.closed")
    assert refused(table, table.tags["wild"][0]) == [words]


def test_program_deals_without_readers(tmp_path: Path) -> None:
    with told_table(tmp_path) as table:
        table.enroll("hai-noon")
        wild = tag(table, "wild")
    bare = BOARD._replace(boards=BOARD.boards[:2])
    with told_table(tmp_path, ChanceSettings(), bare) as table:
        table.sim.start(2, {"first": 0}, game="hai-noon")
        assert table.waits is None
        table.sim.table.reading(wild)
        assert table.sim.told == []


def test_only_the_teams_that_play_need_their_decks(table: ToldTable) -> None:
    deck = games.deck(games.find("hold-your-ground"))
    table.enroll("hold-your-ground", *(c.label for c in deck if c.seat == 2))
    table.sim.start(2, {"first": 0}, game="hold-your-ground")
    assert table.waits == shoe(table, 0)
    table.sim.table.new_game(games.find("hold-your-ground"), 3, {"first": 0})
    assert table.waits is None


def test_program_decides_chance_other_than_draws(table: ToldTable) -> None:
    table.enroll("hold-your-ground")
    table.sim.start(2, game="hold-your-ground", seed=3)
    kinds = [type(action).__name__ for action in table.actions]
    assert kinds == ["Hole"] * 4 + ["First"]


# Restart, rematch


def test_restarted_table_waits_for_the_same_card(tmp_path: Path) -> None:
    with told_table(tmp_path) as table:
        begin(table)
        table.draw("wild")
        table.draw("red-cage")
        before = table.position
    with told_table(tmp_path) as table:
        table.sim.start(2, game="hai-noon")
        assert table.waits is None, "first it is asked whether the game goes on"
        table.pass_card(uid_of(table, "blue-flip"))
        assert table.position == before
        table.sim.tap("ok")
        assert table.position == before
        assert table.waits == shoe(table, 0)
        table.tags = {"blue-flip": [uid_of(table, "blue-flip")]}
        table.draw("blue-flip")
        assert table.waits == shoe(table, 1)


def uid_of(table: ToldTable, label: str) -> str:
    known = ((f"04{n:04x}08", TaggedCard("hai-noon", label)) for n in range(1, 60))
    return next(uid for uid, card in known if table.enrolled.find(uid) == card)


def test_new_game_is_dealt_again(table: ToldTable) -> None:
    begin(table)
    uid = table.tags["wild"][0]
    table.draw("wild")
    table.sim.table.new_game(games.find("hai-noon"), 2, {"first": 1})
    assert (table.actions, table.waits) == ([], shoe(table, 1))
    table.pass_card(uid)
    assert table.actions == [Draw(1, "wild")]


# A failing shoe


def test_program_may_deal_if_the_shoe_fails(
    table: ToldTable,
) -> None:
    begin(table)
    table.draw("wild")
    assert table.sim.lamp("ok") != OK
    cable(table, "unplug")
    assert table.waits
    assert table.waits.startswith(
        catalogue_text("wait.draw", seat="Pink & Green") + ". Sensor board cards: "
    )
    assert table.waits.endswith(catalogue_text("wait.out", trouble=""))
    assert table.sim.lamp("ok") == OK
    assert table.actions == [Draw(0, "wild")]
    table.sim.tap("ok")
    assert table.waits is None
    assert [len(hand) for hand in table.position.hands] == [3, 3]
    assert "wild" in table.position.hands[0]
    assert not table.sim.table.can_undo("table")


def test_repaired_shoe_is_waited_for_again(table: ToldTable) -> None:
    begin(table)
    cable(table, "unplug")
    cable(table, "plug")
    assert table.waits == shoe(table, 0)
    assert table.sim.lamp("ok") != OK
    table.sim.tap("ok")
    assert table.actions == []
    table.draw("wild")
    assert table.actions == [Draw(0, "wild")]


def test_program_asks_before_it_refills_for_a_failed_shoe(
    table: ToldTable,
) -> None:
    begin(table, "hold-your-breath")
    table.deal()
    cable(table, "unplug")
    finish_a_turn(table)
    before = table.actions
    assert table.waits
    assert table.waits.endswith(catalogue_text("wait.out", trouble=""))
    table.sim.tap("ok")
    assert len(table.actions) > len(before)
    assert table.waits is None


def test_silent_reader_counts_as_a_failed_shoe(table: ToldTable) -> None:
    begin(table)
    heard: list[str | None] = []
    table.sim.table.on_change.append(lambda now, _: heard.append(table.waits))
    table.sim.parts.fails("reader shoe", "does not answer; check its cable")
    table.sim.settle()
    assert heard == [
        catalogue_text("wait.draw", seat="Pink & Green")
        + ". Reader shoe: does not answer; check its cable"
        + catalogue_text("wait.out", trouble="")
    ]


def test_ok_deals_nothing_once_the_shoe_is_back(
    table: ToldTable,
) -> None:
    begin(table)
    table.sim.parts.fails("reader shoe", "does not answer")
    table.sim.settle()
    table.sim.parts.works("reader shoe")
    table.sim.table.reading(Pressed("ok"))
    assert table.actions == []
