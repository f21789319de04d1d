"""`pytest --undertow-game NAME`: the contract suite for an installed game.

Every pytest in an environment with Undertow loads this file, so it imports nothing
until the option is given.
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
    if lacks := next(filter(None, map(fault, named)), None):
        raise pytest.UsageError(lacks)
    said = {Path(arg).resolve() for arg in config.args if "::" not in arg}
    # If part of the suite is named, only that part runs.
    if not any(path == SUITE or SUITE in path.parents for path in said):
        config.args.append(str(SUITE))


def fault(name: str) -> str | None:
    """Return why a game cannot be tested, after checking everything that it gives."""
    from controller import games
    from controller.basics.errors import UndertowError
    from controller.games.checks import fault_raised, wrong_results
    from controller.testing.known import LONGEST, known

    try:
        game = games.find(name)
        games.lesson(name), games.sense(game), known(name)
        return next(wrong_results(game, games.staging(game), LONGEST), None)
    except UndertowError as error:
        return str(error)
    # A game under development may raise anything.
    except Exception as error:  # noqa: BLE001
        return f"{name}: {fault_raised(games.package(name), error)}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report what is wrong with a game without quoting the suite's code."""
    report = yield
    is_ours = SUITE in item.path.parents and item.config.option.tbstyle == "auto"
    if named and is_ours and call.excinfo and (said := _said(call.excinfo.value)):
        report.longrepr, report.sections = said, []
    return report


def _said(error: BaseException) -> str:
    """Return what an error says about a game; nothing if it is not about one."""
    from controller.basics.errors import UndertowError, in_one_line
    from controller.games.broken import place_of

    if isinstance(error, AssertionError | pytest.fail.Exception):
        # pytest adds the compared values.
        said = str(error).partition("\nassert ")[0]
        return "" if said.startswith("assert ") else said
    if isinstance(error, UndertowError):
        return str(error)
    place = place_of(error)
    return f"{place.says}: {in_one_line(error)}" if place else ""
