"""Nothing at the table reveals a hidden hand, whatever is pressed.

Every test run drives 200 twins of each game, `make random-games` 3,000.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from controller.games import staging
from controller.testing.cases import CASES, Case, names
from controller.testing.known import known
from controller.testing.twins import BOARD, Twins, WatchedTable, hands, twin_games
from hardware.readings import Pressed, Reading

TWINS = int(os.environ.get("UNDERTOW_TWINS", "200"))
SLICES = 4
PRESSES = 14
# Two games give many twins on their way; one in this many is driven.
EVERY = 20
# How often to restart a game whose twins part at once.
BEGUN = 20

Pair = tuple[WatchedTable, WatchedTable]


@pytest.mark.parametrize("number", range(SLICES))
@pytest.mark.parametrize("name", names())
def test_tables_that_look_alike_answer_alike(
    name: str, number: int, tmp_path: Path
) -> None:
    if not known(name).hides:
        return
    left = TWINS // SLICES
    for begun in range(BEGUN * left):
        rng = Random(f"{name}/{number}/{begun}")
        case = rng.choice([case for case in CASES if case.name == name])
        with tables(case, tmp_path / str(begun)) as pair:
            for twins in islice(twin_games(case, rng), 0, EVERY * left, EVERY):
                drive(case, pair, twins, rng)
                left -= 1
        if left == 0:
            return
    raise AssertionError(f"{name}: too few twins; give lookalikes in its testing.py")


@contextmanager
def tables(case: Case, folder: Path) -> Iterator[Pair]:
    one, other = WatchedTable(case, folder / "one"), WatchedTable(case, folder / "two")
    try:
        yield one, other
    finally:
        one.close()
        other.close()


def drive(case: Case, pair: Pair, twins: Twins, rng: Random) -> None:
    for table, match in zip(pair, twins, strict=True):
        table.put(match)
    one, other = pair
    assert one.shown == other.shown, (
        f"{case}: before any press the table tells two positions apart that look the "
        f"same to it\n{positions(twins)}{difference(pair)}"
    )
    done: list[Reading] = []
    for reading in islice(hands(one, twins, rng), PRESSES):
        done.append(reading)
        lengths = [len(table.match.actions) for table in pair]
        is_secret = reading == Pressed("ok") and one.counting and other.counting
        for table in pair:
            table.do(reading)
        if one.shown == other.shown:
            continue
        # A secret play may reveal itself by being played.
        assert is_secret or rules_tell(pair, lengths), (
            f"{case}: the table tells two positions apart that look the same to it: "
            "an open press has to be legal whatever a hand holds\n"
            f"{positions(twins)}after {done}: {difference(pair)}"
        )
        return


def rules_tell(pair: Pair, lengths: list[int]) -> bool:
    """Return whether the rules themselves reveal the difference.

    Either both played the same and its events show more, as at the end of a game; or
    one of them played what a hidden hand forbids in the other.
    """
    one, other = (
        table.match.actions[length:][:1]
        for table, length in zip(pair, lengths, strict=True)
    )
    if one and other:
        views = [table.now.situation.view for table in pair]
        return one == other and views[0] != views[1]
    guarded = staging(pair[0].match.game).guarded
    return any(type(action) in guarded for action in (*one, *other))


def positions(twins: Twins) -> str:
    return "".join(f"{match.position}\n" for match in twins)


def difference(pair: Pair) -> str:
    """Return what only one of the two showed, with the names of the lamps."""
    one, other = (table.shown for table in pair)
    apart = [each for each in one if each not in other]
    apart += [each for each in other if each not in one]
    wires = [
        next((w for k, w in reversed(s) if k == "light"), b"") for s in (one, other)
    ]
    lamps = [place for place, at in BOARD.pixels.items() if _differ(wires, at)]
    said = [str(each) for each in apart if each[0] != "light"]
    return "\n".join([*sorted(said), *([f"lamps: {lamps}"] if lamps else [])])


def _differ(wires: list[bytes], pixel: int) -> bool:
    """Return whether a pixel, which is three bytes, differs between these frames."""
    at = slice(3 * pixel, 3 * pixel + 3)
    return len({wire[at] for wire in wires}) > 1
