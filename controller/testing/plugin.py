"""`pytest --undertow-game NAME`: the contract suite for a game that is installed.

Every pytest in an environment with Undertow loads it, so it imports nothing until the
option is given.
"""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

SUITE = Path(__file__).parent / "contract"
# The games named on the command line, and the project's own folder.
named: list[str] = []
root: list[Path] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("undertow", "games for Undertow")
    group.addoption(
        "--undertow-game",
        action="append",
        default=[],
        metavar="NAME",
        help="run the suite that every game has to pass for this one; may be repeated",
    )


def pytest_configure(config: pytest.Config) -> None:
    root[:] = [config.rootpath]
    named[:] = config.getoption("--undertow-game")
    if not named:
        return
    from controller.games import NoSuchGame, find

    for name in named:
        try:
            find(name)
        except NoSuchGame as error:
            raise pytest.UsageError(str(error)) from None
    said = {Path(arg).resolve() for arg in config.args if "::" not in arg}
    # If a part of the suite is named, only that part runs.
    if not any(path == SUITE or SUITE in path.parents for path in said):
        config.args.append(str(SUITE))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report what is wrong with a game without the code of the suite."""
    report = yield
    is_ours = SUITE in item.path.parents and item.config.option.tbstyle == "auto"
    if (
        named
        and is_ours
        and call.excinfo
        and call.excinfo.errisinstance(AssertionError)
    ):
        # pytest adds the values that were compared.
        said = str(call.excinfo.value).partition("\nassert ")[0]
        if not said.startswith("assert "):
            report.longrepr = said
    return report
