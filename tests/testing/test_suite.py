"""The contract suite itself, and what it reports about broken games."""

from pathlib import Path

import pytest

from controller.testing import contract, perft, playthroughs
from controller.testing.contract.test_complete import misnamed, missing, page_fault
from controller.testing.contract.test_golden import FILES, check, compare
from controller.testing.keys import missing_keys, said_in, shapes_in, text_of, unused
from controller.tools.new_game import NewGameOptions, make
from tests.support.packages import BROKEN_BOT, SOURCE, installed, suite
from tests.support.packages import forgotten as forgotten

FILE = next(path for path in FILES if "get_bit" in path.parts)


def test_a_wrong_count_is_reported_action_by_action() -> None:
    entry = perft.entries("get-bit")[0]
    wrong = entry._replace(counts=[4, 11])
    with pytest.raises(pytest.fail.Exception) as failure:
        compare(wrong)
    assert str(failure.value) == (
        "get-bit, two seats, line-up and the first round: 12 ways to play to depth 2, "
        "not 11. By the first action:\n"
        "line-up robot=red: 3\n"
        "line-up robot=blue: 3\n"
        "line-up robot=green: 3\n"
        "line-up robot=yellow: 3"
    )


def test_the_first_line_that_differs_is_named(tmp_path: Path) -> None:
    original = FILE.read_text()
    lines = original.splitlines()
    number = next(n for n, line in enumerate(lines) if "reveal" in line)
    lines[number] = "  reveal nothing"
    changed = tmp_path / "changed.txt"
    changed.write_text("\n".join(lines) + "\n")
    with pytest.raises(pytest.fail.Exception) as failure:
        check(changed)
    assert f"changed.txt:{number + 1}: " in str(failure.value)
    assert "  reveal nothing\nand the rules now\n" in str(failure.value)


def test_a_playthrough_that_breaks_off_differs_where_it_ends(tmp_path: Path) -> None:
    lines = FILE.read_text().splitlines()
    changed = tmp_path / "short.txt"
    changed.write_text("\n".join(lines[:-1]) + "\n")
    with pytest.raises(pytest.fail.Exception, match=rf"short.txt:{len(lines)}: "):
        check(changed)


def test_a_line_that_cannot_be_played_is_named() -> None:
    lines = FILE.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("> "))
    lines.insert(number, lines[number])
    with pytest.raises(
        playthroughs.Unplayable, match=f"line {number + 2}: .* not legal"
    ):
        playthroughs.render("\n".join(lines))


GRID, FROM = "import { ", 'from "/static/shared/grid.js";'
BOARD = "export const board = tileGrid(({ a }) => a.b);"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            'import { a } from "/static/gird.js";\n',
            "Cannot find module '/static/gird.js'",
        ),
        (f"{GRID}tileGird }} {FROM}", "does not provide an export named 'tileGird'"),
        (f"{GRID}tileGrid }} {FROM}\n{BOARD}", "board throws TypeError: Cannot read"),
        ("export const own = (event) => event.a.b;", "reading 'b') (page.js:1)"),
        ("export const facts = () => [];", None),
        ("export const facts = ({ a }) => a.b;", "facts throws TypeError: Cannot read"),
        ("export const facts = nothing;", "it throws ReferenceError: nothing is not"),
    ],
)
def test_a_page_that_cannot_be_sent_is_named(
    line: str, says: str | None, tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), package=tmp_path))
    (folder / "page.js").write_text(line)
    fault = page_fault("shells")
    assert says in fault if says and fault else fault is says


def test_a_page_that_cannot_be_run_without_node_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert page_fault("get-bit") is None
    monkeypatch.setattr("controller.testing.contract.test_complete.node", lambda: None)
    with pytest.warns(UserWarning, match="page.js"):
        assert page_fault("get-bit") is None


def test_a_misspelt_key_is_named_with_the_one_that_is_meant(
    tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), package=tmp_path))
    assert [*missing_keys(folder), *unused(folder)] == []
    module = folder / "__init__.py"
    module.write_text(module.read_text().replace('"refused.', '"refusd.', 1))
    for found in (said_in, text_of, shapes_in):
        found.cache_clear()
    assert "; did you mean 'refused." in next(missing_keys(folder))
    assert "nothing says refused." in next(unused(folder))


def test_misspelt_keys_of_bots_and_pages_are_named_too(
    tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), package=tmp_path))
    bot = 'from controller.games.api import say\n\nWHY = say("ending.lsat")\n'
    (folder / "bot.py").write_text(bot)
    page = folder / "page.js"
    page.write_text(page.read_text().replace("page.left", "page.lfet"))
    assert [*missing_keys(folder)] == [
        "bot.py:3 says ending.lsat, which is not in the words; "
        "did you mean 'ending.last'?",
        "page.js:3 says page.lfet, which is not in the words; "
        "did you mean 'page.left'?",
    ]


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("testing.py", "SECRET = {}\n", "nothing uses SECRET; did you mean 'SECRETS'?"),
        ("bot.py", "def preffer(): ...\n", "uses preffer; did you mean 'prefer'?"),
        ("page.js", "export const fact = 1;\n", "uses fact; did you mean 'facts'?"),
        ("page.js", 'const fact = 1;\nexport { facts } from "./a.js";\n', None),
        ("bot.py", "def prefers(): ...\ndef prefer(): ...\n", None),
    ],
)
def test_a_name_that_nothing_looks_for_is_told_with_the_one_that_is_meant(
    file: str, text: str, says: str | None, tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), package=tmp_path))
    assert [*misnamed("shells")] == []
    (folder / file).write_text(text)
    said = [*misnamed("shells")]
    assert says in said[0] if says else said == []


def test_what_a_game_lacks_is_said_with_the_command_that_makes_it(
    tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), package=tmp_path))
    (folder / "README.md").unlink()
    assert [*missing("shells")] == [
        f"shells has no README.md: write {folder / 'README.md'}",
        "shells has no perft counts: undertow golden shells",
        "shells has 0 of 3 playthroughs: undertow golden shells",
        "shells has no pictures of its lamps: undertow golden shells",
        "shells has no recording: undertow golden shells",
    ]
    (folder / "rulings.md").unlink()
    assert next(missing("shells")) == (
        f"shells has no rulings: write {folder / 'rulings.md'}"
    )


OPEN_SECRET = SOURCE.replace(
    "    start=start,", "    start=start,\n    reveals=frozenset({Say}),"
)
STAGED = f"""{SOURCE}
from controller.light.colour import Keyframe
from controller.tabletop.gestures import presses
from controller.tabletop.staging import Staging

def effect(before, events):
    return (Keyframe(0.1, {{"tile:9,9": (9, 9, 9)}}),)

def script(position, action):
    return presses("tile:0,0", f"seat:{{action.side}}")

STAGING = Staging(script=script, effect=effect)
"""


@pytest.mark.parametrize(
    ("source", "test", "says"),
    [
        (OPEN_SECRET, "test_views.py", "has `reveals` or `tells`, and everybody sees"),
        (STAGED, "test_light.py", "an effect lights {'tile:9,9'}, which no table has"),
        (STAGED, "test_hands.py", "on mini no hand can do Say(seat="),
    ],
)
def test_an_ordinary_mistake_is_named(
    source: str, test: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "two_choices.py").write_text(source)
    installed(tmp_path, "two-choices", "two_choices")
    part = str(Path(contract.__file__).parent / test)
    said = suite(tmp_path, "two-choices", more=(part,)).stdout
    assert says in said
    assert "def test_" not in said, "authors need not read the code of the suite"


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("lesson.toml", 'end = "fin"', "lesson.toml:1: the words of the game have no"),
        ("bot.py", BROKEN_BOT, "SHELLS has an error (bot.py:3): ZeroDivisionError"),
        ("testing.py", "1 / 0", "shells: ZeroDivisionError: division by zero (testing"),
        # Later than a game is played when it is loaded.
        ("__init__.py", "return scores", "has no attribute 'winners' (__init__.py:"),
    ],
)
def test_a_mistake_is_reported_in_a_sentence_without_our_code(
    file: str, text: str, says: str, tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), package=tmp_path))
    if file == "__init__.py":
        whole = (folder / file).read_text().replace("PEARLS = 21", "PEARLS = 210")
        text = whole.replace('return by_score(scores, "ending.last")', text)
    (folder / file).write_text(text)
    installed(tmp_path, "shells", "shells")
    part = str(Path(contract.__file__).parent / "test_bots.py")
    ran = suite(tmp_path, "shells", more=(part,))
    assert says in ran.stdout + ran.stderr
    assert "def test_" not in ran.stdout


def test_a_secret_of_two_seats_in_a_short_game_is_found(
    tmp_path: Path, forgotten: None
) -> None:
    """Each hides something only in every other position."""
    wanted = NewGameOptions("murk", (2, 4), hidden=True, package=tmp_path)
    make(wanted._replace(option="deep"))
    installed(tmp_path, "murk", "murk")
    part = str(Path(contract.__file__).parent / "test_asking.py")
    passed = suite(tmp_path, "murk", more=(part,))
    assert passed.returncode == 0, passed.stdout[-2000:]


def test_a_secret_that_testing_py_forgets_is_named(
    tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), cards=True, package=tmp_path))
    installed(tmp_path, "shells", "shells")
    part = str(Path(contract.__file__).parent / "test_views.py")
    assert suite(tmp_path, "shells", more=(part,)).returncode == 0
    told = folder / "testing.py"
    told.write_text(told.read_text().replace('SECRETS = {Draw: ("card",)}', ""))
    said = suite(tmp_path, "shells", more=(part,)).stdout
    assert "as SECRETS = {Draw: ('card',)}" in said


def test_a_lamp_that_gives_a_hand_away_is_named(
    tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), cards=True, package=tmp_path))
    rules = folder / "__init__.py"
    text = rules.read_text().replace("    counted,\n", "    presses,\n")
    counted = "counted(action.seat, number)"
    assert counted in text
    press = 'presses(f"tile:0,{CARDS.index(action.card)}")'
    rules.write_text(text.replace(counted, press))
    installed(tmp_path, "shells", "shells")
    part = str(Path(contract.__file__).parent / "test_twins.py")
    said = suite(tmp_path, "shells", more=(part,)).stdout
    assert "lamps: " in said, said[-2000:]
    assert r"\x00" not in said
