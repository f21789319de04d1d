"""`undertow doctor` about the program: Python, packages, the service, the port."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.games.packages import Fault
from controller.tools.doctor import program
from controller.tools.doctor.case import Finding, remark, well, wrong
from controller.tools.doctor.machine import Games, Machine, Result
from tests.support.doctor_machines import (
    ON_THE_PI,
    PACKAGES,
    PIP,
    PYTHON,
    a_laptop,
    a_pi,
    answers,
    in_use,
    look_at,
    only,
    put,
)


def test_python_is_named_with_its_environment(tmp_path: Path) -> None:
    assert only(program.python(look_at(a_laptop(tmp_path)))) == well(
        "python",
        "3.11.2, /opt/undertow/.venv/bin/python, in an environment of its own",
    )


def test_the_systems_own_python_is_remarked(tmp_path: Path) -> None:
    python = PYTHON._replace(executable="/usr/bin/python3", has_own_environment=False)
    assert only(program.python(look_at(a_laptop(tmp_path, python=python)))) == remark(
        "python",
        "3.11.2, /usr/bin/python3, in no environment of its own; updates may break it",
        "make play  # makes one",
    )


# Packages


def test_packages_that_fit_are_listed(tmp_path: Path) -> None:
    assert only(program.packages(look_at(a_pi(tmp_path)))) == well(
        "packages",
        "gpiozero 2.0.1.post3, lgpio 0.2.2.0, adafruit-blinka 10.0.0, "
        "websockets 15.0.1",
    )


def test_games_of_packages_are_listed_and_broken_ones_are_named(tmp_path: Path) -> None:
    says = "the game 'odd' of undertow-odd 1.0 holds no GAME"
    whose = {"pearl-dive": "undertow-pearl-dive 0.1.0"}
    found = Games(whose, [Fault("undertow-odd 1.0", says)])
    machine = a_pi(tmp_path, games=lambda: found)
    assert [*program.games(look_at(machine))] == [
        remark(
            "games",
            says,
            f"{PIP} install --upgrade undertow-odd  # or, without it: "
            f"{PIP} uninstall undertow-odd",
        ),
        well("games", "pearl-dive of undertow-pearl-dive 0.1.0"),
    ]


def test_without_other_packages_nothing_is_said_of_games(tmp_path: Path) -> None:
    assert [*program.games(look_at(a_pi(tmp_path)))] == []


@pytest.mark.parametrize("machine", [a_pi, a_laptop])
def test_both_packages_for_the_same_pins_are_wrong(
    tmp_path: Path, machine: Callable[..., Machine]
) -> None:
    both = PACKAGES | {"rpi-gpio": "0.7.1", "rpi-lgpio": "0.6"}
    assert only(program.packages(look_at(machine(tmp_path, packages=both)))) == wrong(
        "packages",
        "RPi.GPIO and rpi-lgpio are both installed and overwrite each other; "
        "remove both, then install one",
        f"{PIP} uninstall --yes RPi.GPIO rpi-lgpio",
        f"{PIP} install rpi-lgpio",
    )


@pytest.mark.parametrize("one", ["rpi-gpio", "rpi-lgpio"])
def test_one_of_them_is_well(tmp_path: Path, one: str) -> None:
    machine = a_pi(tmp_path, packages=PACKAGES | {one: "0.7"})
    found = only(program.packages(look_at(machine)))
    assert found.state == "well"
    assert f"{one} 0.7" in found.says


@pytest.mark.parametrize(
    ("name", "version", "bounds"),
    [
        ("adafruit-blinka", "9.1.0", "<11,>=10"),
        ("adafruit-blinka", "11.0.0", "<11,>=10"),
        ("lgpio", "0.0.0.2", ">=0.2.2.0"),
        ("gpiozero", "1.6.2", ">=2.0.1"),
    ],
)
def test_a_version_out_of_bounds_is_wrong_on_a_pi(
    tmp_path: Path, name: str, version: str, bounds: str
) -> None:
    machine = a_pi(tmp_path, packages=PACKAGES | {name: version})
    assert only(program.packages(look_at(machine))) == wrong(
        "packages",
        f"{name} {version} is installed; undertow needs {bounds}",
        f"{PIP} install '{name}{bounds}'",
    )


def test_a_package_for_pis_may_be_as_it_likes_on_a_laptop(tmp_path: Path) -> None:
    machine = a_laptop(tmp_path, packages=PACKAGES | {"adafruit-blinka": "9.1.0"})
    assert only(program.packages(look_at(machine))).state == "well"


def test_what_undertow_cannot_do_without_is_missed(tmp_path: Path) -> None:
    packages = {name: at for name, at in PACKAGES.items() if name != "websockets"}
    machine = a_laptop(tmp_path, packages=packages)
    assert only(program.packages(look_at(machine))) == wrong(
        "packages",
        "websockets is missing; undertow needs websockets>=15",
        f"{PIP} install 'websockets>=15'",
    )


def test_a_bound_that_is_said_twice_is_told_once(tmp_path: Path) -> None:
    requires = (f"lgpio>=0.2.2.0; {ON_THE_PI}", f"lgpio >=0.2.2.0; {ON_THE_PI}")
    packages = PACKAGES | {"lgpio": "0.0.0.2"}
    machine = a_pi(tmp_path, packages=packages, requires=requires)
    assert only(program.packages(look_at(machine))).state == "wrong"


@pytest.mark.parametrize(
    ("version", "bounds", "is_fit"),
    [
        ("10.0.0", ">=10,<11", True),
        ("11", ">=10,<11", False),
        ("9.9", ">=10,<11", False),
        ("2.0.1.post3", ">=2.0.1", True),
        ("0.2.2", ">=0.2.2.0", True),
        ("1.0.0rc2", ">=1.0.0rc2", True),
        ("10.10", ">10.9", True),
        ("1.2", "==1.2.0", True),
        ("1.2", "!=1.2", False),
        ("1.3", "<=1.2", False),
        ("1.3", "", True),
    ],
)
def test_versions_are_compared_as_numbers(
    version: str, bounds: str, is_fit: bool
) -> None:
    assert program.fits(version, bounds) is is_fit


# Service


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ("active", well("service", "undertow.service is running")),
        ("activating", well("service", "undertow.service is running")),
        (
            "inactive",
            remark(
                "service",
                "undertow.service is installed and inactive",
                "sudo systemctl enable --now undertow",
            ),
        ),
        (
            "failed",
            wrong(
                "service",
                "undertow.service has failed; its last lines say why",
                "journalctl --unit=undertow --lines=30 --no-pager",
                "sudo systemctl restart undertow",
            ),
        ),
    ],
)
def test_the_service_is_as_systemd_says(
    tmp_path: Path, state: str, found: Finding
) -> None:
    said = f"LoadState=loaded\nActiveState={state}"
    machine = a_pi(tmp_path, run=answers(systemctl=said))
    assert only(program.service(look_at(machine))) == found


@pytest.mark.parametrize(
    "answer",
    [
        Result(127, ""),
        Result(1, "System has not been booted with systemd"),
        Result(0, "LoadState=not-found\nActiveState=inactive"),
    ],
)
def test_no_service_is_nothing_to_say(tmp_path: Path, answer: Result) -> None:
    machine = a_laptop(tmp_path, run=answers(systemctl=answer))
    assert list(program.service(look_at(machine))) == []


# Port


LISTENING = "   0: 0100007F:1FC9 00000000:0000 0A 00000000:00000000 00:00\n"
LISTENING_6 = f"   0: {'0' * 32}:1FC9 {'0' * 32}:0000 0A 00000000:00000000 00:00\n"
TALKING = "   1: 0100007F:1FC9 0100007F:C000 01 00000000:00000000 00:00\n"
ELSEWHERE = "   2: 0100007F:C000 0100007F:1FC9 0A 00000000:00000000 00:00\n"
TAKEN = wrong(
    "port",
    "8137 is in use by another program, or by a table that keeps its games in "
    "another folder",
    "sudo ss --listening --tcp --processes 'sport = :8137'",
    "undertow play --port 0",
)


@pytest.mark.parametrize("rows", ["", TALKING, ELSEWHERE])
def test_a_port_on_which_nobody_listens_is_free(tmp_path: Path, rows: str) -> None:
    machine = a_laptop(tmp_path)
    put(tmp_path, "proc/net/tcp", f"  sl  local_address rem_address   st\n{rows}")
    found = only(program.port(look_at(machine)))
    assert found == well("port", "8137 is free for the table's page")


@pytest.mark.parametrize(("table", "row"), [("tcp", LISTENING), ("tcp6", LISTENING_6)])
def test_a_port_that_another_program_has_is_wrong(
    tmp_path: Path, table: str, row: str
) -> None:
    machine = a_laptop(tmp_path)
    put(tmp_path, f"proc/net/{table}", row)
    assert only(program.port(look_at(machine))) == TAKEN


def test_a_port_that_the_service_has_is_well(tmp_path: Path) -> None:
    said = "LoadState=loaded\nActiveState=active"
    machine = a_pi(tmp_path, run=answers(systemctl=said))
    put(tmp_path, "proc/net/tcp", LISTENING)
    found = only(program.port(look_at(machine)))
    assert found == well("port", "8137 is in use, and a table is running")


def test_a_port_that_a_table_of_ours_has_is_well(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))
    put(tmp_path, "proc/net/tcp", LISTENING)
    with in_use(case.state / "journal.sqlite"):
        found = only(program.port(case))
    assert found == well("port", "8137 is in use, and a table is running")
    assert only(program.port(case)) == TAKEN


def test_a_number_that_is_no_port_is_wrong(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path), port=70000)
    says = "70000 is no port; it must be from 0 to 65535"
    assert only(program.port(case)) == wrong("port", says, "undertow play --port 0")


def test_port_0_is_always_free(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path), port=0)
    assert only(program.port(case)) == well(
        "port", "0: the page takes any that is free"
    )


def test_a_system_that_lists_no_ports_is_not_asked(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))
    (tmp_path / "proc/net/tcp").unlink()
    assert list(program.port(case)) == []
