"""HOLD YOUR BREATH! on the bare table: seats, tiles, next and ok are all it needs."""

from pathlib import Path
from typing import Any

from controller.games.hold_your_breath import gestures, layout
from controller.games.hold_your_breath.pieces import Done, Position
from controller.tabletop.gestures import Count, Hold, Press, Script
from tests.games.hold_your_breath.positions import a_turn, play
from tests.support.simtable import SimTable, sim_table
from tests.support.words import catalogue_text


def script(position: Position, action: Any) -> Script | None:
    return gestures.script(position, action)


# What is meant by what


def test_a_card_is_played_by_its_use_and_counted_in_secret() -> None:
    position = a_turn("air-5-calm air-5-calm swim-10-panic", "")
    assert script(position, play("air-5-calm", "air-5")) == (
        Press("tile:0,2"),
        Hold("seat:0"),
        Count(1),
    )
    # Each kind of card counts once.
    assert script(position, play("swim-10-panic", "panic", target=1)) == (
        Press("tile:2,3"),
        Press("seat:1"),
        Hold("seat:0"),
        Count(2),
    )


def test_calm_and_kraken_say_which_hindrance_by_pressing_its_tile() -> None:
    fronts = ("panic:air-5-panic shark:shark hidden:air-5-draw", "shark:dolphin")
    position = a_turn("swim-5-calm kraken", "", "", fronts=fronts, edition="draft")
    calm, own = Press("tile:2,2"), (Hold("seat:0"), Count(2))
    panic, shark = Press("tile:0,0"), Press("tile:0,1")
    assert script(position, play("swim-5-calm", "calm", front=0)) == (calm, panic, *own)
    second = play("swim-5-calm", "calm", front=2)
    assert script(position, second) == (calm, panic, panic, *own)
    moved = play("swim-5-calm", "calm", front=1, target=2)
    assert script(position, moved) == (calm, shark, Press("seat:2"), *own)
    taken = play("kraken", "kraken", effect="shark", target=1, front=0)
    assert script(position, taken) == (
        Press("tile:3,2"),
        Press("tile:1,1"),
        Hold("seat:0"),
        Count(1),
    )


# On the table


def do(table: SimTable, action: Any) -> None:
    meant = script(table.position, action)
    assert meant is not None, action
    before = len(table.table.match.actions)
    table.perform(meant)
    if len(table.table.match.actions) == before:
        table.tap("ok")  # it cannot be taken back
    done = table.table.match.actions[before]
    assert done == action


def begun(table: SimTable, seat: int = 0) -> Any:
    """Two seats, seat 0 to play; the hands come from the seed."""
    table.start(2, {"first": seat}, game="hold-your-breath", seed=3)
    return table.position.hands


def test_a_card_that_cannot_be_played_so_is_explained_to_its_seat_alone(
    table: SimTable,
) -> None:
    hands = begun(table)
    air = next(card for card in hands[0] if card.startswith("air"))
    wrong = next(card for card in hands[0] if card.startswith("swim"))
    kinds = list(dict.fromkeys(hands[0]))
    use = air[: air.rindex("-")]
    table.tap(layout.USES[use])
    table.choose(0, 1 + kinds.index(wrong))
    private, public = table.told
    assert (private.seat, private.rule) == (0, "HYB-05")
    assert (public.seat, public.message) == (
        None,
        catalogue_text("table.cannot-count", seat="Blue"),
    )


def panicking(state: Path, hand: str) -> list[bytes]:
    """The light from done to the Panic, laid down from this hand by counting to one."""
    with sim_table(state) as table:
        table.start(2, {"first": 0}, game="hold-your-breath", seed=3)
        match = table.table.match
        position = a_turn(hand, "", depths=(5, 0))
        match.accept((match.entries_from(-1)[0]._replace(position=position),))
        table.table.look_again()
        do(table, Done(0))
        assert table.position.step == "panic"
        table.choose(0, 1)
        assert table.position.step == "toss"
        return table.frames


def test_a_hand_of_equal_cards_panics_in_the_same_light_as_any_other(
    tmp_path: Path,
) -> None:
    """HYB-63."""
    equal = panicking(tmp_path / "equal", "swim-5-draw swim-5-draw")
    assert equal == panicking(tmp_path / "other", "kraken shark")
