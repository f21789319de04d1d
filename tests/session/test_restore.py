"""The table puts away an unfinished game whose rules have changed, and starts."""

from pathlib import Path
from typing import Any

import pytest

from controller.games import get_bit
from controller.games.get_bit.pieces import Choose
from controller.rules.game import AnyGame
from tests.support.simtable import sim_table


class _Wordless(Exception):
    def __str__(self) -> str:
        raise ValueError


def raising(error: Exception) -> Any:
    def rule(*_: Any) -> Any:
        raise error

    return rule


def scratched(**changed: Any) -> AnyGame:
    return get_bit.GAME._replace(**changed)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    with sim_table(tmp_path) as table:
        table.start(2, seed=1)
        table.act(Choose(0, "red", 1))
    return tmp_path


def notice_after(state: Path, monkeypatch: pytest.MonkeyPatch, **changed: Any) -> str:
    """Return the notice of a table that puts GET BIT! away and starts HAI NOON."""
    for name, value in changed.items():
        monkeypatch.setattr(get_bit, name, value)
    with sim_table(state) as table:
        table.start(game="hai-noon")
        assert (table.table.phase, table.table.setup.game) == ("play", "hai-noon")
        assert table.table.notice
        return table.table.notice


@pytest.mark.parametrize("rule", ["start", "apply", "result", "state"])
@pytest.mark.parametrize("error", [KeyError("card"), RecursionError(), _Wordless()])
def test_whatever_its_rules_raise_the_table_starts(
    played: Path, monkeypatch: pytest.MonkeyPatch, rule: str, error: Exception
) -> None:
    game = scratched(**{rule: raising(error)})
    notice = notice_after(played, monkeypatch, GAME=game)
    assert notice.startswith("the unfinished game of get-bit was put away: ")
    assert type(error).__name__ in notice


@pytest.mark.parametrize("part", ["script", "picture"])
def test_whatever_its_staging_raises_the_table_starts(
    played: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    staging = get_bit.STAGING._replace(**{part: raising(KeyError("lamp"))})
    assert "get-bit" in notice_after(played, monkeypatch, STAGING=staging)


def test_rules_that_go_round_in_a_circle_are_put_away(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []

    def stay(position: Any, action: Any) -> tuple[Any, tuple[()]]:
        seen.append(action)
        return position, ()

    circle = scratched(apply=stay, never_automatic=frozenset())
    object.__setattr__(circle, "refuse", lambda *_: None)
    object.__setattr__(circle, "chance", lambda _: ())
    object.__setattr__(circle, "legal", lambda _: (Choose(0, "red", 1),))
    notice = notice_after(played, monkeypatch, GAME=circle)
    assert "get-bit" in notice
    assert len(seen) > 1000
