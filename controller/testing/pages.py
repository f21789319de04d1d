"""The pages of this project that list all games and all they give, made from them.

`undertow golden` writes them. It replaces what is between two marks and keeps the rest
of the page: `<!-- games -->` and `<!-- /games -->`.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from controller import games
from controller.rules.game import AnyGame, Option
from controller.testing import api_page
from controller.testing.known import known

ROOT = Path(games.__file__).parents[2]
BEGIN, END = "<!-- games -->", "<!-- /games -->"
_BLOCK = re.compile(f"{BEGIN}\n.*?{END}", re.DOTALL)


def pages() -> Iterator[tuple[Path, str]]:
    """Yield each page with its expected text; none in an installed package."""
    if not (ROOT / "pyproject.toml").exists():
        return
    for name, block in _PAGES.items():
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        begin, *_, end = _BLOCK.split(text)
        yield path, f"{begin}{BEGIN}\n{block()}{END}{end}"


def stale() -> list[str]:
    """Return a sentence for each page that differs from what the games say."""
    return [
        f"{path} is stale: undertow golden writes what it says of the games"
        for path, text in pages()
        if path.read_text(encoding="utf-8") != text
    ]


def _own() -> list[AnyGame]:
    return [games.find(name) for name in games.own_names()]


def _table(*rows: tuple[str, ...]) -> str:
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def played() -> str:
    """Return the table of the games with their seats and variants."""
    rows = [_row(game) for game in _own()]
    return _table(("game", "seats", "variants"), ("---", "---", "---"), *rows)


def _row(game: AnyGame) -> tuple[str, ...]:
    low, high = game.seats
    page = games.folder(game.name).relative_to(ROOT) / "README.md"
    return (
        f"[{game.title}]({page})",
        str(low) if low == high else f"{low}–{high}",
        ", ".join(_variant(option) for option in game.options),
    )


def _variant(option: Option) -> str:
    """Write an option as it is typed: `memory`, `start=hungry` or `full`."""
    if isinstance(option.allowed, str) or option.default is False:
        return f"`{option.name}`"
    first, *rest = (_typed(v) for v in option.allowed if v != option.default)
    if len(rest) > 1:
        return f"`{option.name}`"
    return " or ".join([f"`{option.name}={first}`", *(f"`{each}`" for each in rest)])


def _typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def lamps() -> str:
    """Return the table of what each lamp can mean."""
    told = [(game.title, known(game.name).legend) for game in _own()]
    rows = [
        (title, lamp.where, ", ".join(lamp.means), lamp.alone)
        for title, legend in told
        for lamp in legend
    ]
    head = ("game", "lamps", "mean", "what the place alone tells")
    return _table(head, ("---",) * len(head), *rows)


_PAGES: dict[str, Callable[[], str]] = {
    "README.md": played,
    "controller/light/LIGHT.md": lamps,
    "controller/games/API.md": api_page.page,
}
