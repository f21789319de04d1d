"""The Debian package, in a small Debian: installed, played, upgraded, removed, purged.

These need root and take a minute: `make deb-test` makes the Debian and runs them, and
`make test` does not. They build on each other, from a system without the package.
"""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.systemd.deb.root import (
    DebianRoot,
    File,
    build,
    choose_a_card,
    copy_of_the_checkout,
    first_position,
    playing,
)

pytestmark = pytest.mark.deb

RELEASE = os.environ.get("UNDERTOW_DEBIAN", "")
NEWER = "99.1"
SETTINGS = "etc/undertow/undertow.toml"
WANTED = "etc/systemd/system/multi-user.target.wants/undertow.service"
# The groups may be other programs', too, so that they stay; users and groups are kept
# with a copy of how they were before.
LEFT = {"/etc/group-", "/etc/gshadow-", "/etc/passwd-", "/etc/shadow-"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    assert os.geteuid() == 0, "only root can install a package; run it with sudo"
    folder = tmp_path_factory.mktemp("deb")
    yield folder
    # A whole Debian is too much to keep.
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def root(folder: Path) -> DebianRoot:
    return DebianRoot(folder / "root", RELEASE)


@pytest.fixture(scope="module")
def before(root: DebianRoot) -> dict[str, File]:
    return root.files()


@pytest.fixture(scope="module")
def checkout(folder: Path) -> Path:
    """A copy, which nobody edits meanwhile."""
    return copy_of_the_checkout(folder / "checkout")


@pytest.fixture(scope="module")
def package(root: DebianRoot, checkout: Path, folder: Path) -> Path:
    return build(checkout, root.python, folder)


@pytest.fixture(scope="module")
def newer(root: DebianRoot, folder: Path) -> Path:
    checkout = copy_of_the_checkout(folder / "newer", NEWER)
    return build(checkout, root.python, folder)


def project_version() -> str:
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("version = "))
    return line.split('"')[1]


def test_the_same_checkout_makes_the_same_package(
    root: DebianRoot, checkout: Path, package: Path, folder: Path
) -> None:
    again = build(checkout, root.python, folder / "again")
    assert again.name == package.name
    assert again.read_bytes() == package.read_bytes()


def test_another_debians_package_is_refused_by_name(
    root: DebianRoot, checkout: Path, folder: Path, before: dict[str, File]
) -> None:
    other = {"3.11": "3.13", "3.13": "3.11"}[root.python]
    wrong = build(checkout, other, folder / "wrong")
    (root.path / "wrong.deb").write_bytes(wrong.read_bytes())
    done = root.run("apt-get", "install", "/wrong.deb")
    (root.path / "wrong.deb").unlink()
    assert done.returncode != 0
    assert "undertow : Depends: python3" in done.stdout + done.stderr
    assert root.files() == before


def test_a_table_that_runs_from_a_checkout_is_not_written_over(
    root: DebianRoot, package: Path, before: dict[str, File]
) -> None:
    unit = root.path / "etc/systemd/system/undertow.service"
    unit.write_text("of a checkout\n")
    (root.path / "package.deb").write_bytes(package.read_bytes())
    done = root.run("dpkg", "--install", "/package.deb")
    assert done.returncode != 0
    assert (
        "undertow: /etc/systemd/system/undertow.service belongs to a table that runs "
        "from a checkout"
    ) in done.stderr
    assert unit.read_text() == "of a checkout\n"
    unit.unlink()
    (root.path / "package.deb").unlink()
    root.do("dpkg", "--purge", "undertow")
    assert root.files() == before


def test_it_installs_with_its_user_its_folders_and_its_unit_switched_on(
    root: DebianRoot, package: Path, before: dict[str, File]
) -> None:
    root.install(package)
    assert "/usr/lib/undertow/bin/undertow" not in before
    groups = root.do("id", "--name", "--groups", "undertow").split()
    assert set(groups) == {"undertow", "audio", "gpio", "spi", "dialout"}
    uid, gid = (int(root.do("id", f"--{of}", "undertow")) for of in ("user", "group"))
    files = root.files()
    assert files["/var/lib/undertow"] == File(0o700, uid, gid)
    assert files["/etc/undertow"] == File(0o755, 0, 0)
    assert files[f"/{SETTINGS}"] == File(0o644, 0, 0)
    assert root.do("systemctl", "is-enabled", "undertow").strip() == "enabled"
    assert root.do("dpkg", "--verify", "undertow") == ""


def test_systemd_has_nothing_against_what_was_installed(root: DebianRoot) -> None:
    """On the systemd of that Debian, with the growing pauses where it knows them."""
    folder = "/usr/lib/systemd/system"
    units = sorted((root.path / folder[1:]).glob("undertow*.*[eh]"))
    assert len(units) == 4
    for name in (path.name for path in units):
        said = root.run("systemd-analyze", "verify", "--man=no", f"{folder}/{name}")
        assert [line for line in said.stderr.splitlines() if "undertow" in line] == []
        assert root.do("systemctl", "is-enabled", name).strip() == "enabled"
    unit = f"{folder}/undertow.service"
    version = int(root.do("systemctl", "--version").split()[1])
    pauses = root.path / f"{unit}.d/back-off.conf".lstrip("/")
    assert pauses.is_symlink() == (version >= 254)


def test_every_package_is_listed_with_its_licence(root: DebianRoot) -> None:
    site = root.path / f"usr/lib/undertow/lib/python{root.python}/site-packages"
    infos = [path.name.removesuffix(".dist-info") for path in site.glob("*.dist-info")]
    papers = (root.path / "usr/share/doc/undertow/copyright").read_text()
    assert papers.count("\nComment: ") == len(infos) - 1


def test_it_says_its_version(root: DebianRoot) -> None:
    assert root.do("undertow", "--version") == f"undertow {project_version()}\n"


def test_its_byte_code_is_there_so_that_it_starts_quickly(root: DebianRoot) -> None:
    site = root.path / f"usr/lib/undertow/lib/python{root.python}/site-packages"
    for package in ("controller", "hardware", "wiring", "websockets", "gpiozero"):
        sources = {path.stem for path in (site / package).glob("*.py")}
        compiled = (site / package / "__pycache__").glob("*.pyc")
        assert {path.name.split(".")[0] for path in compiled} == sources


def test_the_doctor_looks_and_finds_the_settings_in_force(root: DebianRoot) -> None:
    doctor = root.run("undertow", "doctor", user="undertow")
    assert "/usr/lib/undertow/bin/python" in doctor.stdout, doctor.stderr
    assert "in a virtual environment" in " ".join(doctor.stdout.split())
    settings = root.do("undertow", "settings")
    rows = {line.split()[0]: line.split()[1:] for line in settings.splitlines() if line}
    assert rows["share"][0] == "true"
    assert rows["share"][1].startswith(f"/{SETTINGS}:")
    assert rows["port"] == ["8137", "default"]


def test_its_user_plays_and_nothing_but_its_folder_is_written(root: DebianRoot) -> None:
    before = root.files()
    with playing(root) as table:
        after = choose_a_card(table.port)
        assert after["state"]["chosen"] == ["red"]
        assert table.end(signal.SIGKILL)[0] == -signal.SIGKILL
    written = set(root.files().items()) ^ set(before.items())
    names = {name for name, _ in written}
    assert "/var/lib/undertow/journal.sqlite" in names
    assert {Path(name).parent for name in names} == {Path("/var/lib/undertow")}


def test_an_upgrade_keeps_settings_and_the_owners_switch_and_the_game(
    root: DebianRoot, newer: Path
) -> None:
    settings = root.path / SETTINGS
    settings.write_text(settings.read_text() + "seats = 3\n")
    root.do("systemctl", "disable", "undertow")
    root.install(newer)
    assert root.do("undertow", "--version") == f"undertow {NEWER}\n"
    assert settings.read_text().endswith("seats = 3\n")
    assert root.run("systemctl", "is-enabled", "undertow").stdout == "disabled\n"
    with playing(root) as table:
        offered = first_position(table.port)
        assert (offered["phase"], offered["state"]["chosen"]) == ("offer", ["red"])
        assert table.end(signal.SIGTERM)[0] == 0


def test_nothing_of_the_older_program_is_left(root: DebianRoot) -> None:
    site = root.path / f"usr/lib/undertow/lib/python{root.python}/site-packages"
    assert [path.name for path in site.glob("undertow-*")] == [
        f"undertow-{NEWER}.dist-info"
    ]
    assert root.do("dpkg", "--verify", "undertow").split() == [
        "??5??????",
        "c",
        f"/{SETTINGS}",
    ]


def test_removing_the_package_leaves_the_games_and_the_settings(
    root: DebianRoot, newer: Path
) -> None:
    root.do("dpkg", "--remove", "undertow")
    assert not (root.path / "usr/lib/undertow").exists()
    assert not (root.path / "usr/bin/undertow").is_symlink()
    assert (root.path / "var/lib/undertow/journal.sqlite").exists()
    assert (root.path / SETTINGS).exists()
    root.install(newer)
    with playing(root) as table:
        assert first_position(table.port)["phase"] == "offer"


def test_purging_the_package_leaves_nothing(
    root: DebianRoot, before: dict[str, File]
) -> None:
    root.do("systemctl", "enable", "undertow")
    assert (root.path / WANTED).is_symlink()
    root.do("dpkg", "--purge", "undertow")
    assert root.files().keys() ^ before.keys() <= LEFT
    assert root.run("id", "undertow").returncode != 0
