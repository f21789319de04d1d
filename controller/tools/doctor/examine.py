"""All checks, in the order in which a builder reads them."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from controller.tools.doctor import parts, program, servo, storage, system
from controller.tools.doctor.boot import strip_settings
from controller.tools.doctor.case import Case, Finding, warn
from controller.tools.doctor.service_user import own_user, service_user

Check: TypeAlias = Callable[[Case], Iterable[Finding]]

CHECKS: dict[str, tuple[Check, ...]] = {
    "Machine": (
        system.model,
        system.system,
        system.power,
        system.temperature,
        system.clock,
    ),
    "Program": (
        program.python,
        program.packages,
        program.games,
        program.service,
        program.port,
        storage.disk,
        storage.journal,
        storage.secrets,
    ),
    "Table": (
        parts.board_map,
        own_user,
        service_user,
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
