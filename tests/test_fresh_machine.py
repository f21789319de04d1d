"""What the Makefile installs on a new machine, and from where."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

SCRIPT = ROOT / "tests/get-programs"
MAKEFILE = (ROOT / "Makefile").read_text()
LOCKS = [*ROOT.glob("*.lock"), ROOT / "systemd/deb/pi.lock"]
# The system's own programs, each with its purpose.
PROGRAMS = {
    "chromium-headless-shell": "chromium-headless-shell",
    "git": "git",
    "mosquitto": "mosquitto",
    "ip": "iproute2",
    "mount": "mount",
    "systemd-analyze": "systemd",
    "udevadm": "udev",
    "unshare": "util-linux",
    "xz": "xz-utils",
}


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A machine's programs: what every Debian has, and a Python with its driver."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "env"):
        (folder / name).symlink_to(f"/bin/{name}")
    put(folder, "python", "exit 0")
    put(folder, "id", "echo 0")
    return folder


def put(folder: Path, name: str, says: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{says}\n")
    (folder / name).chmod(0o755)


def got(programs: Path) -> subprocess.CompletedProcess[str]:
    # The system's own folders are another machine's.
    text = SCRIPT.read_text().replace("PATH=$PATH:/usr/sbin:/sbin\n", "")
    return subprocess.run(
        [programs / "sh", "-c", text, SCRIPT.name, "python"],
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )


def apt_of(programs: Path) -> Path:
    said = programs.parent / "apt"
    put(programs, "apt-get", f'echo "$@" >>{said}')
    return said


def test_where_nothing_is_missing_nothing_is_installed(programs: Path) -> None:
    said = apt_of(programs)
    for name in PROGRAMS:
        put(programs, name, "exit 0")
    done = got(programs)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not said.exists()


@pytest.mark.parametrize(("name", "package"), PROGRAMS.items())
def test_a_program_that_is_missing_is_installed(
    programs: Path, name: str, package: str
) -> None:
    said = apt_of(programs)
    for other in PROGRAMS.keys() - {name}:
        put(programs, other, "exit 0")
    done = got(programs)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"installing what the tests need: {package}\n"
    assert said.read_text() == f"update -qq\ninstall -y -qq {package}\n"


def test_a_browsers_driver_that_does_not_start_gets_its_library(
    programs: Path,
) -> None:
    said = apt_of(programs)
    for name in PROGRAMS:
        put(programs, name, "exit 0")
    put(programs, "python", "exit 127")
    assert got(programs).returncode == 0
    assert said.read_text().endswith("install -y -qq libatomic1\n")


@pytest.mark.parametrize("is_root", [True, False])
def test_a_user_who_cannot_install_gets_one_sentence_on_what_to_install(
    programs: Path, is_root: bool
) -> None:
    put(programs, "id", f"echo {0 if is_root else 1000}")
    if not is_root:
        apt_of(programs)  # but no sudo
    done = got(programs)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(
        "as root: apt-get install "
        "chromium-headless-shell systemd udev mount util-linux iproute2 git xz-utils "
        "mosquitto\n"
    )


def test_every_program_that_the_makefile_installs_is_pinned_by_its_hash() -> None:
    rows = re.findall(r"pip install .*", MAKEFILE)
    assert rows
    for row in rows:
        assert "--require-hashes" in row or row.endswith("--no-deps "
            "--no-build-isolation --editable ."), row  # fmt: skip
    # No package is built with tools that are downloaded for it.
    assert "--no-build-isolation -r test.lock" in MAKEFILE
    assert "\nsetuptools==" in (ROOT / "play.lock").read_text()
    used = {*re.findall(r"-r (\S+\.lock)", MAKEFILE)}
    assert used == {"cad.lock", "play.lock", "test.lock", "tools.lock"}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_has_hashes_and_names_no_host(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    packages = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert packages
    assert all("--hash=sha256:" in words for words in packages)


def test_the_scripts_programs_are_pinned_by_hash_and_name_no_host() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    named = packages.pop("")["devDependencies"].values()
    assert all(re.fullmatch(r"[\d.]+", version) for version in named)
    assert packages
    for name, each in packages.items():
        assert each["integrity"], name
        assert "resolved" not in each, name
    assert "npm ci" in MAKEFILE


def test_the_tests_own_driver_starts_here() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "playwright", "--version"],
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
