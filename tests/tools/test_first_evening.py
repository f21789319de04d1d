"""`undertow doctor --first-evening`: the sheet, and an archive without secrets."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from controller.cli.run import run
from controller.tools.doctor.machine import Machine
from controller.tools.first_evening.command import (
    ARCHIVE,
    CannotPack,
    first_evening,
)
from controller.tools.first_evening.evidence import without_secrets
from controller.tools.first_evening.sheet import questions
from tests.support.doctor_machines import a_pi, answers, put
from wiring import boardmap

CODE = "QmFzZTY0LWNvZGUtb2Y"
SECRETS = (
    CODE,
    "hunter2",
    "b8:27:eb:12:34:56",
    "192.168.178.31",
    "fd00:1:2:3::9",
    "ada",
    "attic",
    "MyWifi",
    "0x12345678",
)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("socket.gethostname", lambda: "attic")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Pi that lets slip a secret wherever it says anything."""
    told = f"""attic: ada at /home/ada, http://192.168.178.31/?host={CODE}
link b8:27:eb:12:34:56 fd00:1:2:3::9 mqtt://ada:hunter2@broker
host_code = "{CODE}"
wpa_psk=hunter2
ssid: MyWifi
decode_MPG2=0x12345678
"""
    commands = ("uname", "systemd-analyze", "systemctl", "pinctrl", "vcgencmd")
    pi = a_pi(tmp_path / "pi", run=answers(**dict.fromkeys(commands, told)))
    put(pi.root, "boot/firmware/config.txt", f"core_freq=250\n{told}")
    put(pi.root, "etc/os-release", told)
    put(pi.root, "proc/cmdline", f"cgroup_disable=memory user=ada code={CODE}")
    Path("selftest.txt").write_text(f"10 of 10 heard by attic\n{told}")
    return pi


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)


def pack(machine: Machine, ask: Callable[[str], str] = lambda asked: "") -> Path:
    assert first_evening(boardmap.DEFAULT, Path("state"), None, machine, ask) == 0
    return ARCHIVE


def contents(archive: Path) -> dict[str, str]:
    with zipfile.ZipFile(archive) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_the_archive_has_what_the_pi_reports_and_no_secret(machine: Machine) -> None:
    packed = contents(pack(machine))
    assert {*packed} == {
        "README.txt",
        "answers.txt",
        "doctor.txt",
        "commands.txt",
        "files.txt",
        "board.toml",
        "selftest.txt",
    }
    leaked = {
        (name, secret)
        for name, text in packed.items()
        for secret in SECRETS
        if secret in text
    }
    assert leaked == set()
    assert packed["board.toml"] == boardmap.DEFAULT.read_text()
    assert "core_freq=250" in packed["files.txt"]
    assert "cgroup_disable=memory" in packed["files.txt"]
    assert "$ pinctrl get " in packed["commands.txt"]
    assert "10 of 10 heard" in packed["selftest.txt"]
    assert "✓ board map" in packed["doctor.txt"]


@pytest.mark.usefixtures("at_a_terminal")
def test_answers_are_packed_and_the_end_of_the_input_leaves_the_rest_empty(
    machine: Machine,
) -> None:
    names = [question.name for question in questions(boardmap.load())]
    replies = iter(["Pi 4", "  nothing "])

    def ask(_: str) -> str:
        for reply in replies:
            return reply
        raise EOFError

    said = contents(pack(machine, ask))["answers.txt"].splitlines()
    first, second, *rest = names
    assert said == [f"{first}: Pi 4", f"{second}: nothing", *(f"{n}: " for n in rest)]


def test_where_nobody_can_be_asked_nothing_is(machine: Machine) -> None:
    said = contents(pack(machine, pytest.fail))["answers.txt"]
    assert all(line.endswith(": ") for line in said.splitlines())


def test_an_archive_that_is_there_is_not_replaced(machine: Machine) -> None:
    ARCHIVE.write_text("mine")
    with pytest.raises(CannotPack):
        pack(machine)
    assert ARCHIVE.read_text() == "mine"


def test_the_sheet_can_be_printed_and_asks_every_question() -> None:
    assert run(["doctor", "--first-evening", "--out", "sheet.pdf"]) == 0
    with pypdfium2.PdfDocument("sheet.pdf") as pdf:
        words = " ".join(page.get_textpage().get_text_range() for page in pdf)
    text = "".join(words.split())
    for question in questions(boardmap.load()):
        assert "".join(question.ask.split()) in text


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    archive = tmp_path / "no" / "such.zip"
    with pytest.raises(CannotPack, match="cannot be written"):
        first_evening(boardmap.DEFAULT, Path("state"), archive)


def test_a_board_map_without_an_eliminator_has_no_questions_about_it() -> None:
    mini = boardmap.load(boardmap.DEFAULT.with_name("mini.toml"))
    asked = {question.name for question in questions(mini)}
    assert "servo-pulse" not in asked
    assert "data-at-rest" in asked


def test_anything_that_is_not_secret_stays() -> None:
    plain = "Linux 6.12.47+rpt-rpi-v8 aarch64, 1min 2.345s, GPIO10 lo, 12:30:05"
    assert without_secrets(plain, "") == plain
