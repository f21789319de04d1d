"""What the table counts for Prometheus."""

import re
import signal
import sys
from pathlib import Path

import pytest

from controller.service.metrics import Histogram
from tests.service.test_service import running
from tests.support.processes import ServedTable
from tests.support.webtable import get

LINE = re.compile(r'(\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})?) (-?[\d.]+)')


def read(port: int) -> dict[str, float]:
    """Return each metric; every line has the form that Prometheus reads."""
    answer = get(port, "/metrics", {})
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    found = {}
    for line in answer.body.decode().splitlines():
        if not line.startswith("# "):
            match = LINE.fullmatch(line)
            assert match, line
            found[match[1]] = float(match[2])
    return found


def test_each_bucket_counts_all_that_is_not_larger() -> None:
    histogram = Histogram((0.1, 1.0))
    for value in (0.05, 0.1, 0.5, 3.0):
        histogram.add(value)
    assert list(histogram.lines("n")) == [
        'n_bucket{le="0.1"} 2',
        'n_bucket{le="1.0"} 3',
        'n_bucket{le="+Inf"} 4',
        "n_sum 3.650000",
        "n_count 4",
    ]


@pytest.mark.slow
def test_presses_frames_and_commits_are_counted_for_the_host(tmp_path: Path) -> None:
    with running(tmp_path, "--metrics") as process:
        before = read(process.port)
        with process.table() as page:
            page.next("position")
            page.send("press", control="why")
            page.next_frame()
            page.send("release", control="why")
            page.catch_up()
        after = read(process.port)
        assert after["undertow_presses_total"] == before["undertow_presses_total"] + 1
        assert after["undertow_press_seconds_count"] == after["undertow_presses_total"]
        assert after["undertow_frames_total"] > before["undertow_frames_total"]
        assert after["undertow_commits_total"] >= 1
        assert after['undertow_link_errors_total{board="depth",kind="bad_crc"}'] == 0
        # Who comes through a proxy is not on this machine.
        for path in ("/metrics", "/metrics?host=wrong", "/metrics?seat=0"):
            stranger = get(process.port, path, {"X-Forwarded-For": "10.0.0.9"})
            assert stranger.status == 403


# What is loaded only by a table whose settings ask for it.
EXTRA = ("aiomqtt", "paho", "zeroconf", "controller.bus", "controller.club")
EXTRA_OF_OURS = ("controller.guest", "controller.service.metrics")
TELLING = """
import atexit, sys
from controller.cli.main import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
main()
"""


@pytest.mark.slow
def test_nothing_of_it_is_loaded_unless_somebody_wants_it(tmp_path: Path) -> None:
    options = ["--no-browser", "--port=0", f"--state={tmp_path}"]
    command = [sys.executable, "-c", TELLING, "play", "get-bit", *options]
    with ServedTable(command) as table:
        for path in ("/metrics", "/station"):
            assert get(table.port, path, {}).status == 404
        status, said = table.end(signal.SIGTERM)
    loaded = said.split()
    assert status == 0
    assert "controller.web.pages" in loaded
    assert [name for name in loaded if name.startswith(EXTRA + EXTRA_OF_OURS)] == []
