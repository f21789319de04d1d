"""Games of other packages: found, played, and named where they cannot be."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.engine.protocol import Engine
from controller.games.packages import Packages, packages
from tests.support.packages import forgotten as forgotten
from tests.support.packages import installed, ran
from tests.testing import small_games

SOURCE = (Path(small_games.__file__).parent / "two_choices.py").read_text()
Install = Callable[..., None]


@pytest.fixture
def install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: None
) -> Install:
    """Puts a package there."""
    monkeypatch.syspath_prepend(tmp_path)

    def put(name: str, source: str, module: str = "", version: str = "1.0") -> None:
        module = module or name.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(source)
        installed(tmp_path, name, module, version)
        packages.cache_clear()

    return put


def test_a_game_of_a_package_is_found_and_played(install: Install) -> None:
    install("two-choices", SOURCE)
    assert games.names() == sorted([*games.own_names(), "two-choices"])
    assert games.packaged() == {"two-choices": "undertow-two-choices 1.0"}
    assert games.faults() == []
    engine = Engine()

    def ask(**request: Any) -> Any:
        return json.loads(json.dumps(engine.answer(json.dumps(request).encode())))

    listed = [game["game"] for game in ask(cmd="games")["games"]]
    assert listed == games.names()
    ask(cmd="new", game="two-choices", seats=2)
    ask(cmd="act", action={"type": "say", "seat": 0, "side": 1})
    ended = ask(cmd="act", action={"type": "say", "seat": 1, "side": 1})
    assert ended["result"]["winners"] == [1]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            "import nothing_of_that_name",
            "cannot be loaded: ModuleNotFoundError: No module named "
            "'nothing_of_that_name'",
        ),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("def (", "cannot be loaded: SyntaxError: invalid syntax"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("GAME = 1", "does not say for which kernel it is: add KERNEL = 1"),
        (
            SOURCE.replace("KERNEL = 1", "KERNEL = 2"),
            "needs kernel 2 of Undertow, and this is kernel 1: install a version of "
            "undertow-odd for kernel 1, or another Undertow",
        ),
        ("KERNEL = 1", "holds no GAME: odd has to make a Game of that name"),
        (SOURCE, "calls itself 'two-choices': both have to be the same name"),
    ],
)
def test_a_package_that_cannot_be_used_is_named_and_hides_no_other(
    install: Install, source: str, says: str
) -> None:
    install("odd", source)
    install("two-choices", SOURCE)
    [(package, fault)] = games.faults()
    assert package == "undertow-odd 1.0"
    assert fault.startswith(f"the game 'odd' of undertow-odd 1.0 {says}")
    assert "\n" not in fault
    assert games.find("two-choices").title == "TWO CHOICES"
    assert games.find("get-bit").title == "GET BIT!"
    with pytest.raises(games.NoSuchGame, match="the game 'odd' of undertow-odd"):
        games.find("odd")


def test_no_package_takes_a_name_that_is_taken(install: Install) -> None:
    install("get-bit", SOURCE, "other")
    assert games.find("get-bit").title == "GET BIT!"
    assert [fault.says for fault in games.faults()] == [
        "undertow-get-bit 1.0 has a game 'get-bit', and so has Undertow itself: that "
        "of undertow-get-bit 1.0 is left out; give one of them another name"
    ]


def test_a_name_that_cannot_be_typed_is_refused(install: Install) -> None:
    install("Two Choices", SOURCE, "two")
    assert [fault.says for fault in games.faults()] == [
        "the game 'Two Choices' of undertow-Two Choices 1.0 has no name that can be "
        "typed: use a-z, 0-9 and single dashes"
    ]


def test_our_own_games_are_found_without_looking_for_packages(tmp_path: Path) -> None:
    """Looking for them takes a while, which no start of the table has."""
    looked = (
        "import sys; from controller import games; games.find('get-bit');"
        "from controller.cli.run import parser; parser(['play', 'get-bit']);"
        "print('importlib.metadata' in sys.modules)"
    )
    assert ran(tmp_path, "-c", looked).stdout == "False\n"


def test_where_no_package_has_a_game_none_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What reads them takes longer to load than all our games take to be listed."""
    other = tmp_path / "other-1.0.dist-info"
    other.mkdir()
    (other / "entry_points.txt").write_text("[console_scripts]\nother = other:main\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "not-there")])
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)
    assert packages(frozenset({"one"})) == Packages({}, {}, {})
