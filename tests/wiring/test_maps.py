"""Every game on every board map, played to its end.

All of them can be played from the seats' pages, and by hand where the map has the
buttons. At the start a table lists what its buttons cannot do.
"""

import subprocess
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest

import wiring
from controller import games
from controller.cli.settings.resolve import resolve
from controller.input.gestures import Gestures
from controller.service.welcome import greet
from controller.session.limits import limits, tell_limits
from controller.tabletop.gestures import Press, Script
from hardware.parts.registry import Parts
from tests.support import processes
from tests.support.ours import OURS, so_many
from tests.support.simtable import SimTable, sim_table
from wiring import boardmap
from wiring.boardmap import BoardMap

MAPS = {name: boardmap.load(Path(wiring.find(name))) for name in wiring.names()}
# No game of two takes as many choices as this.
ENOUGH = 3000


def choices(table: SimTable) -> list[Any]:
    return list(table.table.match.game.legal(table.position))


def play(
    table: SimTable,
    game: str,
    choose: Callable[[SimTable, Any], object],
    among: Callable[[SimTable], list[Any]] = choices,
) -> None:
    """Make random choices by `choose` until the game is over."""
    table.start(so_many(game), game=game)
    random = Random(7)
    for _ in range(ENOUGH):
        if table.table.phase == "over":
            return
        position = table.position
        choose(table, random.choice(among(table)))
        assert table.position is not position, table.told[-1:]
    pytest.fail(f"{game} does not end")


def on_a_page(table: SimTable, action: Any) -> None:
    table.act(action, action.seat)


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("game", games.names())
def test_every_game_is_played_to_its_end_from_the_pages(
    game: str, name: str, tmp_path: Path
) -> None:
    with sim_table(tmp_path, board=MAPS[name]) as table:
        play(table, game, on_a_page)
        assert table.table.match.result
        assert [told for told in table.told if not told.legal] == []


# With the hands alone


def script_of(table: SimTable, action: Any) -> Script | None:
    staging = games.staging(table.table.match.game)
    return staging.script(table.position, action)


def at_hand(table: SimTable) -> list[Any]:
    """Return the actions that hands can make now."""
    return [action for action in choices(table) if script_of(table, action)]


def by_hand(table: SimTable, action: Any) -> None:
    """Perform the script, and press `ok` if the table waits for it."""
    script = script_of(table, action)
    assert script
    position = table.position
    table.perform(script)
    if table.position is position:
        table.tap("ok")


@pytest.mark.parametrize("name", ["mark1", "grid-only"])
@pytest.mark.parametrize("game", games.names())
def test_a_table_with_seats_and_tiles_needs_no_page_at_all(
    game: str, name: str, tmp_path: Path
) -> None:
    with sim_table(tmp_path, board=MAPS[name]) as table:
        play(table, game, by_hand, at_hand)
        assert table.table.match.result


def stepped_to(table: SimTable, action: Any) -> bool:
    """Choose with `next` and `ok` alone; False if it is not offered."""
    script = script_of(table, action)
    seen: list[Any] = []
    table.tap("next")
    gestures = table.table.gestures
    while (shown := gestures.pointed or gestures.coming) is not None:
        if shown in seen:
            break
        is_it = shown == action and type(shown) is type(action)
        if is_it or (Press(str(shown)),) == script:
            table.tap("ok")
            if gestures.waits_for_ok:
                table.tap("ok")  # what cannot be taken back
            return True
        seen.append(shown)
        table.clock.tick(0.2)  # as fast as a hand is, not as a loose wire
        table.tap("next")
    return False


@pytest.mark.parametrize("game", OURS)
def test_a_mini_table_steps_through_what_is_open_and_pages_do_the_rest(
    game: str, tmp_path: Path
) -> None:
    stepped = []

    def choose(table: SimTable, action: Any) -> None:
        script = script_of(table, action) or ()
        is_seen = script and all(
            isinstance(g, Press) and g.place in table.board.pixels for g in script
        )
        assert stepped_to(table, action) == bool(is_seen)
        if is_seen:
            stepped.append(action)
        else:
            on_a_page(table, action)

    with sim_table(tmp_path, board=MAPS["mini"]) as table:
        play(table, game, choose)
    # GET BIT! has nothing but secrets.
    assert bool(stepped) == (game != "get-bit")


def test_a_choice_that_no_lamp_would_show_is_not_stepped_to() -> None:
    gestures = Gestures(lambda _action: False, lambda place: place != "seat:4")
    gestures.offer([("unseen", (Press("seat:4"),)), ("seen", (Press("tile:0,0"),))])
    gestures.press("next")
    assert gestures.coming == "seen"
    gestures.press("next")
    assert gestures.coming == "seen"
    assert gestures.press("ok") == "seen"


def test_a_game_that_waits_goes_on_with_ok_on_the_mini_table(tmp_path: Path) -> None:
    mini = MAPS["mini"]
    with sim_table(tmp_path, board=mini) as table:
        table.start(2)
        on_a_page(table, choices(table)[0])
        seen = table.position
    with sim_table(tmp_path, board=mini) as table:
        table.start(2)
        phases = [table.table.phase]
        table.tap("ok")
        assert [*phases, table.table.phase] == ["offer", "play"]
        assert table.position == seen


# What it cannot do

BARE = MAPS["mini"]._replace(buttons=(), grid=None)
THREE_SEATS = MAPS["mark1"]._replace(
    buttons=tuple(
        button
        for button in MAPS["mark1"].buttons
        if button.control not in ("seat:3", "seat:4", "seat:5")
    )
)


@pytest.mark.parametrize(
    ("board", "keys"),
    [
        (MAPS["mark1"], []),
        (THREE_SEATS, ["some-seats"]),
        (MAPS["grid-only"], ["no-depth", "no-eliminator"]),
        (
            MAPS["mini"],
            [
                *("no-seats", "step-tiles", "seat-lamps", "no-undo", "no-why"),
                *("no-depth", "no-eliminator"),
            ],
        ),
        (
            BARE,
            [
                *("no-seats", "no-steps", "no-tiles", "no-undo", "no-why"),
                *("no-depth", "no-eliminator"),
            ],
        ),
    ],
)
def test_a_smaller_table_lists_what_it_cannot_do(
    board: BoardMap, keys: list[str]
) -> None:
    assert [said.key for said in limits(board)] == [f"limit.{key}" for key in keys]
    parts = Parts()
    tell_limits(board, parts)
    assert [part.name for part in parts.all()] == ["without pages"][: len(keys)]


# By name


NAMED = ["grid-only", "mark1", "mini"]


def test_a_map_is_found_by_its_name_and_everything_else_is_a_path() -> None:
    assert wiring.names() == NAMED
    for name in NAMED:
        assert wiring.find(name) == str(boardmap.DEFAULT.with_name(f"{name}.toml"))
    assert wiring.find() == wiring.find("") == str(boardmap.DEFAULT)
    for path in ("./mini", "mini.toml", "maps/mini", "none", "/x/y"):
        assert wiring.find(path) == path


@pytest.mark.parametrize(
    ("given", "environment"),
    [({"board": "mini"}, {}), ({}, {"UNDERTOW_BOARD": "mini"})],
)
def test_the_command_and_its_environment_take_a_map_by_its_name(
    given: dict[str, str], environment: dict[str, str], tmp_path: Path
) -> None:
    (settings := tmp_path / "empty.toml").touch()
    asked = given | {"settings": str(settings)}
    assert resolve(asked, environment).board == Path(wiring.find("mini"))


@pytest.mark.parametrize(
    ("named", "found"),
    [("mini", Path(wiring.find("mini"))), ("mini.toml", Path("here/mini.toml"))],
)
def test_a_name_in_the_settings_file_is_no_path_beside_it(
    named: str, found: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("here").mkdir()
    Path("here/own.toml").write_text(f'board = "{named}"\n')
    assert resolve({"settings": "here/own.toml"}, {}).board == found


def test_a_small_table_says_at_the_start_what_it_cannot_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = Parts()
    tell_limits(MAPS["mini"], parts)
    with sim_table(tmp_path, board=MAPS["mini"]) as table:
        table.start()
        now = table.table.now
        greet(now, parts, 8080, shared=None, host_code="x", record=None)
    said = capsys.readouterr().out.splitlines()
    assert any(line.startswith("without pages: ") for line in said)


def test_a_small_table_that_is_only_drawn_says_nothing_of_it(tmp_path: Path) -> None:
    """Its pages are open wherever it is seen at all."""
    command = [*processes.COMMAND, "play", "--no-browser", "--port=0", "--board=mini"]
    (settings := tmp_path / "empty.toml").touch()
    command += [f"--state={tmp_path}", f"--settings={settings}", "--backend=sim"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = list(takewhile(lambda line: "Ctrl-C" not in line, process.stdout))
        process.terminate()
    assert any("http://" in line for line in said)
    assert not any("without pages" in line for line in said)
