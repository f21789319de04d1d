"""Chance from a seed or from the players: in a match, the settings and the pages."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.chance.dealer import ChanceSettings, Dealer
from controller.chance.decks import FILE, EnrolledDecks, TaggedCard
from controller.chance.seed import seeded
from controller.chance.shoe import Readers
from controller.cli.settings.resolve import resolve
from controller.games.get_bit.pieces import LineUp
from controller.games.hold_your_ground import GAME
from controller.rules.game import Outcome
from controller.rules.match import Match
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


def test_another_chooser_can_stand_in() -> None:
    match = waiting()
    numbers: list[int] = []

    def choose(outcomes: Any, number: int) -> Any:
        numbers.append(number)
        return outcomes[1].action

    match.accept(match.opening(choose))
    assert (match.actions, numbers) == ([Coin(1)], [0])
    assert not match.can_undo()


def test_match_is_undecided_until_a_seat_decides() -> None:
    match = waiting()
    assert match.is_undecided
    match.accept(match.plan(Coin(0)))
    assert match.is_undecided
    match.accept(match.plan(Guess(0, 2)))
    assert not match.is_undecided
    match.rewind(match.undo_mark())
    assert match.is_undecided


# Who decides


def test_settings_choose_who_decides() -> None:
    assert ChanceSettings() == ChanceSettings("program", "program", "auto")
    found = resolve({"die": "players"}, {"UNDERTOW_EXPLOSION": "players"})
    assert (found.die, found.explosion, found.cards) == ("players", "players", "auto")
    with pytest.raises(BadSettings, match=r"UNDERTOW_DIE must be .*program"):
        resolve({}, {"UNDERTOW_DIE": "dog"})


def rig() -> Rig:
    clock, parts = VirtualClock(), Parts()
    return Rig(BOARD, SimBackend(BOARD, clock, parts), parts)


def settings(state: Path) -> Settings:
    return Settings(game=GAME.name, state=state)


def test_program_deals_if_the_decks_cannot_be_read(
    tmp_path: Path,
) -> None:
    (tmp_path / FILE).write_text("x = 1")
    table = rig()
    dealer = assembly.dealer_for(settings(tmp_path), table, table.backend.clock)
    (trouble,) = table.parts.troubles()
    assert trouble.startswith(f"decks: {tmp_path / FILE}: x is not a section of tags")
    assert not dealer.plays_cards(GAME)
    table.close()


def test_decks_are_read_from_the_state_folder(tmp_path: Path) -> None:
    EnrolledDecks(tmp_path / FILE).add("04a1", TaggedCard(GAME.name, "red n2"))
    table = rig()
    dealer = assembly.dealer_for(settings(tmp_path), table, table.backend.clock)
    assert dealer.plays_cards(GAME)
    assert table.parts.troubles() == []
    table.close()


def test_play_reader_alone_plays_but_does_not_deal(tmp_path: Path) -> None:
    enrolled = EnrolledDecks(tmp_path / FILE)
    for number, card in enumerate(games.deck(GAME)):
        for copy in range(card.copies):
            enrolled.add(f"04{number:02x}{copy:02x}", TaggedCard(GAME.name, card.label))
    (cards,) = (row for row in BOARD.boards if row.readers)
    board = BOARD._replace(boards=(cards._replace(readers=("play",)),))
    dealer = Dealer(board, ChanceSettings(), Parts(), Readers(enrolled, VirtualClock()))
    match = Match(GAME, 2, {"first": 0}, dealer.chooser(GAME, 2, 1))
    match.accept(match.opening())
    assert all(len(cards.hand) == 4 for cards in match.position.cards)
    assert dealer.plays_cards(GAME)


# Light and pages


def test_every_page_shows_what_the_table_waits_for(tmp_path: Path) -> None:
    state = tmp_path / "state"
    enrolled = EnrolledDecks(tmp_path / FILE)

    def make_dealer(parts: Parts, _clock: Clock) -> Dealer:
        return Dealer(BOARD, ChanceSettings(), parts, Readers(enrolled, VirtualClock()))

    served = web_table(state, make_dealer=make_dealer)
    with served as table, table.page() as page:
        assert page.next("position")["waits"] is None
        for number, card in enumerate(games.deck(GAME)):
            for copy in range(card.copies):
                enrolled.add(
                    f"04{number:02x}{copy:02x}", TaggedCard(GAME.name, card.label)
                )

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


# From a seed

COLOURS = ("red", "blue", "green")


def outcomes(*weights: int) -> list[Outcome[LineUp]]:
    pairs = zip(COLOURS[: len(weights)], weights, strict=True)
    return [Outcome(LineUp(name), weight) for name, weight in pairs]


def test_outcome_depends_on_seed_and_place() -> None:
    one, other = seeded(7), seeded(7)
    fair = outcomes(1, 1, 1)
    forwards = [one(fair, ply) for ply in range(100)]
    backwards = [other(fair, ply) for ply in reversed(range(100))]
    assert forwards == backwards[::-1]


def test_the_first_choices_of_a_seed_never_change() -> None:
    """A saved game continues in the same way under any later version."""
    fair = outcomes(1, 1, 1)
    fallen = [seeded(seed)(fair, ply).robot for seed in (0, 1, -5) for ply in range(6)]
    assert " ".join(fallen) == (
        "green red blue blue red blue "
        "blue blue blue blue green blue "
        "blue blue red red blue red"
    )


@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 2, 5), (98, 1, 1)])
def test_outcomes_fall_as_often_as_their_weights_say(weights: tuple[int, ...]) -> None:
    choose = seeded(3)
    weighted = outcomes(*weights)
    n = 6000
    counted = Counter(choose(weighted, ply).robot for ply in range(n))
    for name, weight in zip(COLOURS, weights, strict=True):
        p = weight / sum(weights)
        # Five standard deviations; the seed is fixed, so the test is not flaky.
        assert abs(counted[name] - n * p) < 5 * (n * p * (1 - p)) ** 0.5
