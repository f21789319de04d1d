"""Each command of `undertow` says in words what it is for, and is loaded alone."""

import json
import re
import subprocess
import sys

import pytest

from controller.cli.run import COMMANDS
from tests.cli.test_cli import Run, undertow

__all__ = ["undertow"]  # a fixture


def test_the_help_lists_every_command_with_what_it_is_for(undertow: Run) -> None:
    _, out, _ = undertow("--help")
    words = " ".join(out.split())
    for name, listed in COMMANDS.items():
        assert f"{name} {listed.help}" in words


@pytest.mark.parametrize(
    "arguments",
    [
        *([name] for name in COMMANDS),
        ["cards", "enroll"],
        ["cards", "list"],
        ["cards", "forget"],
    ],
    ids=" ".join,
)
def test_the_help_explains_the_command_and_each_argument(
    undertow: Run, arguments: list[str]
) -> None:
    status, out, said = undertow(*arguments, "--help")
    assert (status, said) == (0, "")
    if len(arguments) == 1:
        says = COMMANDS[arguments[0]].help
        assert len(says.split()) >= 4
        assert f"{says[0].upper()}{says[1:]}." in " ".join(out.split())
    assert [row for row in rows(out) if len(explained(row).split()) < 2] == []


def rows(text: str) -> list[str]:
    """Each argument with its explanation."""
    lists = re.split(r"^(?:positional arguments|options):$", text, flags=re.MULTILINE)
    return [
        row
        for part in lists[1:]
        for row in re.split(r"\n(?=  \S|    \S)", part)
        if row.strip() and row.strip() != "WHAT"
    ]


def explained(row: str) -> str:
    """What stands right of an argument, or below it."""
    _, _, words = re.sub(r"\s*\n\s{6,}|(?<=\S)\s{2,}", "\t", row.strip()).partition(
        "\t"
    )
    return words


def loaded(*arguments: str) -> set[str]:
    """Our modules that are loaded once the command line has been parsed."""
    code = """
import json, sys
from controller.cli.run import parser
try:
    parser(sys.argv[1:]).parse_args(sys.argv[1:])
except SystemExit:
    pass
print("\\n" + json.dumps([m for m in sys.modules if m.startswith("controller.")]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        check=True,
        text=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_who_names_a_command_loads_no_other() -> None:
    found = loaded("play", "get-bit")
    assert {name for name in found if name.startswith("controller.cli.commands.")} == {
        "controller.cli.commands.play"
    }


def test_to_list_the_commands_none_of_their_tools_is_loaded() -> None:
    dear = ("engine", "record", "service", "session", "storage", "web")
    wrong = {name for name in loaded("--help") if name.split(".")[1] in dear}
    assert wrong == {"controller.service", "controller.service.settings"}
