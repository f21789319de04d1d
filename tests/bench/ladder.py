"""The strength of the bots' levels: a fixed set of match-ups, and a table in the docs.

`python -m tests.bench.ladder` (`make bots-table`) plays the missing match-ups and
writes the table into `controller/bots/README.md`. It keeps each row in the given
folder, so it can continue after a kill.
"""

import sys
from pathlib import Path
from typing import NamedTuple

from controller import games
from controller.bots.sense import Level
from controller.chance.house import Houses, written
from controller.tools.simulate.figures import Figure, tally
from controller.tools.simulate.plan import Plan, Task, checked
from controller.tools.simulate.workers import played

README = Path(__file__).parents[2] / "controller" / "bots" / "README.md"
BEGIN, END = "<!-- strength -->\n", "<!-- strength: end -->\n"


class Pairing(NamedTuple):
    """One bot of a level against bots of another level on all other seats."""

    game: str
    one: Level
    others: Level
    seats: int
    games: int

    @property
    def plan(self) -> Plan:
        game = games.find(self.game)
        bots = (self.one, *[self.others] * (self.seats - 1))
        return checked(Plan(self.game, bots, {}, written(game, Houses().of(game))))

    @property
    def name(self) -> str:
        return f"{self.game}-{self.one}-{self.others}.txt"


PAIRINGS = (
    Pairing("get-bit", "sharp", "random", 4, 600),
    Pairing("get-bit", "sharp", "steady", 4, 200),
    Pairing("get-bit", "steady", "easy", 4, 600),
    Pairing("get-bit", "easy", "random", 4, 600),
    Pairing("hold-your-breath", "sharp", "random", 3, 120),
    Pairing("hold-your-breath", "sharp", "steady", 3, 90),
    Pairing("hold-your-breath", "steady", "easy", 3, 600),
    Pairing("hold-your-breath", "easy", "random", 3, 600),
    Pairing("hold-your-ground", "sharp", "random", 3, 60),
    Pairing("hold-your-ground", "sharp", "steady", 3, 60),
    Pairing("hold-your-ground", "steady", "easy", 3, 600),
    Pairing("hold-your-ground", "easy", "random", 3, 600),
    Pairing("hai-noon", "sharp", "random", 4, 600),
    Pairing("hai-noon", "sharp", "steady", 4, 200),
    Pairing("hai-noon", "steady", "easy", 4, 600),
    Pairing("hai-noon", "easy", "random", 4, 600),
)


def main(folder: Path, processes: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = [row(pairing, folder, processes) for pairing in PAIRINGS]
    write(README, rows)


def row(pairing: Pairing, folder: Path, processes: int) -> str:
    plan, kept = pairing.plan, folder / pairing.name
    if kept.exists():
        return kept.read_text()
    tasks = [Task(0, number) for number in range(pairing.games)]
    games_played = played([plan], tasks, processes, print)
    found = tally(plan, (game for _, game in games_played))
    share = found.shares()[pairing.one]
    title = games.find(pairing.game).title
    text = (
        f"| {title} ({pairing.seats}) | `{pairing.one}` against `{pairing.others}` | "
        f"{pairing.games} | {told(share)} | {1 / plan.seats:.1%} |"
    )
    kept.write_text(text)
    return text


def told(figure: Figure) -> str:
    return f"{figure.mean:.1%} ({figure.low:.1%}–{figure.high:.1%})"


def write(readme: Path, rows: list[str]) -> None:
    head = (
        "| game (seats) | who | games | share of the win | fair |",
        "| --- | --- | --- | --- | --- |",
    )
    table = "".join(f"{line}\n" for line in (*head, *rows))
    before, _, rest = readme.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    readme.write_text(f"{before}{BEGIN}{table}{END}{after}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
