"""The suite itself: what it says of a game that is not as it should be."""

from pathlib import Path

import pytest

from controller.testing import perft, playthroughs
from controller.testing.contract.test_complete import missing, page_fault
from controller.testing.contract.test_golden import FILES, check, compare
from controller.tools.new_game import NewGameOptions, make
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


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("export default 3;", "/games/shells/page.js: 'export default 3;' cannot be b"),
        ('import { tile } from "/static/gird.js";\n', "static/gird.js: there is none"),
        ("export const facts = () => [];", None),
    ],
)
def test_a_page_that_cannot_be_sent_is_named(
    line: str, says: str | None, tmp_path: Path, forgotten: None
) -> None:
    folder = make(NewGameOptions("shells", (2, 4), package=tmp_path))
    (folder / "page.js").write_text(line)
    fault = page_fault("shells")
    assert says in fault if says and fault else fault is says


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
