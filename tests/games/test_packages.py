"""Games from other packages: found and played, or reported if that fails."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from controller import games
from controller.engine.protocol import Engine
from controller.games.packages import Packages, packages
from tests.support.packages import SOURCE, Install, installed, ran
from tests.support.packages import forgotten as forgotten
from tests.support.packages import install as install

ODD = SOURCE.replace("two-choices", "odd")


def test_a_game_of_a_package_is_found_and_played(install: Install) -> None:
    before = games.names()
    install("two-choices", SOURCE)
    assert games.names() == sorted([*before, "two-choices"])
    assert games.packaged()["two-choices"] == "undertow-two-choices 1.0"
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
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("raise BaseException('a\\x1b\\nb')", "cannot be loaded: BaseException: a b"),
        (
            f"{ODD}GAME = GAME._replace(apply=lambda p, a: (p, ()))\n"
            "GAME.__dict__['legal'] = lambda position: (Say(0, 0),)\n",
            "cannot be loaded: TWO CHOICES goes on by itself without an end",
        ),
        (
            f"{SOURCE}\nKERNEL = 2\n",
            "needs kernel 2 of Undertow, and this is kernel 1: install a version of "
            "undertow-odd for kernel 1, or another Undertow",
        ),
        ("", "there is no GAME: odd has to make a Game of that name"),
        (SOURCE, "it calls itself 'two-choices': both have to be the same name"),
        (f"{ODD}STAGING = 3\n", "its STAGING is none: make it a Staging, or"),
        (
            f"{ODD}GAME = GAME._replace(seats=(0, 9))\n",
            "`seats` must be two numbers from 1 to 6, not (0, 9)",
        ),
        (
            f"{ODD}GAME = GAME._replace(reveals=[Say])\n",
            "`reveals` must be a frozenset, not a list",
        ),
        (
            ODD.replace("return Say(position.active, 0), Say", "yield Say"),
            "`choices` must return a tuple or list, not a generator (odd.py:29)",
        ),
        (
            ODD.replace("(*position.said, action.side)), ()", "(1,))"),
            "`apply` must return a position and a tuple of events, not a Position",
        ),
        (
            ODD.replace(
                "    return Position(position.seats, 1",
                "    position.paerls\n    return Position(position.seats, 1",
            ),
            "'Position' object has no attribute 'paerls' (odd.py:",
        ),
        (
            ODD.replace("@record\n", ""),
            "Say must be a NamedTuple with @record above it",
        ),
        (
            ODD.replace('one_of("side", (0, 1)),\n', ""),
            "Say has the fields ('seat', 'side'): its Kind has other ones",
        ),
        (
            f"{ODD}GAME = GAME._replace(state=lambda *_: None)\n",
            "`state` must return a dict, not None (odd.py:",
        ),
        (
            f"{ODD}from controller.tabletop.staging import Staging\n"
            "STAGING = Staging(script=lambda *_: None, picture=lambda view: None)\n",
            "`picture` must return a Mapping, not None (odd.py:",
        ),
    ],
)
def test_a_package_that_cannot_be_used_is_named_and_hides_no_other(
    install: Install, source: str, says: str
) -> None:
    install("odd", source)
    install("two-choices", SOURCE)
    [(package, fault)] = games.faults()
    assert package == "undertow-odd 1.0"
    assert fault.startswith("the game 'odd' of undertow-odd 1.0")
    assert says in fault
    assert "\n" not in fault
    assert games.find("two-choices").title == "TWO CHOICES"
    assert games.find("get-bit").title == "GET BIT!"
    with pytest.raises(games.NoSuchGame, match="the game 'odd' of undertow-odd"):
        games.find("odd")


def test_a_game_that_is_a_single_module_has_no_further_parts(install: Install) -> None:
    install("two-choices", SOURCE)
    assert games.part("two-choices", "testing") is None
    assert not games.sense(games.find("two-choices")).prefer


def test_words_that_cannot_be_read_hide_no_other_game(
    install: Install, tmp_path: Path
) -> None:
    (tmp_path / "odd" / "words").mkdir(parents=True)
    words = tmp_path / "odd" / "words" / "en.toml"
    words.write_text('about = "no end')
    (tmp_path / "odd" / "__init__.py").write_text(ODD)
    installed(tmp_path, "odd", "odd")
    install("two-choices", SOURCE)
    [(_, fault)] = games.faults()
    assert fault.startswith(
        f"the game 'odd' of undertow-odd 1.0 cannot be loaded: {words}: "
    )
    listed = Engine().answer(b'{"cmd": "games"}')["games"]
    assert "two-choices" in {game["game"] for game in listed}


@pytest.mark.parametrize(
    "text", [b"[undertow.games]\nodd", b"[undertow.games]\n\xff\xfe = odd\n"]
)
@pytest.mark.parametrize("metadata", [b"", b"\xff\xfe\x00"])
def test_a_package_that_was_half_written_hides_no_other(
    install: Install, tmp_path: Path, text: bytes, metadata: bytes
) -> None:
    info = tmp_path / "undertow_odd-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_bytes(metadata)
    (info / "entry_points.txt").write_bytes(text)
    install("two-choices", SOURCE)
    [(package, fault)] = games.faults()
    assert package == "undertow_odd 1.0"
    assert fault.startswith(f"{package}: its entry_points.txt cannot be read: ")
    assert fault.endswith("; install it again")
    assert games.is_game("two-choices")


def test_what_speaks_of_no_game_is_not_read(install: Install, tmp_path: Path) -> None:
    for number, text in enumerate((b"[console_scripts]\nodd", b"\xff\xfe")):
        info = tmp_path / f"other{number}-1.0.dist-info"
        info.mkdir()
        (info / "entry_points.txt").write_bytes(text)
    (tmp_path / "more-1.0.dist-info" / "entry_points.txt").mkdir(parents=True)
    install("two-choices", SOURCE)
    assert games.is_game("two-choices")
    assert games.faults() == []


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
