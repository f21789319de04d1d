"""What goes into the Debian package; `make deb-test` installs it for real."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.support import ROOT

DEB = ROOT / "systemd/deb"
# The extras that a Pi gets. Not those for root (pwm) or instead of lgpio (rpigpio).
ON_A_PI = ("pi", "pi5", "servo-pwm", "bus")


def pins(lock: Path) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)==([\w.]+)", lock.read_text(), re.MULTILINE)
    return dict(found)


def wanted(*extras: str) -> set[str]:
    """The names of what the project itself asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    rows = list(project["dependencies"])
    for extra in extras:
        rows += project["optional-dependencies"][extra]
    names = (re.match(r"[\w.-]+", row) for row in rows)
    return {name[0].lower() for name in names if name}


def test_a_pi_gets_the_same_versions_as_everybody_else() -> None:
    ours, everybodys = pins(DEB / "pi.lock"), pins(ROOT / "play.lock")
    both = ours.keys() & everybodys.keys()
    assert wanted() <= both
    assert {name: ours[name] for name in both} == {
        name: everybodys[name] for name in both
    }


def test_a_pi_gets_its_drivers_and_no_tools_for_building() -> None:
    ours = pins(DEB / "pi.lock").keys()
    assert wanted(*ON_A_PI) <= ours
    assert ours.isdisjoint({"hatchling", "pip", "editables"})


def test_the_package_has_each_file_that_a_checkout_installs() -> None:
    installed = re.findall(r"\bput (\S+) /", (ROOT / "systemd/install").read_text())
    packed = re.findall(
        r"^put systemd/(\S+) /", (DEB / "build").read_text(), re.MULTILINE
    )
    assert len(installed) == 7
    assert set(installed) <= set(packed)


def test_the_packed_unit_differs_from_the_other_in_its_paths_only() -> None:
    """The words that `build` replaces are there, and no others of a checkout."""
    unit = (ROOT / "systemd/undertow.service").read_text()
    assert re.findall(r"\S*/opt/\S*", unit) == [
        "Documentation=file:/opt/undertow/README.md",
        "ExecStart=/opt/undertow/.venv/bin/undertow",
        "ExecStopPost=-/opt/undertow/.venv/bin/undertow",
    ]


@pytest.mark.parametrize("name", ["preinst", "postinst", "prerm", "postrm"])
def test_a_maintainer_script_is_sound_shell_and_stops_at_its_first_error(
    name: str,
) -> None:
    subprocess.run(["sh", "-n", DEB / name], check=True)
    lines = (DEB / name).read_text().splitlines()
    assert lines[0] == "#!/bin/sh"
    assert "set -e" in lines


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            {"ARCH": "armhf"},
            "ARCH=armhf has no wheels of all that the table needs; it can be amd64 or "
            "arm64, and a 32-bit Pi runs the table from a checkout: systemd/install",
        ),
        (
            {"FOR_PYTHON": "3.9"},
            "FOR_PYTHON=3.9 is none that the table runs on; it needs 3.11 or newer",
        ),
    ],
)
def test_what_cannot_be_built_is_refused_in_one_sentence(
    tmp_path: Path, more: dict[str, str], says: str
) -> None:
    done = subprocess.run(
        ["sh", DEB / "build", "python3", tmp_path / "made"],
        env=os.environ | {"ARCH": "arm64", "FOR_PYTHON": "3.11"} | more,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"systemd/deb/build: {says}\n"
    assert not (tmp_path / "made").exists()
