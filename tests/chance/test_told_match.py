"""Chance that waits: in a match, in the settings, and on the pages."""

from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.chance.dealer import Dealer, ToldBy, dealer_of, program_only
from controller.chance.decks import FILE, Enrolled, Known
from controller.chance.seed import seeded
from controller.chance.shoe import Readers
from controller.cli.settings.resolve import resolve
from controller.games.hold_your_ground import GAME, STAGING
from controller.games.hold_your_ground.pieces import Roll, Scatter
from controller.light.colour import DARK, WHITE, Ink, Rhythm, lit_up, rhythm
from controller.rules.match import Match, Refused
from controller.service import assembly
from controller.service.settings import BadSettings, Settings
from hardware.backend import Clock
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from hardware.readings import TagSeen
from hardware.rig import Rig
from tests.rules.test_match import TOY, Coin, Guess
from tests.support.simtable import BOARD
from tests.support.webtable import web_table

# The match


def waiting() -> Match:
    match = Match(TOY, 2, {}, lambda outcomes, number: None)
    match.accept(match.opening())
    return match


def test_a_chooser_that_answers_nothing_makes_the_match_wait() -> None:
    match = waiting()
    assert match.actions == []
    assert match.game.chance(match.position)
    match.accept(match.plan(Coin(1)))
    assert match.actions == [Coin(1)]


def test_what_is_told_is_checked_against_the_outcomes() -> None:
    match = waiting()
    with pytest.raises(Refused):
        match.plan(Coin(7))
    assert match.actions == []


def test_another_chooser_can_stand_in_from_there_on() -> None:
    match = waiting()
    numbers: list[int] = []

    def choose(outcomes: Any, number: int) -> Any:
        numbers.append(number)
        return outcomes[1].action

    match.accept(match.opening(choose))
    assert (match.actions, numbers) == ([Coin(1)], [0])
    assert not match.can_undo()


def test_nothing_is_decided_until_a_seat_decides() -> None:
    match = waiting()
    assert match.is_undecided
    match.accept(match.plan(Coin(0)))
    assert match.is_undecided
    match.accept(match.plan(Guess(0, 2)))
    assert not match.is_undecided
    match.rewind(match.undo_mark())
    assert match.is_undecided


# Who tells


def test_without_a_dealer_the_program_tells_everything() -> None:
    chooser = program_only().chooser(GAME, 2, 7)
    told, alone = (
        Match(GAME, 2, {"first": 0}, choose) for choose in (chooser, seeded(7))
    )
    assert told.opening() == alone.opening()


def test_settings_say_who_tells() -> None:
    assert ToldBy() == ToldBy("program", "program", "auto")
    found = resolve({"die": "players"}, {"UNDERTOW_EXPLOSION": "players"})
    assert (found.die, found.explosion, found.cards) == ("players", "players", "auto")
    with pytest.raises(BadSettings, match=r"UNDERTOW_DIE must be .*program"):
        resolve({}, {"UNDERTOW_DIE": "dog"})


def rig() -> Rig:
    clock, parts = VirtualClock(), Parts()
    return Rig(BOARD, SimBackend(BOARD, clock, parts), parts)


def settings(state: Path) -> Settings:
    return Settings(game=GAME.name, state=state)


def test_decks_that_cannot_be_read_are_named_and_the_program_deals(
    tmp_path: Path,
) -> None:
    (tmp_path / FILE).write_text("x = 1")
    table = rig()
    dealer = assembly.dealer_for(settings(tmp_path), table, table.backend.clock)
    (trouble,) = table.parts.troubles()
    assert trouble.startswith(f"decks: {tmp_path / FILE}: x is no section of tags")
    assert not dealer.plays_cards(GAME)
    table.close()


def test_the_table_finds_the_decks_in_its_state_folder(tmp_path: Path) -> None:
    Enrolled(tmp_path / FILE).add("04a1", Known(GAME.name, "red n2"))
    table = rig()
    dealer = assembly.dealer_for(settings(tmp_path), table, table.backend.clock)
    assert dealer.plays_cards(GAME)
    assert table.parts.troubles() == []
    table.close()


def test_a_lone_play_reader_deals_nothing_and_plays(tmp_path: Path) -> None:
    enrolled = Enrolled(tmp_path / FILE)
    for number, card in enumerate(games.deck(GAME)):
        for copy in range(card.copies):
            enrolled.add(f"04{number:02x}{copy:02x}", Known(GAME.name, card.label))
    (cards,) = (row for row in BOARD.boards if row.readers)
    board = BOARD._replace(boards=(cards._replace(readers=("play",)),))
    dealer = dealer_of(board, ToldBy(), Parts(), Readers(enrolled, VirtualClock()))
    match = Match(GAME, 2, {"first": 0}, dealer.chooser(GAME, 2, 1))
    match.accept(match.opening())
    assert all(len(cards.hand) == 4 for cards in match.position.cards)
    assert dealer.plays_cards(GAME)


def test_only_the_die_and_the_explosion_are_asked_of_players() -> None:
    assert {kind: asks.by for kind, asks in STAGING.asks.items()} == {
        Roll: "die",
        Scatter: "explosion",
    }


# Light and pages


def test_a_lamp_that_is_lit_up_keeps_its_colour_and_rhythm() -> None:
    lit = lit_up(Ink((100, 50, 0), Rhythm.TWO))
    assert (lit, rhythm(lit)) == ((255, 127, 0), Rhythm.TWO)
    assert lit_up(DARK) == WHITE


def test_every_page_is_told_what_is_waited_for(tmp_path: Path) -> None:
    state = tmp_path / "state"
    enrolled = Enrolled(tmp_path / FILE)

    def make_dealer(parts: Parts, _clock: Clock) -> Dealer:
        return dealer_of(BOARD, ToldBy(), parts, Readers(enrolled, VirtualClock()))

    served = web_table(state, make_dealer=make_dealer)
    with served as table, table.page() as page:
        assert page.next("position")["waits"] is None
        for number, card in enumerate(games.deck(GAME)):
            for copy in range(card.copies):
                enrolled.add(f"04{number:02x}{copy:02x}", Known(GAME.name, card.label))

        def deal() -> None:
            table.table.new_game(GAME, 2, {"first": 0}, seed=1)

        table.run(deal)
        words = ["wait.told", {"told": ["wait.draw", {"seat": 0}]}]
        assert page.next("position")["waits"] == words
        with table.page(0) as own, table.page(1) as other:
            assert other.next("position")["waits"] == words
            uid = next(u for u in ("040400", "040401") if enrolled.find(u))
            label = enrolled.find(uid)
            table.run(lambda: table.table.reading(TagSeen("shoe", uid)))
            assert label
            drawn = own.next("position"), own.next("position")
            assert drawn[1]["state"]["hands"] == [[label.label.split()[1]], 0]
            hidden = other.next("position")
            assert hidden["state"]["hands"] == [1, []]
            assert hidden["events"][0]["card"] is None
