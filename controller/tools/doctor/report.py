"""The doctor's report, as text for people or as JSON.

The JSON is one object:

    {"ok": true,                        no errors; there may be warnings
     "findings": [{"subject": "clock", "state": "ok", "warning" or "error",
                   "says": one sentence, "fix": [commands, in order]}]}
"""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO, TypeAlias

from controller.tools.doctor import parts, servo, storage, system
from controller.tools.doctor.boot import strip_settings
from controller.tools.doctor.case import Case, Finding, State, case, warn
from controller.tools.doctor.machine import Machine, this_machine

Check: TypeAlias = Callable[[Case], Iterable[Finding]]

CHECKS: dict[str, tuple[Check, ...]] = {
    "Machine": (
        system.model,
        system.system,
        system.memory,
        system.power,
    ),
    "Program": (
        system.python,
        system.games,
        system.service,
        storage.disk,
        storage.secrets,
    ),
    "Table": (
        parts.board_map,
        parts.drivers,
        servo.servo_line,
        strip_settings,
        servo.speaker,
        parts.sensor_boards,
    ),
}


def examine(
    case: Case, checks: dict[str, tuple[Check, ...]] = CHECKS
) -> dict[str, list[Finding]]:
    """Return the findings by heading; a check that raises is a finding, too."""
    return {
        heading: [finding for check in group for finding in _guarded(check, case)]
        for heading, group in checks.items()
    }


def _guarded(check: Check, case: Case) -> Iterator[Finding]:
    try:
        yield from check(case)
    # An unexpected error must not hide what the other checks find.
    except Exception as error:  # noqa: BLE001
        subject = check.__name__.replace("_", " ")
        what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
        yield warn(subject, f"the check failed ({what})")


class TextStyle(NamedTuple):
    """How to lay out the text on this output."""

    is_coloured: bool
    width: int


_SIGNS: dict[State, str] = {"ok": "✓", "warning": "!", "error": "✗"}
_COLOURS: dict[State, str] = {
    "ok": "\x1b[32m",
    "warning": "\x1b[33m",
    "error": "\x1b[1;31m",
}


def doctor(
    board: Path, state: Path, as_json: bool, machine: Machine | None = None
) -> int:
    """Print the report; return 1 if there are errors, 0 if not."""
    examined = case(machine or this_machine(), board, state)
    found = examine(examined)
    findings = [finding for group in found.values() for finding in group]
    if as_json:
        is_well = all(finding.state != "error" for finding in findings)
        told = [finding._asdict() for finding in findings]
        data = {"ok": is_well, "findings": told}
        text = json.dumps(data, indent=2, ensure_ascii=False)
    else:
        text = "\n".join(lines(found, text_style(sys.stdout), examined.machine.command))
    _write(f"{text}\n")
    return int(any(finding.state == "error" for finding in findings))


def _write(text: str) -> None:
    # The report must come out even if the terminal cannot show a path's characters.
    code = sys.stdout.encoding or "ascii"
    try:
        sys.stdout.write(text.encode(code, "backslashreplace").decode(code))
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on; Python must not try to flush the rest.
        sys.stdout = None


def text_style(out: TextIO) -> TextStyle:
    is_plain = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
    return TextStyle(
        is_coloured=out.isatty() and not is_plain,
        # Longer lines are hard to read, however wide the window is.
        width=min(100, max(50, shutil.get_terminal_size().columns)),
    )


def lines(
    found: dict[str, list[Finding]], text_style: TextStyle, command: str
) -> Iterator[str]:
    findings = [finding for group in found.values() for finding in group]
    room = max((len(finding.subject) for finding in findings), default=0)
    for heading, group in found.items():
        if group:
            yield heading
            for finding in group:
                yield from _finding(finding, room, text_style)
            yield ""
    yield from _verdict(findings, command)


def _finding(finding: Finding, room: int, text_style: TextStyle) -> Iterator[str]:
    indent = " " * (room + 6)
    # Paths and commands stay whole, so that people can copy them.
    says = textwrap.wrap(
        finding.says,
        text_style.width - len(indent),
        break_long_words=False,
        break_on_hyphens=False,
    )
    sign = _SIGNS[finding.state]
    if text_style.is_coloured:
        sign = f"{_COLOURS[finding.state]}{sign}\x1b[0m"
    yield f"  {sign} {finding.subject:{room}}  {says[0] if says else ''}"
    yield from (f"{indent}{line}" for line in says[1:])
    yield from (f"{indent}  $ {command}" for command in finding.fix)


def _verdict(findings: list[Finding], command: str) -> Iterator[str]:
    errors = sum(finding.state == "error" for finding in findings)
    warnings = sum(finding.state == "warning" for finding in findings)
    also = f", {warnings} warning{'s' if warnings > 1 else ''}" if warnings else ""
    if not errors:
        yield f"No errors{also}."
        return
    yield f"{errors} error{'s' if errors > 1 else ''}{also}."
    yield f"Fix them from top to bottom, then check again: {command} doctor"
