"""`undertow simulate`: plays many games between bots and counts what happens."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller import games

if TYPE_CHECKING:
    from controller.tools.simulate.plan import Plan

HELP = "let bots play many games against each other, and count what happens"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument(
        "--processes", type=_count, help="how many at once; all cores, if not given"
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the Dask cluster with this scheduler, e.g. tcp://10.0.0.7:8786",
    )
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="keep every game here; the same command goes on after a kill",
    )
    for kind, what in (
        ("csv", "every figure"),
        ("json", "every figure, with the plan"),
    ):
        parser.add_argument(
            f"--{kind}",
            type=Path,
            metavar="FILE",
            help=f"write {what} as {kind.upper()}",
        )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the shares of the win as SVG"
    )


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=games.listed())
    parser.add_argument(
        "-n", "--games", type=_count, default=1000, help="how many games, default 1000"
    )
    parser.add_argument(
        "--bots",
        default="",
        metavar="LEVEL,…",
        help="who plays, e.g. sharp,steady,easy; they change seats from game to game",
    )
    parser.add_argument(
        "--seats", type=_count, help="how many play; those --bots leaves are steady"
    )
    parser.add_argument(
        "--option",
        action="append",
        dest="options",
        metavar="NAME=VALUE",
        help="a variant of the game; may be given several times",
    )
    parser.add_argument("--seed", type=int, default=0, help="another seed, other games")
    parser.add_argument(
        "--passes", type=_count, help="how many passes a sharp bot thinks for"
    )
    parser.add_argument("--house", help="folder of your own decks and dice")
    parser.add_argument(
        "--compare",
        nargs=2,
        type=Path,
        metavar="DECK.toml",
        help="two files of house data: what changes from the first to the second",
    )


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(
            f"must be a whole number from 1 on, not {text[:30]!r}"
        )
    return int(text)


def run(parsed: argparse.Namespace) -> int:
    from controller.tools.simulate.command import Output, simulate

    output = Output(parsed.results, parsed.csv, parsed.json, parsed.plot)
    # Not all that the machine has may be for this process.
    processes = parsed.processes or len(os.sched_getaffinity(0))
    return simulate(_plans(parsed), parsed.games, processes, output, parsed.cluster)


def _plans(parsed: argparse.Namespace) -> list["Plan"]:
    from controller.basics.sheet import SheetError
    from controller.bots.levels import PASSES
    from controller.chance.house import Houses, written
    from controller.cli.settings.resolve import resolve
    from controller.cli.settings.sources import option_of
    from controller.rules.game import BadSetup
    from controller.tools.simulate.plan import Plan, checked

    game = games.find(parsed.game)
    houses = Houses(resolve({"house": parsed.house}).house)
    plan = Plan(
        parsed.game,
        _bots(parsed, game.seats_near(4)),
        dict(option_of(game.name, word, "--option") for word in parsed.options or ()),
        written(game, houses.of(game)),
        parsed.seed,
        parsed.passes or PASSES,
    )
    if not parsed.compare:
        return [checked(plan)]
    if game.house is None:
        raise BadSetup(f"{game.title} has no house data to compare")
    try:
        decks = [game.house.write(game.house.load(file)) for file in parsed.compare]
    except (SheetError, OSError) as error:
        raise BadSetup(str(error)) from None
    pairs = zip(parsed.compare, decks, strict=True)
    return [checked(plan._replace(name=str(f), house=deck)) for f, deck in pairs]


def _bots(parsed: argparse.Namespace, usual: int) -> Any:
    """As they were named, and steady ones on the seats that are left."""
    from controller.rules.game import BadSetup

    named = parsed.bots.split(",") if parsed.bots else []
    seats = parsed.seats or len(named) or usual
    if len(named) > seats:
        raise BadSetup(f"--bots names {len(named)} bots for --seats {seats}")
    return (*named, *["steady"] * (seats - len(named)))
