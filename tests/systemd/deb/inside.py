#!/usr/bin/python3
"""Runs in the small Debian, where no systemd does.

systemctl WORD…    what the updater asks of systemd, for the table alone
update [NUMBER]    the updater; before its command of this number it stops and says
                   "cut", and it says "dpkg" and "installed" around each installation
"""

import os
import signal
import socket
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

PROCESS = Path("/var/tmp/table.process")
READY = Path("/var/tmp/table.ready")
TABLE = ("/usr/bin/undertow", "play", "get-bit", "--backend=sim")
OWN = {"NOTIFY_SOCKET": str(READY), "STATE_DIRECTORY": "/var/lib/undertow"}


def process() -> int:
    """Return the table's process; 0 if it does not run."""
    try:
        pid = int(PROCESS.read_text())
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (OSError, ValueError):
        return 0
    return pid if b"play" in words else 0


def start() -> int:
    READY.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
        ready.bind(str(READY))
        ready.settimeout(0.1)
        READY.chmod(0o777)
        with Path("/var/tmp/table.log").open("ab") as log:
            table = subprocess.Popen(
                TABLE,
                env={"PATH": "/usr/bin", "LC_ALL": "C.UTF-8", **OWN},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                user="undertow",
                group="undertow",
                extra_groups=[],
            )
        while table.poll() is None:
            try:
                said = ready.recv(4096)
            except TimeoutError:
                continue
            if b"READY=1" in said:
                PROCESS.write_text(str(table.pid))
                return 0
    return 1


def stop() -> None:
    if pid := process():
        os.kill(pid, signal.SIGTERM)
        while process():
            time.sleep(0.02)


def systemctl(words: list[str]) -> int:
    match words[0]:
        case "start":
            return 0 if process() else start()
        case "stop":
            stop()
        case "is-active":
            say("active" if process() else "inactive")
        case "is-enabled":
            say("enabled")
        case "show":
            say(f"ActiveState={'active' if process() else 'failed'}")
            say(f"MainPID={process()}")
        case "daemon-reload":
            pass
        case _:
            raise AssertionError(words)
    return 0


def update(cut_at: int | None) -> None:
    """Run the updater, as its unit does: of two, the one that began."""
    began = Path("/var/lib/undertow-update")
    where = began if (began / "state").exists() else Path("/usr/lib/undertow")
    sys.path.insert(0, str(where))
    sys.dont_write_bytecode = True
    updater: Any = import_module("update")
    run = updater.Machine.run
    count = 0

    def counted(machine: object, *command: str, **more: str) -> object:
        nonlocal count
        if count == cut_at:
            say("cut")
            signal.pause()
        count += 1
        if "--install" not in command:
            return run(machine, *command, **more)
        say("dpkg")
        result = run(machine, *command, **more)
        say("installed")
        return result

    updater.Machine.run = counted
    # Long enough to see that it lives; the machine's own times are for a Pi.
    updater.READY_S, updater.HEALTHY_S, updater.LOOK_S = 8, 1, 1
    updater.Updater(updater.Machine()).run()
    say(f"done {count}")


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    if "SYSTEMD_OFFLINE" in os.environ:
        os.execv("/usr/bin/systemctl", ["systemctl", *sys.argv[1:]])
    if Path(sys.argv[0]).name == "systemctl":
        sys.exit(systemctl(sys.argv[1:]))
    update(int(sys.argv[1]) if sys.argv[1:] else None)
