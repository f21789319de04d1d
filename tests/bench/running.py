"""A whole table as a process: how soon it lights, and its cost while nobody plays.

It runs as under systemd, and notifies it when it is ready and while it is alive.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic_ns
from typing import TextIO

from controller.light.playback import RHYTHM_S
from tests.bench.figures import Figure, median

_WATCHDOG_S = 30  # as in systemd/undertow.service
_PATIENCE_S = 60.0
# As installed: with the byte code that the first start leaves.
_INSTALLED = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
_TICKS_A_SECOND = 100  # of /proc/PID/stat, on every Linux that a Pi runs


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    with TemporaryDirectory(dir=folder) as temporary:
        state = Path(temporary)
        starts = _starts(state, 1 if quick else 15)
        return [*starts, *_idle(state, 1 if quick else 20)]


def _command(state: Path) -> list[str]:
    beside = Path(sys.executable).with_name("undertow")
    script = (
        [str(beside)]
        if beside.exists()
        else [sys.executable, "-m", "controller.cli.main"]
    )
    return [*script, "play", "--no-browser", "--port=0", f"--state={state}"]


def _starts(state: Path, repeats: int) -> list[Figure]:
    marks_file = state / "marks.json"
    _start_once(state, marks_file)  # leaves the byte code for the others
    bare: list[float] = []
    reached: dict[str, list[float]] = {}
    for _ in range(repeats):
        begun = monotonic_ns()
        subprocess.run([sys.executable, "-c", "pass"], check=True, env=_INSTALLED)
        bare.append((monotonic_ns() - begun) / 1e6)
        for stage, after in _start_once(state, marks_file).items():
            reached.setdefault(stage, []).append(after)
    yard, live = median(bare), median(reached["inputs live"])
    bars = (
        ("first light", "inputs live", live, 1.0),
        ("inputs live", "python -c pass", yard, 15.0),
        ("READY=1 at systemd", "python -c pass", yard, 15.0),
        ("page served", "python -c pass", yard, None),
    )
    return [
        Figure(
            f"cold start to {stage}",
            median(reached[stage]),
            "ms",
            yardstick,
            measured,
            median(reached[stage]) / measured,
            at_most=bar,
        )
        for stage, yardstick, measured, bar in bars
    ]


def _start_once(state: Path, marks_file: Path) -> dict[str, float]:
    """Return the milliseconds from the start of the process to each stage."""
    with _listener(state) as systemd:
        begun = monotonic_ns()
        table = spawn(state, f"--marks={marks_file}")
        ready = _ready(systemd)
        address_of(table)
        stop(table)
    marks: dict[str, int] = json.loads(marks_file.read_text())
    marks["READY=1 at systemd"] = ready
    return {stage: (at - begun) / 1e6 for stage, at in marks.items()}


def _listener(state: Path) -> socket.socket:
    address = state / "notify"
    address.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(address))
    listening.settimeout(_PATIENCE_S)
    return listening


def _ready(systemd: socket.socket) -> int:
    while not systemd.recv(4096).startswith(b"READY=1"):
        pass
    return monotonic_ns()


def spawn(
    state: Path, *more: str, stderr: TextIO | None = None
) -> "subprocess.Popen[str]":
    told = {
        "NOTIFY_SOCKET": str(state / "notify"),
        "WATCHDOG_USEC": str(_WATCHDOG_S * 1_000_000),
    }
    return subprocess.Popen(
        [*_command(state), *more],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env=_INSTALLED | told,
    )


def address_of(table: "subprocess.Popen[str]") -> str:
    """Wait for the line with the page's address."""
    assert table.stdout is not None
    for line in table.stdout:
        if "http://" in line:
            return line.split()[-1]
    raise RuntimeError(f"the table stopped with status {table.wait()}")


def stop(table: "subprocess.Popen[str]") -> None:
    table.terminate()
    table.communicate()


def _idle(state: Path, seconds: int) -> list[Figure]:
    table = spawn(state)
    try:
        frames, wakes, ticks, rss_mb = asyncio.run(
            _watch(address_of(table), table.pid, seconds)
        )
    finally:
        stop(table)
    bare = subprocess.run(
        [sys.executable, "-c", "print(open('/proc/self/status').read())"],
        check=True,
        capture_output=True,
        text=True,
    )
    bare_mb = field_of(bare.stdout, "VmRSS:") / 1024
    return [
        Figure("idle: wake-ups", wakes / seconds, "/s", at_most=2),
        Figure(
            "idle: processor",
            100 * ticks / _TICKS_A_SECOND / seconds,
            "% of a core",
            at_most=0.2,
        ),
        Figure("idle: frames sent", frames, "", at_most=0),
        Figure(
            "memory, page served and open",
            rss_mb,
            "MB",
            "bare interpreter",
            bare_mb,
            at_most=50,
        ),
    ]


async def _watch(address: str, pid: int, seconds: int) -> tuple[int, int, int, float]:
    """Return frames, wake-ups and ticks in these seconds, and the memory afterwards."""
    from websockets.asyncio.client import connect

    frames = 0
    async with connect(address.replace("http", "ws") + "ws", max_queue=None) as page:
        loop = asyncio.get_running_loop()
        # Greeting a new page, lamps' rhythms and the journal's first rest do not count
        # as idling.
        begin = loop.time() + 1 + RHYTHM_S
        before: tuple[int, int] | None = None
        end = begin + seconds
        while (now := loop.time()) < end:
            if before is None and now >= begin:
                before, frames = (_wake_ups(pid), _ticks(pid)), 0
            try:
                async with asyncio.timeout_at(begin if before is None else end):
                    frames += isinstance(await page.recv(), bytes)
            except TimeoutError:
                continue
        wakes, ticks = _wake_ups(pid), _ticks(pid)
        status = Path(f"/proc/{pid}/status").read_text()
    assert before is not None
    rss_mb = field_of(status, "VmRSS:") / 1024
    return frames, wakes - before[0], ticks - before[1], rss_mb


def _wake_ups(pid: int) -> int:
    """Return how often the process's threads woke up."""
    tasks = Path(f"/proc/{pid}/task").glob("*/status")
    return sum(field_of(task.read_text(), "voluntary_ctxt_switches:") for task in tasks)


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def field_of(status: str, name: str) -> int:
    line = next(line for line in status.splitlines() if line.startswith(name))
    return int(line.split()[1])
