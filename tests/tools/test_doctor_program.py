"""`undertow doctor` about the program: Python, packages, service, port, its user."""

from pathlib import Path

import pytest

from controller.games.packages import Fault
from controller.tools.doctor import program
from controller.tools.doctor.machine import Games
from tests.support.doctor_machines import (
    PIP,
    PYTHON,
    a_laptop,
    a_pi,
    answers,
    look_at,
    only,
)


@pytest.mark.parametrize(("own", "state"), [(True, "ok"), (False, "warning")])
def test_the_systems_own_python_is_remarked(
    tmp_path: Path, own: bool, state: str
) -> None:
    python = PYTHON._replace(has_own_environment=own)
    found = only(program.python(look_at(a_laptop(tmp_path, python=python))))
    assert found.state == state
    assert python.executable in found.says


# Packages


def test_games_of_packages_are_listed_and_broken_ones_are_named(tmp_path: Path) -> None:
    says = "the game 'odd' of undertow-odd 1.0 holds no GAME"
    whose = {"pearl-dive": "undertow-pearl-dive 0.1.0"}
    found = Games(whose, [Fault("undertow-odd 1.0", says)])
    broken, well = program.games(look_at(a_pi(tmp_path, games=lambda: found)))
    assert (broken.state, broken.says) == ("warning", says)
    assert broken.fix[0].startswith(f"{PIP} install --upgrade undertow-odd ")
    assert well.says == "pearl-dive of undertow-pearl-dive 0.1.0"
    assert [*program.games(look_at(a_pi(tmp_path)))] == []


# Service


@pytest.mark.parametrize(
    ("active", "state"),
    [
        ("active", "ok"),
        ("inactive", "warning"),
        ("failed", "error"),
    ],
)
def test_the_service_is_as_systemd_says(
    tmp_path: Path, active: str, state: str
) -> None:
    said = f"LoadState=loaded\nActiveState={active}"
    machine = a_pi(tmp_path, run=answers(systemctl=said))
    found = only(program.service(look_at(machine)))
    assert found.state == state
    assert bool(found.fix) == (state != "ok")
