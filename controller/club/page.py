"""The evening for a television and on paper: standings, tables, results."""

import csv
import html
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any

from controller.basics.sentence import say
from controller.club.director import Director
from controller.club.evening import Game
from controller.club.tables import FREE, TableState
from controller.words.files import catalogue

# How often a television reloads, in seconds.
AGAIN_S = 5
_STYLE = """
body { font: 1.4rem/1.4 system-ui, sans-serif; margin: 2rem; background: #06131b;
  color: #e8f1f2; }
h1, h2 { font-weight: 600; margin: 0 0 .5rem; }
main { display: grid; gap: 2rem 4rem; }
@media (min-width: 60rem) { main { grid-template-columns: auto 1fr; } }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top; }
th { color: #9fb8c0; font-weight: 400; }
.needs { background: #5a2d00; outline: .3rem solid #5a2d00; }
@media print { body { background: #fff; color: #000; font-size: 1rem; } }
"""


class EveningReports:
    """The page and the reports of one evening, in one language."""

    def __init__(self, director: Director, title: str, language: str) -> None:
        self._director, self._title = director, title
        self._words = catalogue(None, language)
        self._language = language
        # Whether the broker answers.
        self.is_connected = True

    def page(self) -> str:
        """Return the page for a television, which reloads itself."""
        again = f'<meta http-equiv="refresh" content="{AGAIN_S}">'
        notice = "" if self.is_connected else _p(self._say("away"), "needs")
        waiting = () if self._director.is_over else self._director.evening.waiting
        shown = [
            notice,
            self._standings(),
            self._tables(),
            self._byes("bye-now", waiting),
        ]
        return self._document(again, shown)

    def report(self) -> str:
        """Return the evening's report, to be kept or printed."""
        counted = self._director.evening.byes.items()
        byes = [f"{name} ({times})" for name, times in sorted(counted)]
        shown = [self._standings(), self._results(), self._byes("bye", byes)]
        return self._document("", shown)

    def csv(self) -> str:
        """Return the standings for a spreadsheet."""
        text = StringIO()
        rows = csv.writer(text)
        rows.writerow(["place", "name", "points", "games", "wins"])
        rows.writerows(self._rows())
        return text.getvalue()

    def _say(self, key: str, **values: Any) -> str:
        return self._words.render(say(f"club.{key}", **values))

    def _document(self, head: str, parts: Iterable[str]) -> str:
        title = self._say("title", game=self._title)
        director = self._director
        played, rounds = director.evening.round, director.plan.rounds
        if director.is_over:
            state = self._say("done")
        elif played:
            state = self._say("round", number=played, of=rounds)
        else:
            state = self._say("waiting")
        return (
            f'<!doctype html>\n<html lang="{self._language}">\n<head>'
            f'<meta charset="utf-8">{head}<title>{html.escape(title)}</title>'
            f"<style>{_STYLE}</style></head>\n<body><h1>{html.escape(title)}</h1>"
            f"{_p(state)}<main>{''.join(parts)}</main></body>\n</html>\n"
        )

    def _rows(self) -> Iterator[tuple[int, str, str, int, int]]:
        place = 0
        before: float | None = None
        standings = self._director.evening.standings(self._director.names)
        for number, (name, score, games, wins) in enumerate(standings, 1):
            # People with the same points share a place.
            place = place if score == before else number
            before = score
            yield place, name, f"{score:.2f}", games, wins

    def _standings(self) -> str:
        heads = ("place", "name", "points", "games", "wins")
        return self._section("standings", heads, self._rows())

    def _tables(self) -> str:
        heads = ("table", "players", "now")
        director = self._director
        games = {game.table: game for game in director.evening.open_games}
        rows, needing = [], set()
        states = director.tables.states
        for number, name in enumerate(sorted({*states, *games})):
            state, game = states.get(name, TableState()), games.get(name)
            now, needs = self._now(state, game)
            if refused := director.refusals.get(name):
                now, needs = refused, True
            who = self._players(game, state.players) if game else ""
            rows.append((name, who, now))
            if needs:
                needing.add(number)
        return self._section("tables", heads, rows, needing)

    def _now(self, state: TableState, game: Game | None) -> tuple[str, bool]:
        """Return what is happening at a table, and whether it needs somebody."""
        if state.troubles and state.is_online:
            return " ".join(state.troubles), True
        if not state.is_online:
            return self._say("offline"), game is not None
        if game is None:
            return self._say("free") if state.phase in FREE else state.prompt, False
        if state.order not in ("", game.id) or state.game != self._director.plan.game:
            is_other = state.phase in ("play", "offer")
            return self._say("elsewhere" if is_other else "starting"), is_other
        return state.prompt, False

    def _players(self, game: Game, called: Sequence[str] = ()) -> str:
        """Return who plays, and what the table calls them if that differs."""
        names = [name or self._say("bot") for name in game.players]
        if len(called) != len(names):
            called = names
        both = zip(names, called, strict=True)
        return ", ".join(n if n == seat else f"{n} ({seat})" for n, seat in both)

    def _results(self) -> str:
        heads = ("in-round", "table", "players", "place")
        rows = [
            (
                game.round,
                game.table,
                self._players(game),
                ", ".join(map(str, game.ranks)),
            )
            for game in self._director.evening.games.values()
            if game.ranks
        ]
        return self._section("results", heads, rows)

    def _byes(self, key: str, names: Sequence[str]) -> str:
        return _p(f"{self._say(key)}: {', '.join(names)}") if names else ""

    def _section(
        self,
        key: str,
        heads: Iterable[str],
        rows: Iterable[Iterable[Any]],
        needing: Iterable[int] = (),
    ) -> str:
        head = "".join(_cell("th", self._say(h)) for h in heads)
        body = "".join(
            f"<tr{' class=needs' if number in needing else ''}>"
            f"{''.join(_cell('td', value) for value in row)}</tr>"
            for number, row in enumerate(rows)
        )
        title = html.escape(self._say(key))
        return (
            f"<section><h2>{title}</h2><table><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table></section>"
        )


def _p(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{html.escape(text)}</p>'


def _cell(tag: str, value: Any) -> str:
    return f"<{tag}>{html.escape(str(value))}</{tag}>"
