"""Asks for an update from the terminal, and waits for its end."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from controller.basics.errors import UndertowError
from controller.basics.files import regular, sync
from controller.basics.sentence import Says, say
from controller.tools.terminal import tell
from controller.tools.update.updater import FOLDER, REQUEST, Machine
from controller.web import updates
from controller.web.protocol.outgoing import UPDATER
from controller.words.files import in_english

UNIT = "undertow-update"


class CannotUpdate(UndertowError):
    """An update that was refused, or that did not work here."""


def update(
    package: Path | None,
    machine: Machine | None = None,
    is_root: Callable[[], bool] = lambda: os.geteuid() == 0,
) -> int:
    """Install this package, or one from a stick or a repository; raise CannotUpdate."""
    machine = machine or Machine()
    if not (machine.root / str(UPDATER)[1:]).exists():
        raise _refused(say("update.not-here"))
    if not is_root():
        raise _refused(say("update.not-root"))
    folder = machine.root / FOLDER
    folder.mkdir(0o755, parents=True, exist_ok=True)
    if _is_busy(machine):
        raise _refused(say("update.busy"))
    last = folder / "last"
    last.unlink(missing_ok=True)
    if package:
        _hand_over(package, folder)
    else:
        (machine.root / REQUEST).touch()
    tell("Checking, installing and trying it. The table is away for a minute or two.")
    machine.run("systemctl", "start", UNIT)
    while not last.exists() and _is_busy(machine):
        machine.sleep(1)
    outcome = updates.outcome(last)
    if outcome is None:
        says = f"the update did not begin; look into: journalctl --unit={UNIT}"
        raise CannotUpdate(says)
    if outcome.key != "update.installed":
        raise _refused(outcome)
    tell(in_english(outcome))
    return 0


def _is_busy(machine: Machine) -> bool:
    return machine.run("systemctl", "is-active", UNIT).out in ("active", "activating")


def _hand_over(package: Path, folder: Path) -> None:
    signature = package.with_name(f"{package.name}.sig")
    if not regular(package).is_file():
        raise CannotUpdate(f"{package} is not a file")
    if not signature.exists():
        raise _refused(say("update.unsigned"))
    asked = folder / "asked.deb"
    shutil.copyfile(signature, folder / "asked.deb.sig")
    making = folder / "asked.making"
    shutil.copyfile(package, making)
    sync(making)
    # The package comes last, because it triggers the update.
    making.replace(asked)


def _refused(says: Says) -> CannotUpdate:
    return CannotUpdate(in_english(says))
