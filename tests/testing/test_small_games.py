"""Games of every kind can pass the contract, as each of these small ones does."""

import re
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from controller.testing import contract
from controller.tools.new_game import README
from tests.support.packages import installed, ran, suite
from tests.testing import small_games

SMALL = Path(small_games.__file__).parent
KINDS = sorted(path.stem for path in SMALL.glob("[!_]*.py"))
RULINGS = """# How we read the rules

**XX-01 What can be chosen?** What the game lists. *Why:* it is so.

**XX-02 When does it end?** When it is over. *Why:* it is so.
"""
RULES = "# A game\n\nThere is not much to it.\n\n## What the lamps show\n\n- Seats.\n"
SECRETS = "from . import SECRETS as SECRETS\nfrom . import lookalikes as lookalikes\n"
TESTS = '''
from random import Random

from controller import games
from controller.rules.match import Match


def test_what_is_wrong_is_refused_by_a_ruling():
    """XX-01 and XX-02"""
    game, dice = games.find("NAME"), Random(1)
    match = Match(game, game.seats[0], {}, lambda outcomes, _: outcomes[0].action)
    match.accept(match.opening())
    action = game.legal(match.position)[0]
    assert game.refuse(match.position, action._replace(seat=9)).rule == "XX-01"
    while match.result is None:
        match.accept(match.plan(dice.choice(game.legal(match.position))))
    assert game.refuse(match.position, action).rule == "XX-02"
'''


def packed(folder: Path, module: str) -> str:
    """Make a package of a small game with all that the suite needs."""
    source, name = (SMALL / f"{module}.py").read_text(), module.replace("_", "-")
    letters = re.search(r'"([A-Z]{2})-01"', source)
    assert letters
    home = folder / module
    (home / "tests").mkdir(parents=True)
    papers = {
        "__init__.py": source,
        "README.md": README.read_text(),
        "rules.md": RULES,
        "rulings.md": RULINGS.replace("XX", letters[1]),
        "tests/__init__.py": "",
        "tests/test_rules.py": TESTS.replace("XX", letters[1]).replace("NAME", name),
    }
    if "lookalikes" in source:
        papers["testing.py"] = SECRETS
    for path, text in papers.items():
        (home / path).write_text(text)
    installed(folder, name, module)
    return name


class Judged(NamedTuple):
    """The verdict of the suite on all of them, in one run."""

    status: int
    said: str
    # By the whole name of each test, what speaks against it: nothing, for most.
    tests: dict[str, str]

    def of(self, module: str) -> dict[str, str]:
        own, name = f"{module}.", module.replace("_", "-")
        return {
            test: why
            for test, why in self.tests.items()
            if test.startswith(own) or name in test.partition("[")[2]
        }


def judged(folder: Path) -> Judged:
    names = [packed(folder, module) for module in KINDS]
    golden = ran(folder, "-m", "controller.cli.main", "golden", *names)
    assert golden.returncode == 0, golden.stderr
    result = suite(folder, *names, more=("--junitxml=result.xml",))
    tests = {
        f"{case.get('classname')}::{case.get('name')}": " ".join(
            f"{part.tag}: {part.text}" for part in case
        )
        for case in ElementTree.parse(folder / "result.xml").iter("testcase")
    }
    return Judged(result.returncode, result.stdout, tests)


def test_a_game_of_each_kind_passes_the_whole_contract(tmp_path: Path) -> None:
    """All of them in one run of the suite, which is long; and in one test for that."""
    verdict = judged(tmp_path)
    parts = {path.stem for path in contract_files()}
    for module in KINDS:
        found = verdict.of(module)
        assert {test: why for test, why in found.items() if why} == {}, module
        files = {test.partition("::")[0].rpartition(".")[2] for test in found}
        assert parts <= files, module
    assert verdict.status == 0, verdict.said[-3000:]
    assert "skipped" not in verdict.said
    of_each = [verdict.of(module) for module in KINDS]
    assert len(set().union(*of_each)) == sum(map(len, of_each)), "a test of two games"


def contract_files() -> list[Path]:
    return sorted(Path(contract.__file__).parent.glob("test_*.py"))
