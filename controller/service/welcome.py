"""What `undertow play` prints once it runs: where its pages are, and who may open them.

Secrets go to the terminal only, never into a log.
"""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from controller.rules import steps
from controller.service.log import is_journal
from controller.session.snapshot import Snapshot
from hardware.parts.registry import Parts

_log = logging.getLogger("undertow.service")

PHONES = 'Phones can join: tap "Let phones join" on that page.'
SECRETS = "it holds every hand and draw, so give it to nobody who still plays"


def greet(
    now: Snapshot,
    parts: Parts,
    port: int,
    *,
    scheme: str = "http",
    shared: Callable[[], str] | None,
    host_code: str,
    record: Path | None,
    is_drawn: bool = False,
) -> None:
    """Print where the pages are; `shared` finds the address on the local network.

    A table that is only drawn has no wiring, so none of it is reported missing.
    """
    # Problems with parts were printed when they were found, and drivers were logged
    # when they were fitted.
    if not is_drawn:
        print_lines(*[f"{part.name}: {part.says}" for part in parts.all() if part.says])
    print_lines(*rules_form(steps.__file__))
    report(f"The table's page: {scheme}://localhost:{port}/")
    if shared:
        outside = f"{scheme}://{shared()}:{port}/"
        report(f"On the local network, to watch and to take a seat: {outside}")
        _show_host(f"{outside}?host={host_code}")
    elif sys.stdout.isatty():
        print_lines(PHONES)
    if record:
        report(f"Recorded in {record}: {SECRETS}.")
    if now.notice:
        report(f"Note: {now.notice}")
    if now.situation.phase == "offer":
        report("An unfinished game waits: `ok` goes on, `undo` puts it away.")


def rules_form(file: str) -> tuple[str, ...]:
    """Return a line if the rules are compiled (`make compiled`)."""
    return () if file.endswith(".py") else ("rules: compiled to C",)


def _show_host(link: str) -> None:
    """Print the link that makes a device the host, and its QR code."""
    if is_journal(sys.stdout):
        return
    # Imported late, because a table without a terminal does not need it.
    import segno

    print_lines(f"For the host alone, on another device: {link}")
    if "UTF" in (sys.stdout.encoding or "").upper():
        segno.make(link, micro=False, error="l").terminal(sys.stdout, compact=True)
        sys.stdout.flush()


def report(*lines: str) -> None:
    print_lines(*lines)
    for line in lines:
        _log.info("%s", line)


def print_lines(*lines: str) -> None:
    """Print on a terminal; systemd's journal gets log lines instead."""
    if not is_journal(sys.stdout):
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()


def has_screen() -> bool:
    graphical = "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return graphical or sys.platform in ("darwin", "win32")
