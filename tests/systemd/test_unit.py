"""What is installed on a Pi: the unit, its user, its devices, and the settings."""

import os
import re
import shutil
import signal
import subprocess
import tomllib
from pathlib import Path

import pytest

from controller.cli.settings.resolve import resolve
from controller.service.settings import KEYS, Settings
from controller.session.restore import new_code
from hardware.backends.pi import spidev
from hardware.parts import guardian
from tests.support import ROOT
from tests.support.processes import with_mounts

FILES = ROOT / "systemd"
UNIT = (FILES / "undertow.service").read_text()
EXPOSURE = 2.0


def run(*command: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"LC_ALL": "C", "SYSTEMD_COLORS": "0"} | more,
    )


def lines_of(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit as it is installed, but for a checkout that is here."""
    path = tmp_path / "undertow.service"
    path.write_text(UNIT.replace("/opt/undertow", str(ROOT)))
    return path


def verified(unit: Path) -> str:
    """What systemd has against a unit; its status says nothing, it is 0 for typos."""
    done = run("systemd-analyze", "verify", "--man=no", str(unit))
    return done.stdout + done.stderr


# The unit


def test_systemd_has_nothing_against_the_unit(unit: Path) -> None:
    assert verified(unit) == ""


def test_the_unit_is_exposed_by_no_more_than_it_must_be() -> None:
    path = str(FILES / "undertow.service")
    done = run("systemd-analyze", "security", "--offline=true", "--no-pager", path)
    level = re.search(
        r"Overall exposure level for undertow.service: ([\d.]+)", done.stdout
    )
    assert level, done.stdout + done.stderr
    assert float(level[1]) <= EXPOSURE


def calls_in(name: str) -> set[str]:
    """The system calls that a filter names; a group has others in it."""
    if not name.startswith("@"):
        return {name}
    said = run("systemd-analyze", "syscall-filter", name).stdout.splitlines()[1:]
    named = (line.strip() for line in said)
    return set().union(*(calls_in(n) for n in named if n and not n.startswith("#")))


def test_bots_may_stand_back_behind_the_table() -> None:
    """`nice` starts their program: a filter that forbids it would end them all."""
    allowed: set[str] = set()
    for line in lines_of("SystemCallFilter"):
        calls = set().union(*map(calls_in, line.removeprefix("~").split()))
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    assert "setpriority" in allowed
    assert not {"sched_setscheduler", "setrlimit", "mount", "setuid"} & allowed


def test_pauses_grow_where_systemd_can_do_that(unit: Path) -> None:
    """Before 254 it cannot, and would complain of the two keys and of nothing else."""
    folder = unit.with_name(f"{unit.name}.d")
    folder.mkdir()
    shutil.copy(FILES / "back-off.conf", folder)
    said = verified(unit)
    if systemd_version() >= 254:
        assert said == ""
    else:
        unknown = re.findall(r"Unknown key(?: name)? '(\w+)' in section", said)
        assert unknown == ["RestartSteps", "RestartMaxDelaySec"]
        assert len(said.splitlines()) == 2
    assert lines_of("Restart") == ["on-failure"]
    assert lines_of("StartLimitIntervalSec") == ["0"]


def systemd_version() -> int:
    version = re.match(r"systemd (\d+)", run("systemctl", "--version").stdout)
    assert version
    return int(version[1])


def test_the_guardian_is_given_time_and_the_servo_is_quieted_whatever_died() -> None:
    # Under "mixed" systemd kills the rest within milliseconds of the table's death.
    assert lines_of("KillMode") == ["control-group"]
    (program,) = lines_of("ExecStart")
    # The sign says that a stop never fails because of it.
    assert lines_of("ExecStopPost") == [f"-{program.split()[0]} servo-off"]
    assert int(*lines_of("TimeoutStopSec")) > guardian.TRIES * guardian.AGAIN_S


def test_the_guardian_hears_none_of_the_signals_that_systemd_sends_to_all() -> None:
    sent = [*lines_of("KillSignal"), *lines_of("WatchdogSignal")]
    assert sent == [], "so that they are SIGTERM and SIGABRT"
    assert {signal.SIGTERM, signal.SIGABRT, signal.SIGHUP} <= {*guardian.UNHEARD}


def test_the_unit_lets_each_device_through_that_a_driver_opens() -> None:
    allowed = {line.split()[0] for line in lines_of("DeviceAllow")}
    assert spidev.NODE.startswith("dev/spidev")
    assert {"char-spi", "char-gpiochip", "char-ttyACM", "char-ttyUSB"} <= allowed
    assert {"char-rp1-pio", "char-*gpiomem*"} <= allowed
    assert lines_of("DevicePolicy") == ["closed"]


# Which module of a Pi's kernel brings each kind of device; pins are built in.
MODULES: dict[str, tuple[str, ...]] = {
    "char-gpiochip": (),
    "char-spi": ("spidev",),
    "char-alsa": ("snd",),
    "char-ttyACM": ("cdc_acm",),
    "char-ttyUSB": ("usbserial",),
    "char-rp1-pio": ("rp1_pio",),
    "char-*gpiomem*": ("bcm2835_gpiomem", "raspberrypi_gpiomem"),
}


def test_the_module_of_each_kind_of_device_is_loaded_before_the_table_starts() -> None:
    """systemd leaves out what /proc/devices does not list when the unit starts."""
    allowed = {line.split()[0] for line in lines_of("DeviceAllow")}
    assert allowed == set(MODULES)
    loads = {f"modprobe@{name}.service" for names in MODULES.values() for name in names}
    for order in ("Wants", "After"):
        assert {unit for line in lines_of(order) for unit in line.split()} >= loads


# Its user


def test_its_user_and_every_group_of_the_unit_are_made(tmp_path: Path) -> None:
    made = made_users(tmp_path)
    (groups,) = lines_of("SupplementaryGroups")
    for group in groups.split():
        assert re.search(rf"^{group}:[^:]*:\d+:undertow$", made, re.MULTILINE), group
    users = (tmp_path / "etc/passwd").read_text()
    assert re.search(r"^undertow:x:\d+:\d+:.*:/var/lib/undertow:.*nologin$", users)
    assert lines_of("User") == ["undertow"]


def made_users(root: Path) -> str:
    """Makes the users below a folder, and gives the groups that are there then."""
    (root / "etc").mkdir()
    text = (FILES / "undertow.sysusers.conf").read_text()
    done = subprocess.run(
        ["systemd-sysusers", f"--root={root}", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "ignoring" not in done.stderr
    return (root / "etc/group").read_text()


def test_its_folders_are_made_for_the_right_people(tmp_path: Path) -> None:
    made_users(tmp_path)
    text = (FILES / "undertow.tmpfiles.conf").read_text()
    made = subprocess.run(
        ["systemd-tmpfiles", f"--root={tmp_path}", "--create", "-"],
        input=text,
        capture_output=True,
        text=True,
        # Only root can give a folder away.
        check=os.geteuid() == 0,
    )
    assert "ignoring" not in made.stderr
    rows = [line.split() for line in text.splitlines() if line[:1] not in ("", "#")]
    assert {row[1]: row[2:5] for row in rows} == {
        "/etc/undertow": ["0755", "root", "root"],
        "/var/lib/undertow": ["0700", "undertow", "undertow"],
    }


# Its devices


def udev(tmp_path: Path, rules: str) -> list[str]:
    """What udev has against these rules; it reads them as it does on a Pi."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/70-undertow.rules").write_text(rules)
    made_users(tmp_path)
    group = tmp_path / "etc/group"
    group.write_text(f"{group.read_text()}\nroot:x:0:\n")
    mounts = [
        f"mount --bind {tmp_path}/rules /etc/udev/rules.d",
        f"mount --bind {group} /etc/group",
        "mount -t tmpfs none /run",
    ]
    command = ["udevadm", "test", "/sys/devices/virtual/mem/null"]
    done = run(*with_mounts(mounts, command))
    said = (done.stdout + done.stderr).splitlines()
    ours = [line for line in said if "70-undertow.rules" in line]
    assert ours[:1] == ["Reading rules file: /etc/udev/rules.d/70-undertow.rules"], said
    return ours[1:]


def test_udev_has_nothing_against_the_rules(tmp_path: Path) -> None:
    assert udev(tmp_path, (FILES / "70-undertow.rules").read_text()) == []


# The settings


def test_the_sample_explains_every_setting_and_shows_its_default(
    tmp_path: Path,
) -> None:
    text = (FILES / "undertow.toml").read_text()
    opened = re.sub(r"^#(\[?\w+\]?(?: = .*)?)$", r"\1", text, flags=re.MULTILINE)
    # A secret that everybody can read here would be none.
    opened = opened.replace('host_code = "..."', f'host_code = "{new_code()}"')
    every = tomllib.loads(opened)
    # A section has to come last.
    assert list(every) == sorted(KEYS, key=lambda key: key == "options")
    defaults = Settings()._asdict()
    for key in ("game", "backend", "port", "die"):
        assert every[key] == defaults[key], key
    for key in ("share", "browser"):
        assert f"The default\n# is {str(defaults[key]).lower()}." in text or (
            f"The default is {str(defaults[key]).lower()}." in text
        )
    path = tmp_path / "undertow.toml"
    path.write_text(opened)
    assert resolve({"settings": path}, {}).options == {"memory": True}


def test_the_sample_as_it_comes_opens_the_page_to_phones(tmp_path: Path) -> None:
    found = resolve({"settings": FILES / "undertow.toml"}, {})
    set_by_it = [key for key, origin in found.origins.items() if origin != "default"]
    assert set_by_it == ["share", "browser"]
    assert (found.share, found.browser) == (True, False)


# Installing


def install(folder: Path) -> set[str]:
    done = run("sh", str(FILES / "install"), DESTDIR=str(folder))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    files = (path for path in folder.rglob("*") if path.is_file())
    return {f"/{path.relative_to(folder)}" for path in files}


def test_everything_is_installed_where_it_belongs(tmp_path: Path) -> None:
    drop_in = "/etc/systemd/system/undertow.service.d/back-off.conf"
    assert install(tmp_path) - {drop_in} == {
        "/etc/polkit-1/rules.d/49-undertow.rules",
        "/etc/systemd/system/undertow.service",
        "/etc/sysusers.d/undertow.conf",
        "/etc/tmpfiles.d/undertow.conf",
        "/etc/udev/rules.d/70-undertow.rules",
        "/etc/undertow/undertow.toml",
    }
    assert (tmp_path / drop_in[1:]).exists() == (systemd_version() >= 254)


def test_installing_again_keeps_the_owners_settings(tmp_path: Path) -> None:
    install(tmp_path)
    settings = tmp_path / "etc/undertow/undertow.toml"
    unit = tmp_path / "etc/systemd/system/undertow.service"
    settings.write_text("port = 80\n")
    unit.write_text("an old one\n")
    install(tmp_path)
    assert settings.read_text() == "port = 80\n"
    assert unit.read_text() == UNIT
