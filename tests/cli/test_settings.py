"""The settings: which source takes precedence, and errors with their lines."""

import json
import os
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import wiring
from controller import games
from controller.cli.commands.settings import shown
from controller.cli.settings import resolve as resolving
from controller.cli.settings.resolve import (
    checked_setup,
    resolve,
    state_folder,
)
from controller.rules.game import BadSetup
from controller.service.host_settings import HostSettings
from controller.service.settings import KEYS, BadSettings, Settings, home_link
from controller.sound.control import SoundControl, SoundState
from controller.storage.journal import Journal
from tests.cli.test_cli import Run, undertow
from tests.support import processes
from tests.support.simtable import sim_table
from wiring import boardmap

__all__ = ["undertow"]  # a fixture


@pytest.fixture(autouse=True)
def no_file_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolving, "FILE", tmp_path / "etc/undertow.toml")
    for key in KEYS:
        monkeypatch.delenv(f"UNDERTOW_{key.upper()}", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "etc/undertow.toml"
    path.parent.mkdir()
    return path


def with_file(file: Path, text: str, **given: Any) -> Settings:
    file.write_text(text)
    return resolve(given, {})


# Precedence


def test_without_anybody_the_defaults_are_in_force() -> None:
    found = resolve({}, {"XDG_STATE_HOME": "/nowhere"})
    assert found.game == "get-bit"
    assert (found.seats, found.options) == (None, {})
    assert (found.backend, found.board) == ("auto", boardmap.DEFAULT)
    assert (found.port, found.share, found.browser) == (8137, False, True)
    assert (found.die, found.house) == ("program", None)
    assert set(found.origins.values()) == {"default"}
    assert set(found.origins) == {*KEYS} - {"options"}


def test_each_source_beats_the_one_before_it(file: Path) -> None:
    file.write_text("# the table\nport = 1\nseats = 2\ndie = 'players'\nshare = true\n")
    environment = {"UNDERTOW_PORT": "2", "UNDERTOW_SEATS": "3", "UNDERTOW_HOUSE": ""}
    found = resolve({"port": 3, "share": None}, environment)
    assert (found.port, found.origins["port"]) == (3, "command line")
    assert (found.seats, found.origins["seats"]) == (3, "UNDERTOW_SEATS")
    assert (found.die, found.origins["die"]) == ("players", f"{file}:4")
    assert (found.share, found.origins["share"]) == (True, f"{file}:5")
    assert (found.house, found.origins["house"]) == (None, "default")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("GAME", "hai-noon", "hai-noon"),
        ("SEATS", "3", 3),
        ("BOARD", "maps/mine.toml", Path("maps/mine.toml")),
        ("BOARD", "7", Path("7")),
        ("HOUSE", "true", "true"),
        ("PORT", "80", 80),
        ("SHARE", "true", True),
        ("OPTIONS", "memory=true, refresh_at=1", {"memory": True, "refresh_at": 1}),
    ],
)
def test_the_environment_can_say_everything(name: str, text: str, value: Any) -> None:
    found = resolve({}, {f"UNDERTOW_{name}": text})
    assert getattr(found, name.lower()) == value


def test_options_of_all_sources_come_together(file: Path) -> None:
    file.write_text("[options]\nmemory = true\nrefresh_at = 1\n")
    environment = {"UNDERTOW_OPTIONS": "refresh_at=2"}
    found = resolve({"options": ["longer=true"]}, environment)
    assert found.options == {"memory": True, "refresh_at": 2, "longer": True}
    assert [found.origins[f"options.{name}"] for name in found.options] == [
        f"{file}:2",
        "UNDERTOW_OPTIONS",
        "command line",
    ]


def test_seats_and_options_go_with_the_game_that_they_were_set_for(file: Path) -> None:
    text = 'game = "get-bit"\nseats = 6\nport = 9\n[options]\nmemory = true\n'
    other = with_file(file, text, game="hai-noon")
    assert (other.seats, other.options, other.port) == (None, {}, 9)
    assert other.origins["seats"] == "default"
    same = with_file(file, text, game="get-bit")
    assert (same.seats, same.options) == (6, {"memory": True})
    more = with_file(file, text, game="hai-noon", seats=3)
    assert more.seats == 3


def test_paths_in_the_file_begin_at_its_folder(file: Path) -> None:
    found = with_file(file, 'board = "mine.toml"\nhouse = "decks"\nstate = "/games"\n')
    assert found.board == file.parent / "mine.toml"
    assert found.house == str(file.parent / "decks")
    assert found.state == Path("/games")


def test_another_file_can_be_named(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text("port = 1\n")
    other.write_text("port = 2\n")
    named = {"UNDERTOW_SETTINGS": str(one)}
    assert resolve({}, named).port == 1
    assert resolve({"settings": str(other)}, named).port == 2


def test_the_folder_of_the_service_is_named_by_systemd(tmp_path: Path) -> None:
    systemd = {"STATE_DIRECTORY": str(tmp_path)}
    found = resolve({}, systemd)
    assert found.origins["state"] == "STATE_DIRECTORY, which systemd sets"
    assert resolve({"state": "/x"}, systemd).origins["state"] == "command line"


# What the host sets on the table's page


def host_settings(file: Path, text: str, **environment: str) -> HostSettings:
    """The settings of a running table, and its owner's file with this text."""
    file.write_text(text)
    environment |= {"UNDERTOW_STATE": str(file.parent)}

    def again(by_host: bool) -> Settings:
        return resolve({}, environment, by_host=by_host)

    return HostSettings(again(True), again)


def test_what_the_host_sets_lies_over_the_owners_file_which_stays_as_it_is(
    file: Path,
) -> None:
    text = "# My table\nlanguage = 'de' # ours\nvolume = 3\n"
    own = host_settings(file, text, UNDERTOW_BOARD="mini")
    with sim_table(file.parent / "games") as table:
        assert table.rig.speaker
        sound = SoundControl(table.rig.speaker, SoundState(3))
        own.keep_sound(sound)
        sound.use(sound.state._replace(volume=5, music=True))
        sound.toggle_mute()
    told = own.message({"language": "en", "table_name": "attic", "board": "grid-only"})
    assert told["refused"] == {}
    assert told["values"] == {
        "table_name": "attic",
        "language": "en",
        "board": "mini",
        "volume": 5,
        "music": True,
    }
    assert told["elsewhere"] == {"board": "UNDERTOW_BOARD"}
    assert told["waiting"] == ["table_name", "language"]
    assert file.read_text() == text
    found = resolve({"volume": 9}, {"UNDERTOW_STATE": str(file.parent)})
    assert found.board == wiring.MAPS / "grid-only.toml"
    assert (found.volume, found.language) == (9, "en")
    assert found.origins["language"] == f"{file.parent}/host.toml:3"


def test_what_the_host_sets_as_the_owner_has_it_is_the_owners_again(file: Path) -> None:
    own = host_settings(file, "language = 'de'\n")
    assert own.message({"language": "en"})["waiting"] == ["language"]
    assert own.message({"language": "de", "table_name": ""})["waiting"] == []
    file.write_text("language = 'en'\n")
    assert own.message({})["values"]["language"] == "en"


def test_each_bad_value_of_the_host_is_refused_by_its_key_and_nothing_is_kept(
    file: Path,
) -> None:
    own = host_settings(file, "volume = 3\n")
    (file.parent / "broken.toml").write_text("name = 'broken'\n")
    wanted = {"table_name": "the attic", "language": "fr", "board": "/etc/passwd"}
    assert {*own.message(wanted)["refused"]} == {*wanted}
    broken = str(file.parent / "broken.toml")
    says = own.message({"table_name": "attic", "board": broken})["refused"]["board"]
    assert broken in says.values["text"]
    assert not (file.parent / "host.toml").exists()


def test_the_owners_own_board_map_can_be_chosen(file: Path) -> None:
    mine = file.parent / "mine.toml"
    mine.parent.mkdir(exist_ok=True)
    mine.write_text(boardmap.DEFAULT.read_text().replace('"mark 1"', '"mine"', 1))
    own = host_settings(file, "")
    told = own.message({"board": str(mine)})
    assert (told["refused"], told["values"]["board"]) == ({}, str(mine))
    assert [row["name"] for row in told["boards"]][-1] == "mine"


def test_a_full_disk_is_reported_and_nothing_changes(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = host_settings(file, "")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("controller.service.host_settings.write_new", full)
    told = own.message({"language": "de"})
    assert told["refused"][""].key == "settings.not-kept"
    assert told["values"]["language"] == "en"


def test_safe_mode_leaves_out_what_the_host_has_set(file: Path) -> None:
    own = host_settings(file, "")
    own.keep({"board": "mini"})
    environment = {"UNDERTOW_STATE": str(file.parent), "UNDERTOW_SAFE": "1"}
    assert resolve({}, environment).board == boardmap.DEFAULT


# What is wrong


@pytest.mark.parametrize(
    ("text", "line", "named"),
    [
        ("\nprot = 80", 2, "did you mean 'port'?"),
        ("port = 70000", 1, "from 0 to 65535; it is 70000"),
        ("share = 1", 1, "share must be true or false; it is 1"),
        ("names = 'a.lan, http://b'", 1, "table.fritz.box"),
        ("""speech_command = "say 'it" """, 1, "speech_command"),
        ("join = 'http://a:99999/'", 1, "host page"),
        ("join = 'http://:80/'", 1, "host page"),
        ("options = 3", 1, "[options]"),
        ("[optoins]\nx = 1", 1, "did you mean 'options'?"),
        ("port = ", 1, "TOML"),
        ("game = 'get-bite'", 1, ", ".join(games.own_names())),
    ],
)
def test_an_error_in_the_file_is_reported_with_its_line(
    file: Path, text: str, line: int, named: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        with_file(file, text)
    assert str(refused.value).startswith(f"{file}:{line}: ")
    assert named in str(refused.value)


@pytest.mark.parametrize(
    ("join", "link"),
    [
        ("kitchen", "http://kitchen:8137/"),
        ("10.0.0.7/", "http://10.0.0.7:8137/"),
        ("10.0.0.7:80?host=code", "http://10.0.0.7:80/?host=code"),
        ("[::1]", "http://[::1]:8137/"),
        ("https://table.lan/?host=code", "https://table.lan/?host=code"),
    ],
)
def test_another_table_is_named_by_its_address_or_its_link(
    file: Path, join: str, link: str
) -> None:
    found = with_file(file, f'join = "{join}"\n').join
    assert found == join
    assert home_link(found) == link


@pytest.mark.parametrize(
    ("key", "slip"),
    [
        ("broker", "mqtt//ana:hunter2@broker"),
        ("join", "htp://home/?host=hunter2"),
        ("host_code", "hunter2"),
    ],
)
def test_a_secret_with_a_slip_is_not_repeated(file: Path, key: str, slip: str) -> None:
    with pytest.raises(BadSettings) as in_the_file:
        with_file(file, f'{key} = "{slip}"\n')
    with pytest.raises(BadSettings) as in_the_environment:
        resolve({}, {f"UNDERTOW_{key.upper()}": slip})
    for refused in (in_the_file, in_the_environment):
        assert key in str(refused.value).lower()
        assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("seats = 7", 1),
        ("[options]\n\nfast = true", 3),
        ("seats = 3\n[options]\nmemory = 1", 3),
    ],
)
def test_what_the_game_refuses_is_said_with_its_line(
    file: Path, text: str, line: int
) -> None:
    with pytest.raises(BadSettings) as refused:
        checked_setup(with_file(file, text))
    assert str(refused.value).startswith(f"{file}:{line}: get-bit: ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("volume", 99),
        ("quiet", "25:00-26:00"),
        ("voice", "a; b"),
        ("speech_command", "say 'it"),
    ],
)
def test_an_error_on_the_command_line_names_its_option(key: str, value: object) -> None:
    with pytest.raises(BadSettings) as refused:
        resolve({key: value}, {})
    assert str(refused.value).startswith(f"--{key.replace('_', '-')} must be ")
    assert str(value) in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("PORT", "http", " must be a whole number from 0 to 65535; it is 'http'"),
        ("SHARE", "yes", " must be true or false; it is 'yes'"),
        ("BACKEND", "pico", " must be auto, pi or sim; it is 'pico'"),
        ("OPTIONS", "memory=true,longer", " longer: write it as NAME=VALUE"),
    ],
)
def test_an_error_in_the_environment_names_its_variable(
    name: str, text: str, named: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        resolve({}, {f"UNDERTOW_{name}": text})
    assert str(refused.value).startswith(f"UNDERTOW_{name}{named}")


def test_what_the_game_refuses_is_said_by_the_name_of_the_variable() -> None:
    with pytest.raises(BadSettings) as refused:
        checked_setup(resolve({}, {"UNDERTOW_SEATS": "7"}))
    words = "UNDERTOW_SEATS: get-bit: seats must be a number from 2 to 6, not 7"
    assert str(refused.value) == words
    with pytest.raises(BadSetup) as plain:
        checked_setup(resolve({"seats": 7}, {}))
    assert str(plain.value) == "get-bit: seats must be a number from 2 to 6, not 7"


def test_a_file_that_was_asked_for_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as refused:
        resolve({"settings": str(tmp_path / "mine.toml")}, {})
    assert str(refused.value) == (
        f"{tmp_path}/mine.toml: the settings file cannot be read "
        "(No such file or directory); check its path"
    )


def test_house_data_is_handed_in_and_never_passed_on_by_the_environment(
    undertow: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UNDERTOW_HOUSE", raising=False)
    file.write_text('game = "hold-your-breath"\nhouse = "decks"\n')
    own = file.parent / "decks" / "hold-your-breath.toml"
    own.parent.mkdir()
    own.write_text("[creatures]\nshark = 99\n")
    status, _, said = undertow("settings")
    assert (status, said[: len(f"undertow: {own}:")]) == (1, f"undertow: {own}:")
    assert "UNDERTOW_HOUSE" not in os.environ


@pytest.mark.parametrize("command", [("settings",), ("play", "--port", "0")])
def test_a_house_folder_that_is_not_there_is_refused(
    undertow: Run, file: Path, command: tuple[str, ...]
) -> None:
    """A table that starts with other decks than its owner's would be found out late."""
    file.write_text('house = "decks"\n')
    assert undertow(*command) == (
        1,
        "",
        f"undertow: {file.parent}/decks: there is no such folder with house data; "
        "create it, or name another one\n",
    )


# The command


def test_the_command_shows_the_settings_in_effect_and_their_origin(
    undertow: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("seats = 3\n\n[options]\nmemory = true\n")
    monkeypatch.setenv("UNDERTOW_PORT", "80")
    monkeypatch.setenv("UNDERTOW_PROT", "81")
    monkeypatch.setenv("UNDERTOW_STATE", "/games")
    status, out, said = undertow("settings", "--share", "--board", "/b.toml")
    assert (status, said) == (0, "")
    table, _, remarks = out.partition("\n\n")
    rows = [re.split("  +", line) for line in table.splitlines()]
    assert rows[0] == ["setting", "value", "from"]
    assert [row for row in rows[1:] if row[2] != "default"] == [
        ["seats", "3", f"{file}:1"],
        ["options.memory", "true", f"{file}:4"],
        ["board", "/b.toml", "command line"],
        ["state", "/games", "UNDERTOW_STATE"],
        ["port", "80", "UNDERTOW_PORT"],
        ["share", "true", "command line"],
    ]
    assert ["house", "none", "default"] in rows
    named = {row[0].partition(".")[0] for row in rows[1:]}
    assert named == set(KEYS)
    assert remarks.startswith("UNDERTOW_PROT is not a setting")
    assert "'UNDERTOW_PORT'" in remarks


@pytest.mark.parametrize("command", ["play", "settings", "doctor", "selftest"])
def test_every_command_refuses_a_file_that_is_wrong(
    undertow: Run, file: Path, command: str
) -> None:
    file.write_text("prot = 80\n")
    assert undertow(command) == (
        1,
        "",
        f"undertow: {file}:1: unknown key 'prot' in the settings file; "
        "did you mean 'port'?\n",
    )


def test_doctor_looks_at_the_table_of_the_file(
    undertow: Run, file: Path, tmp_path: Path
) -> None:
    file.write_text('state = "games"\n')
    _, out, _ = undertow("doctor", "--json")
    said = json.dumps(json.loads(out))
    assert f"{file.parent}/games" in said


def test_the_state_folder_is_the_given_one_then_systemds_then_the_users(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setenv("XDG_STATE_HOME", "/home/somebody/state")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/undertow")
    assert state_folder("here") == Path("here")
    assert state_folder(None) == Path("/var/lib/undertow")
    assert state_folder("") == Path("/var/lib/undertow")
    monkeypatch.delenv("STATE_DIRECTORY")
    assert state_folder(None) == Path("/home/somebody/state/undertow")
    monkeypatch.delenv("XDG_STATE_HOME")
    assert state_folder(None) == Path("/home/somebody/.local/state/undertow")


# The host code


def test_a_host_code_is_kept_and_never_shown(file: Path) -> None:
    code = "a-long-secret-of-ours"
    found = with_file(file, f'host_code = "{code}"\n')
    assert found.host_code == code
    assert resolve({}, {"UNDERTOW_HOST_CODE": "1" * 16}).host_code == "1" * 16
    text = shown(found, 4, {})
    assert code not in text
    assert re.search(rf"^host_code +set +{file}:1$", text, re.MULTILINE)


@pytest.mark.parametrize("code", ["short", "x" * 65, "with a space in it", "ü" * 20])
def test_a_host_code_that_is_easy_to_guess_or_to_mistype_is_refused(
    file: Path, code: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        with_file(file, f'host_code = "{code}"\n')
    assert "at least 16 letters, digits, - and _" in str(refused.value)


def test_a_certificate_lies_beside_the_settings_file(file: Path) -> None:
    found = with_file(file, 'tls_certificate = "c.pem"\ntls_key = "/keys/k.pem"\n')
    assert found.tls_certificate == str(file.parent / "c.pem")
    assert found.tls_key == "/keys/k.pem"


def test_a_certificate_that_cannot_be_used_stops_the_start_with_a_sentence(
    undertow: Run, tmp_path: Path
) -> None:
    line = ["play", "--tls-certificate", "/no/c.pem", "--tls-key", "/no/k.pem"]
    status, _, said = undertow(*line, "--state", str(tmp_path / "state"))
    assert (status, said) == (1, "undertow: /no/c.pem: No such file or directory\n")
    assert not (tmp_path / "state").exists()


def test_bots_come_from_the_line_the_environment_or_the_file(tmp_path: Path) -> None:
    file = tmp_path / "undertow.toml"
    file.write_text('bots = "easy, sharp"\n')
    found = resolve({"settings": str(file)}, {})
    assert found.bot_levels == ("easy", "sharp")
    found = resolve({"settings": str(file)}, {"UNDERTOW_BOTS": "steady"})
    assert found.bot_levels == ("steady",)
    found = resolve({"settings": str(file), "bots": "sharp,sharp"}, {})
    assert found.bot_levels == ("sharp", "sharp")
    assert resolve({}, {}).bot_levels == ()


def test_what_cannot_be_names_where_it_was_said(tmp_path: Path) -> None:
    file = tmp_path / "undertow.toml"
    file.write_text('port = 1\nbots = "easy, godlike"\n')
    with pytest.raises(BadSettings, match=r"undertow.toml:2: .*easy, steady, sharp"):
        resolve({"settings": str(file)}, {})
    with pytest.raises(BadSettings, match="UNDERTOW_BOTS must be levels"):
        resolve({}, {"UNDERTOW_BOTS": "random"})
    with pytest.raises(BadSettings, match="--bots must be levels"):
        resolve({"bots": "godlike"}, {})
    many = resolve({"bots": "easy,easy,easy", "seats": 2}, {})
    with pytest.raises(BadSettings, match="3 bots are too many"):
        checked_setup(many)


def test_the_game_is_begun_as_its_lesson(tmp_path: Path) -> None:
    state = tmp_path / "state"
    options = ("hai-noon", "--learn", "--seed=5", "--option=start=full")
    with processes.table(state, *options):
        pass
    with closing(Journal(state / "journal.sqlite")) as journal:
        saved = journal.unfinished()
    assert saved
    assert saved.setup.lesson
    assert saved.setup.seed == 5
    # A lesson is set up by its own file.
    assert saved.setup.options["start"] == "normal"
    assert saved.setup.options["first"] == 0
